"""Everything in a circle as one file, which import_circle.py reads again."""

import json
from collections.abc import Iterable, Iterator
from datetime import date
from typing import Any

from ledger.circles import selectors
from ledger.circles.models import Circle, Verdicts
from ledger.lib.snapshots import snapshot
from ledger.lib.stored import Stored
from ledger.money.models import Book, Entry
from ledger.money.selectors import amounts_of
from ledger.series.export import series_as_json
from ledger.series.house_rules import house_rules_of
from ledger.series.models import Series
from ledger.signing.files import Heads, sealed
from ledger.standings.models import Season
from ledger.transfer.file_format import (
    FORMAT,
    VERSION,
    BookPart,
    CirclePart,
    EntryPart,
    HouseRulesPart,
    MemberPart,
    PlayerPart,
    PointsOnlySwitchPart,
    SeasonPart,
)
from ledger.verdicts.export import verdicts_as_json

AT_A_TIME = 100  # series, or entries, that are in memory together


def circle_file(circle: Circle) -> str:
    """Return the whole file without its seal. The text is the same on every site that has the same circle."""
    return "".join(_parts_before_seal(circle, Heads())) + "\n}\n"


def circle_file_parts(circle: Circle) -> Iterator[str]:
    """Return the file as JSON with its seal, piece by piece, because a file may be large."""
    heads = Heads()
    return sealed(_parts_before_seal(circle, heads), heads)


def _parts_before_seal(circle: Circle, heads: Heads) -> Iterator[str]:
    """Yield the JSON object piece by piece, without its seal and closing brace. Add the latest hashes to `heads`.

    All rows are read from one snapshot of the database, so that the series and the book fit together.

    The file has the names of the members, and nothing of their logins. It has no links and invitations, which would not
    work on another site, and no drafts, which do not count yet. Balances follow from the entries.
    """
    with snapshot():
        member_ids = dict(circle.members.values_list("user", "pk"))
        rows_of_each = ("events", "seats", "hand_notes", "verdict_entries")
        all_series = Series.with_discarded.filter(circle=circle).prefetch_related(*rows_of_each)
        book = Book.objects.filter(circle=circle).first() or Book()
        entries = Entry.objects.filter(circle=circle).order_by("number").prefetch_related("postings")
        members = (_part(MemberPart, member) for member in selectors.members_of(circle))
        in_circle = circle.players.order_by("created_at", "pk")
        players = (_part(PlayerPart, player, member=player.claimed_by_id) for player in in_circle)
        in_order = all_series.order_by("started_at", "pk").iterator(chunk_size=AT_A_TIME)
        own_rules = house_rules_of(circle.pk).order_by("game", "name_key")
        house_rules = (_part(HouseRulesPart, kept) for kept in own_rules)
        seasons = list(Season.objects.filter(circle=circle).order_by("created_at", "pk"))
        yield f'{{\n  "format": {_json(FORMAT)},\n  "version": {_json(VERSION)},\n'
        rules_of_record = None if circle.verdicts == Verdicts.OFF else {"verdicts": circle.verdicts}
        yield f'  "circle": {_json(_part(CirclePart, circle, rules_of_record=rules_of_record))}'
        yield from _list("members", members)
        yield from _list("players", players)
        yield from _list("series", (_series(one, member_ids, heads) for one in in_order))
        yield from _list("house_rules", house_rules)
        heads.book = book.latest_hash
        yield f',\n  "book": {_json(_part(BookPart, book))}'
        yield from _list("entries", (_entry(entry, member_ids) for entry in entries.iterator(chunk_size=AT_A_TIME)))
        if seasons:
            yield from _list("seasons", (_part(SeasonPart, season) for season in seasons))
        if switches := list(circle.points_only_switches.all()):
            parts = (_part(PointsOnlySwitchPart, row, by=member_ids.get(row.by_id or 0)) for row in switches)
            yield from _list("points_only_switches", parts)


def _list(name: str, items: Iterable[Any]) -> Iterator[str]:
    """Yield a list of the file with its name, item by item."""
    yield f",\n  {_json(name)}: ["
    end = "]"
    for item in items:
        yield f"{',' if end != ']' else ''}\n    {_json(item, depth=2)}"
        end = "\n  ]"
    yield end


def _json(value: Any, depth: int = 1) -> str:
    """Return the value as JSON, indented for this depth.

    Every line break is one of the indentation: JSON writes a line break in a text as a backslash and an n.
    """
    return json.dumps(value, ensure_ascii=False, indent=2).replace("\n", "\n" + "  " * depth)


def _series(series: Series, member_ids: dict[int, str], heads: Heads) -> dict[str, Any]:
    """Return the series. Add its latest hash to `heads`.

    In an event, `by` is the id of the member who recorded it, or None if this person has left the circle.
    """
    heads.add_series(series.pk, series.latest_hash, series.changed_at)
    part = series_as_json(series) | verdicts_as_json(series)
    for row, event in zip(part["events"], series.events.all(), strict=True):
        row |= {"by": member_ids.get(event.by_id or 0), "content": _sorted(event.content)}
    for row, entry in zip(part.get("verdicts", []), series.verdict_entries.all(), strict=False):
        row |= {"by": member_ids.get(entry.by_id or 0), "shown": _sorted(entry.shown)}
    return part | {"rules": _sorted(series.rules)}


def _entry(entry: Entry, member_ids: dict[int, str]) -> dict[str, Any]:
    by, postings = member_ids.get(entry.by_id or 0), amounts_of(entry)
    return _part(EntryPart, entry, reverses=entry.reverses_id, by=by, postings=postings)


def _part(part: type[Stored], row: Any, **others: Any) -> dict[str, Any]:
    """Return the row as a part of the file, without the fields that have their default.

    `others` has the values of fields that the row lacks or has under another name.
    """
    content = {}
    for name, field in part.model_fields.items():
        value = others[name] if name in others else getattr(row, name)
        if value != field.default:
            content[name] = value.isoformat() if isinstance(value, date) else _sorted(value)
    return content


def _sorted(value: Any) -> Any:
    """Return the value with sorted keys: PostgreSQL does not keep the order in which JSON was written."""
    match value:
        case dict():
            return {key: _sorted(value[key]) for key in sorted(value)}
        case list():
            return [_sorted(item) for item in value]
        case _:
            return value
