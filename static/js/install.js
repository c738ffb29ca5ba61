// The offer to keep Khata on this phone's home screen: on the page of a series that is over, until it is answered, and
// then never again in this browser.
const ANSWERED = "khata:install";

watch();

function watch() {
  const isKept = matchMedia("(display-mode: standalone)").matches || navigator.standalone;
  if (isKept || location.pathname.startsWith("/pocket/") || isAnswered()) return;
  const offer = document.querySelector("[data-install]");
  const add = offer.querySelector("[data-install-add]");
  let question; // the browser's own
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault(); // the browser then does not ask by itself as well
    question = event;
    offer.hidden = false;
  });
  // No event on iPhones and in Firefox: the person does it, and a sentence says how.
  if (!("onbeforeinstallprompt" in window) && matchMedia("(pointer: coarse)").matches) {
    add.hidden = true;
    offer.querySelector("[data-install-how]").hidden = false;
    offer.hidden = false;
  }
  offer.addEventListener("click", ({ target }) => {
    if (!target.closest("button")) return;
    localStorage.setItem(ANSWERED, "yes");
    offer.hidden = true;
    if (target.closest("button") === add) question.prompt();
  });
}

// Where nothing can be remembered, as in some private windows, nothing is asked.
function isAnswered() {
  try {
    return localStorage.getItem(ANSWERED);
  } catch {
    return true;
  }
}
