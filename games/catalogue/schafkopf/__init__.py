"""Schafkopf."""
