"""Doppelkopf."""
