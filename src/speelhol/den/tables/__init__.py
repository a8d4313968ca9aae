"""A table: chairs around a match, and what its log adds up to. Nothing here waits, reads or writes."""
