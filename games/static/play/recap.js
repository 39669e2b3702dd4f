// What happened since the player last looked, step by step on the board: marches as ways, fights as places.

import { button, make } from "./html.js";
import { gettext } from "./words.js";

const PACE = 1_600; // milliseconds for each step

/**
 * Offer the news on the board, and begin to show it unless the player wants nothing to move.
 * @param {HTMLElement} root the element of the game
 * @param {import("./board.js").Board} board
 * @param {AbortSignal} signal ends it
 */
export function recall(root, board, signal) {
  const told = /** @type {HTMLElement[]} */ ([...root.querySelectorAll("[data-news] [data-ways]")]);
  if (!told.length) return;
  const steps = told.map((each) => ({
    text: each.textContent ?? "",
    ways: (each.dataset.ways ?? "").split("/").map((way) => way.split(" ")),
  }));
  const caption = make("p", { "aria-live": "off" });
  const strip = make("div.recap", {}, caption);
  const acts = make("p.acts", {});
  strip.append(acts);
  let at = -1;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  function show() {
    const step = steps[at];
    board.point(step ? step.ways : []);
    caption.textContent = step ? step.text : gettext("Since you last looked");
    acts.replaceChildren(...(step ? [button(gettext("Next"), next, "quiet"), button(gettext("Skip"), stop, "quiet")] : []));
    if (!step) acts.append(button(gettext("Show it on the board"), again, "quiet"));
  }

  function next() {
    clearTimeout(timer);
    at = at + 1 < steps.length ? at + 1 : -1;
    show();
    if (at >= 0) timer = setTimeout(next, PACE);
  }

  function stop() {
    clearTimeout(timer);
    at = -1;
    show();
  }

  function again() {
    at = -1;
    next();
  }

  root.querySelector(".at-board")?.prepend(strip);
  root.addEventListener("pointerdown", (event) => {
    if (at >= 0 && !strip.contains(/** @type {Node} */ (event.target))) stop(); // the player has something to do
  });
  signal.addEventListener("abort", () => clearTimeout(timer));
  show();
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) again();
}
