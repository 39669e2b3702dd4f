// A movement phase that is being put together: what the service says of its draft, and sending it.

import { Refused, newKey } from "./api.js";
import { Draft, leftBehind } from "./draft.js";
import { whileBusy } from "./html.js";
import { problemOf } from "./problem.js";
import { hand } from "./tokens.js";

/**
 * @typedef {import("./draft.js").Schemas} Schemas
 * @typedef {import("./draft.js").Step} Step
 * @typedef {import("./problem.js").Problem} Problem
 */

export class Phase {
  /**
   * @param {HTMLElement} root the element of the game
   * @param {import("./api.js").Api} api
   * @param {import("./board.js").Board} board
   * @param {() => Promise<void>} onSent shows the page again
   */
  constructor(root, api, board, onSent) {
    this._root = root;
    this._api = api;
    this._board = board;
    this._onSent = onSent;
    this._key = newKey();
    this.draft = new Draft(`draft ${root.dataset.game} ${api.side} ${api.version}`);
    /** @type {Schemas["Options"] | null} what can be done after the draft */
    this.options = null;
    /** @type {Schemas["Options"] | null} what can be done before it */
    this._first = null;
    this.hasBarrier = false;
    /** @type {Schemas["GraveReason"][]} why what is drafted is grave */
    this._warns = [];
    /** @type {Problem | null} */
    this.problem = null;
  }

  /** Read what can be done. @returns {Promise<string>} the decision that is asked */
  async read() {
    this._first = this.options = await this._api.options();
    return this._first?.decision ?? "";
  }

  get steps() {
    return this.draft.steps;
  }

  /** Whether the draft has more than its level. */
  get hasMoves() {
    return this.steps.some(({ action }) => action.type !== "level");
  }

  /** Whether more can be put into the draft. */
  get isOpen() {
    return this.options?.decision === "movement";
  }

  /** Whether the draft still lacks its level. */
  get isWithoutLevel() {
    return this.options?.decision === "level";
  }

  /**
   * Take other steps for the draft, if the service finds them legal.
   * @param {Step[]} steps
   */
  async change(steps) {
    const isKept = steps === this.steps;
    this.problem = null;
    try {
      if (steps.length) {
        const actions = steps.map(({ action }) => action);
        const found = await whileBusy(this._root, () => this._api.preview(actions, this._board.sheet));
        this._board.show(found.board ?? null);
        this.options = found.options;
        this.hasBarrier = found.barrier !== null;
        this._warns = found.warns;
      } else {
        this._board.show(null);
        this.options = this._first;
        this.hasBarrier = false;
        this._warns = [];
      }
      this.draft.replace(steps);
    } catch (error) {
      this._complain(error);
      if (error instanceof Refused && isKept) this.draft.replace([]); // it is from an earlier position
    }
    this._key = newKey();
  }

  /** Why it is grave to carry out the draft, and perhaps to end the phase. @param {boolean} isEnding */
  warns(isEnding) {
    const rows = this.options?.answers.flatMap((each) => (each.shape === "choice" ? each.choices : [])) ?? [];
    const ending = isEnding ? rows.flatMap((row) => (row.action.type === "end-movement" ? (row.warns ?? []) : [])) : [];
    return [...new Set([...this._warns, ...ending])];
  }

  /**
   * Have the service say why an action cannot follow the draft.
   * @param {Schemas["Action"]} action that is not offered
   */
  async explain(action) {
    try {
      await whileBusy(this._root, () => this._api.preview([...this.draft.actions, action], this._board.sheet));
    } catch (error) {
      this._complain(error);
    }
  }

  /**
   * Carry out the draft, and perhaps more. After a lost connection the same can be sent again.
   * @param {Schemas["Action"][]} more
   */
  async send(...more) {
    this.problem = null;
    try {
      await whileBusy(this._root, () => this._api.act([...this.draft.actions, ...more], this._key));
    } catch (error) {
      this._complain(error);
      return;
    }
    this.draft.replace([]);
    await this._onSent();
  }

  /** The stacks that can move. @returns {Schemas["Source"][]} */
  get sources() {
    return this.options?.answers.flatMap((each) => (each.shape === "route" ? each.sources : [])) ?? [];
  }

  /** The stacks that can be opened, by place, with the last one that moved where more of it could go along. */
  get stacks() {
    const found = new Map(this.sources.map((origin) => [origin.source, { origin, joins: false }]));
    const last = this.draft.last;
    if (last?.origin && leftBehind(last).length && !found.has(last.origin.source)) {
      found.set(last.origin.source, { origin: last.origin, joins: true });
    }
    return found;
  }

  /** Whole actions that can be chosen. @returns {Schemas["Action"][]} */
  get choices() {
    return this.options?.answers.flatMap((each) => (each.shape === "choice" ? each.choices : [])).map(({ action }) => action) ?? [];
  }

  /**
   * The selections that make an action of one type.
   * @template {Schemas["Action"]["type"]} T
   * @param {T} type
   */
  subsets(type) {
    const found = [];
    for (const each of this.options?.answers ?? []) {
      if (each.shape === "subset" && each.action.type === type) {
        const action = /** @type {Extract<Schemas["Action"], {type: T}>} */ (each.action);
        const tiers = each.of.map((tier) => Object.keys(tier)); // all of one is chosen before any of the next
        found.push({ action, items: tiers.flat(), tiers, least: each.least, most: each.most });
      }
    }
    return found;
  }

  /** The cards of the hand that the draft does not spend. */
  get cardsLeft() {
    const left = hand();
    const spend = (/** @type {string | null | undefined} */ card) => {
      const place = card ? left.indexOf(card) : -1;
      if (place >= 0) left.splice(place, 1);
    };
    for (const action of this.draft.actions) {
      if (action.type === "level") action.cards?.forEach(spend);
      if (action.type === "mori") spend(action.card);
      if (action.type === "move") action.groups.forEach((group) => spend(group.force_march));
    }
    return left;
  }

  /** @param {unknown} error */
  _complain(error) {
    this.problem = problemOf(error);
    if (error instanceof Refused && error.isOutdated) void this._onSent();
  }
}
