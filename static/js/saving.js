// Saving a hand where the network comes and goes. What is typed is kept on this phone until the server has it. A save
// that did not arrive, or whose answer did not, is sent again with the same key: the server counts it once.
import { announce } from "./status.js";
import { dismissToasts } from "./toasts.js";

const PAUSES = [2, 4, 8, 15, 30]; // seconds between one try and the next
const NOT_TYPED = ["csrfmiddlewaretoken", "key", "base_version"];
const FORMS = "[data-draft], [data-choosing]";

let timer = 0;

export function watch() {
  moveToast();
  document.querySelectorAll("[data-draft]").forEach(restore);
  document.addEventListener("htmx:load", (event) => {
    if (event.detail.elt.matches?.("[data-draft]")) restore(event.detail.elt);
  });
  document.addEventListener("entry:changed", (event) => onChange(event.target));
  for (const name of ["input", "change"]) document.addEventListener(name, onOwnForm);
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

// The keypad says by itself when a hand has changed; a game's own form is listened to.
function onOwnForm(event) {
  const form = event.target.closest?.("[data-draft]");
  if (form && !form.querySelector("[data-keypad]")) onChange(form);
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
  setValues(form, draft.values);
  form.elements.key.value = draft.key;
  form.elements.base_version.value = draft.version;
  form.querySelector("[data-restored]").hidden = false;
  form.dispatchEvent(new CustomEvent("entry:filled", { bubbles: true }));
  if (draft.sent) form.requestSubmit();
}

function isIn(form, draft) {
  return draft.key === form.elements.key.value && JSON.stringify(draft.values) === JSON.stringify(valuesOf(form));
}

// In the order of the form, as it was sent or would have been: a name may be there several times.
function setValues(form, values) {
  const left = values.map(([name, value]) => ({ name, value }));
  const take = (matches) => left.splice(left.findIndex(matches), left.some(matches) ? 1 : 0)[0];
  for (const field of form.elements) {
    if (!field.name || NOT_TYPED.includes(field.name)) continue;
    const isTicked = ["checkbox", "radio"].includes(field.type);
    const kept = take(({ name, value }) => name === field.name && (!isTicked || value === field.value));
    if (isTicked) field.checked = Boolean(kept);
    else if (kept) field.value = kept.value;
  }
}

function valuesOf(form) {
  return [...new FormData(form)].filter(([name]) => !NOT_TYPED.includes(name));
}

function keep(form, { sent }) {
  const values = valuesOf(form);
  const { key, base_version: version } = Object.fromEntries(new FormData(form));
  if (!sent && values.every(([, value]) => !value)) return forget(form.dataset.draft);
  const kept = { key, version, sent, values };
  store((storage) => storage.setItem(nameFor(form.dataset.draft), JSON.stringify(kept)));
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
