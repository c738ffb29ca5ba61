"""The file in which a phone has saved what waits in it, read in at the site."""

from dataclasses import replace
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from games.registry import BY_SLUG, GAMES
from ledger.circles.models import Member, Verdicts
from ledger.circles.roles import Role
from ledger.circles.services.circles import change_circle
from ledger.lib.ids import new_key
from ledger.series import services, starting
from ledger.series.models import Event, Series
from ledger.series.notes import change_hand_note
from ledger.series.services import Submit, discard_series
from ledger.series.starting import Agreement
from tests.ledger.api.conftest import Program
from tests.ledger.conftest import join
from tests.ledger.pages import client_of, text_of
from tests.ledger.pocket.evenings import begin, in_phone, send, shown_of, taken_along
from tests.ledger.pocket.waiting_files import PAGE, File, Phone, choose, phone, read_in, site, three_hands
from tests.ledger.series.conftest import J40
from tests.needs import daily

__all__ = ["phone", "site"]

pytestmark = pytest.mark.django_db

# --- Files that are recorded -----------------------------------------------------------------------------------------


def test_the_hands_of_a_phone_are_shown_and_then_recorded(phone, bob, site):
    file, client = phone.saved(three_hands), client_of(bob)
    shown = choose(client, file)
    text = text_of(shown)
    assert shown.status_code == 200
    told = [
        "It was saved by the phone of Bob .",
        "3 changes can be recorded.",
        "After hand 3: A 25, B 8½, C 14½, D −8.",
    ]
    told += ["Bob recorded hand 2.", "Bob recorded hand 3.", "Bob corrected hand 3. “Mistyped”"]
    places = [text.index(sentence) for sentence in told]
    assert places == sorted(places)
    assert site.state().series.version == 2  # nothing is written yet
    done = client.post(PAGE, {"kept": shown.context["kept"]})
    assert "3 changes are recorded." in text_of(done)
    events = Event.objects.filter(series=site.series, number__gt=2).order_by("number")
    for event, change in zip(events, file["changes"], strict=True):
        assert (event.key, event.kind, event.content) == (change["key"], change["kind"], change["content"])
        assert (event.entered_at.isoformat(), event.by) == (change["played_at"], bob)
        assert event.at > event.entered_at
    assert [str(total) for total in site.state().play.standing.cumulative] == ["25", "17/2", "29/2", "-8"]
    call_command("audit", stdout=StringIO())


def test_who_reads_it_in_is_the_author(phone, owner, site):
    read_in(client_of(owner.user), phone.saved(three_hands))
    assert {(event.by, event.by_name) for event in Event.objects.filter(number__gt=2)} == {(owner.user, "Alice")}


def test_every_kind_of_change(owner, agreed, players):
    jewel = BY_SLUG["jewel"]
    preset = jewel.default_preset
    hand = {"players": [{"ended": "declared", "bonus": 3}, {"ended": "played"}, {"ended": "played"}]}

    def evening(phone: Phone) -> None:
        phone.start(Agreement(jewel, players[:3], preset.rules, agreed.point_value, preset.slug))
        phone.do(services.record_hand, record=hand)
        phone.do(services.undo)
        phone.do(services.join_series, player=players[3])
        phone.do(services.unseat_last)
        phone.do(services.name_dealer, seat=2)
        phone.do(services.record_hand, record=hand)
        phone.do(services.stop_series, with_standard=False)
        phone.do(services.reopen_series, reason="One more")

    phone = Phone(owner)
    file = phone.saved(evening)
    assert not Series.objects.exists()
    done = read_in(client_of(owner.user), file)
    assert "9 changes are recorded." in text_of(done)
    (series,) = Series.objects.all()
    assert (series.pk, series.version, series.preset) == (file["changes"][0]["series"], 9, preset.slug)
    assert series.started_at.isoformat() == file["changes"][0]["played_at"]
    kinds = list(Event.objects.order_by("number").values_list("kind", flat=True))
    assert kinds == [change["kind"] for change in file["changes"]]
    call_command("audit", stdout=StringIO())


def test_a_series_that_was_discarded_in_the_phone(owner, agreed):
    def by_mistake(phone: Phone) -> None:
        phone.start(agreed)
        phone.do(discard_series)

    assert "2 changes are recorded." in text_of(read_in(client_of(owner.user), Phone(owner).saved(by_mistake)))
    assert [series.status for series in Series.with_discarded.all()] == ["discarded"]


def test_what_the_site_has_already_is_not_recorded_again(phone, bob, site):
    file = phone.saved(three_hands)
    first = file["changes"][0]
    services.record_hand(series=site.series, submit=Submit(site.me, 2, first["key"]), record=first["content"])
    assert "2 changes are recorded." in text_of(read_in(client_of(bob), file))
    assert site.state().series.version == 5
    shown = choose(client_of(bob), file)
    assert "All of it is recorded already." in text_of(shown)
    assert not shown.context["kept"]


def test_a_second_tap_records_nothing_twice(phone, bob, site):
    client = client_of(bob)
    kept = choose(client, phone.saved(three_hands)).context["kept"]
    for _tap in range(2):
        done = client.post(PAGE, {"kept": kept})
    assert "All of it is recorded already." in text_of(done)
    assert site.state().series.version == 5


def test_another_hand_on_top_of_all_of_it_is_no_conflict(phone, bob, site):
    file = phone.saved(three_hands)
    read_in(client_of(bob), file)
    site.record(J40[3])
    assert "All of it is recorded already." in text_of(choose(client_of(bob), file))


# --- Files that are not recorded -------------------------------------------------------------------------------------


MOVED_ON = "The series has moved on at the site since the phone had its last signal."


def test_a_hand_that_the_site_has_recorded_meanwhile(phone, bob, site):
    file = phone.saved(three_hands)
    kept = choose(client_of(bob), file).context["kept"]
    site.record(J40[1])
    for answer in (choose(client_of(bob), file), client_of(bob).post(PAGE, {"kept": kept})):
        assert MOVED_ON in text_of(answer)
        assert "can be recorded" not in text_of(answer)
    assert site.state().series.version == 3


def test_a_hand_that_came_between_what_was_sent_and_the_rest(phone, bob, site):
    file = phone.saved(three_hands)
    first = file["changes"][0]
    services.record_hand(series=site.series, submit=Submit(site.me, 2, first["key"]), record=first["content"])
    site.record(J40[3])
    assert MOVED_ON in text_of(choose(client_of(bob), file))
    assert site.state().series.version == 4


def test_a_site_that_was_restored_from_an_older_backup(phone, bob, site):
    file = phone.saved(three_hands)
    Event.objects.filter(number=2).update(hash="f" * 64)
    assert MOVED_ON in text_of(choose(client_of(bob), file))


def test_one_hand_that_is_refused_leaves_out_all_of_its_series(phone, owner, site):
    """The third change reopens the series, which a scorer may not. So none of the three is recorded."""

    def end(phone: Phone) -> None:
        phone.do(services.record_hand, record=J40[1])
        phone.do(services.stop_series, with_standard=False)
        phone.do(services.reopen_series, reason="One more")

    file = phone.saved(end)
    shown = choose(client_of(site.me.user), file)
    assert "You may read this series, but not record this in it." in text_of(shown)
    assert not shown.context["kept"]
    assert site.state().series.version == 2
    assert "3 changes are recorded." in text_of(read_in(client_of(owner.user), file))


def test_two_series_are_recorded_apart(phone, bob, site, agreed):
    other = starting.start_series(me=site.me, agreed=agreed)
    file = phone.saved(three_hands)
    second = Phone(site.me, other).saved(lambda phone: phone.do(services.record_hand, record=J40[2]))
    both = file | {"series": file["series"] | second["series"], "changes": file["changes"] + second["changes"]}
    site.record(J40[1])
    text = text_of(read_in(client_of(bob), both))
    assert MOVED_ON in text
    assert "1 change is recorded." in text
    other.refresh_from_db()
    assert (site.state().series.version, other.version) == (3, 2)


@pytest.mark.parametrize("role", [None, Role.VIEWER])
def test_only_scorers_of_the_circle(phone, charlie, site, role):
    if role:
        join(site.me.circle, charlie, role)
    text = text_of(choose(client_of(charlie), phone.saved(three_hands)))
    sentence = "You may read this series, but not" if role else "This series is not on this site, or it is not yours"
    assert sentence in text
    assert site.state().series.version == 2


def test_an_outsider_starts_no_series(owner, agreed, elsewhere):
    file = Phone(owner).saved(lambda phone: phone.start(agreed))
    shown = choose(client_of(elsewhere.user), file)
    assert "This series is not on this site, or it is not yours to see." in text_of(shown)
    assert not Series.objects.exists()


def test_a_series_for_money_of_another_currency_is_not_started(owner, agreed):
    file = Phone(owner).saved(lambda phone: phone.start(agreed))
    change_circle(circle=owner.circle, currency="CHF", coin_minor=5)
    assert "The circle counts in other money since then" in text_of(choose(client_of(owner.user), file))


def test_nobody_reads_in_without_signing_in(client, phone):
    assert client.get(PAGE).headers["Location"].startswith("/account/login/")
    assert choose(client, phone.saved(three_hands)).status_code == 302
    assert Event.objects.count() == 2


def test_a_file_is_kept_for_the_one_who_chose_it(phone, bob, owner):
    kept = choose(client_of(bob), phone.saved(three_hands)).context["kept"]
    answer = client_of(owner.user).post(PAGE, {"kept": kept})
    assert answer.status_code == 422
    assert "The file is no longer kept here. Please choose it again." in text_of(answer)


def test_a_time_that_the_phone_has_put_right_stays(phone, bob, site):
    """The hand was recorded again in the phone, above a hand of another scorer."""

    def later(phone: Phone) -> None:
        assert phone.series
        played_at = timezone.now() - timedelta(hours=1)
        submit = Submit(phone.me, 2, new_key(), played_at=played_at)
        services.record_hand(series=phone.series, submit=submit, record=J40[1])

    assert "1 change is recorded." in text_of(read_in(client_of(bob), phone.saved(later)))
    before, event = Event.objects.order_by("number")[1:]
    assert event.played_at == before.at


# --- What a file holds -----------------------------------------------------------------------------------------------


def test_the_series_need_not_be_described(phone, bob, site):
    """After the role of a scorer has ended, only the changes lie in the phone."""
    file = phone.saved(three_hands) | {"series": {}}
    assert "3 changes are recorded." in text_of(read_in(client_of(bob), file))
    assert "All of it is recorded already." in text_of(choose(client_of(bob), file))


def test_without_a_description_it_goes_by_the_number(phone, bob, site):
    file = phone.saved(three_hands) | {"series": {}}
    site.record(J40[1])
    assert MOVED_ON in text_of(choose(client_of(bob), file))
    assert site.state().series.version == 3


def test_a_site_that_has_less_than_the_phone_has_sent(phone, bob, site):
    file = phone.saved(three_hands)
    later = file | {"changes": file["changes"][1:]}
    assert MOVED_ON in text_of(choose(client_of(bob), later))
    assert site.state().series.version == 2


def test_a_preset_is_named_only_with_its_own_rules(owner, agreed):
    other = agreed.rules.model_copy(update={"target": 25})
    file = Phone(owner).saved(lambda phone: phone.start(replace(agreed, rules=other)))
    assert agreed.preset
    read_in(client_of(owner.user), file)
    assert Series.objects.get().preset == ""


@pytest.mark.parametrize("verdicts", list(Verdicts))
def test_the_players_are_asked_as_they_agreed(owner, agreed, verdicts):
    file = Phone(owner).saved(lambda phone: phone.start(replace(agreed, verdicts=verdicts)))
    change_circle(circle=owner.circle, verdicts=Verdicts.REQUIRED)
    read_in(client_of(owner.user), file)
    assert Series.objects.get().verdicts == verdicts


def file_of(me: Member, site: dict[str, Any], changes: list[File]) -> File:
    names = {"name": "Tonight", "circle": me.circle.name}
    shown = {key: {"version": part["version"], "hash": part["hash"]} | names for key, part in site.items()}
    user = {"id": str(me.user_id), "name": me.name}
    return {"khata": "waiting", "version": 1, "site": "x", "user": user, "series": shown, "changes": changes}


@pytest.mark.parametrize("game", daily([game.slug for game in GAMES], 3))
def test_an_evening_of_every_game_is_the_same_at_the_site(owner, game):
    """With place, notes and bids, and the first changes sent before the file was saved."""
    program, client = Program(owner.user), client_of(owner.user)
    evening = begin(owner, game, seed=3, steps=5)
    site = {evening.series.pk: taken_along(owner, evening.series)}

    def act() -> Series:
        for _step in range(25):
            evening.do_something()
        return evening.series

    found, shown = in_phone(site, program, act)
    sent, left = found["changes"][:2], found["changes"][2:]
    for change in sent:
        assert send(program, change).status_code < 300
    done = read_in(client, file_of(owner, site, left))
    assert "Nothing of this series is recorded" not in text_of(done)
    assert shown_of(program, evening.series) == shown
    assert "All of it is recorded already." in text_of(choose(client, file_of(owner, site, found["changes"])))
    call_command("audit", stdout=StringIO())


def test_a_series_that_was_started_there_keeps_its_place_and_notes(owner, agreed):
    program = Program(owner.user)

    def act() -> Series:
        series = starting.start_once(me=owner, agreed=replace(agreed, place="Patan"), key=new_key()).state.series
        submit = Submit(owner, 1, new_key())
        services.record_hand(series=series, submit=submit, record=J40[0])
        change_hand_note(series=series, me=owner, number=1, note="Four aces")
        return series

    found, shown = in_phone({}, program, act)
    text = text_of(read_in(client_of(owner.user), file_of(owner, {}, found["changes"])))
    assert "3 changes are recorded." in text
    (series,) = Series.objects.all()
    assert shown_of(program, series) == shown
    assert (series.place, shown["hands"][0]["note"]) == ("Patan", "Four aces")
