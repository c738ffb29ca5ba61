"""Coiffeur, Jass with a box for each kind: see rules.py for its source."""
