// Buttons that copy an address or a text, or open the phone's share sheet with it. They show only where they work.
import { announce } from "./status.js";

export function watchSharing() {
  reveal(document);
  document.addEventListener("htmx:load", (event) => reveal(event.detail.elt));
  document.addEventListener("click", (event) => {
    const copies = event.target.closest("[data-copies]");
    const shares = event.target.closest("[data-shares]");
    if (copies) copy(copies, document.getElementById(copies.dataset.copies));
    if (shares) share(document.getElementById(shares.dataset.shares));
  });
}

function reveal(root) {
  for (const button of root.querySelectorAll("[data-copies]")) button.hidden = false;
  for (const button of root.querySelectorAll("[data-shares]")) button.hidden = !navigator.share;
}

function share(input) {
  const what = input instanceof HTMLTextAreaElement ? { text: input.value } : { url: input.value };
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
