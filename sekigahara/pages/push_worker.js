// Shows what the service pushes. Browsers that know declarative push messages show them by themselves; what they hand
// on is the same. A message that cannot be read is shown too: who shows nothing is pushed nothing any more.

worker.addEventListener("push", (event) => event.waitUntil(showPushed(event.data)));
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.navigate));
});
worker.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));

async function showPushed(/** @type {PushMessageData?} */ data) {
  let message = {};
  try {
    message = data?.json() ?? {};
  } catch {
    // shown below without words of its own
  }
  const { title = "Sekigahara", navigate = "/games/", ...options } = message.notification ?? {};
  const badge = Number(message.app_badge);
  await worker.registration.showNotification(title, { ...options, icon: "/static/icons/icon_192.png", data: { navigate } });
  if (badge) await worker.navigator.setAppBadge?.(badge).catch(() => {});
}

/** Show a page of ours where it is open already, else in a new window. */
async function open(/** @type {string} */ address) {
  const { href, origin } = new URL(address || "/games/", worker.location.origin);
  if (origin !== worker.location.origin) return;
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  await (pages.find((page) => page.url === href)?.focus() ?? worker.clients.openWindow(href));
}

async function renew(/** @type {PushSubscriptionChangeEvent} */ event) {
  const { oldSubscription: old, newSubscription } = event;
  if (!old) return; // the next page that is opened does it
  const made = newSubscription ?? (await worker.registration.pushManager.subscribe(old.options));
  const { endpoint, keys } = made.toJSON();
  const told = { old_endpoint: old.endpoint, old_auth: old.toJSON().keys.auth, endpoint, ...keys };
  await fetch("/me/devices/renew/", { method: "POST", body: new URLSearchParams(told) });
}
