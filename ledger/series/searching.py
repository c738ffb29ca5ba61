"""What people type to find series: names of games and players, days, and words in places and notes."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property, reduce
from itertools import chain
from operator import or_

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone, translation
from django.utils.timezone import localdate
from django.utils.translation import gettext as _

from games.contract import Preset
from games.game import Game
from games.registry import BY_SLUG, GAMES
from ledger.circles.models import Circle
from ledger.circles.names import name_key
from ledger.lib import formatting
from ledger.lib.days import midnight
from ledger.lib.typed import tidy_text
from ledger.lib.typed_days import MOST_WORDS, Span, TypedDay, read_typed_day
from ledger.series import descriptions
from ledger.series.models import HandNote, Seat, Series
from ledger.series.state import SeriesState

MOST_TERMS = 8  # because each makes the query longer


@dataclass(frozen=True)
class Term:
    """A word, or the words of a day. A series matches if its game, a player, its day, its place or a note does."""

    text: str
    days: tuple[TypedDay, ...] = ()

    @cached_property
    def key(self) -> str:
        """The text in the form in which names are compared."""
        return name_key(self.text)

    @cached_property
    def games(self) -> list[str]:
        """The games with this word in their name, in English or in the reader's language."""
        return [game.slug for game in GAMES if self._is_in(game.name)]

    @cached_property
    def presets(self) -> list[tuple[type[Game], Preset]]:
        """The presets with this word in the name by which people call the game."""
        return [(game, preset) for game in GAMES for preset in game.named_presets() if self._is_in(preset.title)]

    def _is_in(self, name: str) -> bool:
        with translation.override("en"):
            english = _(name)
        return any(self.key in name_key(each) for each in (english, _(name)))


def terms_of(text: str) -> list[Term]:
    """Split a text into terms: a term for each different word, or for words that name a day together, such as "3 May".

    After seven terms the rest of the text is the last term.
    """
    words = list(dict.fromkeys(tidy_text(text).split()))
    terms: list[Term] = []
    while words:
        if len(terms) == MOST_TERMS - 1:
            terms.append(Term(" ".join(words)))
            break
        for count in range(min(MOST_WORDS, len(words)), 0, -1):
            together = " ".join(words[:count])
            days = read_typed_day(together)
            if days or count == 1:
                terms.append(Term(together, tuple(days)))
                del words[:count]
                break
    return [term for term in terms if term.key]


def with_text(found: QuerySet[Series], circle: Circle, text: str) -> QuerySet[Series]:
    """Keep the series of the circle that match every term of the text."""
    nearest = NearestPresets(circle)
    for term in terms_of(text):
        hand_notes = HandNote.objects.filter(series=OuterRef("pk"), note__icontains=term.text)
        seats = Seat.objects.filter(series=OuterRef("pk"), player__name_key__contains=term.key)
        matches = Q(place__icontains=term.text) | Q(note__icontains=term.text) | Exists(hand_notes) | Exists(seats)
        found = found.filter(matches | _of_game(term, nearest) | _of_days(circle, term))
    return found


@dataclass(frozen=True)
class NearestPresets:
    """For each series of a circle whose rules are of no preset, the named preset by which people call its game.

    The rules of these series are read once for all terms.
    """

    circle: Circle

    @cached_property
    def by_series(self) -> list[tuple[str, Preset]]:
        games = [game.slug for game in GAMES if game.named_presets() and not game.title_field]
        rows = Series.objects.filter(circle=self.circle, game__in=games, preset="").values_list("pk", "game", "rules")
        found = ((pk, BY_SLUG[game].named_preset(rules)) for pk, game, rules in rows)
        return [(pk, preset) for pk, preset in found if preset]


def _of_game(term: Term, nearest: NearestPresets) -> Q:
    """Return the condition that the term is in the name of the game, of its preset, or in the title in its rules."""
    found = Q(game__in=term.games)
    for game in GAMES:
        if game.title_field:
            found |= Q(game=game.slug, **{f"rules__{game.title_field}__icontains": term.text})
    for game, preset in term.presets:
        if game.title_field:
            found |= Q(game=game.slug, **{f"rules__{game.title_field}": game.title_of(dict(preset.rules))})
        elif game.slug not in term.games:
            found |= Q(game=game.slug, preset=preset.slug)
            found |= Q(pk__in=[pk for pk, named in nearest.by_series if named == preset])
    return found


def _of_days(circle: Circle, term: Term) -> Q:
    ranges = (
        Q(
            started_at__gte=midnight(span.since, circle.zone),
            started_at__lt=midnight(span.until + timedelta(days=1), circle.zone),
        )
        for span in _spans(circle, term.days)
    )
    return reduce(or_, ranges, Q(pk__in=[]))


def _spans(circle: Circle, days: Iterable[TypedDay]) -> list[Span]:
    """Return the spans of the days. Without a year, a day stands for one in each year since the first series."""
    days, today = list(days), localdate(timezone.now(), circle.zone)
    first = None
    if any(day.year is None for day in days):
        first = Series.objects.filter(circle=circle).order_by("started_at").values_list("started_at", flat=True).first()
    since = localdate(first, circle.zone) if first else today
    return list(chain.from_iterable(day.spans(since, today) for day in days))


# --- Why a series was found ------------------------------------------------------------------------------------------


def notes_matching(all_series: Iterable[Series], terms: Iterable[Term]) -> dict[str, list[HandNote]]:
    """Return by series the notes on hands that match one of the terms."""
    found: dict[str, list[HandNote]] = {}
    if conditions := [Q(note__icontains=term.text) for term in terms]:
        for note in HandNote.objects.filter(reduce(or_, conditions), series__in=all_series).order_by("number"):
            found.setdefault(note.series_id, []).append(note)
    return found


def matching_parts(state: SeriesState, terms: Iterable[Term]) -> list[str]:
    """Say which parts of the series the terms match, besides notes on hands: "Game: Schieber", "Player: Asha"."""
    return list(dict.fromkeys(chain.from_iterable(_matching_parts(state, term) for term in terms)))


def _matching_parts(state: SeriesState, term: Term) -> Iterator[str]:
    series, game, called = state.series, BY_SLUG[state.series.game], descriptions.game_name(state.series)
    named = game.named_preset(series.rules)
    if term.key in name_key(called) or (named and (game, named) in term.presets):
        yield _("Game: %(name)s") % {"name": called}
    elif series.game in term.games:
        yield _("Game: %(name)s") % {"name": _(game.name)}
    for name in state.names:
        if term.key in name_key(name):
            yield _("Player: %(name)s") % {"name": name}
    day = localdate(series.started_at, series.circle.zone)
    spans = chain.from_iterable(each.spans(day, day) for each in term.days)
    if any(span.since <= day <= span.until for span in spans):
        yield _("Day: %(day)s") % {"day": formatting.day(day)}
    if term.key in name_key(series.place):
        yield _("Place: %(place)s") % {"place": series.place}
    if term.key in name_key(series.note):
        yield _("Note")
