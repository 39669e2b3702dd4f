/** @file Finds words in the rules: chapters without them fold, and of the others only what has them is shown. */

const search = /** @type {HTMLElement} */ (document.querySelector(".search"));
const field = /** @type {HTMLInputElement} */ (search.querySelector("input"));
const told = /** @type {HTMLOutputElement} */ (search.querySelector("output"));
const chapters = /** @type {HTMLDetailsElement[]} */ ([...document.querySelectorAll(".book > details")]);

field.addEventListener("input", () => {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (/** @type {HTMLElement} */ part) =>
    words.every((word) => part.textContent.toLowerCase().includes(word));
  for (const chapter of chapters) {
    const parts = /** @type {HTMLElement[]} */ ([...chapter.querySelectorAll(".rule, #editions")]);
    for (const part of parts) part.hidden = !has(part);
    chapter.hidden = parts.every((part) => part.hidden);
    chapter.open = words.length > 0 && !chapter.hidden;
  }
  told.value = chapters.every((chapter) => chapter.hidden) ? (told.dataset.none ?? "") : "";
});
search.hidden = false;
