// The draft of a movement phase: what is in it, and what can be done next.

import { button, make } from "./html.js";
import { levels, levelName } from "./level.js";
import { Bringing, MORI_BOX } from "./mori.js";
import { Mustering, RECRUITMENT } from "./muster.js";
import { OtherWay } from "./other_way.js";
import { OpenStack } from "./stack.js";
import { handInShort, nameOf } from "./tokens.js";
import { gettext, ngettext } from "./words.js";

/** @typedef {import("./draft.js").Source} Source */

export class Overview {
  /** @param {import("./movement.js").Movement} movement */
  constructor(movement) {
    this._movement = movement;
    this._phase = movement.phase;
    this._isEnding = false;
  }

  lights() {
    /** @type {Map<string, import("./board.js").Light>} */
    const lights = new Map();
    for (const place of this._phase.stacks.keys()) {
      const label = gettext("Move from %(place)s", { place: this._movement.board.name(place) });
      lights.set(place, { look: "source", label });
    }
    for (const { box, label } of this._boxes) lights.set(box, { look: "source", label });
    return lights;
  }

  /** The boxes beside the board from which blocks can come. */
  get _boxes() {
    const muster = () => this._movement.open(new Mustering(this._movement));
    const bring = () => this._movement.open(new Bringing(this._movement));
    return [
      ...(this._phase.subsets("muster").length ? [{ box: RECRUITMENT, label: gettext("Muster"), open: muster }] : []),
      ...(this._phase.subsets("mori").length ? [{ box: MORI_BOX, label: gettext("Mori box"), open: bring }] : []),
    ];
  }

  /** @param {string} place */
  tap(place) {
    const stack = this._phase.stacks.get(place);
    const box = this._boxes.find((each) => each.box === place);
    if (box) box.open();
    else if (stack) this._movement.open(new OpenStack(this._movement, stack.origin, stack.joins));
    else this._movement.render();
  }

  content() {
    const { isWithoutLevel } = this._phase;
    const [first, ...others] = [...this._offers(), isWithoutLevel ? handInShort() : null].filter((part) => part !== null);
    const above = make("div.above", {}, ...(first ? [first] : []), ...this._asList);
    return [this._draft(), above, ...others, this._acts(isWithoutLevel ? levels(this._movement) : [])];
  }

  /** The way to the form, as long as nothing is drafted. */
  get _asList() {
    if (this._phase.steps.length || this._movement.isGuided) return [];
    return [button(gettext("As a list"), () => this._movement.leave(), "more")];
  }

  _draft() {
    const { steps } = this._phase;
    if (!steps.length) return null;
    const lines = steps.map(({ action }, place) => {
      const remove = () => void this._movement.change(steps.filter((_step, other) => other !== place));
      const drop = make("button", { type: "button", onclick: remove, "aria-label": gettext("Remove") }, "✕");
      return make("li", {}, make("span", {}, this._inWords(action)), ...this._otherWay(place), ...this._sooner(place), drop);
    });
    return make("ol.draft", {}, ...lines);
  }

  /** A button that puts a step before the one above it. The level stays the first. @param {number} place */
  _sooner(place) {
    const { steps } = this._phase;
    if (this._movement.isGuided || place === 0 || steps[place - 1].action.type === "level") return [];
    const swapped = [...steps.slice(0, place - 1), steps[place], steps[place - 1], ...steps.slice(place + 1)];
    const swap = () => void this._movement.change(swapped);
    return [make("button", { type: "button", onclick: swap, "aria-label": gettext("Do this sooner") }, "↑")];
  }

  /** For each group of a move, a button that draws its way again, or pays for it in another way. @param {number} place */
  _otherWay(place) {
    const { action, origin } = this._phase.steps[place];
    if (this._movement.isGuided || action.type !== "move") return [];
    return action.groups.map(({ path }, group) => {
      const open = () => this._movement.open(new OtherWay(this._movement, { place, group, move: action, origin }));
      const values = { place: this._movement.board.name(path.at(-1) ?? "") };
      const label = gettext("Another way to %(place)s", values);
      return make("button", { type: "button", onclick: open, "aria-label": label, title: label }, "⤳");
    });
  }

  /** @param {import("./draft.js").Action} action */
  _inWords(action) {
    const { board } = this._movement;
    if (action.type === "level") {
      const cards = (action.cards ?? []).map((card) => nameOf("card", card)).join("; ");
      return [levelName(action.level), cards].filter(Boolean).join(": ");
    }
    if (action.type === "muster") {
      const values = { place: board.name(action.location) };
      const count = action.blocks.length;
      return ngettext("%(count)s block musters at %(place)s", "%(count)s blocks muster at %(place)s", count, values);
    }
    if (action.type === "mori") {
      const values = { place: board.name(board.end(MORI_BOX)), card: nameOf("card", action.card) };
      const count = action.blocks.length;
      return ngettext("%(count)s block from the Mori box to %(place)s: %(card)s", "%(count)s blocks from the Mori box to %(place)s: %(card)s", count, values);
    }
    if (action.type !== "move") return action.type;
    const lines = action.groups.map(({ blocks, path, force_march: card }) => {
      const values = { from: board.name(action.source), to: board.name(path.at(-1) ?? "") };
      const count = blocks.length;
      const text = ngettext("%(count)s block: %(from)s → %(to)s", "%(count)s blocks: %(from)s → %(to)s", count, values);
      return card ? `${text} (${gettext("force march: %(card)s", { card: nameOf("card", card) })})` : text;
    });
    if (action.leader) {
      const values = { leader: nameOf("block", action.leader) };
      const { isLeaderShown } = this._movement;
      lines.push(isLeaderShown ? gettext("shows %(leader)s", values) : gettext("%(leader)s leads, hidden", values));
    }
    return lines.join("; ");
  }

  /** What can be put into the draft next, besides what is lit on the board. */
  _offers() {
    const offers = [];
    if (this._phase.sources.length) {
      const { hasMoves } = this._phase;
      const hint = hasMoves ? gettext("Tap another stack, or send.") : gettext("Tap a stack with a dashed ring to move it.");
      offers.push(make("p.hint", {}, hint));
    } else if (this._phase.isOpen && !this._phase.hasMoves && !this._boxes.length) {
      offers.push(make("p.hint", {}, gettext("Your stacks have moved. End the phase.")));
    }
    if (this._isEnding && (this._phase.sources.length || this._boxes.length)) {
      offers.push(make("p.grave", { role: "status" }, gettext("You could still move. By ending the phase you give that up.")));
    }
    if (this._phase.hasBarrier) {
      const isMove = this._phase.steps.at(-1)?.action.type === "move";
      const hint = isMove ? gettext("Send this now: what follows depends on what you find there.") : gettext("Send this now, and go on after that.");
      offers.push(make("p.hint", {}, hint));
    }
    return offers;
  }

  /** @param {Node[]} acts that come first */
  _acts(acts) {
    const { steps, isOpen } = this._phase;
    if (this._phase.hasMoves && isOpen) {
      acts.push(button(gettext("Send, and end the phase"), () => this._movement.send({ type: "end-movement" })));
      acts.push(button(gettext("Send, and go on"), () => this._movement.send(), "quiet"));
    } else if (isOpen) {
      acts.push(button(this._isEnding ? gettext("Tap again to end the phase") : gettext("End the phase"), () => this._end(), "quiet"));
    } else if (steps.length) {
      const label = this._phase.hasBarrier ? gettext("Send") : gettext("Send; the phase then ends");
      acts.push(button(label, () => this._movement.send()));
    }
    acts.push(...this._boxes.map(({ label, open }) => button(label, open, "quiet")));
    if (steps.length) acts.push(button(gettext("Undo"), () => void this._movement.change(steps.slice(0, -1)), "quiet"));
    return make("p.acts", {}, ...acts);
  }

  /** End the phase without a move: by a second tap, which says what is given up. */
  _end() {
    if (this._isEnding) return void this._movement.send({ type: "end-movement" });
    this._isEnding = true;
    return this._movement.render();
  }
}
