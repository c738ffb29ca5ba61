"""A phone on which a hand is written down card by card."""

from typing import Any

from django.test import Client
from django.urls import reverse

from games.contract import Table
from games.kit.cards import CODES
from games.kit.table_view import walk
from ledger.circles.models import Member, User
from ledger.scoring.cards import drafts
from ledger.scoring.cards.drafts import Tap
from ledger.series.models import Draft, Series
from ledger.series.state import series_state
from tests.ledger.series.conftest import GAME, J40

FIRST, SECOND = J40[0], J40[1]


def in_order(record: dict[str, Any]) -> list[str]:
    """The cards as they were played, one after the other."""
    play = GAME.read_record(record).value
    assert GAME.shape is not None
    return [CODES[step.card] for step in walk(play, GAME(None, 4).shape(play, Table(4))).steps]


class Phone:
    """A scorer's phone without a script: forms and full pages."""

    def __init__(self, user: User, series: Series) -> None:
        self.client = Client()
        self.client.force_login(user)
        self.user = user
        self.series = series

    def url(self, name: str) -> str:
        return reverse(f"series:{name}", args=[self.series.pk])

    def begin(self, record: dict[str, Any] = FIRST, **more: Any) -> Any:
        start = {name: record[name] for name in ("direction", "first_leader")}
        return self.client.post(self.url("cards"), start | more)

    def tap(self, do: str = "lay", *, steps: int | None = None, key: str = "", **what: Any) -> Any:
        draft = Draft.objects.filter(series=self.series).first()
        steps = draft.steps if draft and steps is None else steps
        sent = {"do": do, "steps": steps or 0, "key": key or f"{do} {steps}"}
        return self.client.post(self.url("cards_tap"), sent | what | {"part": "table"})

    def lay(self, *cards: str) -> Any:
        """Lay the last card by a tap, and the cards before it by the service, which is quicker."""
        *before, last = cards
        state = series_state(Series.objects.get(pk=self.series.pk))
        me = Member.objects.get(circle=state.series.circle_id, user=self.user)
        for card in before:
            steps = Draft.objects.get(series=self.series).steps
            drafts.lay(state=state, tap=Tap(me, steps, f"lay {steps}"), card=CODES.index(card))
        answer = self.tap(card=last)
        assert answer.status_code == 200
        return answer

    def begin_with(self, *cards: str) -> None:
        self.begin()
        self.lay(*cards)

    def play(self, record: dict[str, Any] = FIRST, cards: int = 51) -> None:
        """Begin a hand and lay this many of its cards. The site lays the last card of a hand by itself."""
        self.begin(record)
        self.lay(*in_order(record)[:cards])

    def page(self) -> str:
        return str(self.client.get(self.url("cards")).content.decode())

    def check(self, version: str) -> Any:
        """Ask whether the open table is up to date, as static/js/cards.js does."""
        return self.client.get(self.url("cards"), {"version": version, "part": "table"})

    def discard(self, steps: int) -> Any:
        return self.client.post(self.url("cards_discard"), {"steps": steps})

    def save(self, **more: Any) -> Any:
        self.series.refresh_from_db()
        sent = {"base_version": self.series.version, "key": "save"} | more
        return self.client.post(self.url("cards_save"), sent)
