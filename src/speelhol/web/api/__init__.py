"""For programs: the routes under `/api`, what travels there, and its description."""
