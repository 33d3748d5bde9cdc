// @ts-check
/** What the board shows of the page's position, and what is said about its squares. */
import { colorOf } from './shared/squares.js';
import { t } from './words/words.js';

/** @typedef {import('./app.js').App} App */

/**
 * @param {App} app
 * @returns {import('./shared/board.js').Scene}
 */
export function sceneOf(app) {
    const { state, view, moves, candidates, heat, preview, hint, replies, area, node } = app;
    const shows = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (document.getElementById(id)).checked;
    const isAnalysed = state.mode === 'analyse';
    return {
        size: state.size,
        moves,
        numbers: shows('show-numbers'),
        names: shows('show-names'),
        row: view?.winningRow ?? [],
        forbidden: shows('show-forbidden') ? (view?.forbidden ?? []).map(({ square, rows }) => ({ square, title: squareText(app, square), stones: rows.flat() })) : [],
        threats: shows('show-threats') ? (view?.threats ?? []) : [],
        candidates,
        heat,
        preview,
        hint,
        replies,
        area,
        notes: isAnalysed ? node.notes : {},
        variations: isAnalysed ? node.children.map(({ move }) => move) : [],
        active: !app.onMark && app.isActive() && !app.isOver,
    };
}

/** What stands on a square. @param {App} app @param {string} name */
export function squareText({ moves, view }, name) {
    const index = moves.indexOf(name);
    if (index >= 0) return t(`square.${colorOf(index)}`, { square: name, n: index + 1 });
    const foul = view?.forbidden.find(({ square }) => square === name)?.foul;
    return foul ? t('square.forbidden', { square: name, foul: t(`foul.${foul}`) }) : t('square.empty', { square: name });
}

/** Why the square under the pointer is forbidden, or how the game stands. @param {App} app */
export function statusOf(app) {
    const forbidden = app.view?.forbidden.find(({ square }) => square === app.looked);
    if (!forbidden) return app.statusText();
    const { square, foul, rows } = forbidden;
    return t('forbidden.here', { square, foul: t(`foul.${foul}`), stones: rows.map(row => row.join(' ')).join(' + ') });
}
