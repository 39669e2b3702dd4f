// The subscription of this browser to push messages. What the service knows of it is kept, so that another one, which
// the browser may get at any time, can take its place.

const KEPT = "push subscription";

/** The service worker, which shows notifications. Its address names the language and the colours of its page. */
export async function registered() {
  const { lang, dataset } = document.documentElement;
  await navigator.serviceWorker.register(`/worker.js?${lang}.${dataset.theme ?? ""}`);
  return navigator.serviceWorker.ready;
}

/** A subscription with that key of the service: the one there is, or a new one. */
export async function subscribed(/** @type {string} */ key) {
  const { pushManager } = await registered();
  const present = await pushManager.getSubscription();
  if (present && isOf(present, key)) return present;
  await present?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
}

/** Whether a subscription was made with that key of the service, which may have another one since. */
export function isOf(/** @type {PushSubscription} */ subscription, /** @type {string} */ key) {
  const own = new Uint8Array(subscription.options.applicationServerKey ?? []);
  const wanted = bytes(key);
  return own.length === wanted.length && own.every((each, index) => each === wanted[index]);
}

/** By which the page names the device of a subscription. */
export async function marked(/** @type {PushSubscription} */ subscription) {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(subscription.endpoint));
  const digits = Array.from(new Uint8Array(digest), (each) => each.toString(16).padStart(2, "0"));
  return digits.join("").slice(0, 16);
}

export function keep(/** @type {PushSubscription} */ subscription) {
  const { endpoint, keys } = subscription.toJSON();
  try {
    localStorage.setItem(KEPT, JSON.stringify({ endpoint, auth: keys?.auth }));
  } catch {
    // this browser keeps nothing
  }
}

/** Tell the service of the subscription that this browser has by now, if it knows another one. */
export async function renew() {
  const kept = JSON.parse(localStorage.getItem(KEPT) ?? "null");
  if (!kept || Notification.permission !== "granted") return;
  const subscription = await (await registered()).pushManager.getSubscription();
  if (!subscription || subscription.endpoint === kept.endpoint) return;
  const { endpoint, keys } = subscription.toJSON();
  const told = { old_endpoint: kept.endpoint, old_auth: kept.auth, endpoint, ...keys };
  const answer = await fetch("/me/devices/renew/", { method: "POST", body: new URLSearchParams(told) });
  if (answer.ok) keep(subscription);
  else localStorage.removeItem(KEPT);
}

function bytes(/** @type {string} */ text) {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}
