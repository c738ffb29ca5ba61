"""The Makefile's programs. `prepare` and its imports need Python's standard library alone, because they run first."""
