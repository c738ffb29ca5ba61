// The page for use without signal. It starts the site in this phone, shows the site's own pages in a frame, stores
// every change before showing its answer, and says which changes wait.
import { fill, fillIn, inDigits } from "../words.js";
import * as store from "./store.js";
import { waitingIn } from "./store.js";
import { start } from "./phone.js";
import { fetchBundle } from "./prepare.js";
import { decide } from "./conflict.js";
import { ASKS_WHO_AFTER } from "./plan.js";
import { goOnAs } from "./guest.js";
import { fileOf, saveFile, sending } from "./sending.js";

const NO_ROOM = 507; // as in HTTP: the frame says that there is no room, and keeps the hand on the screen
const STATES = ["starting", "here", "sending", "conflict"];
const DECISIONS = { conflict: "conflict", left_out: "left-out", refused: "left-out" }; // the person has to decide

const { body } = document;
const line = document.querySelector("[data-line]");
const frame = document.querySelector("iframe");
const progress = document.querySelector("progress");
const question = document.querySelector("[data-question]");

let record; // as in store.js
let phone;
let kept; // the database as it is stored, or as it was before the first change; a failed write puts it back
let order = Promise.resolve(); // one request after the other
let sends; // what sending() has returned
let hasSent = false;
let isHalted = false; // nothing more happens in this tab until it is reloaded

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
  if (!record && waited()) return halt("emptied", { count: inDigits(waited()) });
  if (!record || (!record.bundle && !waiting().length)) return halt("nothing");
  // The lock is released when this tab is closed. Two tabs with a site each could show different scores.
  const isMine = await new Promise((resolve) => {
    navigator.locks.request("khata-pocket", { ifAvailable: true }, (lock) => {
      resolve(Boolean(lock));
      return lock && new Promise(() => {});
    });
  });
  if (!isMine) return halt("elsewhere");
  if (Date.now() - Math.max(record.heard, record.asked ?? 0) > ASKS_WHO_AFTER && !(await isPerson())) return halt("other-person");
  sends = sending(record, { phone: running, update, inOrder, show, renew });
  window.addEventListener("online", sends.woken);
  document.addEventListener("visibilitychange", () => document.hidden || sends.woken());
  if (!record.bundle || !Object.keys(record.series).length) return sends.open();
  await startPhone();
  navigator.serviceWorker.startMessages();
  await sends.open();
  const asked = location.hash.slice(1);
  frame.src = /^\/(series|circles|rules|help|without-signal)\//.test(asked) ? `/pocket${asked}` : "/pocket/opening/";
  frame.hidden = false;
  // After a reload, the frame shows the same page again.
  frame.addEventListener("load", () => history.replaceState(null, "", `#${atSite()}`));
}

// Returns how many changes waited when something was last stored, from the cookie of sending.js.
function waited() {
  return /pocket_waiting=([1-9]\d*)/.exec(document.cookie)?.[1];
}

// Returns the waiting changes: those in the database, or the stored ones until sending.js has read the database.
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
  // If the browser has deleted waiting changes, they are stored again. If the person has signed out, nothing is stored.
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
  phone = await startWorker().catch(startWorker); // tried twice, because the browser may end a worker that starts
  await translate();
}

async function startWorker() {
  const { bundle, cookies, database } = record;
  // Only the first start of a new version compiles, and so reports the done share.
  const showStart = (part) => (progress.value = part);
  const started = await start(body.dataset.worker, { bundle, cookies, database, origin: location.origin }, showStart);
  if (!database) {
    for (const [series, { rows }] of Object.entries(record.series)) await started.ask("load", { series, rows });
  }
  kept = await started.ask("database");
  return started;
}

// Puts the words of this page into the language that was chosen in the frame.
async function translate() {
  const headers = { "Accept-Language": navigator.languages.join() };
  const { body: text } = await phone.ask("answer", { method: "GET", address: "/pocket/shell/", headers, body: null });
  const page = new DOMParser().parseFromString(new TextDecoder().decode(text), "text/html");
  document.documentElement.lang = page.documentElement.lang;
  body.dataset.digits = page.body.dataset.digits;
  const [here, there] = [document, page].map((each) => each.querySelectorAll("template, [data-does]"));
  here.forEach((each, i) => (each.innerHTML = there[i].innerHTML));
}

// Answers a request of the frame. A change is stored before its answer is shown.
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
      // Stores the rows to which the changes belong: a page of the site may have stored newer rows meanwhile.
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

// Starts a new worker after the old one has died or has not answered. Stored changes stay stored, and the form in the
// frame sends its hand again by itself.
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

// Shows the action of plan.js in words, with its buttons.
function show(action, { queue, here, person, kept: ids }) {
  if (isHalted) return;
  const count = queue.length;
  body.dataset.pocketWaiting = count;
  if (!ids.length) frame.hidden = true;
  hasSent ||= ["drop", "again"].includes(action.do);
  const isStopped = action.do === "stop";
  const needsDecision = action.why in DECISIONS;
  const guest = action.why === "signed_out" && Boolean(record.wayBack);
  const does = { guest, again: isStopped && !needsDecision && !guest, save: isStopped && count, site: isStopped };
  // With this reason stored, the site's own pages do not lead to this page, but say that changes wait.
  const stopped = isStopped ? action.why : "";
  if ((record.stopped ?? "") !== stopped) update((now) => (now.stopped = stopped)).catch(console.error);
  if (needsDecision) {
    say("conflict", DECISIONS[action.why]);
    decide(action, { phone: running, sends, question, frame, save }).catch(unable);
  } else if (isStopped) say("stopped", guest ? "guest" : action.why.replace("_", "-"));
  else if (action.do === "leave" && hasSent) return location.replace(atSite());
  else if (here !== person || action.do === "lock") {
    sayHere(count);
    does.again = action.do !== "lock";
  } else if (count) say("sending", "sending", { count: inDigits(count) });
  else {
    say("here", "back");
    does.site = true;
  }
  if (!needsDecision) offer(does);
  else offer({ site: true, see: false, save: false });
  toSite.href = atSite();
}

// Shows the buttons beside the line. Waiting changes can be seen and saved, unless `does` says otherwise.
function offer(does) {
  const waits = Boolean(record && waiting().length);
  const all = { see: waits, save: waits, ...does };
  for (const button of document.querySelectorAll("[data-does]")) button.hidden = !all[button.dataset.does];
}

function sayHere(count) {
  const [oldest] = sends.changes();
  const since = oldest?.played_at ? clock(oldest.played_at) : "";
  say("here", ["here-0", "here-1"][count] ?? "here-many", { count: inDigits(count), since });
}

// Returns the site's address of the page in the frame.
function atSite() {
  const { pathname = "/", search = "" } = frame.hidden ? {} : frame.contentWindow.location;
  return pathname.startsWith("/pocket/") ? pathname.slice("/pocket".length) + search : "/";
}

function save() {
  saveFile(fileOf(record, waiting()));
}

// Writes a time in the circle's time zone, as on other pages; in the phone's, if the phone has no series any more.
function clock(moment) {
  const timeZone = Object.values(record.series)[0]?.time_zone;
  const form = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone };
  return inDigits(new Intl.DateTimeFormat("en-GB", form).format(new Date(moment)));
}

// Stops this page. Waiting changes can still be seen and saved.
function halt(why, values) {
  isHalted = true;
  say("stopped", why, values);
  offer({ again: true, site: true });
}

async function goOnAsGuest() {
  // The site is asked again who is signed in, also if the answer was lost.
  if (await goOnAs(record).catch(() => true)) return sends.woken();
  await update((now) => delete now.wayBack);
  say("stopped", "guest-unknown");
  offer({ again: true, site: true });
}

// Lists the waiting changes in the words and figures that were stored with them, so that the list also works if the
// site in this phone does not start.
function showWhatWaits() {
  const list = document.querySelector("[data-waiting-list]").content.cloneNode(true);
  const rows = waiting().map((change) => {
    const row = document.querySelector("[data-waiting-change]").content.cloneNode(true);
    const [sentence, moment, text] = ["sentence", "moment", "text"].map((name) => row.querySelector(`[data-${name}]`));
    sentence.textContent = change.sentence ?? `${change.kind} ${inDigits(change.hand ?? "")}`;
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
  question.querySelector("ol").append(...rows); // after fillIn, because a note may have braces
  question.onclick = ({ target }) => {
    const choice = target.closest("button")?.value;
    if (choice === "file") save();
    if (choice === "back") answered();
  };
}

// Shows a text or a question in place of the frame.
function ask(content) {
  fillIn(content, record.user);
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

async function isPerson() {
  ask(document.querySelector('[data-ask="person"]').content.cloneNode(true));
  const { target } = await new Promise((resolve) => question.addEventListener("click", (event) => event.target.value && resolve(event)));
  answered();
  if (target.value !== "yes") return false;
  record = await store.update(record.user, (now) => (now.asked = Date.now()));
  return true;
}
