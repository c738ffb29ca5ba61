"""What Django's templates write of a number themselves, such as a height in a drawing: with a point in all languages.

Figures for people are written by `ledger.lib.formatting`, never by a template alone.
"""
