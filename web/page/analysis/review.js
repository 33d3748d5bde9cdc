// @ts-check
/** Review of the whole game: how each move changed the win rate. */
import { byId } from '../app.js';
import { Remote, Stopped } from '../engine/remote.js';
import { colorOf } from '../board/squares.js';
import { t } from '../words/words.js';

/** @typedef {import('../play/levels.js').Line} Line */
/** @typedef {{winRate: number, line: Line | null}} Judgement of a position; the win rate is that of the side to move */

/** Nodes for each position. */
const NODES = 20_000;
/** Drops of the win rate from which a move is marked, as `rustgomo review` has them. */
const MARKS = [
    { drop: 0.35, sign: '??', name: 'blunder' },
    { drop: 0.2, sign: '?', name: 'mistake' },
    { drop: 0.1, sign: '?!', name: 'inaccuracy' },
];
const [WIDTH, HEIGHT] = [300, 80];

export class Review {
    #app;
    #remote = new Remote();
    /** The game that the judgements are about. */
    #game = '';
    /** @type {Judgement[]} */
    #judged = [];

    /** @param {import('../app.js').App} app */
    constructor(app) {
        this.#app = app;
        byId('review').addEventListener('click', () => void this.#run());
        byId('graph').addEventListener('click', event => {
            const box = byId('graph').getBoundingClientRect();
            const count = this.#app.state.moves.length;
            app.goTo(Math.round(((event.clientX - box.left) / box.width) * count));
        });
        app.onPosition.push(() => this.draw());
    }

    get #key() {
        const { rule, size, moves } = this.#app.state;
        return `${rule}/${size}/${moves.join('')}`;
    }

    async #run() {
        this.#remote.stop();
        const { rule, size } = this.#app.state;
        const moves = [...this.#app.state.moves];
        const game = this.#key;
        this.#game = game;
        this.#judged = [];
        try {
            this.#remote.insertNetwork(rule, await this.#app.network(rule));
            for (let ply = 0; ply <= moves.length && this.#game === game; ply++) {
                this.#judged.push(await this.#judge(rule, size, moves.slice(0, ply)));
                this.draw();
            }
        } catch (error) {
            if (!(error instanceof Stopped)) this.#app.notice(t('problem.review', { error: /** @type {Error} */ (error).message }));
        }
        if (this.#judged.length > moves.length) this.#remote.end();
    }

    /** @param {string} rule @param {string} size @param {string[]} moves @returns {Promise<Judgement>} */
    async #judge(rule, size, moves) {
        const view = await this.#app.askRules('describe', [rule, size, moves.join('')]);
        if (view.winner) return { winRate: view.winner === 'draw' ? 0.5 : view.winner === view.toMove ? 1 : 0, line: null };
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
        const isOfGame = this.#game === this.#key && this.#judged.length > 0;
        byId('review').hidden = state.moves.length === 0;
        byId('review-result').hidden = !isOfGame;
        if (!isOfGame) {
            byId('review').textContent = t('review');
            // A game that was changed is not judged any further.
            if (this.#game !== this.#key) this.#game = '';
            return;
        }
        const known = this.#judged.length;
        byId('review').textContent = known > state.moves.length ? t('review.again') : t('review.runs', { n: known, count: state.moves.length + 1 });
        const x = (/** @type {number} */ ply) => ((ply / Math.max(1, state.moves.length)) * WIDTH).toFixed(1);
        const y = (/** @type {number} */ ply) => ((1 - this.#black(ply)) * HEIGHT).toFixed(1);
        const points = this.#judged.map((_, ply) => `${x(ply)} ${y(ply)}`);
        byId('course').setAttribute('d', `M${points.join('L')}`);
        byId('area').setAttribute('d', `M0 ${HEIGHT}L${points.join('L')}L${x(known - 1)} ${HEIGHT}Z`);
        const at = x(state.ply);
        byId('now').setAttribute('d', `M${at} 0V${HEIGHT}`);
        byId('mistakes').replaceChildren(...state.moves.flatMap((move, index) => this.#item(move, index)));
    }

    /** @param {string} move @param {number} index */
    #item(move, index) {
        const [before, after] = [this.#judged[index], this.#judged[index + 1]];
        if (!before?.line || !after || before.line.moves[0] === move) return [];
        const drop = before.winRate - (1 - after.winRate);
        const mark = MARKS.find(mark => drop >= mark.drop);
        if (!mark) return [];
        const item = document.createElement('li');
        const button = document.createElement('button');
        button.type = 'button';
        button.className = mark.name;
        const percent = (/** @type {number} */ rate) => `${Math.round(100 * rate)} %`;
        const better = document.createElement('small');
        const values = { before: percent(before.winRate), after: percent(1 - after.winRate), line: before.line.moves.slice(0, 5).join(' ') };
        better.textContent = t(`mistake.${colorOf(index)}`, values);
        const title = document.createElement('b');
        title.textContent = `${index + 1}. ${move} ${mark.sign}`;
        button.append(title, better);
        const line = before.line;
        button.addEventListener('click', () => {
            this.#app.goTo(index);
            void this.#app.viewed.then(() => {
                this.#app.hint = line.moves[0];
                this.#app.draw();
            });
        });
        item.append(button);
        return [item];
    }
}
