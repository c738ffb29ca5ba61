"""What other programs rely on: the description of the API, and the way through it that the docs show.

Apart from tests/ledger, which runs twice: here nothing depends on the database, and everything takes long.
"""
