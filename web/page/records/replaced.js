// @ts-check
/** The games that others have taken the place of: kept until they are brought back or given up. */
import { byId } from '../shared/element.js';
import { isEmbedded, readState } from './game.js';
import { linkOf } from './link.js';
import { removeItem, storedItem, storeItem } from '../shared/storage.js';
import { pack, size } from './tree.js';

/** @typedef {import('./game.js').State} State */

const [GAMES, OPENED] = ['rustgomo.replaced', 'rustgomo.link'];
/** Most games that are kept. */
const MOST_GAMES = 5;

/** A game as it is stored. @typedef {{mark?: string}} Kept */

/** @param {Kept[]} games @param {string} mark */
const without = (games, mark) => games.filter(game => game.mark !== mark);

/** The games that are kept, the last one last. @returns {Kept[]} */
function kept() {
    try {
        const stored = JSON.parse(storedItem(GAMES) ?? '[]');
        return Array.isArray(stored) ? stored : [stored];
    } catch {
        return [];
    }
}

/**
 * Stores games, the last ones if there is not room for all. Without room for the last one those that were stored stay.
 * @param {Kept[]} games
 * @returns {boolean} whether the last one is stored
 */
function store(games) {
    if (games.length === 0) removeItem(GAMES);
    const isStored = games.length === 0 || games.some((_, first) => storeItem(GAMES, JSON.stringify(games.slice(first))));
    draw();
    return isStored;
}

const draw = () => (byId('replaced').hidden = kept().length === 0);

/** A short text that tells a game from others. @param {State} state */
function markOf(state) {
    let sum = 0;
    const { black, white, result, remark } = state.header;
    for (const letter of [pack(state.tree), black, white, result, remark].map(part => JSON.stringify(part || '')).join()) sum = (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0;
    return `${linkOf({ ...state, ply: state.moves.length })} ${sum}`;
}

/**
 * Keeps the game that was on the board before another one. One that came from outside and was not touched can be had from there again, and
 * those before it stay kept.
 * @param {State} before
 * @param {State} after
 * @param {() => void} onFull called when there is no room for it
 * @returns {() => void} what undoes it
 */
export function keepReplaced(before, after, onFull) {
    if (isEmbedded) return () => undefined;
    const [games, opened, mark] = [kept(), storedItem(OPENED), markOf(before)];
    if (opened !== mark && size(before.tree) > 0 && !store([...without(games, mark), { ...before, tree: pack(before.tree), mark }].slice(-MOST_GAMES))) onFull();
    storeItem(OPENED, markOf(after));
    return () => {
        store(games);
        storeItem(OPENED, opened ?? '');
    };
}

/** A game is on the board again: it need not be kept, and cannot be had from outside. @param {State} state */
export function forgetReplaced(state) {
    removeItem(OPENED);
    const games = kept();
    const others = without(games, markOf(state));
    if (others.length < games.length) store(others);
}

/**
 * @param {(game: State) => void} bringBack puts a game in place of the one on the board
 * @param {() => void} close called when the last one was given up
 */
export function setUpReplaced(bringBack, close) {
    byId('bring-back').addEventListener('click', () => {
        const games = kept();
        const game = games.at(-1);
        // Another tab may have brought it back.
        if (!game) {
            draw();
            return;
        }
        bringBack(readState(JSON.stringify(game)));
        // It cannot be had from outside.
        removeItem(OPENED);
        // The one that was on the board comes last.
        const added = kept().filter(({ mark }) => games.every(other => other.mark !== mark));
        store([...added, ...games.slice(0, -1)]);
    });
    byId('replaced-close').addEventListener('click', () => {
        store(kept().slice(0, -1));
        close();
    });
    window.addEventListener('storage', draw);
    draw();
}
