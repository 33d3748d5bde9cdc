// @ts-check
/** Review of the whole game: how each move changed the win rate. */
import { loadNetwork } from '../engine/networks.js';
import { Remote, Stopped } from '../engine/remote.js';
import { localStorageItem, removeItem, storeItem } from '../shared/storage.js';
import { annotate, insert, nodeAt } from '../records/tree.js';
import { Graph } from '../shared/graph.js';
import { byId, fill } from '../shared/element.js';
import { countsRow, MARKS, mistakeItem } from '../shared/mistakes.js';
import { colorOf } from '../shared/squares.js';
import { percent } from '../shared/values.js';
import { errorText } from '../errors.js';
import { t } from '../words/words.js';
import { Exercise } from './exercise.js';

/** @typedef {import('./line.js').Line} Line */
/** @typedef {{win_rate: number, line: Line | null}} Judgement of a position; the win rate is that of the side to move */
/**
 * A move that lowered the win rate of its side.
 * @typedef {{index: number, move: string, before: number, after: number, better: Line, sign: string, name: string}} Mistake
 */

/** Nodes for each position. */
const NODES = 20_000;
/** The same as properties of SGF: a bad move, a doubtful one, an interesting one is none of ours. @type {Record<string, Record<string, string[]>>} */
const PROPERTIES = { '??': { BM: ['2'] }, '?': { BM: ['1'] }, '?!': { DO: [''] } };
/** Moves of a better line that are written into the game. */
const WRITTEN_MOVES = 5;
const KEY = 'rustgomo.review';
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
        byId('review').addEventListener('click', () => void this.run());
        byId('exercise').addEventListener('click', () => this.#exercise.start(this.#game.moves, this.#mistakes()));
        this.#graph = new Graph(/** @type {SVGSVGElement} */ (/** @type {unknown} */ (byId('graph'))), GRAPH, ply => void app.walk(this.#game.moves, ply));
        byId('review-write').addEventListener('click', () => this.#write());
        for (const event of ['pointerleave', 'focusout']) byId('mistakes').addEventListener(event, () => this.#glance(null));
        this.#restore();
        app.onPosition.push(() => this.draw());
    }

    /** Shows a better line at its place, until the pointer leaves it. @param {import('../overlays.js').Layers['glance']} glance */
    #glance(glance) {
        this.#app.overlays.show({ glance });
    }

    /** Takes up the review that was kept, as far as it makes sense. */
    #restore() {
        try {
            const { game, judged } = JSON.parse(localStorageItem(KEY) ?? '{}');
            const isJudgement = (/** @type {any} */ judgement) => Number.isFinite(judgement?.win_rate) && (judgement.line === null || Array.isArray(judgement.line?.moves));
            if (!Array.isArray(game?.moves) || !Array.isArray(judged) || !judged.every(isJudgement)) return;
            this.#game = game;
            this.#judged = judged;
        } catch {
            removeItem(KEY);
        }
    }

    /** Writes the mistakes into the tree: a sign, what the move cost, and the better line as a variation. One undo takes all back. */
    #write() {
        const app = this.#app;
        const { moves } = this.#game;
        const tree = this.#mistakes().reduce((tree, mistake) => {
            const { index, better, sign } = mistake;
            const path = moves.slice(0, index + 1);
            const notes = nodeAt(tree, path)?.notes ?? {};
            const text = `${sign} ${textOf(mistake)}`;
            const comment = notes.comment?.includes(text) ? notes.comment : [notes.comment, text].filter(Boolean).join('\n\n');
            const written = annotate(tree, path, { ...notes, comment, properties: { ...notes.properties, ...PROPERTIES[sign] } });
            return insert(written, [...moves.slice(0, index), ...better.moves.slice(0, WRITTEN_MOVES)]);
        }, app.state.tree);
        void app.edit(tree, app.moves);
        app.notice(t('review.written'));
    }

    /** Whether the judgements are about a line of the tree on the page. */
    get #isOfGame() {
        const { rule, size, moves } = this.#game;
        const { state } = this.#app;
        return rule === state.rule && size === state.size && nodeAt(state.tree, moves) !== undefined;
    }

    /** Reviews the line that is looked at. */
    async run() {
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
            storeItem(KEY, JSON.stringify({ game, judged: this.#judged }));
        } catch (error) {
            if (!(error instanceof Stopped)) this.#app.notice(t('problem.review', { error: errorText(error) }));
        }
    }

    /** @param {string[]} moves @returns {Promise<Judgement>} */
    async judge(moves) {
        const { rule, size } = this.#game;
        const { end, to_move: mover } = await this.#app.askRules('describe', [rule, size, moves.join('')]);
        if (end) return { win_rate: !end.winner ? 0.5 : end.winner === mover ? 1 : 0, line: null };
        this.#remote.insertNetwork(rule, await loadNetwork(rule));
        const report = await this.#remote.ask('analyse', [rule, size, moves.join(''), { nodes: NODES, thorough: true }], undefined, 60_000);
        const line = report.lines[0] ?? null;
        return { win_rate: line?.win_rate ?? 0.5, line };
    }

    /** Win rate of black after `ply` moves. @param {number} ply */
    #black(ply) {
        const { win_rate: rate } = this.#judged[ply];
        return colorOf(ply) === 'black' ? rate : 1 - rate;
    }

    /** Draws what is known by now. */
    draw() {
        const app = this.#app;
        const { state } = app;
        const isOfGame = this.#isOfGame;
        const known = this.#judged.length;
        this.#publish(isOfGame);
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
        for (const id of ['exercise', 'review-write']) byId(id).hidden = known <= moves.length || mistakes.length === 0;
        byId('review-counts').replaceChildren(...(known > moves.length ? (/** @type {const} */ (['black', 'white'])).map(color => countsRow(color, t(color), mistakes.filter(({ index }) => colorOf(index) === color).map(({ sign }) => sign))) : []));
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

    /** Tells the list of moves and the gauge what is known. @param {boolean} isOfGame */
    #publish(isOfGame) {
        const app = this.#app;
        const signs = new Map(isOfGame ? this.#mistakes().map(({ index, sign }) => [index + 1, sign]) : []);
        const keyed = isOfGame ? this.#judged.map((_, ply) => /** @type {const} */ ([this.#game.moves.slice(0, ply).join(''), { black: this.#black(ply), sign: signs.get(ply) ?? '' }])) : [];
        if (keyed.length === 0 && app.reviewed.size === 0) return;
        app.reviewed = new Map(keyed);
        app.draw();
    }

    /** The mistakes that are known by now. */
    #mistakes() {
        return this.#game.moves.flatMap((move, index) => {
            const [before, after] = [this.#judged[index], this.#judged[index + 1]];
            if (!before?.line || !after || before.line.moves[0] === move) return [];
            const rates = { before: before.win_rate, after: 1 - after.win_rate };
            const mark = MARKS.find(({ drop }) => rates.before - rates.after >= drop);
            return mark ? [{ index, move, ...rates, better: before.line, sign: mark.sign, name: mark.name }] : [];
        });
    }

    /** @param {Mistake} mistake */
    #item(mistake) {
        const { index, move, better, sign, name } = mistake;
        const show = async () => {
            await this.#app.walk(this.#game.moves, index);
            this.#app.overlays.show({ hint: better.moves[0] });
            this.#app.setTask('review', `${index + 1}. ${move} ${sign} ${textOf(mistake)}`);
        };
        const path = this.#game.moves.slice(0, index);
        // Where the board shows the position, a hint marks the better move.
        const look = () => String(this.#app.moves) !== String(path) && this.#glance({ moves: path, preview: better.moves.slice(0, WRITTEN_MOVES) });
        return mistakeItem({ title: [`${index + 1}. ${move}`], sign, kind: name, text: textOf(mistake), show: () => void show(), look });
    }
}

/** What a mistake cost, and the better line. @param {Mistake} mistake */
function textOf({ index, before, after, better }) {
    const line = better.moves.slice(0, WRITTEN_MOVES).join(' ');
    return t(`mistake.${colorOf(index)}`, { before: percent(before), after: percent(after), line });
}
