// @ts-check
/** Links: the line that is looked at, or the whole tree, compressed. */
import { parseSize, splitMoves } from '../shared/squares.js';
import { RULES } from './rules.js';
import { pack, size } from './tree.js';

/** @typedef {import('./game.js').State} State */

/** Most characters of a link with a tree, so that it fits into a message of chat programs: Discord's have 2,000. */
const MOST_CHARACTERS = 1900;
/** Most bytes that a link may unfold to. */
const MOST_BYTES = 4 << 20;
const TREE = '#t/';

/** The position on the board, and behind another slash the rest of its line. @param {Pick<State, 'rule' | 'size' | 'moves' | 'ply'>} state */
export function linkOf({ rule, size, moves, ply }) {
    const rest = ply < moves.length ? `/${moves.slice(ply).join('')}` : '';
    return `#${rule}/${size}/${moves.slice(0, ply).join('')}${rest}`;
}

/**
 * The line of a link and how many of its moves are on the board, or nothing if it is none.
 * @param {string} hash
 * @returns {{rule: string, size: string, moves: string[], ply: number} | null}
 */
export function readLink(hash) {
    const match = /^#([a-z-]{1,20})\/(\d{1,2}x\d{1,2})\/((?:[a-v]\d{1,2}){0,484})(?:\/((?:[a-v]\d{1,2}){1,484}))?$/.exec(hash);
    if (!match || !RULES.includes(match[1])) return null;
    const [shown, rest] = [splitMoves(match[3]), splitMoves(match[4] ?? '')];
    return { rule: match[1], size: match[2], moves: [...shown, ...rest], ply: shown.length };
}

/**
 * A link with all of a game: its variations, comments, marks and names.
 * @param {State} state
 * @returns {Promise<{hash: string, isWhole: boolean}>} the line alone if all of it is too long for a link
 */
export async function wholeLink(state) {
    const { rule, size: board, moves, ply, tree, header } = state;
    const line = { hash: linkOf(state), isWhole: true };
    const { black, white, remark, result, termination } = header;
    const isOver = result && result !== '*';
    const said = black || white || remark || isOver ? { black, white, remark, result, termination } : {};
    const packed = pack(tree);
    const isPlain = size(tree) === moves.length && Object.keys(said).length === 0 && packed.every(item => typeof item === 'string');
    if (isPlain) return line;
    const text = JSON.stringify({ rule, size: board, moves, ply, header: said, tree: packed });
    const hash = TREE + toBase64(await through(new Blob([text]), new CompressionStream('deflate-raw')));
    return hash.length <= MOST_CHARACTERS ? { hash, isWhole: true } : { ...line, isWhole: false };
}

/** Whether a link holds a whole tree. @param {string} hash */
export const isTreeLink = hash => hash.startsWith(TREE);

/** What such a link holds, as JSON that is checked for its rule alone. @param {string} hash @returns {Promise<string>} */
export async function readTreeLink(hash) {
    const packed = fromBase64(hash.slice(TREE.length));
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await through(new Blob([packed]), new DecompressionStream('deflate-raw')));
    if (!RULES.includes(JSON.parse(text)?.rule)) throw new Error('the link holds no game');
    return text;
}

/** @param {Blob} blob @param {CompressionStream | DecompressionStream} stream */
async function through(blob, stream) {
    const reader = blob.stream().pipeThrough(/** @type {ReadableWritablePair} */ (stream)).getReader();
    const parts = [];
    let length = 0;
    for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        length += value.length;
        if (length > MOST_BYTES) throw new Error('the link is too large');
        parts.push(value);
    }
    return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** In the letters that need no escape in an address. @param {Uint8Array} bytes */
const toBase64 = bytes => btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join('')).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');

/** @param {string} text */
const fromBase64 = text => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), letter => letter.charCodeAt(0));

/**
 * The moves of a text that holds nothing else: one game in a line, or a move or a number in each. Nothing if it may be several games, or if
 * a move stands twice or is not on the board.
 * @param {string} text
 * @param {string} size of the board
 */
function movesIn(text, size) {
    const numbered = text.toLowerCase().split('\n').map(line => line.trim()).filter(Boolean);
    const lines = numbered.map(line => line.replace(/\b\d+[.):]/g, ' ').trim());
    const isCounted = numbered.every((line, index) => parseInt(line) === index + 1);
    const moves = splitMoves(lines.join('').replace(/[\s,;-]+/g, ''));
    const { width, height } = parseSize(size);
    const isOnBoard = (/** @type {string} */ move) => move.charCodeAt(0) - 97 < width && Number(move.slice(1)) >= 1 && Number(move.slice(1)) <= height;
    const isOneGame = lines.every(line => /^(?:[a-v]\d{1,2}[\s,;-]*)+$/.test(line)) && (isCounted || lines.length === 1 || lines.length === moves.length);
    return isOneGame && moves.length > 0 && moves.every(isOnBoard) && new Set(moves).size === moves.length ? moves : null;
}

/**
 * The game that a text names: plain moves, or an address of this page, or of Gomoku Calculator, whose links end with the moves. Moves leave
 * rule and board to the page.
 * @param {string} text
 * @param {{rule: string, size: string}} usual
 * @returns {{hash: string} | null}
 */
export function linkIn(text, { rule, size }) {
    const address = text.trim();
    const plain = movesIn(address, size);
    if (plain) return { hash: linkOf({ rule, size, moves: plain, ply: plain.length }) };
    const at = address.indexOf('#');
    if (!/^https?:\/\/\S+$/.test(address) || at < 0) return null;
    const hash = address.slice(at);
    if (isTreeLink(hash) || readLink(hash)) return { hash };
    const moves = /\/((?:[a-v]\d{1,2})+)$/.exec(hash)?.[1];
    return moves ? { hash: linkOf({ rule, size, moves: splitMoves(moves), ply: splitMoves(moves).length }) } : null;
}
