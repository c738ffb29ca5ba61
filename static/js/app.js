// Small conveniences on every page. Each page works without them.
import { watchSwaps } from "./swaps.js";
import { watchToasts } from "./toasts.js";
import { watchTheme } from "./theme.js";
import { watchMenu } from "./menu.js";
import { local } from "./words.js";

watchSwaps();
watchToasts();
watchTheme();
watchMenu();

const isPrepared = local.get("khata:pocket"); // this phone is prepared to go on without signal
// A module is fetched only by pages with an element for its selector.
const NEEDED = [
  ["[data-seating]", () => import("./seating.js")],
  ["[data-shown-when], [data-places], [data-chooses]", () => import("./choosing.js")],
  ["[data-piles]", () => import("./piles.js")],
  ["[data-keypad]", () => import("./keypad.js")],
  ["[data-draft], [data-choosing], [data-saves]", () => import("./saving.js")],
  ["[data-counters]", () => import("./counters.js")],
  ["[data-stepper]", () => import("./steppers.js")],
  [".seats--questions .counts", () => import("./counting.js")],
  ["[data-opens]", () => import("./asked.js")],
  ["[data-live]", () => import("./live.js")],
  ["[data-seal]", () => import("./seen.js")],
  ["[data-shares-text], [data-copies], [data-shares]", () => import("./sharing.js")],
  ["[data-marks]", () => import("./marks.js")],
  ["[data-live], [data-draft], [data-choosing], [data-saves]", () => import("./moment.js")],
  ["[data-device-zone]", () => import("./zone.js")],
  ["[data-replay]", () => import("./replay.js")],
  ["[data-cards], [data-roving]", () => import("./roving.js")],
  ["[data-cards], [data-counts]", () => import("./cards.js")],
  ["[data-returns]", () => import("./returning.js")],
  ["[data-progress]", () => import("./progress.js")],
  ["[data-keep-awake]", () => import("./awake.js")],
  [isPrepared ? "body" : "[data-pocket-panel]", () => import("./pocket/page.js")],
];
const fetched = NEEDED.filter(([selector]) => document.querySelector(selector)).map(([, load]) =>
  load().then((module) => module.watch()),
);
// From here on every button works.
Promise.all(fetched).then(() => document.documentElement.setAttribute("data-ready", ""));
