// On every page of somebody who is signed in, also among the scripts of a game: the icon of the installed page shows how
// many games wait, and where the browser is notified, it is seen to that this goes on.

const script = document.querySelector("script[data-waiting]");
const waiting = Number(script?.dataset.waiting);
const badge = script && (waiting ? navigator.setAppBadge?.(waiting) : navigator.clearAppBadge?.());
badge?.catch(() => {}); // it is no installed page
if (script && "PushManager" in window && isKept()) {
  import("./subscription.js").then(({ renew }) => renew()).catch(() => {}); // the next page tries again
}

function isKept() {
  try {
    return localStorage.getItem("push subscription") !== null;
  } catch {
    return false; // this browser keeps nothing
  }
}
