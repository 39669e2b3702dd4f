// Fights that have not begun: each can be planned on the page, by its place on the board or by its link.

import { Battle, blocksIn } from "./battle.js";

/** The place whose plan is open, also when the page is shown again. */
let opened = "";

export class Fights {
  /**
   * @param {HTMLElement} root the element of the game
   * @param {import("./api.js").Api} api
   * @param {() => Promise<void>} onSent shows the page again
   */
  constructor(root, api, onSent) {
    this._root = root;
    this._api = api;
    this._onSent = onSent;
    /** @type {Battle | null} */
    this._plan = null;
    /** @type {HTMLAnchorElement[]} */
    const links = [...root.querySelectorAll(/** @type {"a"} */ (".plans a[data-place]"))];
    this._links = new Map(links.map((link) => [link.dataset.place ?? "", link]));
    for (const [place, link] of this._links) {
      link.setAttribute("aria-expanded", "false");
      link.addEventListener("click", (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        this.tap(place);
      });
    }
    if (this._links.has(opened)) void this._open(opened);
    else opened = "";
  }

  /** Whether something is put together that is not sent yet. */
  get isUnsaved() {
    return Boolean(this._plan?.isUnsaved);
  }

  /** The places where a fight is to come. */
  get lights() {
    const look = "goal fights";
    return new Map([...this._links].map(([place, link]) => [place, { look, label: link.getAttribute("aria-label") ?? "" }]));
  }

  /**
   * Open the plan for a place, or close it if it is open.
   * @param {string} place
   * @param {boolean} [isSeen] whether to scroll there
   */
  tap(place, isSeen = true) {
    if (!this._links.has(place)) return;
    const isOpen = opened === place;
    this._close();
    if (isOpen) return;
    void this._open(place).then(() => isSeen && this._plan?.panel.scrollIntoView({ block: "nearest" }));
  }

  /** @param {string} place of a link */
  async _open(place) {
    const link = this._links.get(place);
    const blocks = blocksIn(this._root, `#stacks [data-place="${CSS.escape(place)}"]`);
    const close = () => {
      this._close();
      link?.focus();
    };
    const plan = new Battle(this._root, this._api, this._onSent, { place, blocks, title: link?.getAttribute("aria-label") ?? "", close });
    this._plan = plan;
    opened = place;
    link?.setAttribute("aria-expanded", "true");
    await plan.begin().catch(() => link && location.assign(link.href)); // the form can do the same
    if (this._plan === plan) link?.closest("p")?.after(plan.panel);
  }

  _close() {
    this._plan?.panel.remove();
    this._links.get(opened)?.setAttribute("aria-expanded", "false");
    this._plan = null;
    opened = "";
  }
}
