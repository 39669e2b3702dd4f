// The drawn board: lights places up, hears taps on them, and draws ways. The server draws everything else.

const SVG = "http://www.w3.org/2000/svg";
const RADIUS = 37;
const BARB = 20; // of an arrow, in the same unit
const SPOTS = ".place, .box"; // what can be tapped: locations, and the boxes beside them

/**
 * @typedef {object} Light
 * @property {string} look classes: `source`, `chosen`, `goal`, `fights`
 * @property {string} [price] what it costs, in a word
 * @property {string} [label] for those who do not see it
 */

/** @param {string} name @param {Record<string, string | number>} attributes */
function made(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

/**
 * Where something happened.
 * @param {HTMLElement} sentence
 * @returns {string[][]} ways, each from its beginning to its end, or one place
 */
export const waysOf = (sentence) => (sentence.dataset.ways ?? "").split("/").map((way) => way.split(" "));

export class Board {
  /**
   * @param {HTMLElement} frame the element that has both sheets of the board
   * @param {(place: string) => void} [onTap] is called with the id of a place; left out where nothing can be tapped
   */
  constructor(frame, onTap) {
    this._frame = frame;
    this._printed = [...frame.children].map((sheet) => sheet.cloneNode(true));
    if (!onTap) return;
    frame.addEventListener("click", (event) => {
      const place = placeOf(event.target);
      if (!place) return;
      event.preventDefault();
      onTap(place);
    });
    frame.addEventListener("keydown", (event) => {
      const place = placeOf(event.target);
      if (!place || !["Enter", " "].includes(event.key)) return;
      event.preventDefault();
      onTap(place);
    });
  }

  /** The id of the sheet that is shown: `wide` or `tall`. */
  get sheet() {
    return this._shown.classList.contains("tall") ? "tall" : "wide";
  }

  get _shown() {
    const sheets = [...this._frame.children];
    return sheets.find((sheet) => getComputedStyle(sheet).display !== "none") ?? sheets[0];
  }

  /**
   * Show another position.
   * @param {string | null} drawing of the sheet that is shown; null for the position of the page
   */
  show(drawing) {
    const focused = placeOf(document.activeElement);
    if (drawing === null) {
      this._frame.replaceChildren(...this._printed.map((sheet) => sheet.cloneNode(true)));
    } else {
      const drawn = new DOMParser().parseFromString(drawing, "image/svg+xml").documentElement;
      this._shown.replaceWith(document.importNode(drawn, true));
    }
    if (focused) this._at(focused)?.focus();
  }

  /**
   * Light up places, and no others.
   * @param {Map<string, Light>} lights by place
   */
  light(lights) {
    const focused = placeOf(document.activeElement);
    for (const sheet of this._frame.children) {
      sheet.setAttribute("role", lights.size ? "group" : "img"); // an image has nothing in it to tap
      for (const link of sheet.querySelectorAll(".place a")) link.removeAttribute("href"); // places are buttons now
      for (const place of sheet.querySelectorAll(SPOTS)) {
        const light = lights.get(idOf(place));
        dim(place);
        if (light) lightUp(place, light);
      }
    }
    if (focused) this._at(focused)?.focus();
  }

  /**
   * Draw ways as arrows, and no others.
   * @param {string[][]} ways each from its beginning to its end
   */
  trace(ways) {
    for (const sheet of this._frame.children) {
      for (const old of sheet.querySelectorAll(".trail")) old.remove();
      const first = sheet.querySelector(".place");
      for (const way of ways) {
        const points = arrow(way.map((place) => middle(sheet, place)).filter((point) => point !== null));
        first?.before(made("polyline", { class: "trail", points: points.map(({ x, y }) => `${x},${y}`).join(" ") }));
      }
    }
  }

  /**
   * Point out where something happened, and nothing else.
   * @param {string[][]} ways each from its beginning to its end, or one place
   */
  point(ways) {
    this.trace(ways.filter((way) => way.length > 1));
    for (const old of this._frame.querySelectorAll(".pointed")) old.remove();
    for (const sheet of this._frame.children) {
      for (const place of ways.map((way) => way.at(-1) ?? "")) {
        const found = sheet.querySelector(`.place[data-location="${CSS.escape(place)}"]`);
        found?.prepend(made("circle", { r: RADIUS + 6, class: "pointed" }));
      }
    }
  }

  /**
   * Let the blocks of a side at the end of each way come along it.
   * @param {string[][]} ways each from its beginning to its end
   * @param {string} side
   */
  march(ways, side) {
    for (const sheet of this._frame.children) {
      for (const way of ways.filter((each) => each.length > 1)) {
        const points = way.map((place) => middle(sheet, place)).filter((point) => point !== null);
        const end = points[points.length - 1];
        const stack = sheet.querySelector(`.place[data-location="${CSS.escape(way.at(-1) ?? "")}"] .stack.of-${side}`);
        const steps = points.map(({ x, y }) => ({ transform: `translate(${x - end.x}px, ${y - end.y}px)` }));
        stack?.animate(steps, { duration: 1_000, easing: "ease-in-out", composite: "add" });
      }
    }
  }

  /** Scroll to where something is pointed out. */
  bringIntoView() {
    this._shown.querySelector(".pointed")?.scrollIntoView({ block: "center" });
  }

  /**
   * Cut a sheet of which a part is in sight so that a place is in its middle.
   * @param {string} [place] else what is marked on it
   */
  centre(place) {
    const sheet = /** @type {SVGSVGElement} */ (this._shown);
    const marked = [...sheet.querySelectorAll(".marked")].map((circle) => Number(circle.getAttribute("cy")));
    const at = place ? [middle(sheet, place)?.y ?? NaN] : marked;
    if (!sheet.matches(".part") || !sheet.clientHeight || !at.every(Number.isFinite) || !at.length) return;
    this.whole();
    const { width, height } = sheet.viewBox.baseVal;
    const seen = Math.min(height, (width * sheet.clientHeight) / sheet.clientWidth);
    const top = Math.min(Math.max((Math.min(...at) + Math.max(...at) - seen) / 2, 0), height - seen);
    sheet.dataset.whole = `0 0 ${width} ${height}`;
    sheet.setAttribute("viewBox", `0 ${top} ${width} ${seen}`);
  }

  /** Show all of a sheet that was cut. */
  whole() {
    for (const sheet of /** @type {NodeListOf<SVGElement>} */ (this._frame.querySelectorAll("[data-whole]"))) {
      sheet.setAttribute("viewBox", sheet.dataset.whole ?? "");
      delete sheet.dataset.whole;
    }
  }

  /** Scroll to a place. @param {string} place */
  lookAt(place) {
    this._at(place)?.scrollIntoView({ block: "center" });
  }

  /** Whether it is a place of the board. @param {string} place */
  has(place) {
    return this._at(place) !== null;
  }

  /** The name of a place. @param {string} place */
  name(place) {
    return this._at(place)?.querySelector(".name")?.textContent ?? place;
  }

  /** The places to which roads lead from a place. @param {string} place */
  neighbours(place) {
    return this._at(place)?.dataset.roads?.split(" ") ?? [];
  }

  /**
   * The fewest roads between two places.
   * @param {string} from
   * @param {string} to
   * @returns {string[]} the places after the first; empty where no road leads there
   */
  way(from, to) {
    /** @type {Map<string, string[]>} */
    const ways = new Map([[from, []]]);
    for (const [place, way] of ways) {
      if (place === to) return way;
      for (const other of this.neighbours(place)) if (!ways.has(other)) ways.set(other, [...way, other]);
    }
    return [];
  }

  /** Where the blocks of a box go. @param {string} box */
  end(box) {
    return this._at(box)?.dataset.to ?? "";
  }

  /** @param {string} place @returns {SVGElement | null} */
  _at(place) {
    const id = CSS.escape(place);
    return this._shown.querySelector(`.place[data-location="${id}"], .box[data-box="${id}"]`);
  }
}

/** @param {EventTarget | null} target */
function placeOf(target) {
  const place = target instanceof Element ? target.closest(SPOTS) : null;
  return place ? idOf(place) : "";
}

/** @param {Element} spot a location or a box */
const idOf = (spot) => (spot instanceof SVGElement ? (spot.dataset.location ?? spot.dataset.box ?? "") : "");

/** @param {Element} place */
function dim(place) {
  place.classList.remove("source", "chosen", "goal", "fights");
  for (const old of place.querySelectorAll(".lit, .price")) old.remove();
  for (const attribute of ["role", "tabindex", "aria-label"]) place.removeAttribute(attribute);
}

/** @param {Element} place @param {Light} light */
function lightUp(place, light) {
  place.classList.add(...light.look.split(" "));
  place.setAttribute("role", "button");
  place.setAttribute("tabindex", "0");
  if (light.label) place.setAttribute("aria-label", light.label);
  const lit = place.querySelector(":scope > .reach")?.cloneNode() ?? made("circle", { r: RADIUS });
  /** @type {Element} */ (lit).setAttribute("class", "lit");
  place.prepend(lit);
  if (!light.price) return;
  place.append(tagOf(light.price, place));
  place.parentNode?.append(place); // over what names it covers all the same
}

/** @param {string} price @param {Element} place */
function tagOf(price, place) {
  const width = 10 + 7 * price.length;
  const tag = made("g", { class: "price", transform: `translate(${clearest(place, width)})` });
  tag.append(made("rect", { x: -width / 2, y: -10, width, height: 17, rx: 2 }), made("text", { y: 3 }));
  if (tag.lastElementChild) tag.lastElementChild.textContent = price;
  return tag;
}

/**
 * Where a tag covers the least of names: above its place, below or beside it.
 * @param {Element} place
 * @param {number} width of the tag
 */
function clearest(place, width) {
  const at = shift(place) ?? { x: 0, y: 0 };
  const names = [...(place.closest("svg")?.querySelectorAll(".place .name") ?? [])].map(boxOf);
  const beside = width / 2 + 21;
  const covered = [[0, -33], [0, 34], [beside, 0], [-beside, 0]].map(([x = 0, y = 0]) => {
    const left = at.x + x - width / 2;
    const top = at.y + y - 10;
    const areas = names.map((name) => {
      const across = Math.min(left + width, name.x + name.width) - Math.max(left, name.x);
      const down = Math.min(top + 17, name.y + name.height) - Math.max(top, name.y);
      return Math.max(0, across) * Math.max(0, down);
    });
    return { spot: `${x} ${y}`, area: areas.reduce((sum, area) => sum + area, 0) };
  });
  return covered.reduce((best, each) => (each.area < best.area ? each : best)).spot;
}

/** Of a name, by its letters: to measure it would lay the page out again. @param {Element} name */
function boxOf(name) {
  const at = shift(/** @type {Element} */ (name.closest(".place"))) ?? { x: 0, y: 0 };
  const width = 12 * (name.textContent?.length ?? 0);
  const part = { start: 0, end: 1 }[name.getAttribute("text-anchor") ?? ""] ?? 0.5;
  const [x, y] = ["x", "y"].map((key) => Number(name.getAttribute(key)));
  return { x: at.x + (x ?? 0) - part * width, y: at.y + (y ?? 0) - 17, width, height: 22 };
}

/** @param {Element} sheet @param {string} place */
function middle(sheet, place) {
  const found = sheet.querySelector(`.place[data-location="${CSS.escape(place)}"]`);
  return found && shift(found);
}

/** @param {Element} place */
function shift(place) {
  const [, x, y] = place.getAttribute("transform")?.match(/translate\((-?[\d.]+) (-?[\d.]+)\)/) ?? [];
  return x === undefined ? null : { x: Number(x), y: Number(y) };
}

/**
 * A way with a head, which ends at the edge of its last place.
 * @param {{x: number, y: number}[]} points
 */
function arrow(points) {
  const [from, to] = points.slice(-2);
  if (!to) return points;
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  /** @param {{x: number, y: number}} start @param {number} turn @param {number} distance */
  const away = (start, turn, distance) => ({
    x: Math.round(start.x - distance * Math.cos(angle + turn)),
    y: Math.round(start.y - distance * Math.sin(angle + turn)),
  });
  const tip = away(to, 0, Math.min(RADIUS + 8, length / 2));
  return [...points.slice(0, -1), tip, away(tip, 0.6, BARB), tip, away(tip, -0.6, BARB)];
}
