"""The game that `speelhol new-game` starts from: small, complete and green. `new_game.py` renames it."""
