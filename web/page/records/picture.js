// @ts-check
/** Pictures of the board: SVG, PNG, JPEG, and the whole game as an animated SVG. */

import { element, SVG } from '../shared/element.js';

/** Properties that the style sheet sets on parts of the board. */
const PROPERTIES = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-opacity', 'paint-order', 'stroke-dasharray', 'stroke-linecap', 'stroke-linejoin', 'font-size', 'font-weight', 'text-anchor', 'dominant-baseline'];
/** Pixels of a picture's side. */
const PIXELS = 1200;
/** Seconds for the end of an animated game. */
const END_SECONDS = 3;

/**
 * The board as it is shown, without the pointer, with its colours inside.
 * @param {SVGSVGElement} board
 */
function copy(board) {
    const clone = /** @type {SVGSVGElement} */ (board.cloneNode(true));
    const [originals, copies] = [board, clone].map(root => [...root.querySelectorAll('*')]);
    originals.forEach((original, index) => {
        if (original.closest('defs')) return;
        const style = getComputedStyle(original);
        for (const name of PROPERTIES) {
            const value = style.getPropertyValue(name);
            if (value && value !== 'none' && value !== 'normal') copies[index].setAttribute(name, value);
            else if (name === 'fill') copies[index].setAttribute(name, 'none');
        }
        for (const name of ['class', 'style']) copies[index].removeAttribute(name);
    });
    clone.lastElementChild?.remove();
    const [x, y, width, height] = (clone.getAttribute('viewBox') ?? '0 0 1 1').split(' ');
    const ground = document.createElementNS(SVG, 'rect');
    for (const [name, value] of Object.entries({ x, y, width, height, fill: getComputedStyle(board).backgroundColor })) ground.setAttribute(name, value);
    clone.prepend(ground);
    for (const name of ['id', 'class', 'tabindex', 'role', 'aria-label', 'aria-roledescription', 'style']) clone.removeAttribute(name);
    clone.setAttribute('xmlns', SVG);
    clone.setAttribute('font-family', 'sans-serif');
    clone.setAttribute('width', String(PIXELS));
    clone.setAttribute('height', String(Math.round((PIXELS * Number(height)) / Number(width))));
    return clone;
}

/** @param {SVGSVGElement} board */
export const boardSvg = board => new XMLSerializer().serializeToString(copy(board));

/** @param {SVGSVGElement} board @param {'png' | 'jpeg'} kind @returns {Promise<Blob>} */
export async function boardImage(board, kind) {
    const canvas = await painted(copy(board), PIXELS);
    return new Promise((resolve, reject) => canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error('the picture cannot be made'))), `image/${kind}`));
}

/** A picture as pixels. @param {SVGSVGElement} clone @param {number} width @param {HTMLCanvasElement} [canvas] */
async function painted(clone, width, canvas = document.createElement('canvas')) {
    const [from, to] = ['width', 'height'].map(name => Number(clone.getAttribute(name)));
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(clone))}`;
    await image.decode();
    canvas.width = width;
    canvas.height = Math.round((to * width) / from);
    canvas.getContext('2d', { willReadFrequently: true })?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas;
}

/**
 * The positions of the game that is on the board as pixels, the last one first.
 * @param {SVGSVGElement} board
 * @param {number} width
 * @param {(pixels: ImageData) => void} take
 */
export async function gamePixels(board, width, take) {
    const clone = copy(board);
    const stones = [.../** @type {NodeListOf<SVGElement>} */ (clone.querySelectorAll('[data-color]'))];
    const dot = clone.querySelector('[data-last]');
    const rings = [.../** @type {NodeListOf<SVGElement>} */ (clone.querySelectorAll('[data-row]'))];
    const canvas = document.createElement('canvas');
    for (let shown = stones.length; shown >= Math.min(1, stones.length); shown--) {
        stones.forEach((stone, index) => stone.setAttribute('display', index < shown ? 'inline' : 'none'));
        rings.forEach(ring => ring.setAttribute('display', shown === stones.length ? 'inline' : 'none'));
        const disc = stones[shown - 1]?.querySelectorAll('circle')[1];
        if (dot && disc) for (const name of ['cx', 'cy']) dot.setAttribute(name, disc.getAttribute(name) ?? '0');
        const context = (await painted(clone, width, canvas)).getContext('2d');
        if (!context) throw new Error('the picture cannot be made');
        take(context.getImageData(0, 0, canvas.width, canvas.height));
    }
}

/**
 * The game that is on the board, a stone after the other, again and again.
 * @param {SVGSVGElement} board with the last position, and nothing but stones
 * @param {number} pace seconds for each move
 */
export function gameSvg(board, pace) {
    const clone = copy(board);
    const stones = [...clone.querySelectorAll('[data-color]')];
    const seconds = stones.length * pace + END_SECONDS;
    const show = (/** @type {Element} */ node, /** @type {number} */ from, /** @type {number | null} */ to) => {
        const times = [[0, from === 0 ? 'inline' : 'none'], ...(from > 0 ? [[from, 'inline']] : []), ...(to === null ? [] : [[to, 'none']])];
        const animation = element('animate', {
            attributeName: 'display', dur: `${seconds}s`, calcMode: 'discrete', repeatCount: 'indefinite',
            keyTimes: times.map(([move]) => ((Number(move) * pace) / seconds).toFixed(4).replace('0.0000', '0')).join(';'),
            values: times.map(([, value]) => value).join(';'),
        });
        node.append(animation);
    };
    // The dot goes with the last stone; the winning row is ringed at the end.
    const dot = clone.querySelector('[data-last]');
    stones.forEach((stone, index) => {
        const disc = stone.querySelectorAll('circle')[1];
        if (dot && disc) {
            const own = element('circle', { ...attributes(dot), cx: disc.getAttribute('cx') ?? '', cy: disc.getAttribute('cy') ?? '' });
            stone.append(own);
            if (index < stones.length - 1) show(own, 0, index + 1);
        }
        show(stone, index, null);
    });
    dot?.remove();
    clone.querySelectorAll('[data-row]').forEach(ring => show(ring, stones.length - 1, null));
    return new XMLSerializer().serializeToString(clone);
}

/** @param {Element} node */
const attributes = node => Object.fromEntries([...node.attributes].map(({ name, value }) => [name, value]));
