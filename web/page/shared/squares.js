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
