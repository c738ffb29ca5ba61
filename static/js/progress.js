// A form whose answer can take minutes: while the browser waits, a bar shows how far the server is.
const PAUSE = 1000; // milliseconds

let timer = 0;

export function watch() {
  document.addEventListener("submit", (event) => {
    if (event.target.matches("[data-progress]")) begin(event.target);
  });
  // The browser's Back may restore the page as it was when the form was sent.
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
    // Without a share the bar only moves: the file is being sent, or has been checked and is being written.
    if (share === null || share === 1) bar.removeAttribute("value");
    else bar.value = share;
  } catch {
    // It asks again in a second.
  }
}
