// Checks the record of a finished game in its reader's own browser. How a record is hashed and how chance is
// derived from its seed is written down in games/log/README.md. All sentences stand in the page.
"use strict";

/** The record is not what it should be. */
class Difference extends Error {
  /**
   * @param {string} code which sentence of the page says so
   * @param {object} values what that sentence names
   */
  constructor(code, values = {}) {
    super(code);
    this.code = code;
    this.values = values;
  }
}

function unless(isSo, code, values) {
  if (!isSo) throw new Difference(code, values);
}

// ---- hashes

const utf8 = (text) => new TextEncoder().encode(text);
const fromHex = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

async function sha256(...parts) {
  const data = await new Blob(parts).arrayBuffer();
  return new Uint8Array(await crypto.subtle.digest("SHA-256", data));
}

// ---- the checks, in order; each says what it counted

async function checkSeed({ record, game, commitment }) {
  unless(record.game === game && record.commitment === commitment, "seed");
  unless(toHex(await sha256(fromHex(record.seed))) === commitment, "seed");
}

async function checkEdition({ record, edition }) {
  const digest = toHex(await sha256(utf8(record.edition_text)));
  unless(digest === record.edition.digest && digest === edition.digest, "edition");
}

async function checkBeginning({ record }) {
  const { game, edition, revision, commitment, nonces, chance } = record;
  const parts = [game, edition.digest, revision, commitment, nonces.east, nonces.west];
  if (chance) parts.push(chance.first, chance.sides, chance.nonce_hash);
  unless(toHex(await sha256(utf8(parts.join("|")))) === record.genesis, "beginning");
}

/** What came before the first entry: the nonce that was committed by its hash, and drawn sides. */
async function checkNonces({ record }) {
  const { game, nonces, chance } = record;
  if (!chance) return;
  const [first, last] = chance.first === "east" ? ["east", "west"] : ["west", "east"];
  if (chance.nonce_hash) unless(toHex(await sha256(utf8(nonces[first]))) === chance.nonce_hash, "nonces");
  if (chance.sides === "drawn") {
    const number = await (await chanceFrom(record))(`${game}|${nonces[first]}|${nonces[last]}|sides|0`);
    unless(["east", "west"][Number(number % 2n)] === first, "sides");
  }
}

async function checkChain({ record, progress }) {
  let chain = fromHex(record.genesis);
  for (const [place, entry] of record.entries.entries()) {
    const sealed = await sha256(fromHex(entry.salt), utf8(entry.body));
    chain = await sha256(chain, utf8((entry.side ?? "chance")[0]), sealed);
    const isSo = entry.seq === place + 1 && entry.chain === toHex(chain);
    unless(isSo, "chain", { entry: place + 1 });
    progress(place + 1, record.entries.length);
  }
  return { entries: record.entries.length };
}

/**
 * A chain value that somebody kept stands for every entry up to it, wherever in the chain it is found. That the
 * entries have these values was checked before.
 */
async function checkKept({ record, kept = [] }) {
  for (const [version, value] of kept) {
    const isThere = record.entries.some((entry) => entry.chain.startsWith(value));
    unless(isThere, "kept", { version });
  }
}

/**
 * Who played: a chain of its own, whose seals open with the keys of those who have the seats. Seals of those who
 * have left, and of guests who gave an address since, do not open.
 */
async function checkPlayers({ record, register = "" }) {
  const { game, genesis, players, register: rows = [] } = record;
  const gone = new Set(rows.filter(({ kind }) => kind === "left").map(({ seal }) => seal));
  const holders = {};
  let chain = fromHex(genesis);
  for (const [place, row] of rows.entries()) {
    const { number, at, side, kind, seal, key, opening } = row;
    chain = await sha256(chain, utf8([game, number, at, side, kind, seal].join("|")));
    unless(number === place + 1 && row.chain === toHex(chain), "players");
    if (key !== null) {
      unless(toHex(await sha256(utf8(`${opening}|${key}`))) === seal, "players");
    } else {
      const next = rows.slice(place + 1).find((other) => other.side === side && other.kind !== "left");
      unless(gone.has(seal) || next?.kind === "kept", "players");
    }
    if (kind !== "left") holders[side] = key;
  }
  unless(register === (rows.length ? `${rows.length}:${toHex(chain)}` : ""), "players");
  for (const side of Object.keys(players ?? {})) unless(holders[side] === players[side], "players");
}

async function checkDraws({ record, edition, progress }) {
  const piles = await pilesOf(record, edition.data);
  let items = 0;
  for (const [place, entry] of record.entries.entries()) {
    const body = JSON.parse(entry.body);
    if (body.type !== "drawn") {
      piles[`${entry.side}-cards`].pay(body);
    } else {
      for (const drawn of body.items) {
        const derived = await piles[body.pile].draw();
        unless(drawn === derived, "draws", { entry: place + 1, drawn, derived });
        items += 1;
      }
    }
    progress(place + 1, record.entries.length);
  }
  return { items };
}

const CHECKS = {
  seed: checkSeed,
  edition: checkEdition,
  beginning: checkBeginning,
  nonces: checkNonces,
  chain: checkChain,
  kept: checkKept,
  players: checkPlayers,
  draws: checkDraws,
};

// ---- chance

/** Cards or blocks of a side: what can be drawn, and what will be drawn once that is used up. */
class Pile {
  /**
   * @param {(count: number) => Promise<bigint>} chance a number for each draw
   * @param {[string, number][]} contents ids, and how many of each, in the order of the edition
   * @param {string} challenge the card that a challenge costs
   */
  constructor(chance, contents, challenge = "") {
    this.chance = chance;
    this.challenge = challenge;
    this.left = new Map(contents);
    this.discards = new Map(contents.map(([id]) => [id, 0]));
    this.bid = null;
    this.count = 0;
  }

  /** Lay down what an action costs. What costs a card is never taken back, but a bid may be replaced. */
  pay(body) {
    if (body.type === "bid") {
      this.bid = body.card;
      return;
    }
    const paid = {
      discard: () => body.cards,
      level: () => body.cards ?? [],
      move: () => body.groups.map((group) => group.force_march),
      mori: () => [body.card],
      deploy: () => [body.card],
      challenge: () => [this.challenge],
    }[body.type];
    for (const card of paid ? paid() : []) this.discard(card);
  }

  discard(card) {
    if (card) this.discards.set(card, this.discards.get(card) + 1);
  }

  /** What the seed gives next. */
  async draw() {
    this.discard(this.bid); // turned over by now: nobody draws cards while a bid is sealed
    this.bid = null;
    if (!total(this.left)) {
      this.left = this.discards;
      this.discards = new Map([...this.left.keys()].map((id) => [id, 0]));
    }
    let place = Number((await this.chance(this.count)) % BigInt(total(this.left)));
    this.count += 1;
    for (const [id, number] of this.left) {
      if (place < number) {
        this.left.set(id, number - 1);
        return id;
      }
      place -= number;
    }
    throw new Difference("malformed");
  }
}

const total = (contents) => [...contents.values()].reduce((sum, number) => sum + number, 0);

/** A function that gives the number that the seed of a record gives for a message. */
async function chanceFrom({ seed }) {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", fromHex(seed), algorithm, false, ["sign"]);
  return async (message) => {
    const signed = await crypto.subtle.sign("HMAC", key, utf8(message));
    return BigInt(`0x${toHex(new Uint8Array(signed))}`);
  };
}

async function pilesOf(record, edition) {
  const { game, nonces } = record;
  const chance = await chanceFrom(record);
  const chanceOf = (pile) => (count) => chance(`${game}|${nonces.east}|${nonces.west}|${pile}|${count}`);
  const piles = {};
  for (const side of ["east", "west"]) {
    const cards = edition.cards.filter((card) => card.side === side);
    const contents = cards.map((card) => [card.id, card.count]);
    const challenge = cards.find((card) => card.type === "loyalty").id;
    piles[`${side}-cards`] = new Pile(chanceOf(`${side}-cards`), contents, challenge);
    piles[`${side}-blocks`] = new Pile(chanceOf(`${side}-blocks`), bagOf(edition, side));
  }
  return piles;
}

/** Every block of a side in the order of the edition, but those that begin somewhere on the board. */
function bagOf(edition, side) {
  const left = new Map();
  const copies = Object.create(null);
  for (const { id, count } of edition.blocks.filter((block) => block.side === side)) {
    copies[id] = Array.from({ length: count }, (_, place) => (count === 1 ? id : `${id}-${place + 1}`));
    for (const block of copies[id]) left.set(block, 1);
  }
  for (const row of edition.setup.filter((each) => each.side === side)) {
    for (const kind of row.blocks) left.set(copies[kind].shift(), 0);
  }
  return [...left];
}

// ---- the page

async function json(address) {
  const response = await fetch(address);
  if (!response.ok) throw new TypeError(response.statusText);
  return response.json();
}

/** Run every check, and say which it is at, how far it has come, and what came of it. */
async function check(known, tell) {
  const counted = {};
  for (const [name, run] of Object.entries(CHECKS)) {
    tell(name, "running");
    try {
      Object.assign(counted, await run(known));
    } catch (error) {
      tell(name, "failed");
      // Whatever else goes wrong does so because the record is not of the shape that it should have.
      throw error instanceof Difference ? error : new Difference("malformed", { cause: error });
    }
    tell(name, "passed");
  }
  return counted;
}

function show(page, code, values = {}) {
  const verdict = page.querySelector(`[data-result="${code}"]`);
  for (const place of verdict.querySelectorAll("[data-value]")) {
    place.textContent = values[place.dataset.value] ?? "";
  }
  verdict.hidden = false;
}

function tellOn(page) {
  const words = page.querySelector(".checks").dataset;
  return (name, state) => {
    const line = page.querySelector(`[data-check="${name}"]`);
    if (!line) return; // nobody asked for it
    line.dataset.state = state;
    const word = line.querySelector("b") ?? line.appendChild(document.createElement("b"));
    word.textContent = words[state];
  };
}

async function verify(page) {
  const bar = page.querySelector("progress");
  const tell = tellOn(page);
  const progress = (done, all) => {
    bar.value = done / all;
  };
  page.hidden = false;
  for (const name of Object.keys(CHECKS)) tell(name, "waiting");
  if (!globalThis.crypto?.subtle) return show(page, "unable");
  const { game, commitment, register } = page.dataset;
  const kept = page.dataset.kept
    .split(" ")
    .filter(Boolean)
    .map((each) => each.split(":"));
  let record, edition;
  try {
    [record, edition] = await Promise.all([json(page.dataset.record), json(page.dataset.edition)]);
  } catch (error) {
    return show(page, error instanceof SyntaxError ? "malformed" : "unreachable");
  }
  try {
    show(page, "passed", await check({ record, edition, game, commitment, register, kept, progress }, tell));
  } catch (error) {
    show(page, error.code, error.values);
  }
}

const page = document.getElementById("verify");
if (page) verify(page);
