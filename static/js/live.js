// Following a series, beside the attributes of htmx in templates/following/score.html: a condition in hx-trigger needs
// eval, which the Content-Security-Policy forbids.
// - Ten minutes after a change the page asks less and less often, at last every 15 seconds.
// - A hidden page does not ask; a page that is shown again, or gets its network back, asks at once.
// - While the server cannot be reached, the page asks less and less often.
// - A page that is made in a phone without signal does not ask, because no other phone changes the series there.
// - The line that says when the page was last checked changes with every answer, also with a 304, which has no body.
import { fillIn, inDigits } from "./words.js";

const LONGEST = 30000; // between two requests, when the server cannot be reached
const QUIET = 600000; // without a change, after which the page asks less often
const LONGEST_QUIET = 14000;

let place, score, clock;
let period; // milliseconds between two ticks
let version, lastChange, hadFocus;
let failures = 0;
let notBefore = 0;
let lastChecked = "";

export function watch() {
  place = document.querySelector("[data-live]");
  score = document.getElementById("score"); // a morph keeps the element
  if (location.pathname.startsWith("/pocket/")) return stayAsItIs();
  period = Number(score.dataset.period);
  // The circle's time zone, as for every other time on the page.
  const form = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: place.dataset.timeZone };
  clock = new Intl.DateTimeFormat("en-GB", form);
  score.addEventListener("htmx:beforeRequest", beforeRequest);
  score.addEventListener("htmx:beforeSwap", beforeSwap);
  score.addEventListener("htmx:afterSettle", afterSettle);
  score.addEventListener("htmx:afterRequest", (event) => event.detail.successful && onAnswer());
  for (const name of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) score.addEventListener(name, onFailure);
  document.addEventListener("visibilitychange", () => document.hidden && abort());
  addEventListener("offline", () => {
    abort();
    show("lost");
  });
  // The reasons open below the button, which may be at the edge of the screen.
  const intoView = ({ target }) => target.matches(".ask__not[open]") && target.scrollIntoView({ block: "nearest" });
  score.addEventListener("toggle", intoView, true);
  noteChange();
  show("live");
}

function stayAsItIs() {
  score.addEventListener("htmx:beforeRequest", (event) => event.detail.elt === score && event.preventDefault());
  score.querySelector("[data-freshness-here]").hidden = true;
}

function beforeRequest(event) {
  // Only a poll has no triggering event: here the page was shown again or has its network back.
  if (event.detail.requestConfig.triggeringEvent) failures = notBefore = 0;
  if (document.hidden || Date.now() < notBefore) event.preventDefault();
}

function beforeSwap() {
  place.dataset.news = "";
  hadFocus = document.activeElement?.closest("#ask");
  // Opened parts stay open when news come, and typed text stays.
  const { callbacks } = Idiomorph.defaults;
  callbacks.beforeAttributeUpdated = (name, _element, change) => name !== "open" || change !== "remove";
  callbacks.beforeNodeMorphed = (element) => !element.matches?.("#ask .input") || !element.value;
}

// If the tapped button is gone, the focus moves without scrolling. A series that has ended can be shared.
function afterSettle() {
  if (score.querySelector("[data-shares-text]")) import("./sharing.js").then((sharing) => sharing.watch());
  if (hadFocus && document.activeElement === document.body) {
    document.getElementById("ask")?.focus({ preventScroll: true });
  }
  hadFocus = null;
}

// A waiting request would block the next one.
function abort() {
  htmx.trigger(score, "htmx:abort");
}

function noteChange() {
  const now = JSON.parse(score.getAttribute("hx-headers"))["If-None-Match"];
  if (now !== version) lastChange = Date.now();
  version = now;
}

function onAnswer() {
  failures = 0;
  noteChange();
  // The pause is one period ten minutes after a change, and seven after 70. Requests are sent at ticks of the period.
  const quiet = Date.now() - lastChange;
  notBefore = Date.now() + Math.min((period * quiet) / QUIET, LONGEST_QUIET) - period / 2;
  show("live");
}

function onFailure(event) {
  if (event.detail.elt !== score) return; // a tap: the page says that it failed
  // The line about freshness says so, instead of the general notice about a failed step.
  event.stopPropagation();
  // The series is gone, or the reader may no longer see it: the reloaded page says so.
  if (event.detail.xhr.status === 404) return location.reload();
  failures += 1;
  notBefore = Date.now() + Math.min(period * 2 ** failures, LONGEST) - period / 2;
  show("lost");
}

function show(state) {
  if (state === "live") lastChecked = inDigits(clock.format(new Date()));
  const shown = document.querySelector(`template[data-freshness="${state}"]`).content.cloneNode(true);
  fillIn(shown, { time: lastChecked });
  const line = score.querySelector("[data-freshness-here]");
  if (line.textContent !== shown.textContent) line.replaceChildren(shown);
}
