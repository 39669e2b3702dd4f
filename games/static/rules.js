/** @file Finds words in the rules: chapters without them fold, and of the others only what has them is shown. */

const search = document.querySelector(".search");
const field = search.querySelector("input");
const told = search.querySelector("output");
const chapters = [...document.querySelectorAll(".book > details")];

field.addEventListener("input", () => {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (part) => words.every((word) => part.textContent.toLowerCase().includes(word));
  for (const chapter of chapters) {
    const parts = [...chapter.querySelectorAll(".rule, #editions")];
    for (const part of parts) part.hidden = !has(part);
    chapter.hidden = parts.every((part) => part.hidden);
    chapter.open = words.length > 0 && !chapter.hidden;
  }
  told.value = chapters.every((chapter) => chapter.hidden) ? told.dataset.none : "";
});
search.hidden = false;
