// The page that goes on without signal. It starts the site in this phone, shows the site's own pages in its frame, keeps
// every change before it is shown, and says what waits.
import * as store from "./store.js";
import { waitingIn } from "./store.js";
import { start } from "./phone.js";
import { fetchBundle } from "./prepare.js";
import { decide } from "./conflict.js";
import { goOnAs } from "./guest.js";
import { fileOf, saveFile, sending } from "./sending.js";

const NO_ROOM = 507; // as HTTP calls it: the frame says that there is no room, and keeps the hand on the screen
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
let isHalted = false; // nothing goes on in this tab before it is loaded anew

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
const buttons = {
  again: () => (isHalted ? location.reload() : sends.woken()),
  see: showWhatWaits,
  save,
  guest: goOnAsGuest,
};
for (const [name, act] of Object.entries(buttons)) document.querySelector(`[data-does="${name}"]`).addEventListener("click", act);

main().catch(unable);

async function unable(error) {
  console.error(error);
  halt("unable");
  if (record) await update((now) => (now.stopped = "unable"));
}

async function main() {
  const records = await store.readAll();
  record = records.find(({ user }) => user.id === store.owner()) ?? records[0];
  if (!record && waited()) return halt("emptied", { count: digits(waited()) });
  if (!record || (!record.bundle && !waiting().length)) return halt("nothing");
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
  if (!record.bundle || !Object.keys(record.series).length) return sends.open();
  await startPhone();
  navigator.serviceWorker.startMessages();
  await sends.open();
  const asked = location.hash.slice(1);
  frame.src = /^\/(series|circles|rules)\//.test(asked) ? `/pocket${asked}` : "/pocket/opening/";
  frame.hidden = false;
  // Loaded anew, this page goes on where the frame is.
  frame.addEventListener("load", () => history.replaceState(null, "", `#${atSite()}`));
}

// How many changes waited when something was last stored: a cookie says it, see sending.js.
function waited() {
  return /pocket_waiting=([1-9]\d*)/.exec(document.cookie)?.[1];
}

function watch() {
  window.addEventListener("online", sends.woken);
  document.addEventListener("visibilitychange", () => document.hidden || sends.woken());
}

// What waits, as far as it is known in this tab: as it is stored, until what lies in the database has been looked at.
function waiting() {
  return sends?.changes().length ? sends.changes() : waitingIn(record);
}

async function running() {
  if (phone?.runs()) return phone;
  if (!record.bundle) await renew();
  await startPhone();
  sends.repeat();
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
      const here = await phone.ask("waiting", { series: record.series });
      const count = here.changes.length + (record.left?.length ?? 0);
      // The rows are those that the changes go on from: a page of the site may have stored newer ones meanwhile.
      const { series } = record;
      const { changes } = here;
      await update((now) => Object.assign(now, { database, changes, series, waiting: count, cookies: said.cookies }));
      sends.wrote(record, here);
    } catch (error) {
      console.error(error);
      await phone.ask("restore", { database: kept });
      say("storage");
      offer({});
      return lost(NO_ROOM);
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

function lost(status = 503) {
  return { status, headers: { "content-type": "text/plain" }, body: "" };
}

function isSame(one, other) {
  if (one.byteLength !== other.byteLength) return false;
  const [these, those] = [new BigUint64Array(one), new BigUint64Array(other)]; // pages of 512 bytes
  return these.every((word, i) => word === those[i]);
}

// What plan.js says, in words.
function show(action, { queue, here, person, kept: ids }) {
  if (isHalted) return;
  const count = queue.length;
  body.dataset.pocketWaiting = count;
  if (!ids.length) frame.hidden = true;
  hasSent ||= ["drop", "again"].includes(action.do);
  const isStopped = action.do === "stop";
  const isDecided = action.why in DECISIONS;
  const guest = action.why === "signed_out" && Boolean(record.wayBack);
  const does = { guest, again: isStopped && !isDecided && !guest, save: isStopped && count, site: isStopped };
  // Then the site's own pages stay where they are, and say that something waits here.
  const stopped = isStopped ? action.why : "";
  if ((record.stopped ?? "") !== stopped) update((now) => (now.stopped = stopped)).catch(console.error);
  if (isDecided) {
    say("conflict", DECISIONS[action.why]);
    decide(action, { phone: running, sends, question, frame, save }).catch(unable);
  } else if (isStopped) say("stopped", guest ? "guest" : action.why.replace("_", "-"));
  else if (action.do === "leave" && hasSent) return location.replace(atSite());
  else if (here !== person || action.do === "lock") {
    sayHere(count);
    does.again = action.do !== "lock";
  } else if (count) say("sending", "sending", { count: digits(count) });
  else {
    say("here", "back");
    does.site = true;
  }
  if (!isDecided) offer(does);
  else offer({ site: true, see: false, save: false });
  toSite.href = atSite();
}

// The buttons beside the line. What waits can be seen and saved unless something else is said.
function offer(does) {
  const waits = Boolean(record && waiting().length);
  const all = { see: waits, save: waits, ...does };
  for (const button of document.querySelectorAll("[data-does]")) button.hidden = !all[button.dataset.does];
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
  saveFile(fileOf(record, waiting()));
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

// Nothing goes on here, but what waits stays within reach.
function halt(why, values) {
  isHalted = true;
  say("stopped", why, values);
  offer({ again: true, site: true });
}

async function goOnAsGuest() {
  // The next answer of the site says who is signed in.
  if (await goOnAs(record).catch(() => true)) return sends.woken();
  await update((now) => delete now.wayBack);
  say("stopped", "guest-unknown");
  offer({ again: true, site: true });
}

// Each change in the words and figures that were stored with it, so that this works whether or not Khata starts here.
function showWhatWaits() {
  const list = document.querySelector("[data-waiting-list]").content.cloneNode(true);
  const rows = waiting().map((change) => {
    const row = document.querySelector("[data-waiting-change]").content.cloneNode(true);
    const [sentence, moment, text] = ["sentence", "moment", "text"].map((name) => row.querySelector(`[data-${name}]`));
    sentence.textContent = change.sentence ?? `${change.kind} ${digits(change.hand ?? "")}`;
    moment.textContent = change.played_at ? clock(change.played_at) : "";
    text.textContent = change.text ?? "";
    text.hidden = !change.text;
    for (const [name, figure] of change.figures ?? []) {
      const [of, is] = ["dt", "dd"].map((tag) => document.createElement(tag));
      [of.textContent, is.textContent] = [name, figure];
      const pair = document.createElement("div");
      pair.append(of, is);
      row.querySelector("dl").append(pair);
    }
    return row;
  });
  ask(list);
  question.querySelector("ol").append(...rows); // later, as a note may have brackets of its own
  question.onclick = ({ target }) => {
    const choice = target.closest("button")?.value;
    if (choice === "file") save();
    if (choice === "back") answered();
  };
}

// Fills the page with something to read or to answer, in place of the frame.
function ask(content) {
  const walker = document.createTreeWalker(content, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) walker.currentNode.data = fill(walker.currentNode.data, { name: record.user.name });
  question.replaceChildren(content);
  [question.hidden, frame.hidden] = [false, true];
  question.querySelector("h1").focus();
}

function answered() {
  question.hidden = true;
  frame.hidden = !frame.src || !Object.keys(record.series).length;
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
  ask(document.querySelector('[data-ask="person"]').content.cloneNode(true));
  const { target } = await new Promise((resolve) => question.addEventListener("click", (event) => event.target.value && resolve(event)));
  answered();
  if (target.value !== "yes") return false;
  record = await store.update(record.user, (now) => (now.asked = Date.now()));
  return true;
}
