// On the site's own pages: offers to prepare this phone, keeps its rows up to date, and leads the person to the page
// that sends the waiting changes once there is signal again.
import * as store from "./store.js";

const PAUSE = 2000; // milliseconds after a change, so that quick taps are fetched together
const PATIENCE = 8000; // milliseconds to wait for an answer
const SIGNED_IN = ["signed_out", "other_person"]; // reasons that no longer hold once the person is signed in
const MINUTE = 60000; // between two requests by which other phones know that this one can still be reached

const { body } = document;
const [, series] = location.pathname.match(/^\/series\/(\w+)\//) ?? [];
const panel = document.querySelector("[data-pocket-panel]");
let person; // the record of the person who has prepared this phone
let timer = 0;
let isFollowing = false;

export async function watch() {
  if (location.pathname.startsWith("/pocket/")) return; // in the frame
  panel?.addEventListener("click", onClick);
  const records = await store.readAll();
  person = records.find(({ user }) => user.id === store.owner()) ?? records[0];
  if (document.querySelector("[data-leaves]")) return; // leave.js asks about the waiting changes
  if (records.length > 1 || person?.waiting || (person && document.querySelector("[data-waits-here]"))) await findPerson(records);
  else if (person) signedIn().then((user) => forgetOthers(records, user));
  if (person?.waiting && canBeSent()) {
    store.own(person.user.id);
    return location.replace(`/pocket/#${location.pathname}${location.search}`);
  }
  if (person?.waiting) return show("waits");
  if (!person?.bundle) {
    const { canBePrepared } = await import("./prepare.js");
    return show(canBePrepared ? "off" : "unable");
  }
  if (series) follow();
}

// Whether the page in the phone can send the changes, without a decision by the person.
function canBeSent() {
  return !person.stopped || SIGNED_IN.includes(person.stopped);
}

async function findPerson(records) {
  const user = await signedIn();
  if (document.querySelector("[data-waits-here]")) import("./waits.js").then((waits) => waits.show(records, user));
  if (user === undefined) return;
  person = records.find((record) => record.user.id === user);
  if (person) store.own(user); // the link in a notice (waits.js) may have made the phone another person's
  await forgetOthers(records, user);
}

// Returns an id, null for nobody, undefined if the site does not answer.
async function signedIn() {
  try {
    const answer = await fetch("/pocket/here/", { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
    const { user } = await answer.json();
    return user?.id ?? null;
  } catch {
    return undefined;
  }
}

// Deletes the series of people who are not signed in any more. Waiting changes are kept for their own person.
async function forgetOthers(records, user) {
  if (user === undefined) return;
  for (const one of records) if (one.user.id !== user) await store.update(one.user, empty, null);
}

function empty(record) {
  if (!store.waits(record)) Object.assign(record, { series: {}, cookies: {} });
}

function follow() {
  fetchRows();
  if (isFollowing) return; // the phone was emptied and made ready again on this page
  isFollowing = true;
  // Any answer but a preview may have changed the series.
  document.addEventListener("htmx:afterOnLoad", ({ detail: { xhr, elt } }) => {
    if (xhr.status === 200 && elt.id !== "entry-notes") fetchSoon();
  });
  document.addEventListener("cards:sent", fetchSoon);
  import("./over.js").then((over) => over.watch(series));
  setInterval(() => document.hidden || fetch(`/pocket/here/?series=${series}`).catch(() => {}), MINUTE);
}

function show(state, part = 0) {
  body.dataset.pocket = state;
  for (const each of panel?.querySelectorAll("[data-pocket-when]") ?? []) each.hidden = each.dataset.pocketWhen !== state;
  if (panel) panel.querySelector("progress").value = part;
}

function fetchSoon() {
  clearTimeout(timer);
  timer = setTimeout(fetchRows, PAUSE);
}

// Fetches the site's rows, and a newer version of the bundle unless the connection may cost money.
async function fetchRows() {
  const { refresh, update } = await import("./prepare.js");
  try {
    if (!(await refresh(series, person.user))) return show("off");
    show("ready");
    const { saveData, type } = navigator.connection ?? {};
    if (panel && !saveData && type !== "cellular") await update(person.user, panel.dataset.worker);
  } catch {
    // Without signal the earlier rows are still there, unless the phone was emptied meanwhile.
    if (await store.read(person.user.id)) show("ready");
  }
}

async function onClick({ target }) {
  const { prepare, free } = await import("./prepare.js");
  if (target.closest("[data-pocket-prepare]")) {
    show("preparing");
    try {
      person = await prepare(series, panel.dataset.worker, (part) => show("preparing", part));
      follow();
    } catch (error) {
      console.error(error);
      show("failed");
    }
  } else if (target.closest("[data-pocket-free]")) {
    // Hands may have been entered in another tab since this page was loaded.
    show((await free(person.user.id)) ? "off" : "waits");
  }
}
