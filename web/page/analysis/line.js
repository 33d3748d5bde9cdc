// @ts-check
/** Lines of play. */
import { html, isTap, lineItem, moveButton, onHover } from '../shared/element.js';
import { colorOf } from '../shared/squares.js';
import { endOf, percent, proved } from '../shared/values.js';
import { t } from '../words/words.js';

/** @typedef {{moves: string[], score: number, win_rate: number, plies_to_win: number | null, plies_to_loss: number | null, depth: number, seldepth: number}} Line */
/** @typedef {{best: string | null, depth: number, seldepth: number, nodes: number, seconds: number, lines: Line[]}} Report */

/** Most moves of a line that are written out, unless it is proved. */
const SHOWN_MOVES = 16;

/**
 * A line as an item of a list: what it is worth, and its moves, which are shown on the board under the pointer and played by a click; on
 * touch the first tap shows and the second plays.
 * @param {import('../app.js').App} app
 * @param {Line} line
 * @param {number} [rank]
 * @param {string[]} [before] the moves in front of it: it is played from there, whatever is on the board by then
 */
export function lineRow(app, line, rank = 0, before = app.moves) {
    const end = endOf(line);
    const value = end ? '' : `${line.score < 0 ? '−' : '+'}${Math.abs(line.score)} · `;
    const moves = html('span', { className: 'pv' });
    const preview = (/** @type {string[]} */ moves) => app.preview(before, moves);
    const shown = end ? line.moves : line.moves.slice(0, SHOWN_MOVES);
    shown.forEach((name, index) => {
        const color = colorOf(before.length + index);
        const upTo = line.moves.slice(0, index + 1);
        const play = (/** @type {MouseEvent} */ event) => {
            const isShown = !isTap(event) || String(app.overlays.now.preview) === String(upTo);
            if (isShown || !preview(upTo)) void app.show([...before, ...upTo]);
        };
        const button = moveButton(name, color, play, t('play.line', { n: rank + 1, move: t(`played.${color}`, { square: name }) }));
        onHover(button, () => preview(upTo));
        button.addEventListener('focus', () => button.matches(':focus-visible') && preview(upTo));
        button.addEventListener('blur', () => preview([]));
        moves.append(button);
    });
    if (shown.length < line.moves.length) moves.append('…');
    moves.addEventListener('pointerleave', event => event.pointerType !== 'touch' && preview([]));
    return lineItem(worthOf(line), end ?? '', value + t('depth', { depth: `${line.depth}/${line.seldepth}` }), moves);
}

/**
 * A line of the other side as a line that begins with a move of ours.
 * @param {string} name
 * @param {Line} answer
 * @returns {Line}
 */
export function behind(name, answer) {
    const later = (/** @type {number | null} */ plies) => (plies === null ? null : plies + 1);
    const plies = { plies_to_win: later(answer.plies_to_loss), plies_to_loss: later(answer.plies_to_win) };
    return { ...answer, ...plies, moves: [name, ...answer.moves], score: -answer.score, win_rate: 1 - answer.win_rate };
}

/** What a move is worth, in short. @param {import('../shared/values.js').End & {win_rate: number}} value */
export function worthOf(value) {
    const moves = proved(value);
    return moves === null ? percent(value.win_rate) : t(moves > 0 ? 'win.in' : 'loss.in', { n: Math.abs(moves) });
}

/** What a line is worth. @param {Line} line */
export function verdict(line) {
    const moves = proved(line);
    if (moves === null) return t('win.rate', { n: Math.round(100 * line.win_rate) });
    return t(moves > 0 ? 'wins.in' : 'loses.in', { n: Math.abs(moves) });
}
