// @ts-check
/** The mistakes of a game: their signs, their list, how many there are. */
import { html, onHover, stone } from './element.js';

/** @typedef {{blunders: number, mistakes: number, inaccuracies: number}} Counts */

/** @type {Record<string, string>} names of the signs */
export const KINDS = { '??': 'blunder', '?': 'mistake', '?!': 'inaccuracy' };

/**
 * How often a side made each kind of mistake.
 * @param {'black' | 'white'} color
 * @param {string} player
 * @param {Counts} counts
 */
export function countsRow(color, player, { blunders, mistakes, inaccuracies }) {
    const signs = Object.entries({ '??': blunders, '?': mistakes, '?!': inaccuracies });
    return html('p', { className: 'counts' }, stone(color), player, ...signs.map(([sign, n]) => html('span', { className: KINDS[sign], textContent: `${n}\u00a0${sign}` })));
}

/**
 * @param {{title: (Node | string)[], sign: string, kind: string, text: string, show: () => void, look?: () => unknown}} mistake its move, its sign such as `??` and
 *     the name of that, what is said about it, what a click does, and what the pointer or the focus of the keyboard does
 */
export function mistakeItem({ title, sign, kind, text, show, look = () => undefined }) {
    const words = [html('b', {}, ...title, ` ${sign}`), html('small', {}, text)];
    const button = html('button', { type: 'button', className: kind, onclick: show }, ...words);
    onHover(button, look);
    button.addEventListener('focus', () => button.matches(':focus-visible') && look());
    return html('li', {}, button);
}
