"""What the house counts and times, for whoever looks after it. Numbers only: no names, no codes, no secrets."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.exposition import generate_latest

from .kernel.cache import Found

QUICK = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)

Layers = Mapping[str, Callable[[], Found]]
"""What the caches have counted, by the layer they belong to."""


class Metrics:
    """One set per den, in a registry of its own, so that several dens can live in one process."""

    def __init__(self, caches: Layers | None = None) -> None:
        self.registry = registry = CollectorRegistry()
        self.moves = Counter("speelhol_moves", "Moves acknowledged", registry=registry)
        self.refusals = Counter("speelhol_refusals", "Requests that the rules or the house refused", registry=registry)
        self.commits = Counter("speelhol_commits", "Transactions committed to the log", registry=registry)
        self.failures = Counter(
            "speelhol_failures", "Transactions given up: no database to write to", registry=registry
        )
        self.commit_seconds = Histogram(
            "speelhol_commit_seconds", "Time to commit one transaction", registry=registry, buckets=QUICK
        )
        self.render_seconds = Histogram(
            "speelhol_render_seconds", "Time to render what one reader sees", registry=registry, buckets=QUICK
        )
        self.bot_seconds = Histogram(
            "speelhol_bot_seconds", "Time a bot takes to decide", registry=registry, buckets=QUICK
        )
        self.bot_failures = Counter(
            "speelhol_bot_failures", "Questions to bots that got no good answer", ["reason"], registry=registry
        )
        self.page_troubles = Counter(
            "speelhol_page_troubles", "Pages that had to fetch themselves whole, or broke", ["kind"], registry=registry
        )
        self.open_streams = Gauge(
            "speelhol_open_streams", "Pages and programs listening", registry=registry, multiprocess_mode="livesum"
        )
        self.tables = Gauge("speelhol_tables", "Tables in memory", registry=registry, multiprocess_mode="livesum")
        self.tables_deleted = Counter(
            "speelhol_tables_deleted", "Tables deleted because their days were over", ["kind"], registry=registry
        )
        self.reports = Counter("speelhol_reports", "Remarks and names that people reported", registry=registry)
        self.keep_days = Gauge(
            "speelhol_keep_days", "Days for which tables are kept", ["kind"], registry=registry, multiprocess_mode="max"
        )

        self._cache_hits = Counter(
            "speelhol_cache_hits", "Found in a cache, by its layer", ["layer"], registry=registry
        )
        self._cache_misses = Counter(
            "speelhol_cache_misses", "Not found in a cache, and made, by its layer", ["layer"], registry=registry
        )
        self._caches = caches or {}
        self._told = dict.fromkeys(self._caches, Found(0, 0))

    def count_caches(self) -> None:
        """Take over what the caches of this process have counted since the last time."""
        for layer, counted in self._caches.items():
            now, before = counted(), self._told[layer]
            self._told[layer] = now
            self._cache_hits.labels(layer).inc(max(0, now.hits - before.hits))  # less: somebody has emptied one
            self._cache_misses.labels(layer).inc(max(0, now.misses - before.misses))

    def text(self) -> bytes:
        """All numbers, as Prometheus reads them; those of all workers, where workers share a folder for them."""
        self.count_caches()
        if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
            return generate_latest(self.registry)
        from prometheus_client.multiprocess import MultiProcessCollector

        everywhere = CollectorRegistry()
        MultiProcessCollector(everywhere)  # type: ignore[no-untyped-call]
        return generate_latest(everywhere)
