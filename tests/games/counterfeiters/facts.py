"""What the tests of the house know about this game; see `tests/contract/cases.py`."""

MET = "place buy hand-over stash fetch"
EVENING = (2, 3)
SEATS = 4
