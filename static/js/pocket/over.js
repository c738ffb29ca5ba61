// Offers to go on in this phone without network: if a save fails twice, has no answer for eight seconds, or the browser
// says that it is offline. The notice above the form has the offer; nothing happens by itself, as somebody may be
// typing. saving.js and cards.js keep the typed hand, and the page in the phone restores it, with the key of a save
// that was sent.
import * as store from "./store.js";
import { FORMS, showUnsaved } from "../saving.js";

const PATIENCE = 8000;

let series;
let failures = 0;
let timer = 0;

export function watch(id) {
  series = id;
  document.addEventListener("htmx:beforeRequest", (event) => ifSaving(event, onSending));
  document.addEventListener("htmx:afterRequest", (event) => ifSaving(event, onAnswer));
  document.addEventListener("cards:unsent", offer);
  addEventListener("offline", offer);
  addEventListener("online", takeBack);
}

function ifSaving(event, then) {
  if (event.detail.elt.matches(FORMS)) then(event);
}

function onSending() {
  clearTimeout(timer);
  timer = setTimeout(offer, PATIENCE);
}

// 502 to 504 come from a proxy that does not reach the site, or from a site that does not reach its database.
function onAnswer({ detail: { xhr } }) {
  clearTimeout(timer);
  if (xhr.status && ![502, 503, 504].includes(xhr.status)) failures = 0;
  else onFailure();
}

function onFailure() {
  failures += 1;
  if (failures >= 2) offer();
}

async function offer() {
  const form = document.querySelector(FORMS);
  if (!(await isUpToDate(form))) return;
  if (form?.querySelector("[data-unsaved]").hidden) showUnsaved(form, "gone");
  show(true);
}

// Hides the other buttons: the page tries again by itself, and a small screen has room for the title and one button.
function show(isOffered) {
  for (const way of document.querySelectorAll("[data-goes-over]")) {
    way.href = `/pocket/#${location.pathname}${location.search}`;
    way.hidden = !isOffered;
  }
  for (const rest of document.querySelectorAll("[data-unsaved] :is(button, [data-unsaved-network])")) rest.hidden = isOffered;
}

// Whether the phone already has the latest save. A hand that is missing in the phone might be entered a second time.
async function isUpToDate(form) {
  const record = await store.read(store.owner());
  const { version, rows } = record?.series[series] ?? {};
  const cards = document.getElementById("cards");
  if (!cards) return version >= Number(form?.elements.base_version.value);
  const draft = rows?.find(({ model }) => model === "series.draft");
  return cards.dataset.version === `${draft?.fields.steps}-${version}`;
}

function takeBack() {
  failures = 0;
  show(false);
  const notice = document.querySelector("[data-unsaved]");
  if (notice && !notice.querySelector("[data-unsaved-gone]").hidden) notice.hidden = true;
}
