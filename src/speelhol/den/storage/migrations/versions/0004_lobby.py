"""The lobby: which tables stand there."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "lobby",
        sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("code", sa.String(40), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("lobby")
