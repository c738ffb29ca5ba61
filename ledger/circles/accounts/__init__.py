"""django-allauth as this site uses it: guests who become accounts, its texts in our languages, sessions."""
