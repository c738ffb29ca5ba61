"""The site in a phone without signal: what a phone fetches, and (in `phone`) what runs in it."""
