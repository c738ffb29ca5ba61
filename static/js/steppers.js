// A number with a key on each side that counts it down and up.
import { newButton, prepareAll } from "./elements.js";
import { fill, plain } from "./words.js";

export function watch() {
  prepareAll("[data-stepper]", prepare);
}

function prepare(stepper) {
  const input = stepper.querySelector("input");
  // Above the least number, the next may be higher by more than one.
  const [least, most, second] = [input.min, input.max, input.dataset.afterLeast].map(Number);
  const step = (by) => {
    const before = Number.parseInt(plain(input.value), 10);
    const count = before === least && by > 0 ? second : before + by;
    input.value = Number.isNaN(before) ? least : Math.min(Math.max(count, least), most);
    input.dispatchEvent(new Event("change", { bubbles: true }));
  };
  const name = stepper.dataset.name;
  input.before(newButton("stepper__key", "−", fill(stepper.dataset.less, { name }), () => step(-1)));
  input.after(newButton("stepper__key", "+", fill(stepper.dataset.more, { name }), () => step(1)));
}
