// A made-up world around plan.js: a site, what lies in a phone, two tabs, a bad network, a wrong clock, other people.
// Each schedule follows from its seed. After each step and at its end it is checked that nothing is lost or doubled.
import { plan, write } from "./plan.js";
import { ME, PLACES, Wrong } from "./site.js";
import { Tabs } from "./tabs.js";

const HOUR = 3600_000;

class World extends Tabs {
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

  // The owner reads the file in: in order, up to the first change that does not fit.
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
    if (this.chance(0.5)) return; // the session has ended at the site, and the phone does not know it yet
    this.saveFile();
    if (!this.record && this.cookie) this.count("emptied"); // the page for signing out says so
    this.record = null;
    this.cookie = 0;
  }

  signIn(user) {
    this.session = { user, token: ++this.tokens };
  }

  damage() {
    if (!this.record || !this.waitingOf(this.record).length) return;
    this.record.damaged = this.one(this.waitingOf(this.record)).series;
    for (const tab of this.tabs) this.close(tab); // the damage is noticed when the record is read
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

  // The network is back, and people answer what they are asked: all that can be sent is sent, and the schedule ends.
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

// Returns the first fault, and how often each thing happened in the schedules without a fault.
export function schedules(first, count) {
  const counts = {};
  for (let seed = first; seed < first + count; seed++) {
    const fault = schedule(seed, counts);
    if (fault) return { fault, counts };
  }
  return { fault: null, counts };
}

if (globalThis.WorkerGlobalScope) onmessage = ({ data }) => postMessage(schedules(...data));
