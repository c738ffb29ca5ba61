// Keeps the screen on, on pages with data-keep-awake, if the browser can do so. The browser ends the lock when the page
// is hidden, so it is asked again when the page is shown.
export function watch() {
  stayAwake();
  document.addEventListener("visibilitychange", stayAwake);
}

async function stayAwake() {
  if (document.hidden || !navigator.wakeLock) return;
  try {
    await navigator.wakeLock.request("screen");
  } catch {
    // The browser may refuse, as on a low battery.
  }
}
