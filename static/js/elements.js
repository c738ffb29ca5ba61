// Elements of the page that scripts prepare, and buttons that they make.

// Calls `prepare` once for each element that matches, now and when htmx has put new elements in the page.
export function prepareAll(selector, prepare) {
  const prepared = new WeakSet();
  const prepareIn = (root) => {
    for (const element of root.querySelectorAll?.(selector) ?? []) {
      if (prepared.has(element)) continue;
      prepared.add(element);
      prepare(element);
    }
  };
  prepareIn(document);
  document.addEventListener("htmx:load", (event) => prepareIn(event.detail.elt));
}

export function newButton(className, text, label, onTap) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = className;
  button.textContent = text;
  button.setAttribute("aria-label", label);
  button.addEventListener("click", onTap);
  return button;
}
