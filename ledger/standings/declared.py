"""Who declared what in a game, and with what success: from the results of ended series and the hands of open ones.

Each column is defined once, in `COLUMNS`. The pages, the CSV file, and the API's answer and schema follow from it.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import Any, NamedTuple

from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from games.registry import BY_SLUG
from ledger.circles.models import Circle, Player
from ledger.face.cached_pages import hash_key
from ledger.lib import formatting
from ledger.lib.lru import LRUCache
from ledger.series.models import Series, Status
from ledger.series.results import declared_by
from ledger.series.state import states_of
from ledger.series.wording import option_label
from ledger.standings.cells import percent, share_width
from ledger.standings.counted import Period, PlayedGame, Scope, choose_scope

ENOUGH_HANDS = 10  # the share of fewer hands says little, and is not shown


@dataclass(frozen=True)
class DeclaredColumn:
    """Two figures: how many hands, and how many of them were made."""

    hands: str  # in the API, in the CSV file, and in the rows of ledger/series/results.py
    made: str
    heading: Any  # on the page
    about: str  # the description in the API's schema


COLUMNS = (
    DeclaredColumn("hands", "made", pgettext_lazy("hands", "Made"), "Hands that the player declared."),
    DeclaredColumn(
        "as_partner",
        "made_as_partner",
        gettext_lazy("As a partner"),
        "Hands in which the player was the partner of the player who declared.",
    ),
)
FIGURES = tuple(name for column in COLUMNS for name in (column.hands, column.made))


class Success(NamedTuple):
    """How many of some hands were made, as pages show it."""

    made: int
    hands: int

    @property
    def text(self) -> str:
        figures = {"made": formatting.digits(self.made), "hands": formatting.digits(self.hands)}
        return _("%(made)s of %(hands)s") % figures

    @property
    def share(self) -> str:
        return percent(Fraction(self.made, self.hands)) if self.hands >= ENOUGH_HANDS else ""

    @property
    def few_hands_text(self) -> str:
        """A sentence that says how few the hands are; empty from ten hands on."""
        if self.hands >= ENOUGH_HANDS:
            return ""
        only = ngettext("Only %(count)s hand: this says little.", "Only %(count)s hands: this says little.", self.hands)
        return only % {"count": formatting.digits(self.hands)}


@dataclass(frozen=True)
class ContractLine:
    """A line of a page. The line of a contract has a bar, whose length stands for the hands.

    Part of the bar stands for the hands that were made.
    """

    name: str
    success: Success
    most: int = 0  # the hands of the contract with most hands, which has the longest bar; 0: the line has no bar

    @property
    def hands_width(self) -> str:
        return share_width(self.success.hands, self.most)

    @property
    def made_width(self) -> str:
        return share_width(self.success.made, self.most)


@dataclass(frozen=True)
class Summary:
    """What a player or a circle has declared: a line for each contract, for all, and for hands as a partner."""

    lines: Sequence[ContractLine]
    few_hands_text: str  # of the hands that the player declared, or else of the last line


@dataclass(frozen=True, slots=True)
class DeclaredRow:
    player: Player | None  # None: a player whom the standings do not name, or the whole circle
    contract: str | None  # None: all contracts
    title: str  # the players' word for the contract, not translated
    figures: Mapping[str, int]

    @property
    def name(self) -> str:
        """The contract in the reader's language."""
        return option_label(self.title) if self.title else ""

    def success(self, column: DeclaredColumn) -> Success | None:
        hands = self.figures[column.hands]
        return Success(self.figures[column.made], hands) if hands else None


@dataclass(frozen=True, slots=True)
class DeclaredHands:
    """The hands of a game that were declared. The row for all contracts comes before those of single ones."""

    rows: Sequence[DeclaredRow] = ()  # of each player; who declared most hands comes first
    of_circle: Sequence[DeclaredRow] = ()
    key: str = ""  # for caches: if it is the same, all figures are the same

    @property
    def columns(self) -> list[DeclaredColumn]:
        """The columns with a figure: many games have no partners."""
        return [column for column in COLUMNS if any(row.figures[column.hands] for row in self.of_circle)]

    @property
    def of_players(self) -> list[tuple[Player | None, list[Success | None]]]:
        """Each player with the cells of the columns, for all contracts."""
        return [(row.player, [row.success(column) for column in self.columns]) for row in self.rows if not row.contract]

    def summary(self, player: Player | None = None) -> Summary | None:
        """Return the summary of the player, or without one that of the circle.

        The circle has no line for partners: their hands are counted for the declarers already.
        """
        rows = [row for row in self.rows if row.player == player] if player else self.of_circle
        if not rows:
            return None
        of_all, *contracts = rows
        declared, as_partner = map(of_all.success, COLUMNS)
        most = max(row.figures[COLUMNS[0].hands] for row in contracts)
        lines = [ContractLine(row.name, success, most) for row in contracts if (success := row.success(COLUMNS[0]))]
        if declared and len(lines) > 1:
            lines.append(ContractLine(_("All"), declared))
        if player and as_partner:
            lines.append(ContractLine(_("As a partner"), as_partner))
        return Summary(lines, (declared or lines[-1].success).few_hands_text)


Tallies = Mapping[str, Mapping[str | None, Counter[str]]]  # by player and contract; None: all contracts
_TALLIES: LRUCache[Tallies] = LRUCache(20_000, size_of=lambda tallies: 1 + sum(map(len, tallies.values())))


def declared_hands(circle: Circle, scope: Scope) -> DeclaredHands:
    """Return the declared hands of the scope. Those of open series count too, on the day of the latest change."""
    game = BY_SLUG.get(scope.game or "")
    if game is None or not game.contracts:
        return DeclaredHands()
    open_series = [
        series
        for series in Series.objects.filter(circle=circle, game=game.slug, status=Status.OPEN).order_by("pk")
        if localdate(series.changed_at, scope.zone) in scope.period
    ]
    key = (*scope.key, str(scope.period), *(f"{series.pk} {series.latest_hash}" for series in open_series))
    tallies = _TALLIES.get_or_make(key, lambda: _add_up(chain(_rows_of_ended(scope), _rows_of_open(open_series))))
    titles = {None: ""} | {contract.value: contract.label for contract in game.contracts}

    def rows_of(player: Player | None, by_contract: Mapping[str | None, Counter[str]]) -> Iterator[DeclaredRow]:
        for contract, title in titles.items():
            if contract in by_contract:
                yield DeclaredRow(player, contract, title, by_contract[contract])

    def order(player: Player) -> tuple[object, ...]:
        all_contracts = tallies[player.pk][None]
        return *(-all_contracts[column.hands] for column in COLUMNS), player.is_left_out, player.name, player.pk

    rows: list[DeclaredRow] = []
    for player in sorted(Player.objects.filter(circle=circle, pk__in=tallies), key=order):
        rows += rows_of(None if player.is_left_out else player, tallies[player.pk])
    of_circle: dict[str | None, Counter[str]] = defaultdict(Counter)
    for of_player in tallies.values():
        for contract, figures in of_player.items():
            of_circle[contract].update(figures)
    return DeclaredHands(rows, list(rows_of(None, of_circle)), hash_key(*key))


def games_declared(circle: Circle, ended: Sequence[PlayedGame]) -> list[PlayedGame]:
    """Return the games in which hands were declared and no series counts yet. The game played last comes first.

    `ended` are the games in which a series counts.
    """
    ended_games = {played.game for played in ended}
    played_last = Series.objects.filter(circle=circle, status=Status.OPEN).order_by("-changed_at")
    open_games = [
        BY_SLUG[slug] for slug in dict.fromkeys(played_last.values_list("game", flat=True)) if slug not in ended_games
    ]
    return [
        PlayedGame(game.slug, "", 0)
        for game in open_games
        if game.contracts and declared_hands(circle, choose_scope(circle, Period(), game.slug)).rows
    ]


RowsOfPlayers = Iterator[tuple[str, Mapping[str, Any]]]  # the id of a player, and a row of ledger/series/results.py


def _rows_of_ended(scope: Scope) -> RowsOfPlayers:
    for series in scope.in_period:
        for result in series.results:
            yield from ((result.player_id, row) for row in result.declared)


def _rows_of_open(open_series: Sequence[Series]) -> RowsOfPlayers:
    for state in states_of(open_series):
        hands = [hand for hand in state.play.hands if hand.counts]
        for seat, player in enumerate(state.players):
            yield from ((player.pk, row) for row in declared_by(seat, hands))


def _add_up(rows: RowsOfPlayers) -> Tallies:
    tallies: dict[str, dict[str | None, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    for player, row in rows:
        for contract in (None, row["contract"]):
            tallies[player][contract].update({name: row[name] for name in FIGURES})
    return {player: dict(of_player) for player, of_player in tallies.items()}
