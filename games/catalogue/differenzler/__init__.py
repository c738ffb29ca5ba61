"""Differenzler, Jass with announcements: see rules.py for its source."""
