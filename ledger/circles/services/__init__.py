"""The verbs. Each is atomic and says in a ValidationError what the rules forbid. Who may call it, access.py decides."""
