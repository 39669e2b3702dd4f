// The legal actions as forms. The options contain every legal action in one of three shapes, so this code needs to
// know no rules.

import type { Board, Look } from "./board.js";
import type { Schemas } from "./client.js";

type Options = Schemas["Options"];
type Choice = Schemas["Choice"];
type Subset = Schemas["Subset"];
type Route = Schemas["Route"];
type Source = Schemas["Source"];
type Reach = Schemas["Reach"];
export type Action = Schemas["Action"];
export type OnAction = (action: Action) => void;

export function make<K extends keyof HTMLElementTagNameMap>(
  name: K, fields: Partial<HTMLElementTagNameMap[K]> = {}, ...inside: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(name), fields);
  made.append(...inside);
  return made;
}

export function group(title: string, ...inside: Node[]): HTMLFieldSetElement {
  return make("fieldset", {}, make("legend", {}, title), ...inside);
}

/** A value as readable text: ids as they are, without JSON punctuation. */
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

/** A form for each set of legal actions. Moves can be made on the board, too. */
export function forms(options: Options, hand: readonly string[], board: Board, onAction: OnAction): HTMLElement[] {
  return options.answers.map((answer) => {
    switch (answer.shape) {
      case "choice": return choice(answer, onAction);
      case "subset": return subset(answer, onAction);
      case "route": return route(answer, hand, board, onAction);
    }
  });
}

function choice(answer: Choice, onAction: OnAction): HTMLElement {
  const buttons = answer.choices.map(({ action, number, impact }) => {
    const notes = [number && `number ${number}`, impact !== undefined && `impact ${impact}`].filter(Boolean);
    const words = [inWords(action), ...notes].join(" · ");
    return make("button", { type: "button", onclick: () => onAction(action) }, words);
  });
  return group("One of", ...buttons);
}

function subset(answer: Subset, onAction: OnAction): HTMLElement {
  const things = answer.of.map((tier) => Object.entries(tier).map(([name, most]) => {
    const input = make("input", most === 1 ? { type: "checkbox", name } : { type: "number", min: "0", max: String(most), value: "0", name });
    const count = () => (most === 1 ? Number(input.checked) : input.validity.valid ? Number(input.value) : NaN);
    return { name, most, input, count };
  }));
  const send = make("button", { type: "button" });
  const chosen = () => things.flat().flatMap(({ name, count }) => Array<string>(count()).fill(name));
  const check = () => {
    // all items of one group before any of the next
    const isInOrder = things.every((tier, index) => tier.every((each) => each.count() === 0)
      || things.slice(0, index).flat().every((each) => each.count() === each.most));
    const total = things.flat().reduce((sum, each) => sum + each.count(), 0);
    send.disabled = !(isInOrder && answer.least <= total && total <= answer.most);
    const range = answer.least === answer.most ? `${answer.least}` : `${answer.least} to ${answer.most}`;
    send.textContent = `${answer.action.type} (${total || 0} of ${range})`;
  };
  send.onclick = () => onAction({ ...answer.action, [answer.field]: chosen() } as Action);
  const labels = things.flat().map(({ name, most, input }) => make("label", {}, input, most === 1 ? ` ${name}` : ` ${name} (of ${most})`));
  const form = group(`Select: ${inWords(answer.action)}`, ...labels, make("div", {}, send));
  form.addEventListener("input", check);
  check();
  return form;
}

function route(answer: Route, hand: readonly string[], board: Board, onAction: OnAction): HTMLElement {
  const names = answer.sources.map((each) => each.source);
  const source = make("select", { name: "source" }, new Option("Tap a stack, or choose it here", ""),
    ...names.map((each) => new Option(each, each)));
  const rest = make("div");
  let opened: Moves | undefined;
  const light = () => {
    const looks = new Map<string, Look>(names.map((each) => [each, "source"]));
    opened?.goals().forEach((_reach, place) => looks.set(place, "goal"));
    board.light(source.value ? looks.set(source.value, "chosen") : looks, (place) => {
      if (place !== source.value && opened?.goals().has(place)) {
        opened.take(place);
      } else {
        source.value = place === source.value ? "" : place;
        open();
      }
    });
  };
  const open = () => {
    const from = answer.sources.find((each) => each.source === source.value);
    opened = from && moves(from, hand, light, onAction);
    rest.replaceChildren(...(opened?.parts ?? []));
    light();
  };
  source.onchange = open;
  open();
  return group("Move a stack", make("label", {}, "From ", source), rest);
}

interface Moves {
  parts: Node[];
  /** The cheapest path of the selected blocks to each place. */
  goals: () => Map<string, Reach>;
  /** Move there; if a card has to be paid, only select the path. */
  take: (place: string) => void;
}

/** The paths from a location, for one group of its blocks. */
function moves(from: Source, hand: readonly string[], onChange: () => void, onAction: OnAction): Moves {
  const path = make("select", { name: "way" }, ...from.reach.map((each, index) => new Option(
    `${each.path.join(" → ")}, ${each.size.join(" to ")} blocks${each.meets === "nothing" ? "" : `, ${each.meets}`}`
    + `${each.force_march ? ", costs a card" : ""}${each.leader ? ", needs a leader" : ""}`, String(index))));
  const blocks = make("select", { name: "blocks", multiple: true },
    ...from.blocks.map((each) => new Option(each, each, true, true)));
  const leader = make("select", { name: "leader" }, ...from.leaders.map((each) => new Option(`led by ${each}`, each)));
  const card = make("select", { name: "card" }, ...hand.map((each) => new Option(`paid with ${each}`, each)));
  const send = make("button", { type: "button" }, "Move");
  const fits = ({ size }: Reach) => size[0]! <= blocks.selectedOptions.length && blocks.selectedOptions.length <= size[1]!;
  const check = () => {
    const chosen = from.reach[Number(path.value)];
    leader.hidden = !chosen?.leader;
    card.hidden = !chosen?.force_march;
    send.disabled = chosen === undefined || !fits(chosen);
  };
  const goals = () => {
    const price = (each: Reach) => 100 * Number(each.force_march) + 10 * Number(each.leader) + each.path.length;
    return new Map(from.reach.filter(fits).toSorted((one, other) => price(other) - price(one)).map((each) => [each.to, each]));
  };
  const take = (place: string) => {
    const chosen = goals().get(place)!;
    path.value = String(from.reach.indexOf(chosen));
    check();
    if (chosen.force_march) {
      card.focus();
    } else {
      send.click();
    }
  };
  path.onchange = check;
  blocks.onchange = () => {
    check();
    onChange();
  };
  send.onclick = () => {
    const chosen = from.reach[Number(path.value)]!;
    const named = [...blocks.selectedOptions].map((each) => each.value);
    const paid = chosen.force_march ? { force_march: card.value } : {};
    const led = chosen.leader ? { leader: leader.value } : {};
    onAction({ type: "move", source: from.source, groups: [{ blocks: named, path: chosen.path, ...paid }], ...led });
  };
  check();
  return { parts: [path, blocks, leader, card, send], goals, take };
}
