// The page that goes on without signal. It starts the site in this phone, shows the site's own pages in its frame, keeps
// every change before it is shown, and says what waits.
import * as store from "./store.js";
import { start } from "./phone.js";

const LONG = 12 * 3600 * 1000; // without signal, after which the person is asked who is holding the phone
const PATIENCE = 60000; // for one answer. A worker that says nothing for so long is started anew.
const STATES = ["starting", "here", "sending", "conflict"];

const { body } = document;
const line = document.querySelector("[data-line]");
const frame = document.querySelector("iframe");
const question = document.querySelector("[data-question]");

let record; // as in store.js
let phone;
let kept; // the database as it is stored, or as it was before the first change
let order = Promise.resolve(); // one request after the other

navigator.serviceWorker.addEventListener("message", ({ data, ports: [port] }) => {
  if (!phone) return; // another tab answers
  order = order
    .then(() => answer(data))
    .catch(startAgain)
    .then((said) => port.postMessage(said));
});

main();

async function main() {
  const owner = store.owner();
  record = owner && (await store.read(owner));
  if (!record?.bundle) return say("nothing");
  // Released when this tab is closed. Two tabs with a site each would tell two stories.
  const isMine = await new Promise((resolve) => {
    navigator.locks.request("khata-pocket", { ifAvailable: true }, (lock) => {
      resolve(Boolean(lock));
      return lock && new Promise(() => {});
    });
  });
  if (!isMine) return say("elsewhere");
  if (Date.now() - Math.max(record.heard, record.asked ?? 0) > LONG && !(await isPerson())) return say("other-person");
  try {
    await startPhone();
  } catch (error) {
    console.error(error);
    return say("unable");
  }
  navigator.serviceWorker.startMessages();
  const [only, ...others] = Object.keys(record.series);
  const asked = location.hash.slice(1);
  frame.src = /^\/(series|circles|rules)\//.test(asked) ? `/pocket${asked}` : others.length ? "/pocket/" : `/pocket/series/${only}/`;
  frame.hidden = false;
  await countWaiting();
}

async function startPhone() {
  say("starting");
  const { bundle, cookies, database } = record;
  const started = await start(body.dataset.worker, { bundle, cookies, database, origin: location.origin }, showStart);
  if (!database) {
    for (const [series, { rows }] of Object.entries(record.series)) await started.ask("load", { series, rows });
  }
  kept = await started.ask("database");
  phone = started;
}

function showStart(part) {
  line.style.setProperty("--done", part);
}

// What the frame asks. A change is kept before its answer is shown.
async function answer(asked) {
  const said = await inTime(phone.ask("answer", asked));
  if (asked.method !== "POST") return said;
  const database = await phone.ask("database");
  if (!isSame(database, kept)) {
    try {
      const { changes } = await phone.ask("waiting", { series: record.series });
      record = await store.update(record.user, (now) => Object.assign(now, { database, waiting: changes.length, cookies: said.cookies }));
    } catch (error) {
      console.error(error);
      await phone.ask("restore", { database: kept });
      say("storage");
      return lost();
    }
    kept = database;
    await countWaiting();
  }
  return said;
}

function inTime(promise) {
  return Promise.race([promise, new Promise((_, late) => setTimeout(() => late(new Error("No answer")), PATIENCE))]);
}

// The worker has died. What was kept is kept; the form in the frame sends its hand again by itself.
async function startAgain(error) {
  console.error(error);
  phone.stop(error);
  await startPhone();
  await countWaiting();
  return lost();
}

function lost() {
  return { status: 503, headers: { "content-type": "text/plain" }, body: "" };
}

function isSame(one, other) {
  if (one.byteLength !== other.byteLength) return false;
  const [these, those] = [new BigUint64Array(one), new BigUint64Array(other)]; // pages of 512 bytes
  return these.every((word, i) => word === those[i]);
}

async function countWaiting() {
  const { changes } = await phone.ask("waiting", { series: record.series });
  body.dataset.pocketWaiting = changes.length;
  const since = changes.length ? clock(changes[0].played_at) : "";
  say("here", ["here-0", "here-1"][changes.length] ?? "here-many", { count: digits(changes.length), since });
}

// In the circle's time zone, as every other time on the page.
function clock(moment) {
  const [{ time_zone: timeZone }] = Object.values(record.series);
  const form = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone };
  return digits(new Intl.DateTimeFormat("en-GB", form).format(new Date(moment)));
}

function digits(text) {
  return String(text).replace(/\d/g, (digit) => body.dataset.digits[digit]);
}

function say(state, name = state, values = {}) {
  body.dataset.pocketState = STATES.includes(state) ? state : "stopped";
  const text = document.querySelector(`[data-line-of="${name}"]`).content.textContent;
  line.textContent = fill(text, { name: record?.user.name, ...values });
}

function fill(text, values) {
  return text.replace(/{(\w+)}/g, (_, name) => values[name]);
}

async function isPerson() {
  const asks = document.querySelector('[data-ask="person"]').content.cloneNode(true);
  const walker = document.createTreeWalker(asks, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) walker.currentNode.data = fill(walker.currentNode.data, { name: record.user.name });
  question.replaceChildren(asks);
  question.hidden = false;
  const { target } = await new Promise((resolve) => question.addEventListener("click", (event) => event.target.value && resolve(event)));
  question.hidden = true;
  if (target.value !== "yes") return false;
  record = await store.update(record.user, (now) => (now.asked = Date.now()));
  return true;
}
