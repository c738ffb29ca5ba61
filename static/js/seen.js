// What the site showed this phone of a series is kept here: a code that the site has signed, and when. With each question
// for news it is sent along, and the site says whether its record still contains it. Nobody's name is kept.
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
  // The page shows another state already, so that it is up to date says nothing: the question needs an answer, once.
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
  try {
    const text = localStorage.getItem(PREFIX + score.dataset.series);
    if (/^[-\w]+\.\d+$/.test(text)) seen = text;
  } catch {
    // Storage is refused: the page knows it for as long as it is open.
  }
}

function keep() {
  seen = `${score.dataset.seal}.${Math.floor(Date.now() / 1000)}`;
  try {
    localStorage.setItem(PREFIX + score.dataset.series, seen);
    const all = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));
    all.sort((a, b) => timeOf(localStorage[a]) - timeOf(localStorage[b]));
    for (const name of all.slice(0, -MOST)) localStorage.removeItem(name);
  } catch {
    // It is full, or refused.
  }
}
