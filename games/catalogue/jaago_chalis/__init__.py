"""Jaago-Chalis, the flagship: see rules.py for its sources."""
