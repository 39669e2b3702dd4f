// The way of a group of a move, drawn again: tap the places it goes by, one after the other. Or another price for it.

import { button, make } from "./html.js";
import { shortNameOf, tokens } from "./tokens.js";
import { gettext } from "./words.js";

/** @typedef {import("./draft.js").Schemas} Schemas */

/**
 * @typedef {object} Going
 * @property {number} place of the move in the draft
 * @property {number} group its place in the move
 * @property {Schemas["MoveAction"]} move
 * @property {import("./draft.js").Source} [origin] what the stack could do
 */

export class OtherWay {
  /**
   * @param {import("./movement.js").Movement} movement
   * @param {Going} going
   */
  constructor(movement, { place, group, move, origin }) {
    this._movement = movement;
    this._place = place;
    this._at = group;
    this._move = move;
    this._origin = origin;
    this._end = this._group.path.at(-1) ?? "";
    /** @type {string[]} the places so far, after the first */
    this._path = [];
    /** @type {import("./draft.js").Row | null} a way that waits for the card that pays for it */
    this._marching = null;
  }

  get _group() {
    return this._move.groups[this._at];
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
    if (this._path.at(-1) === this._end) return void this._take({ path: this._path }, this._move.leader);
    return this._movement.render();
  }

  content() {
    const { board } = this._movement;
    const title = gettext("Another way to %(place)s", { place: board.name(this._end) });
    if (this._marching) return this._paying(this._marching, title);
    const way = [this._move.source, ...this._path].map((place) => board.name(place)).join(" → ");
    const back = () => this._movement.showDraft();
    return [
      make("h2", {}, title),
      make("p.hint", {}, gettext("Tap each place on the way, one after the other.")),
      make("p", {}, `${way} → …`),
      make("p.acts", {}, ...this._prices(), button(gettext("Back"), back, "quiet")),
    ];
  }

  /** Others who could lead, and a card in place of a leader. */
  _prices() {
    const prices = [];
    const now = this._move.leader ?? null;
    const led = this._rows.find(({ leader, force_march: isPaid }) => leader && isPaid === Boolean(this._group.force_march));
    for (const leader of led || now ? (this._origin?.leaders ?? []) : []) {
      if (leader === now) continue;
      const show = () => this._take({}, leader);
      prices.push(button(gettext("Let %(leader)s lead", { leader: shortNameOf("block", leader) }), show, "quiet"));
    }
    const paid = this._rows.find(({ leader, force_march: isPaid }) => isPaid && !leader);
    if (now && paid && this._movement.phase.cardsLeft.length) {
      const march = () => {
        this._marching = paid;
        this._movement.render();
      };
      prices.push(button(gettext("Let nobody lead, and pay a card"), march, "quiet"));
    }
    const free = this._rows.find(({ leader, force_march: isPaid }) => leader && !isPaid);
    if (free && this._group.force_march && this._origin?.leaders.length) {
      const [leader] = this._origin.leaders;
      const values = { leader: shortNameOf("block", now ?? leader) };
      const spare = () => this._take({ path: free.path, force_march: null }, now ?? leader);
      prices.push(button(gettext("Let %(leader)s lead, and pay no card", values), spare, "quiet"));
    }
    return prices;
  }

  /** The ways to the same place that so many blocks can take, with the one they take now first. */
  get _rows() {
    const size = this._group.blocks.length;
    const found = this._origin?.reach.filter(({ to, size: [least, most] }) => to === this._end && least <= size && size <= most);
    const now = this._group.path.join();
    return (found ?? []).sort((a, b) => Number(b.path.join() === now) - Number(a.path.join() === now));
  }

  /** @param {import("./draft.js").Row} row @param {string} title */
  _paying(row, title) {
    const cards = [...new Set(this._movement.phase.cardsLeft)];
    const back = () => {
      this._marching = null;
      this._movement.render();
    };
    return [
      make("h2", {}, title),
      make("p.hint", {}, gettext("Tap the card that pays for it.")),
      tokens("card", cards, null, (place) => void this._take({ path: row.path, force_march: cards[place] }, null)),
      make("p.acts", {}, button(gettext("Back"), back, "quiet")),
    ];
  }

  /**
   * @param {Partial<Schemas["Group"]>} changed of the group
   * @param {string | null | undefined} leader of the move
   */
  _take(changed, leader) {
    const { steps } = this._movement.phase;
    const groups = this._move.groups.map((group, at) => (at === this._at ? { ...group, ...changed } : group));
    const action = { ...this._move, groups, leader: leader ?? null };
    return this._movement.change(steps.map((step, place) => (place === this._place ? { ...step, action } : step)));
  }
}
