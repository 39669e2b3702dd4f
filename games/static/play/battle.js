// A battle or siege played in its scene: tap a card and the block it brings, deploy it, or lay out what follows. One that
// has not begun is planned in the same way.
//
// What is lit, and what it adds, comes from the service. No rule of the game is decided here.

import { button, make, refill, whileBusy } from "./html.js";
import { LoyaltyMenu } from "./loyalty.js";
import { bestFirst } from "./card_to_spend.js";
import { Plan } from "./plan.js";
import { complaint } from "./problem.js";
import { Refuting } from "./refute.js";
import { PlanTerms } from "./terms.js";
import { drawing, hand, isChallenge, shortNameOf, tokens } from "./tokens.js";
import { gettext } from "./words.js";

const MOST_BLOCKS = 2; // that one card brings

/**
 * @typedef {object} Fight
 * @property {string} place
 * @property {string[]} blocks of the player that are there and not deployed
 * @property {HTMLElement | null} [form] with which a block can be deployed now
 * @property {string} [title] where the fight has not begun
 * @property {() => void} [close]
 */

export class Battle {
  /**
   * @param {HTMLElement} root the element of the game
   * @param {import("./api.js").Api} api
   * @param {() => Promise<void>} onSent shows the page again
   * @param {Fight} fight
   */
  constructor(root, api, onSent, { place, blocks, form = null, title = "", close }) {
    this._root = root;
    this._onSent = onSent;
    this._close = close;
    this._coming = title;
    this._address = `/games/${root.dataset.game}/orders/${place}/?as=${api.side}`;
    this._blocks = blocks;
    this._form = form;
    this._plan = new Plan(api, root.dataset.game ?? "", place);
    this._terms = new PlanTerms(this._plan, () => this._render());
    this._refuting = new Refuting(this._plan, (steps) => void this._change(steps));
    this._loyalty = new LoyaltyMenu(this._plan, (send) => void this._send(send));
    this.panel = make("section.panel.bench", { "aria-live": "polite", "aria-label": title || gettext("What I deploy") });
    /** @type {string | null | undefined} the chosen card; null for none; undefined while it is not chosen */
    this._card = undefined;
    /** @type {string[]} */
    this._chosen = [];
    this._hint = "";
  }

  /**
   * The battle that is fought now, if there is one.
   * @param {HTMLElement} root the element of the game
   * @param {import("./api.js").Api} api
   * @param {() => Promise<void>} onSent shows the page again
   */
  static on(root, api, onSent) {
    const scene = /** @type {HTMLElement | null} */ (root.querySelector(".battle"));
    if (!scene) return null;
    const form = /** @type {HTMLElement | null} */ (root.querySelector("#answer [data-way=deploy]"));
    return new Battle(root, api, onSent, { place: scene.dataset.place ?? "", blocks: blocksIn(scene, ".bench"), form });
  }

  /** Whether something is put together that is not sent yet. */
  get isUnsaved() {
    return (this._plan.steps.length > 0 && !this._plan.isInForce) || this._loyalty.isUnsaved;
  }

  /** Show the panel, if there is something to order. */
  async begin() {
    if (this._isAsked) this._root.dataset.live = "battle"; // so that nothing of the form is tapped that the panel replaces
    const isFought = await this._plan.read();
    if (this._isAsked && !(isFought && this._canPlan)) this._root.dataset.live = "form";
    if (!isFought) return;
    if (this._isGuided && !this._plan.isInForce) this._plan.setTerms({ go_on: { rule: "all" } }); // as its words say
    if (!this._coming) this._takePlace();
    this._render();
  }

  /** Stand where the form would, or below what is asked. */
  _takePlace() {
    const answer = this._root.querySelector("#answer");
    if (this._isGuided && !(this._canPlan && this._isAsked)) return;
    if (this._canPlan) this._root.dataset.live = "battle";
    if (this._form && this._canPlan) this._form.before(this.panel);
    else if (answer) answer.after(this.panel);
    else this._root.querySelector(".asking")?.append(this.panel);
  }

  /** Whether the player has lessons, and sees no more than these explain. */
  get _isGuided() {
    return this._root.dataset.guided !== undefined;
  }

  /** Whether something can be deployed, or is planned. Those who have stopped, and the besieged, can still challenge. */
  get _canPlan() {
    return this._plan.isPossible && (this._blocks.length > 0 || this._plan.steps.length > 0);
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
    const { problem } = this._plan;
    const parts = [complaint(problem)];
    if (this._canPlan || this._coming) parts.push(...this._planning());
    if (!this._isGuided) parts.push(this._loyalty.content());
    refill(this.panel, parts);
  }

  _planning() {
    const { steps, offers } = this._plan;
    const parts = [make("h2", {}, this._title), this._score(), this._steps()];
    if (offers.length) parts.push(this._bench(), this._fan());
    else if (!steps.length) parts.push(make("p.hint", {}, gettext("None of your cards can deploy another block.")));
    if (steps.length) parts.push(make("p.hint", {}, this._aboutLoss));
    const hint = this._hint || this._aboutDouble;
    if (hint) parts.push(make("p.hint", { role: "status" }, hint));
    if (this._isAsked && steps.length === 1 && offers.length) parts.push(whatNext());
    if (this._isAsked && this._plan.isInForce) parts.push(make("p.hint", {}, gettext("It waited because their block could be challenged.")));
    const isForNow = this._isAsked && !steps.length;
    if (this._isGuided && steps.length > 1) parts.push(make("p.hint", {}, gettext("The rest follows by itself. It waits if they stop, or if a block of yours or theirs can be challenged.")));
    if (!isForNow && !this._isGuided) parts.push(...this._terms.content(this._isAsked));
    parts.push(this._acts());
    if (this._isAsked && !steps.length) parts.push(...this._aboutStopping);
    if (!this._isGuided && !this._plan.isInForce) parts.push(this._refuting.content());
    return parts;
  }

  get _title() {
    if (this._coming) return this._coming;
    if (this._plan.isInForce) return gettext("My plan");
    if (!this._isAsked) return gettext("Plan what I deploy");
    if (this._plan.steps.length) return gettext("Deploy");
    return this._canChallenge ? gettext("Or tap a block to deploy it") : gettext("Tap a block to deploy it");
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

  /** What impact the steps still lack to cost the other side a block. */
  get _aboutLoss() {
    const values = { impact: this._plan.nextLoss };
    if (this._plan.offers.length) return gettext("At impact %(impact)s they lose one more block.", values);
    return gettext("Nothing more can follow. They would lose one more block only at impact %(impact)s.", values);
  }

  /** The blocks that are not deployed: lit if something brings them, with what each would add. */
  _bench() {
    const gone = this._plan.deployments.flatMap(({ blocks }) => blocks);
    const left = this._blocks.filter((block) => !gone.includes(block));
    const tap = (/** @type {number} */ place) => this._tapBlock(left[place]);
    return tokens("block", left, (place) => this._chosen.includes(left[place]), tap, (place) => {
      const offers = this._fitting.filter(({ blocks }) => blocks.includes(left[place]));
      const alone = offers.find(({ blocks }) => blocks.length === this._chosen.length + 1) ?? offers[0];
      if (alone && !alone.card) return { isDim: false, note: gettext("+%(impact)s free", { impact: alone.impact }) };
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

  /** The deployment that is chosen so far, if it is one. */
  get _alone() {
    return this._fitting.find(({ blocks }) => blocks.length === this._chosen.length);
  }

  /** Whether the chosen card can bring another block than those that are chosen. */
  get _isForMore() {
    return this._chosen.length < MOST_BLOCKS && this._fitting.some(({ blocks }) => blocks.length > Math.max(1, this._chosen.length));
  }

  /** What can be tapped now, where a card can bring two blocks. */
  get _aboutDouble() {
    if ((this._card === undefined && !this._chosen.length) || !this._isForMore) return "";
    if (!this._chosen.length) return gettext("This card can bring two blocks: tap the first.");
    if (this._alone) return gettext("This card can bring two blocks: tap the second, or bring only this one.");
    return gettext("Only a card that brings two blocks brings it now: tap the second.");
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
      this._hint = isChallenge(card)
        ? gettext("A loyalty challenge brings no block: it answers one that the other side has just deployed.")
        : gettext("None of the blocks you have left here goes with %(card)s.", { card: shortNameOf("card", card) });
    } else if (this._card === card) {
      this._choose(undefined, []);
    } else {
      const fits = this._plan.offers.some((offer) => offer.card === card && this._has(offer));
      this._choose(card, fits ? this._chosen : []);
      if (this._alone && this._chosen.length && !this._isForMore) return void this._add(this._alone);
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
    this._chosen = [...this._chosen, block];
    const alone = this._fitting.filter(({ blocks }) => blocks.length === this._chosen.length);
    const [best] = bestFirst(alone, this._plan.offers, this._cards);
    const isOwnChoice = this._card !== undefined;
    if (best) this._card = best.card ?? null; // it can still bring another block, if it is a double
    if (best && !this._isForMore) return void this._add(best, Boolean(best.card) && alone.length > 1 && !isOwnChoice);
    return this._render();
  }

  /** Why a block cannot be chosen. @param {string} block */
  _whyNot(block) {
    const values = { block: shortNameOf("block", block) };
    const isForOther = this._plan.offers.some(({ blocks }) => blocks.includes(block));
    if (isForOther) return gettext("%(block)s does not go with what is chosen.", values);
    return gettext("No card that you have left brings %(block)s: it would have to show its mon. A lord whose mon is on no card comes with any but a double.", values);
  }

  /** @param {string | null | undefined} card @param {string[]} blocks */
  _choose(card, blocks) {
    this._card = card;
    this._chosen = blocks;
  }

  /**
   * @param {import("./plan.js").Offer} offer
   * @param {boolean} [isOneOfSeveral] whether another card could bring the same
   */
  async _add({ blocks, card, mayShow }, isOneOfSeveral = false) {
    await this._change([...this._plan.steps, { action: { type: "deploy", blocks, ...(card && { card }) }, mayShow }]);
    if (!isOneOfSeveral) return;
    this._hint = gettext("Another card could bring it too: to choose, undo this and tap the card first.");
    this._render();
  }

  /** @param {import("./draft.js").Step[]} steps */
  async _change(steps) {
    this._choose(undefined, []);
    this._hint = "";
    await whileBusy(this._root, () => this._plan.change(steps));
    this._render();
  }

  _acts() {
    const { steps, isInForce } = this._plan;
    const { then } = this._plan.terms;
    /** @type {Node[]} */
    const acts = [];
    if (isInForce) {
      // It waits, because a deployment could be challenged.
      if (this._isAsked) acts.push(button(this._goOn, () => void this._send(() => this._plan.give())));
      acts.push(button(gettext("Cancel this plan"), () => void this._send(() => this._plan.cancel()), "quiet"));
    } else if (steps.length || (then === "stop" && !this._isAsked)) {
      const isOne = this._isAsked && steps.length === 1;
      const label = isOne ? gettext("Deploy") : this._isAsked ? gettext("Deploy, and go on like this") : gettext("Give this plan");
      const send = isOne && then === "ask" ? () => this._plan.deploy() : () => this._plan.give(isOne);
      acts.push(button(label, () => void this._send(send)));
      if (steps.length) acts.push(button(gettext("Undo"), () => void this._change(steps.slice(0, -1)), "quiet"));
    }
    if (this._stop && !steps.length) acts.push(button(this._stop.textContent ?? "", () => this._stop?.click(), "quiet"));
    const alone = this._chosen.length ? this._alone : undefined;
    if (alone) acts.push(button(gettext("Only this one"), () => void this._add(alone), "quiet"));
    if (this._close) acts.push(button(gettext("Close"), this._close, "quiet"));
    if (!this._isGuided) acts.push(make("a.more", { href: this._address }, gettext("As a list")));
    return make("p.acts", {}, ...acts);
  }

  get _canChallenge() {
    return this._root.querySelector("#answer button[value=challenge]") !== null;
  }

  /** What it is to carry out the plan in force, for those who could challenge instead. */
  get _goOn() {
    return this._canChallenge ? gettext("Don't challenge, deploy by this plan") : gettext("Deploy by this plan");
  }

  /** The button of the form that stops deploying. @returns {HTMLButtonElement | null} */
  get _stop() {
    return this._isAsked ? this._root.querySelector("#answer [data-way=stop] button") : null;
  }

  /** What comes of stopping, as the form says it. */
  get _aboutStopping() {
    const hint = this._root.querySelector("#answer [data-way=stop] button")?.closest("p")?.nextElementSibling?.textContent;
    return hint ? [make("p.hint", {}, gettext("“Stop deploying”: %(consequence)s", { consequence: hint }))] : [];
  }

  /** @param {() => Promise<boolean>} send */
  async _send(send) {
    if (await whileBusy(this._root, send)) await this._onSent();
    else this._render();
  }
}

const whatNext = () =>
  make("p.hint", {}, gettext("The other side sees the block and the card at once. Tap another block to plan what follows."));

/**
 * The blocks that are drawn in a part of the page.
 * @param {ParentNode} root
 * @param {string} part
 */
export function blocksIn(root, part) {
  const drawn = /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(`${part} [data-block]`));
  return [...drawn].map(({ dataset }) => dataset.block ?? "");
}

/** @param {number | undefined} total */
const sum = (total) => (total === undefined ? "" : gettext("then impact %(total)s", { total }));
