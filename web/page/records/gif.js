// @ts-check
/** The whole game as a GIF (GIF89a, CompuServe 1990). */
import { byId } from '../shared/element.js';
import { gamePixels } from './picture.js';

/** Pixels of a picture's side. */
const PIXELS = 480;
/** Hundredths of a second for the last position. */
const END_TIME = 300;
const COLORS = 256;
/** Bits of a pixel, and most bits of a code. */
const [PIXEL_BITS, MOST_BITS] = [8, 12];

/** @param {import('../app.js').App} app @param {number} pace seconds for each move @returns {Promise<Blob>} */
export async function gameGif(app, pace) {
    /** @type {SVGSVGElement} */
    const board = /** @type {any} */ (byId('board'));
    const word = (/** @type {number} */ value) => [value & 255, value >> 8];
    /** @type {number[][]} */
    let palette = [];
    /** @type {number[]} */
    let size = [];
    /** The pictures, packed at once: as pixels a long game takes hundreds of megabytes. @type {(number[] | Uint8Array)[][]} */
    const frames = [];
    const take = (/** @type {ImageData} */ pixels) => {
        const isLast = frames.length === 0;
        if (isLast) palette = commonColors(pixels);
        size = [...word(pixels.width), ...word(pixels.height)];
        const delay = isLast ? END_TIME : Math.round(100 * pace);
        const head = [0x21, 0xf9, 4, 0, ...word(delay), 0, 0, 0x2c, 0, 0, 0, 0, ...size, 0, PIXEL_BITS];
        frames.unshift([head, ...blocks(compressed(indexed(pixels, palette))), [0]]);
    };
    // The board is drawn with the whole line while the pictures are taken from a copy of it.
    await app.withWholeLine(() => gamePixels(board, PIXELS, take));
    const parts = [ascii('GIF89a'), [...size, 0xf7, 0, 0], palette.flat(), [0x21, 0xff, 11], ascii('NETSCAPE2.0'), [3, 1, 0, 0, 0], ...frames.flat(), [0x3b]];
    return new Blob(parts.map(part => Uint8Array.from(part)), { type: 'image/gif' });
}

/** @param {string} text */
const ascii = text => Array.from(text, letter => letter.charCodeAt(0));

/** The colours that most pixels have, as far as 5 bits of each channel tell them apart. @param {ImageData} frame */
function commonColors({ data }) {
    /** @type {Map<number, number>} */
    const counts = new Map();
    for (let at = 0; at < data.length; at += 4) {
        const key = keyOf(data, at);
        counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    const common = [...counts].sort(([, a], [, b]) => b - a).slice(0, COLORS).map(([key]) => [key >> 10, (key >> 5) & 31, key & 31].map(value => (value << 3) | (value >> 2)));
    while (common.length < COLORS) common.push([0, 0, 0]);
    return common;
}

/** @param {Uint8ClampedArray} data @param {number} at */
const keyOf = (data, at) => ((data[at] >> 3) << 10) | ((data[at + 1] >> 3) << 5) | (data[at + 2] >> 3);

/** The nearest colour of each pixel. @param {ImageData} frame @param {number[][]} palette */
function indexed({ data, width, height }, palette) {
    /** @type {Map<number, number>} */
    const known = new Map();
    const pixels = new Uint8Array(width * height);
    for (let pixel = 0; pixel < pixels.length; pixel++) {
        const at = 4 * pixel;
        const key = keyOf(data, at);
        let index = known.get(key);
        if (index === undefined) {
            let least = Infinity;
            index = 0;
            palette.forEach((color, number) => {
                const far = color.reduce((sum, value, channel) => sum + (value - data[at + channel]) ** 2, 0);
                if (far < least) [least, index] = [far, number];
            });
            known.set(key, index);
        }
        pixels[pixel] = index;
    }
    return pixels;
}

/** LZW with codes of a growing width (Welch 1984). @param {Uint8Array} pixels */
function compressed(pixels) {
    const [clear, end] = [1 << PIXEL_BITS, (1 << PIXEL_BITS) + 1];
    /** @type {number[]} */
    const bytes = [];
    let [bits, buffer, held] = [PIXEL_BITS + 1, 0, 0];
    const put = (/** @type {number} */ code) => {
        buffer |= code << held;
        held += bits;
        for (; held >= 8; held -= 8, buffer >>>= 8) bytes.push(buffer & 255);
    };
    /** Codes of a known sequence and one more pixel. @type {Map<number, number>} */
    const codes = new Map();
    let next = end + 1;
    put(clear);
    let present = pixels[0];
    for (let at = 1; at < pixels.length; at++) {
        const key = (present << 8) | pixels[at];
        const code = codes.get(key);
        if (code !== undefined) {
            present = code;
            continue;
        }
        put(present);
        if (next === 1 << MOST_BITS) {
            put(clear);
            codes.clear();
            [next, bits] = [end + 1, PIXEL_BITS + 1];
        } else {
            // The reader knows a code one step later.
            if (next === 1 << bits) bits++;
            codes.set(key, next++);
        }
        present = pixels[at];
    }
    put(present);
    put(end);
    if (held > 0) bytes.push(buffer & 255);
    return Uint8Array.from(bytes);
}

/** @param {Uint8Array} bytes */
const blocks = bytes => Array.from({ length: Math.ceil(bytes.length / 255) }, (_, index) => {
    const block = bytes.subarray(index * 255, (index + 1) * 255);
    return [block.length, ...block];
});
