// What a phone does next with its waiting changes. All functions here are pure: no network, no storage, no clock.
// sending.js carries out the action of plan(), and gives the result to after(). tests/browser/pocket/simulation.js runs
// both against a made-up world of lost answers, crashes and other people.

export const ASKS_WHO_AFTER = 12 * 3600_000; // milliseconds without signal: then the phone asks who holds it
const PAUSES = [2, 4, 8, 15, 30, 60, 120, 300].map((seconds) => seconds * 1000);
const UNTIL_DECIDED = ["conflict", "left_out"]; // a new try would have the same result
const LATER = [408, 425, 429]; // the site asks to try again later
const DOUBTS = [401, 403, 404]; // perhaps only because somebody has signed out or in meanwhile

export const FIRST = {
  lock: false, // this tab alone works with the stored record, which it reads once it has the lock
  person: null, // the id of the person whose changes wait; null: nothing is stored in this phone
  remembered: 0, // from a cookie: how many changes waited when something was last stored
  queue: [], // the waiting changes, oldest first: {key, series, damaged}
  kept: [], // the series whose rows are in the phone
  drafting: false, // a hand is being written down card by card: it cannot be sent yet
  busy: false, // an action is under way
  woken: false, // signal came back since the action began, so its answer may be an old one
  here: undefined, // who is signed in at the site: an id, null for nobody, undefined before the site is asked
  doubted: null, // the key or series of a first refusal: the site is then asked again who is signed in
  done: null, // the key of a change that the site has, and that is still stored here as waiting
  look: null, // {key, series, why} of a change that was refused: the rows show whether the site has it all the same
  rows: {}, // the series whose rows were fetched since something last changed
  gone: null, // a series that this person may no longer see
  stopped: {}, // by series {why, key, …}, until the person decides or the change is tried again
  chosen: {}, // by series the keys that the person leaves out; the others are recorded again on top of the site's rows
  settled: false, // the site's rows have taken the place of the phone's changes
  bundle: "", // the version of Khata in this phone
  newest: "", // the version at the site
  sure: 0, // when it was last certain who holds the phone
  tries: 0, // how many requests in a row had no answer
  tried: 0, // when the last of these failed
  pause: 0, // how long the site has asked to wait
};

const stop = (why, more) => ({ do: "stop", why, ...more });

export function plan(s, now) {
  if (!s.lock) return { do: "lock" };
  if (s.busy) return { do: "wait" };
  if (s.person === null) return s.remembered ? stop("emptied", { count: s.remembered }) : { do: "leave" };
  if (s.done) return { do: "drop", key: s.done };
  if (s.here === undefined) {
    const waited = now - s.tried; // negative: the clock was set back
    const pause = s.tries ? Math.max(PAUSES[Math.min(s.tries, PAUSES.length) - 1], s.pause) : 0;
    return 0 <= waited && waited < pause ? { do: "wait", for: pause - waited } : { do: "ask" };
  }
  if (s.here !== s.person) {
    if (s.kept.length) return { do: "clear", series: s.kept };
    return stop(s.here === null ? "signed_out" : "other_person");
  }
  if (s.gone) return { do: "clear", series: [s.gone] };
  if (s.look) return { do: "fetch", series: s.look.series };
  const series = Object.keys(s.chosen).find((id) => s.stopped[id]?.why !== "not_allowed");
  if (series) return s.rows[series] ? { do: "again", series, drop: s.chosen[series] } : { do: "fetch", series };
  const next = s.queue.find((change) => !change.damaged && !s.stopped[change.series]);
  if (next) return { do: "send", key: next.key, series: next.series };
  if (s.queue.length) {
    const [{ series: first, damaged }] = s.queue;
    return damaged ? stop("damaged", { series: first }) : stop(s.stopped[first].why, { ...s.stopped[first], series: first });
  }
  if (s.drafting) return { do: "wait" };
  if (s.settled) return s.bundle === s.newest ? { do: "leave" } : { do: "update" };
  const unread = s.kept.find((id) => !s.rows[id]);
  return unread ? { do: "fetch", series: unread } : { do: "settle" };
}

// May a form that was sent in this phone be carried out?
export function write(s, now) {
  if (!s.lock) return stop("elsewhere");
  if (!s.kept.length) return stop("signed_out");
  return now < s.sure || now - s.sure > ASKS_WHO_AFTER ? { do: "question" } : { do: "write" };
}

export function after(s, event) {
  const { what, now } = event;
  if (what === "begun") return { ...s, busy: true, woken: false };
  // Events of the person or of the phone.
  if (what === "woken") {
    const left = Object.entries(s.stopped).filter(([, { why }]) => UNTIL_DECIDED.includes(why));
    const anew = { here: undefined, doubted: null, look: null, gone: null, tries: 0 };
    return { ...s, ...anew, woken: true, stopped: Object.fromEntries(left) };
  }
  if (what === "confirmed") return { ...s, sure: now };
  if (what === "read") return { ...s, remembered: 0 };
  if (what === "chosen") {
    const drop = [...(s.stopped[event.series]?.drop ?? []), ...event.drop];
    return { ...s, chosen: { ...s.chosen, [event.series]: drop } };
  }
  if (what === "wrote") return { ...s, queue: event.queue, drafting: event.drafting, rows: {}, settled: false };
  // Results of actions.
  const then = { ...s, busy: false };
  const later = { ...then, here: undefined, tries: s.tries + 1, tried: now, pause: event.pause ?? 0 };
  if (what === "opened") return { ...then, ...event.stored, lock: true };
  if (event.stored === false) return later;
  if (what === "settled") return { ...then, settled: true };
  if (what === "cleared") {
    const kept = s.kept.filter((id) => !event.series.includes(id));
    const isEmpty = !kept.length && !s.queue.length;
    return { ...then, kept, gone: null, rows: {}, person: isEmpty ? null : s.person, remembered: 0 };
  }
  if (what === "dropped") return { ...then, done: null, queue: event.queue };
  if (what === "again") {
    const { [event.series]: drop, ...chosen } = s.chosen;
    const { [event.series]: _stopped, ...stopped } = s.stopped;
    // If some changes cannot be recorded, none is: perhaps the person leaves these out too.
    if (event.left) stopped[event.series] = { why: "left_out", left: event.left, drop };
    return { ...then, chosen, stopped, rows: {}, queue: event.queue };
  }
  if (what === "updated") return { ...then, bundle: s.newest };
  // Answers of the site. Any other answer, such as a hotel's sign-in page, has status 0 and counts as none.
  const { status, series } = event;
  const isGood = status >= 200 && status < 300;
  const isRefusal = DOUBTS.includes(status) || (what === "answer" && status >= 400 && !LATER.includes(status));
  if (s.woken && (what === "here" || !isGood)) return then; // from before there was signal: ask again at once
  if (!isGood && (!isRefusal || status >= 500)) return later;
  if (what === "here") {
    const isSame = event.user === s.person;
    return { ...then, here: event.user, newest: event.bundle ?? s.bundle, sure: isSame ? now : s.sure };
  }
  const heard = { ...then, tries: 0 };
  const about = what === "answer" ? event.key : series;
  if (DOUBTS.includes(status) && s.doubted !== about) return { ...heard, here: undefined, doubted: about };
  if (what === "answer") {
    if (isGood) return { ...heard, done: event.key, doubted: null, rows: {} };
    const why = status === 409 ? "conflict" : DOUBTS.includes(status) ? "not_allowed" : "refused";
    return { ...heard, look: { key: event.key, series, why, problems: event.problems } };
  }
  // The rows of a series, or the answer that this person may not see the series.
  const seen = { ...heard, look: null, doubted: null, rows: { ...s.rows, [series]: isGood } };
  if (isGood && s.look && event.has.includes(s.look.key)) return { ...seen, done: s.look.key };
  if (s.look) seen.stopped = { ...s.stopped, [series]: s.look };
  if (isGood || (s.look && s.look.why !== "not_allowed")) return seen;
  if (s.chosen[series]) seen.stopped = { ...s.stopped, [series]: { ...s.stopped[series], why: "not_allowed" } };
  return { ...seen, gone: s.kept.includes(series) ? series : null };
}
