// The API as its description has it: what a path is asked and answers is checked by the compiler.

import type { components, paths } from "./schema.js";

export type Schemas = components["schemas"];

type Reads = { [P in keyof paths]: paths[P] extends { get: { responses: { 200: { content: infer C } } } }
  ? (C extends { "application/json": infer T } ? T : never) : never };
type Writes = { [P in keyof paths]: paths[P] extends { post: { responses: infer R } }
  ? (R extends { 201: { content: { "application/json": infer T } } } ? T
    : R extends { 200: { content: { "application/json": infer T } } } ? T : never) : never };
type Sent = { [P in keyof paths]: paths[P] extends { post: { requestBody?: { content: { "application/json": infer B } } } }
  ? B : never };

/** What fills an address: the names in braces, and what stands behind the question mark. */
export type Parts = Record<string, string | number | undefined>;

/** A refusal, as the service words it. */
export class Refused extends Error {
  constructor(readonly status: number, readonly code: string, detail: string) {
    super(detail);
  }
}

export interface Got<T> {
  told: T;
  /** Names exactly this; to be sent with what is decided on it. */
  tag: string;
}

export class Client {
  readonly #known = new Map<string, Got<unknown>>();

  constructor(readonly site: string, readonly token: string) {}

  /** What an address tells. It is not sent again as long as it has not changed. */
  async get<P extends keyof paths>(path: P, parts: Parts = {}): Promise<Got<Reads[P]>> {
    const address = this.#address(path, parts);
    const known = this.#known.get(address) as Got<Reads[P]> | undefined;
    const answer = await this.#fetch(address, known === undefined ? {} : { "If-None-Match": known.tag });
    if (answer.status === 304 && known !== undefined) {
      return known;
    }
    const got = { told: (await answer.json()) as Reads[P], tag: answer.headers.get("ETag") ?? "" };
    this.#known.set(address, got);
    return got;
  }

  /**
   * Do something: act, with the tag of what was decided on, or make a game. It is sent with a key of its own: when
   * the connection is lost on the way back, the very same is sent once more, and is not done twice.
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

  /** The answer to a request that goes on, as the streams do. */
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

  async #fetch(address: string, headers: Record<string, string>, init: RequestInit = {}): Promise<Response> {
    const answer = await fetch(address, {
      ...init,
      cache: "no-store", // what is known is kept here, by its tag
      headers: { ...headers, Authorization: `Bearer ${this.token}` },
    });
    if (answer.status === 429) {
      const seconds = Number(answer.headers.get("Retry-After") ?? 5);
      await new Promise((done) => setTimeout(done, seconds * 1000));
      return this.#fetch(address, headers, init);
    }
    if (!answer.ok && answer.status !== 304) {
      const problem = (await answer.json().catch(() => ({}))) as Partial<Schemas["Problem"]>;
      throw new Refused(answer.status, problem.code ?? "", problem.detail ?? `${answer.status}`);
    }
    return answer;
  }
}
