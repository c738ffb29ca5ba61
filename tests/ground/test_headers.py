"""The security headers of every response, also of a 404; and the health check."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db

PAGES = ["/", "/healthz", "/nowhere/", "/account/login/"]


def policy_of(client: Client, page: str) -> dict[str, list[str]]:
    directives = client.get(page).headers["Content-Security-Policy"].split(";")
    return {name: sources for name, *sources in (directive.split() for directive in directives)}


@pytest.mark.parametrize("page", PAGES)
def test_content_security_policy_allows_only_our_own_files(client, page):
    policy = policy_of(client, page)
    assert policy.pop("default-src") == ["'none'"]
    assert policy.pop("base-uri") == ["'none'"]
    assert policy.pop("frame-ancestors") == ["'none'"]
    assert policy.pop("form-action") == ["'self'"]
    assert {"script-src", "style-src"} <= policy.keys()
    for directive, sources in policy.items():
        assert sources == ["'self'"], f"{directive} lets in {sources}"


@pytest.mark.parametrize("page", PAGES)
def test_other_security_headers_are_set(client, page):
    headers = client.get(page).headers
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"


@pytest.mark.parametrize("page", PAGES)
def test_permissions_policy_allows_only_what_our_scripts_use(client, page):
    header = client.get(page).headers["Permissions-Policy"]
    allowed = dict(part.split("=") for part in header.split(", "))
    assert {feature for feature, sites in allowed.items() if sites == "(self)"} == {
        "clipboard-write",
        "publickey-credentials-create",
        "publickey-credentials-get",
        "screen-wake-lock",
    }
    assert "web-share" not in allowed  # its default is the site itself
    for feature in ("camera", "microphone", "geolocation", "payment", "usb"):
        assert allowed[feature] == "()"
    assert set(allowed.values()) == {"(self)", "()"}


def test_cookies_are_http_only_and_same_site(client):
    cookies = client.get("/account/login/").cookies
    assert cookies
    for cookie in cookies.values():
        assert cookie["httponly"]
        assert cookie["samesite"] == "Lax"


@pytest.mark.parametrize("fields", [{"login": "k" * 300_000}, {f"f{number}": "1" for number in range(600)}])
def test_too_large_a_form_is_refused(client, fields):
    assert client.post("/account/login/", fields).status_code == 400


def test_health_check_succeeds_when_the_database_answers(client):
    assert client.get("/healthz").content == b"ok\n"
