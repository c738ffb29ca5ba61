"""A scorecard for any other game: see rules.py.

The end of a series by the table's own rules, and who owes whom.
"""

from collections.abc import Sequence
from fractions import Fraction
from types import MappingProxyType

from games.catalogue.scorecard.options import (
    FEWEST_SEATS,
    MOST_SEATS,
    Best,
    Bidders,
    End,
    Settlement,
    Written,
)
from games.catalogue.scorecard.payments import between_players, by_difference, from_losers
from games.catalogue.scorecard.presets import PRESETS
from games.catalogue.scorecard.record import (
    RECORD,
    BidsRecord,
    PointsRecord,
    Record,
    SidesRecord,
    check,
    questions_of,
)
from games.catalogue.scorecard.rules import LATER_OPTIONS, Rules
from games.catalogue.scorecard.scoring import score
from games.contract import Score, SettlementColumn, Standing, Table
from games.entry import Bids, Question, TotalsEntry
from games.game import Game
from games.kit.ladders import places, ranked, shared_sum
from games.kit.problems import Problem
from games.kit.records import ThrownIn
from games.kit.running import SeriesTotals, add_up
from games.kit.sentences import Seat, Several, gettext_noop, say
from games.kit.standard_money import DIFFERENCE
from games.kit.transfers import Transfer

COLUMNS = (
    DIFFERENCE,
    SettlementColumn("rank", gettext_noop("By rank"), frozenset({"rank"})),
    SettlementColumn("at_once", gettext_noop("After each hand"), frozenset({"at_once"})),
)


class Scorecard(Game):
    slug = "scorecard"
    name = gettext_noop("Scorecard")
    about = gettext_noop("Any other game: you say what is counted, when it ends and who pays whom.")
    allowed_seats = tuple(range(FEWEST_SEATS, MOST_SEATS + 1))
    rules_model = Rules
    record = RECORD
    presets = PRESETS
    columns = COLUMNS
    title_field = "name"
    open_ended = (MappingProxyType({"end": End.TABLE}),)
    later_options = LATER_OPTIONS

    rules: Rules

    def fits(self) -> list[Problem]:
        problems = []
        if (
            self.rules.written is not Written.SIDES
            and self.rules.teams
            and (self.rules.teams == 1 or self.seats % self.rules.teams)
        ):
            uneven = say(
                "{seats} players cannot make {teams} teams of the same size.", seats=self.seats, teams=self.rules.teams
            )
            problems.append(Problem("teams", "uneven_teams", uneven))
        elif self.rules.by_rank and len(self.rules.ladder) != self.rules.sides(self.seats):
            places = say(
                "There are {given} sums for {sides} places.",
                given=len(self.rules.ladder),
                sides=self.rules.sides(self.seats),
            )
            problems.append(Problem("ladder", "wrong_length", places))
        return problems

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """Seat 0 plays for side 0, seat 1 for side 1, and so on round the table."""
        count = self.rules.sides(self.seats)
        return tuple(tuple(range(side, self.seats, count)) for side in range(count))

    @property
    def low_wins(self) -> bool:
        return self.rules.best is Best.LOW

    @property
    def totals(self) -> TotalsEntry | None:
        if self.rules.written is Written.BIDS:
            bids = Bids("bids", gettext_noop("Bid"), by_one=self.rules.bidders is Bidders.ONE)
            return TotalsEntry(
                "tricks",
                total=Fraction(1) if self.rules.tricks_grow else self.rules.hand_total,
                title=gettext_noop("Won"),
                total_grows=self.rules.tricks_grow,
                may_sit_out=self.rules.sits_out and not bids.by_one,
                bids=bids,
            )
        if self.rules.written is Written.SIDES:
            return TotalsEntry("value", step=self.rules.step.size, title=gettext_noop("Worth"), shared=True)
        return TotalsEntry(
            "points",
            step=self.rules.step.size,
            total=self.rules.hand_total,
            below_zero=self.rules.below_zero,
            may_sit_out=self.rules.sits_out,
            blank_is_zero=self.rules.blank_is_zero,
        )

    def questions(self, *, by_card: bool) -> tuple[Question, ...]:
        return tuple(questions_of(self.rules))

    @property
    def can_throw_in(self) -> bool:
        """A deal that was given up is recorded only where a hand is recorded as who won and who lost."""
        return self.rules.written is Written.SIDES

    def check(self, record: Record, table: Table) -> list[Problem]:
        return check(self.rules, record, table)

    def check_new(self, record: Record, table: Table) -> list[Problem]:
        """A player who is out plays no further hand. All others play, unless players may sit out.

        Recorded hands are not checked, because the correction of an earlier hand can change who was out.
        """
        if self.rules.end is not End.OUT:
            return []
        out = [seat for seat, total in enumerate(table.totals) if self.rules.puts_out(total)]
        row: Sequence[object]
        match record:
            case ThrownIn():
                return []
            case PointsRecord():
                field, row = "points", record.points
            case BidsRecord():
                field, row = "bids", record.bids
            case SidesRecord():
                named = [seat for side in record.sides for seat in side]
                field, row = "sides", [seat if seat in named else None for seat in range(table.seats)]
        by_one = field == "bids" and self.rules.bidders is Bidders.ONE
        problems = []
        for side, played in enumerate(row):
            at = field if field == "sides" else f"{field}.{side}"
            if side in out and played is not None:
                problems.append(Problem(at, "out", say("{player} is out.", player=Seat(side))))
            elif side not in out and played is None and not (self.rules.sits_out or by_one):
                problems.append(Problem(at, "missing", say("{player} plays this hand.", player=Seat(side))))
        return problems

    def score(self, record: Record, table: Table) -> Score:
        return score(self.rules, record, table)

    def standing(self, scores: Sequence[Score], table: Table) -> Standing:
        """If the series ends when only one player is left, players rank by how long they stayed in, then by total."""
        seats, last = range(table.seats), self.rules.last_hand(table.seats)

        def is_over(totals: SeriesTotals) -> bool:
            if self.rules.end is End.OUT:
                return sum(not self.rules.puts_out(total) for total in totals[: self.rules.sides(table.seats)]) <= 1
            return self.rules.end is End.TARGET and any(map(self.rules.reaches_target, totals))

        so_far = add_up(scores, table.seats, is_over, most_hands=last)
        # `lasted` counts for each player the hands after which that player was not out.
        lasted, dealer = [0] * table.seats, table.first_dealer
        for score_of_hand, totals in zip(scores, so_far.running, strict=False):
            if not score_of_hand.counts:
                continue  # the same player deals again
            playing = [seat for seat in seats if not self.rules.puts_out(totals[seat])]
            for seat in playing:
                lasted[seat] += 1
            if dealer is not None:
                clockwise = [(dealer + step) % table.seats for step in range(1, table.seats + 1)]
                dealer = next((seat for seat in clockwise if seat in playing), dealer)
        out = tuple(seat for seat in seats if self.rules.puts_out(so_far.totals[seat]))
        reminders = (say("Out: {players}.", players=Several(tuple(map(Seat, out)))),) if out else ()
        ranking = ranked([(Fraction(lasted[seat]), self.rules.merit(so_far.totals[seat])) for seat in seats], seats)
        return so_far.standing(dealer, ranking=ranking, reminders=reminders, out=out)

    def settle(self, scores: Sequence[Score], table: Table, *, with_standard: bool = True) -> tuple[Transfer, ...]:
        """Return the transfers. Sums by place may be left out when the series is stopped, differences may not."""
        now, sides = self.standing(scores, table), self.rules.sides(table.seats)
        if self.rules.settlement is Settlement.AT_ONCE:
            return tuple(paid for score in scores[: now.counted] for paid in score.transfers)
        played = {seat for score in scores[: now.counted] if score.counts for seat in score.seats}
        settling = [side for side in range(sides) if side in played or not self.rules.only_who_played]
        transfers = []
        if self.rules.by_difference:
            sums = {side: self.rules.merit(now.cumulative[side]) * self.rules.rate for side in settling}
            for payer, payee, points in between_players(by_difference(sums), sides, table.seats):
                why = say("{payer} pays {payee} {points} for the difference of their totals.")
                transfers.append(Transfer.because(payer, payee, points, "difference", why))
        if self.rules.by_rank and with_standard:
            levels = [level for seats in now.ranking if (level := tuple(side for side in seats if side in settling))]
            receives = {side: shared_sum(place, self.rules.ladder) for place in places(levels) for side in place.seats}
            # In seat order, like the lines of the settlement.
            by_place = {side: receives[side] for side in settling}
            for payer, payee, points in between_players(from_losers(by_place), sides, table.seats):
                why = say("{payer} pays {payee} {points} by rank.")
                transfers.append(Transfer.because(payer, payee, points, "rank", why))
        return tuple(transfers)
