// @ts-check
/** Elements of SVG and HTML. */

export const SVG = 'http://www.w3.org/2000/svg';

/**
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} id
 * @returns {T}
 */
export function byId(id) {
    const node = document.getElementById(id);
    if (!node) throw new Error(`no element ${id}`);
    return /** @type {T} */ (node);
}

let place = '';
/** Whether the last event of the mouse was a movement. What appears beneath a mouse that rests causes events, too. */
let isMoved = false;

/** @param {PointerEvent} event */
function look({ screenX, screenY }) {
    isMoved = place !== `${screenX} ${screenY}`;
    place = `${screenX} ${screenY}`;
}

/** The kind of the pointer that was last pressed. Older browsers do not tell with a click. */
let pressed = '';

/** Whether a click on an element with `onHover` comes from a finger. @param {MouseEvent} click */
export const isTap = ({ detail }) => pressed === 'touch' && detail > 0;

/** @param {PointerEvent} event */
const press = ({ pointerType }) => (pressed = pointerType);

/**
 * Does something when the mouse is moved onto an element.
 * @param {HTMLElement} element
 * @param {() => void} act
 */
export function onHover(element, act) {
    window.addEventListener('pointermove', look, { capture: true });
    window.addEventListener('pointerdown', press, { capture: true });
    let isOver = false;
    element.addEventListener('pointerleave', () => (isOver = false));
    element.addEventListener('pointermove', ({ pointerType }) => {
        if (pointerType === 'touch' || isOver || !isMoved) return;
        isOver = true;
        act();
    });
}

/** @param {string} id @returns {HTMLDialogElement} */
export const dialog = id => byId(id);
/** @param {string} id @returns {HTMLInputElement} */
export const input = id => byId(id);
/** @param {string} id @returns {HTMLSelectElement} */
export const select = id => byId(id);
/** @param {string} id @returns {HTMLButtonElement} */
export const button = id => byId(id);

/** Whether a key is for a field, a list or a dialogue, and not for the page. @param {KeyboardEvent} key */
export const isForField = key => /** @type {HTMLElement} */ (key.target).closest('input:not([type=checkbox]), select, textarea, dialog') !== null;

/** The number in a field, within its bounds; the least one if there is none. @param {HTMLInputElement} input */
export const numberOf = ({ valueAsNumber, min, max }) => Math.min(Number(max), Math.max(Number(min), valueAsNumber || 0));

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @param {string} [text]
 */
export function element(name, attributes, text) {
    const node = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
    if (text !== undefined) node.textContent = text;
    return node;
}

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Partial<HTMLElementTagNameMap[Tag]>} [properties]
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function html(tag, properties = {}, ...children) {
    const node = Object.assign(document.createElement(tag), properties);
    node.append(...children);
    return node;
}

/**
 * A button with a move and a stone of its colour.
 * @param {string} name
 * @param {'black' | 'white'} color
 * @param {(event: MouseEvent) => unknown} act what a click does, also in a summary that would open
 * @param {string} [label] for screen readers
 */
export function moveButton(name, color, act, label = '') {
    const button = html('button', { type: 'button', className: `move ${color}`, textContent: name });
    if (label) button.setAttribute('aria-label', label);
    button.addEventListener('click', event => {
        event.preventDefault();
        act(event);
    });
    return button;
}

/** A stone in a text. @param {'black' | 'white'} color */
export const stone = color => html('span', { className: `stone ${color}` });

/**
 * A line of play as an item of a list.
 * @param {string} worth
 * @param {'win' | 'loss' | ''} end how it ends, if that is proved
 * @param {string} details
 * @param {Node} moves
 */
export const lineItem = (worth, end, details, moves) => html('li', {}, html('span', { className: `score ${end}`, textContent: worth }), html('span', { className: 'details', textContent: details }), moves);

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
