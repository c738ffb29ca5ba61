// Elements of the page that scripts prepare, buttons that they make, and forms that they fill in.

// Calls `prepare` once for each element that matches, now and when htmx has put new elements in the page.
export function prepareAll(selector, prepare) {
  const prepared = new WeakSet();
  const prepareIn = (root) => {
    for (const element of [root, ...(root.querySelectorAll?.(selector) ?? [])]) {
      if (prepared.has(element) || !element.matches?.(selector)) continue;
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

// Fills in a form with what was typed or sent earlier: [name, value] pairs in the order of the form, because several
// fields may have the same name. The fields named in `except` stay as they are.
export function fillForm(form, values, except) {
  const left = [...values];
  const take = (matches) => left.splice(left.findIndex(matches), left.some(matches) ? 1 : 0)[0];
  for (const field of form.elements) {
    if (!field.name || except.includes(field.name)) continue;
    const isTicked = ["checkbox", "radio"].includes(field.type);
    const kept = take(([name, value]) => name === field.name && (!isTicked || value === field.value));
    if (isTicked) field.checked = Boolean(kept);
    else if (kept) [, field.value] = kept;
  }
}
