// The cards that refute a challenge to blocks that are to be deployed. Nobody is told of them before.

import { make } from "./html.js";
import { select } from "./terms.js";
import { shortNameOf } from "./tokens.js";
import { gettext } from "./words.js";

export class Refuting {
  /**
   * @param {import("./plan.js").Plan} plan
   * @param {(steps: import("./draft.js").Step[]) => void} change
   */
  constructor(plan, change) {
    this._plan = plan;
    this._change = change;
    this._isOpen = false;
  }

  /** A choice for each step that has one; null where none has. */
  content() {
    const choices = this._plan.steps.flatMap((_step, place) => this._choice(place));
    if (!choices.length) return null;
    const opened = (/** @type {Event} */ { target }) => {
      this._isOpen = /** @type {HTMLDetailsElement} */ (target).open;
    };
    const title = make("summary", {}, gettext("If a block is challenged, show"));
    const hint = gettext("A card that could deploy the block itself. You keep it, and nobody sees it before then.");
    return make("details", { open: this._isOpen, ontoggle: opened }, title, ...choices, make("p.hint", {}, hint));
  }

  /** @param {number} place of the step */
  _choice(place) {
    const { steps } = this._plan;
    const { action, mayShow = [] } = steps[place];
    if (action.type !== "deploy" || !mayShow.length) return [];
    const choose = (/** @type {string} */ card) => {
      const changed = { ...steps[place], action: { ...action, show: card || null } };
      this._change(steps.map((step, other) => (other === place ? changed : step)));
    };
    const named = action.blocks.map((block) => shortNameOf("block", block)).join(" + ");
    const cards = [["", gettext("any that fits")], ...mayShow.map((card) => [card, shortNameOf("card", card)])];
    return [make("p.choice", {}, select(`show ${place}`, named, cards, action.show ?? "", choose))];
  }
}
