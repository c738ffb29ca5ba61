"""Tests of the API as other programs use it: its description, and the walkthrough in the docs.

Apart from tests/ledger, which runs twice: here nothing depends on the database, and everything takes long.
"""
