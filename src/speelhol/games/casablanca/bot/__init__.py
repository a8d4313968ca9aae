"""What the bots of this game know. `mind` joins it: `policy` is what to do, `evaluate` how a seat stands."""
