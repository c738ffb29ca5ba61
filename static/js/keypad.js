// The keypad of the entry screen. It writes into the tiles, moves between them, and shows the points that are left.
// The server scores the figures while they are typed.
import { prepareAll } from "./elements.js";
import { decimalSign, fill, inDigits, plain } from "./words.js";

const WAIT = 350; // ms, longer than between two keys: no preview of 1 on the way to 14
const LONGEST = 8;
const PARTS = { 25: "¼", 50: "½", 75: "¾" };
const SIZES = { "¼": 25, "½": 50, "¾": 75 };
const ABSENT = "–"; // instead of a figure: the player sits out

export function watch() {
  prepareAll("[data-keypad]", (tiles) => new Keypad(tiles));
}

class Keypad {
  constructor(tiles) {
    this.form = tiles.closest("form");
    this.words = tiles.dataset;
    const inputs = [...tiles.querySelectorAll(".seat-tile__input")];
    this.bids = inputs.filter((input) => "bid" in input.dataset);
    this.figures = inputs.filter((input) => !this.bids.includes(input));
    this.inputs = [...this.bids, ...this.figures]; // all bids come before all figures
    this.notes = this.form.querySelector("#entry-notes");
    this.remainder = this.form.querySelector("[data-remainder]");
    this.wordKeys = [...this.form.querySelectorAll("[data-key=word]")];
    this.nextKey = this.form.querySelector("[data-key=next] .key__word");
    this.active = this.inputs.find((input) => input.hasAttribute("aria-invalid")) ?? this.open[0] ?? this.inputs[0];
    this.fresh = true; // the next digit replaces the figure in the tile
    this.listen();
    this.reveal();
    this.refresh();
    // If the first fault of a refused hand is a question, the question has the focus.
    if (this.form.querySelector("[data-focus-after-swap], [autofocus]:not(.seat-tile__input)")) this.mark(this.active);
    else this.activate(this.active);
    // The message of a refused Save stays until a change. The keys must not cover the last question.
    if (this.form.dataset.refused) {
      clearTimeout(this.timer);
      const asked = [...this.form.querySelectorAll(".entry__asks > :not(.entry__further)")].at(-1);
      const keys = this.form.querySelector(".entry__keys");
      const covered = (asked?.getBoundingClientRect().bottom ?? 0) - keys.getBoundingClientRect().top;
      if (covered > 0 && getComputedStyle(keys).position === "sticky") scrollBy(0, covered);
    }
  }

  get open() {
    return this.inputs.filter((input) => !input.value.trim() && this.isNeeded(input));
  }

  // A player who sits out has no figures. If only one player bids, the others need neither bid nor figure.
  isNeeded(input) {
    if ([...tileOf(input).querySelectorAll("input")].some((each) => each.value === ABSENT)) return false;
    if (this.words.bids !== "one") return true;
    const made = this.bids.filter((bid) => bid.value.trim());
    return this.bids.includes(input) ? !made.length : made.some((bid) => tileOf(bid) === tileOf(input));
  }

  get isSending() {
    return this.form.hasAttribute("aria-busy");
  }

  listen() {
    const keys = this.form.querySelector("[data-keys]");
    // The cursor stays in the tile, so that the keyboard works as well.
    keys.addEventListener("mousedown", (event) => event.preventDefault());
    keys.addEventListener("click", (event) => this.onKey(event.target.closest("[data-key]")));
    for (const input of this.inputs) {
      input.addEventListener("focus", () => this.mark(input));
      input.addEventListener("input", () => this.changed(input));
      input.addEventListener("keydown", (event) => this.onKeyboard(event));
    }
    this.form.addEventListener("change", (event) => this.inputs.includes(event.target) || this.changed(null));
    this.form.addEventListener("entry:filled", () => this.refilled());
    this.form.querySelector(".entry__more")?.addEventListener("click", (event) => this.showOpened(event));
    this.notes.addEventListener("htmx:beforeSwap", (event) => this.dropIfStale(event));
    this.notes.addEventListener("htmx:afterSettle", () => this.showFaults());
    // A failed preview is no problem, because Save checks the hand as well.
    for (const name of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
      this.notes.addEventListener(name, (event) => event.stopPropagation());
    }
  }

  // The further questions open below the keys.
  showOpened({ target, currentTarget: questions }) {
    if (!target.closest("summary")) return;
    requestAnimationFrame(() => questions.open && questions.scrollIntoView());
  }

  reveal() {
    for (const input of this.inputs) input.inputMode = "none";
    this.form.querySelector("[data-keys]").hidden = false;
    if (this.remainder) this.remainder.hidden = false;
  }

  // --- Keys

  onKey(pressed) {
    const key = pressed?.dataset.key;
    if (!key || this.isSending) return;
    if (key === "next") this.next();
    else if (key === "word") this.bidWord(pressed.textContent);
    else if (key === "delete") this.remove();
    else if (key === "minus") this.write(turned(this.active.value));
    else if (key === "absent") this.sitOut();
    else this.append(key);
  }

  onKeyboard(event) {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    if (event.repeat || this.isSending) return;
    if (this.goesOn) this.next();
    else this.form.requestSubmit();
  }

  // Whether Enter goes to another tile and does not save: a needed tile is empty. If a blank means 0, it must be a later
  // tile.
  get goesOn() {
    const at = this.inputs.indexOf(this.active);
    return this.open.some((input) => !this.words.blankIsZero || this.inputs.indexOf(input) > at);
  }

  append(key) {
    const point = decimalSign();
    const sign = { half: "½", point }[key] ?? inDigits(key);
    const before = this.fresh || this.isWord(this.active.value) ? "" : this.active.value;
    const fits = before.length < LONGEST && !before.endsWith("½") && !(key === "point" && before.includes(point));
    if (fits) this.write(before + sign);
  }

  // On an empty tile this does nothing: it does not go back to the tile before.
  remove() {
    const { value } = this.active;
    if (value) this.write(this.isWord(value) ? "" : value.slice(0, -1));
  }

  // A word is a whole bid.
  bidWord(word) {
    this.write(word);
    this.activate(this.nextOpen() ?? this.following());
  }

  isWord(text) {
    return text === ABSENT || this.wordKeys.some((key) => key.textContent === text);
  }

  sitOut() {
    const [first] = tileOf(this.active).querySelectorAll("input");
    this.active = first;
    this.write(ABSENT);
    this.activate(this.nextOpen() ?? this.following());
  }

  write(text) {
    this.active.value = text;
    this.changed(this.active);
  }

  next() {
    const last = this.fillable();
    if (last) this.fill(last);
    else this.activate(this.nextOpen() ?? this.following());
  }

  fill(input) {
    input.value = this.inWords(this.left());
    this.activate(input);
    this.changed(null);
    this.fresh = true;
    this.preview(0);
  }

  // The only empty tile, if there are points left for it.
  fillable() {
    const left = this.left();
    const possible = left !== null && (left >= 0 || this.words.belowZero);
    const [input, ...others] = this.open;
    return input && !others.length && possible && this.figures.includes(input) ? input : null;
  }

  nextOpen() {
    const at = this.inputs.indexOf(this.active);
    const inTurn = [...this.inputs.slice(at + 1), ...this.inputs.slice(0, at)];
    return inTurn.find((input) => this.open.includes(input));
  }

  following() {
    return this.inputs[(this.inputs.indexOf(this.active) + 1) % this.inputs.length];
  }

  activate(input) {
    input.focus({ preventScroll: true });
    tileOf(input).scrollIntoView({ block: "nearest" });
    if (input.value) input.select();
    this.mark(input);
  }

  mark(input) {
    this.active = input;
    this.fresh = true;
    for (const each of this.inputs) {
      tileOf(each).classList.toggle("seat-tile--typing", tileOf(each) === tileOf(input));
      each.classList.toggle("seat-tile__input--typing", each === input);
    }
    for (const part of this.form.querySelectorAll("[data-part-of]")) {
      part.toggleAttribute("data-shown", part.dataset.partOf === input.name);
    }
    this.refresh();
    if (this.open.length < this.inputs.length) this.preview(0);
  }

  // --- After a change

  changed(input) {
    this.fresh = false;
    if (input) this.forget(input);
    this.refresh();
    this.preview(WAIT);
    this.form.dispatchEvent(new CustomEvent("entry:changed", { bubbles: true }));
  }

  // saving.js has put back a hand that was typed earlier.
  refilled() {
    this.refresh();
    this.activate(this.open[0] ?? this.inputs[0]);
  }

  // Removes the preview of the figure that this tile had before.
  forget(input) {
    this.notes.replaceChildren();
    tileOf(input).classList.remove("seat-tile--wrong");
    input.removeAttribute("aria-invalid");
    const foot = tileOf(input).querySelector(".seat-tile__foot");
    foot.textContent = foot.dataset.standing ?? "";
  }

  preview(wait) {
    clearTimeout(this.timer);
    const ask = () => this.notes.isConnected && !this.isSending && window.htmx.trigger(this.notes, "preview");
    this.timer = setTimeout(ask, wait);
  }

  // Drop a preview of figures that have been changed or saved since.
  dropIfStale(event) {
    const asked = event.detail.requestConfig.parameters;
    const isCurrent = this.notes.isConnected && this.inputs.every((input) => asked[input.name] === input.value);
    if (!isCurrent) event.detail.shouldSwap = false;
  }

  showFaults() {
    for (const input of this.inputs) {
      const wrong = tileOf(input).querySelector(".seat-tile__foot").hasAttribute("data-wrong");
      tileOf(input).classList.toggle("seat-tile--wrong", wrong);
      if (wrong) input.setAttribute("aria-invalid", "true");
      else input.removeAttribute("aria-invalid");
    }
  }

  refresh() {
    if (this.remainder) {
      const [text, state] = this.leftInWords();
      this.remainder.textContent = text;
      this.remainder.className = `remainder${state && ` remainder--${state}`}`;
    }
    const next = this.fillable() ? this.say("fill", this.left()) : this.words.next;
    this.nextKey.lastChild.textContent = next;
    for (const bid of this.bids) bid.classList.toggle("seat-tile__input--word", this.isWord(bid.value));
    for (const key of this.wordKeys) key.disabled = !this.bids.includes(this.active);
    // Bids alone can be saved before the play.
    const before = this.bids.length > 0 && !this.open.some((input) => this.bids.includes(input));
    const alone = before && this.figures.every((input) => !input.value.trim());
    for (const text of this.form.querySelectorAll("[data-saves]")) {
      text.hidden = this.bids.length > 0 && (text.dataset.saves === "bids") !== alone;
    }
  }

  leftInWords() {
    const left = this.left();
    if (this.bids.includes(this.active)) {
      return [this.say("bid", this.sum(this.bids) ?? 0), ""];
    }
    if (left === null) return ["", ""];
    const tooMany = left < 0 && !(this.words.belowZero && this.open.length);
    if (tooMany) return [this.say("tooMany", -left), "wrong"];
    if (this.open.length && (left || !this.words.blankIsZero)) return [this.say("left", left), ""];
    if (left) return [this.say("missing", left), "wrong"];
    return [this.say("done", this.hasAll() ? this.allTaken : hundredths(this.words.total)), "done"];
  }

  say(sentence, points) {
    return fill(this.words[sentence], { points: this.inWords(points), total: this.inWords(hundredths(this.words.total)) });
  }

  // --- Figures, as integers in hundredths

  left() {
    const sum = this.words.total ? this.sum(this.figures) : null;
    if (sum === null) return null;
    return (this.hasAll() ? this.allTaken : hundredths(this.words.total)) - sum;
  }

  // The figure by which a side says that it took everything, such as 257 for a match in Jass; null if there is none.
  get allTaken() {
    return this.words.allTaken ? hundredths(this.words.allTaken) : null;
  }

  hasAll() {
    return this.allTaken !== null && this.figures.some((input) => this.read(input.value) === this.allTaken);
  }

  // Null if a figure cannot be read.
  sum(inputs) {
    const typed = inputs.map((input) => input.value.trim()).filter((text) => text && !this.isWord(text));
    const points = typed.map((text) => this.read(text));
    return points.includes(null) ? null : points.reduce((sum, each) => sum + each, 0);
  }

  read(text) {
    const found = /^([-−–]?)(\d*)(?:[.,](\d{0,2}))? ?([¼½¾]?)$/.exec(plain(text.trim()));
    if (!found || !/[\d¼½¾]/.test(found[0]) || (found[3] && found[4])) return null;
    const size = Number(found[2]) * 100 + Number((found[3] ?? "").padEnd(2, "0")) + (SIZES[found[4]] ?? 0);
    return found[1] ? -size : size;
  }

  inWords(points) {
    const [whole, part] = [Math.floor(Math.abs(points) / 100), Math.abs(points) % 100];
    const tail = PARTS[part] ?? (part ? `${decimalSign()}${String(part).padStart(2, "0").replace(/0$/, "")}` : "");
    return inDigits((points < 0 ? "−" : "") + (whole || !tail ? whole : "") + tail);
  }
}

function tileOf(input) {
  return input.closest(".seat-tile");
}

function turned(text) {
  return /^[-−–]/.test(text) ? text.slice(1) : `−${text}`;
}

function hundredths(text) {
  return Math.round(Number(text) * 100);
}
