"""Who may see and do what: people, circles, players and invites."""
