"""Changes that wait in a phone are sent to the site by static/js/pocket/sending.js, over a bad network."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, Route

from ledger.circles.models import Member, User
from ledger.circles.roles import Role
from ledger.series.models import Event, Series
from ledger.series.services import Submit, record_hand
from tests.browser.table import sign_in
from tests.browser.visitor import Visitor
from tests.ledger.api.conftest import Program
from tests.ledger.conftest import join
from tests.ledger.pocket.evenings import in_phone, taken_along

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.hands(0)]

FIGURES = ([18, 4, 9, 9], [4, 18, 9, 9], [9, 9, 4, 18], [9, 9, 18, 4])
# A phone with these changes and with a simulated worker and storage. `did` lists the calls that these receive.
PHONE = """async ([user, series, changes]) => {
    const { sending } = await import("/static/js/pocket/sending.js");
    const ask = async (what, details) => {
        const sent = Object.values(details?.series ?? {}).flatMap((each) => each.sent ?? []);
        const left = () => changes.filter(({ key }) => !sent.includes(key));
        if (what === "waiting") return { changes: left(), drafting: false };
        if (what === "again") return [{ key: details.changes[0].key, problems: ["No."] }];
        return new ArrayBuffer(8);
    };
    const database = new ArrayBuffer(8);
    globalThis.stored = { user, series, database, heard: Date.now(), bundle: {} };
    globalThis.did = [];
    globalThis.sends = sending(stored, {
        phone: async () => ({ ask }),
        update: async (change) => (change(stored), stored),
        inOrder: (action) => action(),
        show: ({ do: what, why }) => did.push(why ?? what),
        renew: async () => {},
    });
    sends.open();
}"""
DONE = "() => ['leave', 'conflict', 'other_person', 'signed_out', 'not_allowed', 'left_out'].includes(did.at(-1))"


def hands_in_phone(me: Member, series: Series) -> list[dict[str, Any]]:
    """Return three hands that wait in a phone."""

    def act() -> Series:
        for number, figures in enumerate(FIGURES[:3], start=1):
            record_hand(series=series, submit=Submit(me, number, f"k{number}"), record={"points_won": figures})
        return series

    site = {series.pk: taken_along(me, series)}
    return list(in_phone(site, Program(me.user), act)[0]["changes"])


@pytest.fixture
def open_phone(browser, site, table):
    """A page of Bob's, in which three hands wait. Its console is not checked: requests fail in these tests."""
    me, series = table
    changes, rows = hands_in_phone(me, series), taken_along(me, series)
    context = browser.new_context()
    visitor = Visitor(context, site)

    def open_it(before: Callable[[Page], None] = lambda _page: None) -> Page:
        sign_in(visitor, me.user)
        page = context.new_page()
        page.clock.install()
        page.goto(site + reverse("rules_list"))
        before(page)
        user = {"id": str(me.user_id), "name": me.user.display_name}
        page.evaluate(PHONE, [user, {series.pk: rows}, changes])
        return page

    yield open_it
    context.close()


def end_of(page: Page) -> list[str]:
    """Return what the phone did until there was nothing more to do. The clock goes on while it waits."""
    for _moment in range(400):
        if page.evaluate(DONE):
            break
        page.clock.run_for(1000)
        page.wait_for_timeout(20)
    return list(page.evaluate("did"))


def keys_at_site() -> list[str | None]:
    return list(Event.objects.filter(kind="recorded").order_by("number").values_list("key", flat=True))


def test_every_answer_is_lost_once(open_phone):
    lost: list[str] = []

    def lose(route: Route) -> None:
        answer = route.fetch()
        key = route.request.headers["idempotency-key"]
        if key in lost:
            route.fulfill(response=answer)
        else:
            lost.append(key)
            route.abort()

    page = open_phone(lambda page: page.route("**/api/v1/**", lose))
    did = end_of(page)
    assert did[-1] == "leave"
    assert lost == ["k1", "k2", "k3"]
    assert keys_at_site() == ["k1", "k2", "k3"]
    assert did.count("send") == 6


def test_pages_of_a_hotel_are_no_answers(open_phone):
    seen: list[str] = []

    def ask_for_the_room(route: Route) -> None:
        seen.append(route.request.url)
        if len(seen) < 7:
            status = 200 if len(seen) % 2 else 403
            route.fulfill(status=status, body="<h1>Your room, please</h1>", content_type="text/html")
        else:
            route.continue_()

    def before(page: Page) -> None:
        for address in ("**/api/v1/**", "**/pocket/here/"):
            page.route(address, ask_for_the_room)

    assert end_of(open_phone(before))[-1] == "leave"
    assert keys_at_site() == ["k1", "k2", "k3"]


@pytest.mark.parametrize("answer", ["json", "our own json", "another key", "nothing"])
def test_only_the_answer_of_the_api_is_a_receipt(open_phone, answer):
    """It names the series, its version and the key of the change. Any other answer with a 200 has recorded nothing."""
    seen: list[str] = []

    def answer_otherwise(route: Route) -> None:
        seen.append(route.request.url)
        ours = {"X-Khata": "1", "Idempotency-Key": route.request.headers["idempotency-key"]}
        if len(seen) > 3:
            route.continue_()
        elif answer == "json":
            route.fulfill(json={"id": route.request.url.split("/")[-2], "version": 9})
        elif answer == "our own json":
            route.fulfill(json={"ok": True}, headers=ours)
        elif answer == "another key":
            said = {"id": route.request.url.split("/")[-2], "version": 9}
            route.fulfill(json=said, headers={"X-Khata": "1", "Idempotency-Key": "k0"})
        else:
            route.fulfill(status=204, body="")

    assert end_of(open_phone(lambda page: page.route("**/api/v1/**", answer_otherwise)))[-1] == "leave"
    assert len(seen) == 6
    assert keys_at_site() == ["k1", "k2", "k3"]


def test_the_token_of_an_earlier_sign_in_is_renewed(open_phone, site):
    """No change is recorded before the renewal, so no change is sent in the name of another user who has signed in."""
    asked: list[str] = []
    answers: list[int] = []

    def sign_in_again(route: Route) -> None:
        answer = route.fetch()
        if asked:
            route.fulfill(response=answer)
        else:
            route.request.frame.page.context.add_cookies([{"name": "csrftoken", "value": "x" * 32, "url": site}])
            route.fulfill(body=answer.text(), content_type="application/json", headers={"X-Khata": "1"})
        asked.append(route.request.url)

    def before(page: Page) -> None:
        page.route("**/pocket/here/", sign_in_again)
        page.on("response", lambda answer: answers.append(answer.status) if "/api/" in answer.url else None)

    assert end_of(open_phone(before))[-1] == "leave"
    assert (len(asked), answers) == (2, [403, 201, 201, 201])
    assert keys_at_site() == ["k1", "k2", "k3"]


def test_another_person_sends_nothing(open_phone, table, site):
    other = User.objects.create_user("vera", display_name="Vera")
    join(table.scorer.circle, other, Role.SCORER)

    def before(page: Page) -> None:
        sign_in(Visitor(page.context, site), other)

    page = open_phone(before)
    assert end_of(page) == ["ask", "clear", "other_person"]
    assert keys_at_site() == []
    stored = page.evaluate("stored")
    assert (stored["series"], stored["database"], len(stored["left"])) == ({}, None, 3)


def test_who_says_that_there_is_signal_waits_for_no_lost_answer(open_phone):
    """The phone waits neither for an answer that does not come, nor for the pause before the next try."""
    asked: list[Route] = []

    def hang(route: Route) -> None:
        asked.append(route)
        if len(asked) > 4:
            route.continue_()
        elif len(asked) < 4:
            route.abort()

    page = open_phone(lambda page: page.route("**/pocket/here/", hang))
    for _moment in range(100):
        page.clock.run_for(1000)
        page.wait_for_timeout(20)
        if len(asked) == 4:
            break
    page.evaluate("sends.woken()")  # the clock stands still now
    for _moment in range(100):
        if page.evaluate("did.includes('send')"):
            break
        page.wait_for_timeout(20)
    assert page.evaluate("did.includes('send')")
    assert len(asked) == 5


def test_a_hand_of_somebody_else_is_a_conflict(open_phone, table):
    me, series = table
    record_hand(series=series, submit=Submit(me, 1, "other"), record={"points_won": FIGURES[3]})
    page = open_phone()
    assert end_of(page)[-1] == "conflict"
    page.evaluate("series => sends.chosen(series, [])", series.pk)
    assert end_of(page)[-1] == "left_out"
    assert page.evaluate("sends.changes().length") == 3
    assert keys_at_site() == ["other"]


def test_a_role_that_has_ended_keeps_what_waits(open_phone, table):
    page = open_phone(lambda _page: Member.objects.filter(pk=table.scorer.pk).delete() and None)
    assert end_of(page)[-1] == "not_allowed"
    assert [change["key"] for change in page.evaluate("stored.left")] == ["k1", "k2", "k3"]


def test_the_file_has_the_changes_with_their_chain(open_phone, table):
    page = open_phone(lambda page: page.route("**/pocket/here/", lambda route: route.abort()))
    page.wait_for_function("did.includes('wait')")
    file = json.loads(page.evaluate("sends.file().text()"))
    assert (file["khata"], file["version"], file["user"]["name"]) == ("waiting", 1, "Bob")
    assert file["site"] == page.evaluate("location.origin")
    [(pk, head)] = file["series"].items()
    assert (pk, head["version"], set(head)) == (table.series.pk, 1, {"version", "hash"})
    links = [(change["number"], change["previous_hash"]) for change in file["changes"]]
    assert [number for number, _hash in links] == [2, 3, 4]
    assert links[0][1] == head["hash"]
    assert links[1][1] == file["changes"][0]["hash"]
