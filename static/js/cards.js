// Lays cards faster than the network answers, which htmx cannot. Every tap is shown at once, stored on this phone, and
// sent in order with its number of steps: no tap is lost or counted twice.
import { announce } from "./status.js";
import { inDigits, local } from "./words.js";

const PAUSE = 3000;
const CHECK_EVERY = 4000;

let queue = [];
let sending = false;
let timer = 0;
let checking = false;
let later = ""; // the id of the button that was pressed while taps waited: it is pressed again when they are sent

export function watch() {
  document.addEventListener("submit", onSubmit);
  document.addEventListener("change", count);
  window.addEventListener("online", send);
  document.addEventListener("visibilitychange", () => document.hidden || send());
  document.addEventListener("htmx:configRequest", afterQueue);
  if (!location.pathname.startsWith("/pocket/")) setInterval(checkForChanges, CHECK_EVERY);
  resume();
  count();
}

// The element with the table, which each answer of the server replaces.
function place() {
  return document.getElementById("cards");
}

// --- Tapping

function onSubmit(event) {
  const form = event.target;
  const button = event.submitter;
  if (!form.matches("[data-lays]") || !button?.value) return;
  event.preventDefault();
  if (button.getAttribute("aria-disabled") === "true") return;
  const steps = queue.length ? queue.at(-1).steps + 1 : Number(place().dataset.steps);
  queue.push({ card: button.value, steps, key: crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}` });
  markGone(button);
  document.getElementById("cards-back").disabled = false;
  keep();
  send();
}

// Shows the card as played until the server's answer replaces the table.
function markGone(button) {
  button.dataset.was = button.classList.contains("card-key--unlikely") ? "unlikely" : "free";
  button.classList.remove("card-key--free", "card-key--unlikely");
  button.classList.add("card-key--gone");
  button.setAttribute("aria-disabled", "true");
}

function unmark(card) {
  const button = buttonOf(card);
  if (!button) return;
  button.classList.remove("card-key--gone");
  button.classList.add(`card-key--${button.dataset.was}`);
  button.removeAttribute("aria-disabled");
}

function buttonOf(card) {
  return place().querySelector(`[name=card][value="${card}"]`);
}

// Undo takes back the last tap if it is not on its way to the server. Any other button, and Undo of a tap on its way,
// waits until all taps are sent.
function afterQueue(event) {
  if (!queue.length || !place()?.contains(event.detail.elt)) return;
  event.preventDefault();
  if (event.detail.elt.matches("[data-steps-back]") && queue.length > Number(sending)) {
    unmark(queue.pop().card);
    keep();
    if (!queue.length) showUnsent(false);
  } else {
    later = event.detail.triggeringEvent?.submitter?.id ?? "";
  }
}

// --- Sending

async function send() {
  if (sending || !queue.length || !place()) return;
  sending = true;
  clearTimeout(timer);
  try {
    while (queue.length) {
      const answer = await post(queue[0]);
      if (answer.status >= 500) throw new Error(answer.statusText);
      const html = await answer.text();
      // No await from here to the swap: a tap finds either the queue or the new table.
      const { steps } = queue.shift();
      place().dataset.steps = steps + 1;
      if (!answer.ok) queue = []; // the tap was refused, and the later taps were made after it
      keep();
      if (!queue.length) show(html, answer);
    }
    showUnsent(false);
    document.dispatchEvent(new Event("cards:sent"));
  } catch {
    showUnsent(true);
    document.dispatchEvent(new Event("cards:unsent"));
    timer = setTimeout(send, PAUSE);
  } finally {
    sending = false;
  }
}

function post(tap) {
  const form = place().querySelector("[data-lays]") ?? document.querySelector("#cards form");
  const body = new FormData();
  body.set("csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken.value);
  for (const [name, value] of Object.entries({ ...tap, do: "lay", part: "table" })) body.set(name, value);
  return fetch(`${place().dataset.address}tap/`, {
    method: "POST",
    body,
    signal: AbortSignal.timeout(12000),
  });
}

function show(html, answer) {
  const elsewhere = answer.headers.get("HX-Redirect");
  if (elsewhere) return location.assign(elsewhere);
  htmx.swap(place(), html, { swapStyle: "outerHTML" }, { afterSettleCallback: afterShowing });
}

// After the last card no key is left to focus: the next step is Save.
function afterShowing() {
  if (document.activeElement === document.body) document.getElementById("cards-save")?.focus({ preventScroll: true });
  const pressed = document.getElementById(later);
  later = "";
  pressed?.click();
}

// --- Has another phone changed the draft?

async function checkForChanges() {
  const here = place();
  if (!here || checking || document.hidden || !navigator.onLine || queue.length || sending) return;
  const { version, address } = here.dataset;
  checking = true;
  try {
    const answer = await fetch(`${address}?part=table&version=${version}`, {
      signal: AbortSignal.timeout(12000),
    });
    if (answer.status !== 200) return;
    const html = await answer.text();
    // Taps of this phone are newer than the answer.
    if (!queue.length && !sending && place()?.dataset.version === version) show(html, answer);
  } catch {
    // Without a network nothing changes; the next tap shows the error.
  } finally {
    checking = false;
  }
}

function showUnsent(isUnsent) {
  const notice = place()?.querySelector("[data-unsent]");
  if (!notice || notice.hidden === !isUnsent) return;
  notice.hidden = !isUnsent;
  if (isUnsent) announce(notice.innerText.replace(/\s+/g, " "));
}

// --- Taps that were not sent yet

function resume() {
  const here = place();
  const kept = (here && local.read(nameFor())) ?? [];
  if (!kept.length) return;
  const steps = Number(here.dataset.steps);
  // Drops the taps that the server has already, or all taps if the server has steps of another phone.
  const rest = kept.filter((tap) => tap.steps >= steps);
  queue = rest.length && rest[0].steps === steps ? rest : [];
  for (const tap of queue) {
    const key = buttonOf(tap.card);
    if (key) markGone(key);
  }
  keep();
  send();
}

function nameFor() {
  return `khata:cards:${place().dataset.cards}`;
}

function keep() {
  if (queue.length) local.set(nameFor(), JSON.stringify(queue));
  else local.remove(nameFor());
}

// --- Dealing: how many cards are marked, of those that a player gets

function count() {
  const form = document.querySelector("[data-counts]");
  const counter = form?.querySelector("[data-count]");
  if (!counter) return;
  counter.textContent = inDigits(`${form.querySelectorAll(":checked").length} / ${form.dataset.counts}`);
}
