"""Several processes over the same books: which of them live, and who has which table open at which."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "processes",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("seen", sa.Float, nullable=False),
    )
    op.create_table(
        "presence",
        sa.Column("process", sa.String(40), sa.ForeignKey("processes.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("table_id", sa.Integer, primary_key=True),
        sa.Column("person", sa.String(40), primary_key=True),
    )
    op.create_index("presence_table", "presence", ["table_id"])


def downgrade() -> None:
    op.drop_index("presence_table", "presence")
    op.drop_table("presence")
    op.drop_table("processes")
