"""The worker of a phone without signal, without the page that usually holds it."""

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page

SCRIPT = """
({ bundle, database }) => {
  const worker = new Worker("/static/js/pocket/worker.js", { type: "module" });
  const waiting = new Map();
  worker.onmessage = ({ data: { id, result, error, progress } }) => {
    if (progress !== undefined) return (window.progress = progress);
    const { resolve, reject } = waiting.get(id);
    if (error) reject(new Error(error));
    else resolve(result);
  };
  window.progress = 0;
  window.reached = async (part) => {
    while (window.progress < part) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  window.stop = () => worker.terminate();
  window.ask = (what, details = {}) =>
    new Promise((resolve, reject) => {
      const id = waiting.size;
      waiting.set(id, { resolve, reject });
      worker.postMessage({ id, what, with: details });
    });
  window.started = window.ask("start", { bundle, database, cookies: {} });
}
"""


@dataclass
class Worker:
    """Calls to the worker. Bytes stay in the page, under names of its window."""

    page: Page

    def begin(self, database: str = "null") -> None:
        bundle = self.page.evaluate("async () => (await fetch('/pocket/bundle.json')).json()")
        self.page.evaluate(f"(bundle) => ({SCRIPT})({{ bundle, database: {database} }})", bundle)

    def start(self, database: str = "null") -> dict[str, Any]:
        self.begin(database)
        return dict(self.page.evaluate("window.started"))

    def stop(self) -> None:
        self.page.evaluate("window.stop()")

    def load(self, series_id: str) -> None:
        """Load the rows that the site gives to the person who is signed in."""
        self.page.evaluate(
            """async (id) => {
              const { series, rows } = await (await fetch(`/pocket/rows/${id}/`)).json();
              window.series = { [id]: { ...series, rows } };
              await ask("load", { series: id, rows });
            }""",
            series_id,
        )

    def ask(self, what: str, **details: Any) -> Any:
        return self.page.evaluate("([what, details]) => ask(what, details)", [what, details])

    def keep_database(self, name: str) -> int:
        """Keep the database under this name, and return its size in bytes."""
        return int(self.page.evaluate(f"async () => (window.{name} = await ask('database')).byteLength"))

    def restore(self, name: str) -> None:
        self.page.evaluate(f"ask('restore', {{ database: window.{name} }})")

    def answer(self, method: str, address: str, form: str = "", language: str = "en") -> tuple[dict[str, Any], str]:
        """Return status, headers and cookies, and the text."""
        said = self.page.evaluate(
            """async ([method, address, form, language]) => {
              const headers = { "Accept-Language": language };
              if (form) headers["Content-Type"] = "application/x-www-form-urlencoded";
              const body = form ? new TextEncoder().encode(form).buffer : null;
              const said = await ask("answer", { method, address, headers, body });
              return { ...said, body: new TextDecoder().decode(said.body) };
            }""",
            [method, address, form, language],
        )
        return said, said.pop("body")

    def time(self, method: str, address: str, form: str = "") -> float:
        """Return the milliseconds until the answer is there; after a change also the database and what waits, as both
        are kept before the answer is shown."""
        took, status = self.page.evaluate(
            """async ([method, address, form]) => {
              const headers = form ? { "Content-Type": "application/x-www-form-urlencoded" } : {};
              const body = form ? new TextEncoder().encode(form).buffer : null;
              const since = performance.now();
              const { status } = await ask("answer", { method, address, headers, body });
              if (form) await Promise.all([ask("database"), ask("waiting", { series })]);
              return [performance.now() - since, status];
            }""",
            [method, address, form],
        )
        assert status in (200, 302), (address, status)
        return float(took)
