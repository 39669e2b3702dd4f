// It accepts every challenge and plays at random: SEKIGAHARA_TOKEN=... node short_bot.js https://SITE
declare const process: any, require: any;
const { randomUUID } = require("node:crypto");
const FIXED = { Authorization: `Bearer ${process.env.SEKIGAHARA_TOKEN}`, "Content-Type": "application/json" };

async function send(method: string, path: string, body?: object, headers: object = {}): Promise<Response> {
  const request = { method, body: JSON.stringify(body), headers: { ...FIXED, ...headers } };
  const response = await fetch(`${process.argv[2]}/api/v1/${path}`, request);
  if (response.ok) return response;
  throw Object.assign(new Error(`${response.status} ${await response.text()}`), { response });
}

const get = async (path: string): Promise<any> => (await send("GET", path)).json();
const post = async (path: string, body: object, more = {}) => (await send("POST", path, body, more)).text();
const below = (limit: number): number => Math.floor(Math.random() * limit);
const pick = (list: any[]): any => list[below(list.length)];

function choose(answers: any[]): object {
  const set = pick(answers);
  if (set.shape === "choice") return pick(set.choices).action; // one action from a list
  if (set.shape === "subset") { // some items, in the order of their groups
    const copies = set.of.flatMap((group: object) => Object.entries(group));
    const all = copies.flatMap(([name, number]: [string, number]) => Array(number).fill(name));
    return { ...set.action, [set.field]: all.slice(0, set.least + below(set.most - set.least + 1)) };
  }
  const source = pick(set.sources), way = pick(source.reach); // a stack that moves
  if (way.force_march || way.leader) return choose(answers); // that would take a card or a daimyo
  const group = { blocks: source.blocks.slice(0, way.size[0]), path: way.path };
  return { type: "move", source: source.source, groups: [group] };
}

async function look(): Promise<void> {
  for (const game of (await get("games/?list=invitations")).games)
    if (game.may_join) await post(`games/${game.id}/join/`, { nonce: randomUUID() });
  for (let game; (game = (await get("games/next/")).game); ) {
    if (game.status === "waiting") { // a ladder has paired us
      await post(`games/${game.id}/check-in/`, { nonce: randomUUID() });
      continue;
    }
    const response = await send("GET", `games/${game.id}/options/`);
    const { options } = await response.json(), tag = response.headers.get("ETag");
    if (options) await post(`games/${game.id}/actions/`, choose(options.answers), { "If-Match": tag });
  }
}

async function main(): Promise<void> {
  await send("PATCH", "me/", { bot: true, challenges_from: "anyone" });
  for (let pause = 5; ; await new Promise((over) => setTimeout(over, pause * 1000))) {
    try {
      const stream = await send("GET", "me/stream/?turns=true"); // fetch ends it after five silent minutes
      for await (const piece of stream.body!.pipeThrough(new TextDecoderStream()))
        if (piece.trim() !== ":") await look(); // it begins, somebody challenges us, or it is our turn
    } catch (problem: any) { // lost, refused, or the game has gone on: look again
      console.error(problem.message);
      if (problem.response?.status === 401) return;
      pause = Number(problem.response?.headers.get("Retry-After") ?? 5);
    }
  }
}
main();
