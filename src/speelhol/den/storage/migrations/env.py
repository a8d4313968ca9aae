"""Alembic's way in: the connection is handed over by `speelhol.den.storage.upgrade`."""

from alembic import context

from speelhol.den.storage.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
