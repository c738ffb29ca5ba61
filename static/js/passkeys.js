// Shows the buttons for passkeys where the browser has them (it hides them from pages without https), and says so when one
// was not used. The rest is allauth's script.
const works = Boolean(window.PublicKeyCredential);
for (const element of document.querySelectorAll("[data-needs-passkeys]")) element.hidden = !works;
for (const element of document.querySelectorAll("[data-no-passkeys]")) element.hidden = works;

document.addEventListener("allauth.error", (event) => {
  event.preventDefault();
  for (const element of document.querySelectorAll("[data-passkey-trouble]")) element.hidden = false;
});
