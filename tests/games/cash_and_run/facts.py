"""What the tests of the house know about this game; see `tests/contract/cases.py`."""

MET = "start roll stop buy decline bet concede bluff pick accept doubt go bid challenge announce"
EVENING = (4, 7)
SUMS_ALONE = False
SEATS = 4
