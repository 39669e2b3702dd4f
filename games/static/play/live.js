// Follows a game: shows what happens without a reload, unless the player is in the middle of something.

import { Refused } from "./api.js";
import { button, make } from "./html.js";
import { show } from "./page.js";
import { gettext } from "./words.js";

const SHORTEST = 2_000; // milliseconds before it connects again
const LONGEST = 60_000;
const GLANCE = 100;

/**
 * Follow the game until the signal says to stop.
 * @param {import("./api.js").Api} api
 * @param {AbortSignal} signal
 * @param {() => boolean} isBusy whether the player has put something together
 */
export async function follow(api, signal, isBusy) {
  let wait = SHORTEST;
  while (!signal.aborted) {
    try {
      for await (const { event, id, data } of api.events(signal)) {
        if (wait > SHORTEST) document.dispatchEvent(new Event("connected")); // again
        wait = SHORTEST;
        if (event === "presence") showPresence(JSON.parse(data));
        if (event === "thinking" && !isShown(JSON.parse(data)) && !isBusy()) {
          await show(await fetched(), () => isBusy() || signal.aborted);
          if (signal.aborted) return;
        }
        if (event === "take-back" && isNewFrom(JSON.parse(data))) {
          if (isBusy() || (await show(await fetched(), () => isBusy() || signal.aborted))) tell();
          if (signal.aborted) return;
        }
        if (event === "messages" && JSON.parse(data).last > lastMessage()) {
          if (isBusy() || (await show(await fetched(), () => isBusy() || signal.aborted))) tell();
          if (signal.aborted) return;
        }
        if (["change", "over"].includes(event) && id > api.version) {
          await answered(signal);
          if (signal.aborted) return;
          const isUnwanted = () => isBusy() || signal.aborted;
          if ((isBusy() || (await show(await fetched(), isUnwanted))) && !signal.aborted) tell();
          return;
        }
        if (event === "closed") return;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof Refused && error.isOutdated) return;
    } finally {
      if (!signal.aborted) showPresence(null); // nobody tells any more that the other has left
    }
    await pause(wait, signal);
    wait = Math.min(2 * wait, LONGEST);
  }
}

/**
 * Say in one line that the other player has the page open, and whether they have switched that on.
 * @param {{theirs: boolean, looking: boolean | null} | null} now null while it is not known
 */
function showPresence(now) {
  const line = /** @type {HTMLElement | null} */ (document.querySelector(".presence"));
  if (line) line.hidden = !now?.looking;
  if (!now) return;
  for (const text of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-theirs]"))) {
    text.hidden = text.dataset.theirs !== String(now.theirs);
  }
}

/**
 * Whether the page says until when a computer player pauses, or that it does not.
 * @param {{goes_on_at: string | null}} thinking
 */
function isShown({ goes_on_at }) {
  const shown = /** @type {HTMLElement | null} */ (document.querySelector(".game"))?.dataset.goesOn ?? 0;
  return Number(shown) === (goes_on_at ? Math.floor(Date.parse(goes_on_at) / 1000) : 0);
}

/**
 * Whether the other player asks to take an action back, and the page does not say so yet.
 * @param {{asked_by: string}} request
 */
function isNewFrom({ asked_by }) {
  const game = /** @type {HTMLElement | null} */ (document.querySelector(".game"));
  return asked_by !== game?.dataset.side && !document.querySelector("[data-take-back]");
}

/** The number of the last message of the game when the page was made. */
function lastMessage() {
  return Number(/** @type {HTMLElement | null} */ (document.querySelector("#messages"))?.dataset.last ?? 0);
}

/** Wait until what the player has sent is answered: the answer may show the same change. @param {AbortSignal} signal */
async function answered(signal) {
  while (!signal.aborted && document.querySelector(".game[data-busy]")) await pause(GLANCE, signal);
}

/** Show the page as it is now. */
export async function refresh() {
  await show(await fetched());
}

function fetched() {
  const address = new URL(location.href);
  address.searchParams.delete("waited");
  return fetch(address, { cache: "no-store" });
}

/** Say that something happened, and leave what the player has put together alone. */
function tell() {
  if (document.querySelector(".news")) return;
  const look = button(gettext("Show it"), () => void refresh());
  const text = make("p.news.card", { role: "status" }, gettext("Something happened in the game."), " ", look);
  document.querySelector(".asking")?.prepend(text);
}

/** @param {number} time in milliseconds @param {AbortSignal} signal */
const pause = (time, signal) =>
  new Promise((resolve) => {
    setTimeout(resolve, time);
    signal.addEventListener("abort", resolve, { once: true });
    addEventListener("online", resolve, { once: true, signal });
  });
