// Changes the theme at once. The server keeps the choice in a cookie, as it does without JavaScript.
const MEDIA = { auto: "screen and (prefers-color-scheme: dark)", light: "not all", dark: "screen" };

export function watchTheme() {
  document.addEventListener("submit", (event) => {
    const form = event.target.closest("[data-theme-switch]");
    if (!form || !event.submitter) return;
    event.preventDefault();
    choose(form, event.submitter);
  });
}

function choose(form, button) {
  document.documentElement.dataset.theme = button.value;
  document.getElementById("dark-theme").media = MEDIA[button.value];
  for (const option of form.querySelectorAll("button")) option.setAttribute("aria-pressed", String(option === button));
  const choice = new FormData(form, button);
  fetch(form.action, { method: "POST", body: choice, redirect: "manual" });
}
