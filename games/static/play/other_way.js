// The way of a move, drawn anew: tap the places it goes by, one after the other.

import { button, make } from "./html.js";
import { Overview } from "./overview.js";
import { gettext } from "./words.js";

/** @typedef {import("./draft.js").Schemas} Schemas */

export class OtherWay {
  /**
   * @param {import("./movement.js").Movement} movement
   * @param {number} at the place of the move in the draft
   * @param {Schemas["MoveAction"]} move of one group
   */
  constructor(movement, at, move) {
    this._movement = movement;
    this._at = at;
    this._move = move;
    this._end = move.groups[0].path.at(-1) ?? "";
    /** @type {string[]} the places so far, after the first */
    this._path = [];
  }

  lights() {
    const { board } = this._movement;
    const last = this._path.at(-1) ?? this._move.source;
    /** @type {Map<string, import("./board.js").Light>} */
    const lights = new Map();
    for (const place of board.neighbours(last)) {
      lights.set(place, { look: "goal", label: gettext("Go by %(place)s", { place: board.name(place) }) });
    }
    lights.set(this._end, { look: "goal fights", label: gettext("To %(place)s", { place: board.name(this._end) }) });
    for (const place of [this._move.source, ...this._path]) {
      lights.set(place, { look: "source chosen", label: gettext("Back to %(place)s", { place: board.name(place) }) });
    }
    return lights;
  }

  /** @param {string} place */
  tap(place) {
    const known = [this._move.source, ...this._path].indexOf(place);
    const last = this._path.at(-1) ?? this._move.source;
    if (known >= 0) this._path = this._path.slice(0, known);
    else if (this._movement.board.neighbours(last).includes(place)) this._path.push(place);
    if (this._path.at(-1) === this._end) return void this._take();
    return this._movement.render();
  }

  content() {
    const { board } = this._movement;
    const way = [this._move.source, ...this._path].map((place) => board.name(place)).join(" → ");
    const back = () => this._movement.open(new Overview(this._movement));
    return [
      make("h2", {}, gettext("Another way to %(place)s", { place: board.name(this._end) })),
      make("p.hint", {}, gettext("Tap each place on the way, one after the other.")),
      make("p", {}, `${way} → …`),
      make("p.acts", {}, button(gettext("Back"), back, "quiet")),
    ];
  }

  _take() {
    const { steps } = this._movement.phase;
    const action = { ...this._move, groups: [{ ...this._move.groups[0], path: this._path }] };
    const changed = steps.map((step, place) => (place === this._at ? { ...step, action } : step));
    return this._movement.change(changed);
  }
}
