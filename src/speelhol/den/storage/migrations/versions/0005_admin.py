"""The owner's side: reports, bans, who came from where lately, and what the owner did."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "reports",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("code", sa.String(40), nullable=False),
        sa.Column("reporter", sa.String(40), nullable=False),
        sa.Column("report", sa.Text, nullable=False),
        sa.Column("done", sa.Float, nullable=True),
    )
    op.create_table(
        "bans",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("until", sa.Float, nullable=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("value", sa.String(64), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
    )
    op.create_table(
        "visits",
        sa.Column("person", sa.String(40), primary_key=True),
        sa.Column("place", sa.String(24), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
    )
    op.create_index("visits_seen", "visits", ["seen"])
    op.create_table(
        "deeds_log",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("who", sa.String(40), nullable=False),
        sa.Column("what", sa.String(24), nullable=False),
        sa.Column("about", sa.Text, nullable=False),
    )


def downgrade() -> None:
    for name in ("deeds_log", "visits", "bans", "reports"):
        op.drop_table(name)
