"""What the tests of the house know about this game; see `tests/contract/cases.py`."""

MET = "lay claim choose look swap unmask suspect say keep appoint accuse"
EVENING = (4, 7)
SEATS = 5
