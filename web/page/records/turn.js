// @ts-check
/** Turns, mirrors and shifts the whole game. */
import { nameOf, parseSize, pointOf } from '../shared/squares.js';
import { t } from '../words/words.js';
import { mapSquares } from './tree.js';

/** @typedef {import('../shared/squares.js').Point} Point */
/** @typedef {import('../shared/squares.js').Size} Size */

/** Where a square goes; a quarter turn also changes the sides of the board. @type {Record<string, (point: Point, size: Size) => Point>} */
const MAPS = {
    rotate: ({ x, y }, { height }) => ({ x: height - 1 - y, y: x }),
    mirror: ({ x, y }, { width }) => ({ x: width - 1 - x, y }),
    left: ({ x, y }) => ({ x: x - 1, y }),
    right: ({ x, y }) => ({ x: x + 1, y }),
    up: ({ x, y }) => ({ x, y: y - 1 }),
    down: ({ x, y }) => ({ x, y: y + 1 }),
};

/** @param {import('../app.js').App} app */
export function setUpTurn(app) {
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-turn]'))) {
        button.addEventListener('click', () => turn(app, button.dataset.turn ?? 'rotate'));
    }
}

/** @param {import('../app.js').App} app @param {string} way */
function turn(app, way) {
    const { state } = app;
    const from = parseSize(state.size);
    const to = way === 'rotate' ? { width: from.height, height: from.width } : from;
    let isOff = false;
    const map = (/** @type {string} */ name) => {
        const point = MAPS[way](pointOf(name, from), from);
        isOff ||= point.x < 0 || point.y < 0 || point.x >= to.width || point.y >= to.height;
        return nameOf(point, to);
    };
    const tree = mapSquares(state.tree, map);
    const { opening } = state;
    // A shift may break the opening's rule, which then ends.
    const turned = opening && { ...opening, choices: opening.choices.replace(/[a-z]\d+/g, map) };
    const played = state.played && { ...state.played, moves: state.played.moves.map(map), line: state.played.line.map(map) };
    if (isOff) {
        app.notice(t('turn.off'));
        return;
    }
    app.stopThinking();
    app.history.remember(state);
    Object.assign(state, { tree, played, opening: turned, moves: state.moves.map(map), size: `${to.width}x${to.height}` });
    // Under renju a first move off the middle may break an opening's rule, but no rule of play.
    app.revert = () => app.restore(app.history.forget());
    void app.changed();
}
