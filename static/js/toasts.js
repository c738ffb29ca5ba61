// A toast goes away after its seconds, but not while the mouse or the focus is on it. A touch does not count as a mouse:
// phones keep :hover where they were tapped last.
const SECOND = 1000;

export function watchToasts() {
  document.querySelectorAll("[data-toast]").forEach(begin);
  document.addEventListener("htmx:load", (event) => {
    const fresh = event.detail.elt;
    if (fresh.matches("[data-toast]")) begin(fresh);
    fresh.querySelectorAll("[data-toast]").forEach(begin);
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-toast-close]")) dismiss(event.target.closest("[data-toast]"));
  });
}

function begin(toast) {
  if (toast.dataset.toastRunning) return;
  toast.dataset.toastRunning = "yes";
  let left = Number(toast.dataset.toast);
  let isUnderMouse = false;
  toast.addEventListener("pointerenter", (event) => (isUnderMouse = event.pointerType === "mouse"));
  toast.addEventListener("pointerleave", () => (isUnderMouse = false));
  const clock = setInterval(() => {
    if (!toast.isConnected) clearInterval(clock);
    else if (!isUnderMouse && !toast.matches(":focus-within") && --left <= 0) {
      clearInterval(clock);
      dismiss(toast);
    }
  }, SECOND);
}

// Closes all toasts, because what they say and offer to undo is out of date.
export function dismissToasts() {
  document.querySelectorAll("[data-toast]").forEach(dismiss);
}

function dismiss(toast) {
  const hadFocus = toast.contains(document.activeElement);
  toast.remove();
  if (hadFocus) document.getElementById("main")?.focus({ preventScroll: true });
}
