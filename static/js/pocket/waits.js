// On the first page, and where somebody signs in or joins: shows whose changes wait in this phone, with a button to
// save them, and lets a guest sign in again (templates/pocket/waits_here.html).
import { showTrouble } from "../swaps.js";
import { fillIn } from "../words.js";
import { goOnAs } from "./guest.js";
import { fileOf, saveFile } from "./sending.js";
import * as store from "./store.js";

// `user` is who is signed in: an id, null for nobody, undefined if the site does not answer.
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
  fillIn(notice, record.user);
  const holds = { waits: store.waits(record), guest: isOffered(record, user) };
  for (const part of notice.querySelectorAll("[data-when]")) part.hidden = !holds[part.dataset.when];
  const file = notice.querySelector("button[value=file]");
  file.hidden ||= !store.waitingIn(record).length; // records of older versions list no changes to save
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
