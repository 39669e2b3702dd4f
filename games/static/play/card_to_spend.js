// Which card is spent where several deploy the same: the order of deployments that are alike, the best first.

/** @typedef {import("./plan.js").Offer} Offer */

/**
 * Those offers that deploy the same, the best first: without a card, else with the card that the fewest other blocks
 * could use, else with the one that comes first in the hand.
 * @param {Offer[]} alike
 * @param {Offer[]} all that are offered now
 * @param {string[]} hand
 */
export function bestFirst(alike, all, hand) {
  const rank = (/** @type {Offer} */ { card }) => (card ? hand.indexOf(card) : -1);
  return [...alike].sort((one, other) => otherUses(one, all) - otherUses(other, all) || rank(one) - rank(other));
}

/** How many other blocks the card of an offer could deploy. @param {Offer} offer @param {Offer[]} all */
function otherUses({ card, blocks }, all) {
  if (!card) return -1;
  const able = all.filter((offer) => offer.card === card).flatMap((offer) => offer.blocks);
  return new Set(able.filter((block) => !blocks.includes(block))).size;
}
