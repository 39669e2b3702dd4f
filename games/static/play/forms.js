// Forms of the game's page are sent and answered without leaving it.

import { show } from "./page.js";
import { gettext } from "./words.js";
import { make } from "./html.js";

const WAYS = "#answer form > :is(section, details)"; // each is one way to answer

/**
 * Send the forms below an element in place.
 * @param {HTMLElement} root the element of the game
 */
export function sendInPlace(root) {
  root.addEventListener("submit", (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (form.method !== "post" || !form.closest(".asking, [data-in-place]")) return;
    event.preventDefault();
    void send(root, form, /** @type {SubmitEvent} */ (event).submitter);
  });
  for (const section of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-most]"))) count(section);
  root.addEventListener("change", (event) => {
    const changed = /** @type {Element} */ (event.target);
    const form = changed.closest("form");
    if (form) form.dataset.changed = "";
    const section = /** @type {HTMLElement | null} */ (changed.closest(WAYS));
    if (section?.dataset.most) count(section);
    if (section) judge(section);
  });
  for (const section of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(WAYS))) judge(section);
}

/** Let the button of an answer look as if it can be pressed only once the answer is complete. @param {HTMLElement} section */
function judge(section) {
  /** @type {HTMLInputElement[]} */
  const fields = [...section.querySelectorAll("input")];
  const ticked = fields.filter(({ type, checked }) => type === "checkbox" && checked).length;
  const chosen = new Set(fields.filter(({ type, checked }) => type === "radio" && checked).map(({ name }) => name));
  const isOpen = fields.some(({ type, name }) => type === "radio" && !chosen.has(name));
  const button = section.querySelector(".answer > button");
  button?.classList.toggle("unready", isOpen || ticked < Number(section.dataset.least ?? 0));
}

/** Say how many boxes are ticked, of those that can be. @param {HTMLElement} section */
function count(section) {
  const chosen = section.querySelectorAll("input:checked").length;
  const told = section.querySelector(".count") ?? make("p.count", { role: "status" });
  const values = { chosen, most: section.dataset.most ?? "" };
  told.textContent = chosen ? gettext("%(chosen)s of %(most)s chosen", values) : gettext("Tap to choose: 0 of %(most)s", values);
  section.querySelector(".answer")?.before(told);
}

/** Whether something is filled in and not sent. @param {HTMLElement} root */
export const isFilledIn = (root) => root.querySelector("form[data-changed]") !== null;

/** @param {HTMLElement} root @param {HTMLFormElement} form @param {HTMLElement | null} submitter */
async function send(root, form, submitter) {
  if ("busy" in root.dataset) return;
  root.dataset.busy = "";
  const data = new URLSearchParams(/** @type {any} */ (new FormData(form, submitter)));
  try {
    await show(await fetch(form.action, { method: "POST", body: data, cache: "no-store" }));
  } catch {
    form.querySelector(".errors.offline")?.remove();
    const text = gettext("No connection. Nothing is lost; press the button again.");
    form.prepend(make("p.errors.offline", { role: "alert" }, text));
  } finally {
    delete root.dataset.busy;
  }
}
