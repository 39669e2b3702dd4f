// The question whether a grave answer is meant, before the draft of a movement phase is sent.

import { button, make } from "./html.js";
import { gettext } from "./words.js";

/** @typedef {import("./draft.js").Schemas["GraveReason"]} GraveReason */

export class Sure {
  /**
   * @param {import("./movement.js").Movement} movement
   * @param {GraveReason[]} reasons
   * @param {() => Promise<void>} send carries it out
   */
  constructor(movement, reasons, send) {
    this._movement = movement;
    this._reasons = reasons;
    this._send = send;
  }

  lights() {
    return new Map();
  }

  tap() {
    this._movement.showDraft();
  }

  content() {
    const lines = this._reasons.map((reason) => make("p.grave", {}, make("strong", {}, inWords(reason))));
    const back = button(gettext("Choose again"), () => this._movement.showDraft());
    const send = button(gettext("Do it all the same"), () => void this._send(), "danger");
    return [make("h2", {}, gettext("Are you sure?")), ...lines, make("p.acts", {}, back, send)];
  }
}

/** What a grave answer leads to. @param {GraveReason} reason */
function inWords(reason) {
  if (reason === "runs-into-overrun") return gettext("Blocks of yours meet four times their number, and are overrun at once.");
  if (reason === "uncovers-leader") return gettext("A leader is left in danger: if he falls, you lose the game.");
  return gettext("A leader falls, and you lose the game.");
}
