"""Marriage: see rules.py."""
