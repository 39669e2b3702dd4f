// The movement level: how much to move, and the cards that pay for it.

import { button, make } from "./html.js";
import { hand, isChallenge, tokens } from "./tokens.js";
import { gettext, ngettext } from "./words.js";

/**
 * @typedef {import("./draft.js").Schemas["LevelAction"]["level"]} Level
 * @typedef {{level: Level, least: number, most: number}} Offer a level, with how many cards go with it
 */

/** @type {Level[]} */
const LEVELS = ["minimal", "limited", "total", "none"];

/** A button for each level that is offered. @param {import("./movement.js").Movement} movement */
export function levels(movement) {
  /** @type {Map<Level, Offer>} */
  const offers = new Map();
  for (const action of movement.phase.choices) {
    if (action.type === "level") offers.set(action.level, { level: action.level, least: 0, most: 0 });
  }
  for (const { action, least, most } of movement.phase.subsets("level")) {
    offers.set(action.level, { level: action.level, least, most });
  }
  return LEVELS.flatMap((level) => {
    const offer = offers.get(level);
    if (!offer) return [];
    const choose = () => {
      if (offer.most) movement.open(new Paying(movement, offer));
      else void movement.add({ action: { type: "level", level } });
    };
    const words = [make("b", {}, levelName(level)), " ", make("span", {}, levelTerms(level))];
    return [make("button.quiet.level", { type: "button", onclick: choose }, ...words)];
  });
}

class Paying {
  /** @param {import("./movement.js").Movement} movement @param {Offer} offer */
  constructor(movement, offer) {
    this._movement = movement;
    this._offer = offer;
    this._cards = hand();
    /** @type {Set<number>} by their places in the hand, which may have two alike */
    this._chosen = new Set();
  }

  lights() {
    return new Map();
  }

  tap() {
    this._movement.render();
  }

  content() {
    const isPrice = this._offer.least === this._offer.most;
    const count = this._offer.most;
    const asked = isPrice
      ? ngettext("Tap the card that pays for it.", "Tap the %(count)s cards that pay for it.", count)
      : gettext("Tap the cards you want to exchange for new ones.");
    const back = button(gettext("Back"), () => this._movement.showDraft(), "quiet");
    return [
      make("h2", {}, levelName(this._offer.level)),
      make("p.hint", {}, asked),
      this._movement.isGuided && this._cards.some(isChallenge) ? aboutChallenge() : null,
      tokens("card", this._cards, (place) => this._chosen.has(place), (place) => this._flip(place)),
      make("p.acts", {}, ...(isPrice ? [] : [this._exchange()]), back),
    ];
  }

  _exchange() {
    const count = this._chosen.size;
    const some = ngettext("Exchange %(count)s card", "Exchange %(count)s cards", count);
    return button(count ? some : gettext("Exchange no card"), () => this._pay(), count ? "" : "quiet");
  }

  /** @param {number} place */
  _flip(place) {
    if (!this._chosen.delete(place)) this._chosen.add(place);
    const isPaid = this._offer.least === this._offer.most && this._chosen.size === this._offer.most;
    if (isPaid) this._pay();
    else this._movement.render();
  }

  _pay() {
    const cards = [...this._chosen].map((place) => this._cards[place]);
    void this._movement.add({ action: { type: "level", level: this._offer.level, cards } });
  }
}

const aboutChallenge = () =>
  make("p.lesson", {}, gettext("The card with the round sign, a loyalty challenge, can turn a block of the other side in battle."));

/** @param {Level} level */
export const levelName = (level) =>
  ({
    none: gettext("No movement"),
    minimal: gettext("Minimal movement"),
    limited: gettext("Limited movement"),
    total: gettext("Total movement"),
  })[level];

/** @param {Level} level */
const levelTerms = (level) =>
  ({
    none: gettext("exchange cards"),
    minimal: gettext("a stack or a muster, no card"),
    limited: gettext("three stacks, one can be a muster; one card"),
    total: gettext("all stacks, muster; 2 cards"),
  })[level];
