// The offer to put Khata on the home screen: on the page of a series that is over, until answered in this browser.
import { local } from "./words.js";

const ANSWERED = "khata:install";

watch();

function watch() {
  // Null only if the browser has storage and no answer. Without storage the offer would come back for ever.
  const isOpen = local.get(ANSWERED) === null;
  const isInstalled = matchMedia("(display-mode: standalone)").matches || navigator.standalone;
  if (isInstalled || location.pathname.startsWith("/pocket/") || !isOpen) return;
  const offer = document.querySelector("[data-install]");
  const add = offer.querySelector("[data-install-add]");
  let question; // the browser's event, which can ask the person to install
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault(); // the browser then does not ask by itself
    question = event;
    offer.hidden = false;
  });
  // Without this event, as on iPhones and in Firefox, a sentence says how to do it.
  if (!("onbeforeinstallprompt" in window) && matchMedia("(pointer: coarse)").matches) {
    add.hidden = true;
    offer.querySelector("[data-install-how]").hidden = false;
    offer.hidden = false;
  }
  offer.addEventListener("click", ({ target }) => {
    if (!target.closest("button")) return;
    local.set(ANSWERED, "yes");
    offer.hidden = true;
    if (target.closest("button") === add) question.prompt();
  });
}
