// Why something cannot be done, as the service says it.

import { Refused, Unreachable } from "./api.js";
import { make } from "./html.js";
import { gettext } from "./words.js";

/** @typedef {{text: string, rule: string, url: string, isOver?: boolean}} Problem */

/** @type {Problem | undefined} the latest for want of a connection */
let offline;
/** Stop saying that there is no connection. */
function forget() {
  if (offline) offline.isOver = true;
  for (const each of document.querySelectorAll(".errors.offline")) each.remove();
}

document.addEventListener("connected", forget);
addEventListener("online", forget);

/**
 * What to tell the player after a request that failed.
 * @param {unknown} error
 * @returns {Problem}
 */
export function problemOf(error) {
  if (error instanceof Refused) return { text: error.message, rule: error.rule, url: error.ruleUrl };
  if (error instanceof Unreachable) {
    offline = { text: gettext("No connection. Your draft is kept; try again."), rule: "", url: "" };
    return offline;
  }
  throw error;
}

/** @param {Problem | null} problem */
export function complaint(problem) {
  if (!problem || problem.isOver) return null;
  const { rule, text, url } = problem;
  const link = rule && url ? make("a", { href: url }, rule) : rule;
  return make(problem === offline ? "p.errors.offline" : "p.errors", { role: "alert" }, text, ...(rule ? [" (", link, ")"] : []));
}
