"""What an update costs a phone: Chromium at a sixth of its speed, a page of 390 × 844 pixels that somebody looks at.

python -m bench.server browser

Four light clients play at a table; the browser has the page of one of them open. Chromium's own trace tells what its
main thread did from the message of the stream until the first frame that shows it. Nothing is added to the page.
"""

from __future__ import annotations

import asyncio
import json
import os
import statistics
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from playwright.async_api import Browser, Page
from tests.web.people import POCKET, launch

import speelhol

from .house import PageTable
from .measure import Setup, Site, site
from .process import CORES
from .report import markdown

SLOWER = 6
GAP = 0.8
"""Seconds between moves: time enough to draw one, and to let it move."""
SIGN_OF_LIFE = 100
"""Bytes: what is smaller is no update."""
CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline"]

Event = dict[str, Any]


class Update:
    """Milliseconds of the main thread's time for one update: in all, and of it in scripts."""

    def __init__(self, tasks: Sequence[Event], calls: Sequence[Event]) -> None:
        self.whole = sum(task.get("tdur", 0) for task in tasks) / 1000
        self.script = sum(call.get("tdur", 0) for call in calls) / 1000


def found(events: Sequence[Event]) -> Iterator[Update]:
    """The updates in a trace: the tasks from the one that got a message to the one that committed the next frame."""
    came = [event for event in events if event["name"] == "ResourceReceivedData"]
    if not came:
        return
    stream, _ = Counter(_request(event) for event in came).most_common(1)[0]
    messages = [e for e in came if _request(e) == stream and e["args"]["data"]["encodedDataLength"] > SIGN_OF_LIFE]
    here = [event for event in events if (event["pid"], event["tid"]) == (came[0]["pid"], came[0]["tid"])]
    tasks = sorted((event for event in here if event["name"] == "RunTask"), key=lambda event: event["ts"])
    commits = sorted(event["ts"] for event in here if event["name"] == "Commit")
    calls = [event for event in here if event["name"] == "FunctionCall"]
    for message in messages:
        drawn = next((at for at in commits if at > message["ts"]), None)
        if drawn is not None:
            spent = [task for task in tasks if task["ts"] + task.get("dur", 0) > message["ts"] and task["ts"] <= drawn]
            yield Update(spent, [call for call in calls if message["ts"] <= call["ts"] <= drawn])


def _request(event: Event) -> str:
    return str(event["args"]["data"]["requestId"])


async def watched(browser: Browser, at: Site, updates: int) -> list[Update]:
    """One match as far as needed, with a browser at its first seat."""
    crowd = at.crowd()
    await crowd.come(1, matches=1)
    table = crowd.tables[0]
    assert isinstance(table, PageTable)
    url = f"http://127.0.0.1:{at.port}"
    context = await browser.new_context(**POCKET, locale="en-GB")
    await context.add_cookies([{"name": "speelhol", "value": table.viewers[0].secret, "url": url}])
    page = await context.new_page()
    await page.goto(url + table.path)
    slow = await context.new_cdp_session(page)
    await slow.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    await asyncio.sleep(2 * GAP)
    traced = await _traced(browser, page, table, updates)
    errors = crowd.tally.errors
    await context.close()
    await crowd.go()
    if errors:
        raise RuntimeError(errors[0])
    return list(found(traced))


async def _traced(browser: Browser, page: Page, table: PageTable, updates: int) -> list[Event]:
    await browser.start_tracing(page=page, categories=CATEGORIES)
    for number in range(1, updates + 1):
        table.allow(number)
        await asyncio.sleep(GAP)
        if table.ended:
            break
    events: list[Event] = json.loads(await browser.stop_tracing())["traceEvents"]
    return events


async def updates(count: int) -> tuple[str, bool]:
    """The Markdown for all games, and whether there were updates of each."""
    playwright, browser = await launch()
    rows = []
    try:
        for game in speelhol.games():
            with site(Setup("pages", 1, game)) as at:
                os.sched_setaffinity(0, CORES)  # the browser has threads of its own
                seen: list[Update] = []
                while len(seen) < count:
                    more = await watched(browser, at, count - len(seen))
                    if not more:
                        break
                    seen += more
            rows.append([speelhol.game(game).title, str(len(seen)), *_cells([one.script for one in seen]),
                         *_cells([one.whole for one in seen])])  # fmt: skip
    finally:
        await browser.close()
        await playwright.stop()
    head = ("game", "updates", "script ms, median", "p95", "drawn ms, median", "p95")
    return markdown(head, rows), all(row[1] != "0" for row in rows)


def _cells(values: Sequence[float]) -> list[str]:
    if len(values) < 2:
        return ["–", "–"]
    return [f"{statistics.median(values):.0f}", f"{statistics.quantiles(values, n=20)[18]:.0f}"]
