// Counting by taps: an input becomes a large chip that counts up, with a small key that counts down. A key with
// `data-puts` puts a figure into one of the inputs, and a second tap removes the figure.
import { newButton, prepareAll } from "./elements.js";
import { fill, inDigits, plain } from "./words.js";

export function watch() {
  prepareAll("[data-counters]", prepare);
}

function prepare(table) {
  const counters = [...table.querySelectorAll("[data-counter]")].map((box) => new Counter(box, table.dataset));
  for (const button of table.querySelectorAll("[data-puts]")) {
    const counter = counters.find(({ input }) => input.id === button.dataset.into);
    const figure = Number(button.dataset.puts);
    button.addEventListener("click", () => counter.put(counter.count === figure ? 0 : figure));
    button.hidden = false;
  }
  // saving.js has put back a hand that was typed earlier.
  table.closest("form").addEventListener("entry:filled", () => counters.forEach((counter) => counter.show()));
}

class Counter {
  constructor(box, words) {
    this.box = box;
    this.input = box.querySelector("input");
    const label = box.querySelector("label");
    const name = label.textContent.trim();
    const chip = newButton("counter__chip", "", fill(words.more, { name }), () => this.put(this.count + 1));
    const less = newButton("counter__less", "−", fill(words.less, { name }), () => this.put(Math.max(this.count - 1, 0)));
    chip.append(...label.cloneNode(true).childNodes);
    label.classList.add("visually-hidden");
    this.input.before(chip);
    this.input.after(less);
    this.input.addEventListener("input", () => this.show());
    this.show();
  }

  // The typed number, in European digits or in those of the page's language.
  get count() {
    return Number.parseInt(plain(this.input.value), 10) || 0;
  }

  put(count) {
    this.input.value = count ? inDigits(count) : "";
    this.show();
    this.input.dispatchEvent(new Event("change", { bubbles: true }));
  }

  show() {
    this.box.toggleAttribute("data-counted", Boolean(this.input.value.trim()));
  }
}
