// Makes elements. Text is always text: nothing is read as HTML.

/**
 * @param {string} name of the element, with classes: `p.hint`
 * @param {Record<string, string | boolean | ((event: Event) => void)>} attributes `on…` are listeners; a boolean
 *   says whether it is there
 * @param {...(Node | string)} inside
 * @returns {HTMLElement}
 */
export function make(name, attributes = {}, ...inside) {
  const [tag, ...classes] = name.split(".");
  const element = document.createElement(tag);
  if (classes.length) element.className = classes.join(" ");
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false) element.setAttribute(key, value);
  }
  element.append(...inside);
  return element;
}

/**
 * A button that does something at once.
 * @param {string} label
 * @param {() => void} act
 * @param {string} [look] classes
 */
export const button = (label, act, look = "") => make(`button${look && `.${look}`}`, { type: "button", onclick: act }, label);

/**
 * Replace what is in an element, and keep the focus: at the same control, or else at the element, from where Tab leads on.
 * @param {HTMLElement} element
 * @param {(Node | null)[]} parts those that are null are left out
 */
export function refill(element, parts) {
  const before = controlsIn(element);
  const held = before.findIndex((control) => control === document.activeElement);
  const name = held < 0 ? "" : saidOf(before[held]);
  element.replaceChildren(...parts.filter((part) => part !== null));
  if (held < 0) return;
  element.tabIndex = -1;
  const kept = controlsIn(element).find((control) => saidOf(control) === name) ?? element;
  kept.focus({ preventScroll: true });
}

/** @param {HTMLElement} element @returns {HTMLElement[]} */
const controlsIn = (element) => [...element.querySelectorAll(/** @type {"button"} */ ("button, select, input, summary, a"))];

/** @param {HTMLElement} control */
const saidOf = (control) => control.getAttribute("aria-label") ?? control.dataset.field ?? control.textContent ?? "";

/**
 * Show on the game's page that something is awaited.
 * @template T
 * @param {HTMLElement} root the element of the game
 * @param {() => Promise<T>} wait
 * @returns {Promise<T>}
 */
export async function whileBusy(root, wait) {
  root.dataset.busy = "";
  try {
    return await wait();
  } finally {
    delete root.dataset.busy;
  }
}
