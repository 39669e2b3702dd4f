// Fills every empty field for a player's own randomness with a random value made in this browser. Where the player
// promises it by its hash, it is kept in this browser, and filled in again when it is to be revealed.
"use strict";

const BYTES = 16;
const WORD = /^[A-Za-z0-9+/=_.-]{1,64}$/;

/** What a player wrote, as the service reads it: else the hash would be of something else. */
const asRead = (text) => text.trim().split(/\s+/).join("-");

const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const randomWord = () => toHex(crypto.getRandomValues(new Uint8Array(BYTES)));
const keyOf = (hash) => `nonce ${hash}`;
const keyOfRevealed = (hash) => `revealed ${hash}`; // need not be kept when the player signs out: see sign_out.js

async function hashOf(word) {
  return toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(word))));
}

/** What this browser has kept; null if it has not, or keeps nothing. */
function kept(hash) {
  try {
    return localStorage.getItem(keyOf(hash)) ?? localStorage.getItem(keyOfRevealed(hash));
  } catch {
    return null;
  }
}

function keep(hash, word) {
  try {
    localStorage.setItem(keyOf(hash), word);
  } catch {
    // The page asks the player to copy the word in any case.
  }
}

function markRevealed(hash, word) {
  localStorage.setItem(keyOfRevealed(hash), word);
  localStorage.removeItem(keyOf(hash));
}

for (const field of document.querySelectorAll("input[data-nonce]")) {
  const promised = field.dataset.promised;
  if (promised) {
    const word = kept(promised);
    field.value ||= word ?? "";
    if (word) keep(promised, word); // if it was sent, it was not taken
    if (word) field.form.addEventListener("submit", () => markRevealed(promised, word));
  } else {
    field.value ||= randomWord();
  }
}

/** Lets the player send only the hash of the field's word, which is shown to be copied. */
function offerPromise(part) {
  const field = part.closest("form").querySelector("input[data-nonce]");
  const box = part.querySelector("input[type=checkbox]");
  const sent = part.querySelector("input[type=hidden]");
  const shown = part.querySelector("[data-word]");
  const refused = part.querySelector("[data-refused]");
  if (sent.value && kept(sent.value)) {
    field.value = kept(sent.value);
    box.checked = true;
  }
  async function update() {
    const word = asRead(field.value);
    refused.hidden = !box.checked || WORD.test(word);
    box.checked &&= WORD.test(word);
    const hash = box.checked ? await hashOf(word) : "";
    if (hash) field.value = word;
    if (hash) keep(hash, word);
    sent.value = hash;
    field.disabled = Boolean(hash); // a disabled field is not sent
    shown.textContent = word;
    shown.parentElement.hidden = !hash;
  }
  box.addEventListener("change", update);
  part.hidden = false;
  update();
}

// Only pages that come by https can compute hashes.
if (globalThis.crypto?.subtle) document.querySelectorAll("[data-promise]").forEach(offerPromise);
