// @ts-check
/** Names of squares: `a1` is the bottom left. */

/** @typedef {{width: number, height: number}} Size */
/** @typedef {{x: number, y: number}} Point column and row, from the top left, from 0 */

/**
 * @param {string} text such as `15x15`
 * @returns {Size}
 */
export function parseSize(text) {
    const [width, height] = text.split('x').map(Number);
    return { width: width || 15, height: height || width || 15 };
}

/**
 * @param {Point} point
 * @param {Size} size
 */
export const nameOf = ({ x, y }, size) => `${String.fromCharCode(97 + x)}${size.height - y}`;

/**
 * @param {string} name
 * @param {Size} size
 * @returns {Point}
 */
export const pointOf = (name, size) => ({ x: name.charCodeAt(0) - 97, y: size.height - Number(name.slice(1)) });

/** @param {string} text such as `h8i9` */
export const splitMoves = text => text.match(/[a-z]\d+/g) ?? [];

/**
 * @param {number} index of a move
 * @param {'black' | 'white'} [first] the side of the first move
 */
export const colorOf = (index, first = 'black') => ((index % 2 === 0) === (first === 'black') ? 'black' : 'white');

/**
 * The lines of one side that have star points, from 0: the outer ones, and the middle one or, on a long side without a middle, two.
 * @param {number} side
 */
function starLines(side) {
    const first = side >= 13 ? 3 : 2;
    const third = Math.floor((side - 7) / 3);
    return {
        outer: side < 8 ? [] : [first, side - 1 - first],
        inner: side % 2 === 1 ? [(side - 1) / 2] : side < 17 ? [] : [3 + third, side - 4 - third],
    };
}

/** The star points of a board, as on Go boards and in the pictures of the workbench. @param {Size} size @returns {Point[]} */
export function starPoints({ width, height }) {
    const [columns, rows] = [starLines(width), starLines(height)];
    const cross = (/** @type {number[]} */ columns, /** @type {number[]} */ rows) => rows.flatMap(y => columns.map(x => ({ x, y })));
    const sides = Math.min(width, height) < 17 ? [] : [...cross(columns.outer, rows.inner), ...cross(columns.inner, rows.outer)];
    return [...cross(columns.outer, rows.outer), ...cross(columns.inner, rows.inner), ...sides];
}
