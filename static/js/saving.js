// Saves a hand with a bad network. The typed hand is stored on this phone until the server has it. A lost request is
// sent again with the same key, so the hand is recorded once.
import { fillForm, prepareAll } from "./elements.js";
import { announce } from "./status.js";
import { isOurs } from "./swaps.js";
import { dismissToasts } from "./toasts.js";
import { local } from "./words.js";

const PAUSES = [2, 4, 8, 15, 30]; // seconds between one try and the next
const NOT_TYPED = ["csrfmiddlewaretoken", "key", "base_version", "warned", "refused"];
export const FORMS = "[data-draft], [data-choosing]";
const HAND = "khata:hand:";
const NO_ROOM = 507;

let timer = 0;
let pressed; // the button that sent the hand; its value is sent again

export function watch() {
  moveToast();
  prepareAll("[data-draft]", restore);
  document.addEventListener("entry:changed", (event) => onChange(event.target));
  for (const name of ["input", "change"]) document.addEventListener(name, onOwnForm);
  document.addEventListener("click", onClick);
  document.addEventListener("htmx:beforeRequest", (event) => whenSaving(event, onSending));
  document.addEventListener("htmx:beforeSwap", (event) => whenSaving(event, onAnswer));
  document.addEventListener("htmx:afterRequest", (event) => whenSaving(event, onDone));
  // Captured before other listeners: the entry screen shows for itself that a save was lost.
  for (const name of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(name, (event) => whenSaving(event, onLost), { capture: true });
  }
  // 507: a phone without signal has no room left. 503: the server cannot reach its data. As with a lost network, the
  // hand waits here and is sent again.
  document.addEventListener(
    "htmx:responseError",
    (event) => [503, NO_ROOM].includes(event.detail.xhr.status) && whenSaving(event, onLost),
    { capture: true },
  );
  window.addEventListener("online", tryAgain);
  document.addEventListener("visibilitychange", () => document.hidden || tryAgain());
}

// Without a script the toast stands in the page. With a script it moves to the other toasts.
function moveToast() {
  const toasts = document.querySelector(".toasts--still");
  if (!toasts) return;
  document.getElementById("toasts").append(...toasts.children);
  toasts.remove();
}

function whenSaving(event, then) {
  const form = event.detail.requestConfig?.elt;
  if (form?.matches(FORMS)) then(form, event);
}

// --- Sending

function onSending(form, event) {
  clearTimeout(timer);
  const { submitter } = event.detail.requestConfig.triggeringEvent ?? {};
  pressed = submitter?.name ? submitter : null;
  // Undo of hand 4 is no longer possible while hand 5 is sent.
  dismissToasts();
  form.setAttribute("aria-busy", "true");
  for (const input of form.querySelectorAll(".seat-tile__input")) input.readOnly = true;
  // A preview that is no longer needed would delay the hand.
  const notes = form.querySelector("#entry-notes");
  if (notes) window.htmx.trigger(notes, "htmx:abort");
  if (form.dataset.draft) keep(form, { sent: true });
}

// The next screen chooses its focus itself. Removing a focused tile would lay out the page once more.
function onAnswer(form, event) {
  if (event.detail.shouldSwap && form.contains(document.activeElement)) document.activeElement.blur();
}

function onDone(form, event) {
  form.removeAttribute("aria-busy");
  for (const input of form.querySelectorAll(".seat-tile__input")) input.readOnly = false;
  const { xhr } = event.detail;
  if (xhr.status >= 200 && xhr.status < 300 && isOurs(xhr)) forget(form.dataset.draft ?? form.dataset.choosing);
}

function onLost(form, event) {
  event.stopPropagation();
  const tries = Number(form.dataset.tries ?? 0);
  form.dataset.tries = tries + 1;
  form.dataset.waiting = "yes";
  showUnsaved(form, event.detail.xhr?.status === NO_ROOM ? "room" : "network");
  timer = setTimeout(tryAgain, PAUSES[Math.min(tries, PAUSES.length - 1)] * 1000);
}

function tryAgain() {
  const form = document.querySelector(FORMS);
  if (!form?.dataset.waiting || form.hasAttribute("aria-busy")) return;
  clearTimeout(timer);
  if (pressed && form.contains(pressed)) pressed.click();
  else form.requestSubmit();
}

// Announced once, and shown until the hand is saved.
export function showUnsaved(form, why) {
  const notice = form.querySelector("[data-unsaved]");
  const isNews = notice.hidden;
  for (const each of ["network", "room", "changed", "gone"]) notice.querySelector(`[data-unsaved-${each}]`).hidden = each !== why;
  notice.querySelector(".notice__title").hidden = why === "gone";
  notice.hidden = false;
  if (isNews) announce(notice.querySelector(".notice__body").innerText.replace(/\s+/g, " "));
}

// --- The typed hand

function onChange(form) {
  keep(form, { sent: false });
  if (!form.dataset.waiting) return;
  // A half-typed figure must not be sent automatically.
  delete form.dataset.waiting;
  clearTimeout(timer);
  showUnsaved(form, "changed");
}

// The keypad sends entry:changed. A game's own form does not, so its input and change events are used.
function onOwnForm(event) {
  const form = event.target.closest?.("[data-draft]");
  if (form && !form.querySelector("[data-keypad]")) onChange(form);
}

function onClick(event) {
  const drops = event.target.closest("[data-drops]");
  if (drops) forget(drops.closest("[data-choosing]").dataset.choosing);
  if (event.target.closest("[data-unsaved] button") && document.querySelector(FORMS)?.dataset.waiting) {
    event.preventDefault();
    tryAgain();
  }
  if (event.target.closest("[data-clear]")) {
    forget(event.target.closest("[data-draft]").dataset.draft);
    location.reload();
  }
}

function restore(form) {
  if (form.dataset.refused) return keep(form, { sent: false });
  const draft = local.read(nameFor(form.dataset.draft));
  if (!draft) return;
  // The hand was saved, and only the answer was lost.
  if (draft.key === form.dataset.latestKey) return forget(form.dataset.draft);
  if (isIn(form, draft)) return;
  fillForm(form, draft.values, [...NOT_TYPED, ...proposedIn(form, draft)]);
  form.elements.key.value = draft.key;
  if (draft.version !== form.dataset.versionBeforeMe) form.elements.base_version.value = draft.version;
  form.querySelector("[data-restored]").hidden = false;
  form.dispatchEvent(new CustomEvent("entry:filled", { bubbles: true }));
  if (draft.sent) form.requestSubmit();
}

// Questions without an answer keep what the page proposes now, such as who sits out once the dealer is known.
function proposedIn(form, draft) {
  const answered = new Set(draft.values.map(([name]) => name));
  return [...form.elements].filter((field) => field.defaultChecked && !answered.has(field.name)).map(({ name }) => name);
}

// Whether the form shows this typed hand already, with its key.
function isIn(form, draft) {
  return draft.key === form.elements.key.value && JSON.stringify(draft.values) === JSON.stringify(valuesOf(form));
}

function valuesOf(form) {
  return [...new FormData(form)].filter(([name]) => !NOT_TYPED.includes(name));
}

function keep(form, { sent }) {
  const values = valuesOf(form);
  const { key, base_version: version } = Object.fromEntries(new FormData(form));
  if (!sent && values.every(([, value]) => !value)) return forget(form.dataset.draft);
  local.set(nameFor(form.dataset.draft), JSON.stringify({ key, version, sent, values }));
}

function forget(series) {
  local.remove(nameFor(series));
}

// A typed hand belongs to a person: another person who signs in on this phone neither sees nor sends it.
function nameFor(series) {
  return `${HAND}${document.querySelector(FORMS)?.dataset.person}:${series}`;
}

// The hands of this person that were sent and have no answer yet.
export function unsavedOf(person) {
  return local.keys(`${HAND}${person}:`).filter((name) => local.read(name)?.sent);
}
