// @ts-check
/** The list of the mistakes of a game. */
import { html } from './element.js';

/**
 * @param {{title: string, sign: string, kind: string, text: string, show: () => void}} mistake its move, its sign such as `??` and the
 *     name of that, what is said about it, and what a click does
 */
export function mistakeItem({ title, sign, kind, text, show }) {
    const words = [html('b', {}, `${title} ${sign}`), html('small', {}, text)];
    return html('li', {}, html('button', { type: 'button', className: kind, onclick: show }, ...words));
}
