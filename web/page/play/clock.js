// @ts-check
/** The clock of a game: each side's time runs while it is to move, from the first move on. */
import { byId } from '../shared/element.js';
import { colorOf } from '../shared/squares.js';

/** @typedef {'black' | 'white'} Color */

/** Minutes for the game, and seconds for each move, to choose. */
export const MINUTES = [1, 3, 5, 10, 15, 30, 60];
export const INCREMENTS = [0, 1, 2, 3, 5, 10, 30];
/** Milliseconds between two drawings. */
const TICK_MS = 200;
/** Moves for which the engine's time is to last, and the nodes per millisecond that it counts on before it has measured them. */
const [MOVES_TO_GO, FIRST_SPEED] = [20, 30];

export class Clock {
    #app;
    #onEnd;
    /** Whose time runs, of which game, and since when. @type {{color: Color, time: import('../records/game.js').Time, since: number} | null} */
    #running = null;
    #length = 0;
    /** That of the position before. @type {import('../records/game.js').Time | null} */
    #time = null;
    /** Whether the position before was one of the game: neither of its opening nor of its analysis. */
    #isPlayed = false;
    #speed = FIRST_SPEED;

    /** @param {import('../app.js').App} app @param {(color: Color) => void} onEnd called when a side has no time left */
    constructor(app, onEnd) {
        this.#app = app;
        this.#onEnd = onEnd;
        this.#length = app.state.moves.length;
        window.setInterval(() => this.#running && this.#tick(), TICK_MS);
        // The time of the present move is not given back by a reload.
        window.addEventListener('pagehide', () => {
            if (!this.#running) return;
            this.#settle();
            app.keep();
        });
    }

    /** The position has changed: a move stops one clock and starts the other. */
    follow() {
        const { state, isGameOver } = this.#app;
        const { time, moves } = state;
        this.#settle();
        const isPlayed = state.mode === 'play' && !state.opening;
        if (time && time === this.#time && isPlayed && this.#isPlayed && moves.length === this.#length + 1) time.left[colorOf(this.#length)] += time.increment;
        this.#isPlayed = isPlayed;
        this.#time = time;
        this.#length = moves.length;
        const color = colorOf(moves.length);
        // The engine thinks about the last position only.
        const isThinking = state.ply === moves.length || state.human === 'both' || state.human === color;
        const runs = time && isPlayed && !isGameOver && moves.length > 0 && isThinking;
        this.#running = runs ? { color, time, since: performance.now() } : null;
        if (time) this.#app.keep();
        this.draw();
    }

    /** The game goes on from this number of moves, of which none is played now. @param {number} length */
    jump(length) {
        this.#length = length;
    }

    /** Nodes of a move that the engine has time for. @param {number} nodes of its level */
    nodes(nodes) {
        const { time, moves } = this.#app.state;
        if (!time) return nodes;
        const ms = time.left[colorOf(moves.length)] / MOVES_TO_GO + time.increment / 2;
        return Math.max(50, Math.min(nodes, Math.round(ms * this.#speed)));
    }

    /** Learns how fast the engine is. @param {import('../analysis/line.js').Report} report */
    measure({ nodes, seconds }) {
        if (seconds > 0.05) this.#speed = nodes / seconds / 1000;
    }

    #settle() {
        if (!this.#running) return;
        const now = performance.now();
        const { color, time, since } = this.#running;
        time.left[color] = Math.max(0, time.left[color] - (now - since));
        this.#running.since = now;
    }

    #tick() {
        this.#settle();
        this.draw();
        if (!this.#running) return;
        const { color, time } = this.#running;
        // A new game has its own time, and its clock starts when its position is known.
        if (time !== this.#app.state.time || time.left[color] > 0) return;
        this.#running = null;
        this.#onEnd(color);
    }

    draw() {
        const { time } = this.#app.state;
        byId('players').classList.toggle('timed', time !== null);
        for (const color of /** @type {Color[]} */ (['black', 'white'])) {
            const face = byId(`clock-${color}`);
            face.hidden = !time;
            face.classList.toggle('runs', this.#running?.color === color);
            if (time) face.textContent = written(time.left[color]);
        }
    }
}

/** Minutes and seconds, and tenths at the end. @param {number} ms */
function written(ms) {
    if (ms < 10_000) return (ms / 1000).toFixed(1);
    const seconds = Math.ceil(ms / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
