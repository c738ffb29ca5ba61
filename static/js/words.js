// Words and figures that scripts write, and the browser's storage.

// Writes digits of the page's language, which not every browser knows.
export function inDigits(text) {
  return String(text).replace(/\d/g, (digit) => document.body.dataset.digits[digit]);
}

// Returns typed text with the digits 0 to 9.
export function plain(text) {
  const { digits } = document.body.dataset;
  return text.replace(/./g, (sign) => (digits.includes(sign) ? digits.indexOf(sign) : sign));
}

export function decimalSign() {
  return document.body.dataset.decimal;
}

// Puts values into the gaps of a sentence: "One more: {name}".
export function fill(sentence, values) {
  return sentence.replace(/{(\w+)}/g, (gap, name) => values[name] ?? gap);
}

// Fills the gaps in every text below a node.
export function fillIn(root, values) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) walker.currentNode.data = fill(walker.currentNode.data, values);
}

// If storage is refused, as in some private windows, reading returns undefined and nothing is stored.
function guarded(name) {
  const attempt = (action) => {
    try {
      return action(window[name]);
    } catch {
      return undefined;
    }
  };
  return {
    get: (key) => attempt((storage) => storage.getItem(key)),
    set: (key, text) => attempt((storage) => storage.setItem(key, text)),
    remove: (key) => attempt((storage) => storage.removeItem(key)),
    keys: (start) => attempt((storage) => Object.keys(storage).filter((key) => key.startsWith(start))) ?? [],
    read: (key) => attempt((storage) => JSON.parse(storage.getItem(key))),
  };
}

export const local = guarded("localStorage");
export const session = guarded("sessionStorage");
