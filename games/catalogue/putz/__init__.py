"""Putz, also called Apple: see rules.py for its source."""
