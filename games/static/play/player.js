// Steps through what happened, one thing after another: by hand, or by itself at a pace once that is asked for.

import { button } from "./html.js";
import { gettext } from "./words.js";

const PACE = 1_600; // milliseconds for each step
/** Whether nothing may move by itself. */
export const still = matchMedia("(prefers-reduced-motion: reduce)");

export class Player {
  /**
   * @param {number} at the number of the step that is shown; the first is 1
   * @param {number} last the number of the last step
   * @param {(at: number) => boolean | Promise<boolean>} show shows a step, and says whether it could
   * @param {AbortSignal} [signal] ends it
   */
  constructor(at, last, show, signal) {
    this.at = at;
    this.last = last;
    this._show = show;
    this._wanted = at;
    this._isBusy = false;
    this._isPlaying = false;
    /** Whether the first step follows on the last one, as long as it plays by itself. */
    this.isEndless = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this._timer = undefined;
    this.toFirst = button(gettext("First"), () => this.go(1), "quiet");
    this.back = button(gettext("Back"), () => this.by(-1), "quiet");
    this.toggle = button("", () => (this._isPlaying ? this.pause() : this.play()), "toggle.quiet");
    this.next = button(gettext("Next"), () => this.by(1));
    this.toLast = button(gettext("Last"), () => this.go(this.last), "quiet");
    signal?.addEventListener("abort", () => this.pause());
    this.update();
  }

  /** Whether nothing may move by itself. */
  get isStill() {
    return still.matches;
  }

  /** Step there, and play no further. @param {number} to */
  go(to) {
    this.pause();
    void this._step(to);
  }

  /** Step on or back from where it is or will be. @param {number} steps */
  by(steps) {
    this.go(this._wanted + steps);
  }

  /** Step on by itself, from the beginning if it is at the end; where nothing may move, only begin. */
  async play() {
    this._isPlaying = !this.isStill;
    if (this._wanted === this.last) await this._step(1);
    if (this._isPlaying) this._wait();
    this.update();
  }

  pause() {
    clearTimeout(this._timer);
    this._isPlaying = false;
    this.update();
  }

  /** Bring the buttons up to date. */
  update() {
    for (const each of [this.toFirst, this.back]) each.setAttribute("aria-disabled", String(this.at <= 1));
    for (const each of [this.next, this.toLast]) each.setAttribute("aria-disabled", String(this.at >= this.last));
    this.toggle.setAttribute("aria-label", this._isPlaying ? gettext("Pause") : gettext("Play"));
    this.toggle.classList.toggle("playing", this._isPlaying);
    this.toggle.hidden = this.isStill;
  }

  _wait() {
    clearTimeout(this._timer);
    this._timer = setTimeout(async () => {
      const isOver = this.at >= this.last;
      await this._step(isOver ? 1 : this.at + 1);
      if (this._isPlaying && (this.isEndless || this.at < this.last)) this._wait();
      else this.pause();
    }, PACE);
  }

  /** @param {number} to a later call, while a step is fetched, only says where to go on to */
  async _step(to) {
    this._wanted = Math.min(Math.max(to, 1), this.last);
    if (this._isBusy) return;
    this._isBusy = true;
    while (this._wanted !== this.at) {
      const wanted = this._wanted;
      if (await this._show(wanted)) this.at = wanted;
      else this._wanted = this.at;
    }
    this._isBusy = false;
    this.update();
  }
}
