import pytest

from tests.browser.pocket.cellar import cellar, prepared_phone
from tests.browser.pocket.worker import Worker
from tests.browser.table import sign_in
from tests.ledger.pocket.conftest import made_bundle

__all__ = ["cellar", "made_bundle", "prepared_phone"]


@pytest.fixture
def worker(visit, table, made_bundle):
    visitor = visit()
    visitor.has_script = False
    sign_in(visitor, table.scorer.user)
    return Worker(visitor.open("/pocket/bundle.json"))
