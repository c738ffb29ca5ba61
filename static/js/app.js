// Small conveniences on every page. Each page works without them.
import { watchSwaps } from "./swaps.js";
import { watchDialogs } from "./dialogs.js";
import { watchToasts } from "./toasts.js";
import { watchRoving } from "./roving.js";
import { watchSharing } from "./sharing.js";
import { watchTheme } from "./theme.js";

watchSwaps();
watchDialogs();
watchToasts();
watchRoving();
watchSharing();
watchTheme();

// What only some pages need is fetched by those.
const NEEDED = [
  ["[data-seating]", () => import("./seating.js")],
  ["[data-keypad]", () => import("./keypad.js")],
  ["[data-draft], [data-choosing]", () => import("./saving.js")],
  ["[data-live]", () => import("./live.js")],
  ["[data-replay]", () => import("./replay.js")],
  ["[data-cards], [data-counts]", () => import("./cards.js")],
  ["[data-keep-awake]", () => import("./awake.js")],
];
for (const [sign, load] of NEEDED) if (document.querySelector(sign)) load().then((module) => module.watch());
