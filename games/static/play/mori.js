// Blocks from the Mori box: which come, and the card that brings them.

import { button, make } from "./html.js";
import { Overview } from "./overview.js";
import { tokens } from "./tokens.js";
import { gettext } from "./words.js";

export const MORI_BOX = "mori-box";

export class Bringing {
  /** @param {import("./movement.js").Movement} movement */
  constructor(movement) {
    this._movement = movement;
    this._end = movement.board.end(MORI_BOX);
    this._box = [...new Set(movement.phase.subsets("mori").flatMap(({ items }) => items))];
    /** @type {Set<string>} */
    this._chosen = new Set();
    this._isPaying = false; // the place is chosen, and the card is not
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
    if (place === this._end && this._chosen.size) return void this._pay();
    return this._movement.render();
  }

  content() {
    const isPaying = this._isPaying;
    const cards = this._cards;
    return [
      make("h2", {}, gettext("Mori box")),
      isPaying ? null : this._movement.about("mori"),
      make("p.hint", {}, this._asked),
      isPaying
        ? tokens("card", cards, null, (place) => this._bring(cards[place]))
        : tokens("block", this._box, (place) => this._chosen.has(this._box[place]), (place) => this._flip(place)),
      make("p.acts", {}, button(gettext("Back"), () => this._back(), "quiet")),
    ];
  }

  get _asked() {
    const values = { place: this._movement.board.name(this._end) };
    if (this._isPaying) return gettext("Tap the card that pays for it.");
    if (this._chosen.size) return gettext("Tap %(place)s.", values);
    return gettext("Tap the blocks that come to %(place)s. They do not move in this turn.", values);
  }

  /** The cards that bring as many blocks as are chosen. */
  get _cards() {
    const fitting = this._movement.phase.subsets("mori").filter(({ most }) => this._chosen.size <= most);
    return fitting.map(({ action }) => action.card);
  }

  /** @param {number} place */
  _flip(place) {
    if (!this._chosen.delete(this._box[place])) this._chosen.add(this._box[place]);
    this._movement.render();
  }

  /** Choose the card, if there is a choice; if none brings so many, have the service say why. */
  async _pay() {
    const { phase } = this._movement;
    const cards = this._cards;
    if (cards.length === 1) return this._bring(cards[0]);
    this._isPaying = cards.length > 1;
    const [any] = phase.subsets("mori");
    if (!cards.length) await phase.explain({ ...any.action, blocks: [...this._chosen] });
    return this._movement.render();
  }

  /** @param {string} card */
  _bring(card) {
    void this._movement.add({ action: { type: "mori", card, blocks: [...this._chosen] } });
  }

  _back() {
    if (!this._isPaying) return this._movement.open(new Overview(this._movement));
    this._isPaying = false;
    return this._movement.render();
  }
}
