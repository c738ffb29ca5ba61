// Saving a hand where the network comes and goes. What is typed is kept on this phone until the server has it. A save
// that did not arrive, or whose answer did not, is sent again with the same key: the server counts it once.
import { announce } from "./status.js";
import { dismissToasts } from "./toasts.js";

const PAUSES = [2, 4, 8, 15, 30]; // seconds between one try and the next
const FORMS = "[data-draft], [data-choosing]";

let timer = 0;

export function watch() {
  moveToast();
  document.querySelectorAll("[data-draft]").forEach(restore);
  document.addEventListener("htmx:load", (event) => {
    if (event.detail.elt.matches?.("[data-draft]")) restore(event.detail.elt);
  });
  document.addEventListener("entry:changed", (event) => onChange(event.target));
  document.addEventListener("click", onClick);
  document.addEventListener("htmx:beforeRequest", (event) => whenSaving(event, onSending));
  document.addEventListener("htmx:beforeSwap", (event) => whenSaving(event, onAnswer));
  document.addEventListener("htmx:afterRequest", (event) => whenSaving(event, onDone));
  // Before anything else hears of it: the entry screen says for itself what has become of a save.
  for (const name of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(name, (event) => whenSaving(event, onLost), { capture: true });
  }
  window.addEventListener("online", tryAgain);
  document.addEventListener("visibilitychange", () => document.hidden || tryAgain());
}

// A page that came without a script has its toast in place, where it covers nothing for ever.
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

function onSending(form) {
  clearTimeout(timer);
  // "Hand 4 saved · Undo": with hand 5 under way, that would come too late.
  dismissToasts();
  form.setAttribute("aria-busy", "true");
  for (const input of form.querySelectorAll(".seat-tile__input")) input.readOnly = true;
  if (form.dataset.draft) keep(form, { sent: true });
}

// Somebody else was quicker: the answer is a page that asks what to do, and no failure.
function onAnswer(_form, event) {
  if (event.detail.xhr.status !== 409) return;
  event.detail.shouldSwap = true;
  event.detail.isError = false;
}

function onDone(form, event) {
  form.removeAttribute("aria-busy");
  for (const input of form.querySelectorAll(".seat-tile__input")) input.readOnly = false;
  const { status } = event.detail.xhr;
  if (status >= 200 && status < 300) forget(form.dataset.draft ?? form.dataset.choosing);
}

function onLost(form, event) {
  event.stopPropagation();
  const tries = Number(form.dataset.tries ?? 0);
  form.dataset.tries = tries + 1;
  form.dataset.waiting = "yes";
  showUnsaved(form, "network");
  timer = setTimeout(tryAgain, PAUSES[Math.min(tries, PAUSES.length - 1)] * 1000);
}

function tryAgain() {
  const form = document.querySelector(FORMS);
  if (!form?.dataset.waiting || form.hasAttribute("aria-busy")) return;
  clearTimeout(timer);
  form.requestSubmit();
}

// Said once, and shown until the hand is saved.
function showUnsaved(form, why) {
  const notice = form.querySelector("[data-unsaved]");
  const isNews = notice.hidden;
  for (const each of ["network", "changed"]) notice.querySelector(`[data-unsaved-${each}]`).hidden = each !== why;
  notice.hidden = false;
  if (isNews) announce(notice.querySelector(".notice__body").innerText.replace(/\s+/g, " "));
}

// --- What was typed

function onChange(form) {
  keep(form, { sent: false });
  if (!form.dataset.waiting) return;
  // Half a figure must not be sent by itself.
  delete form.dataset.waiting;
  clearTimeout(timer);
  showUnsaved(form, "changed");
}

function onClick(event) {
  const drops = event.target.closest("[data-drops]");
  if (drops) forget(drops.closest("[data-choosing]").dataset.choosing);
  if (event.target.closest("[data-clear]")) clear(event.target.closest("[data-draft]"));
}

function clear(form) {
  forget(form.dataset.draft);
  location.reload();
}

function restore(form) {
  if (form.dataset.refused) return keep(form, { sent: false });
  const draft = read(form.dataset.draft);
  if (!draft) return;
  // It was saved after all; only the answer was lost.
  if (draft.key === form.dataset.latestKey) return forget(form.dataset.draft);
  if (isIn(form, draft)) return;
  for (const [name, value] of Object.entries(draft.values)) setValue(form, name, value);
  form.querySelector("[data-restored]").hidden = false;
  form.dispatchEvent(new CustomEvent("entry:filled", { bubbles: true }));
  if (draft.sent) form.requestSubmit();
}

function isIn(form, draft) {
  const now = valuesOf(form);
  return Object.entries(draft.values).every(([name, value]) => now[name] === value);
}

function setValue(form, name, value) {
  const field = form.elements[name];
  if (field) field.value = value;
}

function valuesOf(form) {
  const values = Object.fromEntries(new FormData(form));
  delete values.csrfmiddlewaretoken;
  return values;
}

function keep(form, { sent }) {
  const values = valuesOf(form);
  const isEmpty = Object.entries(values).every(([name, value]) => ["key", "base_version"].includes(name) || !value);
  if (isEmpty && !sent) return forget(form.dataset.draft);
  store((storage) => storage.setItem(nameFor(form.dataset.draft), JSON.stringify({ key: values.key, sent, values })));
}

function read(series) {
  return store((storage) => JSON.parse(storage.getItem(nameFor(series))));
}

function forget(series) {
  store((storage) => storage.removeItem(nameFor(series)));
}

function nameFor(series) {
  return `khata:hand:${series}`;
}

// A browser that keeps nothing, or something else under this name, is no reason not to score.
function store(action) {
  try {
    return action(localStorage);
  } catch {
    return null;
  }
}
