"""Evenings to be played in a phone: what a browser sends for each hand of a random series, one after the other.

The hands come from the page on which a hand is corrected: it has the same fields as the one on which it is entered,
filled in. So the form of every game is used, also where a game has its own.
"""

import random
from collections.abc import Iterator
from html.parser import HTMLParser

from django.test import Client

from games.contract import Preset
from games.game import Game
from ledger.circles.models import Member, Player
from ledger.series.models import Series
from ledger.series.services import Submit, record_hand, stop_series
from ledger.series.starting import Agreement, start_series
from ledger.series.state import preview, series_state
from ledger.series.wording import warnings_in_words
from tests.games.random_hands import numbers_of_players
from tests.proving.hands import random_hand

NOT_OF_A_HAND = ("csrfmiddlewaretoken", "key", "base_version", "step", "reason", "warned")


class FilledIn(HTMLParser):
    """What a browser would send of the form for a hand."""

    def __init__(self) -> None:
        super().__init__()
        self.values: list[tuple[str, str]] = []
        self.select = ""
        self.is_inside = False

    def handle_endtag(self, tag: str) -> None:
        self.is_inside = self.is_inside and tag != "main"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = dict(attrs)
        self.is_inside = self.is_inside or tag == "main"
        if not self.is_inside:
            return
        name, value = has.get("name") or "", has.get("value") or ""
        if tag == "select":
            self.select = name
        elif tag == "option" and "selected" in has:
            self.values.append((self.select, value))
        elif tag == "input" and (has.get("type") not in ("checkbox", "radio") or "checked" in has):
            self.values.append((name, value or ("on" if has.get("type") == "checkbox" else "")))


def preset_of(game: type[Game]) -> Preset:
    """Return the default preset; of Jass Schieber, which has most to write down, as the Swiss play it."""
    return game.presets["schieber"] if game.slug == "jass" else game.default_preset


def seated(game: type[Game], players: list[Player]) -> list[Player]:
    return players[: max(seats for seats in numbers_of_players(game) if seats <= len(players))]


def evening(
    me: Member, players: list[Player], game: type[Game], hands: int, seed: str
) -> list[list[list[tuple[str, str]]]]:
    """Play so many hands, in as many series as they take, and return what is sent for each hand."""
    dice, browser = random.Random(seed), Client()
    browser.force_login(me.user)
    every: list[list[list[tuple[str, str]]]] = []
    while sum(map(len, every)) < hands:
        agreed = Agreement(game, seated(game, players), preset_of(game).rules, None, preset_of(game).slug)
        series = start_series(me=me, agreed=agreed)
        played = []
        for form in play(me, series, game, dice, browser):
            played.append(form)
            if sum(map(len, every)) + len(played) == hands:
                break
        every.append(played)
        state = series_state(Series.objects.get(pk=series.pk))
        if state.series.is_open:
            stop_series(series=series, submit=Submit(me, state.series.version), with_standard=True)
    return every


def play(
    me: Member, series: Series, game: type[Game], dice: random.Random, browser: Client
) -> Iterator[list[tuple[str, str]]]:
    while True:
        series.refresh_from_db()
        state = series_state(series)
        if not state.takes_hands:
            return
        number = state.next_number
        record = random_hand(game, preset_of(game).rules, state.table_for(number), dice)
        if {"thrown_in", "first_leader"} & set(record):
            continue  # these have screens of their own
        hand = preview(state, number, record).hand
        doubts = [("warned", warning) for warning in warnings_in_words(hand.score, state.names)] if hand else []
        record_hand(series=series, submit=Submit(me, series.version), record=record)
        way = "entered" if state.game.totals is None else "totals"
        page = FilledIn()
        page.feed(browser.get(f"/series/{series.pk}/hands/{number}/correct/?way={way}").content.decode())
        if not page.values:
            return  # this hand has ended the series, which cannot be corrected any more
        yield [(name, value) for name, value in page.values if name and name not in NOT_OF_A_HAND] + doubts
