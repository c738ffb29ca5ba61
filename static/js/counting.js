// Short lists of how often something happened, as keys.
import { inDigits } from "./words.js";

// Above a figure every list is a key. Elsewhere asked.js makes the keys.
export function watch() {
  document.querySelectorAll(".seats--questions").forEach(prepare);
  document.addEventListener("htmx:load", (event) => {
    event.detail.elt.querySelectorAll?.(".seats--questions").forEach(prepare);
  });
}

function prepare(questions) {
  if (questions.dataset.counting) return;
  questions.dataset.counting = "yes";
  const counts = [...questions.querySelectorAll(".counts__option:has(select)")].map((option) => new Count(option));
  const show = () => counts.forEach((count) => count.show());
  questions.addEventListener("change", show);
  questions.closest("form").addEventListener("entry:filled", show); // saving.js has put back a hand that was typed earlier
  show();
}

// A short list of how often an option occurred becomes a key that counts up, and after the most begins anew.
export class Count {
  constructor(option) {
    this.list = option.querySelector("select");
    this.name = option.querySelector("bdi").textContent;
    this.button = document.createElement("button");
    this.button.type = "button";
    this.button.className = /\p{N}/u.test(this.name) ? "key" : "key key--word";
    this.button.addEventListener("click", () => {
      this.list.selectedIndex = (this.list.selectedIndex + 1) % this.list.options.length;
      this.list.dispatchEvent(new Event("change", { bubbles: true }));
    });
    option.hidden = true;
    option.before(this.button);
  }

  get times() {
    return Number(this.list.value);
  }

  show() {
    this.button.textContent = this.times > 1 ? `${inDigits(this.times)} × ${this.name}` : this.name;
    this.button.setAttribute("aria-pressed", this.times > 0);
  }
}
