"""The site in the phone, in Chromium: it starts, answers, keeps what was entered, and starts again."""

from urllib.parse import urlencode

import pytest

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow, pytest.mark.hands(2)]

HAND = {"figure_0": "16", "figure_1": "8½", "figure_2": "8.5", "figure_3": "7", "last_trick": "1", "key": "k1"}


def test_a_hand_is_there_after_the_next_start(worker, table):
    """The first start is cut off while it compiles; the second compiles the rest, and the third compiles nothing."""
    _me, series = table
    series.refresh_from_db()
    page = f"/pocket/series/{series.pk}/"
    worker.begin()
    worker.page.evaluate("reached(0.5)")
    worker.stop()
    assert worker.start()["compiled"]
    worker.load(series.pk)
    worker.keep_database("before")

    said, text = worker.answer("GET", page)
    assert said["status"] == 200
    assert "frame-ancestors 'self'" in said["headers"]["content-security-policy"]
    assert f'"{page}hands/new/"' in text
    assert '"/pocket/static/css/app.css"' in text
    assert '"/series/' not in text
    said, text = worker.answer("POST", f"{page}hands/new/", urlencode(HAND | {"base_version": series.version}))
    assert (said["status"], said["headers"]["location"]) == (302, f"{page}hands/new/")
    worker.keep_database("after")
    assert "Save hand 4" in worker.answer("GET", f"{page}hands/new/")[1]
    worker.restore("before")
    assert "Save hand 3" in worker.answer("GET", f"{page}hands/new/")[1]
    worker.stop()

    assert not worker.start("window.after")["compiled"]
    said, text = worker.answer("GET", f"{page}hands/3/")
    assert said["status"] == 200
    assert "8½" in text


def test_language_and_theme_are_kept_as_cookies(worker, table):
    _me, series = table
    worker.start()
    worker.load(series.pk)
    said, _text = worker.answer("POST", "/pocket/language/", urlencode({"language": "ne", "next": "/pocket/rules/"}))
    assert (said["status"], said["headers"]["location"]) == (302, "/pocket/rules/")
    assert said["cookies"] == {"django_language": "ne"}
    assert 'lang="ne"' in worker.answer("GET", f"/pocket/series/{series.pk}/")[1]
