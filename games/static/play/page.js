// Shows another state of a page in its place: no reload, no jump to the top.

/**
 * Replace what the page shows by what the service answered.
 * @param {Response} response a page
 */
export async function show(response) {
  const shown = new URL(response.url);
  if (shown.pathname !== location.pathname) {
    location.assign(response.url); // somewhere else: a page of its own
    return;
  }
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const [now, next] = [document.querySelector("main"), page.querySelector("main")];
  if (!now || !next) {
    location.reload();
    return;
  }
  const were = new Map([...now.querySelectorAll("details")].map((details) => [titleOf(details), details.open]));
  for (const details of next.querySelectorAll("details:not([data-news])")) {
    const isOpen = were.get(titleOf(details));
    if (isOpen !== undefined) /** @type {HTMLDetailsElement} */ (details).open = isOpen;
  }
  document.title = page.title;
  now.replaceChildren(...[...next.childNodes].map((node) => document.importNode(node, true)));
  document.dispatchEvent(new Event("shown"));
}

/** @param {Element} details */
const titleOf = (details) => details.querySelector("summary")?.textContent?.trim() ?? "";
