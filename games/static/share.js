// Shares the address of a finished game: by what the device offers for that, or by copying it.

const share = /** @type {HTMLButtonElement | null} */ (document.querySelector("[data-share]"));

if (share) {
  share.hidden = false;
  share.addEventListener("click", () => void tell(share));
}

/** @param {HTMLButtonElement} button */
async function tell(button) {
  const { share: url = "", copied = "" } = button.dataset;
  try {
    if (navigator.share) {
      await navigator.share({ url, title: document.title });
    } else {
      await navigator.clipboard.writeText(url);
      button.textContent = copied;
    }
  } catch {
    // Not wanted after all, or not allowed here. The address stands beside the button.
  }
}
