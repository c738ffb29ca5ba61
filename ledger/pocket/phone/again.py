"""The site has moved on: the phone takes the site's rows, and its own changes are made again above them."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from ledger.circles.models import Member, Player
from ledger.lib.refusals import Reason, Refused
from ledger.pocket.phone.store import load
from ledger.scoring.submits import replacing_reason
from ledger.series import seating, services
from ledger.series.bids import note_bids
from ledger.series.discarding import discard_series
from ledger.series.models import Draft, Event, Hand, Kind, Series
from ledger.series.notes import change_hand_note, change_notes
from ledger.series.services import Submit

Json = dict[str, Any]


def again(series: str, rows: list[Json], changes: list[Json], drop: list[str], right: Sequence[str] = ()) -> list[Json]:
    """Make the changes of a series again, with the same keys, but for those that the person leaves out (`drop`) and
    those that the site has. Hands that are `right` take the place of the site's hands of the same number. If one cannot
    be made, nothing is changed, and all these are returned, each with why."""
    left: list[Json] = []
    numbers: dict[int, int | None] = {}  # of the hands that this phone has recorded: before, and now
    seen = min((change["base_version"] for change in changes if "base_version" in change), default=0)
    with transaction.atomic():
        draft = Draft.objects.filter(series=series).first()
        load(series, rows)
        [pk] = [row["pk"] for row in rows if row["model"] == "circles.member"]
        me = Member.objects.select_related("circle").get(pk=pk)
        for change in changes:
            if change["key"] in drop:
                continue
            try:
                make(me, change, numbers, seen, is_right=change["key"] in right)
            except Refused as refused:
                why = [str(problem.message) for problem in refused.problems]
                left.append({"key": change["key"], "problems": why})
        if draft:
            Draft.objects.filter(series=series).delete()
            draft.pk, draft.base_version = None, Series.objects.get(pk=series).version
            draft.save()
        if left:
            transaction.set_rollback(True)
    return left


def make(me: Member, change: Json, numbers: dict[int, int | None], seen: int, *, is_right: bool = False) -> None:
    """`seen` is the version of the site that the phone had."""
    series = Series.objects.get(pk=change["series"])
    series.circle = me.circle
    kind, hand, content = change["kind"], change["hand"], change["content"]
    known = Event.objects.filter(series=series, key=change["key"]).first()
    if known and (known.kind, known.content) == (kind, content):
        if kind == Kind.RECORDED:
            numbers[hand] = known.hand_number
        return
    own = Hand.objects.filter(series=series, number=hand)
    is_changed = not is_right and hand not in numbers and own.filter(event__number__gt=seen).exists()
    is_last = numbers.get(hand, hand) == series.hands.count()
    last_seat = series.seats.last()
    if (
        kind not in MAKES  # a start: another series has its id
        or (kind in (Kind.CORRECTED, Kind.WITHDRAWN) and is_changed)
        or (kind == Kind.WITHDRAWN and not is_last)
        or (kind == Kind.UNSEATED and last_seat and last_seat.player_id != content["player"])
    ):
        raise Refused(Reason("", "changed_meanwhile", _("What this would change is different at the site by now.")))
    played_at = datetime.fromisoformat(change["played_at"]) if "played_at" in change else None
    submit = Submit(me, series.version, change["key"], played_at=played_at)
    if is_right and kind == Kind.RECORDED:
        change, kind = change | {"reason": replacing_reason()}, Kind.CORRECTED
        numbers[hand] = hand
    MAKES[kind](series, submit, change | {"hand": numbers.get(hand, hand)})
    if kind == Kind.RECORDED:
        numbers[hand] = series.hands.count()


MAKES: dict[str, Callable[[Series, Submit, Json], Any]] = {
    Kind.RECORDED: lambda series, submit, change: services.record_hand(
        series=series, submit=submit, record=change["content"]
    ),
    Kind.CORRECTED: lambda series, submit, change: services.correct_hand(
        series=series, submit=submit, number=change["hand"], record=change["content"], reason=change["reason"]
    ),
    Kind.WITHDRAWN: lambda series, submit, _change: services.undo(series=series, submit=submit),
    Kind.STOPPED: lambda series, submit, change: services.stop_series(
        series=series, submit=submit, with_standard=change["content"]["with_standard"]
    ),
    Kind.REOPENED: lambda series, submit, change: services.reopen_series(
        series=series, submit=submit, reason=change["reason"]
    ),
    Kind.JOINED: lambda series, submit, change: seating.join_series(
        series=series, submit=submit, player=Player.objects.get(pk=change["content"]["player"])
    ),
    Kind.UNSEATED: lambda series, submit, _change: seating.unseat_last(series=series, submit=submit),
    Kind.DEALER: lambda series, submit, change: seating.name_dealer(
        series=series, submit=submit, seat=change["content"]["seat"]
    ),
    Kind.DISCARDED: lambda series, submit, _change: discard_series(series=series, submit=submit),
    "place": lambda series, submit, change: change_notes(series=series, me=submit.me, place=change["content"]),
    "note": lambda series, submit, change: change_notes(series=series, me=submit.me, note=change["content"]),
    "hand": lambda series, submit, change: change_hand_note(
        series=series, me=submit.me, number=change["hand"], note=change["content"]
    ),
    "bids": lambda series, submit, change: note_bids(series=series, submit=submit, bids=change["content"]),
}
