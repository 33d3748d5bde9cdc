// What reports say, in English.
import { html, moveButton } from '../shared/element.js';
import { makesNext } from '../shared/proof.js';
import { colorOf } from '../shared/squares.js';
import { percent, proved } from '../shared/values.js';

/** Whether one reply at most stops what a threat makes. */
export const isStrong = ({ kind }) => kind === 'five' || kind === 'open four';

/** A score in centi-units, or the plies to the end. */
export function scoreText({ score, plies_to_win: win, plies_to_loss: loss }) {
    if (win !== null) return `+M${win}`;
    return loss !== null ? `-M${loss}` : String(score);
}

/** What a value is worth: its win rate, or in how many moves the game ends. */
export function worthOf(value) {
    const moves = proved(value);
    return moves === null ? percent(value.win_rate) : `${moves > 0 ? 'Win' : 'Loss'} in ${Math.abs(moves)}`;
}

/** What is said of a result without a proof. */
export const claimText = (result, claim) => (claim === 'database' ? `The ${result} is from the database.` : `The ${result} was found by search and is not proved.`);

/** What a step makes, with the fours that a quiet threat threatens, where the win follows and the stops that are forbidden. */
export function stepText({ makes, threatens = [], wins = [], forbidden = [] }) {
    const made = threatens.length > 0 ? `${makes} of ${threatens.join(' ')}` : makes;
    const text = wins.length > 0 ? `${made}: ${makesNext(makes)} at ${wins.join(' ')}` : made;
    return forbidden.length > 0 ? `${text} (${forbidden.join(' ')} is forbidden)` : text;
}

/** A line as buttons, of which the first is of this colour; a click shows the line up to its move. */
export function moveRow(line, first, show) {
    return html('div', { className: 'line' }, ...line.map((name, index) => moveButton(name, colorOf(index, first), () => show(index + 1))));
}
