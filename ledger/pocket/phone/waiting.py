"""The changes in a phone that the site does not have yet, each with the API request that sends it.

No list of waiting changes is kept: the changes of a chain wait because the site does not have them yet. The place,
notes and bids are in no chain; they wait if they differ from the texts that the site is known to have.
"""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from ledger.circles.models import User, Verdicts
from ledger.lib import formatting
from ledger.lib.hash_chain import faults, head_fault
from ledger.series.chain import event_hash
from ledger.series.changes import Corrected, Recorded, Started, change_of
from ledger.series.changes.started import RULES_OF_RECORD
from ledger.series.descriptions import bid_text, describe_event
from ledger.series.models import Draft, Event, Series
from ledger.series.selectors import noted_bids
from ledger.series.state import SeriesState, preview, series_state

Json = dict[str, Any]

# For a series that was started in the phone, of which the site knows nothing.
UNKNOWN: Json = {"version": 0, "hash": "", "rows": [], "sent": [], "texts": {}}


def waiting(series: dict[str, Json]) -> Json:
    """The changes that wait, the oldest of each series first, and whether a hand is being written down.

    The changes of a damaged chain have `damaged` and no request. They are kept and shown, but never sent.
    `sentence`, `figures` (pairs of name and figure) and `text` show a change to the person, also once the rows of its
    series have gone.

    `series` has for each id what the phone got from the site: version, hash and rows; and what the site has got since:
    the keys of changes (`sent`), and the place, notes and bids by name (`texts`).
    """
    series = {key: UNKNOWN | site for key, site in series.items()}
    changes: list[Json] = []
    for each in Series.with_discarded.select_related("circle").order_by("started_at", "pk"):
        site = series.get(each.pk, UNKNOWN)
        left = [change for change in _of_chain(each, site) if change["key"] not in site["sent"]]
        changes += left
        if left and left[0]["damaged"]:
            continue
        known = _texts_in(site["rows"]) | site["texts"]
        if left and left[0]["kind"] == Started.kind:  # place and note are sent with the start
            known |= {"place": each.place, "note": each.note}
        changes += _of_texts(each, known)
    rows = [row["fields"] for site in series.values() for row in site["rows"] if row["model"] == "series.draft"]
    at_site = {(fields["series"], fields["steps"]) for fields in rows}
    drafting = any(draft not in at_site for draft in Draft.objects.values_list("series", "steps"))
    return {"changes": changes, "drafting": drafting}


def _of_chain(series: Series, site: Json) -> Iterator[Json]:
    events = list(Event.objects.filter(series=series).order_by("number"))
    fault = next((f"event {fault.link.number} {fault.what}" for fault in faults(events, event_hash)), None)
    fault = fault or head_fault(series.version, series.latest_hash, events[-1] if events else None)
    version = site["version"]
    if not fault and (version > len(events) or (version and events[version - 1].hash != site["hash"])):
        fault = f"does not go on from the site's version {version}"
    for event in events[0 if fault else version :]:
        shown = shown_of_damaged(series, event) if fault else shown_of(series_state(series), event)
        yield shown | {
            "series": series.pk,
            "circle": series.circle_id,
            "kind": event.kind,
            "hand": event.hand_number,
            "content": event.content,
            "reason": event.reason,
            "key": event.key,
            "base_version": event.number - 1,
            "played_at": event.entered_at.isoformat(),
            "clock_corrected": event.clock_corrected,
            "number": event.number,
            "by_name": event.by_name,
            "at": event.at.isoformat(),
            "previous_hash": event.previous_hash,
            "hash": event.hash,
            "damaged": fault,
            "request": None if fault else _request(series, event),
        }


def shown_of(state: SeriesState, event: Event) -> Json:
    return {"sentence": describe_event(event), "figures": figures_of_hand(state, event), "text": event.reason}


def shown_of_damaged(series: Series, event: Event) -> Json:
    """Return as much as can still be read. Anything may be damaged, so any error may occur."""
    try:
        return shown_of(series_state(series), event)
    except Exception:  # noqa: BLE001
        return {"sentence": f"{event.kind} {event.hand_number or ''}".strip(), "figures": [], "text": event.reason}


def figures_of_hand(state: SeriesState, event: Event) -> list[tuple[str, str]]:
    """Return the points won in the hand that the event recorded or corrected, even if the hand has changed since."""
    if event.kind not in (Recorded.kind, Corrected.kind):
        return []
    number = event.hand_number or 1
    if number <= len(state.events) and state.events[number - 1].hash == event.hash:
        score = state.play.hands[number - 1].score
    else:
        # Score the record alone, as the next hand if the series has fewer hands.
        hand = preview(state, min(number, state.next_number), event.content).hand
        if hand is None:
            return []
        score = hand.score
    return [(state.names[seat], formatting.points(score.points_won[seat])) for seat in score.seats]


def _request(series: Series, event: Event) -> list[Any]:
    """Return method, address and body of the API request."""
    moment = {"played_at": event.entered_at.isoformat()}
    if event.kind == Started.kind:
        return ["POST", f"circles/{series.circle_id}/series", _started(series, event) | moment]
    change = change_of(event)
    asked, address = change.asked(), change.address
    assert address
    place = f"series/{series.pk}/{address.path}".rstrip("/").format(**asked)
    body = {name: value for name, value in asked.items() if f"{{{name}}}" not in address.path}
    return [address.method, place, body | moment | {"base_version": event.number - 1}]


def _started(series: Series, event: Event) -> Json:
    content = event.content
    agreed = {name: content[name] for name in ("game", "players", "rules", "point_value", "first_dealer")}
    preset = {"preset": content["preset"]} if content["preset"] else {}
    named = {"id": series.pk, "place": series.place, "note": series.note}
    asks = {RULES_OF_RECORD: content.get(RULES_OF_RECORD, {"verdicts": Verdicts.OFF})}  # not the circle's of today
    return agreed | preset | named | asks


def _of_texts(series: Series, known: Json) -> Iterator[Json]:
    """Yield the place, notes and bids that the site does not have. The latest text counts, so the API needs no key."""
    here: Json = {"place": series.place, "note": series.note}
    here |= {f"hand-{written.number}": written.note for written in series.hand_notes.all()}
    person = User.objects.values_list("pk", flat=True).first()  # a phone has one user
    gone = {name: "" for name in known if not name.startswith("bids")}
    if series.is_open and (bids := noted_bids(state := series_state(series), person)):
        here[f"bids-{state.next_number}"] = bids
    for name, text in (gone | here).items():
        if known.get(name, "") == text:
            continue
        kind, _dash, number = name.partition("-")
        hand = int(number) if number else None
        request: list[Any] = ["PATCH", f"series/{series.pk}", {name: text}]
        if kind == "hand":
            request = ["PATCH", f"series/{series.pk}/hands/{number}", {"note": text}]
        elif kind == "bids":
            request = ["POST", f"series/{series.pk}/bids", {"bids": text, "base_version": series.version}]
        where = {"series": series.pk, "circle": series.circle_id, "hand": hand}
        shown = shown_of_text(series, kind, hand, text)
        named = {"kind": kind, "key": f"{series.pk}-{name}", "name": name, "content": text}
        yield where | named | shown | {"request": request}


def shown_of_text(series: Series, kind: str, hand: int | None, text: Any) -> Json:
    number = {"number": formatting.digits(hand)}
    sentences = {
        "place": pgettext("where it is played", "Place"),
        "note": _("Note"),
        "hand": _("Note on hand %(number)s") % number,
        "bids": _("Bids for hand %(number)s") % number,
    }
    shown: Json = {"sentence": sentences[kind], "figures": [], "text": text}
    if kind == "bids":
        state = series_state(series)
        bids = [(side.name, bid_text(state, text, side) or "–") for side in state.entry_sides]
        shown |= {"figures": bids, "text": ""}
    return shown


def _texts_in(rows: list[Json]) -> Json:
    found: Json = {}
    for fields, model in ((row["fields"], row["model"]) for row in rows):
        if model == "series.series":
            found |= {"place": fields["place"], "note": fields["note"]}
        elif model == "series.handnote":
            found[f"hand-{fields['number']}"] = fields["note"]
        elif model == "series.notedbids":
            found[f"bids-{fields['number']}"] = fields["bids"]
    return found
