"""What every two players owe each other: as a matrix, and in sentences for each player.

The debts are those of a settlement, or of a hand that is settled between every two players.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations

from django.utils.translation import gettext as _

from games.kit.figures import ZERO
from games.kit.transfers import Transfer, matrix
from ledger.lib import formatting
from ledger.series.state import Side
from ledger.series.wording import in_words

FEWEST_CROWDED = 5  # players: their ten pairs are too many for a list
FEWEST_IN_MATRIX = 3  # players: two are a single pair, which needs no matrix
MOST_LINES = 150  # sentences for all pairs together; `by_player` has each sentence twice


@dataclass(frozen=True)
class DebtLine:
    """A debt in one sentence. `points` are negative if the debt lowers the sum of the list."""

    sentence: str
    points: Fraction


@dataclass(frozen=True)
class DebtsWith:
    """What one player receives from another; negative where the player pays."""

    other: Side
    points: Fraction
    lines: tuple[DebtLine, ...]


@dataclass(frozen=True)
class PlayerDebts:
    """A player, and the other players with whom the player has debts to settle."""

    player: Side
    points: Fraction  # what the player receives in all; negative if the player pays
    others: tuple[DebtsWith, ...]


@dataclass(frozen=True)
class MatrixRow:
    """What a player receives from each other player, and in all. None in the player's own column."""

    player: Side
    figures: tuple[Fraction | None, ...]
    points: Fraction


@dataclass(frozen=True)
class Debts:
    players: Sequence[Side]  # each player alone (`SeriesState.players_as_sides`), in the order of the page
    transfers: Sequence[Transfer]
    names: Sequence[str]  # by seat

    @property
    def is_crowded(self) -> bool:
        """Whether there are too many pairs to list them one below the other."""
        return len(self.players) >= FEWEST_CROWDED

    @property
    def has_matrix(self) -> bool:
        return len(self.players) >= FEWEST_IN_MATRIX and bool(self.transfers)

    @property
    def rows(self) -> list[MatrixRow]:
        return [
            MatrixRow(
                player,
                tuple(
                    None if player.seat == other.seat else self._received[player.seat][other.seat]
                    for other in self.players
                ),
                sum(self._received[player.seat], ZERO),
            )
            for player in self.players
        ]

    @property
    def by_player(self) -> list[PlayerDebts]:
        by_player = []
        for player in self.players:
            others = tuple(
                DebtsWith(other, self._received[player.seat][other.seat], self.lines(transfers, player.seat))
                for other in self.players
                if (transfers := self._by_pair.get(frozenset((player.seat, other.seat))))
            )
            by_player.append(PlayerDebts(player, sum(self._received[player.seat], ZERO), others))
        return by_player

    @property
    def pairs(self) -> Iterator[tuple[Side, Side, list[Transfer]]]:
        """Yield every two players who owe each other anything, with the transfers between them."""
        for player, other in combinations(self.players, 2):
            if transfers := self._by_pair.get(frozenset((player.seat, other.seat))):
                yield player, other, transfers

    def lines(self, transfers: Sequence[Transfer], seat: int) -> tuple[DebtLine, ...]:
        """Return the transfers between two players in sentences.

        `seat` is that of one of the two: the points that this player pays are negative. If there are too many
        transfers, the last line is the sum of those that have no line.
        """
        points = [transfer.points if transfer.payee == seat else -transfer.points for transfer in transfers]
        most = max(1, MOST_LINES // len(self._by_pair))
        shown = len(transfers) if len(transfers) <= most + 1 else most
        lines = [DebtLine(in_words(transfers[index].why, self.names), points[index]) for index in range(shown)]
        if left_out := points[shown:]:
            count = {"count": formatting.digits(len(left_out))}
            lines.append(DebtLine(_("%(count)s more, together") % count, sum(left_out, ZERO)))
        return tuple(lines)

    @cached_property
    def _received(self) -> tuple[tuple[Fraction, ...], ...]:
        """By two seats, what the first receives from the second; negative where the first pays."""
        return matrix(self.transfers, len(self.names))

    @cached_property
    def _by_pair(self) -> dict[frozenset[int], list[Transfer]]:
        """The transfers by the two seats between which they are made."""
        by_pair: dict[frozenset[int], list[Transfer]] = {}
        for transfer in self.transfers:
            by_pair.setdefault(frozenset((transfer.payer, transfer.payee)), []).append(transfer)
        return by_pair
