"""The page of a circle's records in one game."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from ledger.circles.access import enter_circle
from ledger.circles.models import Player
from ledger.face.cached_pages import hash_key
from ledger.lib import formatting
from ledger.standings.counted import games_played
from ledger.standings.forms import StandingsForm, game_chips
from ledger.standings.record_texts import record_meaning, record_name
from ledger.standings.records import Mark, Records, circle_records


@dataclass(frozen=True)
class ShownMark:
    figure: str
    holders: Sequence[Player | None]  # None: somebody who is left out
    day: str  # on which the series ended
    link_text: str
    href: str  # of the series or hand; empty where that page would name somebody who is left out


@dataclass(frozen=True)
class ShownRecord:
    code: str
    name: str
    meaning: str
    now: ShownMark
    earlier: Sequence[ShownMark]  # the latest first


@require_safe
def records_page(request: HttpRequest, circle_id: str) -> HttpResponse:
    me = enter_circle(request.user, circle_id)
    games = games_played(me.circle)
    form = StandingsForm(games, request.GET)
    context = {"me": me, "circle": me.circle, "games": games}
    if played := form.played:
        records = circle_records(me.circle, played.game, played.title)
        named = sorted((player.pk, player.name, player.face) for player in records.players.values())
        context |= {
            "played": played,
            "game_chips": game_chips(form, {}),
            "low_wins": records.low_wins,
            "records": cache(lambda: list(shown_records(records))),
            "cache_key": hash_key(*records.key, named),
        }
    return render(request, "standings/records.html", context)


def shown_records(records: Records) -> Iterator[ShownRecord]:
    def shown(mark: Mark) -> ShownMark:
        holders = [records.players.get(player) for player in mark.holders]
        if mark.hand is None:
            link_text, href = pgettext("a series", "Series"), reverse("series:page", args=[mark.series.id])
        else:
            link_text = _("Hand %(number)s") % {"number": formatting.digits(mark.hand)}
            href = reverse("series:hand", args=[mark.series.id, mark.hand])
        return ShownMark(
            figure=formatting.points(mark.value),
            holders=holders,
            day=formatting.day(mark.series.ended_on),
            link_text=link_text,
            href="" if None in holders else href,
        )

    for record in records.records:
        *earlier, now = [shown(mark) for mark in record.marks]
        yield ShownRecord(
            code=record.code,
            name=record_name(record.code, low_wins=records.low_wins),
            meaning=record_meaning(record.code, low_wins=records.low_wins),
            now=now,
            earlier=earlier[::-1],
        )
