"""The site: pages, accounts and money around the rulebook in `games`."""

__version__ = "1.0.0"
