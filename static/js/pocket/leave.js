// Signing out deletes this person's data from the phone. If changes wait, the page first says so, and offers to save
// the changes as a file.
import { unsavedOf } from "../saving.js";
import { showTrouble } from "../swaps.js";
import { start } from "./phone.js";
import { free } from "./prepare.js";
import { fileOf, saveFile } from "./sending.js";
import * as store from "./store.js";

watch();

async function watch() {
  const form = document.querySelector("[data-leaves]");
  const warning = document.querySelector("[data-still-waits]");
  const user = form.dataset.leaves;
  document.querySelector("[data-hand-unsaved]").hidden = !unsavedOf(user).length;
  const first = await store.read(user);
  if (!first) return;
  warning.hidden = !store.waits(first);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const record = await store.read(user);
    // Changes were entered in another tab since this page was loaded: say so before signing out.
    if (record && store.waits(record) && warning.hidden) {
      warning.hidden = false;
      return warning.scrollIntoView({ block: "nearest" });
    }
    leave(form, user);
  });
  warning.querySelector("button").addEventListener("click", async () => save(await store.read(user), form.dataset.worker));
}

// Empties the phone once the site has signed the person out: if the site cannot, nothing is lost.
async function leave(form, user) {
  try {
    const { type } = await fetch(form.action, { method: "POST", body: new FormData(form), redirect: "manual" });
    if (type !== "opaqueredirect") return form.submit(); // the site answers with a page
  } catch {
    return showTrouble("network");
  }
  await free(user, { withWaiting: true }).catch(console.error);
  location.assign("/");
}

async function save(record, script) {
  const { bundle, cookies, database, left = [], series } = record;
  const phone = await start(script, { bundle, cookies, database });
  const { changes } = await phone.ask("waiting", { series });
  phone.stop();
  saveFile(fileOf(record, [...left, ...changes]));
}
