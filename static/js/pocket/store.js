// What lies in this phone: a record for each person who has prepared it. It has
//   user {id, name}
//   series {id: {version, hash, name, circle, rows, etag}}   as the site last gave them, and of what waits:
//                sent [keys] and texts {name: text}, which the site has got since
//   database     the SQLite file, as long as the phone has changes that the site has not
//   changes      what these are, as ledger/pocket/phone/waiting.py gives them: they can be shown and saved without it
//   waiting      how many changes wait, with those that are left
//   stopped      why they were not sent, if the person has to do something first (plan.js)
//   left         changes of series whose rows were deleted, since this person may no longer see them or has signed out
//   heard        when the site was last reached (milliseconds)
//   asked        when the person last said who is holding the phone
//   wayBack      of a guest, whom the site knows by this phone alone: signed by the site, to be this guest again
//   cookies      language and theme
//   bundle       bundle.json, as the phone was prepared with
const OWNER = "khata:pocket"; // in localStorage: whose phone it is. Pages look there first, and load nothing else.

let opened;

function database() {
  return (opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("khata-pocket", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("people");
    request.onsuccess = () => {
      request.result.onclose = () => (opened = null); // the browser has deleted it
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  }));
}

async function people(mode, action) {
  const transaction = (await database()).transaction("people", mode, { durability: "strict" });
  let result;
  action(transaction.objectStore("people"), (value) => (result = value));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(result);
    transaction.onabort = () => reject(transaction.error);
  });
}

export function owner() {
  return localStorage.getItem(OWNER);
}

export function own(user) {
  localStorage.setItem(OWNER, user);
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

// Does anything in it exist nowhere else? A hand that is being written down card by card is in the database alone.
export function waits({ database, left = [] }) {
  return Boolean(database || left.length);
}

// What waits, the oldest first. An older version of Khata has not stored `changes` with its database.
export function waitingIn({ left = [], changes = [] }) {
  return [...left, ...changes];
}

// Change one person's record, and give it. Reading and writing are one step, so that two tabs do not lose each other's
// changes. `known` is stored if there is no record; null: then nothing is stored.
export async function update(user, change, known = { user, series: {}, database: null, waiting: 0, cookies: {} }) {
  const record = await people("readwrite", (store, done) => {
    store.get(user.id).onsuccess = (event) => {
      const record = event.target.result ?? structuredClone(known);
      if (!record) return;
      change(record);
      store.put(record, user.id);
      done(record);
    };
  });
  if (record && !owner()) own(user.id);
  return record;
}

// Removes a person's record, and says whether that was done: what waits is deleted only after the person was asked.
// Looking and deleting are one step, as another tab may just have stored a change.
export async function remove(user, { withWaiting }) {
  const isRemoved = await people("readwrite", (store, done) => {
    store.get(user).onsuccess = ({ target: { result: record } }) => {
      if (record && waits(record) && !withWaiting) return done(false);
      store.delete(user);
      done(true);
    };
  });
  if (!isRemoved) return false;
  document.cookie = "pocket_waiting=0; path=/pocket/; max-age=0"; // what is deleted so is not missed
  const [other] = await readAll();
  if (other) own(other.user.id);
  else localStorage.removeItem(OWNER);
  return true;
}
