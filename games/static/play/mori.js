// Blocks from the Mori box: which come, and the card that brings them.

import { button, make } from "./html.js";
import { shortNameOf, tokens } from "./tokens.js";
import { gettext, ngettext } from "./words.js";

export const MORI_BOX = "mori-box";

export class Bringing {
  /** @param {import("./movement.js").Movement} movement */
  constructor(movement) {
    this._movement = movement;
    this._end = movement.board.end(MORI_BOX);
    this._box = [...new Set(movement.phase.subsets("mori").flatMap(({ items }) => items))];
    /** @type {Set<string>} */
    this._chosen = new Set();
    this._hint = "";
    this._isPaying = false; // the place is chosen, and the card is not
  }

  get task() {
    if (this._isPaying) return gettext("Choose the card that pays for it");
    return gettext("Choose the Mori blocks that come");
  }

  lights() {
    /** @type {Map<string, import("./board.js").Light>} */
    const lights = new Map([[MORI_BOX, { look: "source chosen", label: gettext("Back") }]]);
    if (!this._chosen.size) return lights;
    const label = gettext("Bring them to %(place)s", { place: this._movement.board.name(this._end) });
    return lights.set(this._end, { look: "goal", label, price: gettext("1 card") });
  }

  /** @param {string} place */
  tap(place) {
    if (place === MORI_BOX) return this._back();
    if (place === this._end && this._chosen.size) return this._pay();
    return this._movement.render();
  }

  content() {
    const isPaying = this._isPaying;
    const cards = this._cards;
    return [
      make("h2", {}, gettext("Mori box")),
      isPaying ? null : this._movement.about("mori"),
      make("p.hint", {}, this._asked),
      isPaying ? tokens("card", cards, null, (place) => this._bring(cards[place])) : this._blocks,
      this._hint ? make("p.hint", { role: "status" }, this._hint) : null,
      make("p.acts", {}, button(gettext("Back"), () => this._back(), "quiet")),
    ];
  }

  /** The blocks of the box. Those that come after others are dim until these are chosen. */
  get _blocks() {
    const isChosen = (/** @type {number} */ place) => this._chosen.has(this._box[place]);
    const flip = (/** @type {number} */ place) => this._flip(place);
    return tokens("block", this._box, isChosen, flip, (place) => ({ isDim: !isChosen(place) && !this._isNext(this._box[place]) }));
  }

  /** Whether all are chosen that leave the box before a block. @param {string} block */
  _isNext(block) {
    return this._movement.phase.subsets("mori").some(({ tiers }) => {
      const own = tiers.findIndex((tier) => tier.includes(block));
      return own >= 0 && tiers.slice(0, own).every((tier) => tier.every((each) => this._chosen.has(each)));
    });
  }

  get _asked() {
    const values = { place: this._movement.board.name(this._end) };
    if (this._isPaying) return gettext("Tap the card that pays for it.");
    if (this._chosen.size) return gettext("Tap %(place)s. You can undo it until you send.", values);
    const count = this._most;
    return ngettext(
      "Tap the block that comes to %(place)s. It does not move in this turn.",
      "Tap up to %(count)s blocks that come to %(place)s. They do not move in this turn.",
      count,
      values,
    );
  }

  /** The most blocks that a card brings. */
  get _most() {
    return Math.max(...this._movement.phase.subsets("mori").map(({ most }) => most));
  }

  /** The cards that bring as many blocks as are chosen. */
  get _cards() {
    const fitting = this._movement.phase.subsets("mori").filter(({ most }) => this._chosen.size <= most);
    return fitting.map(({ action }) => action.card);
  }

  /** @param {number} place */
  _flip(place) {
    const block = this._box[place];
    this._hint = "";
    this._movement.phase.problem = null;
    if (this._chosen.has(block)) {
      this._chosen.clear(); // one that comes after it could be chosen too
    } else if (!this._isNext(block)) {
      this._hint = gettext("%(block)s leaves the box after all others.", { block: shortNameOf("block", block) });
    } else {
      if (this._chosen.size >= this._most) this._chosen.clear();
      this._chosen.add(block);
    }
    this._movement.render();
  }

  /** Choose the card, if there is a choice. */
  _pay() {
    const cards = this._cards;
    if (cards.length === 1) return this._bring(cards[0]);
    this._isPaying = true;
    return this._movement.render();
  }

  /** @param {string} card */
  _bring(card) {
    void this._movement.add({ action: { type: "mori", card, blocks: [...this._chosen] } });
  }

  _back() {
    if (!this._isPaying) return this._movement.showDraft();
    this._isPaying = false;
    return this._movement.render();
  }
}
