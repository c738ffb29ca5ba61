// Prepares this phone for use without signal, keeps the phone up to date, and deletes everything from it again.
import * as store from "./store.js";
import { start } from "./phone.js";

const CACHE = "khata-pocket";

export const canBePrepared =
  isSecureContext && "serviceWorker" in navigator && "locks" in navigator && typeof WebAssembly === "object";

// `show` is called with the share that is done, from 0 to 1. Files that were fetched before a break are not fetched again.
export async function prepare(series, script, show) {
  await navigator.storage.persist();
  const bundle = await fetchBundle((part) => show(part / 2));
  // Compiles the bundle, so that the next start is quick.
  const phone = await start(script, { bundle, cookies: {}, database: null }, (part) => show((1 + part) / 2));
  phone.stop();
  await navigator.serviceWorker.register("/pocket/sw.js", { scope: "/" });
  await navigator.serviceWorker.ready;
  const { user } = await refresh(series);
  store.own(user.id);
  return store.update(user, (record) => (record.bundle = bundle));
}

// Fetches a newer version of the bundle, unless changes wait that the present version has to send first.
export async function update(user, script) {
  const stored = await store.read(user.id);
  const newest = await newestBundle();
  if (!stored || stored.database || newest.version === stored.bundle.version) return;
  await fetchFiles(newest, () => {});
  const phone = await start(script, { bundle: newest, cookies: {}, database: null });
  phone.stop();
  const isKept = await store.update(user, (record) => (record.bundle = newest), null);
  if (!isKept) return freeSite(); // the person has emptied the phone meanwhile
  const bundles = (await store.readAll()).map((record) => record.bundle).filter(Boolean); // another person's may be older
  const names = new Set(bundles.flatMap(({ files, static: otherFiles }) => [...files.map(({ url }) => url), ...otherFiles]).concat("/pocket/"));
  const cache = await caches.open(CACHE);
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url);
    if (!names.has(pathname) && !pathname.startsWith("/pocket/compiled/")) await cache.delete(url);
  }
}

export async function fetchBundle(show) {
  const bundle = await newestBundle();
  await fetchFiles(bundle, show);
  return bundle;
}

async function newestBundle() {
  return (await ask("/pocket/bundle.json")).json();
}

// Most files have the same address in a new version of the site, and are not fetched again.
async function fetchFiles(bundle, show) {
  const cache = await caches.open(CACHE);
  const total = bundle.files.reduce((sum, { size }) => sum + size, 0);
  let done = 0;
  const count = (bytes) => show((done += bytes) / total);
  for (const { url, size } of bundle.files) {
    if (await cache.match(url)) {
      count(size);
      continue;
    }
    const answer = await ask(url);
    const counter = new TransformStream({
      transform(chunk, rest) {
        count(chunk.length);
        rest.enqueue(chunk);
      },
    });
    const headers = { "Content-Type": answer.headers.get("Content-Type") };
    await cache.put(url, new Response(answer.body.pipeThrough(counter), { headers }));
  }
  for (const url of bundle.static) if (!(await cache.match(url))) await cache.put(url, await ask(url));
  await cache.put("/pocket/", await ask("/pocket/"));
}

// Stores the site's rows of a series, unless the phone has changes of its own, which come first. Returns the record.
// `owner` is the person who has prepared this phone: nothing is stored and returned if another person is signed in, or
// if the owner has emptied the phone meanwhile.
export async function refresh(series, owner) {
  const answer = await ask(`/pocket/rows/${series}/`);
  const { user, series: shown, rows, way_back: wayBack } = await answer.json();
  if (owner && user.id !== owner.id) return;
  const change = (record) => {
    record.heard = Date.now();
    record.wayBack = wayBack;
    if (!record.database) record.series[series] = { ...shown, rows };
  };
  return store.update(user, change, owner ? null : undefined);
}

// Deletes this person's data from the phone, and with the last person the site. Returns false, and deletes nothing, if
// changes wait, unless they may be deleted too (`withWaiting`).
export async function free(user, { withWaiting = false } = {}) {
  if (!(await store.remove(user, { withWaiting }))) return false;
  await freeSite();
  return true;
}

async function freeSite() {
  if ((await store.readAll()).length) return;
  await caches.delete(CACHE);
  for (const each of await navigator.serviceWorker.getRegistrations()) await each.unregister();
}

async function ask(url) {
  const answer = await fetch(url, { cache: "no-cache" });
  if (!answer.ok) throw Object.assign(new Error(`${url}: ${answer.status}`), { status: answer.status });
  return answer;
}
