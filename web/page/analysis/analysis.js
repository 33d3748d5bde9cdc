// @ts-check
/** Live analysis: lines of play of the position on the board. */
import { byId, focusBoard } from '../app.js';
import { RULES, SIZES } from '../records/game.js';
import { proved } from '../play/levels.js';
import { verdict } from '../play/play.js';
import { MOST_THREADS, Stopped } from '../engine/remote.js';
import { t } from '../words/words.js';
import { behind, fill, lineRow } from './line.js';

/** @typedef {import('../play/levels.js').Report} Report */

/** Nodes for each of the two searches of "Why not here?". */
const WHY_NODES = 60_000;

export class AnalysisPanel {
    #app;
    #isOn = false;

    /** @param {import('../app.js').App} app */
    constructor(app) {
        this.#app = app;
        const count = /** @type {HTMLSelectElement} */ (byId('line-count'));
        for (let lines = 1; lines <= 10; lines++) count.append(new Option(String(lines), String(lines), lines === 3, lines === 3));
        count.addEventListener('change', () => this.restart());
        this.#offerThreads();
        const rule = /** @type {HTMLSelectElement} */ (byId('rule'));
        for (const id of RULES) rule.append(ruleOption(id));
        const size = /** @type {HTMLSelectElement} */ (byId('size'));
        for (const text of SIZES) size.append(new Option(text.replace('x', ' × '), text));
        rule.addEventListener('change', () => this.#setRule(rule.value));
        const clear = () => {
            app.setGame({ rule: app.state.rule, size: size.value });
            void app.changed();
        };
        size.addEventListener('change', clear);
        byId('clear').addEventListener('click', clear);
        byId('think').addEventListener('click', () => this.toggle());
        byId('why').addEventListener('click', () => this.#pick());
        app.onPosition.push(() => this.restart());
    }

    /** Offers more threads where the page may have them; half of the cores leave the computer usable. */
    #offerThreads() {
        const count = /** @type {HTMLSelectElement} */ (byId('thread-count'));
        const app = this.#app;
        if (MOST_THREADS === 1 || app.search.isNative) return;
        byId('threads-choice').hidden = false;
        const usual = Math.max(1, Math.min(8, MOST_THREADS >> 1));
        for (let threads = 1; threads <= MOST_THREADS; threads++) {
            count.append(new Option(String(threads), String(threads), threads === usual, threads === usual));
        }
        app.threads = usual;
        count.addEventListener('change', () => {
            app.threads = Number(count.value);
            this.restart();
        });
    }

    /** @param {string} rule */
    #setRule(rule) {
        const app = this.#app;
        const { history, state } = app;
        history.remember(state);
        state.rule = rule;
        // The moves may be no game under the new rule.
        app.revert = () => app.restore(history.forget());
        void app.changed();
    }

    toggle() {
        this.#isOn = !this.#isOn;
        this.restart();
    }

    stop() {
        this.#isOn = false;
        this.#app.stopThinking();
        this.draw();
    }

    draw() {
        const { state } = this.#app;
        byId('why').setAttribute('aria-pressed', String(this.#app.onPick !== null));
        const think = byId('think');
        think.textContent = t(this.#isOn ? 'stop' : 'start');
        think.setAttribute('aria-pressed', String(this.#isOn));
        /** @type {HTMLSelectElement} */ (byId('rule')).value = state.rule;
        const size = /** @type {HTMLSelectElement} */ (byId('size'));
        if (![...size.options].some(option => option.value === state.size)) size.append(new Option(state.size.replace('x', ' × '), state.size));
        size.value = state.size;
    }

    /** The position or the number of lines has changed. */
    restart() {
        if (this.#app.state.mode !== 'analyse') return;
        byId('why-result').hidden = true;
        this.draw();
        this.#app.stopThinking();
        if (!this.#isOn || this.#app.isOver) {
            // What was found stays until the position changes.
            if (this.#app.candidates.length > 0) return;
            byId('figures').textContent = t(this.#app.isOver ? 'over' : 'press.start');
            this.#show(null);
            return;
        }
        void this.#run();
    }

    async #run() {
        const app = this.#app;
        const view = app.view;
        byId('figures').textContent = t('thinking');
        this.#show(null);
        const lines = Number(/** @type {HTMLSelectElement} */ (byId('line-count')).value);
        const progress = (/** @type {Report} */ report) => {
            if (view === app.view && this.#isOn) this.#show(report);
        };
        try {
            const report = await app.think({ lines, thorough: true }, progress, 0);
            if (view !== app.view) return;
            this.#show(report);
            byId('figures').textContent = t('done', { text: byId('figures').textContent ?? '' });
        } catch (error) {
            if (error instanceof Stopped) return;
            this.#isOn = false;
            this.draw();
            byId('figures').textContent = t('stopped');
            app.notice(t('problem.analysis', { error: /** @type {Error} */ (error).message }));
        }
    }

    /** The next click names a move whose refutation is wanted. */
    #pick() {
        const app = this.#app;
        app.onMark = null;
        app.onPick = app.onPick ? null : name => void this.#why(name);
        app.preview = [];
        app.draw();
        byId('why').setAttribute('aria-pressed', String(app.onPick !== null));
        byId('why-result').hidden = app.onPick === null;
        byId('why-text').textContent = t('why.choose');
        byId('why-line').replaceChildren();
        if (!app.onPick) return;
        app.announce(t('why.choose'));
        focusBoard();
    }

    /** Searches a move and shows what the other side answers. @param {string} name */
    async #why(name) {
        const app = this.#app;
        const view = app.view;
        app.onPick = null;
        byId('why').setAttribute('aria-pressed', 'false');
        this.stop();
        const text = byId('why-text');
        text.textContent = t('why.looking', { square: name });
        const request = { nodes: WHY_NODES, lines: 1, thorough: true };
        try {
            const [best] = (await app.think(request, () => undefined)).lines;
            if (view !== app.view || !best) return;
            const after = [...app.moves, name];
            const { winner } = await app.askRules('describe', [app.state.rule, app.state.size, after.join('')]);
            if (view !== app.view) return;
            if (winner) {
                text.textContent = t(winner === 'draw' ? 'why.fills' : 'why.wins', { square: name });
                return;
            }
            const [answer] = (await app.think(request, () => undefined, 60_000, after)).lines;
            if (view !== app.view || !answer) return;
            const line = behind(name, answer);
            const values = { square: name, verdict: verdict(line), best: best.moves[0], bestVerdict: verdict(best) };
            text.textContent = t(best.moves[0] === name ? 'why.best' : 'why.worse', values);
            byId('why-line').replaceChildren(lineRow(app, line));
            app.preview = line.moves.slice(0, 3);
            app.draw();
            app.announce(text.textContent);
        } catch (error) {
            if (!(error instanceof Stopped)) text.textContent = /** @type {Error} */ (error).message;
        }
    }

    /** @param {Report | null} report */
    #show(report) {
        const app = this.#app;
        const list = byId('lines');
        const gauge = byId('gauge');
        const best = report?.lines[0];
        gauge.classList.toggle('unknown', !best);
        if (!best) gauge.setAttribute('aria-label', t('gauge'));
        if (best && report) {
            const speed = report.ms > 0 ? ` · ${Math.round(report.nodes / report.ms)}\u00a0kn/s` : '';
            byId('figures').textContent = t('figures', { depth: `${report.depth}/${report.seldepth}`, nodes: short(report.nodes) }) + speed;
            const black = app.toMove === 'black' ? best.winRate : 1 - best.winRate;
            byId('gauge-black').style.setProperty('--share', `${(100 * black).toFixed(1)}%`);
            gauge.setAttribute('aria-label', t('gauge.value', { n: Math.round(100 * black) }));
        }
        app.candidates = (report?.lines ?? []).map((line, rank) => ({ square: line.moves[0], text: brief(line), rank }));
        app.preview = [];
        app.draw();
        // A line on which the mouse is pressed would miss its click.
        if (report && list.matches(':active')) return;
        fill(list, (report?.lines ?? []).map((line, rank) => lineRow(app, line, rank)));
    }
}

/** A rule to choose. @param {string} id */
export function ruleOption(id) {
    const option = new Option(t(`rule.${id}`), id);
    option.dataset.t = `rule.${id}`;
    return option;
}

/** @param {number} nodes */
function short(nodes) {
    if (nodes >= 1e6) return `${(nodes / 1e6).toFixed(1)}\u00a0M`;
    return nodes >= 10_000 ? `${Math.round(nodes / 1000)}\u00a0k` : String(nodes);
}

/** What stands on a candidate's square. @param {import('../play/levels.js').Line} line */
function brief(line) {
    const moves = proved(line);
    return moves === null ? String(Math.round(100 * line.winRate)) : `${moves > 0 ? '+' : '−'}${Math.abs(moves)}`;
}
