"""Time zones: the names that they have today, and their names in words. See docs/decisions/0034-time-zones.md.

All names are from the tzdata package, so that every machine knows the same names.
"""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from unicodedata import combining, normalize
from zoneinfo import ZoneInfo

from babel import Locale
from babel.core import get_global
from django.utils.timezone import get_default_timezone

from ledger.lib import currencies, formatting

# For tzdata, UTC is an old name of Etc/UTC; we use UTC. "Factory" is the name of tzdata for "not set".
ALSO_TODAY, NO_ZONE = "UTC", "Factory"
TIME_ZONE_LENGTH = 40  # in the database; more than the longest name has


def zone_of(name: str) -> ZoneInfo:
    """Return the zone of this name; for an empty name the zone of the site."""
    site: ZoneInfo = get_default_timezone()
    return ZoneInfo(name) if name else site


def todays_name(name: str) -> str | None:
    """Return Asia/Kathmandu for Asia/Katmandu. Return None if there is no such zone."""
    return _all_names().get(name)


@cache
def countries() -> Mapping[str, str]:
    """Return the country code of each zone that a country uses today."""
    rows = [line.split("\t") for line in _lines("zone.tab") if not line.startswith("#")]
    return {name.strip(): country for country, _coordinates, name, *_comment in rows}


@cache
def _all_names() -> Mapping[str, str]:
    """Return today's name for every name, old names included.

    tzdata links an old name to a zone that has the same time, but may be in another country. So CLDR is asked first for
    the zone of the same place. Only if CLDR knows none, the zone to which tzdata links the old name is returned.
    """
    entries = [line.split(" ") for line in _lines("tzdata.zi")]
    todays = {*countries(), *(entry[1] for entry in entries if entry[0] == "Z"), ALSO_TODAY} - {NO_ZONE}
    cldr_names: Mapping[str, str] = get_global("zone_aliases")
    by_cldr_name = {cldr_names.get(name, name): name for name in countries()}
    links = [(entry[2], entry[1]) for entry in entries if entry[0] == "L"]
    old_names = {old: by_cldr_name.get(cldr_names.get(old, old), linked) for old, linked in links}
    return old_names | {name: name for name in todays}


@cache
def with_currency(code: str) -> tuple[str, ...]:
    """Return all names of the zones in whose countries people pay with this currency."""
    return tuple(
        name for name, today in _all_names().items() if currencies.of_country(countries().get(today))[:1] == [code]
    )


def _lines(file: str) -> list[str]:
    return files("tzdata").joinpath("zoneinfo", file).read_text("utf-8").splitlines()


# --- In words --------------------------------------------------------------------------------------------------------


def zone_in_words(name: str) -> str:
    """Return a zone in words, such as "Kathmandu, Nepal". For a zone without a country, return its name."""
    return zones_in_words().get(name, name)


def zones_in_words() -> Mapping[str, str]:
    """Return the zones of all countries in words, in alphabetical order, in the active language."""
    return _zones_in_words(formatting.locale())


@cache
def _zones_in_words(locale: str) -> Mapping[str, str]:
    spoken, cities = Locale.parse(locale), {}
    for name, words in sorted(spoken.time_zones.items(), key=lambda zone: zone[0] in countries()):
        if "city" in words:  # CLDR has some zones under old names only, such as Asia/Katmandu
            cities[todays_name(name)] = words["city"]
    found = {
        name: f"{cities.get(name) or _last_part(name)}, {spoken.territories[country]}"
        for name, country in countries().items()
    }
    return dict(sorted(found.items(), key=lambda zone: zone[1]))


def read_typed_zone(text: str) -> str | None:
    """Return Europe/Zurich for "zurich", "Zürich, Switzerland" or "Europe/Zurich". Return None if no zone is found."""
    wanted = _as_compared(text)
    for name, words in zones_in_words().items():
        if wanted in map(_as_compared, (words, words.partition(",")[0], _last_part(name))):
            return name
    return next((today for name, today in _all_names().items() if _as_compared(name) == wanted), None)


def _last_part(name: str) -> str:
    return name.rpartition("/")[2].replace("_", " ")


def _as_compared(text: str) -> str:
    """Return the text without accents, in small letters."""
    folded = normalize("NFKD", " ".join(text.split()).casefold())
    return "".join(letter for letter in folded if not combining(letter))
