"""All changes to circles. Each is atomic and raises ValidationError for what the rules forbid.

The names are checked by validators of forms, which raise it too: docs/decisions/0120-rooms.md.
"""
