"""For people: every page but the table itself."""
