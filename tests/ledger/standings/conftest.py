from tests.ledger.api.conftest import alices, bobs, charlies, veras  # noqa: F401  (fixtures)
