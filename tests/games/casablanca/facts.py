"""What the tests of the house know about this game; see `tests/contract/cases.py`."""

MET = "bribe move strike allow object fight bid meet"
EVENING = (2, 3, ("case=True", "do=allow"))
SEATS = 4
