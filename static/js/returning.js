// [data-returns]: a link back to the page from which one came here. It goes back in the history, which has what was
// filled in there, and not to the page anew. A browser that does not tell of its history follows the link.
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
