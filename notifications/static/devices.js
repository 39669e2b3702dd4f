// The section of devices on the page of one's mail: asks the browser, subscribes it, and sends what it was given.
import { isOf, keep, marked, registered, subscribed } from "./subscription.js";

const section = /** @type {HTMLElement} */ (document.querySelector("[data-push-key]"));
const form = /** @type {HTMLFormElement} */ (section.querySelector("form[data-push]"));
const key = section.dataset.pushKey ?? "";

/** Show what holds for this browser, and nothing else of it. */
function show(/** @type {string} */ state) {
  for (const each of section.querySelectorAll("[data-push]")) each.hidden = each.dataset.push !== state;
}

function isUnable() {
  return !("serviceWorker" in navigator && "PushManager" in window && "Notification" in window);
}

function isApple() {
  return /iPhone|iPad/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
}

async function look() {
  if (isUnable()) return show(isApple() ? "install" : "unable");
  if (Notification.permission === "denied") return show("denied");
  const subscription = await (await registered()).pushManager.getSubscription();
  const own = subscription && isOf(subscription, key) && (await marked(subscription));
  if (!own || !section.querySelector(`[data-mark="${own}"]`)) return show("off");
  keep(subscription);
  show("on");
}

async function add() {
  if ((await Notification.requestPermission()) !== "granted") return look();
  const subscription = await subscribed(key);
  const { endpoint, keys } = subscription.toJSON();
  Object.entries({ endpoint, ...keys }).forEach(([name, value]) => {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement) field.value = value ?? "";
  });
  keep(subscription);
  form.submit();
}

const failing = (/** @type {unknown} */ error) => {
  console.info(error);
  show("failed");
  form.hidden = false;
};

form.addEventListener("submit", (event) => {
  event.preventDefault();
  add().catch(failing);
});
look().catch(failing);
