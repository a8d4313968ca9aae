"""Where the logs are kept: one store over SQLite or PostgreSQL, its schema and who may open it."""
