"""Players join and leave a series between two hands: what is written, what is refused, what the books make of it."""

import random
import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from games.registry import BY_SLUG
from ledger.circles.models import Circle, Member, Player
from ledger.circles.services.players import add_player
from ledger.money.selectors import balances
from ledger.series.models import Event, HandPoints, Kind, Series
from ledger.series.selectors import seats_without_hands
from ledger.series.services import (
    Agreement,
    OutOfDateError,
    RefusedError,
    Submit,
    correct_hand,
    join_series,
    record_hand,
    reopen_series,
    start_series,
    stop_series,
    undo,
    unseat_last,
)
from ledger.series.settling import amounts_owed
from tests.ledger.series.conftest import Scorer
from tests.ledger.series.evening import lift_the_guards, run_audit

pytestmark = pytest.mark.django_db

GAME = BY_SLUG["jewel"]
PLAYED = {"ended": "played"}

# A declares with a bonus of 3: B and C pay 3 each. Then E has a jewel: A and B pay 2 each, and C does not sit.
BEFORE = {"players": [{"ended": "declared", "bonus": 3}, PLAYED, PLAYED]}
AFTER = {"players": [PLAYED, PLAYED, None, {"ended": "played", "jewels": 2}]}


@pytest.fixture
def three(circle: Circle) -> list[Player]:
    return [add_player(circle=circle, name=name) for name in "ABC"]


@pytest.fixture
def esha(circle: Circle) -> Player:
    return add_player(circle=circle, name="Esha")


@pytest.fixture
def bob_scores(scorer: Member, three: list[Player]) -> Scorer:
    agreed = Agreement(GAME, three, GAME.default_preset.rules, Decimal("0.25"), "source", first_dealer=0)
    return Scorer(scorer, start_series(me=scorer, agreed=agreed))


def join(bob: Scorer, player: Player, key: str | None = None) -> Any:
    return join_series(series=bob.series, submit=bob.submit(key), player=player)


def codes(refused: pytest.ExceptionInfo[RefusedError]) -> list[str]:
    return [problem.code for problem in refused.value.problems]


# --- What is written -------------------------------------------------------------------------------------------------


def test_who_joins_begins_at_nought_and_the_hands_before_stay_as_they_were(bob_scores: Scorer, esha: Player) -> None:
    bob_scores.record(BEFORE)
    join(bob_scores, esha)
    state = bob_scores.record(AFTER)
    assert state.names == ("A", "B", "C", "Esha")
    assert [list(hand.score.points_entered) for hand in state.play.hands] == [[6, -3, -3, 0], [-2, -2, 0, 4]]
    assert [list(hand.cumulative) for hand in state.play.hands] == [[6, -3, -3, 0], [4, -5, -3, 4]]
    assert [list(hand.score.seats) for hand in state.play.hands] == [[0, 1, 2], [0, 1, 3]]


def test_points_are_kept_of_those_who_sat(bob_scores: Scorer, esha: Player) -> None:
    bob_scores.record(BEFORE)
    join(bob_scores, esha)
    bob_scores.record(AFTER)
    rows = HandPoints.objects.order_by("hand__number", "seat").values_list("hand__number", "seat", "entered")
    assert list(rows) == [(1, 0, 6), (1, 1, -3), (1, 2, -3), (2, 0, -2), (2, 1, -2), (2, 3, 4)]


def test_it_stands_in_the_chain(bob_scores: Scorer, esha: Player, scorer: Member) -> None:
    state = join(bob_scores, esha).state
    event = Event.objects.get(number=2)
    assert (event.kind, event.content) == (Kind.JOINED, {"player": esha.pk, "name": "Esha", "seat": 3})
    assert (event.by_name, event.hand_number) == (scorer.name, None)
    assert (state.series.version, state.series.latest_hash) == (2, event.hash)
    assert run_audit()[1] == 0


def test_the_books_have_everybody_when_it_is_settled(bob_scores: Scorer, esha: Player, circle: Circle) -> None:
    bob_scores.record(BEFORE)
    join(bob_scores, esha)
    bob_scores.record(AFTER)
    stop_series(series=bob_scores.series, submit=bob_scores.submit(), with_standard=True)
    (owed,) = balances(circle)
    # 4, −5, −3 and 4 points at a quarter.
    assert {row.player.name: row.amount_minor for row in owed.rows} == {"A": 100, "B": -125, "C": -75, "Esha": 100}
    assert run_audit()[1] == 0


def test_a_hand_from_before_can_be_corrected_with_or_without_the_newcomer(bob_scores: Scorer, esha: Player) -> None:
    bob_scores.record(BEFORE)
    join(bob_scores, esha)
    for record in (
        {"players": [{"ended": "declared", "bonus": 4}, PLAYED, PLAYED]},
        {"players": [{"ended": "declared", "bonus": 4}, PLAYED, PLAYED, PLAYED]},  # she had been forgotten
    ):
        submit = bob_scores.submit()
        correct_hand(series=bob_scores.series, submit=submit, number=1, record=record, reason="a set overlooked")
        assert run_audit()[1] == 0
    assert list(bob_scores.state().play.standing.cumulative) == [12, -4, -4, -4]


def test_the_hand_before_can_be_taken_back_afterwards(bob_scores: Scorer, esha: Player) -> None:
    bob_scores.record(BEFORE)
    join(bob_scores, esha)
    undo(series=bob_scores.series, submit=bob_scores.submit())
    state = bob_scores.record({"players": [PLAYED, PLAYED, None, {"ended": "declared", "bonus": 1}]})
    assert list(state.play.standing.cumulative) == [-1, -1, 0, 2]
    assert run_audit()[1] == 0


def test_the_same_press_twice_is_one_seat(bob_scores: Scorer, esha: Player, scorer: Member) -> None:
    submit = Submit(scorer, base_version=1, key="one press")
    answers = [join_series(series=bob_scores.series, submit=submit, player=esha) for _ in range(2)]
    assert [answer.replayed for answer in answers] == [False, True]
    assert bob_scores.state().names == ("A", "B", "C", "Esha")


def test_the_second_of_two_scorers_is_told(bob_scores: Scorer, esha: Player, scorer: Member) -> None:
    seen = bob_scores.submit()
    join(bob_scores, esha)
    with pytest.raises(OutOfDateError):
        record_hand(series=bob_scores.series, submit=seen, record=BEFORE)


# --- Taken back ------------------------------------------------------------------------------------------------------


def take_back(bob: Scorer) -> Any:
    return unseat_last(series=bob.series, submit=bob.submit())


def test_a_mistaken_joining_is_taken_back_and_stays_in_the_history(bob_scores: Scorer, esha: Player) -> None:
    bob_scores.record(BEFORE)
    join(bob_scores, esha)
    take_back(bob_scores)
    assert bob_scores.state().names == ("A", "B", "C")
    assert [event.kind for event in Event.objects.order_by("number")] == ["started", "recorded", "joined", "unseated"]
    assert run_audit()[1] == 0
    join(bob_scores, esha)
    assert bob_scores.record(AFTER).names[-1] == "Esha"
    assert run_audit()[1] == 0


def test_each_joining_is_taken_back_once_and_those_who_began_stay(bob_scores: Scorer, circle: Circle) -> None:
    for name in ("D", "E"):
        join(bob_scores, add_player(circle=circle, name=name))
    take_back(bob_scores)
    take_back(bob_scores)
    with pytest.raises(RefusedError) as refused:
        take_back(bob_scores)
    assert codes(refused) == ["nobody_joined"]
    assert bob_scores.state().names == ("A", "B", "C")


def test_not_once_a_hand_was_written_down_even_if_that_was_taken_back(bob_scores: Scorer, esha: Player) -> None:
    join(bob_scores, esha)
    bob_scores.record(AFTER)
    undo(series=bob_scores.series, submit=bob_scores.submit())
    with pytest.raises(RefusedError) as refused:
        take_back(bob_scores)
    assert codes(refused) == ["nobody_joined"]


# --- Any evening -----------------------------------------------------------------------------------------------------


def a_hand(chance: random.Random, seats: int) -> dict[str, Any]:
    """Two or more sit, at most one declares."""
    ends = [chance.choice(["played", "packed", "mid_packed", None]) for _seat in range(seats)]
    for seat in chance.sample(range(seats), 2):
        ends[seat] = "played"
    if chance.random() < 0.7:
        ends[chance.randrange(seats)] = "declared"
    shown = [end and {"ended": end, "jewels": chance.randrange(8)} for end in ends]
    while shown[-1] is None and chance.random() < 0.5:
        shown.pop()  # a record may end before the last seat
    return {"players": shown}


def step(bob: Scorer, chance: random.Random, names: Iterator[str]) -> None:
    state = bob.state()
    hands, seats, submit = len(state.events), len(state.players), bob.submit()
    match chance.choice(["record", "record", "join", "take back", "undo", "correct", "stop"]):
        case "join" if seats < 9:
            join(bob, add_player(circle=state.series.circle, name=next(names)))
        case "take back" if seats_without_hands(state.series):
            take_back(bob)
        case "undo" if hands:
            undo(series=bob.series, submit=submit)
        case "correct" if hands:
            record = a_hand(chance, seats)
            correct_hand(series=bob.series, submit=submit, number=chance.randint(1, hands), record=record, reason="so")
        case "stop":
            stop_series(series=bob.series, submit=submit, with_standard=True)
            assert sum(amounts_owed(bob.state()).values()) == 0
            reopen_series(series=bob.series, submit=bob.submit(), reason="one more")
        case _:
            bob.record(a_hand(chance, seats))


@pytest.mark.parametrize("seed", range(4))
def test_whoever_comes_and_goes_the_books_balance_and_are_what_the_events_say(bob_scores: Scorer, seed: int) -> None:
    chance, names = random.Random(seed), iter("DEFGHIJKLMNOPQRSTUVWXYZ")
    for _step in range(25):
        step(bob_scores, chance, names)
    state = bob_scores.state()
    assert sum(state.play.standing.cumulative) == 0
    assert run_audit()[1] == 0


# --- What is refused -------------------------------------------------------------------------------------------------


def test_nobody_sits_twice(bob_scores: Scorer, three: list[Player]) -> None:
    with pytest.raises(RefusedError) as refused:
        join(bob_scores, three[0])
    assert codes(refused) == ["seated_twice"]


def test_a_stranger_or_somebody_who_plays_no_more_is_refused(bob_scores: Scorer, esha: Player) -> None:
    esha.hidden_at = bob_scores.series.started_at
    for player in (esha, Player(name="X", circle_id="elsewhere")):
        with pytest.raises(RefusedError) as refused:
            join(bob_scores, player)
        assert codes(refused) == ["unknown_player"]


def test_the_tenth_finds_no_seat(bob_scores: Scorer, circle: Circle) -> None:
    for name in "DEFGHI":
        join(bob_scores, add_player(circle=circle, name=name))
    with pytest.raises(RefusedError) as refused:
        join(bob_scores, add_player(circle=circle, name="J"))
    assert codes(refused) == ["table_full"]


def test_nobody_joins_a_series_that_is_over(bob_scores: Scorer, esha: Player) -> None:
    bob_scores.record(BEFORE)
    stop_series(series=bob_scores.series, submit=bob_scores.submit(), with_standard=True)
    with pytest.raises(RefusedError) as refused:
        join(bob_scores, esha)
    assert codes(refused) == ["series_closed"]


def test_nobody_joins_where_the_game_knows_no_further_player(scorer: Member, three: list[Player], esha: Player) -> None:
    four_only = BY_SLUG["jaago-chalis"]
    dipa = add_player(circle=scorer.circle, name="Dipa")
    agreed = Agreement(four_only, [*three, dipa], four_only.default_preset.rules, Decimal(1))
    bob = Scorer(scorer, start_series(me=scorer, agreed=agreed))
    with pytest.raises(RefusedError) as refused:
        join(bob, esha)
    assert codes(refused) == ["closed_table"]


# --- What the audit finds --------------------------------------------------------------------------------------------

SEAT_4 = "WHERE number = 3"
JOINED, UNSEATED = "WHERE number = 5", "WHERE number = 4"

TAMPERED = [
    (
        f"UPDATE series_seat SET player_id = '<Hari>' {SEAT_4}",
        "seat 4 is stored as taken by Hari, and should be by Esha",
    ),
    (f"DELETE FROM series_seat {SEAT_4}", "seat 4 is stored as taken by nobody, and should be by Esha."),
    (f"DELETE FROM series_event {JOINED}", "event 6 (hand 2) comes where number 5 should: that one is missing."),
    (f"DELETE FROM series_event {JOINED}", "hand 2, event 6: the record cannot be. There are more players than seats"),
    (
        f"""UPDATE series_event SET content = '{{"player": "<Hari>", "name": "Hari", "seat": 3}}' {JOINED}""",
        "event 5 was changed after it was written",
    ),
    (
        f"""UPDATE series_event SET content = '{{"player": "<Hari>", "name": "Hari", "seat": 3}}' {JOINED}""",
        "seat 4 is stored as taken by Esha, and should be by Hari.",
    ),
    (
        f"""UPDATE series_event SET content = '{{"player": "<Esha>", "name": "Esha", "seat": 4}}' {JOINED}""",
        "event 5 seats somebody where there is no seat.",
    ),
    (f"UPDATE series_event SET content = '[]' {JOINED}", "event 5 does not say who took which seat."),
    (f"UPDATE series_event SET kind = 'unseated' {JOINED}", "event 5 unseats somebody who may have played."),
    (
        f"""UPDATE series_event SET content = '{{"player": "<Esha>", "name": "Esha", "seat": 3}}' {UNSEATED}""",
        "event 4 unseats somebody who may have played.",
    ),
    (f"UPDATE series_event SET kind = 'joined' {UNSEATED}", "event 4 seats somebody where there is no seat."),
]


@pytest.mark.parametrize(("statement", "sentence"), TAMPERED, ids=range(len(TAMPERED)))
def test_what_is_changed_behind_the_apps_back_is_found(
    bob_scores: Scorer, esha: Player, circle: Circle, statement: str, sentence: str
) -> None:
    hari = add_player(circle=circle, name="Hari")
    bob_scores.record(BEFORE)
    join(bob_scores, hari)
    take_back(bob_scores)
    join(bob_scores, esha)
    bob_scores.record(AFTER)
    assert run_audit()[1] == 0
    lift_the_guards()
    with connection.cursor() as cursor:
        cursor.execute(statement.replace("<Hari>", hari.pk).replace("<Esha>", esha.pk))
        assert cursor.rowcount == 1
    printed, code = run_audit()
    assert code == 1
    assert any(sentence in line for line in printed), printed


# --- The page --------------------------------------------------------------------------------------------------------


def address(series: Series) -> str:
    return reverse("series:seats", args=[series.pk])


def sent(bob: Scorer, **what: str) -> dict[str, Any]:
    return {"base_version": bob.submit().base_version, "key": "one press", **what}


def test_a_tap_on_a_name_seats_it(client: Client, bob_scores: Scorer, esha: Player) -> None:
    client.force_login(bob_scores.me.user)
    page = client.get(address(bob_scores.series)).content.decode()
    assert f'name="player" value="{esha.pk}"' in page
    answer = client.post(address(bob_scores.series), sent(bob_scores, player=esha.pk), follow=True)
    assert "Esha has joined." in answer.content.decode()
    assert bob_scores.state().names[-1] == "Esha"


def test_a_new_name_becomes_a_player_and_a_known_one_just_sits_down(
    client: Client, bob_scores: Scorer, esha: Player, circle: Circle
) -> None:
    client.force_login(bob_scores.me.user)
    for name in (" Hari ", "esha"):
        client.post(address(bob_scores.series), sent(bob_scores, name=name) | {"key": name})
    assert bob_scores.state().names == ("A", "B", "C", "Hari", "Esha")
    assert circle.players.count() == 5


@pytest.mark.parametrize("what", [{}, {"name": "   "}, {"player": "nobody"}, {"name": "A"}])
def test_what_is_sent_wrong_is_shown_with_the_page(client: Client, bob_scores: Scorer, what: dict[str, str]) -> None:
    client.force_login(bob_scores.me.user)
    answer = client.post(address(bob_scores.series), sent(bob_scores, **what))
    assert answer.status_code == 422
    assert bob_scores.state().names == ("A", "B", "C")


def test_the_button_beside_the_last_seat_takes_a_joining_back(client: Client, bob_scores: Scorer, esha: Player) -> None:
    client.force_login(bob_scores.me.user)
    back = reverse("series:seats_take_back", args=[bob_scores.series.pk])
    assert back not in client.get(address(bob_scores.series)).content.decode()
    join(bob_scores, esha)
    assert back in client.get(address(bob_scores.series)).content.decode()
    client.post(back, sent(bob_scores))
    assert bob_scores.state().names == ("A", "B", "C")
    answer = client.post(back, sent(bob_scores) | {"key": "another"}, follow=True)
    assert "Nobody has joined since the latest hand was written down." in answer.content.decode()


def test_whoever_looks_on_seats_nobody(client: Client, bob_scores: Scorer, viewer: Member, charlie: Any) -> None:
    for user, status in ((viewer.user, 403), (charlie, 404)):
        client.force_login(user)
        assert client.get(address(bob_scores.series)).status_code == status
        assert client.post(address(bob_scores.series), sent(bob_scores, name="Hari")).status_code == status


def test_the_history_says_who_had_whom_join(client: Client, bob_scores: Scorer, esha: Player) -> None:
    join(bob_scores, esha)
    take_back(bob_scores)
    client.force_login(bob_scores.me.user)
    page = client.get(reverse("series:history", args=[bob_scores.series.pk])).content.decode()
    assert "Bob had Esha join the table." in page
    assert "Bob took Esha off the table again." in page


@pytest.mark.parametrize("page", ["page", "settlement", "history", "export_csv"])
def test_every_page_of_a_series_shows_a_table_that_has_grown(
    client: Client, bob_scores: Scorer, esha: Player, page: str
) -> None:
    bob_scores.record(BEFORE)
    join(bob_scores, esha)
    bob_scores.record(AFTER)
    client.force_login(bob_scores.me.user)
    answer = client.get(reverse(f"series:{page}", args=[bob_scores.series.pk]))
    assert answer.status_code == 200
    assert "Esha" in answer.content.decode()


@pytest.mark.parametrize(("number", "who"), [(1, "Esha"), (2, "C")])
def test_a_hand_says_who_did_not_sit(client: Client, bob_scores: Scorer, esha: Player, number: int, who: str) -> None:
    bob_scores.record(BEFORE)
    join(bob_scores, esha)
    bob_scores.record(AFTER)
    client.force_login(bob_scores.me.user)
    page = client.get(reverse("series:hand", args=[bob_scores.series.pk, number])).content.decode()
    (row,) = re.findall(r"<tr>(?:(?!</tr>).)*Does not sit", page, re.DOTALL)
    assert f"<bdi>{who}</bdi>" in row
    table = client.get(reverse("series:page", args=[bob_scores.series.pk])).content.decode()
    assert table.count("Does not sit") == 2
