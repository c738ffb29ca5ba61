"""What every page offers: focus and announcements."""

from playwright.sync_api import Page, expect

from tests.browser.table import wait_until
from tests.browser.visitor import ANYTHING


def focused(page: Page) -> str:
    return page.evaluate("document.activeElement.id || document.activeElement.tagName")


def wait_for_swap(page: Page, selector: str, part: str) -> None:
    with page.expect_response(f"**/swapping/{part}/"):
        page.locator(selector).press("Enter")


def test_focus_moves_to_the_part_that_replaced_the_focused_one(open_page):
    page = open_page("/swapping/")
    wait_for_swap(page, "#inside", "gone")
    expect(page.locator("#target")).to_contain_text("Another text")
    expect(page.locator("#target")).to_be_focused()


def test_focus_moves_to_the_autofocus_element_of_the_new_part(open_page):
    page = open_page("/swapping/")
    wait_for_swap(page, "#wanted", "wanted")
    expect(page.locator("#wanted-link")).to_be_focused()


def test_focus_outside_a_swapped_part_stays(open_page):
    page = open_page("/swapping/")
    wait_for_swap(page, "#spoken", "spoken")
    expect(page.locator("#target")).to_contain_text("Saved")
    assert focused(page) == "spoken"


def test_a_change_is_announced_once(open_page):
    page = open_page("/swapping/")
    page.evaluate(
        """() => {
            window.said = [];
            const region = document.getElementById("status");
            const listen = () => region.textContent && said.push(region.textContent);
            new MutationObserver(listen).observe(region, { childList: true });
        }"""
    )
    wait_for_swap(page, "#spoken", "spoken")
    expect(page.get_by_role("status")).to_have_text("Hand 5 saved")
    wait_for_swap(page, "#spoken", "spoken")
    page.wait_for_timeout(200)
    assert page.evaluate("said") == ["Hand 5 saved"]


def test_a_refused_form_is_shown(visit):
    page = visit(may_log="422").open("/swapping/")
    wait_for_swap(page, "#refused", "refused")
    expect(page.locator("#target")).to_have_text("Wrong")


def test_an_empty_answer_changes_nothing(open_page):
    page = open_page("/swapping/")
    wait_for_swap(page, "#unchanged", "unchanged")
    page.wait_for_timeout(100)
    expect(page.locator("#inside")).to_be_visible()


def test_a_server_error_shows_a_message_and_not_the_error_page(visit):
    page = visit(may_log=ANYTHING).open("/swapping/")
    wait_for_swap(page, "#broken", "broken")
    expect(page.locator("#trouble")).to_contain_text("That did not work")
    expect(page.locator("#inside")).to_be_visible()
    expect(page.get_by_role("status")).to_contain_text("nothing was changed")


def test_the_message_about_a_lost_connection_goes_when_it_is_back(visit):
    visitor = visit(may_log=ANYTHING)
    page = visitor.open("/swapping/")
    visitor.context.set_offline(True)
    page.locator("#spoken").click()
    expect(page.locator("#trouble")).to_contain_text("No connection")
    visitor.context.set_offline(False)

    # The browser's network can take a moment longer to be back.
    def saves() -> bool:
        page.locator("#spoken").click()
        return page.locator("#target").inner_text() == "Saved"

    wait_until(page, saves)
    expect(page.locator("#trouble")).to_be_empty()


def test_the_first_tab_stop_skips_to_the_content(open_page):
    page = open_page("/")
    page.keyboard.press("Tab")
    expect(page.locator(".skip-link")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()
