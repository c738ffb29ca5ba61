// Keeps the open page true: asks every two seconds whether anything has happened, and puts in the new part if so.
// Hidden pages do not ask; a page that is shown again, or gets its network back, asks at once.
import { announce } from "./status.js";

const PERIOD = 2000;
const LONGEST = 30000; // between two tries, when the server cannot be reached
const PATIENCE = 8000; // with one answer

let place, score, clock, timer, asking;
let failures = 0;
let lastFresh = "";

export function watch() {
  place = document.querySelector("[data-live]");
  score = document.getElementById("score");
  // The server's own zone, as for every other time on the page.
  const form = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: place.dataset.timeZone };
  clock = new Intl.DateTimeFormat("en-GB", form);
  document.addEventListener("visibilitychange", () => (document.hidden ? rest() : askNow()));
  addEventListener("online", askNow);
  addEventListener("offline", () => show("lost"));
  addEventListener("pageshow", (event) => event.persisted && askNow());
  show("live");
  schedule();
}

function schedule() {
  clearTimeout(timer);
  if (!document.hidden) timer = setTimeout(ask, Math.min(PERIOD * 2 ** failures, LONGEST));
}

function rest() {
  clearTimeout(timer);
  asking?.abort();
}

function askNow() {
  rest();
  failures = 0;
  ask();
}

async function ask() {
  const mine = (asking = new AbortController());
  const patience = setTimeout(() => mine.abort(), PATIENCE);
  try {
    const headers = { "X-Ticket": score.dataset.ticket, "If-None-Match": score.dataset.etag };
    const answer = await fetch(place.dataset.live, { headers, signal: mine.signal });
    // The series, or the right to see it, is gone: the page itself says so.
    if (answer.status === 404) return location.reload();
    if (answer.ok) replace(await answer.text());
    else if (answer.status !== 304) throw new Error(answer.status);
    failures = 0;
    show("live");
  } catch {
    // Asked anew, or put away: no failure.
    if (mine !== asking || document.hidden) return;
    failures += 1;
    show("lost");
  } finally {
    clearTimeout(patience);
    if (mine === asking) schedule();
  }
}

function replace(text) {
  const held = document.createElement("template");
  held.innerHTML = text;
  const fresh = held.content.getElementById("score");
  const isNews = fresh.dataset.etag !== score.dataset.etag;
  const focused = score.contains(document.activeElement) && document.activeElement;
  const scrolled = score.querySelector(".table-scroll")?.scrollLeft ?? 0;
  score.replaceWith(fresh);
  score = fresh;
  const table = score.querySelector(".table-scroll");
  if (table) table.scrollLeft = scrolled;
  if (focused) giveBackFocus(focused);
  if (isNews) announce(score.dataset.news);
}

// To the element that is now in the place of the one that had it.
function giveBackFocus(old) {
  const address = old.getAttribute("href");
  const same = [...score.querySelectorAll(old.localName)].find(
    (each) => each.className === old.className && each.getAttribute("href") === address,
  );
  const heir = same ?? score;
  if (heir === score) score.tabIndex = -1;
  heir.focus({ preventScroll: true });
}

function show(state) {
  // Not every browser knows every language's digits.
  if (state === "live") lastFresh = clock.format(new Date()).replace(/\d/g, (digit) => place.dataset.digits[digit]);
  const shown = document.querySelector(`template[data-freshness="${state}"]`).content.cloneNode(true);
  const walker = document.createTreeWalker(shown, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) walker.currentNode.data = walker.currentNode.data.replace("{time}", lastFresh);
  const here = score.querySelector("[data-freshness-here]");
  if (here.textContent !== shown.textContent) here.replaceChildren(shown);
}
