// The page behind a sheet's QR code: reads the code in the address, checks its signature, and asks the site. Shows the
// site's answer and figures, or the figures by seats if the site cannot be reached.
import { isSigned, pointsOf, readCode } from "./seal.js";
import { decimalSign, fill, fillIn, inDigits, plain } from "./words.js";

const page = document.querySelector("[data-check]");
const answer = document.getElementById("check-answer");

if (location.hash.length > 1) check(location.hash.slice(1));
window.addEventListener("hashchange", () => location.hash.length > 1 && check(location.hash.slice(1)));

async function check(code) {
  const seal = readCode(code);
  if (!seal) return answer.replaceChildren(word("unreadable"));
  answer.replaceChildren(word("asking"));
  const [byBrowser, bySite] = await Promise.all([askBrowser(seal), askSite(code)]);
  show(bySite, seal);
  if (byBrowser === false) say("forged"); // even if the site says otherwise
  else if (bySite === null) say(byBrowser ? "alone-true" : "alone");
  else if (!bySite) say("too-often");
  const line = answer.querySelector("[data-browser]");
  line.hidden = bySite === null;
  line.append(word(byBrowser ? "browser-true" : "browser-cannot"));
}

// Without a network, the cached keys are used.
async function askBrowser(seal) {
  for (const cache of ["no-cache", "force-cache"]) {
    try {
      const answered = await fetch(page.dataset.keys, { cache, headers: { Accept: "application/json" } });
      if (!answered.ok) continue;
      const { keys } = await answered.json();
      // A cached list may lack the newest key.
      return cache === "force-cache" && !keys.some(({ id }) => id === seal.key) ? null : await isSigned(seal, keys);
    } catch {
      // No network.
    }
  }
  return null;
}

// Returns the site's answer as HTML; null if there is none, empty after too many requests.
async function askSite(code) {
  const form = page.querySelector("form"), body = new FormData(form);
  body.set("code", code);
  try {
    const answered = await fetch(form.action, { method: "POST", body, headers: { "X-Part": "answer" } });
    if (answered.status === 429) return "";
    return answered.ok && answered.headers.has("X-Khata") ? await answered.text() : null;
  } catch {
    return null;
  }
}

// The site's figures are shown only if they belong to the signature that this browser has read.
function show(bySite, seal) {
  answer.innerHTML = bySite || "<div></div>";
  const figures = answer.querySelector("[data-signature]");
  if (figures?.dataset.signature === btoa(String.fromCharCode(...seal.signature))) return;
  figures?.remove();
  answer.append(word("text"));
  showPlaces(seal);
  if (seal.payments?.length) showPayments(seal);
}

// From the first place to the last, by seats, because the code has no names.
function showPlaces(seal) {
  const rows = seal.places.map((place, seat) => ({ place, seat }));
  rows.sort((one, other) => one.place[0] - other.place[0] || one.place[1] - other.place[1] || one.seat - other.seat);
  for (const { place, seat } of rows) {
    const row = answer.querySelector("[data-places]").insertRow();
    const points = pointsOf(seal.totals[seat], seal.parts).replace(".", decimalSign());
    for (const text of [labelOf(place), inDigits(seat + 1), inDigits(points)]) {
      row.insertCell().textContent = text;
    }
    row.lastElementChild.className = "check__figure";
  }
}

function showPayments(seal) {
  const part = answer.querySelector("[data-payments]");
  const money = new Intl.NumberFormat(document.documentElement.lang, { style: "currency", currency: seal.currency });
  const minor = 10 ** money.resolvedOptions().maximumFractionDigits;
  for (const { payer, payee, amount } of seal.payments) {
    const line = word("payment");
    const sum = inDigits(plain(money.format(Number(amount) / minor)));
    fillIn(line, { payer: whose(payer, seal), payee: whose(payee, seal), money: sum });
    part.querySelector("ul").append(line);
  }
  part.hidden = false;
}

// Names a player by place, and by seat too if players share the place.
function whose(seat, seal) {
  const place = labelOf(seal.places[seat]);
  const sharing = seal.places.filter((other) => labelOf(other) === place).length;
  return sharing > 1 ? fill(word("shared-place").textContent, { place, seat: inDigits(seat + 1) }) : place;
}

function labelOf([first, last]) {
  return inDigits(first === last ? first : `${first}–${last}`);
}

function say(name) {
  answer.firstElementChild.replaceChildren(word(name));
}

function word(name) {
  return page.querySelector(`[data-word="${name}"]`).content.cloneNode(true);
}
