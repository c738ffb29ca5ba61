"""CHA: see rules.py for its source."""
