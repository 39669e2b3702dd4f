// Calls the API for the seat whose page this is. The pass of the page is the only thing it may do that with.

/** The API refused something, and said why. */
export class Refused extends Error {
  /**
   * @param {number} status the HTTP status
   * @param {{detail?: string, title?: string, rule_url?: string, rule?: string}} problem the problem document
   */
  constructor(status, problem) {
    super(problem.detail || problem.title || String(status));
    this.status = status;
    this.rule = problem.rule ?? "";
    this.ruleUrl = problem.rule_url ?? "";
  }

  /** Whether the page is of an earlier version of the game, or may not act for the seat any more. */
  get isOutdated() {
    return [401, 404, 412].includes(this.status);
  }
}

/** There was no answer. What was sent may or may not have arrived: send it again with the same key. */
export class Unreachable extends Error {}

/** A key by which the service knows a request that is sent again. */
export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @typedef {import("sekigahara-schema").components["schemas"]} Schemas */

export class Api {
  /** @param {HTMLElement} root the element of the game */
  constructor(root) {
    const { game = "", side = "", version = "0", pass = "" } = root.dataset;
    this.side = side;
    this.version = Number(version);
    this._base = `/api/v1/games/${game}/`;
    this._headers = { Authorization: `Seat ${pass}`, "Accept-Language": document.documentElement.lang };
  }

  /** What the side may do now. @returns {Promise<Schemas["Options"] | null>} */
  async options() {
    return (await this._call("GET", "options/")).options;
  }

  /**
   * What would come of some actions.
   * @param {Schemas["Action"][]} actions in order
   * @param {string} sheet the board to draw, `wide` or `tall`
   * @returns {Promise<Schemas["Preview"]>}
   */
  preview(actions, sheet) {
    return this._call("POST", `preview/?as=${this.side}&draw=${sheet}`, actions);
  }

  /**
   * Carry out actions, all or none.
   * @param {Schemas["Action"][]} actions in order
   * @param {string} key the same one when the same actions are sent again
   */
  act(actions, key) {
    const tag = `"${this.side}.${this.version}.page"`;
    return this._call("POST", `actions/?as=${this.side}`, actions, { "If-Match": tag, "Idempotency-Key": key });
  }

  /** What the side has ordered, and the tag that replacing it takes. */
  async orders() {
    const response = await this._send("GET", "orders/");
    const now = /** @type {Schemas["OrdersNow"]} */ (await response.json());
    return { now, tag: response.headers.get("ETag") ?? "" };
  }

  /**
   * Replace the orders.
   * @param {Schemas["Orders"]} orders
   * @param {string} tag of those that are replaced
   * @param {string} key the same one when the same orders are sent again
   * @param {boolean} isDeploying whether a plan goes on past the deployment on this page that could be challenged
   */
  order(orders, tag, key, isDeploying) {
    const seen = isDeploying ? `&game_version=${this.version}` : "";
    return this._call("PUT", `orders/?as=${this.side}${seen}`, orders, { "If-Match": tag, "Idempotency-Key": key });
  }

  /**
   * What a plan would come to.
   * @param {string} location of the battle
   * @param {Schemas["Plan"]} plan
   * @returns {Promise<Schemas["Outlook"]>}
   */
  foresee(location, plan) {
    return this._call("POST", "orders/outlook/", { location, plan });
  }

  /**
   * The events of the game as they happen, until the connection ends.
   * @param {AbortSignal} signal ends it
   */
  async *events(signal) {
    const address = `${this._base}stream/?as=${this.side}&since=${this.version}`;
    const response = await fetch(address, { headers: this._headers, signal, cache: "no-store" });
    if (!response.ok || !response.body) throw new Refused(response.status, {});
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const parts = (text + value).split("\n\n");
      text = parts.pop() ?? "";
      for (const part of parts) yield parsed(part);
    }
  }

  /**
   * @param {string} method
   * @param {string} path below the game
   * @param {object} [body]
   * @param {Record<string, string>} [headers]
   */
  async _call(method, path, body, headers) {
    return (await this._send(method, path, body, headers)).json();
  }

  /**
   * @param {string} method
   * @param {string} path below the game
   * @param {object} [body]
   * @param {Record<string, string>} [headers]
   */
  async _send(method, path, body, headers = {}) {
    const sent = body && JSON.stringify(body);
    const all = { ...this._headers, ...headers, ...(sent && { "Content-Type": "application/json" }) };
    const address = `${this._base}${path}${path.includes("?") ? "" : `?as=${this.side}`}`;
    let response;
    try {
      response = await fetch(address, { method, headers: all, body: sent, cache: "no-store" });
    } catch {
      throw new Unreachable();
    }
    if (!response.ok) throw new Refused(response.status, await response.json().catch(() => ({})));
    return response;
  }
}

/** @param {string} part the lines of one event */
function parsed(part) {
  const lines = part.split("\n").map((line) => line.split(/: ?(.*)/s));
  const first = (/** @type {string} */ name) => lines.find(([field]) => field === name)?.[1] ?? "";
  return { event: first("event"), id: Number(first("id") || -1), data: first("data") };
}
