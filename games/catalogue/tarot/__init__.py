"""French Tarot."""
