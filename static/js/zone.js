// The time zone of the device. The form that makes a circle sends it, and it chooses the currency there. In the settings
// of a circle, a button fills it in.
export function watch() {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
  for (const part of document.querySelectorAll("[data-device-zone]")) {
    if (!part.matches("input")) {
      part.hidden = !zone;
      part.addEventListener("click", () => (document.getElementById(part.dataset.deviceZone).value = zone));
    } else if (!part.value) {
      part.value = zone;
      chooseCurrency(part.form, zone);
    }
  }
}

function chooseCurrency(form, zone) {
  const option = form.querySelector(`option[data-zones*="|${CSS.escape(zone)}|"]`);
  if (!option) return;
  option.parentElement.prepend(option);
  option.selected = true;
}
