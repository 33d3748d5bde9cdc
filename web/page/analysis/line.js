// @ts-check
/** Lines of play. */
import { colorOf } from '../shared/squares.js';
import { percent } from '../shared/values.js';
import { proved } from '../play/levels.js';
import { t } from '../words/words.js';

/** Most moves of a line that are written out. */
const SHOWN_MOVES = 16;

/**
 * A line as an item of a list: what it is worth, and its moves, which are shown on the board under the pointer and played by a click.
 * @param {import('../app.js').App} app
 * @param {import('../play/levels.js').Line} line
 * @param {number} [rank]
 */
export function lineRow(app, line, rank = 0) {
    const item = document.createElement('li');
    const score = document.createElement('span');
    score.className = 'score';
    const mate = proved(line);
    score.textContent = mate === null ? percent(line.winRate) : t(mate > 0 ? 'win.in' : 'loss.in', { n: Math.abs(mate) });
    const details = document.createElement('span');
    details.className = 'details';
    const value = mate === null ? `${line.score.startsWith('-') ? '' : '+'}${line.score}`.replace('-', '−') + ' · ' : '';
    details.textContent = value + t('depth', { depth: `${line.depth}/${line.seldepth}` });
    const moves = document.createElement('span');
    moves.className = 'pv';
    const preview = (/** @type {string[]} */ squares) => {
        app.preview = squares;
        app.draw();
    };
    line.moves.slice(0, SHOWN_MOVES).forEach((name, index) => {
        const button = document.createElement('button');
        button.type = 'button';
        button.className = colorOf(app.state.ply + index);
        button.textContent = name;
        const upTo = line.moves.slice(0, index + 1);
        const move = t(`played.${colorOf(app.state.ply + index)}`, { square: name });
        button.setAttribute('aria-label', t('play.line', { n: rank + 1, move }));
        button.addEventListener('pointerenter', event => event.pointerType !== 'touch' && preview(upTo));
        button.addEventListener('focus', () => button.matches(':focus-visible') && preview(upTo));
        button.addEventListener('blur', () => preview([]));
        button.addEventListener('click', () => void app.show([...app.moves, ...upTo]));
        moves.append(button);
    });
    moves.addEventListener('pointerleave', () => preview([]));
    item.append(score, details, moves);
    return item;
}

/**
 * Puts other items into a list; the focus of the keyboard stays at its place.
 * @param {HTMLElement} list
 * @param {Node[]} items
 */
export function fill(list, items) {
    const index = [...list.querySelectorAll('button')].findIndex(button => button === document.activeElement);
    list.replaceChildren(...items);
    if (index >= 0) list.querySelectorAll('button')[index]?.focus({ preventScroll: true });
}

/**
 * A line of the other side as a line that begins with a move of ours.
 * @param {string} name
 * @param {import('../play/levels.js').Line} answer
 * @returns {import('../play/levels.js').Line}
 */
export function behind(name, answer) {
    const decided = /^([+-])M(\d+)$/.exec(answer.score);
    const score = decided ? `${decided[1] === '+' ? '-' : '+'}M${Number(decided[2]) + 1}` : String(-Number(answer.score));
    return { ...answer, moves: [name, ...answer.moves], score, winRate: 1 - answer.winRate };
}
