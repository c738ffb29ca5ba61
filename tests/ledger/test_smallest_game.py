"""A game of a single file works on every screen and sheet, in the API and in the statistics."""

import json
import re
import sys
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from games import registry
from ledger.circles.models import Member
from ledger.circles.roles import Role
from ledger.circles.services.invites import make_invite
from ledger.circles.services.players import add_player
from ledger.following import rules as rules_pages
from ledger.live.links import make_link, token_of
from ledger.money.services import Payment, record_payment
from ledger.series.house_rules import keep_rules
from ledger.series.models import Result, Series, Status
from ledger.series.state import series_state
from ledger.standings.models import Points, Season
from ledger.standings.seasons.services import Terms, close_season, make_season
from ledger.standings.seasons.table import season_table
from ledger.transfer.export import circle_file
from tests.games.smallest import Smallest
from tests.ledger.conftest import join, make_user

pytestmark = pytest.mark.django_db

# Pages that this game does not have: cards, deals that are thrown in, players who join, an example.
NOT_OF_THIS_GAME = {"cards", "cards_throw_in", "cards_discard", "throw_in", "seats", "example", "example_hand"} | {
    "marks",
    "ask_again",
}  # only where players are asked for verdicts
# Files of a series that is over: its picture, and the sheets of a link and of a season.
AT_THE_END = re.compile(r".*/result\.png|/(follow|circles)/.*\.pdf")
NOT_WALKED = {"import_progress", "help"}  # needs a file that is being read; is the same for every game
OF_OTHERS = {
    "admin",
    "account",
    "design",
    "manifest",
    "metrics",
    "pocket",
}  # the first part of addresses that have nothing to do with games


@pytest.fixture(autouse=True)
def smallest_is_registered(monkeypatch, tmp_path) -> None:
    """Add the game to the registry in every module that has imported it."""
    games = (*registry.GAMES, Smallest)
    changed = {"GAMES": games, "BY_SLUG": {game.slug: game for game in games}}
    originals = {name: getattr(registry, name) for name in changed}
    for module in list(sys.modules.values()):
        for name, value in changed.items():
            if getattr(module, name, None) is originals[name]:
                monkeypatch.setattr(module, name, value)
    (tmp_path / "at-the-table" / "en").mkdir(parents=True)
    (tmp_path / "at-the-table" / "en" / "smallest.md").write_text("# Smallest at the table\n\n**The end.** At 20.\n")
    (tmp_path / "smallest.md").write_text(
        "# Smallest\n\n## The end\n\nAfter the hand in which a total reaches `target`.\n"
    )
    monkeypatch.setattr(rules_pages, "FOLDER", tmp_path)
    rules_pages.rules_texts.cache_clear()


class Desk:
    """Alice starts series, records hands and reads every page."""

    def __init__(self, client: Client, owner: Member) -> None:
        self.client, self.circle, self.me = client, owner.circle, owner
        self.players = [add_player(circle=self.circle, name=name) for name in ("Asha", "Bimal", "Chandra")]
        client.force_login(owner.user)

    def start(self) -> Series:
        page = reverse("start_series", args=[self.circle.pk])
        assert "Smallest" in self.client.get(page).content.decode()
        form = self.client.get(f"{page}?game=smallest").content.decode()
        key = re.search(r'name="key" value="([^"]+)"', form)
        assert key
        sent = {"seats": [player.pk for player in self.players], "point_value": "0.5", "preset": "usual"}
        sent |= {"rule_target": "20", "key": key[1]}
        assert self.client.post(f"{page}?game=smallest", sent).status_code == 302
        return Series.objects.latest("started_at")

    def save(self, series: Series, *figures: int) -> Any:
        series.refresh_from_db()
        typed = {f"figure_{seat}": str(figure) for seat, figure in enumerate(figures)}
        sent = typed | {"base_version": str(series.version), "key": f"hand {series.version}"}
        return self.client.post(reverse("series:enter_hand", args=[series.pk]), sent)


@pytest.fixture
def desk(client, owner) -> Desk:
    return Desk(client, owner)


def addresses(known: dict[str, Any], resolver: Any = None, before: str = "", names: tuple[str, ...] = ()) -> Any:
    """Yield name and path of every address whose parts are all in `known`."""
    for pattern in (resolver or get_resolver()).url_patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from addresses(known, pattern, route)
        elif isinstance(pattern, URLPattern) and pattern.name:
            path = route
            for name, value in known.items():
                path = path.replace(name, value) if "<" in name else path
                for converter in ("id", "int", "slug", "str"):
                    path = path.replace(f"<{converter}:{name}>", str(value))
            if path.split("/")[0] in OF_OTHERS:
                continue
            if "<" in path:
                assert pattern.name in NOT_WALKED, f"things_of has no value for the id in {path}"
            elif not set("(^$") & set(path):
                yield pattern.name, f"/{path}"


def things_of(desk: Desk, series: Series) -> dict[str, Any]:
    """Return a value for each part of an address."""
    me, (one, other, _third) = desk.me, desk.players
    member = join(desk.circle, make_user("Vera"), Role.VIEWER)
    invite, invite_token = make_invite(actor=me.user, circle=desk.circle, role=Role.VIEWER)
    link = make_link(me=me, series=series)
    today = timezone.localdate()
    terms = Terms(name="All", game=Smallest.slug, title="", since=today, until=today, points=Points.PLACE)
    return {
        "circle_id": desk.circle.pk,
        "series_id": series.pk,
        "kind": "stopped",
        "player_id": one.pk,
        "other_id": other.pk,
        "member_id": member.pk,
        "invite_id": invite.pk,
        "link_id": link.pk,
        "rules_id": keep_rules(circle=desk.circle, game=Smallest, rules={}, name="Ours").pk,
        "entry_id": record_payment(me=me, payment=Payment(one, other, Decimal(1))).entry.pk,
        "season_id": make_season(me=me, terms=terms).pk,
        "number": 1,
        "slug": Smallest.slug,
        "join/<str:token>": f"join/{invite_token}",
        "follow/<str:token>": f"follow/{token_of(link)}",
    }


def test_every_address_answers_while_it_is_played_and_afterwards(desk):
    series = desk.start()
    assert desk.save(series, 5, 7, 0).status_code == 302
    known = things_of(desk, series)
    for ends in (False, True):
        if ends:
            assert desk.save(series, 6, 13, 2).status_code == 302
            season = Season.objects.get()
            close_season(me=desk.me, season=season, seen=season_table(desk.me, season).seen)
        found = [(name, path) for name, path in addresses(known) if not path.startswith("/api/")]
        assert len(found) > 80
        answers = {path: desk.client.get(path).status_code for _name, path in found}
        missing = {path for name, path in found if name in NOT_OF_THIS_GAME}
        missing |= {path for path in answers if AT_THE_END.fullmatch(path) and not ends}
        assert {path for path, status in answers.items() if status == 404} == missing
        assert {status for path, status in answers.items() if path not in missing} <= {200, 302, 405}
    calls = {path: desk.client.get(path).status_code for _name, path in addresses(known) if path.startswith("/api/")}
    assert len(calls) > 30
    needs_a_game = {path for path in calls if path.partition("?")[0].endswith(("/declared", "/declared.csv"))}
    assert {path for path, status in calls.items() if status == 422} == needs_a_game
    assert set(calls.values()) == {200, 405, 422}
    series.refresh_from_db()
    assert series.status == Status.FINISHED
    page = desk.client.get(reverse("series:page", args=[series.pk])).content.decode()
    assert "Bimal won" in page


def test_hands_are_corrected_and_withdrawn(desk):
    series = desk.start()
    desk.save(series, 5, 7, 0)
    series.refresh_from_db()
    correct = reverse("series:correct", args=[series.pk, 1])
    sent = {"figure_0": "4", "figure_1": "7", "figure_2": "0", "reason": "Misread.", "key": "c", "step": "save"}
    sent |= {"base_version": str(series.version)}
    desk.client.post(correct, sent)
    series.refresh_from_db()
    assert list(series_state(series).play.standing.cumulative) == [4, 7, 0]
    answer = desk.client.post(reverse("series:undo", args=[series.pk]), {"base_version": series.version, "key": "u"})
    assert answer.status_code == 302
    series.refresh_from_db()
    assert list(series_state(series).play.standing.cumulative) == [0, 0, 0]


def test_a_hand_that_cannot_be_is_refused(desk):
    answer = desk.save(desk.start(), 5, 77, 0)
    assert answer.status_code == 422
    assert "This number is too large or too small." in answer.content.decode()


def test_the_api_plays_it_and_describes_it(desk, circle):
    def call(path: str, body: Any = None) -> Any:
        address = f"/api/v1/{path}"
        if body is None:
            return desk.client.get(address).json()
        return desk.client.post(address, json.dumps(body), content_type="application/json").json()

    (game,) = [game for game in call("games") if game["slug"] == "smallest"]
    assert game["seats"] == {"min": 2, "max": 4, "allowed": [2, 3, 4]}
    assert call("games/smallest/judge", {"seats": 2, "record": {"points": [3, 4]}})["points_won"] == [3, 4]
    players = [player.pk for player in desk.players]
    series = call(f"circles/{circle.pk}/series", {"game": "smallest", "players": players, "point_value": "0.5"})
    for number, points in enumerate([[5, 7, 0], [6, 13, 2]], start=1):
        series = call(f"series/{series['id']}/hands", {"record": {"points": points}, "base_version": number})
    assert series["status"] == "finished"
    assert series["ranking"] == [[1], [0], [2]]
    # 11, 20 and 2 at a half each: −9 + 9 = 0, 9 + 18 = 27, −9 − 18 = −27 points.
    assert [row["money"] for row in series["settlement"]["by_seat"]] == ["0.00", "13.50", "-13.50"]
    # Without ?game: its choices are fixed when the schemas are imported, maybe before this game was registered.
    rows = call(f"circles/{circle.pk}/standings")["rows"]
    assert [(row["player"]["name"], row["places"], row["money"]) for row in rows] == [
        ("Bimal", [1, 0, 0], "13.50"),
        ("Asha", [0, 1, 0], "0.00"),
        ("Chandra", [0, 0, 1], "-13.50"),
    ]
    assert Result.objects.filter(series=series["id"]).count() == 3
    assert '"smallest"' in circle_file(circle)
