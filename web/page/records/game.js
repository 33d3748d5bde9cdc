// @ts-check
/** The game on the board, and where it is kept in the browser. */
import { linkOf, readLink } from './link.js';
import { colorOf, splitMoves } from '../shared/squares.js';
import { itemOfTab, storeItem, STORES } from '../shared/storage.js';
import { OPENINGS, RULES } from './rules.js';
import { EMPTY, extend, insert, lead, pack, size, unpack } from './tree.js';

/**
 * @typedef {object} State
 * @property {string} rule
 * @property {string} size such as `15x15`
 * @property {object} game tells it from others, whatever is edited
 * @property {import('./tree.js').Node} tree
 * @property {Partial<import('./convert.js').Header>} header
 * @property {string[]} moves the line of the tree that is looked at
 * @property {number} ply how many of the moves are on the board
 * @property {'black' | 'white' | 'both' | 'none'} human the colours that the user plays
 * @property {string} level
 * @property {{color: 'black' | 'white', by: 'resigned' | 'time'} | null} lost who has lost without a move that ends the game
 * @property {Time | null} time nothing without a clock
 * @property {import('./rules.js').Dialogue | null} opening nothing once it is complete
 * @property {{rule: string, base: number, human?: State['human']} | null} opened the opening rule that was followed, its number of moves, and `human` as it was in the dialogue
 * @property {'play' | 'analyse'} mode
 * @property {{number: number, base: number, slip?: number} | null} puzzle the puzzle that is played, its number of moves, and after how many the win was given away
 * @property {boolean} ponders whether the engine thinks while the user does
 * @property {{rule: string, moves: string[], line: string[]} | null} played the game that was left for the analysis, and its line there
 */
/**
 * @typedef {object} Time of a game
 * @property {number} start milliseconds of each side at the beginning
 * @property {number} increment milliseconds that a side gets for each move
 * @property {Record<'black' | 'white', number>} left milliseconds
 */

const KEY = 'rustgomo.game';
/** What `human` may be. */
const PLAYERS = ['black', 'white', 'both', 'none'];
/** Milliseconds between two writings of a text that is being typed. */
const PAUSE_MS = 1000;

/** Whether the page is a picture in another page (`?embed`): it shows the link's game, and keeps nothing. */
export const isEmbedded = new URLSearchParams(location.search).has('embed');

/** @returns {State} */
const fresh = () => ({ ...gameOf({ rule: 'freestyle', size: '15x15' }), human: 'black', level: 'club', ponders: false, mode: 'play' });

/**
 * What a state takes over from a game: its last position is on the board.
 * @param {{rule: string, size: string, moves?: string[], tree?: import('./tree.js').Node, header?: Partial<import('./convert.js').Header>}} game
 */
export function gameOf({ rule, size, moves = [], tree = EMPTY, header = {} }) {
    return { rule, size, game: {}, header, tree: insert(tree, moves), moves: [...moves], ply: moves.length, lost: null, puzzle: null, time: null, opening: null, opened: null, played: null };
}

/** Leaves a game for its analysis. @param {State} state */
export function leaveGame(state) {
    const { rule, tree, moves } = state;
    const line = extend(tree, moves);
    Object.assign(state, { played: { rule, moves, line }, moves: line });
}

/** What a game that was lost without a move goes on with: the side that had no time left would lose again at once. @param {State} state */
export const goingOn = ({ lost, time }) => ({ lost: null, time: lost?.by === 'time' ? null : time });

/**
 * Goes back to the game as it was left; if another position than one of it is on the board, that is played on.
 * @param {State} state
 * @param {State['human']} color the user's where the opening stands
 */
export function resumeGame(state, color) {
    const { rule, ply, played } = state;
    const moves = state.moves.slice(0, ply);
    const isOfGame = played?.rule === rule && moves.every((move, index) => move === played.line[index]);
    const stones = splitMoves(state.opening?.choices ?? '');
    const isOfOpening = !state.opening || played?.moves.every((move, index) => move === stones[index]);
    // The analysis may have taken moves of the game back.
    if (isOfGame && isOfOpening) Object.assign(state, { moves: played.moves, tree: lead(insert(state.tree, played.moves), played.moves) });
    else {
        // In a game from outside the user moves first, so that nothing is added to it unasked.
        const human = played || state.human === 'both' ? color : colorOf(ply);
        Object.assign(state, { moves, tree: lead(state.tree, moves), human, ...goingOn(state), puzzle: null, opening: null, opened: null });
    }
    Object.assign(state, { played: null, ply: state.moves.length });
}

/** @param {unknown} moves @returns {string[]} */
const cleanMoves = moves => (Array.isArray(moves) ? moves.filter(move => typeof move === 'string' && /^[a-v]\d{1,2}$/.test(move)) : []);

/**
 * The time that a stored value stands for.
 * @param {any} stored
 * @returns {Time | null}
 */
function readTime(stored) {
    const { increment, left, start = Math.max(left?.black, left?.white) } = stored ?? {};
    const values = [start, increment, left?.black, left?.white];
    return values.every(Number.isFinite) ? { start, increment, left: { black: left.black, white: left.white } } : null;
}

/**
 * The opening that a stored value stands for.
 * @param {any} stored
 * @returns {import('./rules.js').Dialogue | null}
 */
function readOpening(stored) {
    const { rule, choices, seed } = stored ?? {};
    return rule in OPENINGS && typeof choices === 'string' && Number.isSafeInteger(seed) && seed >= 0 ? { rule, choices, seed } : null;
}

/**
 * What a stored text holds, as far as it makes sense.
 * @param {string | null} text
 * @returns {State}
 */
export function readState(text) {
    const state = fresh();
    let stored;
    try {
        stored = JSON.parse(text ?? '{}');
    } catch {
        return state;
    }
    if (typeof stored !== 'object' || stored === null) return state;
    if (RULES.includes(stored.rule)) state.rule = stored.rule;
    if (/^\d{1,2}x\d{1,2}$/.test(stored.size)) state.size = stored.size;
    state.moves = cleanMoves(stored.moves);
    for (const key of /** @type {const} */ (['black', 'white', 'result', 'termination', 'remark'])) if (typeof stored.header?.[key] === 'string') state.header[key] = stored.header[key];
    for (const key of /** @type {const} */ (['opening', 'number'])) if (Number.isSafeInteger(stored.header?.[key])) state.header[key] = stored.header[key];
    if (stored.header?.continuous === true) state.header.continuous = true;
    state.tree = insert(unpack(stored.tree), state.moves);
    state.ply = Number.isInteger(stored.ply) ? Math.min(Math.max(stored.ply, 0), state.moves.length) : state.moves.length;
    if (PLAYERS.includes(stored.human)) state.human = stored.human;
    if (typeof stored.level === 'string') state.level = stored.level;
    const { color, by } = stored.lost ?? {};
    if (['black', 'white'].includes(color) && ['resigned', 'time'].includes(by)) state.lost = { color, by };
    state.time = readTime(stored.time);
    state.opening = readOpening(stored.opening);
    const { rule: openedBy, base: behind, human: role } = stored.opened ?? {};
    if (openedBy in OPENINGS && Number.isInteger(behind) && behind <= state.moves.length) state.opened = { rule: openedBy, base: behind, ...(PLAYERS.includes(role) && { human: role }) };
    if (stored.mode === 'analyse') state.mode = 'analyse';
    if (stored.played && state.mode === 'analyse') state.played = { rule: String(stored.played.rule), moves: cleanMoves(stored.played.moves), line: cleanMoves(stored.played.line) };
    const { number, base, slip } = stored.puzzle ?? {};
    if (Number.isInteger(number) && Number.isInteger(base) && base <= state.moves.length) state.puzzle = { number, base, ...(Number.isInteger(slip) && { slip }) };
    state.ponders = stored.ponders === true;
    return state;
}

export function restore() {
    const linked = isEmbedded ? readLink(location.hash) : null;
    if (isEmbedded) return { ...fresh(), ...gameOf(linked ?? fresh()), ply: linked?.ply ?? 0, human: /** @type {const} */ ('both'), mode: /** @type {const} */ ('analyse') };
    return readState(itemOfTab(KEY));
}

/** Keeps a game in the browser. */
export class Keeper {
    #state;
    #onFull;
    #isRoomy = true;
    /** Runs while something is not yet kept. */
    #timer = 0;

    /** @param {State} state @param {() => void} onFull called when there is no room for the whole tree */
    constructor(state, onFull) {
        this.#state = state;
        this.#onFull = onFull;
        // After these a page may end without another event.
        window.addEventListener('pagehide', () => this.#finish());
        document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && this.#finish());
    }

    keep() {
        clearTimeout(this.#timer);
        this.#timer = 0;
        const isRoomy = keep(this.#state);
        if (!isRoomy && this.#isRoomy) this.#onFull();
        this.#isRoomy = isRoomy;
    }

    /** Keeps it within a second, or before the page ends. */
    keepSoon() {
        this.#timer ||= window.setTimeout(() => this.keep(), PAUSE_MS);
    }

    #finish() {
        if (this.#timer > 0) this.keep();
    }
}

/** The tree that was kept last, and its text: only edits change it. @type {{tree: import('./tree.js').Node, text: string}} */
let packed = { tree: EMPTY, text: '[]' };

/**
 * @param {State} state
 * @returns {boolean} false if there is no room for the whole tree; then its line is kept
 */
function keep(state) {
    if (isEmbedded) return true;
    if (packed.tree !== state.tree) packed = { tree: state.tree, text: JSON.stringify(pack(state.tree)) };
    const { tree: _, ...rest } = state;
    const text = JSON.stringify(rest);
    const whole = `${text.slice(0, -1)},"tree":${packed.text}}`;
    // Where a browser keeps nothing the link keeps the line.
    const isBare = size(state.tree) === state.moves.length && !/[{]/.test(packed.text) && Object.values(state.header).every(value => !value);
    const isKept = STORES.map(name => storeItem(KEY, whole, name) || (!storeItem(KEY, text, name) && isBare)).every(Boolean);
    try {
        history.replaceState(null, '', linkOf(state));
    } catch {
        // Some browsers refuse it after a hundred moves in half a minute.
    }
    return isKept;
}
