"""The drawn table: `scene` is what it shows, `motions` how it moves, `preview` what a choice leads to."""
