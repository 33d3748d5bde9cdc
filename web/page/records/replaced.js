// @ts-check
/** The game that a link has taken the place of: kept until it is brought back or given up. */
import { focusBoard } from '../app.js';
import { byId } from '../shared/element.js';
import { isEmbedded, readState } from './game.js';
import { linkOf } from './link.js';
import { localStorageItem, removeItem, storeItem } from '../shared/storage.js';
import { pack, size } from './tree.js';

/** @typedef {import('./game.js').State} State */

const [GAME, LINK] = ['rustgomo.replaced', 'rustgomo.link'];

/** The link of the whole line. @param {State} state */
const wholeLink = state => linkOf({ ...state, ply: state.moves.length });

const draw = () => (byId('replaced').hidden = localStorageItem(GAME) === null);

/**
 * Keeps the game that was on the board before a link. One that came from a link and was not touched can be had from that link again, and
 * the game before it stays kept.
 * @param {State} before
 * @param {State} after
 * @returns {() => void} what undoes it
 */
export function keepReplaced(before, after) {
    if (isEmbedded) return () => undefined;
    const [game, link] = [localStorageItem(GAME), localStorageItem(LINK)];
    const isUntouched = link === wholeLink(before) && size(before.tree) === before.moves.length;
    if (!isUntouched && size(before.tree) > 0) storeItem(GAME, JSON.stringify({ ...before, tree: pack(before.tree) }));
    storeItem(LINK, wholeLink(after));
    draw();
    return () => {
        for (const [key, text] of /** @type {const} */ ([[GAME, game], [LINK, link]])) text === null ? removeItem(key) : storeItem(key, text);
        draw();
    };
}

/** @param {(game: State) => void} bringBack */
export function setUpReplaced(bringBack) {
    const forget = () => {
        removeItem(GAME);
        draw();
    };
    byId('bring-back').addEventListener('click', () => {
        const game = readState(localStorageItem(GAME));
        forget();
        bringBack(game);
        focusBoard();
    });
    byId('replaced-close').addEventListener('click', forget);
    draw();
}
