"""The circle whose files `make freeze` keeps for the tests of later versions. Everything that can happen has happened
in it. Import this module when Django is set up.
"""

from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from games.game import Game
from games.registry import BY_SLUG
from ledger.api.tokens import make_token
from ledger.circles.models import Member, Player, Verdicts
from ledger.circles.roles import Role
from ledger.circles.services.circles import make_circle
from ledger.circles.services.invites import make_invite
from ledger.circles.services.players import add_player
from ledger.live.links import make_link, token_of
from ledger.scoring.cards.drafts import begin
from ledger.series import services, starting
from ledger.series.house_rules import keep_rules
from ledger.series.models import Series, SeriesLink
from ledger.series.notes import change_hand_note, change_notes
from ledger.series.starting import Agreement
from ledger.signing.answers import store_short_code
from ledger.signing.seals import seal_of
from ledger.verdicts.services import Speaker, waive
from tests.ledger.conftest import join, make_user
from tests.ledger.series.conftest import GAME, J40, Scorer
from tests.ledger.sheets.evenings import every_way_to_settle
from tests.ledger.sheets.tables import NAMES
from tests.ledger.transfer.circle_files import fill
from tests.ledger.verdicts.conftest import Table


@dataclass
class FrozenCircle:
    owner: Member
    scorer: Member
    players: list[Player]

    def start(self, game: type[Game], seats: int, rules: Any = None, **more: Any) -> Series:
        agreed = Agreement(game, self.players[:seats], rules or game.default_preset.rules, Decimal("0.25"))
        return starting.start_series(me=self.scorer, agreed=replace(agreed, **more))

    def play_every_game(self) -> None:
        """Play a series for every way of settling one, and keep the rules of each as house rules."""
        for number, way in enumerate(every_way_to_settle(), start=1):
            rules = way.rules.model_dump(mode="json")
            keep_rules(circle=self.scorer.circle, game=way.game, rules=rules, name=f"Our rules {number}")
            played = Scorer(self.scorer, self.start(way.game, len(way.names), way.rules))
            played.record(*way.records)
            if played.series.is_open:
                services.stop_series(series=played.series, submit=played.submit(), with_standard=True)

    def join_and_leave(self) -> None:
        """Two players join, and the second leaves again before a hand is played. Then another dealer is named."""
        joined = Scorer(self.scorer, self.start(BY_SLUG["jewel"], 4))
        for player in self.players[4:6]:
            services.join_series(series=joined.series, submit=joined.submit(), player=player)
        services.unseat_last(series=joined.series, submit=joined.submit())
        services.name_dealer(series=joined.series, submit=joined.submit(), seat=2)

    def ask_players(self) -> tuple[SeriesLink, str]:
        """Verdicts by a scorer and by a link, a waiver, and notes. Return the link and the short code of the seal."""
        series = self.start(GAME, 4, verdicts=Verdicts.REQUIRED)
        table = Table(self.scorer, series, self.players[:4])
        table.record(J40[0], J40[1])
        link = make_link(me=self.owner, series=series, may_agree=True, shows_payments=True)
        table.says(Speaker(link=link, seat=1), 1, 1, "disputed", note="It was eight.")
        table.says(self.scorer, 0, 1, "agreed")
        change_notes(series=series, me=self.scorer, place="The garden", note="Rain from nine on.")
        change_hand_note(series=series, me=self.scorer, number=2, note="चार सत्ता")
        table.stop()
        table.says(self.scorer, 0, None, "agreed")
        waive(me=self.owner, series=series, version=table.state().series.version, reason="Gone home.")
        return link, store_short_code(seal_of(table.state(), payments=True)).short


def write_circle() -> dict[str, str]:
    """Make the circle. Return its id, and what people keep: the address of a link, a token and a short code."""
    alice, bob, charlie = (make_user(name) for name in ("Alice", "Bob", "Charlie"))
    owner = make_circle(owner=alice, name="Friday table", currency="NPR", language="en")
    scorer = join(owner.circle, bob, Role.SCORER)
    circle = fill(scorer, charlie)  # corrections, undo, stop, reopen, payments, a reversal; a member who has left
    owner.refresh_from_db()
    scorer.refresh_from_db()
    frozen = FrozenCircle(owner, scorer, [add_player(circle=circle, name=name) for name in NAMES])
    frozen.play_every_game()
    frozen.join_and_leave()
    link, short_code = frozen.ask_players()
    # These are in the database, and not in the export: an invite link, a token for the API and a draft.
    make_invite(actor=alice, circle=circle, role=Role.VIEWER)
    _row, token = make_token(user=bob, name="Spreadsheet")
    unfinished = Scorer(scorer, frozen.start(GAME, 4))
    begin(state=unfinished.state(), me=scorer, start={"direction": "clockwise", "first_leader": 2})
    return {"circle": circle.pk, "link": f"/follow/{token_of(link)}/", "token": token, "short_code": short_code}
