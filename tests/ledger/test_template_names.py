"""Every name in a template has a value. Without one the template shows nothing, which other tests do not notice."""

import logging
from random import Random

import pytest

from games.registry import GAMES
from ledger.circles.models import User
from ledger.circles.services.circles import make_circle
from tests.ledger.access_table import ROWS
from tests.ledger.standings.circles import random_house
from tests.ledger.visitors import ask, cast, places, sessions

__all__ = ["cast", "places", "sessions"]

pytestmark = [pytest.mark.slow, pytest.mark.thorough]

# Names that may be missing: optional parameters of included templates and optional parts of pages.
OPTIONAL = set(
    """
    answer back_href back_label beside beside_title circle_name circle_url class closes emblem error found
    game guest icon in_phone is_reader kind label latest moment name needed news note number oob own page_address
    past payments places prefix quotes redirect_field request_id returns saved sealed season series shown_when standing
    state suffix title told verdicts way webauthn without
    """.split()
)
OF_SERIES = (
    "|live/|history/|settlement/|hands/1/|hands/2/|hands/new/|hands/1/correct/|hands/1/note/|notes/|cards/|seats/"
    "|dealer/|undo/|stop/|reopen/|rules/|?part=1"
).split("|")


class Missing(logging.Handler):
    """Collects missing names and their templates, which Django logs."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.names: set[tuple[str, str]] = set()

    def emit(self, record: logging.LogRecord) -> None:
        if "resolving variable" in record.msg:
            name, template = map(str, record.args or ())
            self.names.add((name, template))


def test_every_name_in_a_template_is_there(
    cast: dict[str, User | None], sessions: dict[str, str], places: dict[str, str]
) -> None:
    owner = cast["owner"]
    assert owner
    me = make_circle(owner=owner, name="All games", currency="NPR", language="en")
    random_house(me, Random("every name"), [game.slug for game in GAMES], 2)
    addresses = [(method, address.format(**places)) for method, address, *_statuses in ROWS]
    addresses += [("GET", f"/series/{series.pk}/{page}") for series in me.circle.series.all() for page in OF_SERIES]
    logger, missing = logging.getLogger("django.template"), Missing()
    before = logger.level
    logger.addHandler(missing)
    logger.setLevel(logging.DEBUG)
    try:
        for method, address in addresses:
            for visitor in ("owner", "viewer", "nobody"):
                ask(sessions[visitor], method, address)
    finally:
        logger.removeHandler(missing)
        logger.setLevel(before)
    assert {(name, template) for name, template in missing.names if name not in OPTIONAL} == set()
    assert {name for name, _template in missing.names} == OPTIONAL
