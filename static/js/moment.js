// The moment after a save: for three seconds a copy of [data-moment] (templates/following/moment.html) lies over the
// tiles of the keypad screen, or below the bar of any other page. The first tap or key ends it, and counts as that tap.
// It belongs to a hand that was saved while the page was open, or by the page before this one; a reload shows none.
const LASTS = 3000;
const SAVED = "khata:saved"; // the hand that this tab has sent last: "<series> <version>"

let shown, timer, latest;

export function watch() {
  const found = document.querySelector("[data-moment]");
  latest = found?.dataset.moment;
  if (found && latest === remembered()) show(found);
  forget();
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
  forget();
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

// A follower's tap on the moment itself ends it with its click: it must not reach what lies below.
function onTap(event) {
  if (!shown?.contains(event.target)) end();
}

// A hand written down card by card is saved by one page and shown by the next.
function rememberSaving(event) {
  const form = event.detail.elt;
  if (!form.matches("[data-draft], [data-choosing]")) return;
  const series = form.dataset.draft ?? form.dataset.choosing.split(" ").at(-1);
  store((storage) => storage.setItem(SAVED, `${series} ${Number(form.elements.base_version.value) + 1}`));
}

function remembered() {
  return store((storage) => storage.getItem(SAVED));
}

function forget() {
  store((storage) => storage.removeItem(SAVED));
}

// Without storage, as in some private windows, only the page that saved the hand shows the moment.
function store(action) {
  try {
    return action(sessionStorage);
  } catch {
    return null;
  }
}
