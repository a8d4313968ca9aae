"""Several processes of one house: what the others write, who is where, and who watches here."""
