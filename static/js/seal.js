// Reads the code of a sheet, and checks whether one of the site's keys has signed it.
// ledger/signing/seal_figures.py explains the format.
const ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789";
const STATUSES = ["open", "finished", "stopped"];
const WITH_PAYMENTS = 4, MOST_SEATS = 32, SIGNATURE_BYTES = 64, MOST_LETTERS = 2000, MOST_VERSION = 10n ** 9n;

// Null unless the code is exactly as the site writes it. Totals and amounts are BigInt; totals count in 1 / `parts`.
export function readCode(code) {
  try {
    const bytes = fromBase64url(code);
    return { ...unpack(bytes.slice(0, -SIGNATURE_BYTES)), signature: bytes.slice(-SIGNATURE_BYTES) };
  } catch {
    return null;
  }
}

// Returns the signed text.
export function textOf(seal) {
  const lines = [
    "Khata seal 1",
    `series ${seal.series}`,
    `version ${seal.version}`,
    `head ${seal.head}`,
    `status ${seal.status}`,
    `places ${seal.places.map(([first, last]) => (first === last ? first : `${first}-${last}`)).join(" ")}`,
    `totals ${seal.totals.map((total) => written(total, seal.parts)).join(" ")}`,
  ];
  if (seal.currency) {
    lines.push(["payments", seal.currency, ...seal.payments.map((paid) => `${paid.payer}>${paid.payee}=${paid.amount}`)].join(" "));
  }
  return [...lines, `key ${seal.key}`].join("\n");
}

// A figure as a sheet has it: 29½, 31⅔, 0.1 or 2/7.
const BY_HAND = { "1/4": "¼", "1/2": "½", "3/4": "¾", "1/3": "⅓", "2/3": "⅔" };

export function pointsOf(total, parts) {
  const [top, bottom] = lowest(total < 0n ? -total : total, parts);
  const sign = total < 0n ? "−" : "", whole = top / bottom, rest = top % bottom;
  if (!rest) return `${sign}${whole}`;
  const mark = BY_HAND[`${rest}/${bottom}`];
  if (mark) return `${sign}${whole || ""}${mark}`;
  const millionths = 10n ** 6n;
  if (millionths % bottom) return `${sign}${top}/${bottom}`;
  return `${sign}${whole}.${String((rest * millionths) / bottom).padStart(6, "0").replace(/0+$/, "")}`;
}

// True or false; null if this browser cannot check signatures.
export async function isSigned(seal, keys) {
  const key = keys.find((each) => each.id === seal.key && each.algorithm === "Ed25519");
  if (!globalThis.crypto?.subtle) return null; // the page was not opened over https
  if (!key) return false;
  try {
    const raw = Uint8Array.from(atob(key.public), (letter) => letter.charCodeAt(0));
    const trusted = await crypto.subtle.importKey("raw", raw, "Ed25519", false, ["verify"]);
    return await crypto.subtle.verify("Ed25519", trusted, seal.signature, new TextEncoder().encode(textOf(seal)));
  } catch {
    return null; // an older browser
  }
}

function lowest(total, parts) {
  const common = divisor(total < 0n ? -total : total, parts);
  return [total / common, parts / common];
}

function written(total, parts) {
  const [top, bottom] = lowest(total, parts);
  return bottom === 1n ? `${top}` : `${top}/${bottom}`;
}

function divisor(one, other) {
  while (other) [one, other] = [other, one % other];
  return one;
}

function fromBase64url(code) {
  if (!/^[A-Za-z0-9_-]+$/.test(code) || code.length > MOST_LETTERS) throw new Error("not base64url");
  const bytes = Uint8Array.from(atob(code.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  const again = btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  if (again !== code) throw new Error("written in another way");
  return bytes;
}

function unpack(bytes) {
  let at = 0;
  const take = (length) => {
    if (at + length > bytes.length) throw new Error("too short");
    return bytes.slice(at, (at += length));
  };
  const number = () => {
    let value = 0n, shift = 0n, byte;
    do {
      [byte] = take(1);
      value |= BigInt(byte & 0x7f) << shift;
      shift += 7n;
    } while (byte > 0x7f);
    if (shift > 7n && byte === 0) throw new Error("a byte too many");
    return value;
  };
  const need = (holds) => {
    if (!holds) throw new Error("impossible");
  };

  const [form, flags] = take(2);
  need(form === 1 && (flags & ~WITH_PAYMENTS) < STATUSES.length);
  const series = letters(take(8));
  const version = number();
  need(version > 0n && version < MOST_VERSION);
  const head = hex(take(16)), key = hex(take(8));
  const seats = Number(number());
  need(seats > 0 && seats <= MOST_SEATS);
  const places = repeat(seats, () => {
    const place = Number(number()), first = (place % MOST_SEATS) + 1, last = first + Math.floor(place / MOST_SEATS);
    need(last <= seats);
    return [first, last];
  });
  const parts = number();
  need(parts > 0n);
  const totals = repeat(seats, () => {
    const folded = number();
    return folded % 2n ? -(folded + 1n) / 2n : folded / 2n;
  });
  need(totals.reduce(divisor, parts) ** 2n === 1n); // totals and parts have no common divisor
  let currency = "", payments = [];
  if (flags & WITH_PAYMENTS) {
    currency = String.fromCharCode(...take(3));
    need(/^[A-Z]{3}$/.test(currency));
    payments = repeat(Number(number()), () => {
      const pair = Number(number()), amount = number();
      const payer = Math.floor(pair / seats), payee = pair % seats;
      need(payer < seats && payer !== payee && amount > 0n);
      return { payer, payee, amount };
    });
  }
  need(at === bytes.length);
  return { series, version, head, key, status: STATUSES[flags & ~WITH_PAYMENTS], places, parts, totals, currency, payments };
}

function repeat(times, make) {
  const made = [];
  while (made.length < times) made.push(make());
  return made;
}

function letters(bytes) {
  let bits = bytes.reduce((all, byte) => (all << 8n) | BigInt(byte), 0n);
  if (bits & 15n) throw new Error("bits of nothing");
  bits >>= 4n;
  return repeat(12, () => {
    const letter = ALPHABET[Number(bits & 31n)];
    bits >>= 5n;
    return letter;
  }).reverse().join("");
}

function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
