// A client for the API with the types of its OpenAPI document: the compiler checks parameters, bodies and responses.

import type { components, paths } from "./schema.js";

export type Schemas = components["schemas"];

type Reads = { [P in keyof paths]: paths[P] extends { get: { responses: { 200: { content: infer C } } } }
  ? (C extends { "application/json": infer T } | { "image/svg+xml": infer T } ? T : never) : never };
type Writes = { [P in keyof paths]: paths[P] extends { post: { responses: infer R } }
  ? (R extends { 201: { content: { "application/json": infer T } } } ? T
    : R extends { 200: { content: { "application/json": infer T } } } ? T : never) : never };
type Sent = { [P in keyof paths]: paths[P] extends { post: { requestBody?: { content: { "application/json": infer B } } } }
  ? B : never };

/** The path and query parameters of a request. */
export type Parts = Record<string, string | number | undefined>;

/** An error response, with the sentence of the service. */
export class Refused extends Error {
  constructor(readonly status: number, readonly code: string, detail: string) {
    super(detail);
  }
}

export interface Got<T> {
  body: T;
  /** The ETag, to send with an action that is based on this response. */
  tag: string;
}

export class Client {
  readonly #known = new Map<string, Got<unknown>>();

  /** `renew` gets another token when one has expired, for people who have signed in. */
  constructor(readonly site: string, private token: string, readonly renew?: () => Promise<string>) {}

  /** Get a resource. It is not sent again while it has not changed. */
  async get<P extends keyof paths>(path: P, parts: Parts = {}): Promise<Got<Reads[P]>> {
    const address = this.#address(path, parts);
    const known = this.#known.get(address) as Got<Reads[P]> | undefined;
    const answer = await this.#fetch(address, known === undefined ? {} : { "If-None-Match": known.tag });
    if (answer.status === 304 && known !== undefined) {
      return known;
    }
    const isDrawing = answer.headers.get("Content-Type") === "image/svg+xml";
    const got = { body: (await (isDrawing ? answer.text() : answer.json())) as Reads[P], tag: answer.headers.get("ETag") ?? "" };
    this.#known.set(address, got);
    return got;
  }

  /**
   * Create a game, or act with the tag of the options on which the action is based. The request has an idempotency
   * key: if the connection is lost, it is sent once more and not carried out twice.
   */
  async post<P extends keyof paths>(path: P, parts: Parts, body: Sent[P], tag?: string): Promise<Writes[P]> {
    const headers: Record<string, string> = {
      "Content-Type": "application/json",
      "Idempotency-Key": crypto.randomUUID(),
      ...(tag === undefined ? {} : { "If-Match": tag }),
    };
    const send = () => this.#fetch(this.#address(path, parts), headers, { method: "POST", body: JSON.stringify(body) });
    const answer = await send().catch((error: unknown) => {
      if (error instanceof Refused) {
        throw error;
      }
      return send();
    });
    return (await answer.json()) as Writes[P];
  }

  /** Open a stream. */
  async open(path: "/api/v1/me/stream/", lastEventId: string, signal: AbortSignal): Promise<Response> {
    return this.#fetch(this.#address(path, {}), lastEventId ? { "Last-Event-ID": lastEventId } : {}, { signal });
  }

  #address(path: string, parts: Parts): string {
    const rest = { ...parts };
    const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => {
      const value = rest[name];
      delete rest[name];
      return encodeURIComponent(String(value));
    });
    const query = new URLSearchParams(
      Object.entries(rest).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
    );
    return `${this.site}${filled}${query.size ? `?${query}` : ""}`;
  }

  async #fetch(
    address: string,
    headers: Record<string, string>,
    init: RequestInit = {},
    isRenewed = false,
  ): Promise<Response> {
    const answer = await fetch(address, {
      ...init,
      cache: "no-store", // this class keeps the responses, with their tags
      headers: { ...headers, Authorization: `Bearer ${this.token}` },
    });
    if (answer.status === 429) {
      const seconds = Number(answer.headers.get("Retry-After") ?? 5);
      await new Promise((done) => setTimeout(done, seconds * 1000));
      return this.#fetch(address, headers, init, isRenewed);
    }
    if (answer.status === 401 && this.renew !== undefined && !isRenewed) {
      this.token = await this.renew();
      return this.#fetch(address, headers, init, true);
    }
    if (!answer.ok && answer.status !== 304) {
      const problem = (await answer.json().catch(() => ({}))) as Partial<Schemas["Problem"]>;
      throw new Refused(answer.status, problem.code ?? "", problem.detail ?? `${answer.status}`);
    }
    return answer;
  }
}
