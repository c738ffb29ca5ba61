// What is stored in this phone: a record for each person who has prepared it. A record has
//   user {id, name}
//   series       {id: {version, hash, name, circle, time_zone, rows, sent, texts}}: as the site last gave them;
//                sent [keys] and texts {name: text} are what the site has received since
//   database     the SQLite file, as long as the phone has changes that the site lacks
//   changes      these changes, as ledger/pocket/phone/waiting.py returns them, to show and save without the database
//   waiting      how many changes wait, with those in `left`
//   stopped      why changes were not sent, if the person has to do something first (plan.js)
//   left         changes of series whose rows were deleted, as the person may no longer see these or has signed out
//   heard        when the site was last reached (milliseconds)
//   asked        when the person last confirmed to be holding the phone
//   wayBack      a text signed by the site, with which this phone signs a guest in again
//   cookies      language and theme
//   bundle       the bundle.json with which the phone was prepared
import { local } from "../words.js";

const OWNER = "khata:pocket"; // in localStorage: the id of the person whose phone this is

let opened;

function openDatabase() {
  return (opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("khata-pocket", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("people");
    request.onsuccess = () => {
      request.result.onclose = () => (opened = null); // the browser has deleted the database
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  }));
}

async function people(mode, action) {
  const transaction = (await openDatabase()).transaction("people", mode, { durability: "strict" });
  let result;
  action(transaction.objectStore("people"), (value) => (result = value));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(result);
    transaction.onabort = () => reject(transaction.error);
  });
}

export function owner() {
  return local.get(OWNER);
}

export function own(user) {
  local.set(OWNER, user);
}

export function read(user) {
  return people("readonly", (store, done) => {
    store.get(user).onsuccess = (event) => done(event.target.result);
  });
}

export function readAll() {
  return people("readonly", (store, done) => {
    store.getAll().onsuccess = (event) => done(event.target.result);
  });
}

// Whether the record has changes that exist nowhere else. A hand that is being written down card by card is only in the
// database.
export function waits({ database, left = [] }) {
  return Boolean(database || left.length);
}

// Returns the waiting changes, oldest first. An older version of Khata has not stored `changes` with its database.
export function waitingIn({ left = [], changes = [] }) {
  return [...left, ...changes];
}

// Changes one person's record, and returns the record. Reading and writing are one step, so that two tabs do not lose
// each other's changes. If there is no record, `known` is stored; if `known` is null, nothing is stored.
export async function update(user, change, known = { user, series: {}, database: null, waiting: 0, cookies: {} }) {
  const record = await people("readwrite", (store, done) => {
    store.get(user.id).onsuccess = (event) => {
      const stored = event.target.result ?? structuredClone(known);
      if (!stored) return;
      change(stored);
      store.put(stored, user.id);
      done(stored);
    };
  });
  if (record && !owner()) own(user.id);
  return record;
}

// Removes a person's record, and returns whether this was done: waiting changes are deleted only `withWaiting`. Reading
// and deleting are one step, because another tab may just have stored a change.
export async function remove(user, { withWaiting }) {
  const isRemoved = await people("readwrite", (store, done) => {
    store.get(user).onsuccess = ({ target: { result: record } }) => {
      if (record && waits(record) && !withWaiting) return done(false);
      store.delete(user);
      done(true);
    };
  });
  if (!isRemoved) return false;
  document.cookie = "pocket_waiting=0; path=/pocket/; max-age=0"; // changes that are deleted here are not missed later
  const [other] = await readAll();
  if (other) own(other.user.id);
  else local.remove(OWNER);
  return true;
}
