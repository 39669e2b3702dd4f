// Answers the load of a page that fails for lack of a connection with a page that says so. It keeps that page and the
// files that it names, which have addresses of their own ("?offline"), and nothing else.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const PAGE = "/offline/";
const LOOK = worker.location.search.slice(1); // the language and the colours of the page, as in "en.dark"
const CACHE = `offline ${LOOK}`;

worker.addEventListener("install", (event) => {
  void worker.skipWaiting();
  event.waitUntil(keep());
});

worker.addEventListener("activate", (event) => event.waitUntil(forgetOthers()));

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => kept(PAGE)));
  else if (new URL(request.url).search === "?offline") event.respondWith(kept(request));
});

async function keep() {
  const headers = { "Accept-Language": LOOK.split(".")[0] };
  const answer = await fetch(PAGE, { cache: "no-store", headers });
  if (!answer.ok) throw new Error(`${PAGE} is answered with ${answer.status}`);
  const files = [...(await answer.clone().text()).matchAll(/href="([^"]+\?offline)"/g)].map(([, address]) => address);
  const cache = await caches.open(CACHE);
  await cache.addAll(files);
  await cache.put(PAGE, answer);
}

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
}

/** What was kept; without it what the browser itself would show. */
async function kept(/** @type {RequestInfo} */ what) {
  const cache = await caches.open(CACHE);
  return (await cache.match(what)) ?? Response.error();
}
