from collections.abc import Callable
from pathlib import Path

import pytest

from ledger.circles.models import Member
from ledger.series.models import Series
from tests.browser.conftest import Visitor
from tests.browser.pocket.cellar import cellar, prepared_phone
from tests.browser.pocket.worker import Worker
from tests.browser.table import bobs_series, sign_in
from tests.ledger.pocket.conftest import made_bundle

__all__ = ["cellar", "made_bundle", "prepared_phone"]


@pytest.fixture
def bobs(transactional_db: None) -> tuple[Member, Series]:
    return bobs_series(hands=2)


@pytest.fixture
def worker(visit: Callable[..., Visitor], bobs: tuple[Member, Series], made_bundle: Path) -> Worker:
    visitor = visit()
    visitor.has_script = False
    sign_in(visitor, bobs[0].user)
    return Worker(visitor.open("/pocket/bundle.json"))
