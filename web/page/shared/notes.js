// @ts-check
/** Marks and letters of a position, and dots where the tree goes on. */
import { element } from './element.js';
import { colorOf, pointOf } from './squares.js';

/** @type {Record<string, (x: number, y: number) => string>} paths of the shapes */
const PATHS = {
    triangle: (x, y) => `M${x} ${y - 0.3}l.26 .45h-.52z`,
    square: (x, y) => `M${x - 0.21} ${y - 0.21}h.42v.42h-.42z`,
    circle: (x, y) => `M${x - 0.23} ${y}a.23 .23 0 1 0 .46 0a.23 .23 0 1 0 -.46 0z`,
    cross: (x, y) => `M${x - 0.2} ${y - 0.2}l.4 .4m0 -.4l-.4 .4`,
};

/**
 * @param {import('./board.js').Scene} scene
 * @param {import('./squares.js').Size} size
 */
export function drawNotes({ first, moves, notes, variations, candidates }, size) {
    /** @type {Node[]} */
    const nodes = [];
    const isTaken = (/** @type {string} */ square) => candidates.some(candidate => candidate.square === square);
    if (variations.length > 1) {
        for (const square of variations.filter(square => !isTaken(square) && !notes.labels?.[square])) {
            const { x, y } = pointOf(square, size);
            nodes.push(element('circle', { class: `variation ${colorOf(moves.length, first)}`, cx: x, cy: y, r: 0.17, 'data-variation': square }));
        }
    }
    const on = (/** @type {string} */ square) => (moves.includes(square) ? colorOf(moves.indexOf(square), first) : 'wood');
    for (const [square, shape] of Object.entries(notes.marks ?? {})) {
        const { x, y } = pointOf(square, size);
        const path = (PATHS[shape] ?? PATHS.circle)(x, y);
        nodes.push(element('path', { class: `mark mark-on-${on(square)}`, d: path, 'data-mark': square, 'data-shape': shape }));
    }
    for (const [square, text] of Object.entries(notes.labels ?? {})) {
        const { x, y } = pointOf(square, size);
        const group = element('g', { class: `label label-on-${on(square)}`, 'data-label': square });
        if (on(square) === 'wood') group.append(element('circle', { cx: x, cy: y, r: 0.36 }));
        group.append(element('text', { x, y, class: text.length > 2 ? 'long' : '' }, text.slice(0, 4)));
        nodes.push(group);
    }
    return nodes;
}
