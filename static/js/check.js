// The page behind a sheet's QR code: reads the code in the address, shows its figures, and asks the site.
import { isSigned, lowest, readCode } from "./seal.js";

const page = document.querySelector("[data-check]");
const answer = document.getElementById("check-answer");
const figures = document.getElementById("check-figures");
const BY_HAND = { "1/4": "¼", "1/2": "½", "3/4": "¾", "1/3": "⅓", "2/3": "⅔" };

if (location.hash.length > 1) check(location.hash.slice(1));
window.addEventListener("hashchange", () => location.hash.length > 1 && check(location.hash.slice(1)));

async function check(code) {
  const seal = readCode(code);
  figures.hidden = !seal;
  if (!seal) return say("unreadable");
  show(seal);
  say("asking");
  const [byBrowser, bySite] = await Promise.all([askBrowser(seal), askSite(code)]);
  if (byBrowser === false) return say("forged"); // whatever the site says
  if (bySite === null) say(byBrowser ? "alone-true" : "alone");
  else if (bySite) answer.innerHTML = bySite; // the site's own template
  else say("too-often");
  figures.querySelector("[data-payments-part]").hidden =
    !seal.payments.length || Boolean(answer.querySelector("[data-points-only]"));
  const line = figures.querySelector("[data-browser]");
  line.hidden = bySite === null;
  line.textContent = word(byBrowser ? "browser-true" : "browser-cannot").textContent;
}

// What is kept of the keys will do where there is no network.
async function askBrowser(seal) {
  for (const cache of ["no-cache", "force-cache"]) {
    try {
      const answered = await fetch(page.dataset.keys, { cache, headers: { Accept: "application/json" } });
      if (!answered.ok) continue;
      const { keys } = await answered.json();
      // An older list may not have the key that signs today.
      return cache === "force-cache" && !keys.some(({ id }) => id === seal.key) ? null : await isSigned(seal, keys);
    } catch {
      // No network.
    }
  }
  return null;
}

// The site's answer as HTML; null if there is none, empty if it was asked too often.
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

function show(seal) {
  const seats = seal.places.map((_place, seat) => seat);
  const byPlace = seats.sort((one, other) => seal.places[one][0] - seal.places[other][0] || one - other);
  figures.querySelector("[data-sealed-places]").replaceChildren(
    ...byPlace.map((seat) => {
      const row = word("place").firstElementChild;
      [label(seal.places[seat]), digits(seat + 1), points(seal.totals[seat], seal.parts)].forEach(
        (text, cell) => (row.cells[cell].textContent = text),
      );
      return row;
    }),
  );
  figures.querySelector("[data-payments-part]").hidden = true; // until the site has said whether its circle shows money
  figures.querySelector("[data-payments]").replaceChildren(
    ...seal.payments.map((paid) => {
      const row = word("payment").firstElementChild;
      const parts = { "{payer}": whose(seal, paid.payer), "{payee}": whose(seal, paid.payee), "{money}": money(paid.amount, seal.currency) };
      const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        walker.currentNode.data = walker.currentNode.data.replace(/\{\w+\}/g, (name) => parts[name]);
      }
      return row;
    }),
  );
  figures.querySelector("[data-version]").textContent = digits(seal.version);
  figures.querySelector("[data-head]").textContent = seal.head.slice(0, 12);
  figures.querySelector("[data-key]").textContent = seal.key;
}

function whose(seal, seat) {
  const [first, last] = seal.places[seat], place = label(seal.places[seat]);
  const shared = seal.places.filter((other) => other[0] === first && other[1] === last).length > 1;
  return shared ? word("whose").textContent.replace("{place}", place).replace("{seat}", digits(seat + 1)) : place;
}

function label([first, last]) {
  return digits(first === last ? first : `${first}–${last}`);
}

function points(total, parts) {
  const [top, bottom] = lowest(total, parts), size = top < 0n ? -top : top;
  const whole = size / bottom, rest = size % bottom;
  let text = `${whole}`;
  if (rest) {
    const byHand = BY_HAND[`${rest}/${bottom}`], decimal = decimals(size, bottom);
    text = byHand ? `${whole || ""}${byHand}` : (decimal ?? `${size}/${bottom}`);
  }
  return (top < 0n ? "−" : "") + digits(text);
}

// With at most six decimals, if that is exact.
function decimals(top, bottom) {
  const scaled = top * 10n ** 6n;
  if (scaled % bottom) return null;
  const text = `${scaled / bottom}`.padStart(7, "0");
  return `${text.slice(0, -6)}${page.dataset.decimal}${text.slice(-6).replace(/0+$/, "")}`;
}

function money(amount, currency) {
  const minor = JSON.parse(document.getElementById("check-currency-digits").textContent)[currency] ?? 2;
  const text = `${amount}`.padStart(minor + 1, "0"), whole = minor ? text.slice(0, -minor) : text;
  const grouped = new Intl.NumberFormat(`${document.documentElement.lang}-u-nu-latn`).format(BigInt(whole));
  const figure = digits(grouped) + (minor ? page.dataset.decimal + digits(text.slice(-minor)) : "");
  return page.dataset.money.replace("0", figure).replace("XXX", currency);
}

function digits(text) {
  return `${text}`.replace(/[0-9]/g, (digit) => [...page.dataset.digits][digit]);
}

function word(name) {
  return page.querySelector(`[data-word="${name}"]`).content.cloneNode(true);
}

function say(name) {
  answer.replaceChildren(word(name));
}
