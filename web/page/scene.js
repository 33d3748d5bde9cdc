// @ts-check
/** What the board shows of the page's position, and what is said about its squares. */
import { BARE } from './shared/board.js';
import { colorOf } from './shared/squares.js';
import { stoneOf } from './shared/values.js';
import { t } from './words/words.js';

/** @typedef {import('./app.js').App} App */

/** Whether a switch of the board is on. @param {string} id */
const shows = id => /** @type {HTMLInputElement} */ (document.getElementById(id)).checked;

/**
 * @param {App} app
 * @returns {import('./shared/board.js').Scene}
 */
export function sceneOf(app) {
    const { state, view, moves, node } = app;
    const { glance, known, ...layers } = app.overlays.now;
    const isSearched = layers.candidates.length > 0 || layers.heat.length > 0;
    const isAnalysed = state.mode === 'analyse';
    return {
        ...layers,
        size: state.size,
        moves,
        numbers: shows('show-numbers'),
        unnumbered: app.unnumbered,
        names: shows('show-names'),
        row: view?.end?.rows.flat() ?? [],
        forbidden: shows('show-forbidden') ? (view?.forbidden ?? []).map(({ square, rows }) => ({ square, title: placeText(app, square), stones: rows.flat() })) : [],
        threats: shows('show-threats') ? (view?.threats ?? []).map(({ rows, ...threat }) => ({ ...threat, stones: rows.flat() })) : [],
        ...(!isSearched && !app.asks && document.getElementById('book-card')?.offsetParent && { candidates: known }),
        notes: isAnalysed ? node.notes : {},
        variations: isAnalysed && !app.asks ? node.children.map(({ move }) => move) : [],
        active: !app.onMark && app.isActive() && !app.isOver,
        ...(glance && { ...BARE, ...glance, active: false }),
    };
}

/** What stands on a square, and what is written there. @param {App} app @param {string} name */
export function squareText(app, name) {
    const { overlays, state, node } = app;
    const label = overlays.now.candidates.find(({ square }) => square === name)?.text ?? (state.mode === 'analyse' ? node.notes.labels?.[name] : '');
    return [placeText(app, name), label].filter(Boolean).join(', ');
}

/** @param {App} app @param {string} name */
function placeText({ moves, view }, name) {
    const index = moves.indexOf(name);
    if (index >= 0) return t(`square.${colorOf(index)}`, { square: name, n: index + 1 });
    const foul = view?.forbidden.find(({ square }) => square === name)?.foul;
    return foul ? t('square.forbidden', { square: name, foul: t(`foul.${foul}`) }) : t('square.empty', { square: name });
}

/** Why the square under the pointer is forbidden, what it threatens, or how the game stands. @param {App} app */
export function statusOf(app) {
    const square = app.looked;
    const forbidden = app.view?.forbidden.find(each => each.square === square);
    const threats = shows('show-threats') ? (app.view?.threats.filter(each => each.square === square) ?? []) : [];
    if (!square || (!forbidden && threats.length === 0)) return app.task || app.statusText();
    const words = threats.map(({ color, kind, rows }) => {
        const name = kind === 'open four' && rows.length > 1 ? t('foul.double four') : t(`threat.${kind}`);
        return t('threat.here', { square, side: stoneOf(color), kind: name, stones: rowsText(rows) });
    });
    if (forbidden) words.unshift(t('forbidden.here', { square, foul: t(`foul.${forbidden.foul}`), stones: rowsText(forbidden.rows) }));
    return words.join(' · ');
}

/** @param {string[][]} rows */
const rowsText = rows => rows.map(row => row.join(' ')).join(' + ');
