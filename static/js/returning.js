// [data-returns]: a link back to the page from which the person came. If that page is in the history, the browser goes
// back to it and does not load it again, so that its form stays filled in. A browser without the Navigation API follows
// the link.
export function watch() {
  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-returns]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const came = window.navigation
      ?.entries()
      .slice(0, navigation.currentEntry.index)
      .findLast((entry) => entry.url?.split("#")[0] === link.href);
    if (!came) return;
    event.preventDefault();
    navigation.traverseTo(came.key);
  });
}
