// Empties what this browser keeps for pages when somebody signs out. Random words that were promised by their hash and
// are still to be revealed stay, because nobody else has them.
"use strict";

const isPromised = (key) => key.startsWith("nonce ");
const keys = (storage) => Array.from({ length: storage.length }, (_, index) => storage.key(index));

function stored(name) {
  try {
    return globalThis[name];
  } catch {
    return null; // this browser keeps nothing
  }
}

/** The next person at this browser is not shown what waits for somebody else. */
async function unsubscribe() {
  const registration = await navigator.serviceWorker?.getRegistration();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}

const local = stored("localStorage");

for (const form of document.querySelectorAll("form[data-sign-out]")) {
  const promised = () => (local ? keys(local).filter(isPromised).length : 0);
  const update = () => {
    form.elements.keeps.value = promised() || "";
    form.querySelector("[data-keeps]").hidden = !promised();
  };
  form.addEventListener("submit", () => {
    update();
    if (local) for (const key of keys(local)) if (!isPromised(key)) local.removeItem(key);
    stored("sessionStorage")?.clear();
    unsubscribe();
  });
  update();
}
