// The sentences of the scripts, in the language of the page: the catalogue is loaded before the modules.

/** @typedef {{gettext: (text: string) => string, ngettext: (one: string, many: string, count: number) => string}} Catalogue */

const catalogue = /** @type {Catalogue} */ (/** @type {unknown} */ (globalThis));

/** @param {string} text @param {Record<string, string | number>} [values] */
export const gettext = (text, values = {}) => filled(catalogue.gettext(text), values);

/** @param {string} one @param {string} many @param {number} count @param {Record<string, string | number>} [values] */
export const ngettext = (one, many, count, values = {}) =>
  filled(catalogue.ngettext(one, many, count), { count, ...values });

/** @param {string} text @param {Record<string, string | number>} values */
const filled = (text, values) => text.replace(/%\((\w+)\)s/g, (_all, name) => String(values[name]));
