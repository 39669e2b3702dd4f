// Blocks from the recruitment box: which muster, and where.

import { button, make } from "./html.js";
import { Overview } from "./overview.js";
import { tokens } from "./tokens.js";
import { gettext } from "./words.js";

export class Mustering {
  /** @param {import("./movement.js").Movement} movement */
  constructor(movement) {
    this._movement = movement;
    this._box = [...new Set(movement.phase.subsets("muster").flatMap(({ items }) => items))];
    /** @type {Set<string>} */
    this._chosen = new Set();
  }

  /** Where the chosen blocks can muster: hidden where they can, else openly. */
  get _ways() {
    /** @type {Map<string, boolean>} */
    const openly = new Map();
    for (const { action, items, least, most } of this._movement.phase.subsets("muster")) {
      const fits = this._chosen.size >= Math.max(1, least) && this._chosen.size <= most;
      if (fits && [...this._chosen].every((block) => items.includes(block))) {
        openly.set(action.location, Boolean(action.openly) && (openly.get(action.location) ?? true));
      }
    }
    return openly;
  }

  lights() {
    /** @type {Map<string, import("./board.js").Light>} */
    const lights = new Map();
    for (const [place, isOpen] of this._ways) {
      const name = { place: this._movement.board.name(place) };
      const label = isOpen ? gettext("Muster openly at %(place)s", name) : gettext("Muster at %(place)s", name);
      lights.set(place, { look: "goal", label, price: isOpen ? gettext("openly") : "" });
    }
    return lights;
  }

  /** @param {string} place */
  tap(place) {
    const isOpen = this._ways.get(place);
    if (isOpen === undefined) return this._movement.render();
    const blocks = [...this._chosen];
    return void this._movement.add({ action: { type: "muster", location: place, blocks, ...(isOpen && { openly: true }) } });
  }

  content() {
    const flip = (/** @type {number} */ place) => {
      if (!this._chosen.delete(this._box[place])) this._chosen.add(this._box[place]);
      this._movement.render();
    };
    const back = () => this._movement.open(new Overview(this._movement));
    return [
      make("h2", {}, gettext("Muster")),
      make("p.hint", {}, this._asked),
      tokens("block", this._box, (place) => this._chosen.has(this._box[place]), flip),
      make("p.acts", {}, button(gettext("Back"), back, "quiet")),
    ];
  }

  get _asked() {
    if (!this._chosen.size) return gettext("Tap the blocks that muster.");
    if (this._ways.size) return gettext("Tap where they muster.");
    return gettext("One block musters hidden, or several of one clan openly where it recruits.");
  }
}
