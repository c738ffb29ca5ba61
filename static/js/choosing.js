// Hides fields that have no effect with the other choices: data-shown-when="end=target|hands". The server ignores such
// fields as well.
export function watch() {
  document.addEventListener("change", refresh);
  document.addEventListener("htmx:afterSettle", refresh);
  document.addEventListener("input", choose);
  refresh();
}

function refresh() {
  for (const part of document.querySelectorAll("[data-shown-when]")) part.hidden = !holds(part);
  document.querySelectorAll("[data-places]").forEach(prepare);
}

// Who types a figure beside a choice has chosen it: data-chooses="money" is the value of the radio button.
function choose(event) {
  const value = event.target.dataset.chooses;
  if (value) event.target.closest("fieldset").querySelector(`[value="${value}"]`).checked = true;
}

function holds(part) {
  const chosen = new FormData(part.closest("form"));
  return part.dataset.shownWhen.split(" ").every((condition) => {
    const [name, values] = condition.split("=");
    return values.split("|").includes(chosen.get(name) ?? "");
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
  const figures = inputs.map((input) => read(input.value, list.dataset.digits));
  const known = last >= 0 && !figures.some(Number.isNaN);
  sum.textContent = known ? list.dataset.sum.replace("{points}", write(figures, list.dataset)) : "";
}

// Decimals only. The server reads ½ as well.
function read(text, digits) {
  const plain = [...text.trim()].map((sign) => (digits.includes(sign) ? digits.indexOf(sign) : sign)).join("");
  return Number(plain.replace("−", "-").replace(",", ".") || 0);
}

function write(figures, { digits, decimal }) {
  const sum = Math.round(figures.reduce((total, figure) => total + figure, 0) * 1e6) / 1e6;
  return [...String(sum).replace("-", "−")].map((sign) => (/\d/.test(sign) ? digits[sign] : sign === "." ? decimal : sign)).join("");
}
