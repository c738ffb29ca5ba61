"""A circle goes from one Khata to another as one file, as it is or not at all."""

import json
from collections.abc import Callable
from decimal import Decimal
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command

from games.registry import GAMES
from ledger.circles.models import Circle, Member, Player, User
from ledger.circles.roles import Role
from ledger.circles.services.circles import make_circle
from ledger.circles.services.guests import make_guest
from ledger.circles.services.members import hand_over, remove_member
from ledger.circles.services.players import add_player, remove_player
from ledger.file_format import UnfitFileError
from ledger.importing import bring_in, look_into
from ledger.money.services import Payment, Submit, record_payment
from ledger.series.models import Event, Series
from ledger.series.services import Agreement, join_series, start_series, unseat_last
from tests.ledger.books.test_every_game import each_evening, play
from tests.ledger.carrying import NAMES, as_bytes, empty_the_database, export, fill, forge
from tests.ledger.conftest import join, make_user
from tests.ledger.series.conftest import J40, Scorer
from tests.ledger.series.evening import run_audit
from tests.ledger.sheets.tables import Table

pytestmark = pytest.mark.django_db

File = dict[str, Any]


@pytest.fixture
def rich(scorer: Member, charlie: User) -> Circle:
    return fill(scorer, charlie)


_KEPT: list[str] = []


@pytest.fixture
def text(db: None, request: pytest.FixtureRequest) -> str:
    """The file of a rich circle, which is made once, and an empty database."""
    if not _KEPT:
        _KEPT.append(export(request.getfixturevalue("rich")))
        empty_the_database()
    return _KEPT[0]


@pytest.fixture
def path(text: str, tmp_path: Path) -> Path:
    path = tmp_path / "circle.json"
    path.write_text(text, encoding="utf-8")
    return path


def import_circle(path: Path, *options: str) -> str:
    printed = StringIO()
    call_command("import_circle", str(path), *options, stdout=printed)
    return printed.getvalue()


def count_rows() -> dict[str, int]:
    return {model.__name__: model._default_manager.count() for model in apps.get_models()}


# --- Works -----------------------------------------------------------------------------------------------------------


def test_export_import_export_is_the_same_and_audits_clean(text: str, path: Path) -> None:
    whole = json.loads(text)
    assert [series["status"] for series in whole["series"]] == ["finished", "stopped", "open", "finished", "open"]
    assert {event["kind"] for series in whole["series"] for event in series["events"]} == {
        "started",
        "recorded",
        "corrected",
        "withdrawn",
        "stopped",
        "reopened",
    }
    assert {entry["currency"] for entry in whole["entries"]} == {"NPR", "CHF"}
    assert {entry["kind"] for entry in whole["entries"]} == {"settlement", "payment", "reversal"}
    printed = import_circle(path)
    assert "शुक्रबारको मण्डली" in printed
    assert "with 5 series, 10 hands, 12 entries." in printed
    assert export(whole["circle"]["id"]) == text
    assert run_audit() == (["Everything is as it was written: 1 circles, 5 series, 12 entries."], 0)


def test_who_brings_it_in_owns_it_and_nobody_else_gets_in(text: str, path: Path) -> None:
    dora = make_user("Dora")
    import_circle(path, "--owner", "DORA")
    circle = Circle.objects.get()
    able = Member.objects.filter(circle=circle, user__is_active=True)
    assert [(member.user, member.role) for member in able] == [(dora, Role.OWNER)]
    for member in Member.objects.exclude(user=dora):
        assert member.user.is_guest
        assert not member.user.has_usable_password()
    whole, again = json.loads(text), json.loads(export(circle))
    added = [member for member in again["members"] if member not in whole["members"]]
    assert [(member["name"], member["role"]) for member in added] == [("Dora", "owner")]
    again["members"].remove(added[0])
    assert again == whole


def test_who_recorded_what_stays(text: str) -> None:
    bring_in(look_into(text.encode()), None)
    assert {event.by_name for event in Event.objects.all()} == {"Bob", "गीता"}
    assert {event.by.display_name for event in Event.objects.filter(by_name="Bob")} == {"Bob"}
    assert {event.by for event in Event.objects.filter(by_name="गीता")} == {None}, "she has left"
    assert Player.objects.get(claimed_by__user__display_name="Bob").name == NAMES[0]
    assert [player.name for player in Player.objects.exclude(hidden_at=None)] == [NAMES[3]]


def test_an_account_of_the_same_name_gets_nothing(text: str) -> None:
    bob, alice = make_user("Bob"), make_user("Alice")
    bring_in(look_into(text.encode()), None)
    assert not Member.objects.filter(user__in=[bob, alice]).exists()
    assert not Event.objects.filter(by__in=[bob, alice]).exists()
    assert User.objects.filter(display_name="Bob").count() == 2


@each_evening
def test_every_game_goes_as_well(owner: Member, table: Table) -> None:
    series = play(owner, table)
    text = export(owner.circle)
    empty_the_database()
    bring_in(look_into(text.encode()), None)
    assert export(owner.circle_id) == text
    assert series.status in text
    assert run_audit()[1] == 0


def test_who_joins_later_and_who_gets_up_again(owner: Member) -> None:
    game = next(game for game in GAMES if game.joining)
    players = [add_player(circle=owner.circle, name=name) for name in NAMES]
    agreed = Agreement(game, players, game.default_preset.rules, Decimal("0.25"))
    scorer = Scorer(owner, start_series(me=owner, agreed=agreed))
    for name in ("Joined", "Unseated"):
        newcomer = add_player(circle=owner.circle, name=name)
        join_series(series=scorer.series, submit=scorer.submit(), player=newcomer)
    unseat_last(series=scorer.series, submit=scorer.submit())
    remove_player(player=newcomer)
    text = export(owner.circle)
    empty_the_database()
    bring_in(look_into(text.encode()), None)
    assert export(owner.circle_id) == text
    assert run_audit()[1] == 0
    whole = json.loads(text)
    assert [event["kind"] for event in whole["series"][0]["events"]][-3:] == ["joined", "joined", "unseated"]
    seated = whole["series"][0]["events"][-3]["content"]
    for strange in ({**seated, "player": whole["players"][0]["id"]}, {**seated, "seat": 7}, {"seat": 3}, {}):
        whole["series"][0]["events"][-3]["content"] = strange
        forge(whole)
        number = whole["series"][0]["version"] - 2
        assert IMPOSSIBLE.format(series=whole["series"][0]["id"], number=number) in problems_with(whole)


def test_an_empty_circle_goes_as_well(owner: Member) -> None:
    text = export(owner.circle)
    empty_the_database()
    bring_in(look_into(text.encode()), None)
    assert export(owner.circle_id) == text


def test_play_goes_on_in_the_circle(text: str, alice_again: Member) -> None:
    """The open series takes its next hand, and a payment its place in the chain."""
    open_ = Series.objects.get(status="open", version__gt=1)
    Scorer(alice_again, open_).record(J40[0])
    payer, payee = list(Player.objects.filter(hidden_at=None))[:2]
    record_payment(submit=Submit(alice_again), payment=Payment(payer, payee, Decimal(1)))
    assert run_audit() == (["Everything is as it was written: 1 circles, 5 series, 13 entries."], 0)


@pytest.fixture
def alice_again(text: str) -> Member:
    circle = bring_in(look_into(text.encode()), make_user("Alice"))
    return Member.objects.select_related("circle", "user").get(circle=circle, user__is_active=True)


def test_a_byte_order_mark_does_no_harm(text: str) -> None:
    look_into(b"\xef\xbb\xbf" + text.encode())


# --- Refuses ---------------------------------------------------------------------------------------------------------


def problems_with(whole: File) -> list[str]:
    with pytest.raises(UnfitFileError) as unfit:
        look_into(as_bytes({**whole, "circle": {**whole["circle"], "id": "a" * 12}}))
    return list(unfit.value.problems)


def problems_of(data: bytes) -> list[str]:
    before = count_rows()
    with pytest.raises(UnfitFileError) as unfit:
        bring_in(look_into(data), None)
    assert count_rows() == before
    return list(unfit.value.problems)


def changed(whole: File, change: Callable[[File], object]) -> bytes:
    change(whole)
    return as_bytes(whole)


NOT_OURS = "This is not a file that Khata wrote."
CUT_SHORT = "The file is cut short: its end is missing. Please fetch it once more."


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", NOT_OURS),
        (b"  \n", NOT_OURS),
        (b"\x89PNG\r\n\x1a\n" + b"\0" * 50, NOT_OURS),
        (b"once upon a time there was a table", NOT_OURS),
        (b"[]", NOT_OURS),
        (b'"khata-circle"', NOT_OURS),
        (b"{}", NOT_OURS),
        (b'{"format": "khata-circle", "format": "khata-circle"}', NOT_OURS),
        (b'{"format": "somebody-else", "version": 1}', NOT_OURS),
        (b'{"format": ["khata-circle"], "version": 1}', NOT_OURS),
        (b"[" * 100_000, NOT_OURS),
        (b"[" * 60 + b"]" * 60, NOT_OURS),
        (b'{"a":' * 5000 + b"1" + b"}" * 5000, NOT_OURS),
        (b'{"format": "khata-circle", "version": 1e999}', NOT_OURS),
        (b'{"format": "khata-circle", "version": NaN}', NOT_OURS),
        (b'{"format": "khata-circle", "version": ' + b"9" * 5000 + b"}", NOT_OURS),
        (b'{"format": "khata-circle", "a": "\\u0000"}', "There are characters in this file that cannot be kept."),
        (b'{"format": "khata-circle", "\\ud83d": 1}', "There are characters in this file that cannot be kept."),
        (
            b'{"format": "khata-series", "version": 1}',
            "This is the file of one series. Only the file of a whole circle can be imported.",
        ),
        (
            b'{"format": "khata-circle", "version": 2}',
            "This file is of version 2, and only version 1 can be read here.",
        ),
        (
            b'{"format": "khata-circle", "version": true}',
            "This file is of version True, and only version 1 can be read here.",
        ),
        (
            b'{"format": "khata-circle"}',
            "This file is of version None, and only version 1 can be read here.",
        ),
    ],
)
def test_what_is_no_file_of_ours(data: bytes, sentence: str) -> None:
    assert problems_of(data) == [sentence]


def test_a_file_that_is_cut_short(text: str) -> None:
    data = text.encode()
    for end in (30, 1000, len(data) // 2, len(data) - 200, *range(len(data) - 40, len(data) - 2)):
        assert problems_of(data[:end].rstrip()) == [CUT_SHORT], data[max(0, end - 40) : end]


def first_series(whole: File) -> File:
    return whole["series"][0]


def put(path: str, value: object) -> Callable[[File], object]:
    """`put("series.0.status", "open")`"""

    def change(whole: File) -> None:
        *steps, last = path.split(".")
        place: Any = whole
        for step in steps:
            place = place[int(step)] if isinstance(place, list) else place[step]
        place[int(last) if isinstance(place, list) else last] = value

    return change


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        ("password", "x", "password: This does not belong here."),
        ("circle.id", "short", "circle.id: There are characters in this text that cannot be kept."),
        ("circle.id", 7, "circle.id: This must be text."),
        ("circle.coin_minor", 0, "circle.coin_minor: This number is too large or too small."),
        ("circle.coin_minor", True, "circle.coin_minor: This must be a whole number."),
        ("circle.created_at", "2026-01-01", "circle.created_at: This cannot be read."),
        ("circle.created_at", "2026-01-01T20:00:00+05:45", "circle.created_at: This cannot be read."),
        ("circle.created_at", "1901-01-01T20:00:00+00:00", "circle.created_at: This cannot be read."),
        ("circle.created_at", "2999-01-01T20:00:00+00:00", "circle.created_at: This cannot be read."),
        ("members.0.role", "king", "members.0.role: This is not one of the choices."),
        ("members.0.password", "x", "members.0.password: This does not belong here."),
        ("players", {}, "players: This cannot be read."),
        ("series.0.version", 2**31, "series.0.version: This number is too large or too small."),
        ("series.0.events", [], "series.0.events: This cannot be read."),
        ("series.0.events.0.kind", "imagined", "series.0.events.0.kind: This is not one of the choices."),
        ("series.0.events.1.content", "four", "series.0.events.1.content: This cannot be read."),
        ("series.0.events.0.reason", "x" * 301, "series.0.events.0.reason: This text is too long."),
        ("entries.0.note", "x" * 301, "entries.0.note: This text is too long."),
        ("entries.0.postings", {}, "entries.0.postings: This cannot be read."),
    ],
)
def test_a_shape_that_no_export_has(text: str, path: str, value: object, sentence: str) -> None:
    assert problems_of(changed(json.loads(text), put(path, value))) == [sentence]


def test_what_is_missing_is_named_all_at_once(text: str) -> None:
    whole = json.loads(text)
    del whole["circle"]["name"], whole["entries"], whole["players"][0]["name"]
    assert problems_of(as_bytes(whole)) == [
        "circle.name: This is missing.",
        "players.0.name: This is missing.",
        "entries: This is missing.",
    ]


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        ("circle.name", " ", "“ ” cannot be a name here."),
        ("circle.name", "two\nlines", "“two\nlines” cannot be a name here."),
        ("circle.currency", "QQQ", "There is no currency called QQQ."),
        ("circle.language", "tlh", "There is no language called tlh here."),
        ("players.0.name", "x" * 81, f"“{'x' * 40}” cannot be a name here."),
        ("players.1.name", NAMES[0], f"There are two players called {NAMES[0]}."),
        ("players.1.member", "a" * 12, f"{NAMES[1]} is said to be a member, and there is no such member."),
        ("series.0.events.0.by", "a" * 12, "Series {series} was recorded by somebody who is not among the members."),
        ("entries.0.by", "a" * 12, "Entry 1 was recorded by somebody who is not among the members."),
        (
            "series.0.events.1.by_name",
            "Charlie",
            "Series {series}: event 2 does not fit into the chain: it or the one before it was changed or taken out.",
        ),
        (
            "series.0.events.2.hash",
            "0" * 64,
            "Series {series}: event 3 does not fit into the chain: it or the one before it was changed or taken out.",
        ),
        (
            "entries.1.note",
            "never mind",
            "Entry 2 does not fit into the chain: it or the one before it was changed or taken out.",
        ),
        ("series.0.status", "open", "Series {series}: the file says something else than its events (status)."),
        ("series.0.rules.target", 50, "Series {series}: the file says something else than its events (rules)."),
        ("series.0.version", 7, "Series {series}: the file says something else than its events (version)."),
        (
            "series.0.point_value",
            "9.0000",
            "Series {series}: the file says something else than its events (point_value).",
        ),
        (
            "series.0.with_standard",
            False,
            "Series {series}: the file says something else than its events (with_standard).",
        ),
        (
            "series.0.changed_at",
            "2026-01-01T20:00:00+00:00",
            "Series {series}: the file says something else than its events (changed_at).",
        ),
    ],
)
def test_what_does_not_fit_the_rest(text: str, path: str, value: object, sentence: str) -> None:
    whole = json.loads(text)
    expected = sentence.format(series=first_series(whole)["id"])
    assert problems_of(changed(whole, put(path, value))) == [expected]


def test_two_players_of_the_same_name_where_one_has_left_are_fine(text: str) -> None:
    whole = json.loads(text)
    assert whole["players"][3]["hidden_at"]
    look_into(changed(whole, put("players.3.name", NAMES[0])))


# --- Refuses what somebody made up who knows how the chains are made -------------------------------------------------


IMPOSSIBLE = "Series {series}: event {number} is none that could have happened."
UNLIKE_BOOKS = "Series {series}: the books say something else than its hands come to."


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        ("series.0.events.0.kind", "recorded", IMPOSSIBLE.replace("{number}", "1")),
        ("series.0.events.0.content.game", "bridge", "Series {series} is of a game that is not known here: bridge."),
        ("series.0.events.0.content.status", "finished", IMPOSSIBLE.replace("{number}", "1")),
        ("series.0.events.0.content.rules", {"target": -1}, IMPOSSIBLE.replace("{number}", "1")),
        ("series.0.events.0.content.point_value", "1E+9", IMPOSSIBLE.replace("{number}", "1")),
        ("series.0.events.0.content.point_value", "9999999.0000", IMPOSSIBLE.replace("{number}", "1")),
        ("series.0.events.0.content.currency", "QQQ", IMPOSSIBLE.replace("{number}", "1")),
        ("series.0.events.0.content.players", ["a" * 12], IMPOSSIBLE.replace("{number}", "1")),
        ("series.0.events.0.hand_number", 1, IMPOSSIBLE.replace("{number}", "1")),
        ("series.0.events.1.content", {"points_won": [1, 1, 1, 1]}, IMPOSSIBLE.replace("{number}", "2")),
        ("series.0.events.1.content", {}, IMPOSSIBLE.replace("{number}", "2")),
        ("series.0.events.1.hand_number", 2, IMPOSSIBLE.replace("{number}", "2")),
        ("series.0.events.1.kind", "started", IMPOSSIBLE.replace("{number}", "2")),
        ("series.0.events.1.kind", "reopened", IMPOSSIBLE.replace("{number}", "2")),
        ("series.0.events.1.reason", "for fun", IMPOSSIBLE.replace("{number}", "2")),
        ("series.0.events.4.reason", " ", IMPOSSIBLE.replace("{number}", "5")),
        ("series.0.events.6.content", {"why": 1}, IMPOSSIBLE.replace("{number}", "7")),
        ("series.0.events.7.content", {"with_standard": "yes"}, IMPOSSIBLE.replace("{number}", "8")),
        ("series.0.events.7.hand_number", 4, IMPOSSIBLE.replace("{number}", "8")),
        (
            "series.0.events.3.key",
            "one press",
            "{series}, one press is in this file twice.",
        ),
    ],
)
def test_a_history_that_cannot_be(text: str, path: str, value: object, sentence: str) -> None:
    whole = json.loads(text)
    put("series.0.events.2.key", "one press")(whole)
    put(path, value)(whole)
    forge(whole)
    assert sentence.format(series=first_series(whole)["id"]) in problems_of(as_bytes(whole))


def test_the_forger_s_tools_fit(text: str) -> None:
    """Or the tests above would prove nothing."""
    whole = json.loads(text)
    forge(whole)
    assert whole == json.loads(text)


def test_a_hand_that_was_made_up_shows_in_the_books(text: str) -> None:
    whole = json.loads(text)
    recorded = next(event for event in first_series(whole)["events"] if event["hand_number"] == 4)
    points = recorded["content"]["points_won"]
    points[1], points[2] = points[2], points[1]
    forge(whole)
    assert UNLIKE_BOOKS.format(series=first_series(whole)["id"]) in problems_of(as_bytes(whole))


def test_books_that_were_made_up_show_in_the_hands(text: str) -> None:
    whole = json.loads(text)
    for entry in whole["entries"][:3]:
        entry["postings"] = {player: amount * 2 for player, amount in entry["postings"].items()}
    forge(whole)
    assert problems_of(as_bytes(whole)) == [UNLIKE_BOOKS.format(series=first_series(whole)["id"])]


def test_a_settlement_that_is_missing(text: str) -> None:
    whole = json.loads(text)
    last = next(entry for entry in whole["entries"] if entry["currency"] == "CHF")
    whole["entries"].remove(last)
    for number, entry in enumerate(whole["entries"], start=1):
        entry["number"] = number
    forge(whole)
    assert problems_of(as_bytes(whole)) == [UNLIKE_BOOKS.format(series=whole["series"][3]["id"])]


def test_a_series_that_is_missing(text: str) -> None:
    whole = json.loads(text)
    gone = whole["series"].pop(0)
    assert problems_of(as_bytes(whole)) == [
        f"Entry {number} is of a series that is not in this file: {gone['id']}." for number in (1, 2, 3)
    ]


NONE_OF_THE_BOOKS = "Entry 7 is none that the books would have made."


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"kind": "settlement"}, NONE_OF_THE_BOOKS),
        ({"kind": "reversal"}, NONE_OF_THE_BOOKS),
        ({"source_version": 3}, NONE_OF_THE_BOOKS),
        ({"reverses": "a" * 12}, NONE_OF_THE_BOOKS),
        ({"note": "in\x1bcash"}, "Entry 7: there are characters in its note that cannot be kept."),
        ({"currency": "QQQ"}, "There is no currency called QQQ."),
    ],
)
def test_a_payment_that_cannot_be(text: str, change: File, sentence: str) -> None:
    whole = json.loads(text)
    payment = whole["entries"][6]
    assert payment["kind"] == "payment"
    payment |= change
    forge(whole)
    assert sentence in problems_of(as_bytes(whole))


def test_money_out_of_nothing(text: str) -> None:
    whole = json.loads(text)
    payment = whole["entries"][6]
    payer = next(iter(payment["postings"]))
    payment["postings"][payer] += 100
    forge(whole)
    assert problems_of(as_bytes(whole)) == ["Entry 7: its postings do not sum to zero."]


def test_money_for_a_stranger(text: str) -> None:
    whole = json.loads(text)
    payment = whole["entries"][6]
    payment["postings"] = {"a" * 12: 100, "b" * 12: -100}
    forge(whole)
    assert problems_of(as_bytes(whole)) == ["Entry 7 is about somebody who is not among the players."]


def test_a_payment_that_is_taken_back_twice(text: str) -> None:
    whole = json.loads(text)
    again = {**whole["entries"][8], "number": 13, "id": "a" * 12}
    assert again["kind"] == "reversal"
    whole["entries"].append(again)
    forge(whole)
    assert problems_of(as_bytes(whole)) == [f"{again['reverses']} is in this file twice."]


@pytest.mark.parametrize("part", ["members", "players", "series", "entries"])
def test_what_is_there_twice(text: str, part: str) -> None:
    whole = json.loads(text)
    whole[part].append(whole[part][0])
    assert f"{whole[part][0]['id']} is in this file twice." in problems_of(as_bytes(whole))


LETTERS = str.maketrans("01", "xy")  # which no id has as digits


def test_many_faults_are_counted(text: str) -> None:
    whole = json.loads(text)
    for number in range(40):
        whole["members"].append({**whole["members"][0], "id": "a" * 10 + f"{number + 22}".translate(LETTERS)})
        whole["members"][-1]["name"] = f"{number}\n"
    problems = problems_of(as_bytes(whole))
    assert len(problems) == 21
    assert problems[-1] == "And 20 more faults."


# --- Never in the way of what is here --------------------------------------------------------------------------------


def test_the_same_file_twice(text: str, path: Path) -> None:
    import_circle(path)
    assert problems_of(text.encode()) == ["This circle is here already."]
    with pytest.raises(CommandError) as refused:
        import_circle(path)
    assert str(refused.value) == "This circle is here already.\nNothing has been imported."


def test_two_at_the_same_moment(text: str) -> None:
    """Both have looked before either writes."""
    first, second = look_into(text.encode()), look_into(text.encode())
    bring_in(first, None)
    rows = count_rows()
    with pytest.raises(UnfitFileError, match="This circle is here already"):
        bring_in(second, None)
    assert count_rows() == rows


def test_a_circle_that_was_deleted_comes_back(text: str) -> None:
    bring_in(look_into(text.encode()), None).delete()
    circle = bring_in(look_into(text.encode()), None)
    assert export(circle) == text


@pytest.mark.parametrize("part", ["members", "players", "series", "entries"])
def test_ids_of_another_circle(text: str, part: str) -> None:
    """A file made up to take over what belongs to somebody else."""
    theirs = bring_in(look_into(text.encode()), None)
    whole = json.loads(text)
    whole["circle"]["id"] = "a" * 12
    forge(whole)
    assert f"There is something else with the id {whole[part][0]['id']} here already." in problems_of(as_bytes(whole))
    assert export(theirs) == text


def test_a_member_of_the_file_cannot_be_left_alone_with_the_circle(alice_again: Member) -> None:
    """The owner of the file is nobody who could let anybody in."""
    stale = Member.objects.get(circle=alice_again.circle, role=Role.OWNER, user__is_active=False)
    with pytest.raises(ValidationError, match="always has an owner"):
        remove_member(member=alice_again)
    with pytest.raises(ValidationError, match="cannot sign in"):
        hand_over(owner=alice_again, successor=stale)
    remove_member(member=stale)
    assert Player.objects.filter(circle=alice_again.circle).count() == 5


def test_a_guest_of_the_circle_comes_with_a_player(owner: Member) -> None:
    """A guest who started a table and moves house."""
    guest = join(owner.circle, make_guest(name="Gus"), Role.SCORER)
    text = export(guest.circle)
    empty_the_database()
    circle = bring_in(look_into(text.encode()), make_guest(name="Gus"))
    assert Member.objects.filter(circle=circle, user__display_name="Gus").count() == 2


# --- The commands ----------------------------------------------------------------------------------------------------


def test_whoever_imports_without_an_owner_is_told_how_to_get_in(text: str, path: Path) -> None:
    printed = import_circle(path)
    circle = Circle.objects.get()
    assert f"Nobody can see it yet: manage.py circle_link {circle.pk} makes a link for its owner." in printed


def test_the_export_of_the_page_is_the_same_file(rich: Circle, owner: Member, client: Any) -> None:
    client.force_login(owner.user)
    assert client.get(f"/circles/{rich.pk}/export/").content.decode() == export(rich)


def test_commands_that_lead_nowhere(text: str, path: Path, tmp_path: Path, settings: Any) -> None:
    with pytest.raises(CommandError, match="There is no circle nowhere"):
        export("nowhere")
    with pytest.raises(CommandError, match="There is nobody called nobody"):
        import_circle(path, "--owner", "nobody")
    with pytest.raises(CommandError, match="cannot be read: No such file"):
        import_circle(tmp_path / "nothing.json")
    settings.MAX_IMPORT = len(text)
    with pytest.raises(CommandError, match="LEDGER_MAX_IMPORT says how many"):
        import_circle(path)
    assert not Circle.objects.exists()


def test_two_circles_in_one_database_keep_apart(text: str, charlie: User) -> None:
    other = make_circle(owner=charlie, name="Elsewhere", currency="NPR", language="en").circle
    before = export(other)
    bring_in(look_into(text.encode()), charlie)
    assert export(other) == before
