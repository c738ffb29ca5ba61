"""A payment that was made is marked as paid in the text to share, in pictures and on sheets."""

from datetime import UTC, datetime

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from ledger.circles.models import Player
from ledger.live.links import link_to_share, token_of
from ledger.money.models import Entry
from ledger.money.services import PlannedAmount, reverse_payment
from ledger.series.settling import pay
from tests.ledger.pages import address, client_of
from tests.ledger.series.conftest import J40, Scorer
from tests.ledger.sheets.conftest import words_of

pytestmark = pytest.mark.django_db

PAID, OPEN = "D pays A NPR 23.50 (paid on 20 October 2024)", "C pays A NPR 18.50"


def pay_one(scorer: Scorer, players: list[Player], monkeypatch: pytest.MonkeyPatch) -> Entry:
    """The J-40 series ends with NPR 4, 18.50 and 23.50 to pay; D pays."""
    now = timezone.now
    monkeypatch.setattr(timezone, "now", lambda: datetime(2024, 10, 20, 12, tzinfo=UTC))
    paid = pay(scorer.state(), scorer.me, PlannedAmount(players[3].pk, players[0].pk, 2350))
    monkeypatch.setattr(timezone, "now", now)
    assert paid is not None
    return paid


def text_to_share(scorer: Scorer) -> str:
    answer = client_of(scorer.me.user).post(address("share", scorer.series)).json()["text"]
    return str(answer).replace("\u00a0", " ")


def test_the_text_the_page_and_the_sheet_say_what_is_paid(
    bob_scores: Scorer, players: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    bob_scores.record(*J40)
    link = link_to_share(me=bob_scores.me, series=bob_scores.series, shows_payments=True)
    sheet = reverse("follow:page", args=[token_of(link)]) + "sheet.pdf"
    client = client_of(bob_scores.me.user)
    assert "paid" not in text_to_share(bob_scores)
    before = words_of(Client().get(sheet).content)
    settlement = client.get(address("settlement", bob_scores.series)).content.decode()
    assert "(paid on" not in before + settlement
    payment = pay_one(bob_scores, players, monkeypatch)
    for text in (
        text_to_share(bob_scores),
        words_of(Client().get(sheet).content),
        words_of(client.get(address("sheet", bob_scores.series)).content),
    ):
        assert PAID in text
        assert f"{OPEN} (paid" not in text
        assert OPEN in text
    settlement = client.get(address("settlement", bob_scores.series)).content.decode()
    assert settlement.count("(paid on 20 October 2024)") == 2  # in the list, and in the text
    reverse_payment(me=bob_scores.me, entry=payment)
    assert "paid" not in text_to_share(bob_scores)
    assert words_of(Client().get(sheet).content) == before


def test_a_payment_makes_a_new_picture(
    bob_scores: Scorer, players: list[Player], drafts: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    bob_scores.record(*J40)
    link_to_share(me=bob_scores.me, series=bob_scores.series, shows_payments=True)
    picture, client = address("result", bob_scores.series), client_of(bob_scores.me.user)
    client.get(picture)
    pay_one(bob_scores, players, monkeypatch)
    client.get(picture)
    client.get(picture)
    assert ["(paid on 20 October 2024)" in " ".join(each.split()) for each in drafts] == [False, True]


def test_without_money_nothing_is_said_of_what_is_paid(
    bob_scores: Scorer, players: list[Player], drafts: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    bob_scores.record(*J40)
    pay_one(bob_scores, players, monkeypatch)
    client_of(bob_scores.me.user).get(address("result", bob_scores.series))
    assert "paid" not in text_to_share(bob_scores)
    assert "(paid" not in drafts[0]
