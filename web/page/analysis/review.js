// @ts-check
/** Review of the whole game: how each move changed the win rate. */
import { byId } from '../app.js';
import { loadNetwork } from '../engine/networks.js';
import { Remote, Stopped } from '../engine/remote.js';
import { nodeAt } from '../records/tree.js';
import { Graph } from '../shared/graph.js';
import { mistakeItem } from '../shared/mistakes.js';
import { colorOf } from '../shared/squares.js';
import { percent } from '../shared/values.js';
import { t } from '../words/words.js';
import { Exercise } from './exercise.js';
import { fill } from './line.js';

/** @typedef {import('../play/levels.js').Line} Line */
/** @typedef {{winRate: number, line: Line | null}} Judgement of a position; the win rate is that of the side to move */
/**
 * A move that lowered the win rate of its side.
 * @typedef {{index: number, move: string, before: number, after: number, better: Line, sign: string, name: string}} Mistake
 */

/** Nodes for each position. */
const NODES = 20_000;
/** Drops of the win rate from which a move is marked, as `rustgomo review` has them. */
const MARKS = [
    { drop: 0.35, sign: '??', name: 'blunder' },
    { drop: 0.2, sign: '?', name: 'mistake' },
    { drop: 0.1, sign: '?!', name: 'inaccuracy' },
];
/** Units of the graph, about a pixel each. */
const GRAPH = { width: 420, height: 150 };

export class Review {
    #app;
    #remote = new Remote();
    #exercise;
    #graph;
    /** The rule, the board and the line that the judgements are about. */
    #game = { rule: '', size: '', moves: /** @type {string[]} */ ([]) };
    /** @type {Judgement[]} */
    #judged = [];

    /** @param {import('../app.js').App} app */
    constructor(app) {
        this.#app = app;
        this.#exercise = new Exercise(app, moves => this.judge(moves));
        byId('review').addEventListener('click', () => void this.#run());
        byId('exercise').addEventListener('click', () => this.#exercise.start(this.#game.moves, this.#mistakes()));
        this.#graph = new Graph(/** @type {SVGSVGElement} */ (/** @type {unknown} */ (byId('graph'))), GRAPH, ply => void app.walk(this.#game.moves, ply));
        app.onPosition.push(() => this.draw());
    }

    /** Whether the judgements are about a line of the tree on the page. */
    get #isOfGame() {
        const { rule, size, moves } = this.#game;
        const { state } = this.#app;
        return rule === state.rule && size === state.size && nodeAt(state.tree, moves) !== undefined;
    }

    async #run() {
        this.#remote.stop();
        const { rule, size, moves } = this.#app.state;
        const game = { rule, size, moves: [...moves] };
        this.#game = game;
        this.#judged = [];
        this.#exercise.end();
        try {
            for (let ply = 0; ply <= moves.length; ply++) {
                const judgement = await this.judge(game.moves.slice(0, ply));
                // Another review may have begun, or another game.
                if (this.#game !== game) return;
                this.#judged.push(judgement);
                this.draw();
            }
            this.#remote.end();
        } catch (error) {
            if (!(error instanceof Stopped)) this.#app.notice(t('problem.review', { error: /** @type {Error} */ (error).message }));
        }
    }

    /** @param {string[]} moves @returns {Promise<Judgement>} */
    async judge(moves) {
        const { rule, size } = this.#game;
        const view = await this.#app.askRules('describe', [rule, size, moves.join('')]);
        if (view.winner) return { winRate: view.winner === 'draw' ? 0.5 : view.winner === view.toMove ? 1 : 0, line: null };
        this.#remote.insertNetwork(rule, await loadNetwork(rule));
        const report = await this.#remote.ask('analyse', [rule, size, moves.join(''), { nodes: NODES, thorough: true }], undefined, 60_000);
        const line = report.lines[0] ?? null;
        return { winRate: line?.winRate ?? 0.5, line };
    }

    /** Win rate of black after `ply` moves. @param {number} ply */
    #black(ply) {
        const { winRate } = this.#judged[ply];
        return colorOf(ply) === 'black' ? winRate : 1 - winRate;
    }

    /** Draws what is known by now. */
    draw() {
        const { state } = this.#app;
        const isOfGame = this.#isOfGame;
        const known = this.#judged.length;
        byId('review').hidden = state.moves.length === 0;
        byId('review-result').hidden = !isOfGame || known === 0;
        if (!isOfGame) {
            // A game that is gone is not judged any further.
            this.#game = { ...this.#game, rule: '' };
            this.#exercise.end();
        }
        if (!isOfGame || known === 0) {
            byId('review').textContent = t('review');
            return;
        }
        const { moves } = this.#game;
        const mistakes = this.#mistakes();
        byId('review').textContent = known > moves.length ? t('review.again') : t('review.runs', { n: known, count: moves.length + 1 });
        byId('exercise').hidden = known <= moves.length || mistakes.length === 0;
        // The position on the board, or that in front of the variation that it is in.
        const here = moves.findIndex((move, index) => move !== this.#app.moves[index]);
        this.#graph.draw({
            length: moves.length,
            points: this.#judged.map((_, ply) => ({ ply, rate: this.#black(ply) })),
            mistakes: mistakes.map(({ index, move, sign, name }) => ({ ply: index + 1, rate: this.#black(index + 1), kind: name, title: `${index + 1}. ${move} ${sign}` })),
            ply: here < 0 ? moves.length : here,
        });
        fill(byId('mistakes'), mistakes.map(mistake => this.#item(mistake)));
    }

    /** The mistakes that are known by now. */
    #mistakes() {
        return this.#game.moves.flatMap((move, index) => {
            const [before, after] = [this.#judged[index], this.#judged[index + 1]];
            if (!before?.line || !after || before.line.moves[0] === move) return [];
            const rates = { before: before.winRate, after: 1 - after.winRate };
            const mark = MARKS.find(({ drop }) => rates.before - rates.after >= drop);
            return mark ? [{ index, move, ...rates, better: before.line, sign: mark.sign, name: mark.name }] : [];
        });
    }

    /** @param {Mistake} mistake */
    #item({ index, move, before, after, better, sign, name }) {
        const show = async () => {
            await this.#app.walk(this.#game.moves, index);
            // On a phone the list is below it.
            byId('board').scrollIntoView({ block: 'nearest' });
            this.#app.hint = better.moves[0];
            this.#app.draw();
        };
        const line = better.moves.slice(0, 5).join(' ');
        const text = t(`mistake.${colorOf(index)}`, { before: percent(before), after: percent(after), line });
        return mistakeItem({ title: `${index + 1}. ${move}`, sign, kind: name, text, show: () => void show() });
    }
}
