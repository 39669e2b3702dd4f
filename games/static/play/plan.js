// What is ordered for a battle: its plan, which is put together step by step, and when to challenge in it. What the
// steps come to, and what could come next, the service says.

import { Refused, newKey } from "./api.js";
import { Draft } from "./draft.js";
import { problemOf } from "./problem.js";

/**
 * @typedef {import("./draft.js").Schemas} Schemas
 * @typedef {Schemas["DeployAction"]} Deployment
 * @typedef {Deployment & {impact: number, mayShow: string[]}} Offer a deployment that could come next
 * @typedef {Required<Omit<Schemas["Plan"], "steps">>} Terms how far a plan goes
 * @typedef {Schemas["LoyaltyOrder"]} LoyaltyOrder
 */

/** @type {Terms} */
const USUAL = { go_on: { rule: "while-behind" }, stop_if_challenged: true, stop_if_they_gain: null, then: "ask" };

export class Plan {
  /**
   * @param {import("./api.js").Api} api
   * @param {string} game
   * @param {string} place of the battle
   */
  constructor(api, game, place) {
    this._api = api;
    this._place = place;
    this._key = newKey();
    this._draft = new Draft(`plan ${game} ${api.side} ${api.version} ${place}`);
    /** @type {{now: Schemas["OrdersNow"], tag: string} | null} */
    this._ordered = null;
    /** @type {Offer[]} */
    this._first = [];
    /** @type {Offer[]} what could come next */
    this.offers = [];
    /** @type {number[]} the side's impact after each step */
    this.totals = [];
    /** The impact at which the other side loses one more block. */
    this.nextLoss = 0;
    /** Whether these steps are ordered already. */
    this.isInForce = false;
    this.terms = USUAL;
    /** @type {import("./problem.js").Problem | null} */
    this.problem = null;
  }

  /** Read what is ordered and what can be deployed. @returns {Promise<boolean>} whether there is a fight */
  async read() {
    this._ordered = await this._api.orders();
    const here = this._ordered.now.battles.find(({ location }) => location === this._place);
    if (!here) return false;
    this.offers = this._first = here.deployments.flatMap(offered);
    const plan = here.ended === null ? here.orders?.plan : null;
    if (this.steps.length) await this.change(this.steps);
    else if (plan && here.outlook) {
      this._draft.replace((plan.steps ?? []).slice(here.done).map((step) => ({ action: { type: "deploy", ...step } })));
      this._look(here.outlook);
      const { steps: _steps, ...terms } = plan;
      this.terms = { ...USUAL, ...terms };
      this.isInForce = true;
    }
    return true;
  }

  /** Whether there is something to plan. */
  get isPossible() {
    return this.offers.length > 0 || this.steps.length > 0;
  }

  /** The loyalty order for this battle; null for that of the game. @returns {LoyaltyOrder | null} */
  get loyalty() {
    return this._ordered?.now.orders.battles?.[this._place]?.loyalty ?? null;
  }

  /** The loyalty order of the game. @returns {LoyaltyOrder} */
  get usualLoyalty() {
    return this._ordered?.now.orders.loyalty ?? { answer: "ask" };
  }

  /** @returns {import("./draft.js").Step[]} */
  get steps() {
    return this._draft.steps;
  }

  /** @returns {Deployment[]} */
  get deployments() {
    return this._draft.actions.flatMap((action) => (action.type === "deploy" ? [action] : []));
  }

  /**
   * Take other steps, if they can be carried out.
   * @param {import("./draft.js").Step[]} steps
   */
  async change(steps) {
    const isKept = steps === this.steps;
    this.problem = null;
    try {
      if (steps.length) {
        const outlook = await this._api.foresee(this._place, { steps: deploymentsOf(steps).map(stepOf), then: "stop" });
        if (outlook.refused !== null) throw new Refused(422, {});
        this._look(outlook);
      } else {
        this.offers = this._first;
        this.totals = [];
      }
      this._draft.replace(steps);
    } catch (error) {
      if (isKept) this._draft.replace([]); // it is from an earlier position
      else this.problem = problemOf(error);
    }
    this.setTerms({});
  }

  /** Change how far the plan goes. @param {Partial<Terms>} terms */
  setTerms(terms) {
    this.terms = { ...this.terms, ...terms };
    this.isInForce = false;
    this._key = newKey();
  }

  /** Deploy the first step, and nothing more. */
  deploy() {
    return this._giveSteps(() => this._api.act(this._draft.actions.slice(0, 1), this._key));
  }

  /**
   * Give the plan. What can be done of it now is done: a side that deploys does not challenge what was just deployed.
   * @param {boolean} [isWhole] whether all of it is done, behind or not
   */
  give(isWhole = false) {
    const terms = isWhole ? { ...this.terms, go_on: { rule: /** @type {const} */ ("all") } } : this.terms;
    return this._giveSteps(() => this._order({ plan: { steps: this.deployments.map(stepOf), ...terms } }, true));
  }

  /** Have no plan any more. */
  cancel() {
    return this._giveSteps(() => this._order({ plan: null }));
  }

  /** Say when to challenge in this battle. @param {LoyaltyOrder | null} loyalty null for the order of the game */
  orderLoyalty(loyalty) {
    return this._give(() => this._order({ loyalty }));
  }

  /** @param {Schemas["BattleOrders"]} changed @param {boolean} [isDeploying] */
  _order(changed, isDeploying = false) {
    if (!this._ordered) throw new Error("the orders were not read");
    const { now, tag } = this._ordered;
    const battles = { ...now.orders.battles, [this._place]: { ...now.orders.battles?.[this._place], ...changed } };
    return this._api.order({ ...now.orders, battles }, tag, this._key, isDeploying);
  }

  /** @param {() => Promise<unknown>} send @returns {Promise<boolean>} whether the page is to be shown again */
  async _give(send) {
    this.problem = null;
    try {
      await send();
    } catch (error) {
      this.problem = problemOf(error);
      return error instanceof Refused && error.isOutdated;
    }
    return true;
  }

  /** @param {() => Promise<unknown>} send @returns {Promise<boolean>} whether the page is to be shown again */
  async _giveSteps(send) {
    const isGiven = await this._give(send);
    if (isGiven) this._draft.replace([]);
    return isGiven;
  }

  /** @param {Schemas["Outlook"]} outlook */
  _look(outlook) {
    this.totals = outlook.totals;
    this.nextLoss = outlook.next_loss;
    this.offers = outlook.deployments.flatMap(offered);
  }
}

/** @param {import("./draft.js").Step[]} steps */
const deploymentsOf = (steps) => steps.flatMap(({ action }) => (action.type === "deploy" ? [action] : []));

/** @param {Deployment} deployment @returns {Schemas["Step"]} */
const stepOf = ({ blocks, card, show }) => ({ blocks, ...(card && { card }), ...(show && { show }) });

/** @param {Schemas["Offer"]} offer @returns {Offer[]} */
const offered = ({ action, impact = 0, may_show: mayShow = [] }) =>
  action.type === "deploy" ? [{ ...action, impact, mayShow }] : [];
