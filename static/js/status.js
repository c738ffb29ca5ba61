// The page's one polite region: says in a sentence what changed, to those who do not see it.
const PAUSE = 50;

export function announce(sentence) {
  const region = document.getElementById("status");
  if (!region || !sentence) return;
  // Emptied first, so that the same sentence twice is read twice.
  region.textContent = "";
  setTimeout(() => {
    region.textContent = sentence;
  }, PAUSE);
}
