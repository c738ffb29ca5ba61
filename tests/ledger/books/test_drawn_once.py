"""What is drawn once for all that it depends on is drawn anew as soon as any of it changes."""

from typing import Any

import pytest
from django.core.cache import caches

from ledger.circles.models import Circle, Member, Player
from ledger.series.services import stop_series
from tests.ledger.books.conftest import Browse, text_of
from tests.ledger.money.conftest import Bookkeeper
from tests.ledger.series.conftest import J40, Scorer


@pytest.fixture(autouse=True)
def nothing_drawn_yet() -> None:
    caches["drawn"].clear()


def rename(player: Player, name: str) -> None:
    Player.objects.filter(pk=player.pk).update(name=name, name_key=name.lower())


def test_a_settlement_is_drawn_once(
    viewer: Member, bob_scores: Scorer, browse: Browse, django_assert_num_queries: Any
) -> None:
    bob_scores.record(*J40)
    phone, address = browse(viewer), f"/series/{bob_scores.series.pk}/settlement/"
    first = text_of(phone.get(address))
    with django_assert_num_queries(5):  # session, user, membership, series and names
        assert text_of(phone.get(address)) == first
    assert first.count("184") > 0


def test_another_hand_name_language_or_way_to_settle_is_another_settlement(
    viewer: Member, bob_scores: Scorer, players: list[Player], circle: Circle, browse: Browse
) -> None:
    bob_scores.record(J40[0])
    phone, address = browse(viewer), f"/series/{bob_scores.series.pk}/settlement/"
    seen = [text_of(phone.get(address))]

    def is_new(**asked: Any) -> bool:
        seen.append(text_of(phone.get(address, **asked)))
        return seen[-1] not in seen[:-1]

    assert is_new(data={"standard": "without"})
    assert is_new(headers={"Accept-Language": "ne"})
    bob_scores.record(J40[1])
    assert is_new()
    rename(players[2], "Chandra")
    assert is_new()
    assert "Chandra" in seen[-1]
    Circle.objects.filter(pk=circle.pk).update(name="The other table")
    assert is_new()
    assert is_new(headers={"Host": "127.0.0.1"})  # the address stands in the text to be sent
    stop_series(series=bob_scores.series, submit=bob_scores.submit(), with_standard=True)
    assert is_new()


def test_balances_are_drawn_once_for_each_reader_and_state_of_the_book(
    viewer: Member, scorer: Member, bob_scores: Scorer, bob_books: Bookkeeper, players: list[Player], browse: Browse
) -> None:
    bob_scores.record(*J40)
    vera, bob, address = browse(viewer), browse(scorer), f"/circles/{viewer.circle_id}/balances/"
    seen = text_of(vera.get(address))
    assert text_of(vera.get(address)) == seen
    assert "Mark as paid" not in seen
    assert "Mark as paid" in text_of(bob.get(address))
    bob_books.pay(players[2], players[0], 100)
    paid = text_of(vera.get(address))
    assert "The latest payments" in paid
    assert "The latest payments" not in seen
    rename(players[2], "Chandra")
    assert "Chandra" in text_of(vera.get(address))


def test_a_form_that_stands_on_the_page_has_a_key_and_a_token_of_its_own(
    scorer: Member, bob_scores: Scorer, browse: Browse
) -> None:
    bob_scores.record(*J40)
    pages = [browse(scorer).get(f"/circles/{scorer.circle_id}/balances/") for _ in range(2)]
    for name in ("key", "csrfmiddlewaretoken"):
        values = [page.content.decode().split(f'name="{name}" value="')[1].split('"')[0] for page in pages]
        assert values[0] != values[1], name
