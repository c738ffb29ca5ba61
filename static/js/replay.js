// Shows a hand one trick at a time. Without this script all tricks stand one below the other, each with an anchor.
export function watch() {
  const replay = document.querySelector("[data-replay]");
  const tricks = [...replay.querySelectorAll(".replay__trick")];
  const links = [...replay.querySelectorAll(".replay__link")];
  const buttons = [...replay.querySelectorAll("[data-replay-step]")];
  let current = 0;

  function show(number) {
    current = Math.max(0, Math.min(number, tricks.length - 1));
    tricks.forEach((trick, index) => (trick.hidden = index !== current));
    links.forEach((link, index) => link.toggleAttribute("aria-current", index === current));
    for (const button of buttons) button.setAttribute("aria-disabled", String(!tricks[current + step(button)]));
  }

  replay.addEventListener("click", (event) => {
    const link = event.target.closest(".replay__link");
    const button = event.target.closest("[data-replay-step]");
    if (link) event.preventDefault();
    if (link) show(links.indexOf(link));
    if (button) show(current + step(button));
  });
  replay.addEventListener("keydown", (event) => {
    const steps = { ArrowLeft: -1, ArrowRight: 1 };
    if (event.key in steps) show(current + steps[event.key]);
  });

  replay.querySelector(".replay__buttons").hidden = false;
  show(tricks.findIndex((trick) => `#${trick.id}` === location.hash));
}

function step(button) {
  return Number(button.dataset.replayStep);
}
