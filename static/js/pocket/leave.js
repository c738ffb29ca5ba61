// Signing out empties this phone of what lies in it for this person. If changes wait, the page says so first, and offers
// them as a file.
import { showTrouble } from "../swaps.js";
import { start } from "./phone.js";
import { free } from "./prepare.js";
import { fileOf } from "./sending.js";
import * as store from "./store.js";

watch();

async function watch() {
  const form = document.querySelector("[data-leaves]");
  const record = await store.read(form.dataset.leaves);
  if (!record) return;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    leave(form, record.user.id);
  });
  const warning = document.querySelector("[data-still-waits]");
  warning.hidden = !record.database && !record.left?.length;
  warning.querySelector("button").addEventListener("click", () => save(record, form.dataset.worker));
}

// The phone is emptied once the site has signed the person out: if it cannot, nothing is lost.
async function leave(form, user) {
  try {
    const { type } = await fetch(form.action, { method: "POST", body: new FormData(form), redirect: "manual" });
    if (type !== "opaqueredirect") return form.submit(); // the site has something to say
  } catch {
    return showTrouble("network");
  }
  await free(user).catch(console.error);
  location.assign("/");
}

async function save(record, script) {
  const { bundle, cookies, database, left = [], series } = record;
  const phone = await start(script, { bundle, cookies, database });
  const { changes } = await phone.ask("waiting", { series });
  phone.stop();
  const file = fileOf(record, [...left, ...changes]);
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: file.name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}
