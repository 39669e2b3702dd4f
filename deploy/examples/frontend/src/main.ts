// The page: your games, one of them with its legal actions, and live updates.

import { forms, group, inWords, make, type Action } from "./answers.js";
import { Board } from "./board.js";
import { Client, Refused, type Schemas } from "./client.js";
import { begin, finish } from "./signin.js";
import { listen } from "./stream.js";

type Game = Schemas["Game"];
type Side = NonNullable<Game["seat"]>["side"];

const find = <T extends Element>(selector: string) => document.querySelector<T>(selector)!;
const status = find<HTMLElement>("#status");
const answer = find<HTMLElement>("#answer");
const board = new Board(find<HTMLElement>("#board"));
const LATEST = 12;
const DRAFTED = ["level", "movement"]; // decisions of which several can be put together and sent as one list

let client: Client;
let current: { game: string; side: Side } | undefined;

function showStatus(words: string, isRefusal = false): void {
  status.textContent = words;
  status.classList.toggle("refused", isRefusal);
}

/** Do something, and show the reason if it fails. */
async function attempt(what: () => Promise<void>): Promise<void> {
  try {
    await what();
  } catch (error) {
    showStatus(error instanceof Error ? error.message : String(error), true);
  }
}

let refreshing: Promise<void> | undefined;
let isStale = false;

/** Refresh the page. Only one update runs at a time, so that an older response never replaces a newer one. */
function refresh(): Promise<void> {
  isStale = true;
  refreshing ??= (async () => {
    try {
      while (isStale) {
        isStale = false;
        await update();
      }
    } finally {
      refreshing = undefined;
    }
  })();
  return refreshing;
}

/** Get everything shown. What has not changed is not sent again. */
async function update(): Promise<void> {
  const { games } = (await client.get("/api/v1/games/", { limit: 100 })).body;
  if (current !== undefined) {
    await show(current.game, current.side);
  }
  find("#games").replaceChildren(...games.map(listed));
}

function listed(game: Game): HTMLElement {
  const item = document.createElement("li");
  const button = document.createElement("button");
  const side = game.seat?.side;
  const opponent = side === undefined ? null : game.players[side === "east" ? "west" : "east"];
  const state = game.outcome ? `won by ${game.outcome.winner}` : game.seat?.asked ? `waits for your ${game.seat.asked}` : game.status;
  button.textContent = `${side} against ${opponent === null ? "nobody yet" : opponent.name || "a player without a name"}, week ${game.week}: ${state}`;
  button.className = game.seat?.asked ? "waits" : "";
  button.setAttribute("aria-current", String(game.id === current?.game && side === current.side));
  button.disabled = side === undefined || game.started_at === null;
  button.onclick = () => void attempt(async () => {
    current = { game: game.id, side: side! };
    showStatus("");
    await refresh();
  });
  item.append(button);
  return item;
}

async function show(id: string, side: Side): Promise<void> {
  const parts = { public_id: id, as: side };
  const [game, drawn, seen, options, happened] = await Promise.all([
    client.get("/api/v1/games/{public_id}/", parts),
    client.get("/api/v1/games/{public_id}/board/", { ...parts, sheet: board.sheet }),
    client.get("/api/v1/games/{public_id}/view/", parts),
    client.get("/api/v1/games/{public_id}/options/", parts),
    latest(parts),
  ]);
  if (current?.game !== id || current.side !== side) {
    return; // another game was opened meanwhile
  }
  find("#game").removeAttribute("hidden");
  find("#game h2").textContent = heading(game.body, side);
  find("#story").replaceChildren(...happened.map(shown));
  // Replace board and forms only for a new version, so that a draft or a half-filled form does not vanish.
  const made = `${id} ${options.tag}`; // two games may be at the same version
  if (answer.getAttribute("data-made-for") !== made) {
    answer.setAttribute("data-made-for", made);
    const pending = (options.body.asked && options.body.options) || null;
    const isCurrent = () => answer.getAttribute("data-made-for") === made;
    ask({ id, side, tag: options.tag, isCurrent, start: { board: drawn.body, view: seen.body.view, options: pending, barrier: null } });
  }
}

/** What a player is asked: the position, also that after a draft, with the legal actions in it. */
interface Position {
  board: string;
  view: Schemas["GameView"]["view"];
  options: Schemas["Options"] | null;
  /** The index of the first action of the draft that is not in it, as it would tell something new; or null. */
  barrier: number | null;
}

interface Asked {
  id: string;
  side: Side;
  /** Of the options. */
  tag: string;
  /** Whether the page still shows this. */
  isCurrent: () => boolean;
  start: Position;
}

/** Show the position after a draft, with the forms for what can follow. */
function ask(asked: Asked, draft: Action[] = [], { board: drawing, view, options, barrier }: Position = asked.start): void {
  const hand = "mine" in view ? view.mine.hand : [];
  find("#hand").textContent = hand.length ? `In hand: ${hand.join(", ")}` : "";
  board.show(drawing);
  board.light(new Map(), () => {});
  const isDrafted = DRAFTED.includes(options?.decision ?? "");
  const onAction = (action: Action) => void (isDrafted ? change(asked, [...draft, action]) : act(asked, [action]));
  answer.replaceChildren(
    ...(draft.length ? [shownDraft(asked, draft, barrier ?? draft.length)] : []),
    ...(options && (isDrafted || !draft.length) ? forms(options, hand, board, onAction) : []),
  );
}

function shownDraft(asked: Asked, draft: Action[], known: number): HTMLElement {
  const words = draft.map((action, index) => `${inWords(action)}${index < known ? "" : " (you see what it does once it is sent)"}`);
  const undo = () => void change(asked, draft.slice(0, -1));
  return group("Your draft", make("ol", {}, ...words.map((each) => make("li", {}, each))),
    make("button", { type: "button", onclick: () => void act(asked, draft) }, "Send"),
    make("button", { type: "button", onclick: undo }, "Remove the last"));
}

/** Put together another draft, which the service previews. Nothing is carried out. */
async function change(asked: Asked, draft: Action[]): Promise<void> {
  await attempt(async () => {
    const parts = { public_id: asked.id, as: asked.side, draw: board.sheet };
    const found = draft.length ? await client.post("/api/v1/games/{public_id}/preview/", parts, draft) : undefined;
    showStatus("");
    if (asked.isCurrent()) {
      ask(asked, draft, found && { ...found, board: found.board ?? asked.start.board });
    }
  });
}

function heading(game: Game, side: Side): string {
  if (game.outcome) {
    return `The game is over: ${game.outcome.winner} won (${game.outcome.victory})`;
  }
  const decision = game.seat?.asked;
  return `${side}, week ${game.week}, ${game.phase}: ${decision ? `your decision: ${decision}` : "waiting for your opponent"}`;
}

async function latest(parts: { public_id: string; as: Side }): Promise<Schemas["Change"][]> {
  const { version } = (await client.get("/api/v1/games/{public_id}/history/", { ...parts, limit: 1 })).body;
  const since = Math.max(0, version - LATEST);
  return (await client.get("/api/v1/games/{public_id}/history/", { ...parts, since })).body.changes.toReversed();
}

function shown(change: Schemas["Change"]): HTMLElement {
  const item = document.createElement("li");
  item.value = change.version;
  item.textContent = `${change.side ?? "chance"}: ${change.events.map(inWords).join("; ") || change.type}`;
  return item;
}

/** Carry out actions that are based on the options with this tag: all of them or none. */
async function act({ id, side, tag }: Asked, actions: Action[]): Promise<void> {
  await attempt(async () => {
    try {
      const done = await client.post("/api/v1/games/{public_id}/actions/", { public_id: id, as: side }, actions, tag);
      showStatus(done.asked ? `Done. Your next decision: ${done.asked}.` : "Done. Waiting for your opponent.");
    } catch (error) {
      if (!(error instanceof Refused) || ![409, 412].includes(error.status)) {
        throw error;
      }
      showStatus(`${error.message} The page now shows the current state.`, true);
    }
    await refresh();
  });
}

function connect(connected: Client): void {
  void attempt(async () => {
    client = connected;
    const { name, email } = (await client.get("/api/v1/me/")).body;
    showStatus(`Connected as ${name || email}.`);
    current = undefined;
    find("#game").setAttribute("hidden", "");
    find("main").removeAttribute("hidden");
    await refresh();
    following?.abort();
    following = new AbortController();
    void attempt(() => listen(client, () => void attempt(refresh), following!.signal));
  });
}

let following: AbortController | undefined;

find<HTMLFormElement>("#connect").onsubmit = (event) => {
  event.preventDefault();
  const data = new FormData(event.currentTarget as HTMLFormElement);
  const site = String(data.get("site")).replace(/\/$/, "");
  const registered = String(data.get("client"));
  if (registered) {
    void attempt(() => begin(site, registered));
  } else {
    connect(new Client(site, String(data.get("token"))));
  }
};
void attempt(async () => {
  const access = await finish();
  if (access !== undefined) {
    connect(new Client(access.site, access.token, () => access.renew()));
  }
});
find<HTMLButtonElement>("#new").onclick = () => void attempt(async () => {
  const game = await client.post("/api/v1/games/", {}, { side: "east", opponent: { kind: "computer", computer: "ashigaru" } });
  current = { game: game.id, side: "east" };
  await refresh();
});
