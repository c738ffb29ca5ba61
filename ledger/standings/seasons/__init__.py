"""Seasons: a table for the series between two days, with points of its own and a champion at the end."""
