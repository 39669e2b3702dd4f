// The page of a game with scripts: played on the board, answered in place, and always up to date.

import { Api } from "./api.js";
import { isFilledIn, sendInPlace } from "./forms.js";
import { Battle } from "./battle.js";
import { Board } from "./board.js";
import { Fights } from "./fights.js";
import { button } from "./html.js";
import { follow, refresh } from "./live.js";
import { DECISIONS, Movement } from "./movement.js";
import { goOn } from "./page.js";
import { showPictures } from "./picture.js";
import { Places } from "./places.js";
import { recall } from "./recap.js";
import { gettext } from "./words.js";

/** @type {AbortController | null} what belongs to the page as it was shown before */
let shown = null;
/** @type {string | undefined} the version for which the page asked before */
let asked;

function begin() {
  shown?.abort();
  shown = null;
  const root = /** @type {HTMLElement | null} */ (document.querySelector(".game[data-pass]"));
  if (!root) return;
  shown = new AbortController();
  const { decision, version } = root.dataset;
  const isAskedAnew = decision && asked !== undefined && asked !== version;
  const { signal } = shown;
  const come = () => void (isAskedAnew && root.scrollIntoView());
  come();
  asked = version;
  const api = new Api(root);
  root.dataset.live = "form";
  sendInPlace(root);
  /** @type {Movement | null} */
  let movement = null;
  const frame = /** @type {HTMLElement} */ (root.querySelector(".board"));
  const board = new Board(frame, (place) => (movement ?? places).tap(place));
  const fights = new Fights(root, api, refresh);
  const places = new Places(root, board, fights);
  if (DECISIONS.includes(root.dataset.decision ?? "")) {
    movement = new Movement(root, api, board, refresh);
    root.dataset.live = "board"; // so that the form does not show before it
    const isReady = movement.begin().then(come, () => {
      root.dataset.live = "form"; // the form can do the same
    });
    void isReady.then(() => signal.aborted || recall(root, board, signal));
  } else {
    places.render();
    recall(root, board, signal);
  }
  showPictures(root, `picture ${root.dataset.game} ${root.dataset.side} ${version}`);
  const battle = Battle.on(root, api, refresh);
  battle?.begin().catch(() => {
    root.dataset.live = "form";
  });
  if ((root.dataset.decision && !movement) || battle) foldBoard(root, board);
  const isUnsaved = () => Boolean(movement?.isUnsaved || battle?.isUnsaved || fights.isUnsaved) || isFilledIn(root);
  void follow(api, signal, isUnsaved);
}

/**
 * Let a phone show a part of the board, in a battle nothing, until that is tapped: the answer is below or above it.
 * @param {HTMLElement} root
 * @param {Board} board
 */
function foldBoard(root, board) {
  const frame = /** @type {HTMLElement | null} */ (root.querySelector(".at-board"));
  const place = frame?.dataset.place ?? "";
  const unfold = () => {
    if (root.classList.contains("unfolded")) return;
    board.whole();
    root.classList.add("unfolded");
    board.lookAt(place);
  };
  const label = root.querySelector(".battle") ? gettext("Show the board") : gettext("Whole board");
  frame?.prepend(button(label, unfold, "quiet.unfold"));
  root.querySelector(".board")?.addEventListener("click", unfold);
  if (place) board.centre(place);
}

/** Have the browser keep the page that it shows without a connection, in this language and these colours. */
function keepOfflinePage() {
  const { lang, dataset } = document.documentElement;
  navigator.serviceWorker?.register(`/worker.js?${lang}.${dataset.theme ?? ""}`).catch(() => {}); // it goes without
}

/** Let the link to the next game that waits show it here, without a load. */
function goOnInPlace() {
  document.addEventListener("click", (event) => {
    const link = /** @type {Element} */ (event.target).closest("a[data-next-game]");
    if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    fetch(link.href, { cache: "no-store" }).then(goOn, () => location.assign(link.href));
  });
}

document.addEventListener("shown", begin);
begin();
goOnInPlace();
keepOfflinePage();
