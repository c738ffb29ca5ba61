// The screen stays on while the keypad is open, if the browser can do that. It lets go by itself when the page is
// left or hidden, and has to be asked again when it is shown.
export function watch() {
  stayAwake();
  document.addEventListener("visibilitychange", stayAwake);
}

async function stayAwake() {
  if (document.hidden || !navigator.wakeLock) return;
  try {
    await navigator.wakeLock.request("screen");
  } catch {
    // An empty battery comes first.
  }
}
