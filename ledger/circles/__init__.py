"""Users, circles, members, players and invites: who may see and do what."""
