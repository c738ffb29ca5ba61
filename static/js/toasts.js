// A toast goes away by itself, but not while the mouse or the focus is on it. A touch does not count as a mouse:
// phones keep :hover where they were tapped last.
const LASTS = 10; // seconds

export function watchToasts() {
  beginAll();
  document.addEventListener("htmx:load", beginAll);
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-toast-close]")) dismiss(event.target.closest("[data-toast]"));
  });
}

function beginAll() {
  document.querySelectorAll("[data-toast]").forEach(begin);
}

function begin(toast) {
  if (toast.dataset.toastRunning) return;
  toast.dataset.toastRunning = "yes";
  let left = LASTS;
  let isUnderMouse = false;
  toast.addEventListener("pointerenter", (event) => (isUnderMouse = event.pointerType === "mouse"));
  toast.addEventListener("pointerleave", () => (isUnderMouse = false));
  const clock = setInterval(() => {
    if (!toast.isConnected) clearInterval(clock);
    else if (!isUnderMouse && !toast.matches(":focus-within") && --left <= 0) {
      clearInterval(clock);
      dismiss(toast);
    }
  }, 1000);
}

// Closes all toasts, because their text and Undo are out of date.
export function dismissToasts() {
  document.querySelectorAll("[data-toast]").forEach(dismiss);
}

function dismiss(toast) {
  const hadFocus = toast.contains(document.activeElement);
  toast.remove();
  if (hadFocus) document.getElementById("main")?.focus({ preventScroll: true });
}
