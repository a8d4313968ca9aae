"""What the house writes about its own work: one JSON object a line. No names, no cookies, no keys, no seeds."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from typing import TextIO

from ..session import request_ids

USUAL = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}


class Lines(logging.Formatter):
    """Time, level, where from, what, in the course of which request, and whatever was given as `extra`."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
            **({"request": name} if (name := request_ids.current()) else {}),
            **{key: value for key, value in vars(record).items() if key not in USUAL},
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def configure(level: int, to: TextIO | None = None) -> None:
    """Write our own lines and the server's."""
    handler = logging.StreamHandler(to or sys.stderr)
    handler.setFormatter(Lines())
    for name, least in (("speelhol", level), ("uvicorn", max(level, logging.WARNING))):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.setLevel(least)
        logger.propagate = False
