"""The fixtures of the tests of the books."""

from tests.ledger.books.conftest import bob_books

__all__ = ["bob_books"]
