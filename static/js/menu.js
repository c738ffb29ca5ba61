// Closes the menus of the app bar on Escape, and on a tap anywhere else.
export function watchMenu() {
  document.addEventListener("click", ({ target }) => {
    for (const menu of document.querySelectorAll("[data-menu][open]")) menu.open = menu.contains(target);
  });
  document.addEventListener("keydown", ({ key, target }) => {
    const menu = key === "Escape" && target.closest("[data-menu][open]");
    if (!menu) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });
}
