"""Names of tables that were opened lately: none is opened again, though its table be deleted."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "used_codes",
        sa.Column("code", sa.String(40), primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.execute("INSERT INTO used_codes (code, at) SELECT code, opened_at FROM tables")


def downgrade() -> None:
    op.drop_table("used_codes")
