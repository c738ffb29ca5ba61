// A link with data-opens="id" shows that dialog instead of following its address; data-closes closes the dialog around it.
// The dialog element itself keeps the focus inside, closes on Escape and gives the focus back.
export function watchDialogs() {
  document.addEventListener("click", (event) => {
    const opener = event.target.closest("[data-opens]");
    const dialog = opener && document.getElementById(opener.dataset.opens);
    if (dialog) {
      event.preventDefault();
      dialog.showModal();
    }
    if (event.target.closest("[data-closes]")) event.target.closest("dialog")?.close();
    // A click on the dialog itself, not on what is in it, is a click on the backdrop.
    if (event.target instanceof HTMLDialogElement && isOutside(event)) event.target.close();
  });
}

function isOutside(event) {
  const box = event.target.getBoundingClientRect();
  const inside =
    event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
  return event.detail > 0 && !inside;
}
