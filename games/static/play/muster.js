// Blocks from the recruitment box: which muster, and where.

import { button, make } from "./html.js";
import { tokens } from "./tokens.js";
import { gettext } from "./words.js";

export const RECRUITMENT = "recruitment";

export class Mustering {
  /** @param {import("./movement.js").Movement} movement */
  constructor(movement) {
    this._movement = movement;
    this._box = [...new Set(movement.phase.subsets("muster").flatMap(({ items }) => items))];
    /** @type {Set<string>} */
    this._chosen = new Set(this._box.length === 1 ? this._box : []);
    this._isShown = false; // one block that could muster hidden, and does it openly
  }

  /** Where the chosen blocks can muster: hidden where they can and should, else openly. */
  get _ways() {
    /** @type {Map<string, boolean>} */
    const openly = new Map();
    for (const { action } of this._fitting) {
      const isOpen = Boolean(action.openly);
      if (isOpen || !this._isShown) openly.set(action.location, isOpen && (openly.get(action.location) ?? true));
    }
    return openly;
  }

  /** The ways to muster that fit the chosen blocks. */
  get _fitting() {
    return this._movement.phase.subsets("muster").filter(({ items, least, most }) => {
      const fits = this._chosen.size >= Math.max(1, least) && this._chosen.size <= most;
      return fits && [...this._chosen].every((block) => items.includes(block));
    });
  }

  get task() {
    return this._chosen.size ? gettext("Choose where they muster") : gettext("Choose the blocks that muster");
  }

  lights() {
    /** @type {Map<string, import("./board.js").Light>} */
    const lights = new Map([[RECRUITMENT, { look: "source chosen", label: gettext("Back") }]]);
    if (!this._chosen.size) {
      for (const { action } of this._movement.phase.subsets("muster")) {
        const label = gettext("Muster at %(place)s", { place: this._movement.board.name(action.location) });
        lights.set(action.location, { look: "source", label });
      }
    }
    for (const [place, isOpen] of this._ways) {
      const name = { place: this._movement.board.name(place) };
      const label = isOpen ? gettext("Muster openly at %(place)s", name) : gettext("Muster at %(place)s", name);
      lights.set(place, { look: "goal", label, price: isOpen ? gettext("shown") : "" });
    }
    return lights;
  }

  /** @param {string} place */
  tap(place) {
    const isOpen = this._ways.get(place);
    if (place === RECRUITMENT) return this._movement.showDraft();
    if (isOpen === undefined) return this._movement.render();
    const blocks = [...this._chosen];
    return void this._movement.add({ action: { type: "muster", location: place, blocks, ...(isOpen && { openly: true }) } });
  }

  content() {
    const flip = (/** @type {number} */ place) => {
      if (!this._chosen.delete(this._box[place])) this._chosen.add(this._box[place]);
      this._movement.render();
    };
    const back = () => this._movement.showDraft();
    return [
      make("h2", {}, gettext("Muster")),
      this._movement.about("muster"),
      make("p.hint", {}, this._asked),
      tokens("block", this._box, (place) => this._chosen.has(this._box[place]), flip),
      make("p.acts", {}, ...this._choice, button(gettext("Back"), back, "quiet")),
    ];
  }

  /** Whether a block that could stay hidden is shown. */
  get _choice() {
    const isOpenly = new Set(this._fitting.map(({ action }) => Boolean(action.openly)));
    if (isOpenly.size < 2) return [];
    const flip = () => {
      this._isShown = !this._isShown;
      this._movement.render();
    };
    return [button(this._isShown ? gettext("Muster hidden") : gettext("Muster, and show it"), flip, "quiet")];
  }

  get _asked() {
    if (!this._chosen.size) return gettext("Tap the blocks that muster, then a ringed place. You can undo it until you send.");
    if (this._ways.size && [...this._ways.values()].some(Boolean)) return gettext("Tap where they muster: you can undo it until you send. “Shown”: the other side sees them there.");
    if (this._ways.size) return gettext("Tap where they muster. You can undo it until you send.");
    return gettext("One block musters hidden, or several of one clan openly where it recruits.");
  }
}
