// How far a battle plan goes: when it goes on, when it stops and asks, and whether its player stops at its end.

import { make } from "./html.js";
import { gettext } from "./words.js";

export const FIRST_IMPACT = 4; // that is offered

export class PlanTerms {
  /**
   * @param {import("./plan.js").Plan} plan
   * @param {() => void} onChange
   */
  constructor(plan, onChange) {
    this._plan = plan;
    this._onChange = onChange;
    this._isOpen = false;
  }

  /** @param {boolean} isAsked whether the player deploys now, so that one step is no plan yet */
  content(isAsked) {
    const { steps, terms } = this._plan;
    const isLong = steps.length > (isAsked ? 1 : 0);
    const change = (/** @type {Event} */ { target }) =>
      this._set({ then: /** @type {HTMLInputElement} */ (target).checked ? "stop" : "ask" });
    const box = make("input", { type: "checkbox", "data-field": "then", checked: terms.then === "stop", onchange: change });
    const then = make("p.terms", {}, make("label", {}, box, " ", gettext("and stop when I am asked again")));
    const parts = isLong ? [make("p.terms", {}, ...this._goOn()), this._stops(), then] : [then];
    if (terms.then === "stop") parts.push(make("p.hint", {}, whatStoppingMeans()));
    return parts;
  }

  _goOn() {
    const { go_on: goOn } = this._plan.terms;
    const rules = [
      ["while-behind", gettext("while I am behind")],
      ["until-ahead", gettext("until I am ahead by some impact")],
      ["all", gettext("until all of it is done")],
    ];
    const choose = (/** @type {string} */ rule) => {
      if (rule === "until-ahead") this._set({ go_on: { rule, by: FIRST_IMPACT } });
      else this._set({ go_on: { rule: rule === "all" ? "all" : "while-behind" } });
    };
    const chosen = select("go-on", gettext("It goes on"), rules, goOn.rule, choose);
    if (goOn.rule !== "until-ahead") return [chosen];
    const change = (/** @type {number | null} */ by) => this._set({ go_on: { rule: "until-ahead", by: by ?? FIRST_IMPACT } });
    return [chosen, number("by", gettext("Ahead by"), goOn.by, change)];
  }

  _stops() {
    const { stop_if_challenged: isStopped, stop_if_they_gain: gain } = this._plan.terms;
    const change = (/** @type {Event} */ { target }) =>
      this._set({ stop_if_challenged: /** @type {HTMLInputElement} */ (target).checked });
    const box = make("input", { type: "checkbox", "data-field": "challenged", checked: isStopped, onchange: change });
    const opened = (/** @type {Event} */ { target }) => {
      this._isOpen = /** @type {HTMLDetailsElement} */ (target).open;
    };
    return make(
      "details.terms",
      { open: this._isOpen, ontoggle: opened },
      make("summary", {}, gettext("Stop and ask me when")),
      make("label", {}, box, " ", gettext("one of my blocks is challenged")),
      number("gain", gettext("their impact rises by this much or more"), gain, (rise) => this._set({ stop_if_they_gain: rise })),
    );
  }

  /** @param {Partial<import("./plan.js").Terms>} terms */
  _set(terms) {
    this._plan.setTerms(terms);
    this._onChange();
  }
}

const whatStoppingMeans = () =>
  gettext("Their last block is challenged only if your loyalty order does it. If they stop first, the battle is decided at once. If your block is challenged, you are asked after all.");

/**
 * @param {string} name
 * @param {string} label
 * @param {string[][]} options each with its value and its name
 * @param {string} chosen
 * @param {(value: string) => void} choose
 */
export function select(name, label, options, chosen, choose) {
  const change = (/** @type {Event} */ { target }) => choose(/** @type {HTMLSelectElement} */ (target).value);
  const inside = options.map(([value, text]) => make("option", { value, selected: value === chosen }, text));
  return make("label", {}, label, " ", make("select", { "data-field": name, onchange: change }, ...inside));
}

/** The greatest impact that an order can name, as the page says. */
const mostImpact = () => /** @type {HTMLElement | null} */ (document.querySelector(".game"))?.dataset.mostImpact ?? "";

/**
 * @param {string} name
 * @param {string} label
 * @param {number | null} value null for none
 * @param {(value: number | null) => void} change is called with a number that is possible, or null
 */
export function number(name, label, value, change) {
  const changed = (/** @type {Event} */ { target }) => {
    const field = /** @type {HTMLInputElement} */ (target);
    if (field.reportValidity()) change(field.value ? Number(field.value) : null);
  };
  const keep = (/** @type {Event} */ event) => {
    if (/** @type {KeyboardEvent} */ (event).key !== "Enter") return;
    event.preventDefault(); // the field may stand in a form, and sends nothing
    changed(event);
  };
  const limits = { type: "number", min: "1", max: mostImpact(), inputmode: "numeric" };
  const given = { value: value === null ? "" : String(value), onchange: changed, onkeydown: keep };
  const field = make("input", { "data-field": name, ...limits, ...given });
  return make("label", {}, label, " ", field);
}
