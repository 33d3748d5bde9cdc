// @ts-check
/** What positions are worth, in signs. */

/** @param {number} rate of wins, 0 to 1 */
export const percent = rate => `${Math.round(100 * rate)} %`;

/** @typedef {{plies_to_win?: number | null, plies_to_loss?: number | null}} End of a value, if it is proved */

/** Moves of the winner to a proved end, negative for a loss; nothing if none is proved. @param {End} value */
export function proved({ plies_to_win: win = null, plies_to_loss: loss = null }) {
    const plies = win ?? loss;
    if (plies === null) return null;
    // At least one, so that a sign is left.
    const moves = Math.max(1, Math.ceil(plies / 2));
    return win === null ? -moves : moves;
}

/** How a value ends, if that is proved. @param {End} value @returns {'win' | 'loss' | null} */
export function endOf(value) {
    const moves = proved(value);
    return moves === null ? null : moves > 0 ? 'win' : 'loss';
}

/** What stands on the square of a move: its win rate in percent, or the moves to a proved end. @param {End & {win_rate: number}} value */
export function markOf(value) {
    const moves = proved(value);
    return moves === null ? String(Math.round(100 * value.win_rate)) : `${moves > 0 ? '+' : '−'}${Math.abs(moves)}`;
}

/** Drop of the win rate at which a move has no quality left. */
const WORST_DROP = 0.3;

/**
 * The quality of a move that is not proved: 1 for the best of them, down to 0.
 * @param {number} rate of wins, 0 to 1
 * @param {number} best the rate of the best of them
 */
export const qualityOf = (rate, best) => Math.max(0, 1 - (best - rate) / WORST_DROP);

/** A side as the stone that stands for it. @param {'black' | 'white'} color */
export const stoneOf = color => (color === 'black' ? '●' : '○');
