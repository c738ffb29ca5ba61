// Keys that open questions in place of the keypad. The key Weis, for example, asks for the team and for what the Weis is
// worth. The questions close when all of them are answered, and the key shows the answers.
import { Count } from "./counting.js";
import { prepareAll } from "./elements.js";

export function watch() {
  prepareAll("[data-opens]", prepare);
}

function prepare(key) {
  const form = key.closest("form");
  const panel = document.getElementById(key.dataset.opens);
  const [label, answer] = key.children;
  const counts = [...panel.querySelectorAll(".counts__option")].map((option) => new Count(option));
  const questions = [...panel.querySelectorAll("fieldset")];

  const open = (opens) => {
    if (!opens && panel.contains(document.activeElement)) key.focus({ preventScroll: true });
    panel.toggleAttribute("data-open", opens);
    key.setAttribute("aria-expanded", opens);
  };
  const show = () => {
    for (const count of counts) count.show();
    const chosen = [...panel.querySelectorAll(".segments :checked")].map((input) => input.labels[0].textContent.trim());
    const counted = counts.filter((count) => count.times).map((count) => count.button.textContent);
    label.textContent = [label.dataset.label, counted.join(" + ")].join(" ").trim();
    answer.textContent = chosen.join(" · ");
    key.classList.toggle("asks-key--answered", chosen.length + counted.length > 0);
  };

  key.addEventListener("mousedown", (event) => event.preventDefault()); // the cursor stays in the tile
  key.addEventListener("click", () => {
    const opens = !panel.hasAttribute("data-open");
    for (const other of form.querySelectorAll("[data-opens][aria-expanded=true]")) if (other !== key) other.click();
    open(opens);
  });
  panel.addEventListener("change", () => {
    show();
    if (questions.every((question) => question.querySelector(":checked:not([value=''])"))) open(false);
  });
  panel.querySelector("[data-closes]").addEventListener("click", () => open(false));
  panel.querySelector("[data-clears]").addEventListener("click", () => {
    for (const input of panel.querySelectorAll("input, select")) {
      if (input.matches("select")) input.value = "";
      else input.checked = false;
    }
    panel.dispatchEvent(new Event("change", { bubbles: true }));
  });
  form.addEventListener("entry:filled", show); // saving.js has put back a hand that was typed earlier
  form.addEventListener("click", (event) => event.target.closest(".seat-tile") && open(false));
  form.addEventListener("keydown", (event) => event.key === "Escape" && open(false));
  show();
}
