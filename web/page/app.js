// @ts-check
/** What the parts of the page share: the game, the board, a worker for rules and one for searches. */
import { BARE, Board } from './shared/board.js';
import { button, byId, html, input, select } from './shared/element.js';
import { colorOf } from './shared/squares.js';
import { forgetNetworks } from './engine/networks.js';
import { native } from './engine/native.js';
import { Refusal, Remote, Stopped } from './engine/remote.js';
import { gameOf, Keeper, leaveGame, restore } from './records/game.js';
import { History } from './records/history.js';
import { storedItem, storeItem } from './shared/storage.js';
import { forgetReplaced, keepReplaced } from './records/replaced.js';
import { annotate, extend, insert, lead, nodeAt, pack } from './records/tree.js';
import { Overlays } from './overlays.js';
import { sceneOf, squareText, statusOf } from './scene.js';
import { errorText } from './errors.js';
import { t } from './words/words.js';

/**
 * @typedef {object} View a position as the engine describes it
 * @property {'black' | 'white'} to_move
 * @property {{winner: 'black' | 'white' | null, foul: string | null, rows: string[][]} | null} end
 * @property {string[]} legal
 * @property {{square: string, foul: string, rows: string[][]}[]} forbidden
 * @property {{square: string, color: 'black' | 'white', kind: string, rows: string[][]}[]} threats
 * @property {string | null} opening the name of one of the 26 openings of renju
 */

/** The next answer of the user is a square: the board is seen, and takes the keys. */
export function focusBoard() {
    byId('board').focus({ preventScroll: true });
    byId('board').scrollIntoView({ block: 'nearest' });
}

export class App {
    state = restore();
    history = new History();
    #keeper = new Keeper(this.state, () => this.notice(t('problem.room')));
    /** Answers about rules, at once also while the other worker searches. */
    rules = new Remote({ searches: false });
    search = new Remote();
    /** @type {View | null} the view of the position on the board, once it is known */
    view = null;
    /** @type {Promise<View | null>} */
    viewed = Promise.resolve(null);
    /** Goes back to the game before, if the engine refuses that which took its place. @type {(() => void) | null} */
    revert = null;
    /** Whether the position on the board has no view because it is refused, or the engine failed. */
    #isViewless = false;
    /** The line of the game that ends it, once that is known. */
    #endedLine = '';
    /** Called when the position has changed and its view is known. @type {(() => void)[]} */
    onPosition = [];
    /** Called when the page is drawn. @type {(() => void)[]} */
    onDraw = [];
    /** Called for every click on a free square. @type {(name: string) => void} */
    onPlay = () => undefined;
    /** @type {() => string} */
    statusText = () => '';
    overlays = new Overlays(() => this.draw());
    /** The square under the pointer. @type {string | null} */
    looked = null;
    /** Takes the next click on a free square instead of playing there. @type {((name: string) => void) | null} */
    onPick = null;
    /** Takes every click on the board instead of the game. @type {((name: string) => void) | null} */
    onMark = null;
    /** Whether a click plays now. @type {() => boolean} */
    isActive = () => true;
    /** Called for a click where none plays. */
    onInactive = () => {};
    /** What the parts of the page ask of the user or tell at the board, by part. @type {Map<string, string>} */
    #tasks = new Map();
    /** What a review found, by the moves of a position: the win rate of black, and the sign of the last move. @type {Map<string, {black: number, sign: string}>} */
    reviewed = new Map();
    /** Moves before the one with number 1 on the board. */
    unnumbered = 0;
    /** Whether a question is on the board, whose answer nothing may give away. */
    asks = false;
    /** Called when it is asked, and when it is answered or given up. @type {(() => void)[]} */
    onAsks = [];
    /** Called when the engine in the page takes over from the native one. */
    onNativeLost = () => {};
    /** Search threads of the analysis. The levels of play are measured with one. */
    threads = 1;
    #turn = 0;
    /** Number of the search that was asked for last. */
    #thought = 0;
    /** @type {number | undefined} */
    #noticeTimer;
    /** What had the focus last, while the keyboard is used. @type {HTMLElement | null} */
    #focused = null;

    constructor() {
        this.search.onRefused = () => {
            this.notice(t('problem.network'));
            forgetNetworks();
        };
        native.onLost = () => {
            byId('native').hidden = true;
            this.onNativeLost();
            this.notice(t('problem.native'));
        };
        /** @type {SVGSVGElement} */
        const svg = /** @type {any} */ (byId('board'));
        this.board = new Board(svg, {
            play: name => void this.#click(name),
            look: name => this.#look(name),
            announce: name => this.announce(squareText(this, name)),
        });
        const touch = select('touch');
        byId('touch-choice').hidden = !matchMedia('(any-pointer: coarse)').matches;
        touch.value = storedItem('rustgomo.touch') ?? 'auto';
        const setTouch = () => (this.board.touch = /** @type {import('./shared/board.js').Touch} */ (touch.value));
        setTouch();
        touch.addEventListener('change', () => {
            storeItem('rustgomo.touch', touch.value);
            setTouch();
        });
        for (const id of ['show-numbers', 'show-names', 'show-threats', 'show-forbidden', 'show-whole']) {
            const box = input(id);
            const stored = storedItem(`rustgomo.${id}`);
            if (stored) box.checked = stored === 'true';
            box.addEventListener('change', () => {
                storeItem(`rustgomo.${id}`, String(box.checked));
                // A line that is shown hides the marks.
                this.overlays.show({ preview: [] });
            });
        }
        let hasKeys = false;
        const setKeys = (/** @type {boolean} */ isOn) => {
            hasKeys = isOn;
            this.#focused = isOn ? /** @type {HTMLElement | null} */ (document.activeElement) : null;
        };
        document.addEventListener('keydown', () => setKeys(true), { capture: true });
        document.addEventListener('pointerdown', () => setKeys(false), { capture: true });
        document.addEventListener('focusin', () => setKeys(hasKeys));
        byId('number-from').addEventListener('click', () => {
            this.unnumbered = this.unnumbered > 0 ? 0 : this.state.ply;
            this.draw();
        });
    }

    /** The moves on the board. */
    get moves() {
        return this.state.moves.slice(0, this.state.ply);
    }

    get toMove() {
        return colorOf(this.state.ply);
    }

    /** @param {boolean} asks */
    setAsks(asks) {
        if (asks === this.asks) return;
        this.asks = asks;
        document.body.toggleAttribute('data-asks', asks);
        this.onAsks.forEach(listener => listener());
        this.draw();
    }

    /** Whether the game ends at the position on the board. */
    get isOver() {
        return Boolean(this.view?.end) || this.lost !== null;
    }

    /** Whether the game that is played has come to its end, whichever of its positions is on the board. */
    get isGameOver() {
        return this.isOver || (this.state.mode === 'play' && this.#endedLine === this.#wholeLine);
    }

    get #wholeLine() {
        const { rule, size, moves } = this.state;
        return `${rule}/${size}/${moves.join('')}`;
    }

    /** Who has lost without a move that ends the game; the analysis of it goes on. */
    get lost() {
        return this.state.mode === 'play' ? this.state.lost : null;
    }

    /** The node of the position on the board. */
    get node() {
        return nodeAt(this.state.tree, this.moves) ?? this.state.tree;
    }

    /** Keeps the game in the browser. */
    keep() {
        this.#keeper.keep();
    }

    /** The position has changed: draws it, keeps it, and asks the engine about it. Without a view it is refused, or there is another one by now. */
    changed() {
        this.keep();
        this.overlays.clear();
        Object.assign(this, { onPick: null, view: null });
        this.#tasks.delete('review');
        const turn = ++this.#turn;
        const { rule, size } = this.state;
        this.#isViewless = false;
        const busy = (/** @type {boolean} */ isBusy) => byId('board').setAttribute('aria-busy', String(isBusy));
        busy(true);
        this.draw();
        const { mode, ply, moves } = this.state;
        const describe = (/** @type {string[]} */ moves) => this.askRules('describe', [rule, size, moves.join('')]);
        // A game that may be refused is judged as a whole.
        const isEarlier = (mode === 'play' || this.revert !== null) && ply < moves.length;
        this.viewed = Promise.all([describe(this.moves), isEarlier && describe(moves)]).then(
            ([view, last]) => {
                if (turn !== this.#turn) return null;
                this.view = view;
                if ((last || view).end && (isEarlier || ply === moves.length)) this.#endedLine = this.#wholeLine;
                this.revert = null;
                this.draw();
                this.onPosition.forEach(listener => listener());
                if (turn === this.#turn) busy(false);
                return view;
            },
            error => {
                if (turn !== this.#turn) return null;
                this.notice(t('problem.position', { error: errorText(error) }));
                this.#isViewless = true;
                busy(false);
                const { revert } = this;
                this.revert = null;
                if (revert) revert();
                // Nothing follows the position: the search of the one before would go on.
                else this.stopThinking();
                return null;
            },
        );
        return this.viewed;
    }

    /**
     * Sends a request to the worker for rules, again if the worker failed.
     * @param {string} what
     * @param {unknown[]} values
     * @param {number} [patience]
     */
    async askRules(what, values, patience) {
        try {
            return await this.rules.ask(what, values, undefined, patience);
        } catch (error) {
            if (error instanceof Refusal) throw error;
            return this.rules.ask(what, values, undefined, patience);
        }
    }

    /**
     * Searches the position on the board, or after other moves.
     * @param {object} request
     * @param {(report: import('./analysis/line.js').Report) => void} progress
     * @param {number} [patience]
     * @param {string[]} [moves]
     * @returns {Promise<import('./analysis/line.js').Report>}
     */
    think(request, progress, patience = 60_000, moves = this.moves) {
        const { rule, size } = this.state;
        return this.ask('analyse', [rule, size, moves.join(''), request], progress, patience);
    }

    /**
     * Sends a request to the worker for searches, with the network of the rule, in place of the one that it works on.
     * @param {string} what
     * @param {unknown[]} values
     * @param {(report: any) => void} [progress]
     * @param {number} [patience]
     */
    async ask(what, values, progress, patience = 60_000) {
        this.stopThinking();
        const thought = this.#thought;
        const check = () => {
            if (thought !== this.#thought) throw new Stopped('stopped');
        };
        this.search.setThreads(this.state.mode === 'analyse' ? this.threads : 1);
        if (!(await this.search.useNetwork(this.state.rule))) this.notice(t('problem.network'));
        check();
        try {
            return await this.search.ask(what, values, progress, patience);
        } catch (error) {
            if (error instanceof Stopped || error instanceof Refusal) throw error;
            // The worker failed: a new one searches the position again.
            check();
            this.notice(t('problem.restarted'));
            return this.search.ask(what, values, progress, patience);
        }
    }

    /** Makes the search ready while the user of a game thinks. */
    async prepare() {
        this.search.setThreads(1);
        try {
            await this.search.useNetwork(this.state.rule);
            await this.search.prepare();
        } catch {
            // The search tries again, and tells.
        }
    }

    /** Ends the search at once, if there is one. */
    stopThinking() {
        this.#thought++;
        this.search.stop();
    }

    /** Plays a move behind those on the board: a variation, if there are others. @param {string} name */
    play(name) {
        this.hideNotice();
        this.announce(t(`played.${colorOf(this.state.ply)}`, { square: name }));
        return this.show([...this.moves, name]);
    }

    /** Shows the position after these moves, and adds them to the tree. @param {string[]} path */
    show(path) {
        const { state } = this;
        const added = insert(state.tree, path);
        // A game is the main line, whatever was tried before.
        const tree = state.mode === 'play' ? lead(added, path) : added;
        if (tree !== state.tree) return this.edit(tree, path);
        if (path.some((move, index) => move !== state.moves[index])) state.moves = this.#lineOf(path);
        state.ply = path.length;
        return this.changed();
    }

    /** The line that is looked at from a path on; a game that is played ends with it. @param {string[]} path */
    #lineOf(path) {
        return this.state.mode === 'play' ? [...path] : extend(this.state.tree, path);
    }

    /**
     * Shows moves behind a position, if that is the one on the board.
     * @param {string[]} before
     * @param {string[]} preview
     * @returns {boolean} whether it is
     */
    preview(before, preview) {
        const isHere = String(this.moves) === String(before);
        this.overlays.show({ preview: isHere ? preview : [] });
        return isHere;
    }

    /** Puts another tree in place of the game's, with the position of a path on the board. @param {import('./records/tree.js').Node} tree @param {string[]} path */
    edit(tree, path) {
        const { state } = this;
        this.history.remember(state);
        // A game that is taken back goes on.
        if (state.mode === 'play') {
            const { result: _result, termination: _termination, ...header } = state.header;
            Object.assign(state, { lost: null, header });
        }
        state.tree = tree;
        Object.assign(state, { moves: this.#lineOf(path), ply: path.length });
        return this.changed();
    }

    /** Writes at the position on the board. @param {import('./records/tree.js').Notes} notes @param {string} kind edits of one kind are undone together */
    note(notes, kind) {
        this.history.remember(this.state, kind);
        this.state.tree = annotate(this.state.tree, this.moves, notes);
        this.#keeper.keepSoon();
        this.draw();
    }

    /**
     * Puts another game in place of the one on the board, which can be brought back unless it is a puzzle without notes.
     * @param {Parameters<typeof gameOf>[0]} game
     * @returns {() => void} what forgets that it can be
     */
    setGame(game) {
        const before = { ...this.state };
        this.stopThinking();
        this.hideNotice();
        this.history.remember(this.state);
        this.unnumbered = 0;
        Object.assign(this.state, gameOf(game));
        return this.#keep(before);
    }

    /** Keeps the game that another has taken the place of, unless it is a puzzle without notes. @param {import('./records/game.js').State} before @returns {() => void} what undoes it */
    #keep(before) {
        const hasNotes = JSON.stringify(pack(before.tree)) !== JSON.stringify(before.moves);
        const isKept = before.mode === 'analyse' || hasNotes || !before.puzzle;
        return isKept ? keepReplaced(before, this.state, () => this.notice(t('problem.room'))) : () => undefined;
    }

    /** @param {import('./records/history.js').Snapshot | undefined} snapshot of the history */
    restore(snapshot) {
        if (!snapshot) return;
        const { state } = this;
        const before = { ...state };
        const { place, course } = snapshot;
        const isOther = place.game !== state.game;
        // An edit of the game that is played has none that was left for the analysis.
        const played = isOther || place.played ? place.played : state.played;
        // The opening belongs to the game that was left.
        const opening = place.played && state.opening ? course.opening : state.opening;
        Object.assign(state, place, { opening, played: state.mode === 'play' ? null : played });
        if (isOther) {
            const { mode, ...others } = course;
            Object.assign(state, others);
            if (mode === 'play' && state.mode === 'analyse') leaveGame(state);
            this.#keep(before);
            forgetReplaced(state);
        }
        void this.changed();
    }

    /** Shows a position of a line that is in the tree. @param {string[]} line @param {number} ply */
    walk(line, ply) {
        Object.assign(this.state, { moves: [...line], ply });
        return this.changed();
    }

    /** @param {number} ply */
    goTo(ply) {
        const target = Math.max(0, Math.min(ply, this.state.moves.length));
        if (target === this.state.ply) return;
        this.state.ply = target;
        this.announce(target === 0 ? t('first') : t(`move.${colorOf(target - 1)}`, { n: target, square: this.state.moves[target - 1] }));
        void this.changed();
    }

    /** @param {string} name */
    async #click(name) {
        if (this.onMark) {
            this.onMark(name);
            return;
        }
        if (!this.isActive()) {
            this.onInactive();
            return;
        }
        // If the view failed, try again.
        const view = this.view ?? (await this.viewed) ?? (this.#isViewless ? await this.changed() : null);
        if (!view || view !== this.view || this.isOver || !this.isActive()) return;
        const forbidden = view.forbidden.find(({ square }) => square === name);
        if (view.legal.includes(name)) {
            if (this.onPick) this.onPick(name);
            else this.onPlay(name);
        } else if (forbidden) {
            this.notice(t('forbidden.refused', { square: name, foul: t(`foul.${forbidden.foul}`) }));
        } else {
            this.announce(squareText(this, name));
        }
    }

    /** @param {string | null} name */
    #look(name) {
        this.looked = name;
        this.#drawStatus();
    }

    /** Writes how the game stands, if that is new: screen readers speak what is written. */
    #drawStatus() {
        const text = statusOf(this);
        if (byId('status-text').textContent !== text) byId('status-text').textContent = text;
    }

    /**
     * Takes a picture of the whole line, with nothing but its stones on the board.
     * @template T
     * @param {() => T} take
     */
    async withWholeLine(take) {
        const { rule, size, moves } = this.state;
        const { end } = await this.askRules('describe', [rule, size, moves.join('')]);
        this.board.draw({ ...sceneOf(this), ...BARE, moves, row: end?.rows.flat() ?? [] });
        const picture = take();
        this.draw();
        return picture;
    }

    /** Redraws the page from the state. */
    draw() {
        const { state, view } = this;
        byId('forbidden-switch').hidden = state.rule !== 'renju';
        byId('number-from').hidden = !input('show-numbers').checked;
        byId('number-from').setAttribute('aria-pressed', String(this.unnumbered > 0));
        this.board.draw(sceneOf(this));
        this.#drawStatus();
        const winner = view?.end ? (view.end.winner ?? '') : this.lost && (this.lost.color === 'black' ? 'white' : 'black');
        byId('turn').className = `stone ${winner ?? this.toMove}`;
        byId('turn').setAttribute('aria-label', t((winner ?? this.toMove) || 'draw'));
        byId('count').textContent = `${state.ply} / ${state.moves.length}`;
        for (const [id, off] of Object.entries({ first: state.ply === 0, previous: state.ply === 0, next: state.ply === state.moves.length, last: state.ply === state.moves.length })) {
            button(id).disabled = off;
        }
        this.onDraw.forEach(listener => listener());
        setTimeout(() => this.#keepFocus());
    }

    /** What had the keys may be gone or switched off: then what undoes it gets them, or the board. */
    #keepFocus() {
        const { activeElement: active } = document;
        const canHave = (/** @type {Element | null} */ element) => Boolean(element?.checkVisibility()) && !element?.matches(':disabled');
        if (!this.#focused || canHave(this.#focused) || (active !== document.body && canHave(active)) || document.querySelector('dialog[open]')) return;
        const other = document.getElementById(OPPOSITE[this.#focused.id] ?? '');
        if (other && canHave(other)) other.focus({ preventScroll: true });
        else byId('board').focus({ preventScroll: true });
    }

    /** @param {string} text for screen readers */
    announce = text => void (byId('announce').textContent = text);

    /**
     * Says something above the board until it is taken back.
     * @param {string} part of the page that says it
     * @param {string} text empty to take it back
     */
    setTask(part, text) {
        this.#tasks.delete(part);
        if (text !== '') this.#tasks.set(part, text);
        this.#drawStatus();
    }

    /** What was said last above the board. */
    get task() {
        return [...this.#tasks.values()].at(-1) ?? '';
    }

    /**
     * Shows a message for some seconds, with a button if there is something to do about it.
     * @param {string} text
     * @param {{label: string, act: () => void}} [action]
     */
    notice(text, action) {
        const notice = byId('notice');
        notice.replaceChildren(text);
        const button = (/** @type {string} */ textContent, /** @type {string} */ label, /** @type {() => void} */ act) => {
            const onclick = () => {
                this.hideNotice();
                act();
            };
            notice.append(' ', html('button', { type: 'button', textContent, ariaLabel: label, onclick }));
        };
        if (action) button(action.label, action.label, action.act);
        button('✕', t('close'), () => undefined);
        notice.hidden = false;
        clearTimeout(this.#noticeTimer);
        this.#noticeTimer = window.setTimeout(() => this.hideNotice(), action ? 12_000 : 6000);
    }

    /** What the message was about is over. */
    hideNotice() {
        byId('notice').hidden = true;
        setTimeout(() => this.#keepFocus());
    }
}

/** Where the focus goes from a button that is switched off by what it does. @type {Record<string, string>} */
const OPPOSITE = { first: 'next', previous: 'next', next: 'previous', last: 'previous', undo: 'redo', redo: 'undo', resign: 'rematch', 'end-review': 'review' };
