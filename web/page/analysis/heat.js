// @ts-check
/** The heat map: what each move near the stones is worth, by searches that grow longer round by round. */
import { byId } from '../shared/element.js';
import { parseSize, pointOf } from '../shared/squares.js';
import { Remote, Stopped } from '../engine/remote.js';
import { endOf } from '../shared/values.js';
import { behind } from './line.js';
import { errorText } from '../errors.js';

/** @typedef {import('../shared/heat.js').Heat} Heat */

/** Nodes for each move, round by round: one search takes a fraction of a second, so a stop comes at once. */
const ROUNDS = [200, 1500, 8000];
/** How far from a stone the moves are, in squares. */
const REACH = 2;
/** Milliseconds between two drawings. */
const DRAW_MS = 150;

export class HeatMap {
    #app;
    #remote = new Remote();
    #isOn = false;
    /** Number of the run; an older one ends with its search. */
    #run = 0;

    /** @param {import('../app.js').App} app */
    constructor(app) {
        this.#app = app;
        byId('heat').addEventListener('click', () => {
            this.#isOn = !this.#isOn;
            byId('heat').setAttribute('aria-pressed', String(this.#isOn));
            this.#start();
        });
        app.onPosition.push(() => this.#start());
        app.onAsks.push(() => this.#start());
    }

    #start() {
        const app = this.#app;
        const run = ++this.#run;
        const isShown = this.#isOn && !app.asks;
        byId('heat-legend').hidden = !isShown || app.isOver;
        if (isShown && app.state.mode === 'analyse') {
            if (!app.isOver) this.#search(run).catch(error => error instanceof Stopped || app.notice(errorText(error)));
            return;
        }
        this.#remote.end();
        if (app.overlays.now.heat.length > 0) app.overlays.show({ heat: [] });
    }

    /** @param {number} run */
    async #search(run) {
        const app = this.#app;
        const { rule } = app.state;
        const view = app.view;
        // The board changes before its view is there, and with that the next run.
        const isOld = () => run !== this.#run || view !== app.view;
        await this.#remote.useNetwork(rule);
        if (isOld()) return;
        let squares = this.#near();
        /** @type {Map<string, Heat>} */
        const found = new Map();
        let drawn = 0;
        for (const nodes of ROUNDS) {
            for (const square of squares) {
                if (isOld()) return;
                const heat = await this.#value(square, nodes);
                if (isOld()) return;
                found.set(square, heat);
                if (performance.now() - drawn < DRAW_MS && square !== squares.at(-1)) continue;
                drawn = performance.now();
                app.overlays.show({ heat: [...found.values()] });
            }
            squares = [...found.values()].sort((a, b) => b.rate - a.rate).map(heat => heat.square);
        }
    }

    /** The legal moves near the stones, or near the middle. */
    #near() {
        const { moves, state, view } = this.#app;
        const size = parseSize(state.size);
        const stones = moves.map(name => pointOf(name, size));
        if (stones.length === 0) stones.push({ x: size.width >> 1, y: size.height >> 1 });
        return (view?.legal ?? []).filter(name => {
            const { x, y } = pointOf(name, size);
            return stones.some(stone => Math.max(Math.abs(stone.x - x), Math.abs(stone.y - y)) <= REACH);
        });
    }

    /** What a move is worth to the side that plays it. @param {string} square @param {number} nodes @returns {Promise<Heat>} */
    async #value(square, nodes) {
        const { state, moves, view } = this.#app;
        const isFive = view?.threats.some(threat => threat.square === square && threat.color === view.to_move && threat.kind === 'five');
        if (isFive) return { square, rate: 1, end: 'win' };
        const after = [...moves, square];
        // The last free square ends the game.
        if (view?.legal.length === 1) return { square, rate: 0.5, end: null };
        const report = await this.#remote.ask('analyse', [state.rule, state.size, after.join(''), { nodes, lines: 1 }], undefined, 60_000);
        const [answer] = report.lines;
        const line = answer && behind(square, answer);
        return { square, rate: line?.win_rate ?? 0.5, end: line ? endOf(line) : null };
    }
}
