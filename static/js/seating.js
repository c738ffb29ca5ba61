// The picture of the table: players are tapped in the order in which they sit, or dragged with a mouse. The form sends
// its lists of players; the picture only shows and changes them.
import { fillForm, prepareAll } from "./elements.js";
import { announce } from "./status.js";
import { fill, inDigits } from "./words.js";

const FEWEST_MARKS = 7; // with so many seats there is no room for names round the table, which then shows marks

let latest; // the player on each seat

export function watch() {
  const form = document.querySelector("form.start");
  if (form) keepWhatWasSent(form);
  prepareAll("[data-seating]", prepare);
  if (latest) addEventListener("hashchange", remember);
}

function prepare(root) {
  const seating = new Seating(root);
  root.querySelector("[data-picture]").hidden = false;
  root.querySelector("[data-lists]").hidden = true;
  root.addEventListener("click", (event) => seating.onClick(event));
  root.addEventListener("keydown", onEnter);
  watchDragging(root, seating);
  const before = history.state?.seated;
  if (before && !seating.seated.some(Boolean)) seating.seatAll(before);
  else seating.show();
}

// If the person comes back from the series that was started, the form is filled in as it was sent, with its key: Start
// then leads to the same series. The seats are left out, because prepare() takes them from the history.
function keepWhatWasSent(form) {
  form.addEventListener("submit", () => history.replaceState({ ...history.state, sent: [...new FormData(form)] }, ""));
  const sent = history.state?.sent;
  if (!sent) return;
  fillForm(form, sent, ["csrfmiddlewaretoken", "seats"]);
  form.dispatchEvent(new Event("change", { bubbles: true }));
}

// Enter in the field for a new name adds the player, and does not start the series.
function onEnter(event) {
  if (event.key !== "Enter" || event.target.name !== "new_player") return;
  event.preventDefault();
  event.target.form.querySelector("[name=add]").click();
}

class Seating {
  constructor(root) {
    this.root = root;
    this.words = root.dataset;
    this.allowed = this.words.seating.split(" ").map(Number);
    this.lists = [...root.querySelectorAll("[name=seats]")];
    this.places = [...root.querySelectorAll("[data-seat]")];
    this.people = [...root.querySelectorAll("[data-player]")];
    const form = root.closest("form");
    this.dealer = form.querySelector("[name=first_dealer]");
    this.line = form.querySelector("[data-seated]");
    this.asked = this.line.textContent;
    this.short = form.querySelector("[data-short]");
    form.querySelector(".start__next")?.addEventListener("click", (event) => this.onNext(event));
  }

  get count() {
    return this.seated.filter(Boolean).length;
  }

  get seated() {
    return this.lists.map((list) => list.value);
  }

  // How many seats are shown: the next number of players that the game allows. A game for two to nine players shows one
  // free seat.
  get shown() {
    const taken = this.seated.findLastIndex(Boolean) + 1;
    return this.allowed.find((count) => count > taken) ?? Math.max(...this.allowed);
  }

  nameOf(id) {
    return this.people.find((person) => person.dataset.player === id)?.dataset.name ?? "";
  }

  onClick(event) {
    const person = event.target.closest("[data-player]");
    const place = event.target.closest("[data-seat]");
    if (person) this.sitOrStand(person.dataset.player);
    if (place) this.stand(Number(place.dataset.seat));
    if (event.target.closest("[data-again]")) {
      event.preventDefault();
      this.seatAll(this.words.last.split(" "));
    }
  }

  sitOrStand(player) {
    const sitsOn = this.seated.indexOf(player);
    const free = this.seated.indexOf("");
    if (sitsOn >= 0) this.stand(sitsOn);
    else if (free >= 0) this.sit(player, free);
    else announce(this.words.full);
  }

  sit(player, seat) {
    this.lists[seat].value = player;
    announce(this.say("sits", player, seat));
    this.show();
  }

  stand(seat) {
    const player = this.lists[seat].value;
    if (!player) return;
    this.lists[seat].value = "";
    announce(this.say("stands", player, seat));
    this.show();
  }

  // On a seat that is taken the two players change places.
  move(player, seat) {
    const from = this.seated.indexOf(player);
    if (from >= 0) this.lists[from].value = this.lists[seat].value;
    this.sit(player, seat);
  }

  seatAll(players) {
    this.lists.forEach((list, seat) => {
      list.value = players[seat] ?? "";
    });
    announce(this.counted());
    this.show();
  }

  show() {
    const { seated, shown } = this;
    const table = this.root.querySelector("[data-table]");
    table.className = `round-table round-table--${shown}`;
    table.style.setProperty("--seats", shown);
    table.classList.toggle("round-table--marks", shown >= FEWEST_MARKS);
    this.places.forEach((place, seat) => this.showPlace(place, seat, seated[seat], seat < shown));
    for (const person of this.people) {
      const seat = seated.indexOf(person.dataset.player);
      person.setAttribute("aria-pressed", String(seat >= 0));
      person.querySelector("[data-sits-on]").textContent = seat >= 0 ? inDigits(seat + 1) : "";
    }
    this.showDealers(seated);
    this.line.textContent = seated.filter(Boolean).map((player) => this.nameOf(player)).join(" · ") || this.asked;
    this.root.querySelector("[data-count]").textContent = this.counted();
    if (this.allowed.includes(this.count)) this.forgetFaults();
    else if (this.short?.hidden === false) this.sayFault();
    latest = seated;
    remember();
  }

  showPlace(place, seat, player, visible) {
    place.parentElement.hidden = !visible;
    place.parentElement.style.setProperty("--seat", seat);
    place.classList.toggle("round-table__place--free", !player);
    place.draggable = Boolean(player);
    place.disabled = !player;
    place.title = this.nameOf(player);
    const description = textIn("visually-hidden", this.say(player ? "taken" : "free", player, seat));
    place.replaceChildren(...this.shownOn(seat, player), description);
  }

  // A free seat shows its number. At a large table, numbers lead to the names on the buttons below.
  shownOn(seat, player) {
    const person = this.people.find((each) => each.dataset.player === player);
    const name = textIn("round-table__name", this.nameOf(player) || inDigits(seat + 1));
    const number = textIn("round-table__number", inDigits(seat + 1));
    const shown = person ? [person.querySelector(".seat-mark").cloneNode(true), name, number] : [name];
    for (const part of shown) part.setAttribute("aria-hidden", "true");
    return shown;
  }

  showDealers(seated) {
    for (const option of this.dealer.options) {
      if (!option.value) continue;
      option.dataset.seat ??= option.textContent;
      const name = this.nameOf(seated[option.value]);
      option.textContent = name || option.dataset.seat;
      option.hidden = option.disabled = !name;
      if (!name && option.selected) this.dealer.value = "";
    }
  }

  // Next leads on only if the game allows the number of players who are seated.
  onNext(event) {
    if (!this.root.isConnected || this.allowed.includes(this.count)) return;
    event.preventDefault();
    this.short.hidden = false;
    this.sayFault();
    announce(this.short.textContent);
  }

  sayFault() {
    const sentence = this.count ? this.words.wrongNumber : this.words.nobody;
    this.short.lastElementChild.textContent = fill(sentence, { count: inDigits(this.count) });
  }

  // Removes the messages of the site and of Next about the number of players, which is now right.
  forgetFaults() {
    if (this.short) this.short.hidden = true;
    const form = this.dealer.form;
    for (const fault of form.querySelectorAll("[data-seats-fault], [data-fault-of=seats]")) fault.remove();
    const summary = form.querySelector(".error-summary");
    if (summary && !summary.querySelector("li")) summary.remove();
  }

  counted() {
    return fill(this.words.all, { count: inDigits(this.count) });
  }

  say(sentence, player, seat) {
    return fill(this.words[sentence], { name: this.nameOf(player), number: inDigits(seat + 1) });
  }
}

// Keeps the players when the page is loaded again, as by a phone that had closed the tab. Each step has its own entry
// in the history.
function remember() {
  history.replaceState({ ...history.state, seated: latest }, "");
}

function textIn(className, text) {
  const span = document.createElement("span");
  span.className = className;
  span.dir = "auto";
  span.textContent = text;
  return span;
}

function watchDragging(root, seating) {
  let dragged = "";
  root.addEventListener("dragstart", (event) => {
    const { player, seat } = event.target.dataset;
    dragged = player ?? seating.seated[seat] ?? "";
    event.dataTransfer.setData("text/plain", seating.nameOf(dragged));
    event.dataTransfer.effectAllowed = "move";
  });
  // The button of an empty seat is disabled and gets no events, but the list item around it does.
  root.addEventListener("dragover", (event) => {
    if (dragged && event.target.closest(".round-table__seat")) event.preventDefault();
  });
  root.addEventListener("drop", (event) => {
    const seat = event.target.closest(".round-table__seat")?.querySelector("[data-seat]").dataset.seat;
    if (!dragged || seat === undefined) return;
    event.preventDefault();
    seating.move(dragged, Number(seat));
  });
  root.addEventListener("dragend", () => {
    dragged = "";
  });
}
