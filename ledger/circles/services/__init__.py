"""All changes to circles. Each service is atomic and raises ValidationError if the rules forbid the change.

The validators of names, which forms use too, raise the same error: docs/decisions/0120-rooms.md.
"""
