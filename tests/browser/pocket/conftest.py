from tests.ledger.pocket.conftest import made_bundle

__all__ = ["made_bundle"]
