"""Signing in by a provider: there and back in a browser, which enforces the Content-Security-Policy."""

from dataclasses import replace

from playwright.sync_api import expect

from tests.ledger.circles.identity_provider import running_provider


def test_the_button_leads_to_the_provider_and_back(transactional_db, open_page, settings):
    with running_provider() as provider:
        settings.OIDC = replace(settings.OIDC, issuer=provider.issuer)
        page = open_page("/account/login/")
        page.get_by_role("button", name="Sign in with Club Login").click()
        expect(page.get_by_text("Welcome, Dora D.")).to_be_visible()
        page.go_back()
        expect(page.get_by_role("heading", name="Sign in")).to_have_count(0)
