// The first page: a recorded week plays itself, over and over, until it is paused.

import { Board, waysOf } from "./board.js";
import { play } from "./picture.js";
import { Player, still } from "./player.js";

/** @param {HTMLElement} film */
async function begin(film) {
  const response = await fetch(film.dataset.frames ?? "");
  if (!response.ok) return; // what is there is a picture too
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const frames = [...page.querySelectorAll("section:has(> svg)")];
  const [drawn, told, scene] = /** @type {HTMLElement[]} */ (
    [".board", ".told", ".scene"].map((part) => film.querySelector(part))
  );
  if (!drawn || !told || !scene) return;
  const board = new Board(drawn);

  /** @param {number} at */
  function show(at) {
    const frame = frames[at - 1];
    for (const part of /** @type {NodeListOf<SVGElement>} */ (frame.querySelectorAll("svg:not(.drawing) > g"))) {
      const { location } = part.dataset;
      const before = location ? `.place[data-location="${location}"]` : ".boxes";
      drawn.querySelector(`.${part.parentElement?.getAttribute("class")} ${before}`)?.replaceWith(part.cloneNode(true));
    }
    for (const part of [told, scene]) {
      const next = frame.querySelector(`.${part.className}`)?.cloneNode(true);
      part.replaceChildren(...(next?.childNodes ?? []));
    }
    const sentences = /** @type {HTMLElement[]} */ ([...told.children]);
    board.point(sentences.flatMap(waysOf));
    for (const each of sentences) board.march(waysOf(each), each.dataset.side ?? "");
    look();
    void play([...scene.querySelectorAll(/** @type {"section"} */ ("section[data-picture]"))]);
    return true;
  }

  /** Where only a part of the board is in sight: the part in which it happens, above a battle. */
  function look() {
    const sheet = /** @type {HTMLElement} */ (drawn.querySelector(`.${board.sheet}`));
    const seen = drawn.getBoundingClientRect();
    const all = sheet.getBoundingClientRect();
    const at = drawn.querySelector(`.${board.sheet} .pointed`)?.getBoundingClientRect();
    if (!at) return;
    const middle = at.top + at.height / 2 - all.top;
    const room = seen.height - (board.sheet === "tall" ? (scene.lastElementChild?.clientHeight ?? 0) : 0);
    const up = Math.max(0, Math.min(middle - room / 2, all.height - room));
    sheet.style.transform = `translateY(${-up}px)`;
  }

  const player = new Player(Number(film.dataset.at), frames.length, show);
  player.isEndless = true;
  film.querySelector("figcaption")?.append(player.toggle);
  void player.play();
}

const film = /** @type {HTMLElement | null} */ (document.querySelector(".film"));
if (film && !still.matches) void begin(film);
