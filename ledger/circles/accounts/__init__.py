"""What this site asks of django-allauth: guests who become accounts, sentences of our own, links that end in time."""
