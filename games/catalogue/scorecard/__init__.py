"""A scorecard for any other game: see rules.py."""
