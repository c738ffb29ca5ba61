"""The changes in a phone that the site does not have yet, each with the API request that sends it.

The phone keeps no list of them. An event waits if the site does not have it yet. The place, notes and bids are in no
chain: each waits if it differs from the text that the site is known to have.
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

# What the phone got from the site of a series that was started in the phone: nothing.
UNKNOWN: Json = {"version": 0, "hash": "", "rows": [], "sent": [], "texts": {}}


def waiting(series: dict[str, Json]) -> Json:
    """Return the changes that wait (`changes`), the oldest of each series first, and whether there is a draft that the
    site does not have (`drafting`).

    The changes of a damaged chain have `damaged` and no request. They are kept and shown, but never sent.
    `sentence`, `figures` (pairs of name and figure) and `text` describe a change to the person. They are worked out
    here, because the rows of the series may be removed from the phone before the change is shown.

    `series` says for each id of a series what the phone got from the site (`version`, `hash` and `rows`), and what the
    phone has sent since: the keys of changes (`sent`), and the place, notes and bids by name (`texts`).
    """
    sites = {series_id: UNKNOWN | site for series_id, site in series.items()}
    changes: list[Json] = []
    for stored in Series.with_discarded.select_related("circle").order_by("started_at", "pk"):
        site = sites.get(stored.pk, UNKNOWN)
        unsent = [change for change in _changes_of_chain(stored, site) if change["key"] not in site["sent"]]
        changes += unsent
        if unsent and unsent[0]["damaged"]:
            continue
        site_texts = _texts_in(site["rows"]) | site["texts"]
        if unsent and unsent[0]["kind"] == Started.kind:  # place and note are sent with the start
            site_texts |= {"place": stored.place, "note": stored.note}
        changes += _changes_of_texts(stored, site_texts)
    rows = [row["fields"] for site in sites.values() for row in site["rows"] if row["model"] == "series.draft"]
    at_site = {(fields["series"], fields["steps"]) for fields in rows}
    drafting = any(draft not in at_site for draft in Draft.objects.values_list("series", "steps"))
    return {"changes": changes, "drafting": drafting}


def _changes_of_chain(series: Series, site: Json) -> Iterator[Json]:
    """Yield the events after the site's version. If the chain is damaged, yield all its events, without requests."""
    events = list(Event.objects.filter(series=series).order_by("number"))
    fault = next((f"event {fault.link.number} {fault.what}" for fault in faults(events, event_hash)), None)
    fault = fault or head_fault(series.version, series.latest_hash, events[-1] if events else None)
    version = site["version"]
    if not fault and (version > len(events) or (version and events[version - 1].hash != site["hash"])):
        fault = f"does not go on from the site's version {version}"
    for event in events[0 if fault else version :]:
        shown = damaged_event_in_words(series, event) if fault else event_in_words(series_state(series), event)
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


def event_in_words(state: SeriesState, event: Event) -> Json:
    """Return the sentence, figures and text that describe the event to the person."""
    return {"sentence": describe_event(event), "figures": figures_of_hand(state, event), "text": event.reason}


def damaged_event_in_words(series: Series, event: Event) -> Json:
    """Return the words for an event of a damaged chain. Any content may be damaged, so any error may occur."""
    try:
        return event_in_words(series_state(series), event)
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
    played_at = {"played_at": event.entered_at.isoformat()}
    if event.kind == Started.kind:
        return ["POST", f"circles/{series.circle_id}/series", _start_body(series, event) | played_at]
    change = change_of(event)
    fields, address = change.field_values(), change.address
    assert address
    path = f"series/{series.pk}/{address.path}".rstrip("/").format(**fields)
    body = {name: value for name, value in fields.items() if f"{{{name}}}" not in address.path}
    return [address.method, path, body | played_at | {"base_version": event.number - 1}]


def _start_body(series: Series, event: Event) -> Json:
    """Return the body of the request that starts the series."""
    content = event.content
    agreed = {name: content[name] for name in ("game", "players", "rules", "point_value", "first_dealer")}
    preset = {"preset": content["preset"]} if content["preset"] else {}
    texts = {"id": series.pk, "place": series.place, "note": series.note}
    # Without these the API would take the rules of record that the circle has today.
    rules_of_record = {RULES_OF_RECORD: content.get(RULES_OF_RECORD, {"verdicts": Verdicts.OFF})}
    return agreed | preset | texts | rules_of_record


def _changes_of_texts(series: Series, site_texts: Json) -> Iterator[Json]:
    """Yield the place, notes and bids that differ from those that the site is known to have.

    Their requests have no key: the latest text replaces the one before it, so it can be sent twice.
    """
    in_phone: Json = {"place": series.place, "note": series.note}
    in_phone |= {f"hand-{hand_note.number}": hand_note.note for hand_note in series.hand_notes.all()}
    person = User.objects.values_list("pk", flat=True).first()  # a phone has one user
    removed = {name: "" for name in site_texts if not name.startswith("bids")}  # unless they are in the phone
    if series.is_open and (bids := noted_bids(state := series_state(series), person)):
        in_phone[f"bids-{state.next_number}"] = bids
    for name, text in (removed | in_phone).items():
        if site_texts.get(name, "") == text:
            continue
        kind, _dash, number = name.partition("-")
        hand = int(number) if number else None
        request: list[Any] = ["PATCH", f"series/{series.pk}", {name: text}]
        if kind == "hand":
            request = ["PATCH", f"series/{series.pk}/hands/{number}", {"note": text}]
        elif kind == "bids":
            request = ["POST", f"series/{series.pk}/bids", {"bids": text, "base_version": series.version}]
        yield text_in_words(series, kind, hand, text) | {
            "series": series.pk,
            "circle": series.circle_id,
            "hand": hand,
            "kind": kind,
            "key": f"{series.pk}-{name}",
            "name": name,
            "content": text,
            "request": request,
        }


def text_in_words(series: Series, kind: str, hand: int | None, text: Any) -> Json:
    """Return the sentence, figures and text that describe a place, a note or bids to the person."""
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
    """Return the place, notes and bids in the site's rows, by name."""
    texts: Json = {}
    for fields, model in ((row["fields"], row["model"]) for row in rows):
        if model == "series.series":
            texts |= {"place": fields["place"], "note": fields["note"]}
        elif model == "series.handnote":
            texts[f"hand-{fields['number']}"] = fields["note"]
        elif model == "series.notedbids":
            texts[f"bids-{fields['number']}"] = fields["bids"]
    return texts
