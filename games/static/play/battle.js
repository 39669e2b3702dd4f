// A battle or siege played in its scene: tap a card and the block it brings, deploy it, or lay out what follows.
//
// What is lit, and what it adds, comes from the service. No rule of the game is decided here.

import { button, make, whileBusy } from "./html.js";
import { Plan } from "./plan.js";
import { complaint } from "./problem.js";
import { drawing, hand, shortNameOf, tokens } from "./tokens.js";
import { gettext } from "./words.js";

const MOST_BLOCKS = 2; // that one card brings

export class Battle {
  /**
   * @param {HTMLElement} root the element of the game
   * @param {import("./api.js").Api} api
   * @param {() => Promise<void>} onSent shows the page anew
   */
  constructor(root, api, onSent) {
    this._root = root;
    this._onSent = onSent;
    this._place = /** @type {HTMLElement | null} */ (root.querySelector(".battle"))?.dataset.place ?? "";
    this._address = `/games/${root.dataset.game}/orders/${this._place}/?as=${api.side}`;
    const bench = /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(".battle .bench [data-block]"));
    this._blocks = [...bench].map(({ dataset }) => dataset.block ?? "");
    this._form = root.querySelector("#answer [data-way=deploy]");
    this._plan = new Plan(api, root.dataset.game ?? "", this._place);
    this._panel = make("section.panel.bench", { "aria-live": "polite", "aria-label": gettext("What I deploy") });
    /** @type {string | null | undefined} the chosen card; null for none; undefined while it is not chosen */
    this._card = undefined;
    /** @type {string[]} */
    this._chosen = [];
    this._hint = "";
  }

  /** Whether the page shows a battle in which the player can deploy, now or later. @param {HTMLElement} root */
  static isIn(root) {
    return root.querySelector(".battle .bench") !== null;
  }

  /** Whether something is put together that is not sent yet. */
  get isUnsaved() {
    return this._plan.steps.length > 0 && !this._plan.isInForce;
  }

  async begin() {
    if (!(await this._plan.read())) return;
    this._root.dataset.live = "battle";
    if (this._form) this._form.before(this._panel);
    else this._root.querySelector(".asking")?.append(this._panel);
    this._render();
  }

  /** Whether the player deploys now; else they plan. */
  get _isAsked() {
    return this._form !== null;
  }

  /** The deployments that fit what is chosen so far. */
  get _fitting() {
    return this._plan.offers.filter(
      ({ card = null, blocks }) =>
        (this._card === undefined || card === this._card) && this._chosen.every((block) => blocks.includes(block)),
    );
  }

  _render() {
    const { steps, problem } = this._plan;
    const parts = [complaint(problem), make("h2", {}, this._title), this._score(), this._steps()];
    if (this._plan.offers.length) parts.push(this._bench(), this._fan());
    if (this._hint) parts.push(make("p.hint", { role: "status" }, this._hint));
    if (this._isAsked && steps.length === 1 && this._plan.offers.length) parts.push(whatNext());
    if (steps.length && !this._root.querySelector(".guide")) parts.push(this._terms());
    parts.push(this._acts());
    this._panel.replaceChildren(...parts.filter((part) => part !== null));
  }

  get _title() {
    if (this._plan.isInForce) return gettext("My plan");
    if (!this._isAsked) return gettext("Plan what I deploy");
    return this._plan.steps.length ? gettext("Deploy") : gettext("Tap a block to deploy it");
  }

  _score() {
    const said = this._form?.querySelector(".hint")?.textContent ?? "";
    return said && !this._plan.steps.length ? make("p.hint", {}, said) : null;
  }

  _steps() {
    const { deployments, totals, steps } = this._plan;
    if (!deployments.length) return null;
    const lines = deployments.map((deployment, place) => {
      const drop = () => void this._change(steps.slice(0, place));
      const pictures = [...deployment.blocks.map((id) => drawing("block", id)), drawing("card", deployment.card ?? "")];
      pictures.forEach((picture) => picture?.setAttribute("aria-hidden", "true"));
      const inside = pictures.filter((picture) => picture !== undefined);
      const words = make("span", {}, this._inWords(deployment), " ", make("b", {}, sum(totals[place])));
      const remove = make("button", { type: "button", onclick: drop, "aria-label": gettext("Remove") }, "✕");
      return make("li", {}, make("i.pictures", {}, ...inside), words, remove);
    });
    return make("ol.draft", {}, ...lines);
  }

  /** @param {import("./plan.js").Deployment} deployment */
  _inWords({ blocks, card }) {
    const named = blocks.map((block) => shortNameOf("block", block)).join(" + ");
    if (!card) return named;
    return gettext("%(blocks)s with %(card)s", { blocks: named, card: shortNameOf("card", card) });
  }

  /** The blocks that are not deployed: lit if something brings them, with what each would add. */
  _bench() {
    const gone = this._plan.deployments.flatMap(({ blocks }) => blocks);
    const left = this._blocks.filter((block) => !gone.includes(block));
    const tap = (/** @type {number} */ place) => this._tapBlock(left[place]);
    return tokens("block", left, (place) => this._chosen.includes(left[place]), tap, (place) => {
      const offers = this._fitting.filter(({ blocks }) => blocks.includes(left[place]));
      const alone = offers.find(({ blocks }) => blocks.length === this._chosen.length + 1) ?? offers[0];
      return { isDim: !alone, note: alone ? `+${alone.impact}` : "" };
    });
  }

  /** The hand: the cards that bring a block are lit. */
  _fan() {
    const cards = this._cards;
    const tap = (/** @type {number} */ place) => this._tapCard(cards[place]);
    const isChosen = (/** @type {number} */ place) => this._card !== undefined && place === cards.indexOf(this._card ?? "");
    const row = tokens("card", cards, isChosen, tap, (place) => ({
      isDim: !this._plan.offers.some((offer) => offer.card === cards[place] && this._has(offer)),
    }));
    row.classList.add("fan");
    return row;
  }

  /** The cards of the hand that no step spends. */
  get _cards() {
    const left = hand();
    for (const { card } of this._plan.deployments) {
      const place = card ? left.indexOf(card) : -1;
      if (place >= 0) left.splice(place, 1);
    }
    return left;
  }

  /** Whether an offer brings the chosen blocks. @param {import("./plan.js").Offer} offer */
  _has(offer) {
    return this._chosen.every((block) => offer.blocks.includes(block));
  }

  /** @param {string} card */
  _tapCard(card) {
    this._hint = "";
    if (!this._plan.offers.some((offer) => offer.card === card)) {
      this._hint = gettext("%(card)s brings none of the blocks that are left here.", { card: shortNameOf("card", card) });
    } else if (this._card === card) {
      this._choose(undefined, []);
    } else {
      const fits = this._plan.offers.some((offer) => offer.card === card && this._has(offer));
      this._choose(card, fits ? this._chosen : []);
      const alone = this._fitting.find(({ blocks }) => blocks.length === this._chosen.length);
      if (alone && this._chosen.length) return void this._add(alone);
    }
    return this._render();
  }

  /** @param {string} block */
  _tapBlock(block) {
    this._hint = "";
    if (this._chosen.includes(block)) this._choose(undefined, []);
    else if (this._fitting.some(({ blocks }) => blocks.includes(block))) return this._take(block);
    else this._hint = this._whyNot(block);
    return this._render();
  }

  /** @param {string} block that fits */
  _take(block) {
    const chosen = [...this._chosen, block];
    this._chosen = chosen;
    const alone = this._fitting.filter(({ blocks }) => blocks.length === chosen.length);
    const isForMore = this._card !== undefined && this._fitting.length > alone.length && chosen.length < MOST_BLOCKS;
    const order = this._cards;
    const rank = (/** @type {import("./plan.js").Offer} */ { card }) => (card ? order.indexOf(card) : -1);
    const [cheapest] = alone.sort((one, other) => rank(one) - rank(other));
    if (cheapest && !isForMore) return void this._add(cheapest);
    return this._render();
  }

  /** Why a block cannot be chosen. @param {string} block */
  _whyNot(block) {
    const values = { block: shortNameOf("block", block) };
    const isForOther = this._plan.offers.some(({ blocks }) => blocks.includes(block));
    if (isForOther) return gettext("%(block)s does not go with what is chosen.", values);
    return gettext("No card of yours brings %(block)s into this battle.", values);
  }

  /** @param {string | null | undefined} card @param {string[]} blocks */
  _choose(card, blocks) {
    this._card = card;
    this._chosen = blocks;
  }

  /** @param {import("./plan.js").Offer} offer */
  async _add({ blocks, card }) {
    await this._change([...this._plan.steps, { action: { type: "deploy", blocks, ...(card && { card }) } }]);
  }

  /** @param {import("./draft.js").Step[]} steps */
  async _change(steps) {
    this._choose(undefined, []);
    this._hint = "";
    await whileBusy(this._root, () => this._plan.change(steps));
    this._render();
  }

  /** How far the plan goes. */
  _terms() {
    const { steps, then, goOn } = this._plan;
    const parts = [];
    if (steps.length > 1 || !this._isAsked) {
      const rules = [
        ["while-behind", gettext("while I am behind")],
        ["all", gettext("until all of it is done")],
      ];
      parts.push(this._select(gettext("It goes on"), rules, goOn, (rule) => ({ goOn: rule === "all" ? "all" : "while-behind" })));
    }
    const ends = [
      ["ask", gettext("ask me")],
      ["stop", gettext("stop deploying")],
    ];
    parts.push(this._select(gettext("Then"), ends, then, (end) => ({ then: end === "stop" ? "stop" : "ask" })));
    return make("p.terms", {}, ...parts);
  }

  /**
   * @param {string} label
   * @param {string[][]} options each with its value and its name
   * @param {string} chosen
   * @param {(value: string) => {then?: import("./plan.js").Then, goOn?: import("./plan.js").GoOn}} termsOf
   */
  _select(label, options, chosen, termsOf) {
    const change = (/** @type {Event} */ { target }) => {
      this._plan.setTerms(termsOf(/** @type {HTMLSelectElement} */ (target).value));
      this._render();
    };
    const inside = options.map(([value, name]) => make("option", { value, selected: value === chosen }, name));
    return make("label", {}, label, " ", make("select", { onchange: change }, ...inside));
  }

  _acts() {
    const { steps, then, isInForce } = this._plan;
    /** @type {Node[]} */
    const acts = [];
    if (isInForce) {
      acts.push(button(gettext("Cancel this plan"), () => void this._send(() => this._plan.cancel()), "quiet"));
    } else if (steps.length) {
      const isOne = this._isAsked && steps.length === 1 && then === "ask";
      const label = isOne ? gettext("Deploy") : this._isAsked ? gettext("Deploy, and go on like this") : gettext("Give this plan");
      const send = isOne ? () => this._plan.deploy() : () => this._plan.give();
      acts.push(button(label, () => void this._send(send)));
      acts.push(button(gettext("Undo"), () => void this._change(steps.slice(0, -1)), "quiet"));
    } else if (this._card !== undefined && this._chosen.length) {
      const alone = this._fitting.find(({ blocks }) => blocks.length === this._chosen.length);
      if (alone) acts.push(button(gettext("Only this one"), () => void this._add(alone), "quiet"));
    }
    const more = make("a.more", { href: this._address }, gettext("More orders for this battle"));
    return make("p.acts", {}, ...acts, more);
  }

  /** @param {() => Promise<boolean>} send */
  async _send(send) {
    if (await whileBusy(this._root, send)) await this._onSent();
    else this._render();
  }
}

const whatNext = () =>
  make("p.hint", {}, gettext("The other side sees the block and the card at once. Tap another block to plan what follows."));

/** @param {number | undefined} total */
const sum = (total) => (total === undefined ? "" : gettext("then impact %(total)s", { total }));
