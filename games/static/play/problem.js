// Why something cannot be done, as the service says it.

import { Refused, Unreachable } from "./api.js";
import { make } from "./html.js";
import { gettext } from "./words.js";

/** @typedef {{text: string, rule: string, url: string}} Problem */

/**
 * What to tell the player after a request that failed.
 * @param {unknown} error
 * @returns {Problem}
 */
export function problemOf(error) {
  if (error instanceof Refused) return { text: error.message, rule: error.rule, url: error.ruleUrl };
  if (error instanceof Unreachable) {
    return { text: gettext("No connection. Your draft is kept; try again."), rule: "", url: "" };
  }
  throw error;
}

/** @param {Problem | null} problem */
export function complaint(problem) {
  if (!problem) return null;
  const { rule, text, url } = problem;
  const link = rule && url ? make("a", { href: url }, rule) : rule;
  return make("p.errors", { role: "alert" }, text, ...(rule ? [" (", link, ")"] : []));
}
