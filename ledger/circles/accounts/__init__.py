"""django-allauth as this site uses it: guests who become accounts, translated texts, sessions, limits."""
