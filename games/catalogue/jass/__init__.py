"""Jass in two teams: see rules.py for its source."""
