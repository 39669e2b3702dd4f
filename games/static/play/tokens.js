// Blocks and cards as they are drawn on the page, to be tapped.

import { make } from "./html.js";
import { gettext } from "./words.js";

/** @param {string} kind `block` or `card` @param {string} id */
export function drawing(kind, id) {
  const found = drawnOn(kind, id)?.querySelector("svg");
  return /** @type {SVGElement | undefined} */ (found?.cloneNode(true));
}

/**
 * What is drawn on the page of a block or a card. What is in the Mori box is drawn by its kind, after which its copies
 * are named with a number.
 * @param {string} kind @param {string} id
 * @returns {HTMLElement | null}
 */
function drawnOn(kind, id) {
  const [own, alike] = [id, id.replace(/-\d+$/, "")].map((each) => `[data-${kind}="${CSS.escape(each)}"]:has(svg)`);
  return document.querySelector(own) ?? document.querySelector(alike);
}

/** What a block or a card is, in words. @param {string} kind @param {string} id */
export const nameOf = (kind, id) => drawing(kind, id)?.querySelector("title")?.textContent ?? id;

/** What a block or a card is called within a sentence. @param {string} kind @param {string} id */
export const shortNameOf = (kind, id) => drawnOn(kind, id)?.dataset.name ?? nameOf(kind, id);

/** Whether a card of the hand is a loyalty challenge, which deploys nothing. @param {string} card */
export const isChallenge = (card) => drawnOn("card", card)?.dataset.challenge !== undefined;

/** The cards of the hand, each as often as it is held. */
export function hand() {
  /** @type {string[]} */
  const cards = [];
  for (const held of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#hand [data-card]"))) {
    cards.push(...Array(Number(held.dataset.count)).fill(held.dataset.card ?? ""));
  }
  return cards;
}

/** The hand to look at, where cards pay for what is chosen. */
export function handInShort() {
  const cards = hand().map((card) => make("li", {}, drawing("card", card) ?? nameOf("card", card)));
  return cards.length ? make("ul.held", { "aria-label": gettext("My hand") }, ...cards) : null;
}

/**
 * Blocks or cards in a row, to be tapped.
 * @param {string} kind `block` or `card`
 * @param {string[]} ids those that are there
 * @param {((place: number) => boolean) | null} isChosen by its place in the row; null where a tap does not choose
 *   one but does something at once
 * @param {(place: number) => void} onTap
 * @param {(place: number) => {isDim: boolean, note?: string}} [about] whether one looks as if a tap only explained
 *   why not, and a word below it
 */
export function tokens(kind, ids, isChosen, onTap, about) {
  const each = ids.map((id, place) => {
    const name = nameOf(kind, id);
    const drawn = drawing(kind, id);
    drawn?.setAttribute("aria-hidden", "true");
    const pressed = isChosen && { "aria-pressed": String(isChosen(place)) };
    const { isDim = false, note = "" } = about?.(place) ?? {};
    const attributes = { type: "button", "aria-label": [name, note].filter(Boolean).join(", "), title: name, ...pressed };
    const noted = note ? [make("b.note", { "aria-hidden": "true" }, note)] : [];
    const look = isDim ? "button.dim" : "button";
    return make("li", {}, make(look, { ...attributes, onclick: () => onTap(place) }, drawn ?? name, ...noted));
  });
  return make("ul.tokens", {}, ...each);
}
