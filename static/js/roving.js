// [data-roving]: many buttons with one tab stop. Arrow keys move to the nearest button in their direction on screen,
// so they work for suits of one line and of two.
const STOPS = "button, input[type='checkbox']";
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export function watch() {
  document.querySelectorAll("[data-roving]").forEach(prepare);
  document.addEventListener("htmx:load", (event) => {
    const fresh = event.detail.elt;
    const group = fresh.closest("[data-roving]");
    if (group) prepare(group);
    fresh.querySelectorAll("[data-roving]").forEach(prepare);
  });
  document.addEventListener("focusin", (event) => {
    const group = event.target.closest("[data-roving]");
    if (group && event.target.matches(STOPS)) makeStop(group, event.target);
  });
  document.addEventListener("keydown", onKey);
}

function prepare(group) {
  const focused = group.contains(document.activeElement) && document.activeElement;
  makeStop(
    group,
    focused || group.querySelector("button:not([aria-disabled='true'])") || group.querySelector(STOPS),
  );
}

function makeStop(group, stop) {
  for (const button of group.querySelectorAll(STOPS)) button.tabIndex = button === stop ? 0 : -1;
}

function onKey(event) {
  const group = event.target.closest?.("[data-roving]");
  if (!group || !event.target.matches(STOPS) || event.ctrlKey || event.metaKey || event.altKey) return;
  const buttons = [...group.querySelectorAll(STOPS)];
  const next =
    event.key === "Home"
      ? buttons[0]
      : event.key === "End"
        ? buttons.at(-1)
        : neighbour(event.target, buttons, DIRECTIONS[event.key]);
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function neighbour(from, buttons, direction) {
  if (!direction) return null;
  const start = middle(from);
  let best = null;
  let nearest = Infinity;
  for (const button of buttons) {
    const [dx, dy] = [middle(button).x - start.x, middle(button).y - start.y];
    const along = dx * direction[0] + dy * direction[1];
    const across = Math.abs(dx * direction[1]) + Math.abs(dy * direction[0]);
    // The nearest button in this direction; distance to the side counts three times.
    const distance = along + 3 * across;
    if (along > 1 && across <= along * 3 && distance < nearest) [best, nearest] = [button, distance];
  }
  return best;
}

function middle(element) {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}
