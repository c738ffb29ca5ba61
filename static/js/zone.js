// The time zone of the device: sent with the form that makes a circle; in the settings a button fills it in.
export function watch() {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
  for (const part of document.querySelectorAll("[data-device-zone]")) {
    if (part.matches("input")) part.value ||= zone;
    else {
      part.hidden = !zone;
      part.addEventListener("click", () => (document.getElementById(part.dataset.deviceZone).value = zone));
    }
  }
}
