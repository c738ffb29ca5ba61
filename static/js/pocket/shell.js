// The page that goes on without signal. It starts the site in this phone, shows the site's own pages in its frame, keeps
// every change before it is shown, and says what waits.
import * as store from "./store.js";
import { start } from "./phone.js";
import { fetchBundle } from "./prepare.js";
import { decide } from "./conflict.js";
import { sending } from "./sending.js";

const LONG = 12 * 3600 * 1000; // without signal, after which the person is asked who is holding the phone
const STATES = ["starting", "here", "sending", "conflict"];
const DECISIONS = { conflict: "conflict", left_out: "left-out", refused: "left-out" }; // what only the person can decide

const { body } = document;
const line = document.querySelector("[data-line]");
const frame = document.querySelector("iframe");
const progress = document.querySelector("progress");
const question = document.querySelector("[data-question]");

let record; // as in store.js
let phone;
let kept; // the database as it is stored, or as it was before the first change
let order = Promise.resolve(); // one request after the other
let sends; // what waits, on its way to the site
let hasSent = false;

navigator.serviceWorker.addEventListener("message", ({ data, ports: [port] }) => {
  if (!phone) return; // another tab answers
  inOrder(() => answer(data).catch(startAgain)).then((said) => port.postMessage(said), (error) => {
    unable(error);
    port.postMessage(lost());
  });
});

function inOrder(action) {
  const done = order.then(action);
  order = done.catch(() => {});
  return done;
}

const toSite = document.querySelector('a[data-does="site"]');

main().catch(unable);

async function unable(error) {
  console.error(error);
  halt("unable");
  if (record) await update((now) => (now.stopped = "unable"));
}

async function main() {
  const records = await store.readAll();
  record = records.find(({ user }) => user.id === store.owner()) ?? records[0];
  if (!record && waited()) return say("stopped", "emptied", { count: digits(waited()) });
  if (!record?.bundle) return say("nothing");
  // Released when this tab is closed. Two tabs with a site each would tell two stories.
  const isMine = await new Promise((resolve) => {
    navigator.locks.request("khata-pocket", { ifAvailable: true }, (lock) => {
      resolve(Boolean(lock));
      return lock && new Promise(() => {});
    });
  });
  if (!isMine) return halt("elsewhere");
  if (Date.now() - Math.max(record.heard, record.asked ?? 0) > LONG && !(await isPerson())) return halt("other-person");
  sends = sending(record, { phone: running, update, inOrder, show, renew });
  watch();
  if (!Object.keys(record.series).length) return sends.open();
  await startPhone();
  navigator.serviceWorker.startMessages();
  await sends.open();
  const [only, ...others] = Object.keys(record.series);
  const asked = location.hash.slice(1);
  frame.src = /^\/(series|circles|rules)\//.test(asked) ? `/pocket${asked}` : others.length ? "/pocket/" : `/pocket/series/${only}/`;
  frame.hidden = false;
}

// How many changes waited when something was last stored: a cookie says it, see sending.js.
function waited() {
  return /pocket_waiting=([1-9]\d*)/.exec(document.cookie)?.[1];
}

function watch() {
  window.addEventListener("online", sends.woken);
  document.addEventListener("visibilitychange", () => document.hidden || sends.woken());
  document.querySelector('[data-does="again"]').addEventListener("click", sends.woken);
  document.querySelector('[data-does="save"]').addEventListener("click", save);
}

async function running() {
  if (!phone?.runs()) await startPhone();
  return phone;
}

async function update(change) {
  // Has the browser deleted what waits, it is stored again; has the person signed out, this page is not hers any more.
  const now = await store.update(record.user, change, waited() ? record : null);
  if (!now) {
    location.reload();
    throw new Error("This phone was emptied");
  }
  record = now;
  kept = record.database ?? (phone && (await phone.ask("database")));
  return record;
}

async function renew() {
  const bundle = await fetchBundle(() => {});
  await update((now) => (now.bundle = bundle));
}

async function startPhone() {
  say("starting");
  phone = await startWorker().catch(startWorker); // the browser may end a worker that starts, so it is tried twice
  await translate();
}

async function startWorker() {
  const { bundle, cookies, database } = record;
  const started = await start(body.dataset.worker, { bundle, cookies, database, origin: location.origin }, showStart);
  if (!database) {
    for (const [series, { rows }] of Object.entries(record.series)) await started.ask("load", { series, rows });
  }
  kept = await started.ask("database");
  return started;
}

// The words of this page, in the language that was chosen in the frame.
async function translate() {
  const headers = { "Accept-Language": navigator.languages.join() };
  const { body: text } = await phone.ask("answer", { method: "GET", address: "/pocket/shell/", headers, body: null });
  const page = new DOMParser().parseFromString(new TextDecoder().decode(text), "text/html");
  document.documentElement.lang = page.documentElement.lang;
  body.dataset.digits = page.body.dataset.digits;
  const [here, there] = [document, page].map((each) => each.querySelectorAll("template, [data-does]"));
  here.forEach((each, i) => (each.innerHTML = there[i].innerHTML));
}

// Only the first start of a new version has something to compile, and says how far it is.
function showStart(part) {
  progress.value = part;
}

// What the frame asks. A change is kept before its answer is shown.
async function answer(asked) {
  if (asked.method === "POST" && sends.mayWrite().do === "question") {
    if (!(await isPerson())) return lost();
    sends.confirmed();
  }
  const said = await phone.ask("answer", asked);
  if (asked.method !== "POST") return said;
  const database = await phone.ask("database");
  if (!isSame(database, kept)) {
    try {
      const waiting = await phone.ask("waiting", { series: record.series });
      const count = waiting.changes.length + (record.left?.length ?? 0);
      // The rows are those that the changes go on from: a page of the site may have stored newer ones meanwhile.
      const { series } = record;
      await update((now) => Object.assign(now, { database, series, waiting: count, cookies: said.cookies }));
      sends.wrote(record, waiting);
    } catch (error) {
      console.error(error);
      await phone.ask("restore", { database: kept });
      say("storage");
      document.querySelector('[data-does="save"]').hidden = !sends.changes().length;
      return lost();
    }
  } else if (JSON.stringify(said.cookies) !== JSON.stringify(record.cookies)) {
    await update((now) => (now.cookies = said.cookies)).catch(console.error);
    await translate();
    sends.woken();
  }
  return said;
}

// The worker has died, or said nothing for too long. What was kept is kept; the form in the frame sends its hand again by itself.
async function startAgain(error) {
  console.error(error);
  phone.stop(error);
  await startPhone();
  sends.woken();
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

// What plan.js says, in words.
function show(action, { queue, here, person, kept: ids }) {
  const count = queue.length;
  body.dataset.pocketWaiting = count;
  if (!ids.length) frame.hidden = true;
  hasSent ||= ["drop", "again"].includes(action.do);
  const isStopped = action.do === "stop";
  const isDecided = action.why in DECISIONS;
  const does = { again: isStopped && !isDecided, save: isStopped && !isDecided && count, site: isStopped };
  // Then the site's own pages stay where they are, and say that something waits here.
  const stopped = isStopped ? action.why : "";
  if ((record.stopped ?? "") !== stopped) update((now) => (now.stopped = stopped)).catch(console.error);
  if (isDecided) {
    say("conflict", DECISIONS[action.why]);
    decide(action, { phone: running, sends, question, frame, save });
  } else if (isStopped) say("stopped", action.why.replace("_", "-"));
  else if (action.do === "leave" && hasSent) return location.replace(atSite());
  else if (here !== person || action.do === "lock") sayHere(count);
  else if (count) say("sending", "sending", { count: digits(count) });
  else {
    say("here", "back");
    does.site = true;
  }
  for (const button of document.querySelectorAll("[data-does]")) button.hidden = !does[button.dataset.does];
  toSite.href = atSite();
}

function sayHere(count) {
  const [oldest] = sends.changes();
  const since = oldest?.played_at ? clock(oldest.played_at) : "";
  say("here", ["here-0", "here-1"][count] ?? "here-many", { count: digits(count), since });
}

// The page in the frame, as the site has it.
function atSite() {
  const { pathname = "/", search = "" } = frame.hidden ? {} : frame.contentWindow.location;
  return pathname.startsWith("/pocket/") ? pathname.slice("/pocket".length) + search : "/";
}

function save() {
  const file = sends.file();
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: file.name });
  link.click();
  URL.revokeObjectURL(link.href);
}

// In the circle's time zone, as every other time on the page; in the phone's, once the series has left it.
function clock(moment) {
  const timeZone = Object.values(record.series)[0]?.time_zone;
  const form = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone };
  return digits(new Intl.DateTimeFormat("en-GB", form).format(new Date(moment)));
}

function digits(text) {
  return String(text).replace(/\d/g, (digit) => body.dataset.digits[digit]);
}

// Nothing goes on here.
function halt(why) {
  say("stopped", why);
  toSite.hidden = false;
}

function say(state, name = state, values = {}) {
  body.dataset.pocketState = STATES.includes(state) ? state : "stopped";
  progress.hidden = state !== "starting";
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
  frame.hidden = true;
  const { target } = await new Promise((resolve) => question.addEventListener("click", (event) => event.target.value && resolve(event)));
  question.hidden = true;
  frame.hidden = !frame.src;
  if (target.value !== "yes") return false;
  record = await store.update(record.user, (now) => (now.asked = Date.now()));
  return true;
}
