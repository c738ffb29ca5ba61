"""Circles and accounts in a browser; and axe on each of their pages."""

import re

import pytest
from playwright.sync_api import Page, Request, expect

from ledger.circles.models import Circle, Member, User
from ledger.circles.roles import Role
from ledger.circles.services.circles import make_circle
from ledger.circles.services.guests import make_guest
from ledger.circles.services.invites import make_invite, revoke_invite
from ledger.circles.services.players import add_player, claim_player
from tests.browser.axe import faults
from tests.browser.cut import broken_words, cut_texts
from tests.browser.table import sign_in, small_targets
from tests.browser.visitor import ready
from tests.ledger.conftest import PASSWORD, join, make_user

A_CIRCLE = re.compile("/circles/[a-z0-9]{12}/$")
LONG_NAME = "Bahadur-Shrestha-Maharjan " * 3


def start_table(page: Page, *names: str) -> None:
    page.get_by_label("Name of your circle").fill("Friday table")
    for number, name in enumerate(names, 1):
        page.get_by_label(f"Name {number}", exact=True).fill(name)


def test_two_phones_start_and_follow_one_series(visit):
    scorer, follower = visit(), visit()
    page = scorer.open("/")
    page.get_by_role("link", name="Start a table").click()
    start_table(page, "Anil", "बिना", "Chitra", "דוד")
    page.get_by_role("button", name="Another player").click()
    expect(page.get_by_label("Name 5")).to_be_focused()
    # Enter starts the table, though another button comes first.
    page.keyboard.type("Eva")
    page.keyboard.press("Enter")
    expect(page).to_have_url(A_CIRCLE)
    expect(page.get_by_role("link", name="Start a series")).to_be_visible()
    page.get_by_role("button", name="Invite people").click()
    page.get_by_role("button", name="They may look on").click()
    link = page.get_by_role("textbox", name="Link").input_value()

    other = follower.open(link.removeprefix(follower.site))
    sent: list[Request] = []
    other.on("request", lambda request: sent.append(request))  # noqa: PLW0108 (Playwright sets attributes on it)
    expect(other.get_by_text("You will be a viewer")).to_be_visible()
    other.get_by_label("Your name at the table").fill("Gita")
    other.get_by_role("button", name="Join").click()
    expect(other).to_have_url(A_CIRCLE)
    other.get_by_role("link", name="People").click()
    other.get_by_role("button", name="This is me: Chitra").click()
    other.get_by_role("link", name="Chitra").click()
    expect(other.get_by_role("button", name="Not me: Chitra")).to_be_visible()
    token = link.rstrip("/").rpartition("/")[2]
    assert len(sent) > 2
    assert not [request.url for request in sent if token in request.headers.get("referer", "")]


@pytest.mark.parametrize("javascript", [True, False], ids=["script", "no script"])
def test_who_opens_an_invitation_taps_the_own_name(visit, transactional_db, javascript):
    alice = make_user("Alice")
    owner = make_circle(owner=alice, name="Friday table", currency="NPR", language="en")
    claim_player(player=add_player(circle=owner.circle, name="Alice"), member=owner)
    for name in ("Bina", LONG_NAME.strip()):
        add_player(circle=owner.circle, name=name)
    _invite, token = make_invite(actor=alice, circle=owner.circle, role=Role.VIEWER)
    page = visit(java_script_enabled=javascript, bypass_csp=True).open(f"/join/{token}/")
    if javascript:
        assert small_targets(page) == []
        assert faults(page) == []
        assert cut_texts(page, "200%") == []
    expect(page.get_by_text("Taken already: Alice")).to_be_visible()
    page.get_by_role("button", name="Bina").click()
    expect(page).to_have_url(A_CIRCLE)
    page.get_by_role("link", name="People").click()
    page.get_by_role("link", name="Bina").click()
    expect(page.get_by_role("button", name="Not me: Bina")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "ne"])
@pytest.mark.parametrize("width", [320, 360, 480])
def test_long_names_fit_their_buttons_on_a_small_phone(visit, transactional_db, language, width):
    owner = make_circle(owner=make_user("Alice"), name="Friday table", currency="NPR", language=language)
    for name in ("Chandrakumari", "Bina", "Maheshwar", "चन्द्रप्रकाश", "Wolfeschlegelsteinhausen"):
        add_player(circle=owner.circle, name=name)
    _invite, token = make_invite(actor=owner.user, circle=owner.circle, role=Role.VIEWER)
    page = visit(size={"width": width, "height": 640}, locale=language).open(f"/join/{token}/")
    expect(page.get_by_role("button", name="Chandrakumari")).to_be_visible()
    assert cut_texts(page) == []
    assert broken_words(page, longest=40) == []


def test_a_circle_has_the_time_zone_of_the_phone_that_makes_it(visit):
    """Chromium reports some zones by an old name."""
    page = visit(timezone_id="Asia/Katmandu").open("/start/")
    start_table(page, "Anil", "Bina")
    page.keyboard.press("Enter")
    expect(page).to_have_url(A_CIRCLE)
    assert Circle.objects.get().time_zone == "Asia/Kathmandu"
    page.get_by_role("link", name="Settings").click()
    zone = page.get_by_label("Time zone")
    expect(zone).to_have_value("Kathmandu, Nepal")
    zone.fill("zurich")
    page.get_by_role("button", name="Save").click()
    expect(page).to_have_url(A_CIRCLE)
    assert Circle.objects.get().time_zone == "Europe/Zurich"
    page.get_by_role("link", name="Settings").click()
    page.get_by_role("button", name="Use that of this device").click()
    page.get_by_role("button", name="Save").click()
    expect(page).to_have_url(A_CIRCLE)
    assert Circle.objects.get().time_zone == "Asia/Kathmandu"


@pytest.mark.parametrize(
    ("zone", "currency", "following"),
    [("Asia/Katmandu", "NPR", "USD"), ("Asia/Calcutta", "INR", "USD"), ("Europe/Zurich", "CHF", "USD")],
)
def test_the_currency_is_that_of_the_place_where_the_phone_is(visit, zone, currency, following):
    """Many phones in Nepal are set to the English of the United States."""
    page = visit(timezone_id=zone, locale="en-US").open("/start/")
    field = page.get_by_label("Currency")
    expect(field).to_have_value(currency)
    codes = field.locator("> option").evaluate_all("options => options.map(option => option.value)")
    assert codes[:2] == [currency, following]
    field.select_option("SEK")
    page.get_by_role("button", name="Another player").click()
    expect(page.locator("[name=players]")).to_have_count(5)
    ready(page)
    expect(field).to_have_value("SEK")


def make_passkeys_work(page: Page) -> None:
    """Add a virtual authenticator that confirms every request."""
    phone = page.context.new_cdp_session(page)
    phone.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "automaticPresenceSimulation": True}
    guarded = {"hasResidentKey": True, "hasUserVerification": True, "isUserVerified": True}
    phone.send("WebAuthn.addVirtualAuthenticator", {"options": options | guarded})


def sign_out(page: Page) -> None:
    page.goto(page.url.split("/", 3)[0] + "//" + page.url.split("/")[2] + "/account/logout/")
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()


def test_a_guest_signs_in_again_with_a_new_passkey(visit):
    page = visit().open("/start/")
    make_passkeys_work(page)
    start_table(page, "Anil", "Bina")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Make an account").click()
    page.get_by_role("link", name="With a passkey instead of a password").click()
    page.get_by_label("User name").fill("Anil")
    page.get_by_role("button", name="Next").click()
    page.get_by_role("button", name="Make the passkey").click()
    expect(page.get_by_text("The passkey is ready.")).to_be_visible()
    sign_out(page)
    page.get_by_role("link", name="Sign in").click()
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_role("link", name="Friday table")).to_be_visible()
    assert User.objects.get().username == "anil"


def test_a_guest_signing_in_with_password_and_passkey_keeps_the_tables(visit, db):
    """A guest who signs in to an account with a passkey keeps the tables, also if the guest stops halfway."""
    make_user("Dora")
    page = visit().open("/account/login/?next=/account/2fa/webauthn/add/")
    make_passkeys_work(page)
    page.get_by_label("User name").fill("dora")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Go on").click()
    page.get_by_role("button", name="Make the passkey").click()
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    expect(page.locator("li code")).to_have_count(10)
    sign_out(page)

    page.get_by_role("link", name="Start a table").click()
    start_table(page, "Anil", "Bina")
    page.keyboard.press("Enter")
    expect(page).to_have_url(A_CIRCLE)

    def sign_in() -> None:
        page.goto(page.url.partition("/circles/")[0].partition("/account/")[0] + "/account/login/")
        page.get_by_label("User name").fill("dora")
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Sign in", exact=True).click()
        expect(page.get_by_role("heading", name="One more step")).to_be_visible()

    sign_in()
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("Your tables come along")).to_be_visible()
    sign_in()
    page.get_by_role("button", name="Use the passkey").click()
    expect(page.get_by_text("1 table came along")).to_be_visible()
    expect(page.get_by_role("link", name="Friday table")).to_be_visible()


# --- What holds on every page ---

IN_A_CIRCLE = [
    "",
    "people/",
    "links/",
    "settings/",
    "delete/",
    "leave/",
    "players/{player}/edit/",
    "players/{player}/face/",
    "members/{member}/",
]
PAGES = [
    "/",
    "/start/",
    "/join/{token}/",
    "/join/unknown/",
    *(f"/circles/{{circle}}/{path}" for path in IN_A_CIRCLE),
    "/account/",
    "/account/logout/",
    "/account/password/change/",
    "/account/password/reset/",
    "/account/2fa/",
    "/account/2fa/webauthn/",
]
FOR_ANONYMOUS = ["/account/login/", "/account/signup/", "/account/signup/passkey/", "/join/{token}/"]


@pytest.fixture
def full_circle(live_server):
    """A circle with rows in every list, and long names."""
    owner: Member = make_circle(owner=make_user("Alice"), name=LONG_NAME, currency="NPR", language="en")
    circle = owner.circle
    member = join(circle, make_user("Vera"), Role.VIEWER)
    join(circle, make_guest(name="W" * 80), Role.SCORER)
    claim_player(player=add_player(circle=circle, name=LONG_NAME), member=member)
    player = add_player(circle=circle, name="דוד בן־גוריון")
    _invite, token = make_invite(actor=owner.user, circle=circle, role=Role.VIEWER, label=LONG_NAME)
    revoke_invite(invite=make_invite(actor=owner.user, circle=circle, role=Role.SCORER)[0])
    return {"circle": circle.id, "member": member.id, "player": player.id, "token": token}


@pytest.mark.parametrize("username", ["alice", None], ids=["alice", "anonymous"])
def test_every_page_in_every_size_and_theme(visit, full_circle, username):
    visitor = visit(bypass_csp=True, may_log="404 .Not Found.")  # of a link that does not work
    if username:
        sign_in(visitor, User.objects.get(username=username))
    for path in PAGES if username else FOR_ANONYMOUS:
        page = visitor.open(path.format(**full_circle))
        assert faults(page) == [], path
        page.close()
