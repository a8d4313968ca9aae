"""The tables of the database."""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData()

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("code", sa.String(40), nullable=False, unique=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("opened_at", sa.Float, nullable=False),
    sa.Column("due", sa.Float, nullable=True),
    sa.Index("tables_due", "due"),
)

used_codes = sa.Table(
    "used_codes",
    metadata,
    sa.Column("code", sa.String(40), primary_key=True),
    sa.Column("at", sa.Float, nullable=False),
)
"""Names of tables that were opened lately, also of those that were deleted since: no ticket opens one of them again."""

log = sa.Table(
    "log",
    metadata,
    sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("entry", sa.Text, nullable=False),
)

snapshots = sa.Table(
    "snapshots",
    metadata,
    sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seq", sa.Integer, nullable=False),
    sa.Column("entries", sa.Text, nullable=False),
)

house = sa.Table(
    "house",
    metadata,
    sa.Column("key", sa.String(40), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)

lobby = sa.Table(
    "lobby",
    metadata,
    sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("code", sa.String(40), nullable=False),
)
"""Which tables stand in the lobby."""

processes = sa.Table(
    "processes",
    metadata,
    sa.Column("id", sa.String(40), primary_key=True),
    sa.Column("seen", sa.Float, nullable=False),
)
"""Who serves this database right now; by the clock of the database, since those of the machines may differ."""

presence = sa.Table(
    "presence",
    metadata,
    sa.Column("process", sa.String(40), sa.ForeignKey("processes.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("table_id", sa.Integer, primary_key=True),
    sa.Column("person", sa.String(40), primary_key=True),
    sa.Index("presence_table", "table_id"),
)
"""Which person has which table open at which process."""

reports = sa.Table(
    "reports",
    metadata,
    sa.Column("id", sa.String(24), primary_key=True),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("code", sa.String(40), nullable=False),
    sa.Column("reporter", sa.String(40), nullable=False),
    sa.Column("report", sa.Text, nullable=False),
    sa.Column("done", sa.Float, nullable=True),
)
"""What people report to the owner of the house."""

bans = sa.Table(
    "bans",
    metadata,
    sa.Column("id", sa.String(24), primary_key=True),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("until", sa.Float, nullable=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("value", sa.String(64), nullable=False),
    sa.Column("name", sa.String(40), nullable=False),
)
"""Whom the house does not let in: a person, the mark of an address, or a range of addresses."""

visits = sa.Table(
    "visits",
    metadata,
    sa.Column("person", sa.String(40), primary_key=True),
    sa.Column("place", sa.String(24), primary_key=True),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("seen", sa.Float, nullable=False),
    sa.Index("visits_seen", "seen"),
)
"""Who came from where lately: no addresses, but marks that only this house can make of them. For some days only."""

deeds_log = sa.Table(
    "deeds_log",
    metadata,
    sa.Column("id", sa.String(24), primary_key=True),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("who", sa.String(40), nullable=False),
    sa.Column("what", sa.String(24), nullable=False),
    sa.Column("about", sa.Text, nullable=False),
)
"""What whoever has the key of the owner has done."""
