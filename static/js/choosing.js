// Shows a field only while the form has certain answers, because with other answers the server ignores the field.
// data-shown-when="end=target|hands": the field "end" has one of these two values. "sitting_out!=3": no field
// "sitting_out" has this value, so a player who sits out is no option. Several conditions are separated by spaces.
import { newButton, prepareAll } from "./elements.js";
import { decimalSign, fill, inDigits, plain } from "./words.js";

export function watch() {
  document.addEventListener("change", refresh);
  document.addEventListener("htmx:afterSettle", refresh);
  document.addEventListener("entry:changed", refresh); // a figure was typed
  document.addEventListener("entry:filled", refresh); // saving.js has put back a hand that was typed earlier
  document.addEventListener("input", choose);
  document.addEventListener("input", makeRoom, true); // before anybody reads the form
  refresh();
  prepareAll("[data-places]", prepare);
}

function refresh() {
  // Tiles with figures come first: a figure in a hidden tile does not count as an answer for the other conditions.
  for (const parts of [".seat-tile[data-shown-when]", "[data-shown-when]"]) document.querySelectorAll(parts).forEach(show);
}

function show(part) {
  part.hidden = !holds(part, part.dataset.shownWhen);
  part.toggleAttribute("data-shown", !part.hidden);
  if (part.hidden && part.matches(".segments__option")) part.querySelector("input").checked = false;
}

// At most data-most checkboxes of a question stay checked, or one if the condition data-one-when holds. If there are too
// many, the one that was checked first is unchecked.
const chosenAt = new WeakMap();
let choices = 0;

function makeRoom(event) {
  chosenAt.set(event.target, ++choices);
  const chosen = [...document.querySelectorAll("[data-most]:checked")];
  chosen.sort((one, other) => (chosenAt.get(one) ?? 0) - (chosenAt.get(other) ?? 0));
  for (const input of chosen) {
    const { most, oneWhen } = input.dataset;
    const places = oneWhen && holds(input, oneWhen) ? 1 : Number(most);
    input.checked = input.form.querySelectorAll(`[name="${input.name}"]:checked`).length <= places;
  }
}

// Typing a figure beside a choice chooses it: data-chooses="money" is the value of the radio button.
function choose(event) {
  const value = event.target.dataset.chooses;
  if (value) event.target.closest("fieldset").querySelector(`[value="${value}"]`).checked = true;
}

function holds(part, conditions) {
  const form = part.closest("form");
  const chosen = new FormData(form);
  for (const figure of form.querySelectorAll(".seat-tile[hidden] [name]")) chosen.delete(figure.name);
  return conditions.split(" ").every((condition) => {
    const [name, values] = condition.split("=");
    const named = values.split("|");
    return name.endsWith("!")
      ? !chosen.getAll(name.slice(0, -1)).some((value) => named.includes(value))
      : named.includes(chosen.get(name) ?? "");
  });
}

// --- Points by place: a line for each place. The filled lines and one more are shown, each with a key that changes the
// sign. Below them stands the sum.

const FEWEST = 3;

function prepare(list) {
  for (const line of list.children) line.append(turnKey(list, line.querySelector("input")));
  const sum = document.createElement("p");
  sum.className = "soft";
  list.after(sum);
  list.addEventListener("input", () => tidy(list, sum));
  tidy(list, sum);
}

function turnKey(list, input) {
  return newButton("button ladder__turn", "±", `${list.dataset.turn}: ${input.getAttribute("aria-label")}`, () => {
    input.value = /^[-−]/.test(input.value) ? input.value.slice(1) : `−${input.value}`;
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.focus();
  });
}

function tidy(list, sum) {
  const inputs = [...list.querySelectorAll("input")];
  const last = inputs.findLastIndex((input) => input.value.trim());
  inputs.forEach((input, index) => (input.parentElement.hidden = index >= Math.max(FEWEST, last + 2)));
  const figures = inputs.map((input) => read(input.value));
  const known = last >= 0 && !figures.some(Number.isNaN);
  sum.textContent = known ? fill(list.dataset.sum, { points: write(figures) }) : "";
}

// Decimals only. The server reads ½ as well, and refuses 1,850, which can be read in two ways.
function read(text) {
  const figure = plain(text.trim()).replace("−", "-").replace(/(\d)[\s'’](?=\d{3})/g, "$1");
  return /^-?[1-9]\d{0,2}[.,]\d{3}$/.test(figure) ? NaN : Number(figure.replace(",", ".") || 0);
}

function write(figures) {
  const sum = Math.round(figures.reduce((total, figure) => total + figure, 0) * 1e6) / 1e6;
  return inDigits(String(sum).replace("-", "−").replace(".", decimalSign()));
}
