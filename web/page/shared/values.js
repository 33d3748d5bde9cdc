// @ts-check
/** What positions and moves are worth, in words. */

/** What a threat makes, by its number. @type {Record<number, string>} */
export const THREATS = { 5: 'five', 4: 'open four' };

/** @param {number} rate of wins, 0 to 1 */
export const percent = rate => `${Math.round(100 * rate)} %`;

/** @param {{score: number, plies_to_win: number | null, plies_to_loss: number | null}} value */
export function scoreText({ score, plies_to_win: win, plies_to_loss: loss }) {
    if (win !== null) return `+M${win}`;
    return loss !== null ? `-M${loss}` : String(score);
}

/** A side as the stone that stands for it. @param {'black' | 'white'} color */
export const stoneOf = color => (color === 'black' ? '●' : '○');

/** What is said of a result without a proof. @param {'win' | 'loss'} result @param {'search' | 'database'} claim where it is from */
export const claimText = (result, claim) => (claim === 'database' ? `The ${result} is from the database.` : `The ${result} was found by search and is not proved.`);
