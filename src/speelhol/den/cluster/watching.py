"""Who looks at which table, at this process."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ...metrics import Metrics


def unmoved() -> None:
    """What somebody does who only stands there."""


class Watcher:
    """Somebody who looks at a table and is woken when something changed; the newest state wins."""

    __slots__ = ("closing", "person", "wake")

    def __init__(self, person: str | None, wake: Callable[[], None], closing: bool) -> None:
        self.person = person
        self.wake = wake
        self.closing = closing
        """The house closes: look no further."""


class Watchers:
    """All of them, by the number of their table."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._by_table: dict[int, set[Watcher]] = {}
        self.closing = False

    def add(self, table_id: int, person: str | None, wake: Callable[[], None]) -> Watcher:
        watcher = Watcher(person, wake, self.closing)
        self._by_table.setdefault(table_id, set()).add(watcher)
        self._metrics.open_streams.inc()
        return watcher

    def remove(self, table_id: int, watcher: Watcher) -> None:
        watchers = self._by_table.get(table_id, set())
        watchers.discard(watcher)
        if not watchers:
            self._by_table.pop(table_id, None)
        self._metrics.open_streams.dec()

    def wake(self, table_id: int, who: Callable[[str], bool] | None = None) -> None:
        """Wake those who look at a table; or, of those, the people whom `who` picks."""
        for watcher in self._by_table.get(table_id, ()):
            if who is None or (watcher.person is not None and who(watcher.person)):
                watcher.wake()

    def wake_all(self) -> None:
        """Wake everybody: something about the house has changed."""
        for table_id in list(self._by_table):
            self.wake(table_id)

    def send_away(self) -> None:
        """The house is about to close."""
        self.closing = True
        for table_id in list(self._by_table):
            self.send_away_from(table_id)

    def send_away_from(self, table_id: int) -> None:
        """Those who look at a table are to look no further."""
        for watcher in self._by_table.get(table_id, ()):
            watcher.closing = True
            watcher.wake()

    def __len__(self) -> int:
        return sum(map(len, self._by_table.values()))

    def at(self, table_id: int) -> bool:
        """Whether anybody has the table open here."""
        return table_id in self._by_table

    def people(self, table_id: int) -> Iterator[str]:
        """The people among those who have it open here."""
        return (w.person for w in self._by_table.get(table_id, ()) if w.person is not None)
