"""Where Alembic starts: it migrates over the connection that the store has opened."""

from alembic import context

from edgematch.store.database.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
