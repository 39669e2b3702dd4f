// The board as the service draws it, with locations that light up. What this relies on is in the guide, "Drawing".

const SVG = "http://www.w3.org/2000/svg";
const RADIUS = 37; // of a location

export type Look = "source" | "chosen" | "goal";

export class Board {
  #onTap: (location: string) => void = () => {};

  constructor(readonly frame: HTMLElement) {
    frame.addEventListener("click", (event) => this.#tap(event));
    frame.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        this.#tap(event);
      }
    });
  }

  /** The sheet that fits the window. */
  get sheet(): "wide" | "tall" {
    return matchMedia("(max-width: 45rem)").matches ? "tall" : "wide";
  }

  /** Show a drawing of the service. */
  show(drawing: string): void {
    const parsed = new DOMParser().parseFromString(drawing, "image/svg+xml").documentElement;
    for (const use of parsed.querySelectorAll("use")) {
      use.setAttribute("href", (use.getAttribute("href") ?? "").replace(/^.*#/, "#"));
    }
    const sheet = document.importNode(parsed, true);
    if (sheet.querySelector("style") === null) {
      sheet.prepend(...this.frame.querySelectorAll("style, defs")); // a preview comes without them
    }
    this.frame.replaceChildren(sheet);
  }

  /** Light up these locations and no others. A tap on one of them calls `onTap`. */
  light(looks: ReadonlyMap<string, Look>, onTap: (location: string) => void): void {
    this.#onTap = onTap;
    for (const place of this.frame.querySelectorAll<SVGElement>(".place")) {
      place.querySelector(".lit")?.remove();
      place.classList.remove("source", "chosen", "goal");
      const look = looks.get(place.dataset["location"] ?? "");
      if (look === undefined) {
        ["role", "tabindex", "aria-label"].forEach((name) => place.removeAttribute(name));
        continue;
      }
      const circle = document.createElementNS(SVG, "circle");
      circle.setAttribute("class", "lit");
      circle.setAttribute("r", String(RADIUS));
      place.prepend(circle);
      place.classList.add(look);
      place.setAttribute("role", "button");
      place.setAttribute("tabindex", "0");
      place.setAttribute("aria-label", `${place.querySelector(".name")?.textContent ?? ""}: ${look}`);
    }
  }

  #tap(event: Event): void {
    const place = event.target instanceof Element ? event.target.closest<SVGElement>(".place[role=button]") : null;
    if (place !== null) {
      this.#onTap(place.dataset["location"] ?? "");
    }
  }
}
