// @ts-check
/** What positions are worth, in signs. */

/** @param {number} rate of wins, 0 to 1 */
export const percent = rate => `${Math.round(100 * rate)} %`;

/** A side as the stone that stands for it. @param {'black' | 'white'} color */
export const stoneOf = color => (color === 'black' ? '●' : '○');
