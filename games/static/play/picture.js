// What just happened in a fight, as pictures that move: once by themselves, until a tap or a key, and again when asked.
//
// The page has all of it in place; style sheets move what is marked, and only while a picture plays. The first one of a
// page plays from its first frame on, before this script is there: else one would see the end before it.

import { button } from "./html.js";
import { still } from "./player.js";
import { gettext } from "./words.js";

/**
 * Play the pictures of a page, one after the other, and offer each again; nothing where nothing may move.
 * @param {ParentNode} root
 * @param {string} [key] by which this tab remembers that it has played them; without one it plays them each time
 */
export function showPictures(root, key) {
  const pictures = /** @type {HTMLElement[]} */ ([...root.querySelectorAll("[data-picture]")]);
  if (!pictures.length || still.matches) return;
  for (const each of pictures) {
    const again = button(gettext("Show it again"), () => void play([each]), "again.quiet");
    (each.querySelector("h2") ?? each.querySelector("div"))?.append(again);
  }
  if (key && sessionStorage.getItem(key)) {
    for (const each of pictures) each.classList.remove("plays");
    return;
  }
  if (key) sessionStorage.setItem(key, "begun");
  void play(pictures);
}

/** Play them one after the other. @param {HTMLElement[]} pictures */
export async function play(pictures) {
  const over = new AbortController();
  const { signal } = over;
  const listening = { signal, capture: true };
  document.addEventListener("pointerdown", () => over.abort(), listening);
  document.addEventListener("keydown", () => over.abort(), listening);
  for (const each of pictures) {
    if (signal.aborted) break;
    const end = () => each.classList.remove("plays");
    signal.addEventListener("abort", end);
    each.classList.add("plays");
    await Promise.allSettled(each.getAnimations({ subtree: true }).map((animation) => animation.finished));
    end();
  }
  over.abort();
}
