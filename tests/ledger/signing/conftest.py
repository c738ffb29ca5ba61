"""The J-40 table of the series' tests, and a data folder of the test's own."""

from pathlib import Path
from typing import Any

import pytest

from tests.ledger.series.conftest import agreed, bob_scores, players, series

__all__ = ["agreed", "bob_scores", "players", "series"]


@pytest.fixture
def folder(tmp_path: Path, settings: Any) -> Path:
    settings.DATA_DIR = tmp_path
    return tmp_path
