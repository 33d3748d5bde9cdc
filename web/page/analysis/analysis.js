// @ts-check
/** Live analysis: lines of play of the position on the board. */
import { focusBoard } from '../app.js';
import { RULES, SIZES } from '../records/rules.js';
import { MOST_THREADS, Stopped } from '../engine/remote.js';
import { storedItem, storeItem } from '../shared/storage.js';
import { errorText } from '../errors.js';
import { button, byId, fill, input, isForField, numberOf, select } from '../shared/element.js';
import { endOf, markOf, qualityOf } from '../shared/values.js';
import { optionOf, t } from '../words/words.js';
import { behind, lineRow, verdict } from './line.js';

/** @typedef {import('./line.js').Report} Report */

/** Nodes for each of the two searches of "Why not here?". */
const WHY_NODES = 60_000;
/** Milliseconds that a position stands on the board before it is searched: stepping through a game starts no search. */
const PAUSE_MS = 150;
/** Positions of which the reports are kept. */
const MOST_KNOWN = 300;
/** What is chosen by lists of the page and kept in the browser. */
const SETTINGS = ['line-count', 'limit', 'limit-amount', 'range', 'table-size', 'show-values'];
const THREADS_KEY = 'rustgomo.thread-count';
const LINES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20, 30, 50, 100, 225, 400];
/** Where the amount of a limit begins. @type {Record<string, string>} */
const USUAL_AMOUNT = { ms: '30', depth: '16', nodes: '1000' };


export class AnalysisPanel {
    #app;
    #isOn = false;
    /** Whether the search of the position on the board has come to its end. */
    #isDone = false;
    /** The deepest report of each position that was looked at. @type {Map<string, Report>} */
    #known = new Map();
    /** The report that is shown. @type {Report | null} */
    #shown = null;
    /** The position that it is of. */
    #shownAt = '';
    /** What the searches of the position have cost: before the one that runs, and with it. Its reports have the cost of their first line. */
    #before = { nodes: 0, seconds: 0 };
    #effort = this.#before;
    /** What the next clicks on the board are for, if not for moves. @type {'why' | 'leave-out' | null} */
    #picking = null;
    /** The moves that the analysis leaves out, by position. @type {Map<string, string[]>} */
    #excluded = new Map();
    #pause = 0;
    /** Number of the question about the position that was asked last, or given up. */
    #asked = 0;

    /** @param {import('../app.js').App} app */
    constructor(app) {
        this.#app = app;
        for (const lines of LINES) select('line-count').append(new Option(String(lines), String(lines), lines === 3, lines === 3));
        this.#offerThreads();
        app.onNativeLost = () => {
            this.#offerThreads();
            this.draw();
        };
        for (const id of SETTINGS) {
            const stored = storedItem(`rustgomo.${id}`);
            const options = [...(select(id).options ?? [])];
            if (stored !== null && (options.length === 0 || options.some(({ value }) => value === stored))) select(id).value = stored;
            select(id).addEventListener('change', () => {
                if (id === 'limit') this.#offerAmount(USUAL_AMOUNT[select(id).value]);
                if (id === 'limit-amount') select(id).value = String(this.#amount);
                storeItem(`rustgomo.${id}`, select(id).value);
                if (id === 'table-size') app.search.setTable(Number(select(id).value));
                if (id === 'show-values') this.#show(this.#shown);
                else this.restart();
            });
        }
        this.#offerAmount();
        app.search.setTable(Number(select('table-size').value));
        for (const id of RULES) select('rule').append(optionOf('rule', id));
        for (const text of SIZES) select('size').append(new Option(text.replace('x', ' × '), text));
        select('rule').addEventListener('change', () => this.#setRule(select('rule').value));
        const clear = () => {
            app.setGame({ rule: app.state.rule, size: select('size').value });
            void app.changed();
        };
        select('size').addEventListener('change', clear);
        byId('clear').addEventListener('click', clear);
        byId('think').addEventListener('click', () => this.toggle());
        for (const kind of /** @type {const} */ (['why', 'leave-out'])) byId(kind).addEventListener('click', () => this.#pick(kind));
        for (const count of [1, 2]) byId(`balance-${count}`).addEventListener('click', () => void this.#balance(count === 2));
        // Lines do not change under the eyes of a reader.
        byId('lines').addEventListener('pointerleave', () => this.#refresh());
        document.addEventListener('pointerdown', event => {
            if (app.overlays.now.preview.length === 0 || /** @type {Element} */ (event.target).closest('.lines-of-play, #board')) return;
            app.overlays.show({ preview: [] });
            this.#refresh();
        });
        app.search.onLive = ({ nodes, ms }) => {
            if (this.#isOn && !this.#isDone && app.state.mode === 'analyse') {
                this.#spend({ nodes, seconds: ms / 1000 });
                this.#writeFigures();
            }
        };
        document.addEventListener('keydown', event => {
            if (event.key !== 'Escape' || isForField(event)) return;
            if (this.#picking) {
                this.#pick(this.#picking);
            } else if (!byId('why-result').hidden) {
                app.stopThinking();
                this.#endPick();
            }
        });
        app.onPosition.push(() => {
            this.#picking = null;
            this.restart();
        });
        app.onAsks.push(() => this.restart());
        app.onDraw.push(() => {
            if (app.state.mode === 'analyse') this.#drawGauge(this.#shownAt === this.#position ? this.#shown : null);
            // A tool for marks takes the clicks.
            if (!this.#picking || !app.onMark) return;
            this.#endPick();
            this.draw();
        });
    }

    /** Offers more threads where the page may have them; half of the cores leave the computer usable. */
    #offerThreads() {
        const count = select('thread-count');
        const app = this.#app;
        if (MOST_THREADS === 1 || app.search.isNative) return;
        byId('threads-choice').hidden = false;
        const chosen = Number(storedItem(THREADS_KEY));
        const usual = chosen >= 1 && chosen <= MOST_THREADS ? chosen : Math.max(1, Math.min(8, MOST_THREADS >> 1));
        for (let threads = 1; threads <= MOST_THREADS; threads++) {
            count.append(new Option(String(threads), String(threads), threads === usual, threads === usual));
        }
        app.threads = usual;
        count.addEventListener('change', () => {
            app.threads = Number(count.value);
            storeItem(THREADS_KEY, count.value);
            this.restart();
        });
    }

    /** Shows the amount of the limit where there is one. @param {string} [amount] a new one */
    #offerAmount(amount) {
        const field = input('limit-amount');
        field.hidden = select('limit').value === '';
        if (!amount) return;
        field.value = amount;
        storeItem('rustgomo.limit-amount', amount);
    }

    /** @param {string} rule */
    #setRule(rule) {
        const app = this.#app;
        const { history, state } = app;
        history.remember(state);
        state.rule = rule;
        // The moves may be no game under the new rule.
        app.revert = () => {
            app.restore(history.forget());
            this.draw();
        };
        void app.changed();
    }

    /** Starts the search, or stops the one that runs. */
    toggle() {
        if (this.#app.asks) return;
        this.#isOn = !this.#isRunning;
        this.restart();
    }

    get #isRunning() {
        return this.#isOn && !this.#isDone && !this.#app.isOver && !this.#app.asks;
    }

    stop() {
        this.#isOn = false;
        clearTimeout(this.#pause);
        this.#app.stopThinking();
        this.draw();
    }

    /** The user leaves the analysis, or its game: nothing is searched or asked any more. */
    leave() {
        this.stop();
        this.#endPick();
    }

    draw() {
        const { state, isOver, asks } = this.#app;
        for (const kind of ['why', 'leave-out']) byId(kind).setAttribute('aria-pressed', String(this.#picking === kind));
        const think = byId('think');
        think.textContent = t(this.#isRunning ? 'stop' : 'start');
        think.setAttribute('aria-pressed', String(this.#isRunning));
        for (const id of ['think', 'why', 'prove', 'heat', 'leave-out', 'balance-1', 'balance-2']) button(id).disabled = isOver || asks;
        select('rule').value = state.rule;
        if (![...select('size').options].some(option => option.value === state.size)) select('size').append(new Option(state.size.replace('x', ' × '), state.size));
        select('size').value = state.size;
        byId('native').hidden = !this.#app.search.isNative;
        byId('table-choice').hidden = this.#app.search.isNative;
    }

    get #position() {
        const { state, moves } = this.#app;
        return `${state.rule}/${state.size}/${moves.join('')}`;
    }

    /** The moves that are left out of the analysis of the position. */
    get #leftOut() {
        return this.#excluded.get(this.#position) ?? [];
    }

    /** What the reports of a position are kept under: those of other limits and moves are others. */
    get #key() {
        const { lines: _, ...settings } = this.#request();
        return `${this.#position}/${JSON.stringify(settings)}`;
    }

    /** The position or a setting has changed. */
    restart() {
        if (this.#app.state.mode !== 'analyse') return;
        clearTimeout(this.#pause);
        if (!this.#picking) this.#endPick();
        this.#isDone = false;
        this.#app.stopThinking();
        this.draw();
        // A question on the board is not answered by its analysis.
        const known = this.#app.asks ? null : (this.#known.get(this.#key) ?? null);
        this.#before = this.#effort = { nodes: known?.nodes ?? 0, seconds: known?.seconds ?? 0 };
        this.#app.overlays.show({ excluded: this.#leftOut });
        this.#show(known);
        if (this.#isRunning) {
            if (!known) byId('figures').textContent = t('thinking');
            this.#pause = window.setTimeout(() => void this.#run(), PAUSE_MS);
        } else if (!known) {
            byId('figures').textContent = t(this.#app.isOver ? 'over' : 'press.start');
        }
    }

    /** The limit: seconds, plies or thousands of nodes. */
    get #amount() {
        const amount = numberOf(byId('limit-amount'));
        return select('limit').value === 'depth' ? Math.max(1, Math.round(amount)) : amount;
    }

    /** The request of the settings. */
    #request() {
        const kind = select('limit').value;
        const limit = kind ? { [kind]: Math.round(this.#amount * (kind === 'depth' ? 1 : 1000)) } : {};
        return { lines: Number(select('line-count').value), range: Number(select('range').value), excluded: this.#leftOut.join(''), thorough: true, ...limit };
    }

    async #run() {
        const app = this.#app;
        const { view } = app;
        // It begins again with the view.
        if (!view) return;
        try {
            const report = await app.think(this.#request(), report => view === app.view && this.#isOn && this.#learn(report), 0);
            if (view !== app.view) return;
            this.#learn(report);
            this.#isDone = true;
            this.draw();
            byId('figures').textContent = t('done', { text: byId('figures').textContent ?? '' });
        } catch (error) {
            if (error instanceof Stopped) return;
            this.#isOn = false;
            this.draw();
            byId('figures').textContent = t('stopped');
            app.notice(t('problem.analysis', { error: errorText(error) }));
        }
    }

    /** Keeps a report and shows it, unless a deeper one with as many lines is known from before. @param {Report} report */
    #learn(report) {
        const key = this.#key;
        const known = this.#known.get(key);
        this.#spend(report);
        if (known && known.depth > report.depth && known.lines.length >= Math.min(report.lines.length, Number(select('line-count').value))) {
            this.#writeFigures();
            return;
        }
        report = { ...report, ...this.#effort, seldepth: Math.max(report.depth, ...report.lines.map(({ seldepth }) => seldepth)) };
        this.#known.delete(key);
        this.#known.set(key, report);
        if (this.#known.size > MOST_KNOWN) this.#known.delete([...this.#known.keys()][0]);
        this.#show(report);
    }

    /** The next click names a move whose refutation is wanted, or the next ones those to leave out; or no longer. @param {'why' | 'leave-out'} kind */
    #pick(kind) {
        const app = this.#app;
        const isOn = this.#picking !== kind;
        this.#endPick();
        if (isOn) {
            this.#picking = kind;
            app.onMark = null;
            app.onPick = name => (kind === 'why' ? void this.#why(name) : this.#leaveOut(name));
            byId('why-result').hidden = kind !== 'why';
            const text = t(kind === 'why' ? 'why.choose' : 'leave-out.choose');
            this.#say(text);
            app.announce(text);
            focusBoard();
        }
        app.overlays.show({ preview: [] });
        this.draw();
    }

    #endPick() {
        this.#asked++;
        if (this.#picking) this.#app.onPick = null;
        this.#picking = null;
        byId('why-result').hidden = true;
        byId('why-line').replaceChildren();
        this.#app.setTask('why', '');
    }

    /** Leaves a move out of the analysis of the position, or takes it in again. @param {string} name */
    #leaveOut(name) {
        const leftOut = this.#leftOut;
        const isOut = leftOut.includes(name);
        this.#excluded.set(this.#position, isOut ? leftOut.filter(other => other !== name) : [...leftOut, name]);
        this.#app.announce(t(isOut ? 'leave-out.back' : 'leave-out.done', { square: name }));
        this.restart();
    }

    /** Begins with a question about the position. @returns {() => boolean} whether it is given up, or about another position than the one on the board */
    #ask() {
        const { view } = this.#app;
        const asked = ++this.#asked;
        return () => asked !== this.#asked || view !== this.#app.view;
    }

    /** @param {string} text about a move */
    #say(text) {
        byId('why-text').textContent = text;
        this.#app.setTask('why', text);
    }

    /** Searches a move and shows what the other side answers. @param {string} name */
    async #why(name) {
        const app = this.#app;
        const isOld = this.#ask();
        app.onPick = null;
        this.#picking = null;
        this.stop();
        this.#say(t('why.looking', { square: name }));
        const request = { nodes: WHY_NODES, lines: 1, thorough: true };
        try {
            const [best] = (await app.think({ ...request, excluded: this.#leftOut.join('') }, () => undefined)).lines;
            if (isOld() || !best) return;
            const after = [...app.moves, name];
            const { end } = await app.askRules('describe', [app.state.rule, app.state.size, after.join('')]);
            if (isOld()) return;
            if (end) {
                this.#say(t(end.winner ? 'why.wins' : 'why.fills', { square: name }));
                return;
            }
            const [answer] = (await app.think(request, () => undefined, 60_000, after)).lines;
            if (isOld() || !answer) return;
            const line = behind(name, answer);
            const values = { square: name, verdict: verdict(line), best: best.moves[0], bestVerdict: verdict(best) };
            const text = t(best.moves[0] === name ? 'why.best' : 'why.worse', values);
            byId('why-line').replaceChildren(lineRow(app, line));
            app.overlays.show({ preview: line.moves.slice(0, 3) });
            this.#say(text);
            app.announce(text);
        } catch (error) {
            if (!isOld() && !(error instanceof Stopped)) this.#say(errorText(error));
        }
    }

    /** Marks the move, or the two moves, after which the game is most even. @param {boolean} isPair */
    async #balance(isPair) {
        const app = this.#app;
        const { state } = app;
        const isOld = this.#ask();
        this.stop();
        byId('why-result').hidden = false;
        byId('why-line').replaceChildren();
        this.#say(t('looking'));
        try {
            const nodes = isPair ? BALANCE_NODES * 3 : BALANCE_NODES;
            const { moves: squares } = await app.ask('balance', [state.rule, state.size, app.moves.join(''), isPair, nodes], undefined, 120_000);
            if (isOld()) return;
            app.overlays.show({ preview: squares });
            this.#say(squares.length > 0 ? t('balance.is', { squares: squares.join(', ') }) : t('balance.none'));
        } catch (error) {
            if (!isOld() && !(error instanceof Stopped)) this.#say(errorText(error));
        }
    }

    /** The search that runs has come so far, if not farther. @param {{nodes: number, seconds: number}} effort */
    #spend({ nodes, seconds }) {
        this.#effort = {
            nodes: Math.max(this.#effort.nodes, this.#before.nodes + nodes),
            seconds: Math.max(this.#effort.seconds, this.#before.seconds + seconds),
        };
        if (this.#shown) Object.assign(this.#shown, this.#effort);
    }

    /** The depth of the report that is shown, and what the position has cost. */
    #writeFigures() {
        const { depth, seldepth } = this.#shown ?? {};
        const { nodes, seconds } = this.#effort;
        const reached = depth === undefined ? '' : `${depth}/${seldepth}`;
        const text = t('figures', { depth: reached || '–', nodes: short(nodes) });
        const speed = seconds > 0 ? ` · ${Math.round(nodes / seconds / 1000)}\u00a0kn/s · ${seconds.toFixed(seconds < 10 ? 1 : 0)}\u00a0s` : '';
        byId('figures').textContent = text + speed;
    }

    /** Whether a line is being read. */
    get #isRead() {
        return byId('lines').matches(':active') || this.#app.overlays.now.preview.length > 0;
    }

    /** Shows what came while a line was read. */
    #refresh() {
        if (this.#shown && !this.#isRead) this.#showLines(this.#shown);
    }

    /** @param {Report | null} report */
    #show(report) {
        this.#shown = report;
        this.#shownAt = this.#position;
        if (report) this.#writeFigures();
        // Until the search has lines of its own, those of the position before keep their place.
        const isAwaited = !report && this.#isRunning;
        byId('lines').inert = isAwaited;
        if (isAwaited) this.#app.overlays.show({ candidates: [], preview: [] });
        else if (!report || !this.#isRead) this.#showLines(report);
        else this.#app.draw();
    }

    /** @param {Report | null} report */
    #drawGauge(report) {
        const { toMove, view, isOver, moves, reviewed } = this.#app;
        const best = report?.lines[0];
        const decided = !isOver ? null : view?.end && !view.end.winner ? 0.5 : Number(view?.end?.winner === 'black');
        const searched = best && (toMove === 'black' ? best.win_rate : 1 - best.win_rate);
        const black = decided ?? searched ?? reviewed.get(moves.join(''))?.black ?? null;
        const gauge = byId('gauge');
        gauge.classList.toggle('unknown', black === null);
        gauge.setAttribute('aria-label', black === null ? t('gauge') : t('gauge.value', { n: Math.round(100 * black) }));
        if (black !== null) byId('gauge-black').style.setProperty('--share', `${(100 * black).toFixed(1)}%`);
    }

    /** @param {Report | null} report */
    #showLines(report) {
        const app = this.#app;
        const lines = (report?.lines ?? []).slice(0, Number(select('line-count').value));
        const best = Math.max(0, ...lines.filter(line => !endOf(line)).map(line => line.win_rate));
        const isRaw = select('show-values').value === 'raw';
        const candidates = lines.map((line, rank) => {
            const end = endOf(line);
            const text = isRaw && !end ? String(line.score).replace('-', '−') : markOf(line);
            return { square: line.moves[0], text, rank, end, quality: qualityOf(line.win_rate, best) };
        });
        app.overlays.show({ candidates, preview: [] });
        fill(byId('lines'), lines.map((line, rank) => lineRow(app, line, rank)));
    }
}

/** Nodes of a search for a balanced move. */
const BALANCE_NODES = 300_000;

/** @param {number} nodes */
function short(nodes) {
    if (nodes >= 1e6) return `${(nodes / 1e6).toFixed(1)}\u00a0M`;
    return nodes >= 10_000 ? `${Math.round(nodes / 1000)}\u00a0k` : String(nodes);
}
