"""Call Break, the trick game with calls: see rules.py for its source."""
