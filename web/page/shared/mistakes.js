// @ts-check
/** The mistakes of a game: their signs, their list, how many there are. */
import { html, stone } from './element.js';

/** Drops of the win rate from which a move is marked, the sign and its name. */
export const MARKS = [
    { drop: 0.35, sign: '??', name: 'blunder' },
    { drop: 0.2, sign: '?', name: 'mistake' },
    { drop: 0.1, sign: '?!', name: 'inaccuracy' },
];

/**
 * How often a side made each kind of mistake.
 * @param {'black' | 'white'} color
 * @param {string} player
 * @param {string[]} signs of its mistakes
 */
export function countsRow(color, player, signs) {
    const counts = MARKS.map(({ sign, name }) => html('span', { className: name, textContent: `${signs.filter(each => each === sign).length}\u00a0${sign}` }));
    return html('p', { className: 'counts' }, stone(color), player, ...counts);
}

/**
 * @param {{title: (Node | string)[], sign: string, kind: string, text: string, show: () => void, look?: () => unknown}} mistake its move, its sign such as `??` and
 *     the name of that, what is said about it, what a click does, and what the pointer or the focus of the keyboard does
 */
export function mistakeItem({ title, sign, kind, text, show, look = () => undefined }) {
    const words = [html('b', {}, ...title, ` ${sign}`), html('small', {}, text)];
    const button = html('button', { type: 'button', className: kind, onclick: show }, ...words);
    button.addEventListener('pointerenter', event => event.pointerType !== 'touch' && look());
    button.addEventListener('focus', () => button.matches(':focus-visible') && look());
    return html('li', {}, button);
}
