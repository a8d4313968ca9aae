"""A table as one audience sees it: its scene as plain data, drawn by templates here and in the browser."""
