// @ts-check
/** What the board shows of the page's position. */

/**
 * @param {import('./app.js').App} app
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
        forbidden: shows('show-forbidden') ? (view?.forbidden ?? []) : [],
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
