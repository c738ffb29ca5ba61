"""Names of time zones: those of today, older ones, and what people type."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest
from django.utils import translation

from ledger.lib.days import midnight
from ledger.lib.time_zones import read_typed_zone, todays_name, with_currency, zone_in_words, zones_in_words


# From the file `backward` of the time zone database, and the names that browsers report.
@pytest.mark.parametrize(
    ("name", "today"),
    [
        ("Asia/Kathmandu", "Asia/Kathmandu"),
        ("Asia/Katmandu", "Asia/Kathmandu"),
        ("Asia/Calcutta", "Asia/Kolkata"),
        ("Asia/Saigon", "Asia/Ho_Chi_Minh"),
        ("Asia/Rangoon", "Asia/Yangon"),
        ("Europe/Kiev", "Europe/Kyiv"),
        ("America/Buenos_Aires", "America/Argentina/Buenos_Aires"),
        ("US/Eastern", "America/New_York"),
        # They share the time of another place by now, and keep their names.
        ("Europe/Oslo", "Europe/Oslo"),
        ("Africa/Asmera", "Africa/Asmara"),
        ("Iceland", "Atlantic/Reykjavik"),
        ("UTC", "UTC"),
        ("Etc/UTC", "Etc/UTC"),
        ("Zulu", "Etc/UTC"),
    ],
)
def test_a_zone_has_its_name_of_today(name, today):
    assert todays_name(name) == today


@pytest.mark.parametrize("name", ["", "Nowhere", "Europe/Thimi", "Factory", "../UTC", "posix/UTC", "utc", "+05:45"])
def test_what_is_no_zone(name):
    assert todays_name(name) is None


@pytest.mark.thorough
def test_every_zone_can_be_used_and_typed():
    for name, words in zones_in_words().items():
        assert ZoneInfo(name).key == name
        assert (read_typed_zone(words), read_typed_zone(name)) == (name, name)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Kathmandu, Nepal", "Asia/Kathmandu"),
        (" kathmandu ", "Asia/Kathmandu"),
        ("asia/katmandu", "Asia/Kathmandu"),
        ("Zürich", "Europe/Zurich"),
        ("new york", "America/New_York"),
        ("utc", "UTC"),
        ("Atlantis", None),
    ],
)
def test_a_city_is_enough(text, name):
    assert read_typed_zone(text) == name


def test_words_are_those_of_the_reader():
    assert zone_in_words("Europe/Zurich") == "Zurich, Switzerland"
    assert zone_in_words("UTC") == "UTC"
    with translation.override("ne"):
        assert zone_in_words("Europe/Zurich") == "जुरिक, स्विजरल्याण्ड"
        assert zone_in_words("Asia/Kathmandu") == "काठमाण्डौं, नेपाल"
        assert read_typed_zone("Kathmandu") == "Asia/Kathmandu"
        assert read_typed_zone("जुरिक") == "Europe/Zurich"


def test_where_no_midnight_is_the_day_begins_an_hour_later():
    """In Chile 8 September 2024 began at one o'clock, four o'clock in UTC."""
    assert midnight(date(2024, 9, 8), ZoneInfo("America/Santiago")) == datetime(2024, 9, 8, 4, tzinfo=UTC)
    assert midnight(date(2024, 9, 9), ZoneInfo("America/Santiago")) == datetime(2024, 9, 9, 3, tzinfo=UTC)


def test_a_currency_has_its_zones_by_all_their_names():
    assert set(with_currency("NPR")) == {"Asia/Kathmandu", "Asia/Katmandu"}
    assert {"Europe/Zurich", "Europe/Vaduz"} <= set(with_currency("CHF"))
    assert "Europe/Berlin" not in with_currency("CHF")
    assert {"Europe/Berlin", "Europe/Paris"} <= set(with_currency("EUR"))
    assert with_currency("XXX") == ()
