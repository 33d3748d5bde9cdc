// @ts-check
/** The rules and boards of the page. */

/** Their names are the texts `rule.…`, what they say `about.…`. */
export const RULES = ['freestyle', 'standard', 'renju', 'caro', 'exact-caro'];

/** The sides that are played most. */
const USUAL = [15, 19, 20];
const OTHERS = Array.from({ length: 18 }, (_, index) => index + 5).filter(side => !USUAL.includes(side));
export const SIZES = [...USUAL, ...OTHERS].map(side => `${side}x${side}`);
