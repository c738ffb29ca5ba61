"""SQLite, where those who want to write stand in a queue."""
