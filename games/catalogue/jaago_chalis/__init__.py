"""Jaago-Chalis: see rules.py for its sources."""
