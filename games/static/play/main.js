// The page of a game with scripts: played on the board, answered in place, and always up to date.

import { Api } from "./api.js";
import { isFilledIn, sendInPlace } from "./forms.js";
import { Board } from "./board.js";
import { follow, refresh } from "./live.js";
import { DECISIONS, Movement } from "./movement.js";
import { Places } from "./places.js";
import { recall } from "./recap.js";

/** @type {AbortController | null} what belongs to the page as it was shown before */
let shown = null;

function begin() {
  shown?.abort();
  shown = null;
  const root = /** @type {HTMLElement | null} */ (document.querySelector(".game[data-pass]"));
  if (!root) return;
  shown = new AbortController();
  const api = new Api(root);
  root.dataset.live = "form";
  sendInPlace(root);
  /** @type {Movement | null} */
  let movement = null;
  const frame = /** @type {HTMLElement} */ (root.querySelector(".board"));
  const board = new Board(frame, (place) => (movement ?? places).tap(place));
  const places = new Places(root, board);
  if (DECISIONS.includes(root.dataset.decision ?? "")) {
    movement = new Movement(root, api, board, refresh);
    movement.begin().catch(() => {
      root.dataset.live = "form"; // the form can do the same
    });
  } else {
    places.render();
  }
  recall(root, board, shown.signal);
  void follow(api, shown.signal, () => Boolean(movement?.isUnsaved) || isFilledIn(root));
}

document.addEventListener("shown", begin);
begin();
