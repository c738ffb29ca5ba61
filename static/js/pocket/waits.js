// On the first page, and where somebody signs in or joins: whose changes wait in this phone, what can be done with them, and
// the way back for a guest (templates/pocket/waits_here.html).
import { showTrouble } from "../swaps.js";
import { goOnAs } from "./guest.js";
import { fileOf, saveFile } from "./sending.js";
import * as store from "./store.js";

// `user` is who is signed in: an id, null for nobody, undefined if the site does not say it.
export function show(records, user) {
  const place = document.querySelector("[data-waits-here]");
  const shown = records.filter((record) => store.waits(record) || isOffered(record, user));
  place.replaceChildren(...shown.map((record) => noticeOf(record, user)));
  place.hidden = !shown.length;
}

function isOffered(record, user) {
  return user === null && Boolean(record.wayBack);
}

function noticeOf(record, user) {
  const notice = document.querySelector("[data-waits-of]").content.cloneNode(true).firstElementChild;
  const walker = document.createTreeWalker(notice, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) walker.currentNode.data = walker.currentNode.data.replaceAll("{name}", record.user.name);
  const holds = { waits: store.waits(record), guest: isOffered(record, user) };
  for (const part of notice.querySelectorAll("[data-when]")) part.hidden = !holds[part.dataset.when];
  const file = notice.querySelector("button[value=file]");
  file.hidden ||= !store.waitingIn(record).length; // an older Khata has stored nothing but its database
  file.addEventListener("click", () => saveFile(fileOf(record)));
  notice.querySelector("a").addEventListener("click", () => store.own(record.user.id));
  notice.querySelector("button[value=guest]").addEventListener("click", async () => {
    try {
      if (await goOnAs(record)) return location.reload();
      notice.querySelector("[data-refused]").hidden = false;
    } catch {
      showTrouble("network");
    }
  });
  return notice;
}
