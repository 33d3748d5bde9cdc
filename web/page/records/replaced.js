// @ts-check
/** The games that others have taken the place of: kept until they are brought back or given up. */
import { byId } from '../shared/element.js';
import { isEmbedded, readState } from './game.js';
import { linkOf } from './link.js';
import { localStorageItem, removeItem, storeItem } from '../shared/storage.js';
import { pack, size } from './tree.js';

/** @typedef {import('./game.js').State} State */

const [GAMES, OPENED] = ['rustgomo.replaced', 'rustgomo.link'];
/** Most games that are kept. */
const MOST_GAMES = 5;

/** The games that are kept as they are stored, the last one last. @returns {unknown[]} */
function kept() {
    try {
        const stored = JSON.parse(localStorageItem(GAMES) ?? '[]');
        return Array.isArray(stored) ? stored : [stored];
    } catch {
        return [];
    }
}

/** Stores games, the last ones if there is not room for all. @param {unknown[]} games */
function store(games) {
    while (games.length > 0 && !storeItem(GAMES, JSON.stringify(games))) games = games.slice(1);
    if (games.length === 0) removeItem(GAMES);
    draw();
}

const draw = () => (byId('replaced').hidden = kept().length === 0);

/** A short text that tells a game from others. @param {State} state */
function markOf(state) {
    let sum = 0;
    for (const letter of JSON.stringify([pack(state.tree), state.header])) sum = (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0;
    return `${linkOf({ ...state, ply: state.moves.length })} ${sum}`;
}

/**
 * Keeps the game that was on the board before another one. One that came from outside and was not touched can be had from there again, and
 * those before it stay kept.
 * @param {State} before
 * @param {State} after
 * @returns {() => void} what undoes it
 */
export function keepReplaced(before, after) {
    if (isEmbedded) return () => undefined;
    const [games, opened] = [kept(), localStorageItem(OPENED)];
    if (opened !== markOf(before) && size(before.tree) > 0) store([...games, { ...before, tree: pack(before.tree) }].slice(-MOST_GAMES));
    storeItem(OPENED, markOf(after));
    return () => {
        store(games);
        storeItem(OPENED, opened ?? '');
    };
}

/** @param {(game: State) => void} bringBack */
export function setUpReplaced(bringBack) {
    byId('bring-back').addEventListener('click', () => {
        const games = kept();
        const game = games.pop();
        store(games);
        bringBack(readState(JSON.stringify(game ?? {})));
    });
    byId('replaced-close').addEventListener('click', () => store([]));
    draw();
}
