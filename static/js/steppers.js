// A number with a key on each side that counts it down and up.
import { fill, plain } from "./words.js";

export function watch() {
  document.querySelectorAll("[data-stepper]").forEach(prepare);
  document.addEventListener("htmx:load", (event) => {
    event.detail.elt.querySelectorAll?.("[data-stepper]").forEach(prepare);
  });
}

function prepare(stepper) {
  if (stepper.dataset.ready) return;
  stepper.dataset.ready = "yes";
  const input = stepper.querySelector("input");
  const [least, most, second] = [input.min, input.max, input.dataset.afterLeast].map(Number);
  const step = (by) => {
    const before = Number.parseInt(plain(input.value), 10);
    const count = before === least && by > 0 ? second : before + by;
    input.value = Number.isNaN(before) ? least : Math.min(Math.max(count, least), most);
    input.dispatchEvent(new Event("change", { bubbles: true }));
  };
  const name = stepper.dataset.name;
  input.before(key("−", fill(stepper.dataset.less, { name }), () => step(-1)));
  input.after(key("+", fill(stepper.dataset.more, { name }), () => step(1)));
}

function key(sign, label, onTap) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "stepper__key";
  button.textContent = sign;
  button.setAttribute("aria-label", label);
  button.addEventListener("click", onTap);
  return button;
}
