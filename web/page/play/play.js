// @ts-check
/** Playing against the engine. */
import { focusBoard } from '../app.js';
import { verdict } from '../analysis/line.js';
import { button, byId } from '../shared/element.js';
import { Clock } from './clock.js';
import { choose, isQuick, levelOf } from './levels.js';
import { Opening } from './opening.js';
import { Puzzles } from './puzzles.js';
import { Stopped } from '../engine/remote.js';
import { colorOf } from '../shared/squares.js';
import { goingOn } from '../records/game.js';
import { newOpening } from '../records/rules.js';
import { takeBack } from '../records/tree.js';
import { errorText } from '../errors.js';
import { t } from '../words/words.js';

/** Nodes that a hint costs. */
const HINT_NODES = 60_000;
/** Attacking moves of the search for a proof that a puzzle is still won, a fraction of a second. */
const PROOF_WORK = 50_000;
/** Least milliseconds between a move and the answer of a weak level, so that both are seen. */
const PAUSE_MS = 350;
/** Nodes of the defence against a puzzle's win. */
const DEFENCE_NODES = 150_000;

export class Play {
    #app;
    #puzzles;
    #clock;
    #opening;

    /** @param {import('../app.js').App} app @param {() => void} open called when a puzzle is on the board */
    constructor(app, open) {
        this.#app = app;
        this.#puzzles = new Puzzles(app, open);
        this.#opening = new Opening(app);
        this.#clock = new Clock(app, color => this.#lose(color, 'time'));
        app.onPosition.push(() => this.onPosition());
        byId('hint').addEventListener('click', () => void this.#hint());
        byId('take-back').addEventListener('click', () => void this.#takeBack());
        app.onInactive = () => this.#explain();
        byId('rematch').addEventListener('click', () => this.#rematch());
        byId('resign').addEventListener('click', () => this.#giveUp());
    }

    get isEngineTurn() {
        const { state } = this.#app;
        if (state.opening) return state.mode === 'play' && this.#opening.isEngineTurn;
        return state.mode === 'play' && state.human !== 'both' && this.#app.toMove !== state.human;
    }

    /** Whether the last position is on the board: earlier ones are for viewing. */
    get #isAtEnd() {
        return this.#app.state.ply === this.#app.state.moves.length;
    }

    /** Whether the win of the puzzle was given away by the last move. */
    get #isSlip() {
        const { puzzle, moves } = this.#app.state;
        return puzzle?.slip === moves.length;
    }

    /** Whether a click on the board plays. */
    get isActive() {
        return !this.#isSlip && !this.isEngineTurn && this.#isAtEnd && (!this.#app.state.opening || this.#opening.takesSquares);
    }

    /** The colour of the user at this time. */
    get color() {
        return this.#opening.color;
    }

    status() {
        const { state, view } = this.#app;
        const end = view?.end;
        if (state.lost) return t(state.lost.by === 'time' ? `time.${state.lost.color}` : `resigned.${state.lost.color}`);
        if (end && !end.winner) return t('draw');
        if (end) {
            const who = t(`wins.${state.human === end.winner ? 'you' : isColor(state.human) ? 'engine' : end.winner}`);
            return end.foul ? t('by.foul', { who, foul: t(`foul.${end.foul}`) }) : who;
        }
        if (!this.#isAtEnd) return t('move.of', { n: state.ply, count: state.moves.length });
        if (this.#isSlip) return t('puzzle.slip');
        if (state.opening) return this.#opening.status();
        const turn = this.isEngineTurn ? t('thinks') : this.#turn();
        const said = this.#opening.saidAt(state.moves.length);
        return said ? `${said} ${turn}` : turn;
    }

    #turn() {
        const { state, toMove } = this.#app;
        if (state.puzzle) return t(`puzzle.task.${state.human}`);
        return t(state.human === 'both' ? `turn.${toMove}` : 'turn.you');
    }

    /** Says why a click did not play. */
    #explain() {
        const app = this.#app;
        const { state } = app;
        if (state.mode !== 'play' || app.isOver) return;
        if (!this.#isAtEnd) app.notice(t('earlier'), { label: t('last'), act: () => app.goTo(state.moves.length) });
        else if (this.#isSlip) app.notice(t('puzzle.slip'), { label: t('take.back'), act: () => void this.#takeBack() });
    }

    draw() {
        const { state } = this.#app;
        for (const color of /** @type {const} */ (['black', 'white'])) {
            const human = this.#opening.color;
            const isHuman = human === 'both' || human === color;
            const isDefender = state.puzzle !== null && !isHuman;
            byId(`player-${color}`).textContent = isDefender ? 'RustGomo' : isHuman ? (state.opening && human === 'both' ? this.#opening.playerOf(color) : t('you')) : `RustGomo · ${t(`level.${levelOf(state.level).id}`)}`;
        }
        byId('status').classList.toggle('asks', state.mode === 'play' && state.opening !== null);
        const isOver = this.#app.isGameOver;
        const set = (/** @type {string} */ id, /** @type {boolean} */ off) => (button(id).disabled = off);
        set('hint', isOver || !this.isActive || state.opening !== null);
        set('take-back', state.opening ? !this.#opening.canTakeBack : state.human === 'none' || (!state.lost && (state.moves.length <= this.#base || (state.human === 'white' && state.moves.length < 2))));
        // The end offers what comes next.
        byId('end-row').hidden = !isOver || state.puzzle !== null;
        for (const id of ['hint', 'resign']) byId(id).hidden = isOver && state.puzzle === null;
        byId('new-game').classList.toggle('main', !isOver || state.puzzle !== null);
        byId('resign').textContent = t(state.human === 'none' ? 'stop' : 'resign');
        set('resign', isOver || state.opening !== null || (state.moves.length === 0 && state.human !== 'none'));
    }

    onPosition() {
        this.draw();
        this.#clock.follow();
        byId('hint-text').hidden = true;
        byId('answers').hidden = true;
        const { state, isGameOver } = this.#app;
        if (state.mode !== 'play' || isGameOver) return;
        if (state.opening && this.#isAtEnd) void this.#opening.follow().then(() => this.draw());
        if (state.opening || state.human === 'both' || this.#isSlip) return;
        if (!this.isEngineTurn) void this.#wait();
        else if (this.#isAtEnd) void this.#answer();
    }

    /** Makes the search ready while the user thinks, or lets it think on his time. */
    async #wait() {
        const app = this.#app;
        if (!app.state.ponders || !app.search.keepsLearned || app.state.puzzle || app.moves.length === 0) {
            await app.prepare();
            return;
        }
        try {
            await app.think({ lines: 1, thorough: true }, () => undefined, 0);
        } catch {
            // It was stopped by the user's move, or the next search tells.
        }
    }

    /** The engine's move. */
    async #answer() {
        const started = performance.now();
        const { puzzle } = this.#app.state;
        const level = levelOf(this.#app.state.level);
        const position = this.#app.view;
        try {
            const request = puzzle ? { nodes: DEFENCE_NODES, lines: 1, thorough: true } : { nodes: this.#clock.nodes(level.nodes), lines: level.lines };
            const report = await this.#app.think(request, () => undefined);
            this.#clock.measure(report);
            // A five leaves nothing to prove.
            const [best] = report.lines;
            const isOpen = !best || (best.plies_to_win !== 1 && best.plies_to_loss === null);
            if (puzzle && position === this.#app.view && isOpen && !(await this.#isWonAfter(report.best))) {
                if (position !== this.#app.view) return;
                puzzle.slip = this.#app.state.moves.length;
                this.#app.keep();
                this.#app.draw();
                this.draw();
                this.#puzzles.say('puzzle.slip');
                return;
            }
            const move = puzzle ? report.best : choose(report, level, this.#app.moves, position?.legal ?? []);
            if (isQuick(level)) await new Promise(resolve => setTimeout(resolve, started + PAUSE_MS - performance.now()));
            if (move && position === this.#app.view && this.isEngineTurn) {
                await this.#app.play(move);
                if (this.#app.view?.end) this.#app.announce(`${t(`played.${colorOf(this.#app.state.ply - 1)}`, { square: move })}. ${this.status()}`);
            }
        } catch (error) {
            if (!(error instanceof Stopped)) this.#app.notice(t('problem.move', { error: errorText(error) }));
        }
    }

    /** Whether the user has a proved win after this defence, where the search saw none. @param {string | null} reply */
    async #isWonAfter(reply) {
        const { state, moves, search } = this.#app;
        if (!reply) return false;
        const { win } = await search.ask('prove', [state.rule, state.size, [...moves, reply].join(''), PROOF_WORK]);
        return win !== null && !win.is_played;
    }

    async #hint() {
        const app = this.#app;
        // On a slow first visit the view is not there yet.
        await app.viewed;
        const text = byId('hint-text');
        text.hidden = false;
        text.textContent = t('looking');
        const view = app.view;
        try {
            const report = await app.think({ nodes: HINT_NODES, lines: 1 }, () => undefined);
            const [line] = report.lines;
            if (view !== app.view || !line) return;
            app.overlays.show({ hint: line.moves[0] });
            text.textContent = `${line.moves[0]}: ${reason(line, app.view)}`;
            app.announce(t('hint.is', { text: text.textContent }));
        } catch (error) {
            // Another hint may have begun.
            if (error instanceof Stopped) return;
            text.hidden = true;
            app.notice(errorText(error));
        }
    }

    /** The moves that cannot be taken back: those of a puzzle or an opening. */
    get #base() {
        const { puzzle, opened } = this.#app.state;
        return (puzzle ?? opened)?.base ?? 0;
    }

    /** Takes back the end of the game if it was no move, else the last choice of an opening or the last pair of moves. */
    async #takeBack() {
        const app = this.#app;
        const { state } = app;
        app.stopThinking();
        const { lost } = state;
        const { mode: _, ...before } = state;
        Object.assign(state, goingOn(state));
        if (state.puzzle) state.puzzle = { number: state.puzzle.number, base: state.puzzle.base };
        if (lost?.by === 'resigned') {
            void app.changed();
            return;
        }
        if (state.opening) {
            const isTaken = await this.#opening.takeBack().catch(error => app.notice(errorText(error)));
            // Of two clicks at once the second comes too late.
            if (!isTaken) return;
        } else {
            const own = state.human === 'both' || colorOf(state.moves.length - 1) === state.human ? 1 : 2;
            const left = Math.max(this.#base, state.moves.length - own);
            void app.edit(takeBack(state.tree, state.moves, left), state.moves.slice(0, left));
        }
        const undo = () => {
            app.stopThinking();
            Object.assign(state, before);
            this.#clock.jump(state.moves.length);
            void app.changed();
        };
        app.notice(t('taken.back', { n: state.moves.length + 1 }), { label: t('undo'), act: undo });
    }

    /** The same game with the colours changed. */
    #rematch() {
        const app = this.#app;
        const { rule, size, human, level, time, ponders, opening, opened } = app.state;
        // Behind an opening the players change who begins it.
        const role = opened?.human ?? human;
        app.setGame({ rule, size });
        const fresh = time && { ...time, left: { black: time.start, white: time.start } };
        Object.assign(app.state, { human: !isColor(role) ? role : role === 'black' ? 'white' : 'black', level, time: fresh, ponders, opening: newOpening((opening ?? opened)?.rule ?? '') });
        void app.changed();
        focusBoard();
    }

    /** The user resigns, or goes on by hand where the engine has played both sides. */
    #giveUp() {
        const app = this.#app;
        const { human } = app.state;
        if (human !== 'none') {
            this.#lose(human === 'both' ? colorOf(app.state.moves.length) : human, 'resigned');
            return;
        }
        app.stopThinking();
        app.state.human = 'both';
        void app.changed();
    }

    /** @param {'black' | 'white'} color @param {'resigned' | 'time'} by */
    #lose(color, by) {
        const { state } = this.#app;
        this.#app.stopThinking();
        state.lost = { color, by };
        state.ply = state.moves.length;
        void this.#app.changed();
        this.#app.announce(this.status());
    }
}

/** Whether the user plays one colour. @param {string} human @returns {human is 'black' | 'white'} */
const isColor = human => human === 'black' || human === 'white';

/**
 * Why a move is good.
 * @param {import('../analysis/line.js').Line} line
 * @param {import('../app.js').View | null} view
 */
export function reason(line, view) {
    const [move] = line.moves;
    const here = (view?.threats ?? []).filter(({ square }) => square === move);
    const own = here.find(({ color }) => color === view?.to_move)?.kind;
    const other = here.find(({ color }) => color !== view?.to_move)?.kind;
    const parts = [];
    if (own) parts.push(t(`makes.${own}`));
    if (other) parts.push(t(`stops.${other}`));
    parts.push(verdict(line));
    return parts.join(', ');
}
