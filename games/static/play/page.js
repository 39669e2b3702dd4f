// Shows another state of a page in its place: no reload, no jump to the top.

/**
 * Replace what the page shows by what the service answered.
 * @param {Response} response a page
 * @param {() => boolean} [isUnwanted] asked once the page is read: what is shown then stays if it says so
 * @returns {Promise<boolean>} whether it did stay
 */
export async function show(response, isUnwanted = () => false) {
  const shown = new URL(response.url);
  if (shown.pathname !== location.pathname) {
    location.assign(response.url); // somewhere else: a page of its own
    return false;
  }
  const page = await pageOf(response);
  if (isUnwanted()) return true;
  const [now, next] = [document.querySelector("main"), page.querySelector("main")];
  if (!now || !next) {
    location.reload();
    return false;
  }
  replace(now, next);
  const [menu, nextMenu] = [document.querySelector(".menu"), page.querySelector(".menu")];
  if (menu && nextMenu && menu.textContent !== nextMenu.textContent) replace(menu, nextMenu); // fewer games wait
  document.title = page.title;
  document.querySelector("main .errors")?.scrollIntoView({ block: "center" });
  // A rematch of the game that is over now has the player's own randomness too, as where the page was loaded.
  /** @type {NodeListOf<HTMLInputElement>} */
  const nonces = now.querySelectorAll("input[data-nonce]");
  for (const field of nonces) field.value ||= crypto.randomUUID?.() ?? "";
  document.dispatchEvent(new Event("shown"));
  return false;
}

/**
 * Show the page of another game in place of this one; any other page is loaded.
 * @param {Response} response a page
 */
export async function goOn(response) {
  const page = await pageOf(response);
  const [now, next] = [document.querySelector("main"), page.querySelector("main")];
  if (!now || !next?.querySelector(".game[data-pass]")) return location.assign(response.url);
  history.pushState(null, "", response.url);
  addEventListener("popstate", () => location.reload(), { once: true }); // "back" leads to the game before
  now.replaceChildren(...next.childNodes);
  const [menu, nextMenu] = [document.querySelector(".menu"), page.querySelector(".menu")];
  if (menu && nextMenu) replace(menu, nextMenu);
  document.title = page.title;
  scrollTo(0, 0);
  document.dispatchEvent(new Event("shown"));
}

/**
 * The page that the service answered.
 * @param {Response} response
 */
export const pageOf = async (response) => new DOMParser().parseFromString(await response.text(), "text/html");

/**
 * Replace what is in a part of the page. What was unfolded or folded stays so, other than news.
 * @param {Element} now the part that is shown
 * @param {Element} next the same part of another page
 */
export function replace(now, next) {
  const were = new Map([...now.querySelectorAll("details")].map((details) => [titleOf(details), details.open]));
  for (const details of next.querySelectorAll("details:not([data-news])")) {
    const isOpen = were.get(titleOf(details));
    if (isOpen !== undefined) /** @type {HTMLDetailsElement} */ (details).open = isOpen;
  }
  now.replaceChildren(...[...next.childNodes].map((node) => document.importNode(node, true)));
}

/** What is folded, by which it is known again: a lesson by its text, so that another one is open. @param {Element} details */
const titleOf = (details) => (details.matches(".guide") ? `${details.className} ${details.textContent}` : details.querySelector("summary")?.textContent?.trim()) ?? "";
