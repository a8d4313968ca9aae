"""What the tests of the house know about this game; see `tests/contract/cases.py`."""

MET = "play keep give swap"
EVENING = (4, 33)
SUMS_ALONE = False
SEATS = 4
