// When deployments of the other side are challenged: the order for one battle.

import { button, make, refill } from "./html.js";
import { FIRST_IMPACT, number, select } from "./terms.js";
import { gettext } from "./words.js";

/** @typedef {import("./plan.js").LoyaltyOrder} LoyaltyOrder */

export class LoyaltyMenu {
  /**
   * @param {import("./plan.js").Plan} plan
   * @param {(send: () => Promise<boolean>) => void} send gives the order
   */
  constructor(plan, send) {
    this._plan = plan;
    this._send = send;
    /** @type {LoyaltyOrder | null | undefined} what is chosen and not given; null for the order of the game */
    this._chosen = undefined;
    /** @type {HTMLElement | null} */
    this._menu = null;
    this._rest = make("div");
  }

  /** Whether something is chosen that is not given yet. */
  get isUnsaved() {
    return this._chosen !== undefined;
  }

  /** The same element each time, and the same menu whatever the hand holds. Only once the orders are read. */
  content() {
    if (this._menu) return this._menu;
    const { loyalty } = this._plan;
    const menu = select("loyalty", gettext("When they deploy"), this._answers, loyalty?.answer ?? "", (answer) => this._choose(answer));
    this._menu = make("details.loyalty", {}, make("summary", {}, this._title), make("p.choice", {}, menu), this._rest);
    this._fill(loyalty);
    return this._menu;
  }

  /** Show what follows from the order that is chosen. @param {LoyaltyOrder | null} order */
  _fill(order) {
    const parts = [];
    if (order?.answer === "ask-from" || order?.answer === "challenge-from") {
      const change = (/** @type {number | null} */ impact) => this._set({ answer: order.answer, impact: impact ?? FIRST_IMPACT });
      parts.push(make("p.choice", {}, number("impact", gettext("From this impact"), order.impact, change)));
    }
    const hand = gettext("You may order a challenge whatever you hold: without a loyalty challenge the deployment stands.");
    const now = gettext("A deployment that waits for your answer now is answered at once.");
    parts.push(make("p.hint", {}, `${hand} ${now}`));
    if (this.isUnsaved) parts.push(make("p.acts", {}, button(gettext("Give this order"), () => this._give())));
    refill(this._rest, parts);
  }

  get _title() {
    const { loyalty, usualLoyalty } = this._plan;
    return gettext("Loyalty in this battle: %(order)s", { order: inShort(loyalty ?? usualLoyalty) });
  }

  get _answers() {
    return [
      ["", gettext("as in the whole game: %(order)s", { order: inShort(this._plan.usualLoyalty) })],
      ["ask", gettext("ask me about every deployment")],
      ["ask-from", gettext("ask me from some impact; smaller ones stand")],
      ["challenge-from", gettext("challenge from some impact, and any double; others stand")],
      ["never", gettext("never challenge")],
    ];
  }

  /** @param {string} answer */
  _choose(answer) {
    if (answer === "ask-from" || answer === "challenge-from") this._set({ answer, impact: FIRST_IMPACT });
    else this._set(answer === "ask" || answer === "never" ? { answer } : null);
  }

  /** @param {LoyaltyOrder | null} order */
  _set(order) {
    this._chosen = order;
    this._fill(order);
  }

  _give() {
    const order = this._chosen;
    if (order !== undefined) this._send(() => this._plan.orderLoyalty(order));
  }
}

/** @param {LoyaltyOrder} order */
function inShort(order) {
  if (order.answer === "never") return gettext("never challenge");
  if (order.answer === "ask-from") return gettext("ask me from impact %(impact)s", { impact: order.impact });
  if (order.answer === "challenge-from") return gettext("challenge from impact %(impact)s", { impact: order.impact });
  return gettext("ask me");
}
