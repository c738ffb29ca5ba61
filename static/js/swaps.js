// After htmx has put new HTML in the page: sets the focus, announces the change, and shows a failure on the screen.
import { announce } from "./status.js";

let focusWasReplaced = false;
// A page that has just been loaded is read out as a whole, so its sentence is no news.
let lastAnnounced = document.querySelector("[data-announce]")?.dataset.announce;

// False for an answer of another site, such as the login page of a hotel's network: it counts as a lost network.
export function isOurs(xhr) {
  return Boolean(xhr.getResponseHeader("X-Khata"));
}

export function watchSwaps() {
  document.addEventListener("htmx:beforeOnLoad", refuseForeign);
  document.addEventListener("htmx:beforeSwap", rememberFocus);
  document.addEventListener("htmx:afterSettle", afterSettle);
  document.addEventListener("htmx:oobAfterSwap", (event) => announceFrom(event.detail.target));
  document.addEventListener("htmx:sendError", () => showTrouble("network"));
  document.addEventListener("htmx:timeout", () => showTrouble("network"));
  document.addEventListener("htmx:responseError", () => showTrouble("server"));
  document.addEventListener("click", (event) => event.target.closest("[data-trouble-close]") && closeTrouble());
}

function refuseForeign(event) {
  const { xhr, elt } = event.detail;
  if (xhr.status >= 400 || isOurs(xhr)) return;
  event.preventDefault();
  window.htmx.trigger(elt, "htmx:sendError", event.detail);
}

function rememberFocus(event) {
  focusWasReplaced = event.detail.shouldSwap && event.detail.target.contains(document.activeElement);
  // A notice of trouble stays until the person's next step: previews and news do not remove it.
  const isOwnStep = ["submit", "click"].includes(event.detail.requestConfig?.triggeringEvent?.type);
  if (event.detail.shouldSwap && isOwnStep) clearTrouble();
}

function afterSettle(event) {
  const fresh = event.detail.elt;
  announceFrom(fresh);
  const wanted = within(fresh, "[data-focus-after-swap]");
  // htmx gives the focus back to an element with the same id. Without such an element, the focus is lost.
  const lost = focusWasReplaced && (!document.activeElement || document.activeElement === document.body);
  if (wanted) moveFocus(wanted);
  else if (lost) moveFocus(fresh.isConnected ? fresh : document.getElementById("main"));
  focusWasReplaced = false;
}

function moveFocus(element) {
  if (element.tabIndex < 0) element.setAttribute("tabindex", "-1");
  element.focus({ preventScroll: element.id === "main" });
}

function announceFrom(fresh) {
  const speaker = within(fresh, "[data-announce]");
  if (!speaker) return;
  const sentence = speaker.dataset.announce || speaker.textContent.trim();
  // A polled region repeats its sentence, which is announced once.
  if (sentence !== lastAnnounced) announce(sentence);
  lastAnnounced = sentence;
}

function within(element, selector) {
  return element.matches(selector) ? element : element.querySelector(selector);
}

export function showTrouble(kind) {
  const place = document.getElementById("trouble");
  const template = document.getElementById(`trouble-${kind}`);
  if (!place || !template) return;
  place.replaceChildren(template.content.cloneNode(true));
  announce(place.textContent.trim().replace(/\s+/g, " "));
}

function closeTrouble() {
  clearTrouble();
  moveFocus(document.getElementById("main"));
}

function clearTrouble() {
  document.getElementById("trouble")?.replaceChildren();
}
