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
 * Puts other items into a list; the focus of the keyboard stays at its place.
 * @param {HTMLElement} list
 * @param {Node[]} items
 */
export function fill(list, items) {
    const index = [...list.querySelectorAll('button')].findIndex(button => button === document.activeElement);
    list.replaceChildren(...items);
    if (index >= 0) list.querySelectorAll('button')[index]?.focus({ preventScroll: true });
}
