// @ts-check
/** The list of the mistakes of a game. */

/**
 * @param {{title: string, sign: string, kind: string, text: string, show: () => void}} mistake its move, its sign such as `??` and the
 *     name of that, what is said about it, and what a click does
 */
export function mistakeItem({ title, sign, kind, text, show }) {
    const item = document.createElement('li');
    const button = document.createElement('button');
    const name = document.createElement('b');
    const words = document.createElement('small');
    button.type = 'button';
    button.className = kind;
    name.textContent = `${title} ${sign}`;
    words.textContent = text;
    button.append(name, words);
    button.addEventListener('click', show);
    item.append(button);
    return item;
}
