"""What the Makefile calls. `prepare` and what it imports need Python's standard library alone: they come first."""
