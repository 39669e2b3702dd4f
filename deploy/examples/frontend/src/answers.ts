// What may be answered, as things to click. The options hold every legal action in one of three shapes, so nothing
// here knows a rule.

import type { Schemas } from "./client.js";

type Options = Schemas["Options"];
type Choice = Schemas["Choice"];
type Subset = Schemas["Subset"];
type Route = Schemas["Route"];
type Source = Schemas["Source"];
export type Action = Schemas["Action"];
export type Answered = (action: Action) => void;

function make<K extends keyof HTMLElementTagNameMap>(
  name: K, fields: Partial<HTMLElementTagNameMap[K]> = {}, ...inside: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(name), fields);
  made.append(...inside);
  return made;
}

function group(title: string, ...inside: Node[]): HTMLFieldSetElement {
  return make("fieldset", {}, make("legend", {}, title), ...inside);
}

/** A value in words: ids as they are, without the signs of JSON. */
export function inWords(value: unknown): string {
  if (Array.isArray(value)) {
    return value.map(inWords).join(" + ");
  }
  if (typeof value === "object" && value !== null) {
    const fields = Object.entries(value).filter(([, each]) => each !== null && each !== false && each !== "" && String(each) !== "");
    const words = fields.map(([name, each]) => (each === true ? name : `${name}: ${inWords(each)}`));
    const [first] = fields;
    return first && ["type", "event"].includes(first[0]) ? [String(first[1]), ...words.slice(1)].join(", ") : words.join(", ");
  }
  return String(value);
}

/** Everything that may be answered. */
export function forms(options: Options, hand: readonly string[], answered: Answered): HTMLElement[] {
  return options.answers.map((answer) => {
    switch (answer.shape) {
      case "choice": return choice(answer, answered);
      case "subset": return subset(answer, answered);
      case "route": return route(answer, hand, answered);
    }
  });
}

function choice(answer: Choice, answered: Answered): HTMLElement {
  const buttons = answer.choices.map(({ action, number, impact }) => {
    const notes = [number && `number ${number}`, impact !== undefined && `impact ${impact}`].filter(Boolean);
    const words = [inWords(action), ...notes].join(" · ");
    return make("button", { type: "button", onclick: () => answered(action) }, words);
  });
  return group("One of", ...buttons);
}

function subset(answer: Subset, answered: Answered): HTMLElement {
  const things = answer.of.map((tier) => Object.entries(tier).map(([name, most]) => {
    const input = make("input", most === 1 ? { type: "checkbox", name } : { type: "number", min: "0", max: String(most), value: "0", name });
    const count = () => (most === 1 ? Number(input.checked) : input.validity.valid ? Number(input.value) : NaN);
    return { name, most, input, count };
  }));
  const send = make("button", { type: "button" });
  const chosen = () => things.flat().flatMap(({ name, count }) => Array<string>(count()).fill(name));
  const check = () => {
    // all of one group before any of the next
    const isInOrder = things.every((tier, index) => tier.every((each) => each.count() === 0)
      || things.slice(0, index).flat().every((each) => each.count() === each.most));
    const total = things.flat().reduce((sum, each) => sum + each.count(), 0);
    send.disabled = !(isInOrder && answer.least <= total && total <= answer.most);
    const wanted = answer.least === answer.most ? `${answer.least}` : `${answer.least} to ${answer.most}`;
    send.textContent = `${answer.action.type} (${total || 0} of ${wanted})`;
  };
  send.onclick = () => answered({ ...answer.action, [answer.field]: chosen() } as Action);
  const labels = things.flat().map(({ name, most, input }) => make("label", {}, input, most === 1 ? ` ${name}` : ` ${name} (of ${most})`));
  const form = group(`Some of these: ${inWords(answer.action)}`, ...labels, make("div", {}, send));
  form.addEventListener("input", check);
  check();
  return form;
}

function route(answer: Route, hand: readonly string[], answered: Answered): HTMLElement {
  const source = make("select", { name: "source" }, ...answer.sources.map((each) => new Option(each.source, each.source)));
  const rest = make("div");
  const show = () => {
    const from = answer.sources.find((each) => each.source === source.value);
    rest.replaceChildren(...(from === undefined ? [] : marches(from, hand, answered)));
  };
  source.onchange = show;
  show();
  return group("A stack moves", make("label", {}, "From ", source), rest);
}

/** The ways out of a location, for one group of its blocks. */
function marches(from: Source, hand: readonly string[], answered: Answered): Node[] {
  const way = make("select", { name: "way" }, ...from.reach.map((each, index) => new Option(
    `${each.path.join(" → ")}, ${each.size.join(" to ")} blocks${each.meets === "nothing" ? "" : `, ${each.meets}`}`
    + `${each.force_march ? ", for a card" : ""}${each.leader ? ", led" : ""}`, String(index))));
  const blocks = make("select", { name: "blocks", multiple: true }, ...from.blocks.map((each) => new Option(each, each)));
  const leader = make("select", { name: "leader" }, ...from.leaders.map((each) => new Option(`led by ${each}`, each)));
  const card = make("select", { name: "card" }, ...hand.map((each) => new Option(`paid with ${each}`, each)));
  const send = make("button", { type: "button" }, "Move");
  const check = () => {
    const chosen = from.reach[Number(way.value)];
    const count = blocks.selectedOptions.length;
    leader.hidden = !chosen?.leader;
    card.hidden = !chosen?.force_march;
    send.disabled = chosen === undefined || count < chosen.size[0]! || count > chosen.size[1]!;
  };
  for (const each of [way, blocks]) {
    each.onchange = check;
  }
  send.onclick = () => {
    const chosen = from.reach[Number(way.value)]!;
    const named = [...blocks.selectedOptions].map((each) => each.value);
    const paid = chosen.force_march ? { force_march: card.value } : {};
    const led = chosen.leader ? { leader: leader.value } : {};
    answered({ type: "move", source: from.source, groups: [{ blocks: named, path: chosen.path, ...paid }], ...led });
  };
  check();
  return [way, blocks, leader, card, send];
}
