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
