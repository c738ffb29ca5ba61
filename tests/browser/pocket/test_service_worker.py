"""What the service worker of a prepared phone answers without the site."""

import pytest

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

PREPARE = """async () => {
  const { fetchBundle } = await import("/static/js/pocket/prepare.js");
  await fetchBundle(() => {});
  await navigator.serviceWorker.register("/pocket/sw.js", { scope: "/" });
  await navigator.serviceWorker.ready;
}"""


def test_all_that_the_shell_loads_lies_below_its_own_address(visit, made_bundle):
    """Modules and fonts too, which other files name; at other addresses the network would be asked for them."""
    visitor = visit(locale="ne")
    visitor.has_script = False
    page = visitor.open("/pocket/")
    page.evaluate(PREPARE)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.removeprefix(visitor.site)))
    page.reload(wait_until="networkidle")
    assert "/pocket/static/js/pocket/store.js" in asked
    assert [address for address in asked if not address.startswith("/pocket/")] == []


def test_the_shell_that_is_kept_is_the_sites(visit, made_bundle):
    """A newer version of the site is fetched by a page for which the service worker answers already."""
    visitor = visit()
    visitor.has_script = False
    page = visitor.open("/rules/")
    page.evaluate(PREPARE)
    page.wait_for_function("navigator.serviceWorker.controller")
    page.evaluate(PREPARE)
    kept = page.evaluate("async () => (await caches.match('/pocket/', { ignoreVary: true })).text()")
    assert "data-pocket-state" in kept
