// Shows the buttons for passkeys if the browser supports passkeys, which needs https, and a message if no passkey was
// used. The rest is allauth's script.
const works = Boolean(window.PublicKeyCredential);
for (const element of document.querySelectorAll("[data-needs-passkeys]")) element.hidden = !works;
for (const element of document.querySelectorAll("[data-no-passkeys]")) element.hidden = works;

document.addEventListener("allauth.error", (event) => {
  event.preventDefault();
  for (const element of document.querySelectorAll("[data-passkey-trouble]")) element.hidden = false;
});
