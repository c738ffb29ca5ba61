// Select elements that say how often something happened become keys. This module makes the keys of questions that stand
// beside a figure; asked.js makes those of questions that a key opens.
import { prepareAll } from "./elements.js";
import { inDigits } from "./words.js";

export function watch() {
  prepareAll(".seats--questions", prepare);
}

function prepare(questions) {
  const counts = [...questions.querySelectorAll(".counts__option:has(select)")].map((option) => new Count(option));
  const show = () => counts.forEach((count) => count.show());
  questions.addEventListener("change", show);
  questions.closest("form").addEventListener("entry:filled", show); // saving.js has put back a hand that was typed earlier
  show();
}

// Replaces the select element of an option by a key. A tap counts up, and after the highest number begins again at 0.
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
