// Sends the waiting changes of this phone: carries out the actions of plan.js one at a time, and reports their results.
//
// Arguments of sending():
//   phone()      a promise of the worker that has the site in it
//   update(f)    changes the person's stored record in one step, and returns the record; fails without room
//   inOrder(f)   runs f between two requests of the frame
//   show(action, state)   shows on the screen what plan.js does next
//   renew()      fetches the newest bundle
import { FIRST, after, plan, write } from "./plan.js";
import { waitingIn } from "./store.js";

const PATIENCE = 20_000; // milliseconds for an answer

export function sending(record, { phone, update, inOrder, show, renew }) {
  let state = FIRST;
  let timer = 0;
  let token = "";
  let onItsWay; // aborts the request whose answer is awaited
  let changes = []; // the waiting changes, as ledger/pocket/phone/waiting.py returns them
  const rows = {}; // by series, as the site has just given them
  const rights = {}; // by series the keys of this phone's hands that replace those of the site, as the person decided

  function tell(event) {
    state = after(state, { ...event, now: Date.now() });
    next();
  }

  function next() {
    clearTimeout(timer);
    const action = plan(state, Date.now());
    show(action, state);
    if (action.for) timer = setTimeout(next, action.for);
    if (!does[action.do]) return;
    state = after(state, { what: "begun", action });
    does[action.do](action)
      .catch((error) => {
        console.error(error);
        return { stored: false };
      })
      .then(tell);
  }

  function ask(method, address, options) {
    onItsWay = new AbortController();
    return request(method, address, onItsWay.signal, options);
  }

  const ids = () => changes.map(({ key, series, damaged }) => ({ key, series, damaged }));

  // Counts the waiting changes in the worker's database, and those left of series that the person may no longer see.
  async function count() {
    const nothing = { changes: [], drafting: false };
    return take(record.database ? await (await phone()).ask("waiting", { series: record.series }) : nothing);
  }

  function take({ changes: here, drafting }) {
    changes = [...(record.left ?? []), ...here];
    document.cookie = `pocket_waiting=${changes.length}; path=/pocket/; max-age=31536000; samesite=lax`;
    return { queue: ids(), drafting };
  }

  async function store(change) {
    try {
      record = await update(change);
      return true;
    } catch (error) {
      console.error(error);
      return false;
    }
  }

  // Changes the worker's database, and stores it together with the record. Without room, both stay as they were.
  async function inDatabase(what, details, change) {
    const worker = await phone();
    const before = await worker.ask("database");
    const result = await worker.ask(what, details);
    if (result?.length) return { result };
    const database = await worker.ask("database");
    const then = { ...record, series: { ...record.series } };
    change(then);
    const here = await worker.ask("waiting", { series: then.series });
    const stored = await store((now) => {
      Object.assign(now, { database, changes: here.changes });
      change(now);
    });
    if (!stored) await worker.ask("restore", { database: before });
    return { stored };
  }

  const does = {
    async ask() {
      const { status, said } = await ask("GET", "/pocket/here/");
      token = said?.csrf;
      if (said?.user?.id === record.user.id) await store((now) => (now.heard = Date.now()));
      return { what: "here", status, user: said?.user?.id ?? null, bundle: said?.bundle };
    },
    async send({ key, series }) {
      const { request: call, number } = changes.find((change) => change.key === key);
      const [method, path, body] = call;
      const headers = { "Content-Type": "application/json", "X-CSRFToken": token };
      if (number) headers["Idempotency-Key"] = key;
      const isDeletion = method === "DELETE";
      const address = `/api/v1/${path}${isDeletion ? `?${new URLSearchParams(body)}` : ""}`;
      const answer = await ask(method, address, { headers, body: isDeletion ? undefined : JSON.stringify(body) });
      const { said, pause } = answer;
      const status = answer.status < 300 && !isReceipt(answer, { key, series, number }) ? 0 : answer.status;
      return { what: "answer", key, series, status, pause, problems: said?.problems?.map(({ message }) => message) };
    },
    async fetch({ series }) {
      const { status, said, pause } = await ask("GET", `/pocket/rows/${series}/`);
      if (said?.rows && said.user.id !== record.user.id) return { what: "fetched", series, status: 401 };
      rows[series] = said;
      const events = said?.rows?.filter(({ model }) => model === "series.event").map(({ fields }) => fields) ?? [];
      const has = changes.filter((mine) => events.some((event) => isSame(mine, event))).map(({ key }) => key);
      return { what: "fetched", series, status, pause, has };
    },
    drop: ({ key }) => inOrder(async () => {
      const sent = changes.find((change) => change.key === key);
      const isStored = await store((now) => acknowledge(now, sent));
      if (!isStored) acknowledge(record, sent); // the change is sent again after the next start, which does no harm
      return { what: "dropped", ...(await count()) };
    }),
    clear: ({ series }) => inOrder(async () => {
      const gone = changes.filter((change) => series.includes(change.series));
      const change = (now) => {
        now.left = [...(now.left ?? []).filter((one) => !series.includes(one.series)), ...gone];
        for (const id of series) delete now.series[id];
        if (!Object.keys(now.series).length) Object.assign(now, { database: null, changes: [], cookies: {} });
      };
      if (record.database) return { what: "cleared", series, ...(await inDatabase("forget", { series }, change)) };
      return { what: "cleared", series, stored: await store(change) };
    }),
    again: ({ series, drop }) => inOrder(async () => {
      const mine = changes.filter((change) => change.series === series);
      const details = { series, rows: rows[series].rows, changes: mine, drop, right: rights[series] ?? [] };
      const { result: left, stored } = await inDatabase("again", details, (now) => {
        now.left = now.left?.filter((change) => change.series !== series);
        now.series[series] = asFetched(series);
      });
      if (stored) delete rights[series];
      return left ? { what: "again", series, queue: ids(), left } : { what: "again", series, stored, ...(await count()) };
    }),
    settle: () => inOrder(async () => {
      // A change was entered while the rows were fetched.
      if (state.queue.length || state.drafting || !state.kept.every((id) => state.rows[id])) {
        return { what: "settled", stored: false };
      }
      const worker = state.kept.length && (await phone());
      for (const id of state.kept) await worker.ask("load", { series: id, rows: rows[id].rows });
      const stored = await store((now) => {
        now.series = Object.fromEntries(state.kept.map((id) => [id, asFetched(id)]));
        Object.assign(now, { database: null, changes: [], left: [], waiting: 0 });
      });
      return { what: "settled", stored };
    }),
    async update() {
      await renew().catch(console.error); // a failed fetch is repeated the next time
      return { what: "updated" };
    },
  };

  function asFetched(id) {
    const { series, rows: fetched } = rows[id];
    return { ...series, rows: fetched, sent: [], texts: {} };
  }

  return {
    async open() {
      const found = await count();
      const kept = Object.keys(record.series);
      const sure = Math.max(record.heard, record.asked ?? 0);
      const bundle = record.bundle?.version ?? "";
      tell({ what: "opened", stored: { person: record.user.id, bundle, kept, sure, ...found } });
    },
    // Called after a change was stored, with the changes that wait then.
    wrote(now, waiting) {
      record = now;
      tell({ what: "wrote", ...take(waiting) });
    },
    // Shows the action of plan.js again, after the screen has shown something else.
    repeat: () => show(plan(state, Date.now()), state),
    // Called when the phone or the person says that there is signal: an earlier answer is no longer awaited.
    woken() {
      tell({ what: "woken" });
      onItsWay?.abort();
    },
    confirmed: () => tell({ what: "confirmed" }),
    chosen(series, drop, right) {
      if (right) rights[series] = right;
      tell({ what: "chosen", series, drop });
    },
    mayWrite: () => write(state, Date.now()),
    changes: () => changes,
    rowsOf: (series) => rows[series],
    file: () => fileOf(record, changes),
  };
}

// The site's own answers have the header X-Khata. Status 0: no answer, or one from a proxy or a hotel's sign-in page.
async function request(method, address, stop, options = {}) {
  try {
    const signal = AbortSignal.any([stop, AbortSignal.timeout(PATIENCE)]);
    const answer = await fetch(address, { method, cache: "no-store", redirect: "error", signal, ...options });
    const isJson = answer.headers.get("Content-Type")?.includes("json");
    const isOurs = answer.headers.has("X-Khata") && (isJson || answer.status === 204);
    const said = isJson ? await answer.json() : null;
    const pause = Number(answer.headers.get("Retry-After")) * 1000;
    return { status: isOurs ? answer.status : 0, said, pause, key: answer.headers.get("Idempotency-Key") };
  } catch {
    return { status: 0 };
  }
}

// Whether the API's answer says that the change has arrived: it names the key of the change, the series and its
// version. Places and notes have no key, and the answer to a discarded series has no body.
function isReceipt({ status, said, key: named }, { key, series, number }) {
  if (number && named !== key) return false;
  return status === 204 || (said?.id === series && Number.isInteger(said.version)) || (!number && Boolean(said));
}

// Whether the site's event is this change. With the same key, a hand may still have other content.
function isSame(mine, event) {
  const isHand = ["recorded", "corrected"].includes(mine.kind);
  if (event.key !== mine.key || event.kind !== mine.kind || event.hand_number !== mine.hand) return false;
  return !isHand || (canonical(event.content) === canonical(mine.content) && event.reason === mine.reason);
}

function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical)}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return `{${Object.keys(value).sort().map((name) => `${name}:${canonical(value[name])}`)}}`;
}

function acknowledge(record, { key, series, name, content, kind, request: [, , body] }) {
  for (const list of ["left", "changes"]) record[list] = record[list]?.filter((change) => change.key !== key);
  const known = (record.series[series] ??= { version: 0, hash: "", rows: [] });
  known.sent = [...(known.sent ?? []), key];
  known.texts = { ...known.texts };
  if (name) known.texts[name] = content;
  if (kind === "started") Object.assign(known.texts, { place: body.place, note: body.note });
}

// Returns the waiting changes as a file, which can be read in at the site.
export function fileOf(record, changes = waitingIn(record)) {
  const { user, series } = record;
  const head = ({ version, hash, name, circle }) => ({ version, hash, name, circle });
  const of = Object.fromEntries(Object.entries(series).map(([id, each]) => [id, head(each)]));
  const content = { khata: "waiting", version: 1, site: location.origin, user, series: of, changes };
  return new File([JSON.stringify(content)], `khata-${new Date().toISOString().slice(0, 10)}.json`, {
    type: "application/json",
  });
}

export function saveFile(file) {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: file.name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
