// The page: my games, one of them, what may be answered there, and news as it happens.

import { forms, inWords, type Action } from "./answers.js";
import { draw, type View } from "./board.js";
import { Client, Refused, type Schemas } from "./client.js";
import { listen } from "./stream.js";

type Game = Schemas["Game"];
type Side = NonNullable<Game["seat"]>["side"];

const find = <T extends Element>(selector: string) => document.querySelector<T>(selector)!;
const said = find<HTMLElement>("#said");
const LATEST = 12;

let client: Client;
let current: { game: string; side: Side } | undefined;

function say(words: string, isRefusal = false): void {
  said.textContent = words;
  said.classList.toggle("refused", isRefusal);
}

/** Do something, and say why it could not be done. */
async function attempt(what: () => Promise<void>): Promise<void> {
  try {
    await what();
  } catch (error) {
    say(error instanceof Error ? error.message : String(error), true);
  }
}

let refreshing: Promise<void> | undefined;
let isStale = false;

/** Show all anew. One look at a time, so that no older answer is shown over a newer one. */
function refresh(): Promise<void> {
  isStale = true;
  refreshing ??= (async () => {
    try {
      while (isStale) {
        isStale = false;
        await look();
      }
    } finally {
      refreshing = undefined;
    }
  })();
  return refreshing;
}

/** Ask for all that is shown; whatever has not changed is not sent again. */
async function look(): Promise<void> {
  const { games } = (await client.get("/api/v1/games/", { limit: 100 })).told;
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
  const state = game.outcome ? `won by ${game.outcome.winner}` : game.seat?.asked ? `asks for ${game.seat.asked}` : game.status;
  button.textContent = `${side} against ${opponent === null ? "nobody yet" : opponent.name || "nameless"}, week ${game.week}: ${state}`;
  button.className = game.seat?.asked ? "waits" : "";
  button.setAttribute("aria-current", String(game.id === current?.game && side === current.side));
  button.disabled = side === undefined || game.started_at === null;
  button.onclick = () => void attempt(async () => {
    current = { game: game.id, side: side! };
    say("");
    await refresh();
  });
  item.append(button);
  return item;
}

async function show(id: string, side: Side): Promise<void> {
  const parts = { public_id: id, as: side };
  const [game, seen, options, happened] = await Promise.all([
    client.get("/api/v1/games/{public_id}/", parts),
    client.get("/api/v1/games/{public_id}/view/", parts),
    client.get("/api/v1/games/{public_id}/options/", parts),
    latest(parts),
  ]);
  const edition = (await client.get("/api/v1/editions/{edition}/", { edition: game.told.edition.digest })).told.data;
  if (current?.game !== id || current.side !== side) {
    return; // another was opened meanwhile
  }
  const { view } = seen.told;
  const hand = "mine" in view ? view.mine.hand : [];
  find("#game").removeAttribute("hidden");
  find("#game h2").textContent = heading(game.told, side);
  find("#hand").textContent = hand.length ? `In hand: ${hand.join(", ")}` : "";
  find("#story").replaceChildren(...happened.map(told));
  const answer = find("#answer");
  // What is asked is replaced only by something else: nobody's half-filled form shall vanish under their fingers.
  const asked = options.told.asked && options.told.options;
  const made = `${id} ${options.tag}`; // two games may be at the same version
  if (answer.getAttribute("data-made-for") !== made) {
    answer.setAttribute("data-made-for", made);
    answer.replaceChildren(...(asked ? forms(asked, hand, (action) => void act(id, side, action, options.tag)) : []));
  }
  drawBoard(edition, view, asked || undefined);
}

function drawBoard(edition: Schemas["Edition"], view: View, asked?: Schemas["Options"]): void {
  const routes = asked?.answers.filter((each) => each.shape === "route") ?? [];
  const sources = new Set(routes.flatMap((each) => each.sources.map((source) => source.source)));
  draw(find("#board"), edition, view, sources, (location) => {
    const select = find<HTMLSelectElement>("#answer select[name=source]");
    select.value = location;
    select.dispatchEvent(new Event("change"));
    select.scrollIntoView({ block: "center" });
  });
}

function heading(game: Game, side: Side): string {
  if (game.outcome) {
    return `The campaign is over: ${game.outcome.winner} has won (${game.outcome.victory})`;
  }
  const asked = game.seat?.asked;
  return `${side}, week ${game.week}, ${game.phase}: ${asked ? `you are asked for ${asked}` : "the game waits for others"}`;
}

async function latest(parts: { public_id: string; as: Side }): Promise<Schemas["Change"][]> {
  const { version } = (await client.get("/api/v1/games/{public_id}/history/", { ...parts, limit: 1 })).told;
  const since = Math.max(0, version - LATEST);
  return (await client.get("/api/v1/games/{public_id}/history/", { ...parts, since })).told.changes.toReversed();
}

function told(change: Schemas["Change"]): HTMLElement {
  const item = document.createElement("li");
  item.value = change.version;
  item.textContent = `${change.side ?? "chance"}: ${change.events.map(inWords).join("; ") || change.type}`;
  return item;
}

/** Carry an action out in a game, decided on what a tag names. */
async function act(game: string, side: Side, action: Action, tag: string): Promise<void> {
  await attempt(async () => {
    try {
      const done = await client.post("/api/v1/games/{public_id}/actions/", { public_id: game, as: side }, action, tag);
      say(done.asked ? `Done; now you are asked for ${done.asked}.` : "Done; the game waits for others.");
    } catch (error) {
      if (!(error instanceof Refused) || ![409, 412].includes(error.status)) {
        throw error;
      }
      say(`${error.message} Here is how it stands.`, true);
    }
    await refresh();
  });
}

function connect(form: HTMLFormElement): void {
  const data = new FormData(form);
  const site = String(data.get("site")).replace(/\/$/, "");
  void attempt(async () => {
    client = new Client(site, String(data.get("token")));
    const { name, email } = (await client.get("/api/v1/me/")).told;
    say(`Connected as ${name || email}.`);
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
  connect(event.currentTarget as HTMLFormElement);
};
find<HTMLButtonElement>("#new").onclick = () => void attempt(async () => {
  const game = await client.post("/api/v1/games/", {}, { side: "east", opponent: { kind: "computer", computer: "ashigaru" } });
  current = { game: game.id, side: "east" };
  await refresh();
});
