"""Jewel: see rules.py for its source."""
