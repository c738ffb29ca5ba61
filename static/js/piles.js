// Moves ticked cards from [data-chest] to the pile [data-pile="1"] of the winner, and back. The server's preview names the
// winner in data-won. Without a script the cards stay where they are and are marked.
export function watch() {
  document.addEventListener("change", arrangeAll);
  document.addEventListener("htmx:afterSettle", arrangeAll);
  arrangeAll();
}

function arrangeAll() {
  document.querySelectorAll("[data-piles]").forEach(arrange);
}

function arrange(root) {
  const chest = root.querySelector("[data-chest]");
  const owner = root.closest("form").querySelector("[data-won]")?.dataset.won;
  const pile = owner ? root.querySelector(`[data-pile="${owner}"]`) : null;
  const focused = document.activeElement;
  for (const box of root.querySelectorAll("[data-chest] input, [data-pile] input")) {
    const place = box.checked && pile ? pile : chest;
    const card = box.closest("label");
    if (card.parentElement !== place) place.insertBefore(card, nextCard(place, box));
  }
  if (root.contains(focused)) focused.focus({ preventScroll: true });
}

// Returns the card before which this one belongs, as cards are in the order of their worth; null at the end.
function nextCard(place, box) {
  return [...place.querySelectorAll("label")].find((each) => Number(each.querySelector("input")?.value) > Number(box.value)) ?? null;
}
