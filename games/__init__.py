"""The rulebook: what each card game's bookkeeping must do, in pure Python.

It knows no Django, no clock, no database and no randomness; it knows seats, never people. Start at `games.game`
(what every game offers) and `games.registry` (the list of games).
"""
