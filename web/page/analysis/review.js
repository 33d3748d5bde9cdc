// @ts-check
/** Review of the whole game: how each move changed the win rate. */
import { Remote, Stopped } from '../engine/remote.js';
import { itemOfTab, storeItem, STORES } from '../shared/storage.js';
import { annotate, insert, nodeAt } from '../records/tree.js';
import { Graph } from '../shared/graph.js';
import { byId, fill } from '../shared/element.js';
import { countsRow, KINDS, mistakeItem } from '../shared/mistakes.js';
import { percent } from '../shared/values.js';
import { errorText } from '../errors.js';
import { t } from '../words/words.js';
import { Exercise } from './exercise.js';

/** @typedef {import('./line.js').Line} Line */
/** @typedef {import('../shared/mistakes.js').Counts} Counts */
/** @typedef {{rule: string, size: string, moves: string[]}} Game a line of play */
/** @typedef {'black' | 'white'} Color */
/** @typedef {Omit<Line, 'moves' | 'depth' | 'seldepth'>} Score */
/** @typedef {{number: number, color: Color, played: string, before: Score, after: Score, mark: string}} Played a move: the scores of the best one and of itself, and its sign */
/** @typedef {{moves: Played[], positions: {number: number, black_win_rate: number}[], black_marks: Counts, white_marks: Counts}} Report */
/** @typedef {Played & {better: Line}} Mistake a move that has a sign, and the better line */
/** @typedef {{line: Line, isRight: boolean}} Answer */

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
    /** What is reviewed. @type {Game} */
    #game = { rule: '', size: '', moves: [] };
    /** The best line of every position that was searched by now, and what that says about the game. @type {(Line | null)[]} */
    #lines = [];
    /** @type {Report | null} */
    #report = null;
    /** The mistakes in the list, as text. */
    #listed = '';

    /** @param {import('../app.js').App} app */
    constructor(app) {
        this.#app = app;
        this.#exercise = new Exercise(app, (index, name) => this.#attempt(index, name), () => this.#remote.end());
        byId('review').addEventListener('click', () => void this.run());
        byId('exercise').addEventListener('click', () => this.#exercise.start(this.#game.moves, this.#mistakes()));
        this.#graph = new Graph(/** @type {SVGSVGElement} */ (/** @type {unknown} */ (byId('graph'))), GRAPH, ply => void app.walk(this.#game.moves, ply));
        byId('review-write').addEventListener('click', () => this.#write());
        for (const event of ['pointerleave', 'focusout']) byId('mistakes').addEventListener(event, () => this.#glance(null));
        void this.#restore();
        app.onPosition.push(() => this.draw());
    }

    /** The user leaves the analysis, or its game: nothing is asked any more. */
    leave() {
        this.#exercise.end();
    }

    /** Shows a better line at its place, until the pointer leaves it. @param {import('../overlays.js').Layers['glance']} glance */
    #glance(glance) {
        this.#app.overlays.show({ glance });
    }

    /** Takes up the review that was kept, as far as it makes sense. */
    async #restore() {
        try {
            const { game, lines } = JSON.parse(itemOfTab(KEY) ?? '{}');
            if (!Array.isArray(game?.moves)) return;
            this.#game = game;
            await this.#take(game, lines);
        } catch {
            // It makes no sense, or the engine failed.
        }
    }

    /**
     * The report of a game from the best lines of its positions.
     * @param {Game} game
     * @param {(Line | null)[]} lines
     * @returns {Promise<Report>}
     */
    #ask({ rule, size, moves }, lines) {
        const scores = Int16Array.from(lines, line => line?.score ?? 0);
        return this.#app.askRules('review', [rule, size, moves.join(''), lines.map(line => line?.moves.join('')).join('/'), scores]);
    }

    /**
     * Takes up what is known by now, unless another review has begun, or another game.
     * @param {Game} game
     * @param {(Line | null)[]} lines
     */
    async #take(game, lines) {
        const report = await this.#ask(game, lines);
        if (this.#game !== game) return false;
        this.#lines = lines;
        this.#report = report;
        this.draw();
        return true;
    }

    /** Writes the mistakes into the tree: a sign, what the move cost, and the better line as a variation. One undo takes all back. */
    #write() {
        const app = this.#app;
        const { moves } = this.#game;
        const tree = this.#mistakes().reduce((tree, mistake) => {
            const { number, better, mark } = mistake;
            const path = moves.slice(0, number);
            const notes = nodeAt(tree, path)?.notes ?? {};
            const text = `${mark} ${textOf(mistake)}`;
            const comment = notes.comment?.includes(text) ? notes.comment : [notes.comment, text].filter(Boolean).join('\n\n');
            const written = annotate(tree, path, { ...notes, comment, properties: { ...notes.properties, ...PROPERTIES[mark] } });
            return insert(written, [...moves.slice(0, number - 1), ...better.moves.slice(0, WRITTEN_MOVES)]);
        }, app.state.tree);
        void app.edit(tree, app.moves);
        app.notice(t('review.written'));
    }

    /** Whether the game that is reviewed is a line of the tree on the page. */
    get #isOfGame() {
        const { rule, size, moves } = this.#game;
        const { state } = this.#app;
        return rule === state.rule && size === state.size && nodeAt(state.tree, moves) !== undefined;
    }

    /** Reviews the line that is looked at. */
    async run() {
        this.#remote.stop();
        const { rule, size } = this.#app.state;
        const moves = [...this.#app.state.moves];
        const game = { rule, size, moves };
        this.#game = game;
        this.#report = null;
        this.#exercise.end();
        try {
            /** @type {(Line | null)[]} */
            const lines = [];
            while (lines.length <= moves.length) {
                lines.push(await this.#search({ ...game, moves: moves.slice(0, lines.length) }));
                if (!(await this.#take(game, lines))) return;
            }
            for (const store of STORES) storeItem(KEY, JSON.stringify({ game, lines }), store);
        } catch (error) {
            if (!(error instanceof Stopped)) this.#app.notice(t('problem.review', { error: errorText(error) }));
        } finally {
            // Another review may have begun.
            if (this.#game === game || this.#game.rule === '') this.#remote.end();
        }
    }

    /** The best line behind moves; nothing if the game is over. @param {Game} game @returns {Promise<Line | null>} */
    async #search({ rule, size, moves }) {
        const position = [rule, size, moves.join('')];
        const { end } = await this.#app.askRules('describe', position);
        if (end) return null;
        if (!(await this.#remote.useNetwork(rule))) this.#app.notice(t('problem.network'));
        const report = await this.#remote.ask('analyse', [...position, { nodes: NODES, thorough: true }], undefined, 60_000);
        return report.lines[0] ?? null;
    }

    /**
     * What a move in place of that of the game is worth, and whether it has no sign.
     * @param {number} index
     * @param {string} name
     * @returns {Promise<Answer>}
     */
    async #attempt(index, name) {
        const game = { ...this.#game, moves: [...this.#game.moves.slice(0, index), name] };
        const reply = await this.#search(game);
        const { after, mark } = (await this.#ask(game, [...this.#lines.slice(0, index + 1), reply])).moves[index];
        return { line: { depth: 0, seldepth: 0, ...reply, ...after, moves: [name, ...(reply?.moves ?? [])] }, isRight: !mark };
    }

    /** Says what is said in another language. */
    translate() {
        this.#exercise.translate();
    }

    /** Draws what is known by now. */
    draw() {
        const app = this.#app;
        const { state } = app;
        const isOfGame = this.#isOfGame;
        const report = this.#report;
        this.#publish(isOfGame);
        byId('review').hidden = state.moves.length === 0;
        byId('review-result').hidden = !isOfGame || !report;
        if (!isOfGame) {
            // A game that is gone is not judged any further; one that was judged may come back.
            if (!report || report.positions.length <= this.#game.moves.length) this.#game = { ...this.#game, rule: '' };
            this.#exercise.end();
        }
        if (!isOfGame || !report) {
            byId('review').textContent = t('review');
            return;
        }
        const { moves } = this.#game;
        const { positions } = report;
        const known = positions.length;
        const mistakes = this.#mistakes();
        byId('review').textContent = known > moves.length ? t('review.again') : t('review.runs', { n: known, count: moves.length + 1 });
        for (const id of ['exercise', 'review-write']) byId(id).hidden = known <= moves.length || mistakes.length === 0;
        byId('review-counts').replaceChildren(...(known > moves.length ? (/** @type {const} */ (['black', 'white'])).map(color => countsRow(color, t(color), report[`${color}_marks`])) : []));
        // The position on the board, or that in front of the variation that it is in.
        const here = moves.findIndex((move, index) => move !== this.#app.moves[index]);
        this.#graph.draw({
            length: moves.length,
            points: positions.map(({ number, black_win_rate: rate }) => ({ ply: number, rate })),
            mistakes: mistakes.map(({ number, played, mark }) => ({ ply: number, rate: positions[number].black_win_rate, kind: KINDS[mark], title: `${number}. ${played} ${mark}` })),
            ply: here < 0 ? moves.length : here,
        });
        const listed = JSON.stringify([moves, mistakes.map(mistake => [mistake.number, mistake.mark, textOf(mistake)])]);
        // A list that is filled again at every position would lose clicks.
        if (listed !== this.#listed) fill(byId('mistakes'), mistakes.map(mistake => this.#item(mistake)));
        this.#listed = listed;
    }

    /** Tells the list of moves and the gauge what is known. @param {boolean} isOfGame */
    #publish(isOfGame) {
        const app = this.#app;
        const { moves, positions } = (isOfGame && this.#report) || { moves: [], positions: [] };
        const keyed = positions.map(({ number, black_win_rate: black }) => /** @type {const} */ ([this.#game.moves.slice(0, number).join(''), { black, sign: moves[number - 1]?.mark ?? '' }]));
        if (keyed.length === 0 && app.reviewed.size === 0) return;
        app.reviewed = new Map(keyed);
        app.draw();
    }

    /** The mistakes that are known by now. */
    #mistakes() {
        return (this.#report?.moves ?? []).flatMap(played => {
            const better = this.#lines[played.number - 1];
            return played.mark && better ? [{ ...played, better }] : [];
        });
    }

    /** @param {Mistake} mistake */
    #item(mistake) {
        const { number, played, better, mark } = mistake;
        const path = this.#game.moves.slice(0, number - 1);
        const show = async () => {
            if (!(await this.#app.walk(this.#game.moves, path.length))) return;
            this.#app.overlays.show({ hint: better.moves[0] });
            this.#app.setTask('review', `${number}. ${played} ${mark} ${textOf(mistake)}`);
        };
        // Where the board shows the position, a hint marks the better move.
        const look = () => String(this.#app.moves) !== String(path) && this.#glance({ moves: path, preview: better.moves.slice(0, WRITTEN_MOVES) });
        return mistakeItem({ title: [`${number}. ${played}`], sign: mark, kind: KINDS[mark], text: textOf(mistake), show: () => void show(), look });
    }
}

/** What a mistake cost, and the better line. @param {Mistake} mistake */
function textOf({ color, before, after, better }) {
    const line = better.moves.slice(0, WRITTEN_MOVES).join(' ');
    return t(`mistake.${color}`, { before: percent(before.win_rate), after: percent(after.win_rate), line });
}
