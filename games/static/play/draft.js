// The draft of a movement phase: what a player has put together and not sent. The browser keeps it, so that it is
// still there when the page is loaded again.

/**
 * The types of the published schema.
 * @typedef {import("sekigahara-schema").components["schemas"]} Schemas
 * @typedef {Schemas["Action"]} Action
 * @typedef {Schemas["Reach"]} Row
 * @typedef {Schemas["Source"]} Source
 * @typedef {{action: Action, origin?: Source, mayShow?: string[]}} Step an action; for a stack move also what its stack
 *   could do; for a deployment also the cards that could refute a challenge
 */

export class Draft {
  /**
   * @param {string} key names the game, the side and the version it is for
   */
  constructor(key) {
    this._key = key;
    /** @type {Step[]} */
    this.steps = kept(key);
  }

  get actions() {
    return this.steps.map(({ action }) => action);
  }

  get last() {
    return this.steps.at(-1);
  }

  /** @param {Step[]} steps */
  replace(steps) {
    this.steps = steps;
    try {
      if (steps.length) sessionStorage.setItem(this._key, JSON.stringify(steps));
      else sessionStorage.removeItem(this._key);
    } catch {
      // The browser keeps nothing. The draft lasts as long as the page.
    }
  }
}

/** @param {string} key @returns {Step[]} */
function kept(key) {
  try {
    const steps = JSON.parse(sessionStorage.getItem(key) ?? "[]");
    return Array.isArray(steps) ? steps : [];
  } catch {
    return [];
  }
}

/**
 * The cheapest way of a group to each place it can reach: without a card before with one, without showing a leader
 * before with one, and short before long. Not back to where it stands: a tap there closes the stack.
 * @param {Source} origin
 * @param {number} size of the group
 * @returns {Map<string, Row>}
 */
export function goals(origin, size) {
  /** @type {Map<string, Row>} */
  const best = new Map();
  for (const row of origin.reach) {
    if (size < row.size[0] || size > row.size[1] || row.to === origin.source) continue;
    const known = best.get(row.to);
    if (!known || price(row) < price(known)) best.set(row.to, row);
  }
  return best;
}

/** @param {Row} row */
const price = (row) => 100 * Number(row.force_march) + 10 * Number(row.leader) + row.path.length;

/**
 * The blocks of the last stack move's place that did not go with it, and could.
 * @param {Step | undefined} step
 */
export function leftBehind(step) {
  const groups = step?.action.type === "move" ? step.action.groups : [];
  const gone = new Set(groups.flatMap((group) => group.blocks));
  return step?.origin?.blocks.filter((block) => !gone.has(block)) ?? [];
}
