"""Links to a series: what a token opens, and until when."""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from ledger.lib.refusals import Refused
from ledger.live.links import enter_by_link, link_to_share, make_link, open_links, revoke_link, token_of
from ledger.series.models import SeriesLink
from ledger.series.starting import start_series
from tests.ledger.conftest import refuses


@pytest.fixture
def link(scorer, series) -> SeriesLink:
    return make_link(me=scorer, series=series)


def test_a_token_finds_its_series(link, series):
    found = enter_by_link(token_of(link))
    assert found is not None
    assert (found.link, found.series, found.series.circle) == (link, series, series.circle)


def test_each_token_finds_its_own_link(scorer, series):
    links = [make_link(me=scorer, series=series) for _ in range(2)]
    assert [enter_by_link(token_of(link)).link for link in links] == links


def test_the_same_link_always_has_the_same_token(link):
    assert token_of(link) == token_of(SeriesLink.objects.get(pk=link.pk))


def test_a_token_with_any_character_changed_opens_nothing(link):
    token = token_of(link)
    assert len(token) == 12 + 1 + 43  # id, dot, HMAC-SHA256 in base64
    for place, character in enumerate(token):
        other = "b" if character == "a" else "a"
        assert enter_by_link(token[:place] + other + token[place + 1 :]) is None
    for forged in (
        "",
        ".",
        "-",
        f"{link.pk}-{link.series_id}",
        link.pk,
        link.pk + ".",
        token[:-1],
        token + "a",
        token + "\0",
        "अ." + token,
        token.upper(),
    ):
        assert enter_by_link(forged) is None


def test_a_token_for_another_id_needs_the_key(link, scorer, series):
    other = make_link(me=scorer, series=series)
    signature = token_of(link).partition(".")[2]
    assert enter_by_link(f"{other.pk}.{signature}") is None


def test_a_forged_token_asks_the_database_nothing(link, django_assert_num_queries):
    with django_assert_num_queries(0):
        enter_by_link(f"{link.pk}.{'a' * 43}")
    with django_assert_num_queries(1):
        enter_by_link(token_of(link))


def test_a_revoked_link_opens_nothing(link, series):
    revoke_link(link=link)
    assert enter_by_link(token_of(link)) is None
    assert open_links(series) == []


def test_a_link_expires(scorer, series, monkeypatch):
    end = timezone.now() + timedelta(hours=1)
    token = token_of(make_link(me=scorer, series=series, expires_at=end))
    assert enter_by_link(token) is not None
    monkeypatch.setattr(timezone, "now", lambda: end)
    assert enter_by_link(token) is None
    assert open_links(series) == []


def test_a_link_cannot_begin_expired(scorer, series):
    with pytest.raises(Refused) as refused:
        make_link(me=scorer, series=series, expires_at=timezone.now())
    assert [(problem.field, problem.code) for problem in refused.value.problems] == [("expires_at", "in_the_past")]


def test_the_link_of_a_deleted_series_opens_nothing(link, series):
    token = token_of(link)
    series.circle.delete()
    assert enter_by_link(token) is None


def test_another_key_of_the_site_ends_all_links(link, settings):
    token, earlier = token_of(link), settings.SECRET_KEY
    settings.SECRET_KEY = "another key of the site, as long as a key should be 0123456789"
    assert enter_by_link(token) is None
    settings.SECRET_KEY_FALLBACKS = [earlier]
    assert enter_by_link(token) is not None
    assert token_of(link) != token


def test_the_pages_hand_out_one_link(scorer, owner, series):
    make_link(me=scorer, series=series, label="For Grandmother")
    make_link(me=scorer, series=series, expires_at=timezone.now() + timedelta(days=1))
    first = link_to_share(me=scorer, series=series)
    assert link_to_share(me=owner, series=series) == first
    assert (first.label, first.expires_at, first.created_by) == ("", None, scorer.user)
    revoke_link(link=first)
    assert link_to_share(me=owner, series=series) != first


def test_each_series_has_its_own(scorer, series, agreed):
    other = start_series(me=scorer, agreed=agreed)
    assert link_to_share(me=scorer, series=series) != link_to_share(me=scorer, series=other)


def test_there_are_not_too_many(scorer, series, settings):
    settings.MOST_SERIES_LINKS = 2
    first, second = (make_link(me=scorer, series=series) for _time in range(2))
    with refuses("too_many_links"):
        make_link(me=scorer, series=series)
    revoke_link(link=first)  # a link that was revoked does not count
    third = make_link(me=scorer, series=series)
    assert open_links(series) == [second, third]
    assert SeriesLink.objects.count() == 2


def test_a_label_is_a_name(scorer, series):
    assert make_link(me=scorer, series=series, label="  आमा  र बुबा ").label == "आमा र बुबा"
    for label in ("x" * 81, "a\u202eb"):
        with pytest.raises(ValidationError):
            make_link(me=scorer, series=series, label=label)
