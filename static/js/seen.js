// Stores the code of the seal of each series that this phone was shown, with the time, and sends the code with each
// request for news. The site answers whether its chain still contains that state. No names are stored.
import { local } from "./words.js";

const PREFIX = "khata:seen:";
const MOST = 50; // series
let score, seen, asked;

export function watch() {
  score = document.getElementById("score"); // a morph keeps the element
  score.addEventListener("htmx:configRequest", ask);
  score.addEventListener("htmx:afterSettle", compare);
  score.addEventListener("click", (event) => event.target.closest("[data-changed-read]") && forget());
  read();
  if (!seen || isShown()) keep();
}

const isShown = () => seen.startsWith(`${score.dataset.seal}.`);
const timeOf = (text) => Number(text.split(".")[1]) || 0;

function ask({ detail: { elt, headers } }) {
  if (elt !== score) return;
  read();
  headers["X-Seen"] = seen;
  // The page shows another state than the stored one, of which a 304 would say nothing: a full answer is needed once.
  if (!isShown() && asked !== score.dataset.seal) delete headers["If-None-Match"];
}

function compare({ detail: { requestConfig, xhr } }) {
  if (requestConfig?.elt !== score || xhr.status !== 200) return;
  asked = score.dataset.seal;
  if (!score.querySelector("[data-changed]")) keep();
}

function forget() {
  score.querySelector("[data-changed]").remove();
  keep();
}

function read() {
  const text = local.get(PREFIX + score.dataset.series);
  if (/^[-\w]+\.\d+$/.test(text)) seen = text;
}

function keep() {
  seen = `${score.dataset.seal}.${Math.floor(Date.now() / 1000)}`;
  local.set(PREFIX + score.dataset.series, seen);
  const all = local.keys(PREFIX).sort((a, b) => timeOf(local.get(a)) - timeOf(local.get(b)));
  for (const name of all.slice(0, -MOST)) local.remove(name);
}
