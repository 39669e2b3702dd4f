// What happened since the player last looked, step by step on the board: marches as ways, fights as places.

import { waysOf } from "./board.js";
import { button, make } from "./html.js";
import { Player } from "./player.js";
import { gettext } from "./words.js";

const narrow = matchMedia("(max-width: 59.99rem)"); // what is told lies over the board

/**
 * Offer the news on the board, and begin to show it unless the player wants nothing to move.
 * @param {HTMLElement} root the element of the game
 * @param {import("./board.js").Board} board
 * @param {AbortSignal} signal ends it
 */
export function recall(root, board, signal) {
  const told = /** @type {HTMLElement[]} */ ([...root.querySelectorAll("[data-news] [data-ways]")]);
  if (!told.length) return;
  const title = /** @type {HTMLElement} */ (root.querySelector("h1"));
  const asked = title.textContent;
  const heading = root.querySelector("[data-news] > summary")?.textContent ?? "";
  const last = told.length + 1; // after the sentences: none is shown
  const player = new Player(last, last, show, signal);
  const caption = make("p", { "aria-live": "off" });
  const again = button(gettext("Show what happened"), () => void player.play(), "quiet");
  const goOn = root.dataset.decision ? gettext("Skip to my decision") : gettext("Skip");
  const skip = button(goOn, () => player.go(last), "quiet");
  player.next.classList.add("quiet");
  const steps = make("span.acts", {}, player.toggle, player.next, skip);
  const strip = make("div.recap", {}, caption, again, steps);

  /** @param {number} at */
  function show(at) {
    const sentence = told[at - 1];
    const held = document.activeElement;
    const wasShowing = root.classList.contains("recalling");
    board.point(sentence ? waysOf(sentence) : []);
    const step = sentence ? [make("b", {}, `${at}/${told.length}`), " ", sentence.textContent ?? ""] : [heading];
    caption.replaceChildren(...step);
    title.textContent = sentence ? heading : asked;
    again.hidden = Boolean(sentence);
    steps.hidden = !sentence;
    root.classList.toggle("recalling", Boolean(sentence));
    const isOver = narrow.matches && root.dataset.live === "board";
    if (isOver && sentence) board.bringIntoView();
    else if (isOver && wasShowing) root.scrollIntoView();
    if ((strip.contains(held) || held === again) && held?.closest("[hidden]")) (sentence ? player.next : again).focus();
    return true;
  }

  root.querySelector(".at-board")?.prepend(strip);
  // On a phone the board of who moves or waits makes no room for a button that can stand in the text.
  if (narrow.matches && (root.dataset.live === "board" || !root.dataset.decision)) root.querySelector(".results a[href='#story']")?.replaceWith(again);
  root.addEventListener("pointerdown", (event) => {
    if (!strip.contains(/** @type {Node} */ (event.target))) player.go(last); // the player has something to do
  });
  show(last);
  if (narrow.matches && root.dataset.live !== "board") return; // the board is far below what is asked
  const key = `recap ${root.dataset.game} ${root.dataset.side} ${root.dataset.version}`;
  if (player.isStill || !root.dataset.decision || sessionStorage.getItem(key)) return; // it was begun before the page was loaded again
  sessionStorage.setItem(key, "begun");
  void player.play();
}
