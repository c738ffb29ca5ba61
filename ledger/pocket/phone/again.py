"""Makes the changes of a phone again, on top of the site's rows, when a series has changed at the site."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from ledger.circles.models import Member
from ledger.lib.refusals import Reason, Refused
from ledger.pocket.phone.store import load
from ledger.scoring.submits import replacing_reason
from ledger.series.bids import note_bids
from ledger.series.changes import CHANGES, Corrected, Recorded, Started, Unseated, Withdrawn, change_of
from ledger.series.models import Draft, Event, Hand, Series
from ledger.series.notes import change_hand_note, change_notes
from ledger.series.services import Submit, make_change

Json = dict[str, Any]


def make_again(
    series: str, rows: list[Json], changes: list[Json], drop: list[str], right: Sequence[str] = ()
) -> list[Json]:
    """Store the site's `rows` of the series, and make the phone's `changes` again, with the keys that they had.

    Changes that the site has already are not made again. `drop` has the keys of changes that the person gives up, and
    `right` the keys of hands that take the place of the site's hands with the same numbers.

    If any change cannot be made, nothing is stored. Return the changes that cannot be made, each with its problems.
    """
    impossible: list[Json] = []
    new_numbers: dict[int, int | None] = {}  # the number of each hand of this phone, by the number that it had before
    base_version = first_base_version(changes)
    with transaction.atomic():
        draft = Draft.objects.filter(series=series).first()
        load(series, rows)
        [pk] = [row["pk"] for row in rows if row["model"] == "circles.member"]
        me = Member.objects.select_related("circle").get(pk=pk)
        for change in changes:
            if change["key"] in drop:
                continue
            try:
                make_one_again(me, change, new_numbers, base_version, is_right=change["key"] in right)
            except Refused as refused:
                messages = [str(problem.message) for problem in refused.problems]
                impossible.append({"key": change["key"], "problems": messages})
        if draft:
            Draft.objects.filter(series=series).delete()
            draft.pk, draft.base_version = None, Series.objects.get(pk=series).version
            draft.save()
        if impossible:
            transaction.set_rollback(True)
    return impossible


def first_base_version(changes: list[Json]) -> int:
    """Return the version of the series that the phone last got from the site."""
    return min((change["base_version"] for change in changes if "base_version" in change), default=0)


def make_one_again(
    me: Member, change: Json, new_numbers: dict[int, int | None], base_version: int, *, is_right: bool
) -> None:
    """Make a change, or raise Refused. If it records a hand, add its number to `new_numbers`.

    `base_version` is the version of the series that the phone last got from the site. `is_right` says that the hand of
    this change takes the place of the site's hand with the same number.
    """
    series = Series.objects.get(pk=change["series"])
    series.circle = me.circle
    kind, hand, content = change["kind"], change["hand"], change["content"]
    if kind not in CHANGES:
        write_text(series, me, kind, new_numbers.get(hand, hand), content)
        return
    event = Event.objects.filter(series=series, key=change["key"]).first()
    if event and (event.kind, event.content) == (kind, content):  # the site has it already
        if kind == Recorded.kind:
            new_numbers[hand] = event.hand_number
        return
    changed_at_site = Hand.objects.filter(series=series, number=hand, event__number__gt=base_version)
    is_changed = not is_right and hand not in new_numbers and changed_at_site.exists()
    is_last = new_numbers.get(hand, hand) == series.hands.count()
    last_seat = series.seats.last()  # of the player who joined last
    if (
        kind == Started.kind  # at the site, another series has this id
        or (kind in (Corrected.kind, Withdrawn.kind) and is_changed)
        or (kind == Withdrawn.kind and not is_last)
        or (kind == Unseated.kind and last_seat and last_seat.player_id != content["player"])
    ):
        raise Refused(Reason("", "changed_meanwhile", _("What this would change is different at the site by now.")))
    played_at = datetime.fromisoformat(change["played_at"]) if "played_at" in change else None
    submit = Submit(me, series.version, change["key"], played_at=played_at)
    reason = change["reason"]
    if is_right and kind == Recorded.kind:
        kind, reason = Corrected.kind, replacing_reason()
        new_numbers[hand] = hand
    event = Event(kind=kind, hand_number=new_numbers.get(hand, hand), content=content, reason=reason)
    make_change(change_of(event), series=series, submit=submit)
    if kind == Recorded.kind:
        new_numbers[hand] = series.hands.count()


def write_text(series: Series, me: Member, kind: str, hand: int | None, text: Any) -> None:
    """Store a text: the place or note of the series, the note of a hand, or bids.

    None of these is in a chain: the latest text replaces the one before it.
    """
    match kind:
        case "place":
            change_notes(series=series, me=me, place=text)
        case "note":
            change_notes(series=series, me=me, note=text)
        case "hand":
            change_hand_note(series=series, me=me, number=hand or 0, note=text)
        case "bids":
            note_bids(series=series, submit=Submit(me, series.version), bids=text)
