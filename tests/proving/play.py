"""A random series, played through the site's services, and compared with a list of what should be there."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from decimal import Decimal
from random import Random
from typing import Any

from django.test import Client
from django.utils import timezone, translation

from games.game import Game
from ledger.circles.models import Member, Player, User, Verdicts
from ledger.circles.services.circles import make_circle
from ledger.circles.services.players import add_player, claim_player
from ledger.lib.refusals import InTheWay, Refused
from ledger.live.links import change_link, link_to_share
from ledger.money.services import Payment, record_payment, reverse_payment
from ledger.series.changes.unseated import seats_without_hands
from ledger.series.models import Series
from ledger.series.selectors import history, revision_counts
from ledger.series.services import (
    Submit,
    correct_hand,
    join_series,
    record_hand,
    reopen_series,
    stop_series,
    undo,
    unseat_last,
)
from ledger.series.starting import Agreement, start_once
from ledger.series.state import SeriesState, series_state
from ledger.sheets.papers import A4
from ledger.sheets.pdf import sheet_html
from ledger.sheets.sheet import Sheet
from ledger.verdicts.services import Speaker, give_verdict, waive
from tests.games.random_hands import fits
from tests.proving.arithmetic import BY_SLUG
from tests.proving.arithmetic.account import Account
from tests.proving.differences import Reader, compare_api, compare_pages, compare_settlement, compare_sheet, in_coins
from tests.proving.hands import random_hand
from tests.proving.verdicts import (
    BY_LINK,
    BY_PROXY,
    OWN,
    Paper,
    PaperHand,
    asked_of,
    compare_agreement,
    shown_of_end,
    shown_to,
)

MOST_STEPS = 30
MOST_HANDS = 25
LOOK_AFTER_A_STEP = 0.1
IN_A_PHONE = 0.3
BY_A_LINK = 0.2
BY_A_PRESET = 0.4
COINS = (1, 5, 25, 100)
POINT_VALUES = ("0.25", "1", "0.05", "0.3333", "0")


@dataclass
class Counts:
    series: int = 0
    hands: int = 0
    corrections: int = 0
    other_changes: int = 0
    payments: int = 0
    checks: int = 0


@dataclass
class House:
    """A circle with its players, and what each of them should be owed."""

    owner: Member
    reader: Reader
    players: list[Player] = field(default_factory=list)
    owed: dict[str, int] = field(default_factory=dict)

    @classmethod
    def open(cls, game: type[Game], dice: Random) -> "House":
        user = User.objects.create_user(f"owner-of-{game.slug}", display_name="Owner")
        coin = dice.choice(COINS)
        owner = make_circle(owner=user, name=game.name, currency="NPR", language="en", coin_minor=coin)
        client = Client()
        client.force_login(user)
        house = cls(owner, Reader(client))
        for _player in range(max(game.allowed_seats)):
            house.add_player()
        claim_player(player=house.players[0], member=owner)
        return house

    def add_player(self) -> Player:
        self.players.append(add_player(circle=self.owner.circle, name=f"Player {len(self.players) + 1}"))
        return self.players[-1]

    def owe(self, amounts: dict[str, int]) -> None:
        for player, amount in amounts.items():
            self.owed[player] = self.owed.get(player, 0) + amount

    def compare_balances(self) -> None:
        shown = self.reader.api(f"circles/{self.owner.circle_id}/balances")["balances"]
        amounts = {row["player"]: round(Decimal(row["amount"]) * 100) for row in shown}
        self.reader.compare("sum of all balances", sum(amounts.values()), 0)
        right = {player: amount for player, amount in self.owed.items() if amount}
        self.reader.compare("balances", {player: amount for player, amount in amounts.items() if amount}, right)


@dataclass
class Evening:
    """One series. `records` are the hands that the site should have."""

    house: House
    game: type[Game]
    dice: Random
    counts: Counts
    records: list[Any] = field(default_factory=list)
    settled: dict[str, int] = field(default_factory=dict)  # what the series has brought into the books
    paper: Paper = field(default_factory=lambda: Paper(asked=False))

    def play(self) -> None:
        self.start()
        for _step in range(self.dice.randint(6, MOST_STEPS)):
            was_open = self.state().series.is_open
            self.do_something()
            if was_open != self.state().series.is_open or self.dice.random() < LOOK_AFTER_A_STEP:
                self.look()
        if self.series.is_open:
            self.stop()
            self.look()
        self.counts.series += 1

    def start(self) -> None:
        dice, game = self.dice, self.game
        chosen = dice.choice(list(game.presets.values()))
        self.seats = dice.choice([seats for seats in game.allowed_seats if fits(game, chosen.rules, seats)])
        self.preset, self.rules = chosen.slug, chosen.rules
        if dice.random() > BY_A_PRESET:
            reading = game.read_rules(BY_SLUG[game.slug].some_rules(dice, self.seats))
            assert not reading.problems, [str(problem.message) for problem in reading.problems]
            self.preset, self.rules = "", reading.value
        agreed = Agreement(
            game=game,
            players=dice.sample(self.house.players, self.seats),
            rules=self.rules,
            point_value=Decimal(dice.choice(POINT_VALUES)),
            preset=self.preset,
            first_dealer=dice.choice([None, *range(self.seats)]),
            verdicts=dice.choice(list(Verdicts)),
        )
        self.paper = Paper(asked=agreed.verdicts != Verdicts.OFF)
        played_at = timezone.now() - timedelta(hours=3) if dice.random() < IN_A_PHONE else None
        self.series: Series = start_once(me=self.house.owner, agreed=agreed, played_at=played_at).state.series

    # --- What happens ---

    def do_something(self) -> None:
        state, dice = self.state(), self.dice
        hands, may_record = len(self.records), state.takes_hands and len(self.records) < MOST_HANDS
        can = {
            "record": 10 if may_record else 0,
            "correct": 2 if state.series.is_open and hands else 0,
            "undo": 1 if state.series.is_open and hands else 0,
            "join": 2 if state.can_be_joined else 0,
            "unseat": 1 if state.series.is_open and seats_without_hands(state.series) else 0,
            "stop": 1 if state.series.is_open else 0,
            "reopen": 0 if state.series.is_open else 2,
            "pay": 0 if state.series.is_open else 1,
            "say": 4 if self.paper.asked and self.asked() else 0,
            "all_agree": 1 if self.paper.asked and self.asked() else 0,
            "waive": 1 if self.paper.asked and not state.series.is_open else 0,
        }
        (choice,) = dice.choices(list(can), weights=list(can.values()))
        getattr(self, choice)()

    def record(self) -> None:
        state = self.state()
        record = random_hand(self.game, self.rules, state.table_for(state.next_number), self.dice)
        record_hand(**self.submit(), record=record)
        self.records.append(record)
        self.paper.hands.append(PaperHand())
        self.counts.hands += 1

    def correct(self) -> None:
        number = self.dice.randint(1, len(self.records))
        state = self.state()
        if len(state.seats_out(number)) > self.seats - 2:
            return  # the hand came after the end, when nobody was left to play
        record = random_hand(self.game, self.rules, state.table_for(number), self.dice)
        try:
            correct_hand(**self.submit(), number=number, record=record, reason="It was written down wrongly.")
        except Refused:
            return  # A later hand would no longer fit.
        self.records[number - 1] = record
        self.paper.hands[number - 1].corrections += 1
        self.counts.corrections += 1

    def undo(self) -> None:
        undo(**self.submit())
        self.records.pop()
        self.paper.hands.pop()
        self.counts.other_changes += 1

    def join(self) -> None:
        seated = {player.pk for player in self.state().players}
        free = [player for player in self.house.players if player.pk not in seated]
        join_series(**self.submit(), player=self.dice.choice(free) if free else self.house.add_player())
        self.seats += 1
        self.counts.other_changes += 1

    def unseat(self) -> None:
        unseat_last(**self.submit())
        self.seats -= 1
        self.counts.other_changes += 1

    def stop(self) -> None:
        stop_series(**self.submit(), with_standard=self.dice.random() < 0.5)
        self.counts.other_changes += 1

    def reopen(self) -> None:
        reopen_series(**self.submit(), reason="To look at it again.")
        self.counts.other_changes += 1

    def pay(self) -> None:
        payer, payee = self.dice.sample(self.house.players, 2)
        minor = self.dice.randrange(1, 5000)
        paid = record_payment(me=self.house.owner, payment=Payment(payer, payee, Decimal(minor) / 100))
        self.house.owe({payer.pk: minor, payee.pk: -minor})
        if self.dice.random() < 0.3:
            reverse_payment(me=self.house.owner, entry=paid.entry, note="It was not paid.")
            self.house.owe({payer.pk: -minor, payee.pk: minor})
        self.counts.payments += 1

    def say(self) -> None:
        number, seat = self.dice.choice(self.asked())
        self.give(number, seat, self.dice.choice(["agreed", "agreed", "disputed", "none"]))

    def all_agree(self) -> None:
        for number, seat in self.asked():
            self.give(number, seat, "agreed")

    def give(self, number: int, seat: int, verdict: str) -> None:
        """By the player, by a link, or by a scorer."""
        state, link = self.state(), None
        weight = OWN if state.players[seat] == self.house.players[0] else BY_PROXY
        if self.dice.random() < BY_A_LINK:
            weight, link = BY_LINK, link_to_share(me=self.house.owner, series=self.series)
            change_link(link=link, may_agree=True)
        said = self.paper.speak(number, seat, verdict, weight, self.shown(number, seat), state.series.version)
        try:
            give_verdict(
                speaker=Speaker(link=link, seat=seat) if link else Speaker(self.house.owner),
                series=self.series,
                number=number or None,
                player_id=state.players[seat].pk,
                verdict=verdict,
                seen=revision_counts(state)[number] if number else state.series.version,
                reason="other" if verdict == "disputed" else "",
            )
        except InTheWay:
            assert not said, "the site refuses a verdict that may be given"
        else:
            assert said, "the site takes a verdict that must be refused"

    def waive(self) -> None:
        version = self.state().series.version
        waive(me=self.house.owner, series=self.series, version=version, reason="Everybody has gone home.")
        self.paper.waived_at = version

    def asked(self) -> list[tuple[int, int]]:
        return list(asked_of(self.account(), self.series.is_open))

    def shown(self, number: int, seat: int) -> Any:
        if not number:
            return shown_of_end(self.account())
        return shown_to(self.account(number), self.account(number - 1), seat)

    def account(self, hands: int | None = None) -> Account:
        """The series, or its first so many hands, worked out by hand."""
        rules, series = self.rules.model_dump(mode="json"), self.series
        work_out = BY_SLUG[self.game.slug].work_out
        return work_out(rules, self.records[:hands], self.seats, series.with_standard)

    def submit(self) -> dict[str, Any]:
        """Some changes come from a phone without signal, whose clock need not be right."""
        self.series.refresh_from_db()
        played_at = None
        if self.dice.random() < IN_A_PHONE:
            played_at = timezone.now() + timedelta(minutes=self.dice.randint(-300, 10))
        return {"series": self.series, "submit": Submit(self.house.owner, self.series.version, played_at=played_at)}

    def state(self) -> SeriesState:
        self.series.refresh_from_db()
        return series_state(self.series)

    # --- What the site shows ---

    def look(self) -> None:
        """Compare everything with what it should be."""
        self.series.refresh_from_db()
        reader, before, is_open = self.house.reader, self.house.reader.checks, self.series.is_open
        account = self.account()
        shown = compare_api(reader, self.series.pk, account, self.records, is_open)
        amounts: Sequence[int] | None = None
        if account.over:  # the series can be open then only if it was reopened
            reader.compare("with standard money at its end", self.series.with_standard, True)
        if not is_open:
            reader.compare("status", shown["status"], "finished" if account.over else "stopped")
            amounts = in_coins(shown, account, self.series.coin_minor)
            compare_settlement(reader, shown, account, amounts)
        right = {place: self.paper.holds(*place, self.shown(*place)) for place in asked_of(account, is_open)}
        held = {place: said and said.verdict for place, said in right.items()}
        compare_agreement(reader, shown, self.paper, held if self.paper.asked else {})
        compare_pages(reader, shown, account, amounts)
        if amounts is not None and any(hand.counts for hand in account.hands):  # else it has no ranking or settlement
            circle = self.house.owner.circle
            with translation.override("en"):
                html = sheet_html(Sheet(self.state(), list(history(self.series)), circle, "https://khata.test/", A4))
            compare_sheet(reader, html, shown, account, amounts)

        self.house.owe({player: -amount for player, amount in self.settled.items()})
        self.settled = dict(zip([player["id"] for player in shown["players"]], amounts or [], strict=bool(amounts)))
        self.house.owe(self.settled)
        self.house.compare_balances()
        self.counts.checks += reader.checks - before
