// A made-up world around plan.js: a site, what lies in a phone, two tabs, a bad network, a wrong clock, other people.
// Each schedule follows from its seed. After each step and at its end it is checked that nothing is lost or doubled.
import { FIRST, after, plan, write } from "./plan.js";

const HOUR = 3600_000;
const ME = "asha";
const PLACES = ["A", "B"]; // the series that the phone holds
const NETWORK = ["ask", "send", "fetch"];

function dice(seed) {
  let a = seed * 2654435761;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

class Wrong extends Error {}

class World {
  constructor(seed) {
    this.dice = dice(seed);
    this.log = [];
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
    // What is written in the phone, and survives a crash. The cookie survives the storage.
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

  // One transaction. It is refused where another one has written meanwhile, and where there is no room.
  put(tab, change) {
    const isGone = !this.record && this.cookie > 0; // the browser has emptied the storage: the tab still has it all
    const isMine = this.record && this.record.saved === tab.memory?.saved;
    if (!this.room || !(isGone || isMine)) return false;
    const next = structure(tab.memory);
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
    tab.memory = structure(next);
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
    const session = request.session === this.session ? this.session : null; // an ended one is nobody
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

  // --- A tab

  say(tab, event) {
    tab.state = after(tab.state, { ...event, now: this.clock });
  }

  act(tab) {
    if (tab.waits || (this.calm && tab.isAtSite)) return false;
    if (tab.state === FIRST) return this.open(tab);
    const action = plan(tab.state, this.clock);
    if (this.isTold) console.log(JSON.stringify([this.tabs.indexOf(tab), action, this.queueOf(this.record)]));
    if (action.do === "wait") {
      this.must(!(action.for > 300_000 + tab.state.pause), `it waits for ${action.for} ms`);
      return false;
    }
    if (action.do === "leave") return this.leave(tab);
    if (action.do === "stop") return this.stopped(tab, action);
    if (action.do === "lock") return this.open(tab);
    this.must(this.locked === tab, `it does ${action.do} without the lock`);
    this.count(action.do);
    this.say(tab, { what: "begun", action });
    if (NETWORK.includes(action.do)) this.request(tab, action);
    else this.doInPhone(tab, action);
    return true;
  }

  open(tab) {
    if (this.locked && this.locked !== tab) {
      if (!tab.memory) {
        this.reopen(tab); // it may show what is stored
        tab.state = { ...tab.state, lock: false };
      }
      return false;
    }
    this.locked = tab;
    tab.isAtSite = false;
    this.say(tab, { what: "begun", action: { do: "lock" } });
    if (this.crashes(tab)) return true;
    this.reopen(tab);
    return true;
  }

  reopen(tab) {
    tab.memory = structure(this.record);
    tab.agreed.clear();
    const { record } = this;
    const queue = this.queueOf(record);
    const stored = { person: record?.person ?? null, queue, kept: Object.keys(record?.series ?? {}) };
    const drafting = record?.drafting ?? false;
    const more = { drafting, bundle: record?.bundle ?? "", sure: record?.sure ?? 0, remembered: this.cookie };
    tab.state = after(FIRST, { what: "opened", stored: { ...stored, ...more }, now: this.clock });
  }

  leave(tab) {
    if (tab.memory) this.must(!this.waitingOf(this.record).length, "the tab leaves while changes wait");
    this.close(tab);
    tab.isAtSite = true;
    return true;
  }

  close(tab) {
    if (this.locked === tab) this.locked = null;
    for (const wire of this.wires) if (wire.tab === tab) wire.tab = null;
    Object.assign(tab, this.newTab());
  }

  crashes(tab) {
    if (this.calm || !this.chance(0.03)) return false;
    this.count("crash");
    this.close(tab);
    return true;
  }

  stopped(tab, { why, key, series, count }) {
    const signed = this.session?.user ?? null;
    if (why === "emptied") {
      this.must(count > 0 && !tab.memory, "it says that the phone was emptied");
      this.count("emptied");
      this.say(tab, { what: "read" });
      this.cookie = 0;
      return true;
    }
    if (!this.calm) return false;
    const event = key && this.hasAt(series, key);
    const change = key && this.waitingOf(this.record).find((each) => each.key === key);
    if (change && this.may) this.must(!event || event.content !== change.content, `the site has ${key}, and it is said ${why}`);
    if (why === "signed_out") this.must(signed === null, "it says signed out");
    else if (why === "other_person") this.must(signed !== ME, "it says that another person is signed in");
    else if (why === "not_allowed") this.must(!this.may, "it says that writing is not allowed");
    else if (why === "damaged") this.must(tab.memory.damaged === series, "it says that something is damaged");
    else if (why === "refused") this.must(event || this.refuses.has(key), `nothing has refused ${key}`);
    else if (why === "conflict") this.must(this.hasOthers(series), "a conflict, and nobody else has written");
    return false;
  }

  hasOthers(series) {
    const isOther = (uid) => !this.shown.has(uid) || this.left.has(uid) || this.files.has(uid);
    return this.chains[series].slice(1).some(({ uid }) => isOther(uid));
  }

  request(tab, action) {
    const wire = { ...action, tab, session: this.session, token: tab.token, went: false };
    if (action.do === "send") {
      const waiting = this.waitingOf(tab.memory);
      const same = waiting.filter(({ series }) => series === action.series);
      const change = waiting.find(({ key }) => key === action.key) ?? same[0];
      this.must(same[0] === change, `change ${change?.uid} is sent before an earlier one is acknowledged`);
      this.must(action.series !== tab.memory.damaged, "what is damaged is sent");
      const { uid, content, base } = change;
      this.must(!tab.agreed.has(change.key), `change ${uid} was left out, and is sent`);
      Object.assign(wire, { uid, content, base, author: this.record?.person ?? ME });
    }
    tab.waits = wire;
    this.wires.push(wire);
    if (this.crashes(tab)) return;
    if (!this.network && this.chance(0.5)) this.lose(tab);
  }

  // Nothing has come back to the tab. What was sent may still arrive.
  lose(tab) {
    const wire = tab.waits;
    tab.waits = null;
    wire.tab = null;
    if (this.failedAt === this.clock) this.unanswered += 1;
    else [this.failedAt, this.unanswered] = [this.clock, 1];
    this.must(this.unanswered < 12, "it asks again and again without a pause");
    this.say(tab, { what: wordFor(wire.do), key: wire.key, series: wire.series, status: 0 });
  }

  deliver(wire) {
    const luck = this.calm ? 1 : this.dice();
    if (!wire.went) {
      if (!this.calm && (!this.network || luck < 0.12)) return this.drop(wire);
      wire.went = true;
      if (luck < 0.17) wire.answer = { status: this.one([500, 502, 503, 429, 408]) };
      else wire.answer = this.site(wire);
      if (luck > 0.17 && luck < 0.2) wire.answer = { status: this.one([502, 504, 0]) }; // a proxy's, or a hotel's page
      return undefined;
    }
    this.wires.splice(this.wires.indexOf(wire), 1);
    const { tab, answer } = wire;
    if (!tab) return undefined;
    if (!this.calm && (!this.network || luck < 0.12)) return this.lose(tab);
    tab.waits = null;
    return this.answered(tab, wire, answer);
  }

  drop(wire) {
    this.count("lost");
    this.wires.splice(this.wires.indexOf(wire), 1);
    if (wire.tab) this.lose(wire.tab);
  }

  answered(tab, wire, answer) {
    const { status } = answer;
    const event = { what: wordFor(wire.do), key: wire.key, series: wire.series, status, pause: this.one([0, 5000]) };
    if (wire.do === "ask" && status === 200) {
      tab.token = answer.token;
      if (answer.user === ME) this.sure.push(this.clock);
      Object.assign(event, { user: answer.user, bundle: answer.bundle });
    }
    if (wire.do === "fetch" && status === 200) {
      // The rows are of the person who is signed in: another one's are of no use.
      if (answer.user !== ME) event.status = 401;
      tab.rows[wire.series] = answer.chain;
      const mine = this.waitingOf(tab.memory);
      const isSame = (a) => mine.some((b) => a.key === b.key && a.content === b.content);
      event.has = answer.chain.filter(isSame).map(({ key }) => key);
    }
    this.say(tab, event);
  }

  doInPhone(tab, action) {
    if (this.crashes(tab)) return;
    const event = this[`do_${action.do}`](tab, action);
    if (this.crashes(tab)) return;
    // Another tab, or the site's own page, has written: what is stored is read again.
    if (tab.memory && this.record && this.record.saved !== tab.memory.saved) return this.reopen(tab);
    if (tab.memory && !this.record && !this.cookie) return this.reopen(tab);
    this.say(tab, event);
  }

  do_drop(tab, { key }) {
    const take = (record) => {
      record.only = record.only.filter((change) => change.key !== key);
      for (const entry of Object.values(record.series)) {
        if (entry.changes.some((change) => change.key === key)) entry.sent.push(key);
      }
    };
    // Without room it is sent again after the next start, which does no harm.
    if (!this.put(tab, take)) take(tab.memory);
    return { what: "dropped", queue: this.queueOf(tab.memory) };
  }

  do_clear(tab, { series }) {
    const stored = this.put(tab, (record) => {
      const waiting = this.waitingOf(record).filter((change) => series.includes(change.series));
      record.only = [...record.only.filter((change) => !series.includes(change.series)), ...waiting];
      for (const id of series) delete record.series[id];
      record.drafting &&= Object.keys(record.series).length > 0;
    });
    return { what: "cleared", series, stored };
  }

  do_again(tab, { series, drop }) {
    const mine = this.waitingOf(tab.memory).filter((change) => change.series === series);
    const rows = tab.rows[series];
    const isThere = (change) => rows.some(({ key, content }) => key === change.key && content === change.content);
    const rest = mine.filter((change) => !drop.includes(change.key) && !isThere(change));
    const left = rest.filter((each) => this.chance(0.1) || rows.some(({ key }) => key === each.key));
    const queue = this.queueOf(tab.memory);
    if (left.length) return { what: "again", series, queue, left: left.map(({ key }) => key) };
    for (const { uid, key } of mine) if (drop.includes(key) && tab.agreed.has(key)) this.left.add(uid);
    const isStored = this.put(tab, (record) => {
      record.only = record.only.filter((change) => change.series !== series);
      const changes = rest.map(({ uid, key, content }) => ({ uid, key, content }));
      record.series[series] = { base: rows.length, sent: [], changes };
    });
    return { what: "again", series, queue: this.queueOf(tab.memory), stored: isStored };
  }

  do_settle(tab) {
    this.must(!tab.memory.drafting, "a hand that is being written down is thrown away");
    const stored = this.put(tab, (record) => {
      for (const id of Object.keys(record.series)) {
        if (!tab.state.kept.includes(id)) delete record.series[id];
        else record.series[id] = { base: tab.rows[id].length, sent: [], changes: [] };
      }
    });
    return { what: "settled", stored };
  }

  do_update(tab) {
    this.must(!this.waitingOf(this.record).length, "a new version is fetched while changes wait");
    this.put(tab, (record) => (record.bundle = this.version));
    return { what: "updated" };
  }

  // The page is looked at again, or the signal is back. What the browser has deleted meanwhile is written once more.
  wake(tab) {
    if (!tab.memory) return;
    if (this.locked === tab && !this.record && this.cookie) this.put(tab, () => {});
    this.say(tab, { what: "woken" });
  }

  // --- People

  type() {
    const tab = this.one(this.tabs);
    if (!tab.memory) return;
    const answer = write(tab.state, this.clock);
    if (answer.do === "stop") return;
    if (answer.do === "question") {
      this.count("question");
      this.sure.push(this.clock);
      this.say(tab, { what: "confirmed" });
      return;
    }
    const isSure = this.sure.some((when) => when <= this.clock && this.clock - when <= 12 * HOUR);
    this.must(isSure, "it writes after 12 hours without asking who it is");
    this.must(this.locked === tab, "a tab without the lock writes");
    const series = this.one(Object.keys(tab.memory.series));
    const uid = ++this.uids;
    const change = { uid, key: `k${uid}`, content: uid };
    // The site has had the same form already, and its answer was lost: with the same content, or with another one.
    const isFirst = !this.waitingOf(tab.memory).some((each) => each.series === series);
    if (isFirst && this.may && this.chance(0.1)) {
      const content = this.chance(0.5) ? uid : -uid;
      this.append(series, { uid: content, key: change.key, by: ME, content });
    }
    if (this.chance(0.03)) this.refuses.add(change.key);
    this.typed.set(uid, { ...change, series });
    const drafting = this.chance(0.2); // the first cards of the next hand are written down as well
    const isStored = this.put(tab, (record) => {
      record.series[series].changes.push(change);
      record.drafting = drafting;
    });
    if (!isStored) return this.count("no room");
    this.shown.add(uid);
    if (this.crashes(tab)) return;
    this.say(tab, { what: "wrote", queue: this.queueOf(tab.memory), drafting });
  }

  decide(tab) {
    for (const [series, { why, key, left }] of Object.entries(tab.state.stopped)) {
      if (tab.state.chosen[series]) continue;
      let drop = [];
      if (why === "conflict" && this.chance(0.5)) drop = [key];
      else if (why === "left_out") drop = left;
      else if (why === "refused") drop = [key];
      else if (why !== "conflict") continue;
      for (const each of drop) tab.agreed.add(each);
      this.count(`chosen: ${why}`);
      this.say(tab, { what: "chosen", series, drop });
      return true;
    }
    return false;
  }

  saveFile() {
    for (const { uid } of this.waitingOf(this.record)) this.files.add(uid);
    return this.waitingOf(this.record);
  }

  // The owner reads the file in: in order, up to what does not fit.
  readIn() {
    const file = this.saveFile();
    for (const id of PLACES) {
      for (const { uid, key, content, base } of file.filter(({ series }) => series === id)) {
        const known = this.hasAt(id, key);
        if (known?.content === content) continue;
        if (known || this.refuses.has(key) || this.chains[id].length !== base) break;
        this.append(id, { uid, key, content, by: "alice" });
      }
    }
  }

  signOut() {
    this.session = null;
    if (this.chance(0.5)) return; // it has ended at the site, and the phone does not know it yet
    this.saveFile();
    if (!this.record && this.cookie) this.count("emptied"); // and the page on which one signs out says it
    this.record = null;
    this.cookie = 0;
  }

  signIn(user) {
    this.session = { user, token: ++this.tokens };
  }

  damage() {
    if (!this.record || !this.waitingOf(this.record).length) return;
    this.record.damaged = this.one(this.waitingOf(this.record)).series;
    for (const tab of this.tabs) this.close(tab); // it is noticed when what is stored is read
    this.count("damaged");
  }

  vanish() {
    for (const { uid } of this.waitingOf(this.record)) this.vanished.add(uid);
    if (this.waitingOf(this.record).length) this.count("vanished");
    this.record = null;
  }

  step() {
    const luck = this.dice();
    if (luck < 0.42) return this.act(this.one(this.tabs));
    if (luck < 0.7) return this.wires.length && this.deliver(this.one(this.wires));
    if (luck < 0.8) return this.type();
    if (luck < 0.86) return this.decide(this.one(this.tabs));
    if (luck < 0.9) return (this.clock += this.one([1000, 5000, 60_000, 400_000]));
    const tab = this.one(this.tabs);
    const happens = [
      () => (this.network = !this.network),
      () => (this.network = true),
      () => this.append(this.one(PLACES), { uid: -1000 - ++this.uids, key: `other${this.uids}`, by: "bimal" }),
      () => tab.waits && this.lose(tab),
      () => this.close(tab),
      () => this.wake(tab),
      () => this.wake(tab),
      () => (this.clock += this.one([-30 * HOUR, -60_000, 13 * HOUR, 30 * HOUR])),
      () => (this.room = !this.room),
      () => (this.room = true),
      () => this.chance(0.3) && this.signOut(),
      () => this.signIn(this.one([ME, ME, "bimal"])),
      () => this.chance(0.4) && (this.may = !this.may),
      () => (this.may = true),
      () => this.chance(0.5) && (this.version = "two"),
      () => this.chance(0.3) && this.readIn(),
      () => this.saveFile(),
      () => this.chance(0.15) && this.vanish(),
      () => this.chance(0.1) && this.damage(),
    ];
    return this.one(happens)();
  }

  // The network is back, and people answer what they are asked: then all that can be sent is sent, and it ends.
  end() {
    this.calm = this.network = this.room = true;
    if (!this.locked) this.tabs[0].isAtSite = false; // somebody opens Khata once more
    if (this.session?.user !== ME && this.chance(0.7)) this.signIn(ME);
    for (const tab of this.tabs) this.wake(tab);
    let quiet = 0;
    for (let step = 0; step < 400; step++) {
      const did = this.wires.length ? (this.deliver(this.wires[0]), true) : this.tabs.some((tab) => this.act(tab));
      this.check();
      if (did) quiet = 0;
      else if (this.locked && this.decide(this.locked)) quiet = 0;
      else if (++quiet > 3) return this.atTheEnd();
      else this.clock += 310_000;
    }
    throw new Wrong(`it does not end: ${JSON.stringify(this.tabs.map((t) => [plan(t.state, this.clock), t.state]))}`);
  }

  atTheEnd() {
    this.check();
    const waits = this.waitingOf(this.record).filter(({ uid }) => !this.isAtSite(uid));
    const waiting = waits.filter(({ series }) => series !== this.record?.damaged);
    const isMe = this.session?.user === ME;
    const mayStop = !isMe || !this.may;
    this.must(mayStop || !waiting.length, `${waiting.length} changes still wait`);
    if (!isMe && this.record) this.must(!Object.keys(this.record.series).length, "rows stay after the session");
    const lost = [...this.vanished].filter((uid) => !this.isAtSite(uid) && !this.files.has(uid) && !this.left.has(uid));
    this.must(!lost.length || this.counts.emptied, "nobody says that the phone was emptied");
    if (lost.length) this.count("ends with changes that the browser has deleted");
    this.count(waiting.length ? "ends with changes that wait" : "ends with all at the site");
  }
}

const WORDS = { ask: "here", send: "answer", fetch: "fetched" };
const wordFor = (action) => WORDS[action];
const structure = (record) => record && JSON.parse(JSON.stringify(record));

export function schedule(seed, counts = {}, isTold = false) {
  const world = Object.assign(new World(seed), { isTold });
  try {
    const steps = 40 + world.dice() * 120;
    for (let step = 0; step < steps; step++) {
      world.step();
      world.check();
    }
    world.end();
  } catch (error) {
    return `seed ${seed}: ${error instanceof Wrong ? error.message : error.stack}`;
  }
  for (const [what, times] of Object.entries(world.counts)) counts[what] = (counts[what] ?? 0) + times;
  return null;
}

// The first fault, and how often what happened in the schedules without one.
export function schedules(first, count) {
  const counts = {};
  for (let seed = first; seed < first + count; seed++) {
    const fault = schedule(seed, counts);
    if (fault) return { fault, counts };
  }
  return { fault: null, counts };
}

if (globalThis.WorkerGlobalScope) onmessage = ({ data }) => postMessage(schedules(...data));
