"""Seasons: a table over some time with points of its own, closed with a champion."""
