"""The phone has no room, or its browser deletes what Khata has kept: it is said, and nothing on the screen is lost."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.pocket.cellar import PREPARING
from tests.browser.pocket.test_evening import HANDS, enter
from tests.browser.pocket.test_signal_back import MINE, come_back, hands_at_site, hands_wait, won

pytestmark = pytest.mark.slow

NO_ROOM = """() => {
    globalThis.put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = () => { throw new DOMException("full", "QuotaExceededError"); };
}"""
ROOM = "() => { IDBObjectStore.prototype.put = globalThis.put; }"


def test_no_hand_is_lost_where_there_is_no_room_or_all_is_deleted(cellar):
    page = hands_wait(cellar, 1)
    frame = page.frame_locator("iframe")
    page.evaluate(NO_ROOM)
    enter(frame, HANDS[1])
    expect(page.locator("[data-line]")).to_contain_text("This phone has no room left")
    expect(frame.locator("[data-unsaved-room]")).to_be_visible()
    expect(frame.get_by_text("No connection.")).to_be_hidden()
    for seat, figure in enumerate(HANDS[1]):
        expect(frame.locator(f"#figure_{seat}")).to_have_value(figure)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a file").click()
    assert len(json.loads(Path(download.value.path()).read_text())["changes"]) == 1
    page.evaluate(ROOM)
    # All that was kept is deleted: the next change brings it back.
    deleting = {"origin": cellar.phone.site, "storageTypes": "indexeddb"}
    page.context.new_cdp_session(page).send("Storage.clearDataForOrigin", deleting)
    frame.locator(".entry .button--primary").click()
    expect(frame.get_by_role("heading", name="Hand 3")).to_be_attached()
    page.evaluate("localStorage.clear()")
    page.reload()
    expect(page.locator("body")).to_have_attribute("data-pocket-waiting", "2", timeout=PREPARING)
    come_back(cellar, page)
    expect(page).not_to_have_url(re.compile("/pocket/"), timeout=PREPARING)
    assert won(hands_at_site(cellar, page)) == MINE
