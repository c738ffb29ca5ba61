"""Time zones under the names that they have today, and in words: docs/decisions/0034-time-zones.md.

All names are those of the tzdata package, so that every machine knows the same ones.
"""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from unicodedata import combining, normalize
from zoneinfo import ZoneInfo

from babel import Locale
from babel.core import get_global
from django.utils.timezone import get_default_timezone

from ledger.lib import formatting

# tzdata has UTC as an old name of Etc/UTC; here it is the name in use. "Factory" is its name for "not set".
ALSO_TODAY, NO_ZONE = "UTC", "Factory"
TIME_ZONE_LENGTH = 40  # of the longest name, and room


def zone_of(name: str) -> ZoneInfo:
    """Without a name that of the site."""
    site: ZoneInfo = get_default_timezone()
    return ZoneInfo(name) if name else site


def todays_name(name: str) -> str | None:
    """Asia/Kathmandu for Asia/Katmandu. None if there is no such zone."""
    return _all_names().get(name)


@cache
def countries() -> Mapping[str, str]:
    """The code of the country of each zone that a country uses today."""
    rows = [line.split("\t") for line in _lines("zone.tab") if not line.startswith("#")]
    return {name.strip(): country for country, _coordinates, name, *_comment in rows}


@cache
def _all_names() -> Mapping[str, str]:
    """Today's name by every name that there is or was.

    A link of tzdata leads to a zone of the same time, which may be in another country. So an old name becomes the name
    that the same place has today (CLDR knows which names are one place), and follows the link only if it has none.
    """
    entries = [line.split(" ") for line in _lines("tzdata.zi")]
    todays = {*countries(), *(entry[1] for entry in entries if entry[0] == "Z"), ALSO_TODAY} - {NO_ZONE}
    place_of: Mapping[str, str] = get_global("zone_aliases")
    of_place = {place_of.get(name, name): name for name in countries()}
    links = {entry[2]: of_place.get(place_of.get(entry[2], entry[2]), entry[1]) for entry in entries if entry[0] == "L"}
    return links | {name: name for name in todays}


def _lines(file: str) -> list[str]:
    return files("tzdata").joinpath("zoneinfo", file).read_text("utf-8").splitlines()


# --- In words --------------------------------------------------------------------------------------------------------


def in_words(name: str) -> str:
    """Kathmandu, Nepal. A zone without a country has only its name."""
    return choices().get(name, name)


def choices() -> Mapping[str, str]:
    """The zones of all countries in words, in the order of the alphabet, in the active language."""
    return _choices(formatting.locale())


@cache
def _choices(locale: str) -> Mapping[str, str]:
    spoken, cities = Locale.parse(locale), {}
    for name, words in sorted(spoken.time_zones.items(), key=lambda zone: zone[0] in countries()):
        if "city" in words:  # CLDR has some under old names only, such as Asia/Katmandu
            cities[todays_name(name)] = words["city"]
    found = {
        name: f"{cities.get(name) or _last_part(name)}, {spoken.territories[country]}"
        for name, country in countries().items()
    }
    return dict(sorted(found.items(), key=lambda choice: choice[1]))


def read_typed(text: str) -> str | None:
    """Return the zone for "zurich", "Zürich, Switzerland" or "Europe/Zurich"; None if there is none."""
    wanted = _as_compared(text)
    for name, words in choices().items():
        if wanted in map(_as_compared, (words, words.partition(",")[0], _last_part(name))):
            return name
    return next((today for name, today in _all_names().items() if _as_compared(name) == wanted), None)


def _last_part(name: str) -> str:
    return name.rpartition("/")[2].replace("_", " ")


def _as_compared(text: str) -> str:
    """Without accents, and in small letters."""
    folded = normalize("NFKD", " ".join(text.split()).casefold())
    return "".join(letter for letter in folded if not combining(letter))
