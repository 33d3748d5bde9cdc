// @ts-check
/** The list of the mistakes of a game. */
import { html } from './element.js';

/**
 * @param {{title: string, sign: string, kind: string, text: string, show: () => void, look?: () => unknown}} mistake its move, its sign such as `??` and
 *     the name of that, what is said about it, what a click does, and what the pointer or the focus of the keyboard does
 */
export function mistakeItem({ title, sign, kind, text, show, look = () => undefined }) {
    const words = [html('b', {}, `${title} ${sign}`), html('small', {}, text)];
    const button = html('button', { type: 'button', className: kind, onclick: show }, ...words);
    button.addEventListener('pointerenter', event => event.pointerType !== 'touch' && look());
    button.addEventListener('focus', () => button.matches(':focus-visible') && look());
    return html('li', {}, button);
}
