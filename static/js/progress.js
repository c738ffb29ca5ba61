// A form whose answer can take minutes: while the browser waits for it, a bar shows how far the server is.
const PAUSE = 1000; // milliseconds

let timer = 0;

export function watch() {
  document.addEventListener("submit", (event) => {
    if (event.target.matches("[data-progress]")) begin(event.target);
  });
  // The page comes back as it was left when the reader goes back in the browser.
  window.addEventListener("pageshow", (event) => event.persisted && document.querySelectorAll("[data-progress]").forEach(end));
}

function begin(form) {
  form.querySelector("[data-progress-note]").hidden = false;
  form.querySelector("[type=submit]").disabled = true;
  timer = setInterval(() => ask(form), PAUSE);
}

function end(form) {
  clearInterval(timer);
  form.querySelector("[data-progress-note]").hidden = true;
  form.querySelector("[type=submit]").disabled = false;
}

async function ask(form) {
  const bar = form.querySelector("progress");
  try {
    const { share } = await (await fetch(form.dataset.progress)).json();
    // Without a value the bar moves, but says no share: the file is on its way, or all is checked and being written.
    if (share === null || share === 1) bar.removeAttribute("value");
    else bar.value = share;
  } catch {
    // The next second will tell.
  }
}
