"""Django's templates write numbers, such as a height in a drawing, with a decimal point in all languages.

Figures for people are written by `ledger.lib.formatting`.
"""
