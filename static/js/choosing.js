// Hides fields that have no effect with the other choices: data-shown-when="end=target|hands". The server ignores these
// fields, too. "sitting_out!=3" hides a player among the choices who has no part in the hand.
import { decimalSign, fill, inDigits, plain } from "./words.js";

export function watch() {
  document.addEventListener("change", refresh);
  document.addEventListener("htmx:afterSettle", refresh);
  document.addEventListener("entry:changed", refresh); // a figure was typed
  document.addEventListener("entry:filled", refresh); // saving.js has put back a hand that was typed earlier
  document.addEventListener("input", choose);
  refresh();
}

function refresh() {
  for (const part of document.querySelectorAll("[data-shown-when]")) {
    part.hidden = !holds(part);
    part.toggleAttribute("data-shown", !part.hidden);
  }
  document.querySelectorAll("[data-places]").forEach(prepare);
}

// Typing a figure beside a choice chooses it: data-chooses="money" is the value of the radio button.
function choose(event) {
  const value = event.target.dataset.chooses;
  if (value) event.target.closest("fieldset").querySelector(`[value="${value}"]`).checked = true;
}

function holds(part) {
  const chosen = new FormData(part.closest("form"));
  return part.dataset.shownWhen.split(" ").every((condition) => {
    const [name, values] = condition.split("=");
    const named = values.split("|");
    return name.endsWith("!")
      ? !chosen.getAll(name.slice(0, -1)).some((value) => named.includes(value))
      : named.includes(chosen.get(name) ?? "");
  });
}

// --- Places: the filled lines and one more, each with a key that changes the sign, and their sum

const FEWEST = 3;

function prepare(list) {
  if (list.dataset.ready) return;
  list.dataset.ready = "yes";
  for (const line of list.children) line.append(turnKey(list, line.querySelector("input")));
  const sum = document.createElement("p");
  sum.className = "ladder__sum soft";
  list.after(sum);
  list.addEventListener("input", () => tidy(list, sum));
  tidy(list, sum);
}

function turnKey(list, input) {
  const key = document.createElement("button");
  key.type = "button";
  key.className = "button ladder__turn";
  key.textContent = "±";
  key.setAttribute("aria-label", `${list.dataset.turn}: ${input.getAttribute("aria-label")}`);
  key.addEventListener("click", () => {
    input.value = /^[-−]/.test(input.value) ? input.value.slice(1) : `−${input.value}`;
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.focus();
  });
  return key;
}

function tidy(list, sum) {
  const inputs = [...list.querySelectorAll("input")];
  const last = inputs.findLastIndex((input) => input.value.trim());
  inputs.forEach((input, index) => (input.parentElement.hidden = index >= Math.max(FEWEST, last + 2)));
  const figures = inputs.map((input) => read(input.value));
  const known = last >= 0 && !figures.some(Number.isNaN);
  sum.textContent = known ? fill(list.dataset.sum, { points: write(figures) }) : "";
}

// Decimals only. The server reads ½ as well.
function read(text) {
  return Number(plain(text.trim()).replace("−", "-").replace(",", ".") || 0);
}

function write(figures) {
  const sum = Math.round(figures.reduce((total, figure) => total + figure, 0) * 1e6) / 1e6;
  return inDigits(String(sum).replace("-", "−").replace(".", decimalSign()));
}
