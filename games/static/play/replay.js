// The replay with scripts: steps from moment to moment in place, and the address follows.

import { Board, waysOf } from "./board.js";
import { make } from "./html.js";
import { pageOf, replace } from "./page.js";
import { showPictures } from "./picture.js";
import { Player } from "./player.js";
import { gettext } from "./words.js";

const PARTS = [".told", ".scene", "#board", ".rest"];
/** @type {Record<string, number>} */
const KEYS = { ArrowLeft: -1, ArrowRight: 1 };

class Replay {
  /** @param {HTMLElement} bar has the number of the moment, that of the last, and whose view it is */
  constructor(bar) {
    this._viewpoint = bar.dataset.viewpoint ?? "";
    this._moments = location.pathname.replace(/\d+\/$/, "");
    /** @type {Map<number, Promise<Document | null>>} pages that are fetched ahead, by moment */
    this._ahead = new Map();
    const { number, last } = bar.dataset;
    this._player = new Player(Number(number), Number(last), (at) => this._show(at));
    this._slider = /** @type {HTMLInputElement} */ (
      // no browser puts its value back as it was: the address says where it is
      make("input", { type: "range", min: "1", autocomplete: "off", "aria-label": gettext("Moment") })
    );
    this._slider.addEventListener("input", () => this._player.go(Number(this._slider.value)));
    this._marks = make("ol", { "aria-hidden": "true" });
    this._trouble = make("p.trouble", { role: "status" });
    const { toFirst, back, toggle, next, toLast } = this._player;
    const buttons = make("ul", {}, ...[toFirst, back, toggle, next, toLast].map((each) => make("li", {}, each)));
    bar.replaceChildren(this._trouble, make("div.slider", {}, this._slider, this._marks), buttons);
    bar.classList.add("player");
    document.querySelector(".told")?.setAttribute("aria-live", "polite");
    for (const link of document.head.querySelectorAll("link[rel=prev], link[rel=next]")) link.remove();
    /** @type {Board | null} */
    this._board = null;
    this._listen();
    this._settle(this._player.at);
    this._fetchAhead(this._player.at + 1);
  }

  _listen() {
    document.addEventListener("keydown", (event) => {
      const isTaken = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
      const inField = event.target instanceof Element && event.target.closest("input, select, textarea");
      const steps = KEYS[event.key];
      if (!steps || isTaken || inField) return;
      event.preventDefault();
      this._player.by(steps);
    });
    document.addEventListener("click", (event) => {
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      if (!link?.href || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const number = link.getAttribute("href")?.startsWith("#") ? 0 : this._numberOf(link.href);
      if (!number) return;
      event.preventDefault();
      this._player.go(number);
      document.getElementById("moment")?.scrollIntoView();
    });
    addEventListener("hashchange", () => this._cut());
    addEventListener("online", () => this._trouble.replaceChildren());
    addEventListener("popstate", () => this._player.go(this._numberOf(location.href) || this._player.at));
  }

  /** The number of the moment at an address, seen as it is here; 0 for anything else. @param {string} address */
  _numberOf(address) {
    const { origin, pathname, searchParams } = new URL(address);
    const viewpoint = searchParams.get("as") ?? this._viewpoint;
    if (origin !== location.origin || !pathname.startsWith(this._moments) || viewpoint !== this._viewpoint) return 0;
    return Number(pathname.slice(this._moments.length).replace("/", ""));
  }

  /** @param {number} at */
  _address(at) {
    return `${this._moments}${at}/?as=${this._viewpoint}${location.hash}`;
  }

  /** @param {number} at @returns {Promise<boolean>} */
  async _show(at) {
    const steps = at - this._player.at;
    let page;
    try {
      page = await this._page(at);
    } catch {
      this._trouble.textContent = gettext("No connection. Try again.");
      return false;
    } finally {
      this._ahead.delete(at);
    }
    if (!page) {
      location.assign(this._address(at)); // the service says why not
      return false;
    }
    this._trouble.textContent = "";
    for (const part of PARTS) {
      const [now, next] = [document.querySelector(part), page.querySelector(part)];
      if (now && next) replace(now, next);
    }
    document.title = page.title;
    history.replaceState(null, "", this._address(at));
    const bar = /** @type {HTMLElement | null} */ (page.querySelector(".steps"));
    this._player.last = Number(bar?.dataset.last);
    this._settle(at);
    this._fetchAhead(at + Math.sign(steps));
    return true;
  }

  /** Show on the board and on the slider where it is now. @param {number} at */
  _settle(at) {
    const frame = /** @type {HTMLElement | null} */ (document.querySelector("#board > .board"));
    const sentences = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".told [data-ways]")]);
    this._board = frame && new Board(frame);
    this._board?.point(sentences.flatMap(waysOf));
    this._cut();
    showPictures(document);
    this._slider.max = String(this._player.last);
    this._slider.value = String(at);
    this._slider.setAttribute("aria-valuetext", document.querySelector(".told h1")?.textContent ?? "");
    const weeks = /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll(".weeks a"));
    const marks = [...weeks].map((link, index) => {
      const week = link.textContent ?? "";
      const mark = make("li", {}, index ? week : gettext("Week %(week)s", { week }));
      mark.style.left = `${(100 * (this._numberOf(link.href) - 1)) / Math.max(1, this._player.last - 1)}%`;
      return mark;
    });
    this._marks.replaceChildren(...marks);
  }

  /** Show what is marked in the middle of the part of the board that is in sight, or all of it. */
  _cut() {
    if (location.hash === "#board") this._board?.whole();
    else this._board?.centre();
  }

  /** @param {number} at */
  _fetchAhead(at) {
    if (at < 1 || at > this._player.last) return;
    this._page(at).catch(() => this._ahead.delete(at)); // the step itself says so
  }

  /** @param {number} at @returns {Promise<Document | null>} null if there is no such page */
  _page(at) {
    const page = this._ahead.get(at) ?? this._fetched(at);
    this._ahead.set(at, page);
    return page;
  }

  /** @param {number} at @returns {Promise<Document | null>} */
  async _fetched(at) {
    const response = await fetch(this._address(at));
    return response.ok && this._numberOf(response.url) === at ? pageOf(response) : null;
  }
}

const bar = /** @type {HTMLElement | null} */ (document.querySelector(".steps[data-last]"));
if (bar) new Replay(bar);
