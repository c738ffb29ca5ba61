"""The site: pages, accounts and money around the rulebook in `games`."""

__version__ = "0.1.0"
