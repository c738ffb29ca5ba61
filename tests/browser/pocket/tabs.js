// Two tabs of the made-up world, and the network between them and its site: they do what plan.js says.
import { FIRST, after, plan } from "./plan.js";
import { ME, Site, copy } from "./site.js";

const EVENTS = { ask: "here", send: "answer", fetch: "fetched" }; // the event for the answer to each action

export class Tabs extends Site {
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
    if (action.do in EVENTS) this.request(tab, action);
    else this.doInPhone(tab, action);
    return true;
  }

  open(tab) {
    if (this.locked && this.locked !== tab) {
      if (!tab.memory) {
        this.reopen(tab); // a tab without the lock may show what is stored
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
    tab.memory = copy(this.record);
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
    this.say(tab, { what: EVENTS[wire.do], key: wire.key, series: wire.series, status: 0 });
  }

  deliver(wire) {
    const luck = this.calm ? 1 : this.dice();
    if (!wire.went) {
      if (!this.calm && (!this.network || luck < 0.12)) return this.drop(wire);
      wire.went = true;
      if (luck < 0.17) wire.answer = { status: this.one([500, 502, 503, 429, 408]) };
      else wire.answer = this.site(wire);
      // The answer of a proxy, or of a hotel's sign-in page.
      if (luck > 0.17 && luck < 0.2) wire.answer = { status: this.one([502, 504, 0]) };
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
    const event = { what: EVENTS[wire.do], key: wire.key, series: wire.series, status, pause: this.one([0, 5000]) };
    if (wire.do === "ask" && status === 200) {
      tab.token = answer.token;
      if (answer.user === ME) this.sure.push(this.clock);
      Object.assign(event, { user: answer.user, bundle: answer.bundle });
    }
    if (wire.do === "fetch" && status === 200) {
      // The rows are of the person who is signed in: another person's are of no use.
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
    // Without room the change is sent again after the next start, which does no harm.
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
}
