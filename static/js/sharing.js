// Buttons that copy or share an address or a text, with a file if they name one. Only buttons that work are shown.
import { announce } from "./status.js";

const files = new Map(); // by address; fetched before the tap, because a share sheet opens only right after a tap

// Called again when the series ends while the page is open.
export function watch() {
  reveal(document);
  document.addEventListener("htmx:load", onLoad);
  document.addEventListener("submit", shareResult);
  document.addEventListener("click", onClick);
}

function onLoad(event) {
  reveal(event.detail.elt);
}

function onClick(event) {
  const copies = event.target.closest("[data-copies]");
  const shares = event.target.closest("[data-shares]");
  if (copies) copy(copies, document.getElementById(copies.dataset.copies));
  if (shares) share(document.getElementById(shares.dataset.shares), files.get(shares.dataset.sharesFile));
}

function reveal(root) {
  for (const button of root.querySelectorAll("[data-copies]")) button.hidden = false;
  for (const button of root.querySelectorAll("[data-shares]")) button.hidden = !navigator.share;
  // Phones share only over https, which a server on the home network may not have.
  for (const note of root.querySelectorAll("[data-without-https]")) note.hidden = isSecureContext;
  if (!navigator.share || !navigator.canShare) return;
  for (const { dataset } of root.querySelectorAll("[data-shares-file]")) {
    if (!files.has(dataset.sharesFile)) fetchFile(dataset.sharesFile);
  }
}

async function fetchFile(address) {
  files.set(address, null);
  // The server makes one picture at a time: this one waits for the pictures on the page.
  if (document.readyState !== "complete") await new Promise((done) => addEventListener("load", done, { once: true }));
  try {
    const answer = await fetch(address);
    const content = await answer.blob();
    const name = address.split("/").pop().split("?")[0];
    const file = new File([content], name, { type: content.type });
    if (answer.ok && navigator.canShare({ files: [file] })) files.set(address, file);
  } catch {
    // Then only the text is shared.
  }
}

// Share on the end screen: shares the picture and the text with the link in one tap. Without the picture, or if sharing
// fails, the form leads to the page of the link, as without a script.
async function shareResult(event) {
  const form = event.target;
  const file = files.get(form.dataset.sharesFile);
  if (!form.dataset.sharesText || !file) return;
  event.preventDefault();
  try {
    const answer = await fetch(form.dataset.sharesText, { method: "POST", body: new FormData(form) });
    const { text } = await answer.json();
    if (!answer.ok) throw new Error(answer.status);
    await navigator.share({ files: [file], text });
  } catch (error) {
    if (error.name !== "AbortError") form.submit();
  }
}

function share(input, file) {
  const what = input instanceof HTMLTextAreaElement ? { text: input.value } : { url: input.value };
  if (file) what.files = [file];
  // Closing the share sheet without sharing is no error.
  navigator.share(what).catch(() => {});
}

// Says "Copied" only if copying worked. Otherwise the text is selected, and a sentence says what to do.
async function copy(button, input) {
  input.select();
  const sentence = button.dataset[(await isInClipboard(input)) ? "done" : "failed"];
  const row = button.parentElement;
  const said = row.nextElementSibling?.matches("[data-said]") ? row.nextElementSibling : document.createElement("p");
  said.dataset.said = said.textContent = sentence;
  row.after(said);
  announce(sentence);
}

// The clipboard needs https; phones on the home network may use http.
async function isInClipboard(input) {
  try {
    if (!navigator.clipboard) return document.execCommand("copy");
    await navigator.clipboard.writeText(input.value);
    return true;
  } catch {
    return false;
  }
}
