// The time zone of the device: sent with the form that makes a circle, where it also chooses the currency; in the
// settings a button fills it in.
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
