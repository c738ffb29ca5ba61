// The moment after a save: for three seconds a copy of [data-moment] (templates/following/moment.html) lies over the
// tiles of the keypad screen, or below the bar of any other page. The first tap or key ends it.
// It is shown for a hand that was saved while the page was open or by the page before; a reload shows none.
import { session } from "./words.js";

const LASTS = 3000;
const SAVED = "khata:saved"; // the latest hand that this tab has sent: "<series> <version>"

let shown, timer, latest;

export function watch() {
  const found = document.querySelector("[data-moment]");
  latest = found?.dataset.moment;
  if (found && latest === session.get(SAVED)) show(found);
  session.remove(SAVED);
  document.addEventListener("htmx:afterSettle", showNew);
  document.addEventListener("htmx:beforeRequest", rememberSaving);
  document.addEventListener("pointerdown", onTap, { capture: true });
  document.addEventListener("keydown", end, { capture: true });
}

function showNew() {
  const found = document.querySelector("[data-moment]:not([data-shown])");
  if (!found || found.dataset.moment === latest) return;
  latest = found.dataset.moment;
  show(found);
  session.remove(SAVED);
}

function show(found) {
  end();
  shown = found.cloneNode(true);
  shown.hidden = false;
  shown.dataset.shown = "";
  shown.addEventListener("click", end);
  (document.querySelector("[data-keypad]") ?? document.querySelector(".app-bar")).append(shown);
  timer = setTimeout(end, LASTS);
}

function end() {
  clearTimeout(timer);
  shown?.remove();
  shown = null;
}

// On pages without a form, a tap on the moment itself ends it at the click, which must not reach an element below.
function onTap(event) {
  if (!shown?.contains(event.target)) end();
}

// A hand written down card by card is saved by one page and shown by the next.
function rememberSaving(event) {
  const form = event.detail.elt;
  if (!form.matches("[data-draft], [data-choosing]")) return;
  const series = form.dataset.draft ?? form.dataset.choosing.split(" ").at(-1);
  session.set(SAVED, `${series} ${Number(form.elements.base_version.value) + 1}`);
}
