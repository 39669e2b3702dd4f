// Server-sent events with fetch, because an EventSource cannot send a token.

import { Refused, type Client } from "./client.js";

const SILENT = 30_000; // milliseconds without data after which a connection counts as lost

/**
 * Call `onEvent` for each event of the person's stream, as long as the token is valid. When the stream ends or is
 * lost, reconnect with the last event id, so that no event is missed.
 */
export async function listen(client: Client, onEvent: () => void, ended: AbortSignal): Promise<void> {
  let last = "";
  let pause = 3000;
  while (!ended.aborted) {
    const lost = new AbortController();
    let timer = setTimeout(() => lost.abort(), SILENT);
    try {
      const answer = await client.open("/api/v1/me/stream/", last, AbortSignal.any([ended, lost.signal]));
      let rest = "";
      for await (const piece of answer.body!.pipeThrough(new TextDecoderStream())) {
        clearTimeout(timer);
        timer = setTimeout(() => lost.abort(), SILENT);
        const lines = (rest + piece).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) {
          const [field, value = ""] = line.split(/: (.*)/);
          if (field === "id") last = value;
          if (field === "retry") pause = Number(value);
          if (field === "data") onEvent();
        }
      }
    } catch (error) {
      if (error instanceof Refused && error.status < 500) {
        throw error;
      }
    } finally {
      clearTimeout(timer);
    }
    await new Promise((done) => setTimeout(done, pause));
  }
}
