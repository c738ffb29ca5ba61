// The page's polite live region: tells users of screen readers in a sentence what changed.
const PAUSE = 50;

export function announce(sentence) {
  const region = document.getElementById("status");
  if (!region || !sentence) return;
  // Emptied first, so that a repeated sentence is read again.
  region.textContent = "";
  setTimeout(() => {
    region.textContent = sentence;
  }, PAUSE);
}
