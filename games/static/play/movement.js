// The movement phase on the board: tap a stack, tap where it goes, and send the whole phase at once.
//
// What is lit comes from the options of the service, and every draft is shown as the service previews it. No rule of
// the game is decided here.

import { Refused, Unreachable, newKey } from "./api.js";
import { Draft, goals, leftBehind, ways } from "./draft.js";
import { button, make } from "./html.js";
import { hand, nameOf, tokens } from "./tokens.js";
import { gettext, ngettext } from "./words.js";

/**
 * @typedef {import("./draft.js").Source} Source
 * @typedef {import("./draft.js").Row} Row
 * @typedef {import("./draft.js").Step} Step
 * @typedef {import("./draft.js").Action} Action
 * @typedef {{decision: string, answers: any[]}} Options
 */

export const DECISIONS = ["level", "movement"];

export class Movement {
  /**
   * @param {HTMLElement} root the element of the game
   * @param {import("./api.js").Api} api
   * @param {import("./board.js").Board} board
   * @param {() => Promise<void>} onSent shows the page anew
   */
  constructor(root, api, board, onSent) {
    this._root = root;
    this._api = api;
    this._onSent = onSent;
    this._draft = new Draft(`draft ${root.dataset.game} ${api.side} ${api.version}`);
    this._board = board;
    this._panel = make("section.panel", { "aria-live": "polite", "aria-label": gettext("My draft") });
    root.querySelector(".asking")?.prepend(this._panel);
    this._heading = root.querySelector("h1");
    this._asked = this._heading?.textContent ?? "";
    this._key = newKey();
    /** @type {Options | null} */
    this._options = null;
    this._hasBarrier = false;
    /** @type {{origin: Source, blocks: Set<string>, joins: boolean} | null} the stack that is open */
    this._open = null;
    /** @type {{level: string, most: number, least: number, cards: Set<number>} | null} a level being paid for */
    this._paying = null;
    /** @type {{blocks: Set<string>} | null} blocks that are being mustered */
    this._mustering = null;
    /** @type {{row: Row} | null} a way that needs a card to be chosen */
    this._marching = null;
    /** @type {{rule: string, text: string, url: string} | null} */
    this._problem = null;
    this._hasEnded = false;
  }

  /** Whether something is put together that is not sent yet. */
  get isUnsaved() {
    return this._draft.steps.length > 0;
  }

  async begin() {
    this._first = await this._api.options();
    if (!this._first || !DECISIONS.includes(this._first.decision)) return false;
    this._root.dataset.live = "board";
    this._options = this._first;
    await this._change(this._draft.steps);
    return true;
  }

  // ---- what the draft comes to ----

  /**
   * Take other steps for the draft, if the service finds them legal.
   * @param {Step[]} steps
   */
  async _change(steps) {
    const before = this._draft.steps;
    this._open = this._marching = this._paying = this._mustering = null;
    this._problem = null;
    try {
      if (steps.length) {
        const found = await this._busy(() => this._api.preview(steps.map(({ action }) => action), this._board.sheet));
        this._board.show(found.board);
        this._options = found.options;
        this._hasBarrier = found.barrier !== null;
      } else {
        this._board.show(null);
        this._options = this._first ?? null;
        this._hasBarrier = false;
      }
      this._draft.replace(steps);
    } catch (error) {
      this._complain(error);
      if (error instanceof Refused && before === steps) this._draft.replace([]); // a draft of an earlier position
    }
    this._key = newKey();
    this._render();
  }

  /** @param {Action} action @param {Source} [origin] */
  _add(action, origin) {
    return this._change([...this._draft.steps, { action, origin }]);
  }

  /** @param {unknown} error */
  _complain(error) {
    if (error instanceof Refused && error.isOutdated) void this._onSent();
    if (error instanceof Refused) this._problem = { rule: error.rule, text: error.message, url: error.ruleUrl };
    else if (error instanceof Unreachable) {
      this._problem = { rule: "", text: gettext("No connection. Your draft is kept; try again."), url: "" };
    } else throw error;
  }

  /** @template T @param {() => Promise<T>} wait @returns {Promise<T>} */
  async _busy(wait) {
    this._root.dataset.busy = "";
    try {
      return await wait();
    } finally {
      delete this._root.dataset.busy;
    }
  }

  async _send(/** @type {Action[]} */ actions) {
    this._problem = null;
    try {
      await this._busy(() => this._api.act(actions, this._key));
    } catch (error) {
      this._complain(error);
      this._render();
      return;
    }
    this._draft.replace([]);
    await this._onSent();
  }

  // ---- what is tapped ----

  /** @returns {Source[]} */
  get _sources() {
    return this._options?.answers.flatMap((each) => each.sources ?? []) ?? [];
  }

  /** The shapes of answers of one type. @param {string} type @returns {any[]} */
  _subsets(type) {
    return this._options?.answers.filter((each) => each.shape === "subset" && each.action.type === type) ?? [];
  }

  /** The sources that can be opened, with the last one where some of its blocks could still go along. */
  get _stacks() {
    const stacks = new Map(this._sources.map((origin) => [origin.source, { origin, joins: false }]));
    const last = this._draft.last;
    const left = leftBehind(last);
    if (last?.origin && left.length && !stacks.has(last.origin.source)) {
      stacks.set(last.origin.source, { origin: last.origin, joins: true });
    }
    return stacks;
  }

  /** Somebody tapped on a place. @param {string} place */
  tap(place) {
    if (!this._options && !this.isUnsaved) return undefined; // not ready, or left for the form
    this._problem = null;
    if (this._mustering) return this._musterAt(place);
    if (this._open && this._goals.has(place)) return this._goTo(place);
    const stack = this._stacks.get(place);
    if (stack && this._open?.origin.source !== place) return this._openStack(stack.origin, stack.joins);
    if (this._open && this._open.origin.source !== place) return this._explain(place);
    this._open = this._marching = null;
    return this._render();
  }

  /** @param {Source} origin @param {boolean} joins whether it goes along with the last move */
  _openStack(origin, joins) {
    const blocks = joins ? leftBehind(this._draft.last) : origin.blocks;
    this._open = { origin, blocks: new Set(blocks), joins };
    this._marching = null;
    this._render();
  }

  /** @returns {Map<string, Row>} */
  get _goals() {
    return this._open?.blocks.size ? goals(this._open.origin, this._open.blocks.size) : new Map();
  }

  /** @param {string} place */
  _goTo(place) {
    const row = this._goals.get(place);
    return row && this._go(row);
  }

  /**
   * Put a group into the draft.
   * @param {Row} row its way
   * @param {string} [card] for a force march
   */
  _go(row, card) {
    if (!this._open) return undefined;
    const { origin, blocks, joins } = this._open;
    if (row.force_march && !card) {
      const cards = [...new Set(this._cardsLeft)];
      if (cards.length !== 1) {
        this._marching = { row };
        return this._render();
      }
      [card] = cards;
    }
    const group = { blocks: [...blocks], path: row.path, ...(card && { force_march: card }) };
    const leader = row.leader ? (origin.leaders.find((each) => blocks.has(each)) ?? origin.leaders[0]) : undefined;
    const last = this._draft.last;
    if (joins && last?.action.groups) {
      const action = { ...last.action, groups: [...last.action.groups, group], leader: last.action.leader ?? leader };
      return this._change([...this._draft.steps.slice(0, -1), { action, origin }]);
    }
    return this._add({ type: "move", source: origin.source, groups: [group], ...(leader && { leader }) }, origin);
  }

  /** The cards of the hand that the draft does not spend. */
  get _cardsLeft() {
    const left = hand();
    for (const { cards = [], groups = [] } of this._draft.actions) {
      for (const card of [...cards, ...groups.map((group) => group.force_march ?? "")]) {
        const place = left.indexOf(card);
        if (place >= 0) left.splice(place, 1);
      }
    }
    return left;
  }

  /** Say why a stack cannot go to a place: the service knows. @param {string} place */
  async _explain(place) {
    if (!this._open) return;
    const { origin, blocks } = this._open;
    const others = origin.reach.some((row) => row.to === place);
    if (others) {
      const text = gettext("Not with so many blocks: fewer of them can go to %(place)s.");
      this._problem = { rule: "7.3.5", text: text.replace("%(place)s", this._board.name(place)), url: "" };
    } else if (this._stacks.size && blocks.size) {
      const text = gettext("%(source)s cannot reach %(place)s in one move now: it is too far, or the roads are used.", {
        source: this._board.name(origin.source),
        place: this._board.name(place),
      });
      this._problem = { rule: "7.3.3", text, url: "" };
    }
    this._render();
  }

  /** @param {string} place */
  _musterAt(place) {
    const chosen = [...(this._mustering?.blocks ?? [])];
    const found = this._musterWays.filter((way) => way.location === place).sort((way) => (way.openly ? 1 : -1))[0];
    if (!found) {
      this._mustering = null;
      return this._render();
    }
    return this._add({ type: "muster", location: place, blocks: chosen, ...(found.openly && { openly: true }) });
  }

  /** Where the chosen blocks can be mustered, and how. */
  get _musterWays() {
    const chosen = [...(this._mustering?.blocks ?? [])];
    return this._subsets("muster")
      .filter(({ of, least, most }) => {
        const items = of.flatMap((/** @type {object} */ tier) => Object.keys(tier));
        return chosen.length >= least && chosen.length <= most && chosen.every((block) => items.includes(block));
      })
      .map(({ action }) => ({ location: action.location, openly: Boolean(action.openly) }));
  }

  // ---- what is shown ----

  /** What is asked while there is a draft, in place of what the page asks. */
  get _task() {
    if (!this._draft.steps.length) return this._asked;
    if (this._options?.decision === "movement") return gettext("Move your stacks");
    return gettext("Send your draft");
  }

  _render() {
    if (this._heading) this._heading.textContent = this._task;
    this._board.light(this._lights);
    this._board.trace(this._trails);
    const parts = [this._problemShown(), ...this._content()].filter((part) => part !== null);
    this._panel.replaceChildren(...parts);
  }

  get _lights() {
    /** @type {Map<string, import("./board.js").Light>} */
    const lights = new Map();
    if (this._mustering) {
      for (const { location } of this._musterWays) lights.set(location, { look: "goal" });
      return lights;
    }
    for (const [place, { origin }] of this._stacks) {
      const label = gettext("Move from %(place)s", { place: this._board.name(origin.source) });
      lights.set(place, { look: "source", label });
    }
    for (const [place, row] of this._goals) {
      const look = row.meets === "nothing" ? "goal" : "goal fights";
      const label = [gettext("Move to %(place)s", { place: this._board.name(place) }), ...priceOf(row)].join(", ");
      lights.set(place, { look, label, price: priceOf(row).join(" + ") });
    }
    if (this._open) lights.set(this._open.origin.source, { look: "source chosen", label: gettext("Close this stack") });
    return lights;
  }

  get _trails() {
    return this._draft.actions.flatMap(({ source, groups = [] }) => groups.map(({ path }) => [source ?? "", ...path]));
  }

  _problemShown() {
    if (!this._problem) return null;
    const { rule, text, url } = this._problem;
    const link = rule && url ? make("a", { href: url }, rule) : rule;
    return make("p.errors", { role: "alert" }, text, ...(rule ? [" (", link, ")"] : []));
  }

  /** @returns {(Node | null)[]} */
  _content() {
    if (this._marching) return this._marchingShown(this._marching);
    if (this._paying) return this._payingShown(this._paying);
    if (this._mustering) return this._musteringShown(this._mustering);
    if (this._open) return this._openShown(this._open);
    return [this._draftShown(), ...this._offers(), this._acts()];
  }

  /** @param {{origin: Source, blocks: Set<string>, joins: boolean}} open */
  _openShown({ origin, blocks, joins }) {
    const all = joins ? leftBehind(this._draft.last) : origin.blocks;
    const flip = (/** @type {number} */ place) => {
      if (!blocks.delete(all[place])) blocks.add(all[place]);
      this._render();
    };
    const title = joins
      ? gettext("Others from %(place)s, in the same move", { place: this._board.name(origin.source) })
      : this._board.name(origin.source);
    const asked = blocks.size
      ? gettext("Tap where they go.")
      : gettext("Tap the blocks that go.");
    const acts = [button(gettext("Back"), () => this.tap(origin.source), "quiet")];
    if (all.length > 2) {
      const none = () => {
        if (blocks.size) blocks.clear();
        else all.forEach((block) => blocks.add(block));
        this._render();
      };
      acts.push(button(blocks.size ? gettext("None") : gettext("All"), none, "quiet"));
    }
    const last = this._draft.last;
    if (!joins && last?.origin?.source === origin.source && leftBehind(last).length) {
      const join = () => this._openStack(/** @type {Source} */ (last.origin), true);
      acts.push(button(gettext("Part of the last move"), join, "quiet"));
    }
    return [
      make("h2", {}, title),
      make("p.hint", {}, asked),
      tokens("block", all, (place) => blocks.has(all[place]), flip),
      make("p.acts", {}, ...acts),
    ];
  }

  /** @param {{row: Row}} marching */
  _marchingShown({ row }) {
    const cards = [...new Set(this._cardsLeft)];
    const back = () => {
      this._marching = null;
      this._render();
    };
    return [
      make("h2", {}, gettext("Force march to %(place)s", { place: this._board.name(row.to) })),
      make("p.hint", {}, gettext("Tap the card that pays for it.")),
      tokens("card", cards, null, (place) => this._go(row, cards[place])),
      make("p.acts", {}, button(gettext("Back"), back, "quiet")),
    ];
  }

  /** @param {{level: string, least: number, most: number, cards: Set<number>}} paying */
  _payingShown(paying) {
    const cards = hand();
    const pay = () => {
      const chosen = [...paying.cards].map((place) => cards[place]);
      return this._add({ type: "level", level: paying.level, cards: chosen });
    };
    const flip = (/** @type {number} */ place) => {
      if (!paying.cards.delete(place)) paying.cards.add(place);
      if (paying.cards.size === paying.most && paying.least === paying.most) void pay();
      else this._render();
    };
    const back = () => {
      this._paying = null;
      this._render();
    };
    const acts = [button(gettext("Back"), back, "quiet")];
    if (paying.least !== paying.most) {
      const count = paying.cards.size;
      const label = count
        ? ngettext("Exchange %(count)s card", "Exchange %(count)s cards", count)
        : gettext("Exchange no card");
      acts.unshift(button(label, pay));
    }
    const asked =
      paying.least === paying.most
        ? ngettext("Tap the card that pays for it.", "Tap the %(count)s cards that pay for it.", paying.most)
        : gettext("Tap the cards you want to exchange for new ones.");
    return [
      make("h2", {}, levelName(paying.level)),
      make("p.hint", {}, asked),
      tokens("card", cards, (place) => paying.cards.has(place), flip),
      make("p.acts", {}, ...acts),
    ];
  }

  /** @param {{blocks: Set<string>}} mustering */
  _musteringShown({ blocks }) {
    const box = [
      ...new Set(this._subsets("muster").flatMap(({ of }) => of.flatMap((/** @type {object} */ tier) => Object.keys(tier)))),
    ];
    const flip = (/** @type {number} */ place) => {
      if (!blocks.delete(box[place])) blocks.add(box[place]);
      this._render();
    };
    const back = () => {
      this._mustering = null;
      this._render();
    };
    const shown = this._musterWays.some((way) => way.openly) && blocks.size > 1;
    const asked = !blocks.size
      ? gettext("Tap the blocks that muster.")
      : this._musterWays.length
        ? gettext("Tap where they muster.")
        : gettext("One block musters hidden, or several of one clan openly where it recruits.");
    return [
      make("h2", {}, gettext("Muster")),
      make("p.hint", {}, asked, ...(shown ? [" ", gettext("The other side sees them.")] : [])),
      tokens("block", box, (place) => blocks.has(box[place]), flip),
      make("p.acts", {}, button(gettext("Back"), back, "quiet")),
    ];
  }

  _draftShown() {
    if (!this._draft.steps.length) return null;
    const lines = this._draft.steps.map(({ action }, place) => {
      const remove = () => this._change(this._draft.steps.filter((_step, other) => other !== place));
      const drop = make("button", { type: "button", onclick: remove, "aria-label": gettext("Remove") }, "✕");
      return make("li", {}, make("span", {}, this._inWords(action)), ...this._otherWays(place), drop);
    });
    return make("ol.draft", {}, ...lines);
  }

  /** A button that takes the next way to the same place, for a move of one group that has others. */
  _otherWays(/** @type {number} */ place) {
    const { action, origin } = this._draft.steps[place];
    const group = action.groups?.[0];
    if (!origin || !group || action.groups?.length !== 1) return [];
    const found = ways(origin, group.blocks.length, group.path.at(-1) ?? "");
    const now = found.findIndex((row) => row.path.join() === group.path.join() && row.leader === Boolean(action.leader));
    if (found.length < 2) return [];
    const change = () => {
      const row = found[(now + 1) % found.length];
      this._draft.replace(this._draft.steps.slice(0, place));
      this._open = { origin, blocks: new Set(group.blocks), joins: false };
      return this._go(row);
    };
    return [make("button", { type: "button", onclick: change, "aria-label": gettext("Another way") }, "⤳")];
  }

  /** @param {Action} action */
  _inWords({ type, source = "", groups = [], leader, level = "", cards = [], location = "", blocks = [] }) {
    if (type === "level") {
      return [levelName(level), ...cards.map((card) => nameOf("card", card))].join(": ");
    }
    if (type === "muster") {
      const values = { place: this._board.name(location) };
      return ngettext("%(count)s block musters at %(place)s", "%(count)s blocks muster at %(place)s", blocks.length, values);
    }
    const lines = groups.map(({ blocks: going, path, force_march: card }) => {
      const values = { from: this._board.name(source), to: this._board.name(path.at(-1) ?? "") };
      const text = ngettext("%(count)s block: %(from)s → %(to)s", "%(count)s blocks: %(from)s → %(to)s", going.length, values);
      return card ? `${text} (${gettext("force march: %(card)s", { card: nameOf("card", card) })})` : text;
    });
    if (leader) lines.push(gettext("shows %(leader)s", { leader: nameOf("block", leader) }));
    return lines.join("; ");
  }

  /** What can be put into the draft next, besides what is lit on the board. */
  _offers() {
    if (this._options?.decision === "level") return [this._levels()];
    const offers = [];
    if (this._sources.length) {
      const hint = this._draft.steps.length ? gettext("Tap another stack, or send.") : gettext("Tap a stack on the board.");
      offers.push(make("p.hint", {}, hint));
    }
    if (this._hasBarrier) offers.push(make("p.hint", {}, gettext("This shows you something new. Send it first.")));
    if (this._subsets("muster").length) {
      const open = () => {
        this._mustering = { blocks: new Set() };
        this._render();
      };
      offers.push(make("p.acts", {}, button(gettext("Muster"), open, "quiet")));
    }
    return offers;
  }

  _levels() {
    const free = this._options?.answers.flatMap((each) => each.choices ?? []) ?? [];
    const offered = [
      ...free.map(({ action }) => ({ level: action.level, least: 0, most: 0 })),
      ...this._subsets("level").map(({ action, least, most }) => ({ level: action.level, least, most })),
    ];
    const buttons = ["minimal", "limited", "total", "none"].flatMap((level) => {
      const found = offered.find((each) => each.level === level && each.most) ?? offered.find((each) => each.level === level);
      if (!found) return [];
      const choose = () => {
        if (found.most === 0) return void this._add({ type: "level", level });
        this._paying = { ...found, cards: new Set() };
        return this._render();
      };
      return [button(`${levelName(level)}: ${levelTerms(level)}`, choose, "quiet")];
    });
    return make("div.acts", {}, ...buttons);
  }

  _acts() {
    const count = this._draft.steps.length;
    const isOver = this._options?.decision !== "movement";
    /** @type {Node[]} */
    const acts = [];
    if (count && isOver) {
      const label = this._options?.decision === "level" ? gettext("Send") : gettext("Send; the phase then ends");
      acts.push(button(label, () => this._send(this._draft.actions)));
    } else if (count) {
      const end = { type: "end-movement" };
      acts.push(button(gettext("Send, and end the phase"), () => this._send([...this._draft.actions, end])));
      acts.push(button(gettext("Send, and go on"), () => this._send(this._draft.actions), "quiet"));
    } else if (!isOver) {
      const end = () => {
        if (this._hasEnded) return void this._send([{ type: "end-movement" }]);
        this._hasEnded = true;
        return this._render();
      };
      const label = this._hasEnded ? gettext("Tap again to end the phase") : gettext("End the phase");
      acts.push(button(label, end, "quiet"));
    }
    if (count) acts.push(button(gettext("Undo"), () => this._change(this._draft.steps.slice(0, -1)), "quiet"));
    else acts.push(button(gettext("As a form"), () => this._asForm(), "quiet"));
    return make("p.acts", {}, ...acts);
  }

  /** Leave the board for the form, which can do the same and the rarest. */
  _asForm() {
    this._panel.remove();
    this._options = null;
    this._board.light(new Map());
    this._root.dataset.live = "form";
  }
}

/** @param {Row} row */
function priceOf(row) {
  return [...(row.leader ? [gettext("leader")] : []), ...(row.force_march ? [gettext("card")] : [])];
}

/** @param {string} level */
const levelName = (level) =>
  ({
    none: gettext("No movement"),
    minimal: gettext("Minimal movement"),
    limited: gettext("Limited movement"),
    total: gettext("Total movement"),
  })[level] ?? level;

/** @param {string} level */
const levelTerms = (level) =>
  ({
    none: gettext("exchange any cards"),
    minimal: gettext("one stack, no card"),
    limited: gettext("three stacks, one card"),
    total: gettext("every stack, two cards"),
  })[level] ?? "";
