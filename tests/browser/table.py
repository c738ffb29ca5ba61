"""A circle with four players and Bob as scorer, and phones with signed-in users."""

from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any, NamedTuple

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import FloatRect, Locator, Page

from games.game import Game
from games.kit.cards import CARD_BY_SPELLING
from games.registry import BY_SLUG
from ledger.circles.models import Member, User
from ledger.circles.roles import Role
from ledger.circles.services.circles import make_circle
from ledger.circles.services.players import add_player
from ledger.scoring.cards import drafts
from ledger.series.models import Draft, Hand, Series
from ledger.series.services import Submit, record_hand
from ledger.series.starting import Agreement, start_series
from ledger.series.state import series_state
from tests.browser.visitor import PATIENCE, Visitor
from tests.ledger.conftest import join, make_user
from tests.ledger.scoring.cards.cards import in_order

GAME = BY_SLUG["jaago-chalis"]
assert GAME.example is not None
J40 = list(GAME.example.records)
NAMES = ("Asha", "Bimal", "Chandra", "Deepa")


def bobs_circle() -> Member:
    """Make Alice's circle with four players, and return Bob's membership."""
    circle = make_circle(owner=make_user("Alice"), name="Friday table", currency="NPR", language="en").circle
    for name in NAMES:
        add_player(circle=circle, name=name)
    return join(circle, make_user("Bob"), Role.SCORER)


class Table(NamedTuple):
    scorer: Member
    series: Series


def start_table(
    me: Member,
    game: type[Game],
    preset: str = "",
    *records: Any,
    rules: Any = None,
    others: Sequence[str] = (),
    seats: int | None = None,
    point_value: str = "1",
    first_dealer: int | None = 0,
) -> Table:
    """Start a series of the four players and of `others`, and record these hands."""
    for name in others:
        add_player(circle=me.circle, name=name)
    players = list(me.circle.players.order_by("created_at"))[:seats]
    chosen = game.presets[preset] if preset else game.default_preset
    value = Decimal(point_value)
    agreed = Agreement(game, players, rules or chosen.rules, value, chosen.slug, first_dealer)
    series = start_series(me=me, agreed=agreed)
    for number, record in enumerate(records, start=1):
        record_hand(series=series, submit=Submit(me, number), record=record)
    return Table(me, series)


def start_j40(me: Member, hands: int) -> Table:
    """Start a series with the first hands of the J-40 document."""
    return start_table(me, GAME, "", *J40[:hands], point_value="0.25", first_dealer=None)


def record_next(table: Table, number: int) -> None:
    """Record this hand of the J-40 document as the next one, as Bob does on his own phone."""
    me, series = table
    series.refresh_from_db()
    record_hand(series=series, submit=Submit(me, series.version), record=J40[number - 1])


def write_down(me: Member, series: Series, record: dict[str, Any], cards: int) -> Draft:
    """Store a draft with the first cards of a hand, laid by `me`."""
    state = series_state(series)
    start = {name: record[name] for name in ("direction", "first_leader")}
    draft = drafts.begin(state=state, me=me, start=start)
    for card in in_order(record)[:cards]:
        tap = drafts.Tap(me, draft.steps, f"tap {draft.steps}")
        draft = drafts.lay(state=state, tap=tap, card=CARD_BY_SPELLING[card])
    return draft


def sign_in(visitor: Visitor, user: User) -> None:
    client = Client()
    client.force_login(user)
    session = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": visitor.site}
    visitor.context.add_cookies([session])


def open_as(visitor: Visitor, me: Member, path: str) -> Page:
    sign_in(visitor, me.user)
    return visitor.open(path)


def open_series(visitor: Visitor, me: Member, series: Series, page: str = "page") -> Page:
    return open_as(visitor, me, reverse(f"series:{page}", args=[series.pk]))


def open_entry(visitor: Visitor, me: Member, series: Series) -> Page:
    return open_series(visitor, me, series, "enter_hand")


def box(found: Locator) -> FloatRect:
    around = found.bounding_box()
    assert around is not None
    return around


def tap_keys(page: Page, *keys: str) -> None:
    for key in keys:
        page.locator(f"[data-key='{key}']").tap()


def open_more(page: Page) -> None:
    """Open the part "More" of a series that is over."""
    page.locator("summary").get_by_text("More", exact=True).click()


def stored() -> list[Any]:
    return [hand.event.content for hand in Hand.objects.select_related("event")]


def wait_until(page: Page, happened: Callable[[], Any], within: int = PATIENCE) -> None:
    """Fail if it has not happened within so many milliseconds."""
    for _moment in range(within // 50):
        if happened():
            return
        page.wait_for_timeout(50)
    pytest.fail("it did not happen")


def stop_the_clock(page: Page) -> None:
    """Stop the page's clock. It must have been installed before the page was loaded."""
    page.clock.pause_at(page.evaluate("Date.now()") + 60_000)


def small_targets(page: Page, touch: int = 48) -> list[str]:
    """Return links and buttons lower than `touch` pixels. A link that fills its row is as high as the row."""
    page.wait_for_load_state()
    found: list[str] = page.evaluate(
        """touch => [...document.querySelectorAll("main :is(a[href], button, select, summary, .segments__option)")]
            .filter(element => element.checkVisibility() && !element.matches(".visually-hidden"))
            .map(element => [element, element.matches(".list-row__title") ? element.closest(".list-row") : element])
            .map(([element, target]) => [element, target.getBoundingClientRect().height])
            .filter(([, height]) => height < touch)
            .map(([element, height]) => `${height}: ${element.outerHTML.slice(0, 120)}`)""",
        touch,
    )
    return found


def height(page: Page) -> int:
    page.wait_for_load_state()
    return int(page.evaluate("document.documentElement.scrollHeight"))


def width(page: Page) -> int:
    page.wait_for_load_state()
    return int(page.evaluate("document.documentElement.scrollWidth"))
