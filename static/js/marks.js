// The marks of verdicts in the bar of the entry screen. They ask for news as the page of a series does (live.js), but
// show no failure.
const LONGEST = 14000; // milliseconds between two requests while nothing happens

let pause = 0;
let notBefore = 0;

export function watch() {
  const marks = document.querySelector("[data-marks]");
  const asks = ({ detail }) => detail.elt.matches("[data-asks]");
  let isOpen, hadFocus;
  marks.addEventListener("htmx:beforeRequest", (event) => {
    if (asks(event) && (document.hidden || Date.now() < notBefore)) event.preventDefault();
  });
  marks.addEventListener("htmx:beforeSwap", () => {
    isOpen = marks.querySelector("details")?.open;
    hadFocus = marks.contains(document.activeElement);
    pause = 0;
  });
  marks.addEventListener("htmx:afterSettle", () => {
    if (isOpen && marks.querySelector("details")) marks.querySelector("details").open = true;
    if (hadFocus) marks.querySelector("summary")?.focus();
  });
  marks.addEventListener("htmx:afterRequest", () => {
    pause = Math.min(pause + 50, LONGEST);
    notBefore = Date.now() + pause;
  });
  // A hand was saved: its marks are asked for at once.
  document.addEventListener("htmx:load", ({ detail }) => detail.elt.id === "entry" && (notBefore = pause = 0));
  for (const name of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
    marks.addEventListener(name, (event) => asks(event) && event.stopPropagation());
  }
}
