"""The names that the house counts under, read from its `/metrics`."""

from __future__ import annotations

import http.client

MOVES = "speelhol_moves_total"
COMMITS = "speelhol_commits_total"
REFUSALS = "speelhol_refusals_total"
STREAMS = "speelhol_open_streams"
TABLES = "speelhol_tables"


def read(port: int) -> dict[str, float]:
    """Everything that a running house counts, by name; buckets and labels are left out."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        line.request("GET", "/metrics")
        text = line.getresponse().read().decode()
    finally:
        line.close()
    rows = (row.split(" ") for row in text.splitlines() if not row.startswith("#") and "{" not in row)
    return {name: float(value) for name, value in rows}
