// The base of the made-up world of simulation.js: a site, what is stored in a phone, and the checks of what must hold.
import { FIRST } from "./plan.js";

export const ME = "asha";
export const PLACES = ["A", "B"]; // the series that the phone holds

function dice(seed) {
  let a = seed * 2654435761;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export class Wrong extends Error {}

export const copy = (record) => record && JSON.parse(JSON.stringify(record));

export class Site {
  constructor(seed) {
    this.dice = dice(seed);
    this.counts = {};
    this.clock = 1e12;
    this.calm = false;
    this.network = true;
    this.room = true; // in the phone's storage
    this.locked = null; // the tab that has the Web Lock
    this.tabs = [this.newTab(), this.newTab()];
    this.wires = [];
    // The site.
    this.session = { user: ME, token: 1 };
    this.tokens = 1;
    this.may = true;
    this.version = "one";
    this.chains = {};
    for (const id of PLACES) this.chains[id] = [{ uid: 0, key: `${id}-start`, by: ME, content: 0 }];
    // What is written in the phone, and survives a crash. The cookie stays when the storage is deleted.
    this.record = { saved: 1, person: ME, bundle: "one", sure: this.clock, series: {}, only: [], drafting: false };
    for (const id of PLACES) this.record.series[id] = { base: 1, sent: [], changes: [] };
    this.cookie = 0;
    // What must hold.
    this.uids = 0;
    this.typed = new Map(); // uid → change
    this.shown = new Set(); // what the person saw saved
    this.files = new Set();
    this.left = new Set(); // what the person has left out
    this.vanished = new Set();
    this.sure = [this.clock]; // the phone's clock whenever the site or the person has said who holds it
    this.refuses = new Set(); // keys that the site does not accept
    this.unanswered = 0;
    this.failedAt = null;
  }

  newTab() {
    return { state: FIRST, memory: null, rows: {}, waits: null, token: 0, agreed: new Set(), isAtSite: false };
  }

  one(list) {
    return list[Math.floor(this.dice() * list.length)];
  }

  chance(part) {
    return this.dice() < part;
  }

  count(what) {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }

  must(holds, sentence) {
    if (!holds) throw new Wrong(sentence);
  }

  // --- What lies in the phone

  waitingOf(record) {
    if (!record) return [];
    const found = [...record.only];
    for (const [series, { base, sent, changes }] of Object.entries(record.series)) {
      changes.forEach((change, index) => {
        if (!sent.includes(change.key)) found.push({ ...change, series, base: base + index });
      });
    }
    return found.sort((a, b) => a.uid - b.uid);
  }

  queueOf(record) {
    const isDamaged = (series) => series === record.damaged;
    return this.waitingOf(record).map(({ key, series }) => ({ key, series, damaged: isDamaged(series) }));
  }

  hasAt(series, key) {
    return this.chains[series].find((event) => event.key === key);
  }

  // One transaction. It is refused if another tab has written meanwhile, or if there is no room.
  put(tab, change) {
    const isGone = !this.record && this.cookie > 0; // the browser has emptied the storage: the tab still has it all
    const isMine = this.record && this.record.saved === tab.memory?.saved;
    if (!this.room || !(isGone || isMine)) return false;
    const next = copy(tab.memory);
    change(next);
    next.saved += 1;
    next.sure = tab.state.sure;
    const before = new Set(this.waitingOf(tab.memory).map(({ uid }) => uid));
    const now = this.waitingOf(next);
    for (const { uid } of now) before.delete(uid);
    for (const uid of before) this.mustBeKept(uid, "is taken out of the phone");
    const isEmpty = !Object.keys(next.series).length && !now.length;
    this.cookie = now.length;
    this.record = isEmpty ? null : next;
    tab.memory = copy(next);
    if (isGone) for (const { uid } of now) this.vanished.delete(uid);
    return true;
  }

  isAtSite(uid) {
    const change = this.typed.get(uid);
    return this.chains[change.series].some((event) => event.uid === uid);
  }

  mustBeKept(uid, when) {
    const isKept = this.isAtSite(uid) || this.files.has(uid) || this.left.has(uid) || this.vanished.has(uid);
    this.must(isKept, `change ${uid} ${when} and is nowhere else`);
  }

  check() {
    const here = new Set(this.waitingOf(this.record).map(({ uid }) => uid));
    for (const uid of this.shown) if (!here.has(uid)) this.mustBeKept(uid, "is not in the phone");
  }

  // --- The site

  append(series, event) {
    const chain = this.chains[series];
    if (event.uid > 0) {
      this.must(!chain.some(({ uid }) => uid === event.uid), `change ${event.uid} is twice at the site`);
      this.must(!chain.some(({ uid }) => uid > event.uid), `change ${event.uid} came after a later one`);
    }
    chain.push(event);
  }

  site(request) {
    const session = request.session === this.session ? this.session : null; // a session that has ended is nobody's
    const user = session?.user ?? null;
    if (request.do === "ask") return { status: 200, user, token: session?.token ?? 0, bundle: this.version };
    const sees = user === "bimal" || (user === ME && this.may);
    if (request.do === "fetch") {
      if (!sees) return { status: user ? 404 : 401 };
      return { status: 200, user, chain: [...this.chains[request.series]] };
    }
    if (!session) return { status: 401 };
    if (request.token !== session.token) return { status: 403 };
    if (!sees) return { status: this.chance(0.5) ? 403 : 404 };
    const known = this.hasAt(request.series, request.key);
    if (known) return { status: known.by === user && known.content === request.content ? 200 : 422 };
    if (this.chains[request.series].length !== request.base) return { status: 409 };
    if (this.refuses.has(request.key)) return { status: 422 };
    const { uid, key, content } = request;
    this.must(user === request.author, `change ${uid} of ${request.author} is sent as ${user}`);
    this.append(request.series, { uid, key, content, by: user });
    return { status: 201 };
  }
}
