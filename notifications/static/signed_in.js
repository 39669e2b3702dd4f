// On every page of somebody who is signed in: the icon of the installed page shows how many games wait, and where the
// browser is notified, it is seen to that this goes on.

const waiting = Number(document.querySelector("script[data-waiting]")?.dataset.waiting);
const shown = waiting ? navigator.setAppBadge?.(waiting) : navigator.clearAppBadge?.();
shown?.catch(() => {}); // it is no installed page
if ("PushManager" in window && isKept()) {
  import("./subscription.js").then(({ renew }) => renew()).catch(() => {}); // the next page tries again
}

function isKept() {
  try {
    return localStorage.getItem("push subscription") !== null;
  } catch {
    return false; // this browser keeps nothing
  }
}
