// The movement phase on the board: tap a stack, tap where it goes, and send the whole phase at once.
//
// What is lit comes from the options of the service, and every draft is shown as the service previews it. No rule of
// the game is decided here.

import { make, refill } from "./html.js";
import { Overview } from "./overview.js";
import { Phase } from "./phase.js";
import { complaint } from "./problem.js";
import { Sure } from "./sure.js";
import { shortNameOf } from "./tokens.js";
import { gettext } from "./words.js";

export const DECISIONS = ["level", "movement"];

/**
 * What the player is doing: looking at the draft, or putting the next step together.
 * @typedef {object} Mode
 * @property {() => Map<string, import("./board.js").Light>} lights the places that can be tapped
 * @property {(place: string) => void} tap
 * @property {() => (Node | null)[]} content of the panel
 * @property {string} [task] what is asked, where it is not the draft
 */

export class Movement {
  /**
   * @param {HTMLElement} root the element of the game
   * @param {import("./api.js").Api} api
   * @param {import("./board.js").Board} board
   * @param {() => Promise<void>} onSent shows the page again
   */
  constructor(root, api, board, onSent) {
    this._root = root;
    this.board = board;
    this.phase = new Phase(root, api, board, onSent);
    this._panel = make("section.panel", { "aria-live": "polite", "aria-label": gettext("My draft") });
    this._heading = root.querySelector("h1");
    this._asked = this._heading?.textContent ?? "";
    /** @type {Mode | null} */
    this._mode = null;
  }

  /** Whether something is put together that is not sent yet. */
  get isUnsaved() {
    return this.phase.steps.length > 0;
  }

  /** Whether the player has lessons. */
  get isGuided() {
    return this._guide !== null;
  }

  /** What a newcomer is told, and in its data about what comes later. @returns {HTMLElement | null} */
  get _guide() {
    return this._root.querySelector(".guide > p");
  }

  /** What a newcomer is told of a box, and nobody else. @param {"muster" | "mori"} box */
  about(box) {
    const text = this._guide?.dataset[box];
    return text ? make("p.lesson", {}, text) : null;
  }

  /** What a newcomer is told of a block without which the game is lost, if it is among some. @param {string[]} blocks */
  aboutFatal(blocks) {
    const found = this._guide?.dataset.fatal?.split(" ").find((block) => blocks.includes(block));
    const name = found && shortNameOf("block", found);
    return name ? make("p.lesson", {}, gettext("%(name)s is among them: if he falls, you lose the game.", { name })) : null;
  }

  /** Whether the other side learns which daimyo leads a move. */
  get isLeaderShown() {
    return this._root.dataset.leader !== "hidden";
  }

  async begin() {
    if (!DECISIONS.includes(await this.phase.read())) return;
    this._root.dataset.live = "board";
    this._root.querySelector(".asking")?.prepend(this._panel);
    await this.change(this.phase.steps);
  }

  /** Somebody tapped on a place. @param {string} place */
  tap(place) {
    this.phase.problem = null;
    this._mode?.tap(place);
  }

  /** Do something else. @param {Mode} mode */
  open(mode) {
    this._mode = mode;
    this.render();
  }

  /** Take other steps for the draft, and look at it. @param {import("./draft.js").Step[]} steps */
  async change(steps) {
    await this.phase.change(steps);
    this.showDraft();
  }

  /** Look at the draft, and at what can be done next. */
  showDraft() {
    this.open(new Overview(this));
  }

  /** Put one more step into the draft. @param {import("./draft.js").Step} step */
  add(step) {
    return this.change([...this.phase.steps, step]);
  }

  /** Carry out the draft, and perhaps more; what is grave after a question. @param {import("./draft.js").Action[]} more */
  async send(...more) {
    const reasons = this.phase.warns(more.length > 0);
    if (reasons.length) return this.open(new Sure(this, reasons, () => this._carryOut(more)));
    return this._carryOut(more);
  }

  /** @param {import("./draft.js").Action[]} more */
  async _carryOut(more) {
    await this.phase.send(...more);
    if (this._mode instanceof Sure) this.showDraft();
    else this.render();
  }

  render() {
    if (!this._mode) return;
    if (this._heading) this._heading.textContent = this._task;
    this.board.light(this._mode.lights());
    this.board.trace(this._trails);
    refill(this._panel, [complaint(this.phase.problem), this._lesson(), ...this._mode.content()]);
    const draft = this._panel.querySelector(".draft");
    if (draft) draft.scrollTop = draft.scrollHeight; // the latest step is in sight
  }

  /** Leave the board for the form, which can do the same and the rarest. */
  leave() {
    this._mode = null;
    this._panel.remove();
    this.board.light(new Map());
    this._root.dataset.live = "form";
  }

  /** What is asked while there is a draft, in place of what the page asks. */
  get _task() {
    if (this._mode?.task) return this._mode.task;
    if (!this.isUnsaved) return this._asked;
    return this.phase.isOpen ? gettext("Move your stacks") : gettext("Send your moves");
  }

  /** What a newcomer is told who has not moved before, as long as no move is drafted. */
  _lesson() {
    const lesson = /** @type {HTMLElement | null} */ (this._root.querySelector(".guide:has(.parts):not(.known) > p"));
    if (!lesson || !(this._mode instanceof Overview) || this.phase.hasMoves || (this.phase.isOpen && !this.phase.sources.length)) return null;
    if (this.phase.isOpen && lesson.dataset.moving) return make("p.lesson", {}, lesson.dataset.moving);
    return make("p.lesson", {}, lesson.textContent ?? "");
  }

  get _trails() {
    return this.phase.draft.actions.flatMap((action) =>
      action.type === "move" ? action.groups.map(({ path }) => [action.source, ...path]) : [],
    );
  }
}
