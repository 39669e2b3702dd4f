// Draws a position: the board comes from the edition, the blocks on it from the view.

import type { Schemas } from "./client.js";

const SVG = "http://www.w3.org/2000/svg";
const MARGIN = 40; // around the outermost locations

type Edition = Schemas["Edition"];
export type View = Schemas["GameView"]["view"];

function tag(name: string, fields: Record<string, string | number>, ...inside: (Node | string)[]): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [field, value] of Object.entries(fields)) {
    made.setAttribute(field, String(value));
  }
  made.append(...inside);
  return made;
}

/** Draw the board into an SVG. A click on a location of `sources` calls `onSource` with it. */
export function draw(
  svg: SVGSVGElement, edition: Edition, view: View, sources: Set<string>, onSource: (location: string) => void,
): void {
  const at = new Map(edition.locations.map((each) => [each.id, each]));
  const xs = edition.locations.map((each) => each.x);
  const ys = edition.locations.map((each) => each.y);
  const [left, top] = [Math.min(...xs) - MARGIN, Math.min(...ys) - MARGIN];
  svg.setAttribute("viewBox", `${left} ${top} ${Math.max(...xs) + MARGIN - left} ${Math.max(...ys) + MARGIN - top}`);
  const roads = edition.roads.map(({ a, b, highway }) => {
    const [one, other] = [at.get(a)!, at.get(b)!];
    return tag("line", { x1: one.x, y1: one.y, x2: other.x, y2: other.y, class: highway ? "highway" : "" });
  });
  const places = edition.locations.map(({ id, name, x, y, castle, resource }) => {
    const there = view.locations[id];
    const place = tag("g", { "data-location": id, class: sources.has(id) ? "source" : "" },
      tag("circle", { cx: x, cy: y, r: castle || resource ? 9 : 6 }),
      tag("text", { x, y: y - 13 }, name));
    if (sources.has(id)) {
      place.addEventListener("click", () => onSource(id));
    }
    (["east", "west"] as const).forEach((side, column) => {
      const force = there?.[side];
      if (force !== undefined) {
        const corner = x - 20 + column * 21;
        place.append(tag("g", { class: side },
          tag("title", {}, forceInWords(side, force)),
          tag("rect", { x: corner, y: y + 7, width: 19, height: 16, rx: 2 }),
          tag("text", { x: corner + 9.5, y: y + 19 }, String(force.count))));
      }
    });
    return place;
  });
  svg.replaceChildren(...roads, ...places);
}

function forceInWords(side: string, force: Schemas["SideForce"] | Schemas["Force"]): string {
  const own = "blocks" in force && force.blocks !== undefined ? force.blocks.join(", ") : undefined;
  return `${side}: ${own ?? `${force.count} blocks`}`;
}
