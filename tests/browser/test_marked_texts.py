"""Texts that scripts write into pages are translated too: tests in the made-up language of tests/ledger/markers.py."""

import pytest

from tests.browser.table import J40, sign_in, write_down
from tests.ledger.markers import OPEN, marked_texts, unmarked_in_page
from tests.ledger.test_marked_texts import typed_names

pytestmark = pytest.mark.slow


@pytest.fixture
def marked(tmp_path):
    with marked_texts(tmp_path / "marked"):
        yield


def test_scripts_say_nothing_untranslated(marked, visit, table):
    me, series = table
    visitor = visit()
    sign_in(visitor, me.user)
    circle = f"/circles/{me.circle_id}"
    pages = ["/", "/check/", f"{circle}/", f"/series/{series.pk}/", f"/series/{series.pk}/settlement/"]
    pages += [f"{circle}/series/new/?game={game}" for game in ("jaago-chalis", "scorecard")]
    pages += [f"/series/{series.pk}/hands/new/", f"/series/{series.pk}/link/"]
    for address in pages:
        page = visitor.open(address)
        for key in page.locator("[data-key='1']:visible, [data-key=next]:visible").all():
            key.click()
        content = page.content()
        assert OPEN in content
        assert unmarked_in_page(content, typed_names()) == [], address
    write_down(me, series, J40[1], cards=1)
    content = visitor.open(f"/series/{series.pk}/cards/").content()
    assert unmarked_in_page(content, typed_names()) == []
