"""A table: chairs around a match, and what its log adds up to. Nothing here reads or writes a database; what takes long
(`folding.py`, the record in `fair.py`) is worked out aside."""
