// A battle plan that is put together: its steps, what they come to, and what could come next, as the service says.

import { Refused, newKey } from "./api.js";
import { Draft } from "./draft.js";
import { problemOf } from "./problem.js";

/**
 * @typedef {import("./draft.js").Schemas} Schemas
 * @typedef {Schemas["DeployAction"]} Deployment
 * @typedef {Deployment & {impact: number, mayShow: string[]}} Offer a deployment that could come next
 * @typedef {"ask" | "stop"} Then what happens at the end of a plan
 * @typedef {"while-behind" | "all"} GoOn when a plan goes on
 */

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
    /** Whether these steps are ordered already. */
    this.isInForce = false;
    /** @type {Then} */
    this.then = "ask";
    /** @type {GoOn} */
    this.goOn = "while-behind";
    /** @type {import("./problem.js").Problem | null} */
    this.problem = null;
  }

  /** Read what is ordered and what can be deployed. @returns {Promise<boolean>} whether a plan can be made here */
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
      this.then = plan.then ?? "ask";
      this.goOn = plan.go_on?.rule === "all" ? "all" : "while-behind";
      this.isInForce = true;
    }
    return this.offers.length > 0 || this.steps.length > 0;
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

  /** Change how far the plan goes. @param {{then?: Then, goOn?: GoOn}} terms */
  setTerms({ then = this.then, goOn = this.goOn }) {
    this.then = then;
    this.goOn = goOn;
    this.isInForce = false;
    this._key = newKey();
  }

  /** Deploy the first step, and nothing more. */
  deploy() {
    return this._give(() => this._api.act(this._draft.actions.slice(0, 1), this._key));
  }

  /** Give the plan. What of it can be done now is done. */
  give() {
    return this._give(() =>
      this._order({ steps: this.deployments.map(stepOf), go_on: { rule: this.goOn }, then: this.then }),
    );
  }

  /** Have no plan any more. */
  cancel() {
    return this._give(() => this._order(null));
  }

  /** @param {Schemas["Plan"] | null} plan */
  _order(plan) {
    if (!this._ordered) throw new Error("the orders were not read");
    const { now, tag } = this._ordered;
    const battles = { ...now.orders.battles, [this._place]: { ...now.orders.battles?.[this._place], plan } };
    return this._api.order({ ...now.orders, battles }, tag, this._key);
  }

  /** @param {() => Promise<unknown>} send @returns {Promise<boolean>} whether the page is to be shown anew */
  async _give(send) {
    this.problem = null;
    try {
      await send();
    } catch (error) {
      this.problem = problemOf(error);
      return error instanceof Refused && error.isOutdated;
    }
    this._draft.replace([]);
    return true;
  }

  /** @param {Schemas["Outlook"]} outlook */
  _look(outlook) {
    this.totals = outlook.totals;
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
