// @ts-check
/** The rules, opening rules and boards of the page. */

/** Their names are the texts `rule.…`, what they say `about.…`. */
export const RULES = ['freestyle', 'standard', 'renju', 'caro', 'exact-caro'];

/** How RenLib's files begin; they say nothing of their rule, and RenLib knows renju alone. */
const RENLIB = [0xff, 0x52, 0x65, 0x6e, 0x4c, 0x69, 0x62, 0xff];

/** Whether a file is one of RenLib. @param {Uint8Array} bytes */
export const isRenlib = bytes => RENLIB.every((byte, index) => bytes[index] === byte);

/** The sides that are played most. */
const USUAL = [15, 19, 20];
const OTHERS = Array.from({ length: 18 }, (_, index) => index + 5).filter(side => !USUAL.includes(side));
export const SIZES = [...USUAL, ...OTHERS].map(side => `${side}x${side}`);

/** The names of the opening rules; what they say are the texts `opening.…`. @type {Record<string, string>} */
export const OPENINGS = { swap: 'Swap', swap2: 'Swap2', rif: 'RIF', yamaguchi: 'Yamaguchi', soosorv8: 'Soosõrv-8', taraguchi10: 'Taraguchi-10', supertaraguchi10: 'Super Taraguchi-10', tarannikov: 'Tarannikov' };
/** The opening rules without the 26 openings of renju, which need a board of nine lines. */
const FREE = ['swap', 'swap2'];
const RENJU_SIDE = 9;

/**
 * An opening that is not complete. The user is its first player if the state's `human` is black.
 * @typedef {object} Dialogue
 * @property {string} rule
 * @property {string} choices with blanks between them
 * @property {number} seed draws the engine's openings
 */

/** @param {string} rule @param {string} size @returns {string[]} the opening rules for a rule and a board */
export function openingsOf(rule, size) {
    const isRenju = rule === 'renju' && size.split('x').every(side => Number(side) >= RENJU_SIDE);
    return Object.keys(OPENINGS).filter(id => isRenju || FREE.includes(id));
}

/** @param {string} rule @returns {Dialogue | null} */
export const newOpening = rule => (rule in OPENINGS ? { rule, choices: '', seed: Math.floor(Math.random() * 2 ** 31) } : null);
