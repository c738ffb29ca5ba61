"""A circle that played for money and is for points only now: no visitor finds a currency or an amount.

The tests ask every address of access_table.py as every kind of visitor.
"""

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from io import BytesIO
from typing import Any

import pytest
from django.conf import settings
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone, translation
from pypdf import PdfReader

from games.registry import BY_SLUG
from ledger.circles.models import Circle, Member, Player
from ledger.circles.roles import Role
from ledger.circles.services.invites import make_invite
from ledger.live.links import make_link, token_of
from ledger.money.models import Entry, Posting
from ledger.money.services import Payment, PlannedAmount, record_payment
from ledger.money.source_accounts import PaymentState, PlanPart
from ledger.series.house_rules import keep_rules
from ledger.series.models import Series
from ledger.series.points_only import switch_points_only
from ledger.series.settling import account_of_series, pay
from ledger.series.starting import Agreement, start_series
from ledger.series.state import seated_players, series_state
from ledger.sheets.link_files import picture_of
from ledger.sheets.papers import PREVIEW, RESULT
from ledger.signing.answers import store_short_code
from ledger.signing.seals import seal_of
from ledger.standings.models import Points
from tests.ledger.access_table import ROWS
from tests.ledger.conftest import make_user
from tests.ledger.pages import client_of
from tests.ledger.series.conftest import Scorer
from tests.ledger.series.evening import run_audit
from tests.ledger.standings.seasons import close, season
from tests.needs import THOROUGH

pytestmark = pytest.mark.django_db

POINT_VALUE = Decimal("0.37")
WHOLE_RECORD = ("/export.json", "/export/")  # the files that carry the chain
CHAIN = "/pocket/rows/"  # the event of the start names the circle's currency, which its hash covers
# Addresses without a circle, and pages that make a circle.
ELSEWHERE = (
    "/example/",
    "/start/",
    "/account/",
    "/api/v1/schema",
    "/api/v1/docs",
    "/api/v1/games",
    "/language/",
    "/theme/",
    "/pocket/sw.js",  # a script
    "/healthz",
    "/readyz",
)
# Addresses with a query.
ASKED_FOR = [
    "/circles/{circle}/standings/?game=all",
    "/circles/{circle}/standings/?sort=money",
    "/circles/{circle}/series/new/?game=jaago-chalis",
    "/circles/{circle}/series/new/?game=jaago-chalis&like={series}",
    "/series/{series}/settlement/?standard=without",
    "/series/{series}/sheet.pdf?paper=phone",
    "/follow/{follow}/sheet.pdf?paper=phone",
    "/api/v1/circles/{circle}/standings?game=all",
    "/api/v1/circles/{circle}/standings.csv?game=all",
    "/api/v1/series/{series}?hands=1",
]
SIGNS = re.compile(r"[$€£¥₹₨৳]|\bRs\b|(?<![\u0900-\u097f])(?:रु|नेरू)(?![\u0900-\u097f])|[Rr]upee|रुपै")


@dataclass(frozen=True)
class Table:
    """A circle with series for money that is over, paid in part, shown by a link, and in closed seasons."""

    circle: Circle
    places: dict[str, str]  # the ids in the addresses
    clients: dict[str, Client]
    amounts: frozenset[str]  # every amount that was ever booked, as 12.34

    def addresses(self, method: str) -> list[str]:
        found = [address for wanted, address, *_statuses in ROWS if wanted == method]
        both = [address.replace("{series}", name) for address in found for name in ("{series}", "{later}")]
        both = [address.replace("{season}", name) for address in both for name in ("{season}", "{by_place}")]
        both += ASKED_FOR if method == "GET" else []
        named = dict.fromkeys(address.format(**self.places) for address in both)
        return [address for address in named if not address.startswith(ELSEWHERE)]

    def money_in(self, text: str) -> list[str]:
        """Return the signs and codes of currencies in a text, and the amounts of this circle."""
        plain = text.translate(str.maketrans("०१२३४५६७८९", "0123456789"))
        words = set(re.findall(r"(?<![A-Za-z0-9_-])[A-Z]{3}(?![A-Za-z0-9_-])", plain))
        figures = set(re.findall(r"(?<![\d.])\d+\.\d\d(?!\d)", plain))
        return [*SIGNS.findall(plain), *(words & {"NPR", "USD"}), *(figures & self.amounts)]


def open_payments(series: Series) -> list[PlanPart]:
    account = account_of_series(series, seated_players(series))
    assert account
    return account.in_state(PaymentState.OPEN)


@pytest.fixture
def table(owner, scorer, viewer, players, settings, tmp_path) -> Table:
    settings.DATA_DIR = tmp_path
    circle, game = owner.circle, BY_SLUG["jaago-chalis"]
    today = timezone.localdate()
    days = {"since": today - timedelta(days=9), "until": today + timedelta(days=9)}
    by_money = season(owner, name="By money", points=Points.MONEY, **days)
    by_place = season(owner, name="By place", **days)
    series = play(scorer, players, POINT_VALUE)
    owed = open_payments(series)
    assert pay(series_state(series), scorer, PlannedAmount(owed[0].payer.pk, owed[0].payee.pk, owed[0].amount_minor))
    payment = record_payment(me=scorer, payment=Payment(players[0], players[1], Decimal("4.29"))).entry
    link = make_link(me=scorer, series=series, shows_payments=True)
    close(owner, by_money)
    close(owner, by_place)
    invite, token = make_invite(actor=owner.user, circle=circle, role=Role.VIEWER)
    minor = Posting.objects.values_list("amount_minor", flat=True)
    places = {
        "circle": circle.pk,
        "member": viewer.pk,
        "player": players[0].pk,
        "taken": players[1].pk,
        "invite": invite.pk,
        "token": token,
        "series": series.pk,
        "later": series.pk,
        "payment": payment.pk,
        "rules": keep_rules(circle=circle, game=game, rules={}, name="Ours").pk,
        "season": by_money.pk,
        "by_place": by_place.pk,
        "link": link.pk,
        "follow": token_of(link),
    }
    users = {"outsider": make_user("Charlie"), "viewer": viewer.user, "scorer": scorer.user, "owner": owner.user}
    clients = {"nobody": Client()} | {name: client_of(user) for name, user in users.items()}
    amounts = {f"{abs(each) // 100}.{abs(each) % 100:02}" for each in minor} | {str(POINT_VALUE)}
    return Table(circle, places, clients, frozenset(amounts))


def play(me: Member, players: list[Player], point_value: Decimal) -> Series:
    """Play a series of two hands, and stop it with standard money."""
    game = BY_SLUG["jaago-chalis"]
    agreed = Agreement(game, players, game.default_preset.rules, point_value)
    scored = Scorer(me, start_series(me=me, agreed=agreed))
    scored.record({"points_won": [18, 12, 10, 0]}, {"points_won": [16, 10, 10, 4]})
    scored.stop(with_standard=True)
    scored.series.refresh_from_db()
    return scored.series


def all_of(answer: HttpResponse) -> str:
    """Return the whole answer as text: headers, the markup of a page, the text of a PDF."""
    head = "\n".join(f"{name}: {value}" for name, value in answer.items() if name != "Content-Security-Policy")
    kind = answer.headers.get("Content-Type", "")
    body = b"".join(answer) if answer.streaming else answer.content
    if kind == "application/pdf":
        reader = PdfReader(BytesIO(body))
        return head + str(reader.metadata) + "\n".join(page.extract_text() for page in reader.pages)
    return head if kind.startswith("image/") else head + html.unescape(body.decode())


def ask(table: Table, who: str, method: str, address: str, language: str) -> Iterator[str]:
    """Yield the answer as text. Changes in the database are rolled back."""
    client = table.clients[who]
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    with transaction.atomic():
        yield all_of(client.generic(method, address))
        transaction.set_rollback(True)


def walk(table: Table, *visitors: str, methods: tuple[str, ...] = ("GET",), language: str = "en") -> Any:
    """Return the money that each visitor finds, by method, address and visitor."""
    return {
        (method, address, who): money
        for method in methods
        for address in table.addresses(method)
        for who in visitors
        if not (address.endswith(WHOLE_RECORD) and who == "owner")
        for text in ask(table, who, method, address, language)
        if (money := [each for each in table.money_in(text) if not (address.startswith(CHAIN) and each == "NPR")])
    }


def switch(table: Table, owner: Member, scorer: Member) -> None:
    """Switch the circle to points only, and play a series."""
    switch_points_only(me=owner, points_only=True)
    scorer.circle.refresh_from_db()
    later = play(scorer, list(table.circle.players.order_by("created_at")), Decimal(0))
    table.places["later"] = later.pk


@pytest.mark.slow
def test_no_visitor_finds_money(table, owner, scorer):
    before = walk(table, "owner")
    assert len(before) > 20, "the walk finds too little money before the switch"
    pictures = {paper.slug: picture_of(load(table), paper).get_or_make() for paper in (RESULT, PREVIEW)}

    switch(table, owner, scorer)
    assert walk(table, *(table.clients if THOROUGH else ["nobody", "owner"])) == {}
    picture = table.clients["nobody"].get(f"/follow/{table.places['follow']}/result.png").content
    assert picture not in pictures.values()
    with translation.override("en"):
        for paper in (RESULT, PREVIEW):
            drafts = picture_of(load(table), paper).job().drafts
            assert [table.money_in(html.unescape(draft)) for draft in drafts] == [[]]
        assert "<bdi>Dipak</bdi> gives <bdi>Asha</bdi>" in picture_of(load(table), RESULT).job().drafts[0]
    assert run_audit()[1] == 0


@pytest.mark.thorough
@pytest.mark.slow
def test_nor_in_nepali_nor_by_sending_something(table, owner, scorer):
    switch(table, owner, scorer)
    assert walk(table, "nobody", "owner", methods=("POST", "PATCH")) == {}
    assert walk(table, "nobody", "owner", language="ne") == {}


def test_a_code_from_before_shows_no_payment(table, owner, scorer):
    """Neither the short code that was printed on a sheet, nor the whole one."""
    seal = store_short_code(seal_of(series_state(load(table)), payments=True))

    def answer(code: str) -> str:
        return all_of(table.clients["nobody"].post("/check/", {"code": code}))

    assert table.money_in(answer(seal.short))
    switch(table, owner, scorer)
    for code in (seal.short, seal.code):
        page = answer(code)
        assert "This site has signed these figures." in page
        assert table.money_in(page) == []


def test_a_page_that_was_open_books_nothing(table, owner, scorer):
    """Its forms are sent after the switch: to mark a payment as paid, to reopen the series, to change the settings."""
    series, client = load(table), table.clients["owner"]
    still_open = open_payments(series)[0]
    paid = {
        "payer": still_open.payer.pk,
        "payee": still_open.payee.pk,
        "amount_minor": still_open.amount_minor,
    }
    switch(table, owner, scorer)
    entries, version = Entry.objects.count(), load(table).version
    sent = {"base_version": version, "key": "a key of its own", "reason": "One hand more"}
    answers = [
        client.post(f"/series/{series.pk}/pay/", paid),
        client.post(f"/series/{series.pk}/reopen/", sent),
        client.post(
            f"/circles/{series.circle_id}/settings/",
            {"name": "Neighbours", "language": "en", "verdicts": "off", "card_faces": "rules"},
        ),
    ]
    assert [answer.status_code for answer in answers] == [302, 422, 302]
    assert [table.money_in(all_of(answer)) for answer in answers] == [[], [], []]
    assert "plays for points only" in all_of(answers[1])
    assert (Entry.objects.count(), load(table).version) == (entries, version)
    owner.circle.refresh_from_db()
    assert (owner.circle.name, owner.circle.currency) == ("Neighbours", "NPR")


def test_what_would_be_refused_is_not_offered(table, owner, scorer):
    series, client = load(table), table.clients["owner"]
    pages = [f"/series/{series.pk}/", f"/series/{series.pk}/hands/1/"]
    way_back = re.compile(rf"/series/{series.pk}/(?:reopen|undo)/")
    assert all(way_back.search(all_of(client.get(page))) for page in pages)
    switch(table, owner, scorer)
    shown = [all_of(client.get(page)) for page in pages]
    assert not any(map(way_back.search, shown))
    assert "It stays closed while the circle plays for points only." in shown[1]


def test_a_message_from_before_the_switch_names_no_amount(table, owner, scorer):
    client, places, circle = table.clients["owner"], table.places, owner.circle
    form = client.get(f"/circles/{circle.pk}/payments/new/").context
    paid = {
        "payer": places["player"],
        "payee": places["taken"],
        "currency": "NPR",
        "amount": "4.29",
        "key": "a key of its own",
        "base_version": form["version"],
    }
    assert client.post(f"/circles/{circle.pk}/payments/new/", paid).status_code == 302
    switch(table, owner, scorer)
    page = all_of(client.get(f"/circles/{circle.pk}/"))
    assert "Recorded: " in page
    assert not table.money_in(page)


def load(table: Table) -> Series:
    return Series.objects.select_related("circle").get(pk=table.places["series"])
