// Decisions whose answers are places: a tap on the board chooses what the form offers.

import { gettext } from "./words.js";

export class Places {
  /**
   * @param {HTMLElement} root the element of the game
   * @param {import("./board.js").Board} board
   * @param {import("./fights.js").Fights} fights
   */
  constructor(root, board, fights) {
    this._fights = fights;
    this._form = root.querySelector("#answer form");
    this._board = board;
    this._form?.addEventListener("change", () => this.render());
  }

  /** The radio buttons that stand for places, by place. @returns {Map<string, HTMLInputElement>} */
  get _choices() {
    /** @type {HTMLInputElement[]} */
    const radios = [...(this._form?.querySelectorAll("input") ?? [])];
    const ofPlaces = radios.filter(({ type, value }) => type === "radio" && this._board.has(value));
    return new Map(ofPlaces.map((radio) => [radio.value, radio]));
  }

  /** Light up the places that can be chosen. */
  render() {
    /** @type {Map<string, import("./board.js").Light>} */
    const lights = new Map(this._fights.lights);
    for (const [place, { checked }] of this._choices) {
      const label = gettext("Choose %(place)s", { place: this._board.name(place) });
      lights.set(place, { look: checked ? "goal chosen" : "goal", label });
    }
    this._board.light(lights);
  }

  /** Somebody tapped on a place. @param {string} place */
  tap(place) {
    const radio = this._choices.get(place);
    this._fights.tap(place, !radio);
    if (!radio) return;
    radio.click();
    radio.closest("section, details")?.querySelector("button[name=do]")?.scrollIntoView({ block: "nearest" });
  }
}
