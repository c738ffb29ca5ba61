// Following a series. htmx asks for news and morphs the answer into the page; its attributes are in
// templates/following/score.html. What is done by hand here cannot be done by attributes: a condition in hx-trigger needs
// eval, which the Content-Security-Policy forbids.
// - Within ten minutes of a change the page asks every two seconds, then less and less often, up to every 15 seconds.
// - A hidden page does not ask; one that is shown again, or gets its network back, asks at once.
// - While the server cannot be reached, the page asks less and less often.
// - In the frame of a phone without signal it does not ask: nobody else writes there.
// - The line that says when the page was last checked changes with every answer, also with a 304, which has no body.
const PERIOD = 2000; // as in hx-trigger
const LONGEST = 30000; // between two requests, when the server cannot be reached
const QUIET = 600000; // without a change, after which the page asks less often
const LONGEST_QUIET = 14000;

let place, score, clock;
let state, lastChange, hadFocus;
let failures = 0;
let notBefore = 0;
let lastChecked = "";

export function watch() {
  place = document.querySelector("[data-live]");
  score = document.getElementById("score"); // a morph keeps the element
  if (location.pathname.startsWith("/pocket/")) return stayAsItIs();
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
  // The page was shown again or has its network back. A poll is triggered by no event.
  if (event.detail.requestConfig.triggeringEvent) failures = notBefore = 0;
  if (document.hidden || Date.now() < notBefore) event.preventDefault();
}

function beforeSwap({ detail }) {
  // 409: the series has changed since it was shown. The answer shows it as it is now, and says so.
  if (detail.xhr.status === 409) {
    detail.shouldSwap = true;
    detail.isError = false;
  }
  place.dataset.news = "";
  hadFocus = document.activeElement?.closest("#ask");
  // What the reader has opened stays open when news come, and what was typed stays there.
  const { callbacks } = Idiomorph.defaults;
  callbacks.beforeAttributeUpdated = (name, _element, change) => name !== "open" || change !== "remove";
  callbacks.beforeNodeMorphed = (element) => !element.matches?.("#ask .input") || !element.value;
}

// The button that was tapped is gone; nothing scrolls to find another one. A series that has ended can be shared.
function afterSettle() {
  if (score.querySelector("[data-shares-text]")) import("./sharing.js").then((sharing) => sharing.watch());
  if (hadFocus && document.activeElement === document.body) {
    document.getElementById("ask")?.focus({ preventScroll: true });
  }
  hadFocus = null;
}

// A request that still waits would keep the next one from being sent.
function abort() {
  htmx.trigger(score, "htmx:abort");
}

function noteChange() {
  const now = JSON.parse(score.getAttribute("hx-headers"))["If-None-Match"];
  if (now !== state) lastChange = Date.now();
  state = now;
}

function onAnswer() {
  failures = 0;
  noteChange();
  // Two seconds after ten minutes, 14 after 70. The request is sent with the next tick of the period.
  const quiet = Date.now() - lastChange;
  notBefore = Date.now() + Math.min((PERIOD * quiet) / QUIET, LONGEST_QUIET) - PERIOD / 2;
  show("live");
}

function onFailure(event) {
  if (event.detail.elt !== score) return; // a tap: the page says that it failed
  // The line says it; the page's general notice about a failed step does not fit here.
  event.stopPropagation();
  // The series, or the right to see it, is gone: the page itself says so.
  if (event.detail.xhr.status === 404) return location.reload();
  failures += 1;
  // Half a period less, as the request is sent with the next tick of the period.
  notBefore = Date.now() + Math.min(PERIOD * 2 ** failures, LONGEST) - PERIOD / 2;
  show("lost");
}

function show(state) {
  // Not every browser knows every language's digits.
  if (state === "live") lastChecked = clock.format(new Date()).replace(/\d/g, (digit) => place.dataset.digits[digit]);
  const shown = document.querySelector(`template[data-freshness="${state}"]`).content.cloneNode(true);
  const walker = document.createTreeWalker(shown, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) walker.currentNode.data = walker.currentNode.data.replace("{time}", lastChecked);
  const line = score.querySelector("[data-freshness-here]");
  if (line.textContent !== shown.textContent) line.replaceChildren(shown);
}
