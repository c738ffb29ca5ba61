// Buttons that copy an address or a text, or open the phone's share sheet with it. They show only where they work.
// A button with data-shares-file also shares that file, where the phone can share files.
import { announce } from "./status.js";

const files = new WeakMap(); // by button; fetched before the tap, because the share sheet opens only right after one

export function watchSharing() {
  reveal(document);
  document.addEventListener("htmx:load", (event) => reveal(event.detail.elt));
  document.addEventListener("click", (event) => {
    const copies = event.target.closest("[data-copies]");
    const shares = event.target.closest("[data-shares]");
    if (copies) copy(copies, document.getElementById(copies.dataset.copies));
    if (shares) share(document.getElementById(shares.dataset.shares), files.get(shares));
  });
}

function reveal(root) {
  for (const button of root.querySelectorAll("[data-copies]")) button.hidden = false;
  for (const button of root.querySelectorAll("[data-shares]")) {
    button.hidden = !navigator.share;
    if (button.dataset.sharesFile && navigator.canShare && !files.has(button)) fetchFile(button);
  }
}

async function fetchFile(button) {
  files.set(button, null);
  // The server makes one picture at a time: this one after those that the page shows.
  if (document.readyState !== "complete") await new Promise((done) => addEventListener("load", done, { once: true }));
  try {
    const answer = await fetch(button.dataset.sharesFile);
    const content = await answer.blob();
    const name = button.dataset.sharesFile.split("/").pop();
    const file = new File([content], name, { type: content.type });
    if (answer.ok && navigator.canShare({ files: [file] })) files.set(button, file);
  } catch {
    // Without the file the text alone is shared.
  }
}

function share(input, file) {
  const what = input instanceof HTMLTextAreaElement ? { text: input.value } : { url: input.value };
  if (file) what.files = [file];
  // Closing the share sheet without sharing is no error.
  navigator.share(what).catch(() => {});
}

async function copy(button, input) {
  input.select();
  // The clipboard needs https; phones on the home network may use http.
  if (navigator.clipboard) await navigator.clipboard.writeText(input.value);
  else document.execCommand("copy");
  button.classList.add("button--done");
  announce(button.dataset.done);
}
