// A stack that is open: its blocks, those of them that go, and where they can go.

import { goals, leftBehind } from "./draft.js";
import { button, make } from "./html.js";
import { tokens } from "./tokens.js";
import { gettext } from "./words.js";

/**
 * @typedef {import("./draft.js").Row} Row
 * @typedef {import("./draft.js").Source} Source
 * @typedef {import("./draft.js").Step} Step
 */

export class OpenStack {
  /**
   * @param {import("./movement.js").Movement} movement
   * @param {Source} origin
   * @param {boolean} joins whether these blocks go along with the last move of the draft
   * @param {{blocks?: string[], before?: Step[]}} [chosen] the blocks that go, else all; and the steps of the draft
   *   before the move, else all
   */
  constructor(movement, origin, joins, { blocks, before } = {}) {
    this._movement = movement;
    this._phase = movement.phase;
    this._origin = origin;
    this._joins = joins;
    this._all = joins ? leftBehind(this._phase.draft.last) : origin.blocks;
    this._blocks = new Set(blocks ?? this._all);
    this._before = before ?? this._phase.steps;
    /** @type {Row | null} a way that waits for the card that pays for it */
    this._marching = null;
  }

  lights() {
    const { board } = this._movement;
    /** @type {Map<string, import("./board.js").Light>} */
    const lights = new Map();
    for (const place of this._phase.stacks.keys()) {
      lights.set(place, { look: "source", label: gettext("Move from %(place)s", { place: board.name(place) }) });
    }
    for (const [place, row] of this._goals) {
      const look = row.meets === "nothing" ? "goal" : "goal fights";
      const label = [gettext("Move to %(place)s", { place: board.name(place) }), ...priceOf(row)].join(", ");
      lights.set(place, { look, label, price: priceOf(row).join(" + ") });
    }
    return lights.set(this._origin.source, { look: "source chosen", label: gettext("Close this stack") });
  }

  /** @param {string} place */
  tap(place) {
    const row = this._goals.get(place);
    if (row) return this.go(row);
    if (place === this._origin.source) return this._close();
    const other = this._phase.stacks.get(place);
    if (other) return this._movement.open(new OpenStack(this._movement, other.origin, other.joins));
    return void this._explain(place);
  }

  content() {
    return this._marching ? this._paying(this._marching) : this._choosing();
  }

  /**
   * Put the move into the draft.
   * @param {Row} row the way
   * @param {string} [card] for a force march
   */
  go(row, card) {
    const cards = [...new Set(this._phase.cardsLeft)];
    const paid = row.force_march ? (card ?? (cards.length === 1 ? cards[0] : undefined)) : undefined;
    if (row.force_march && !paid) {
      this._marching = row;
      return this._movement.render();
    }
    const group = { blocks: [...this._blocks], path: row.path, ...(paid && { force_march: paid }) };
    const leaders = this._origin.leaders;
    const leader = row.leader ? (leaders.find((each) => this._blocks.has(each)) ?? leaders[0]) : null;
    const together = this._joined(group, leader);
    if (together) return void this._movement.change(together);
    /** @type {import("./draft.js").Action} */
    const action = { type: "move", source: this._origin.source, groups: [group], ...(leader && { leader }) };
    return void this._movement.change([...this._before, { action, origin: this._origin }]);
  }

  /**
   * The draft with another group in its last move; null if that is not what is put together.
   * @param {import("./draft.js").Schemas["Group"]} group
   * @param {string | null} leader of the move, if it has none yet
   * @returns {Step[] | null}
   */
  _joined(group, leader) {
    const last = this._before.at(-1)?.action;
    if (!this._joins || last?.type !== "move") return null;
    const action = { ...last, groups: [...last.groups, group], leader: last.leader ?? leader };
    return [...this._before.slice(0, -1), { action, origin: this._origin }];
  }

  get _goals() {
    return this._blocks.size ? goals(this._origin, this._blocks.size) : new Map();
  }

  _close() {
    this._phase.problem = null;
    this._movement.showDraft();
  }

  _choosing() {
    const flip = (/** @type {number} */ place) => {
      if (!this._blocks.delete(this._all[place])) this._blocks.add(this._all[place]);
      this._movement.render();
    };
    const values = { place: this._movement.board.name(this._origin.source) };
    const title = this._joins ? gettext("Others from %(place)s, in the same move", values) : values.place;
    const hasPrices = [...this._goals.values()].some((row) => priceOf(row).length);
    const where = this._movement.isGuided && hasPrices ? this._aboutPrices() : gettext("Tap where they go. You can undo it until you send.");
    const asked = this._blocks.size ? where : gettext("Tap the blocks that go.");
    const acts = [button(gettext("Back"), () => this._close(), "quiet")];
    if (this._all.length > 2) acts.push(this._allOrNone());
    const last = this._phase.draft.last;
    if (!this._joins && last?.origin?.source === this._origin.source && leftBehind(last).length) {
      const origin = last.origin;
      const join = () => this._movement.open(new OpenStack(this._movement, origin, true));
      acts.push(button(gettext("Part of the last move"), join, "quiet"));
    }
    return [
      make("h2", {}, title),
      make("p.hint", {}, asked),
      this._movement.aboutFatal([...this._blocks]),
      tokens("block", this._all, (place) => this._blocks.has(this._all[place]), flip),
      make("p.acts", {}, ...acts),
    ];
  }

  _aboutPrices() {
    return this._movement.isLeaderShown
      ? gettext("Tap where they go. “Leader”: one of them must lead and is shown to the other side. “1 card”: that far costs a card.")
      : gettext("Tap where they go. “Leader”: one of them must lead; the other side learns that, but not who. “1 card”: that far costs a card.");
  }

  _allOrNone() {
    const change = () => {
      this._blocks = new Set(this._blocks.size ? [] : this._all);
      this._movement.render();
    };
    return button(this._blocks.size ? gettext("Choose no block") : gettext("Choose all blocks"), change, "quiet");
  }

  /** @param {Row} row */
  _paying(row) {
    const cards = this._phase.cardsLeft;
    const back = () => {
      this._marching = null;
      this._movement.render();
    };
    return [
      make("h2", {}, gettext("Force march to %(place)s", { place: this._movement.board.name(row.to) })),
      make("p.hint", {}, gettext("Tap the card that pays for it.")),
      tokens("card", cards, null, (place) => this.go(row, cards[place])),
      make("p.acts", {}, button(gettext("Back"), back, "quiet")),
    ];
  }

  /**
   * Have the service say why the stack cannot go there, by the fewest roads. A group that joins others may: together
   * they can be enough to overrun who is on the way.
   * @param {string} place
   */
  async _explain(place) {
    const path = this._movement.board.way(this._origin.source, place);
    const blocks = [...this._blocks];
    const together = path.length && blocks.length ? this._joined({ blocks, path }, null) : null;
    if (together) {
      await this._phase.change(together);
      if (!this._phase.problem) return this._movement.showDraft();
    } else if (path.length && blocks.length) {
      const [card] = this._phase.cardsLeft;
      const leader = this._origin.leaders.find((each) => this._blocks.has(each));
      const groups = [{ blocks, path, ...(card && { force_march: card }) }];
      await this._phase.explain({ type: "move", source: this._origin.source, groups, ...(leader && { leader }) });
    }
    return this._movement.render();
  }
}

/** What a way costs, and whether it is the end of those who go it, in words. @param {Row} row */
function priceOf(row) {
  const costs = [...(row.leader ? [gettext("leader")] : []), ...(row.force_march ? [gettext("1 card")] : [])];
  return row.meets === "overrun-by-them" ? [...costs, gettext("overrun!")] : costs;
}
