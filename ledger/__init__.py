"""The site: pages, accounts and money around the rulebook in `games`."""
