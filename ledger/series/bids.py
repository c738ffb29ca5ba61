"""Save the bids of the next hand before the hand is played."""

from collections.abc import Sequence

from django.db import transaction

from games.contract import UNFINISHED
from games.entry import Bid
from games.kit.sentences import say
from ledger.lib.refusals import Refused
from ledger.series.models import NotedBids, Series
from ledger.series.requirements import refusal, require_open
from ledger.series.services import Submit, lock_series
from ledger.series.state import SeriesState, preview


@transaction.atomic
def note_bids(*, series: Series, submit: Submit, bids: Sequence[Bid | None]) -> SeriesState:
    """Save the bids of the next hand. Later bids replace earlier ones.

    Hidden bids cannot be replaced by another user, who does not see them. The bids enter the chain with the record of
    the hand.
    """
    state, _no_event = lock_series(series, submit)
    require_open(state)
    if state.bids is None or state.play.standing.over:
        raise refusal("no_bids", say("There is nothing to bid for in this series."))
    unfinished_hand = preview(state, state.next_number, {state.bids.field: list(bids)})
    if problems := [problem for problem in unfinished_hand.problems if problem.code != UNFINISHED]:
        raise Refused(*problems)
    values = {"number": state.next_number, "bids": list(bids), "by": submit.me.user, "by_name": submit.me.name}
    before = NotedBids.objects.filter(series=state.series).first()
    by_another = before and before.number == state.next_number and before.by_id not in {None, submit.me.user_id}
    if before and by_another and state.bids.hidden:
        why = say(
            "{name} has already written down what was said. Enter the whole round after the play.",
            name=before.by_name,
        )
        raise refusal("bids_of_another", why)
    steps = before.steps + 1 if before else 1
    NotedBids.objects.update_or_create(series=state.series, defaults=values | {"steps": steps})
    return state
