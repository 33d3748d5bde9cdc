// @ts-check
/** Proofs of forced wins: a tree to walk through, on the board and in a list. */
import { Refusal, Remote, Stopped } from '../engine/remote.js';
import { byId, moveButton } from '../shared/element.js';
import { nodeAt } from '../records/tree.js';
import { makesNext, proofItem } from '../shared/proof.js';
import { colorOf } from '../shared/squares.js';
import { errorText } from '../errors.js';
import { t } from '../words/words.js';

/** @typedef {import('../shared/proof.js').Step} Step */
/** @typedef {{winner: 'black' | 'white', plies: number, proof: Step, is_played: boolean}} ProvedWin the first step may be the last move of the position */

/** Attacking moves of a search, some seconds. */
const WORK = 2_000_000;
/** Milliseconds in which a proof must be found or given up. */
const PATIENCE_MS = 120_000;

export class ProofPanel {
    #app;
    #remote = new Remote();
    /** The position in front of the proof, as far as there is one. @type {{game: string, moves: string[], win: ProvedWin} | null} */
    #root = null;
    /** Steps behind replies that lose at once, by position. @type {Map<string, Step | null>} */
    #known = new Map();
    /** Whether the winner's answer to the move just played is due. */
    #isDue = false;
    #asked = 0;
    /** The position that has no proof, if one was looked for. @type {string | null} */
    #unproved = null;

    /** @param {import('../app.js').App} app */
    constructor(app) {
        this.#app = app;
        byId('prove').addEventListener('click', () => void this.#prove());
        byId('proof-close').addEventListener('click', () => {
            this.close();
            byId('prove').focus({ preventScroll: true });
        });
        app.onPosition.push(() => void this.#followOrTell());
        // A proof would give the answer to a question away.
        app.onAsks.push(() => app.asks && this.close());
    }

    get #game() {
        const { rule, size } = this.#app.state;
        return `${rule}/${size}`;
    }

    get #position() {
        return `${this.#game}/${this.#app.moves}`;
    }

    close() {
        this.#root = null;
        this.#unproved = null;
        this.#asked++;
        this.#remote.end();
        this.#app.setTask('proof', '');
        this.#app.overlays.show({ replies: [], hint: null });
        this.#draw();
    }

    /** A move was played on the board: if it is a reply inside the proof, the answer follows. */
    played() {
        this.#isDue = this.#root !== null;
    }

    /** @param {string[]} moves @returns {Promise<ProvedWin | null>} */
    async #ask(moves) {
        const { rule, size } = this.#app.state;
        return (await this.#remote.ask('prove', [rule, size, moves.join(''), WORK], undefined, PATIENCE_MS)).win;
    }

    /**
     * A win that begins with a move that the analysis has found.
     * @param {string[]} moves
     * @param {string} first
     * @returns {Promise<ProvedWin | null>}
     */
    async #askBehind(moves, first) {
        const win = await this.#ask([...moves, first]);
        return win?.is_played ? { ...win, is_played: false } : null;
    }

    async #prove() {
        const app = this.#app;
        const [game, moves, position] = [this.#game, app.moves, this.#position];
        if (app.isOver) return;
        const claimed = app.overlays.now.candidates.find(({ end }) => end === 'win')?.square;
        this.close();
        const asked = this.#asked;
        byId('proof-result').hidden = false;
        byId('proof-title').textContent = t('proof.looking');
        byId('proof-step').textContent = '';
        byId('proof-tree').replaceChildren();
        try {
            const win = (await this.#ask(moves)) ?? (claimed ? await this.#askBehind(moves, claimed) : null);
            if (asked !== this.#asked) return;
            if (win) {
                this.#root = { game, moves: win.is_played ? moves.slice(0, -1) : moves, win };
                this.#known.clear();
                this.#draw();
            } else {
                byId('proof-title').textContent = t(`proof.none.${colorOf(moves.length)}`);
                this.#unproved = position;
            }
            // Another position may be on the board by now.
            await this.#follow();
        } catch (error) {
            if (error instanceof Stopped) return;
            byId('proof-result').hidden = true;
            app.notice(t('problem.proof', { error: errorText(error) }));
        }
    }

    /**
     * The step of the position on the board: who is to move, and the step that the attacker plays or has played.
     * @returns {Promise<{step: Step, isAttackPlayed: boolean} | null>}
     */
    async #here() {
        const root = this.#root;
        const { moves } = this.#app;
        if (!root || root.game !== this.#game || moves.length < root.moves.length) return null;
        if (root.moves.some((move, index) => moves[index] !== move)) return null;
        /** @type {Step | null} */
        let step = root.win.proof;
        for (let at = root.moves.length; step; at += 2) {
            const [attack, reply] = [moves[at], moves[at + 1]];
            if (attack === undefined) return { step, isAttackPlayed: false };
            if (attack !== step.attack) return null;
            if (reply === undefined) return { step, isAttackPlayed: true };
            /** @type {[string, Step] | undefined} */
            const listed = step.replies.find(([square]) => square === reply);
            step = listed ? listed[1] : await this.#answer(moves.slice(0, at + 2));
        }
        return null;
    }

    /** The win behind a reply that loses at once. @param {string[]} moves @returns {Promise<Step | null>} */
    async #answer(moves) {
        const key = moves.join('');
        const known = this.#known.get(key);
        if (known !== undefined) return known;
        let step = null;
        try {
            const win = await this.#ask(moves);
            step = win && !win.is_played ? win.proof : null;
        } catch (error) {
            // The reply ended the game; an engine that failed or was stopped says nothing about it.
            if (!(error instanceof Refusal)) throw error;
        }
        this.#known.set(key, step);
        return step;
    }

    async #followOrTell() {
        try {
            await this.#follow();
        } catch (error) {
            if (!(error instanceof Stopped)) this.#app.notice(t('problem.proof', { error: errorText(error) }));
        }
    }

    /** Shows the proof's moves in the position on the board, and plays the answer if one is due. */
    async #follow() {
        const app = this.#app;
        const isDue = this.#isDue;
        this.#isDue = false;
        if (this.#unproved !== null && this.#unproved !== this.#position) this.close();
        if (!this.#root) return;
        // Another game has taken the place of that of the proof.
        if (this.#root.game !== this.#game || !nodeAt(app.state.tree, this.#root.moves)) {
            this.close();
            return;
        }
        const view = app.view;
        byId('proof-step').textContent = '';
        const here = app.isOver ? null : await this.#here();
        if (view !== app.view || !this.#root) return;
        const { winner } = this.#root.win;
        const loser = winner === 'black' ? 'white' : 'black';
        const text = byId('proof-step');
        if (!here) {
            text.textContent = t(app.isOver ? 'proof.end' : 'proof.outside');
        } else if (here.isAttackPlayed) {
            const replies = here.step.replies.map(([reply]) => reply);
            const kind = replies.length > 0 ? 'replies' : 'helpless';
            text.textContent = t(`proof.${kind}.${loser}`, { squares: replies.join(', ') });
            app.overlays.show({ replies });
        } else if (isDue) {
            await app.play(here.step.attack);
            return;
        } else {
            text.textContent = t(`proof.plays.${winner}`, { square: here.step.attack, makes: describe(here.step) });
            app.overlays.show({ hint: here.step.attack });
        }
        app.setTask('proof', here ? (text.textContent ?? '') : '');
        app.announce(text.textContent ?? '');
    }

    /** The language of the page has changed; the step follows with the position. */
    translate() {
        if (this.#root) this.#draw();
        else this.close();
    }

    /** Draws the title and the tree. */
    #draw() {
        byId('proof-result').hidden = this.#root === null;
        const tree = byId('proof-tree');
        if (!this.#root) {
            tree.replaceChildren();
            return;
        }
        const { win, moves } = this.#root;
        byId('proof-title').textContent = t(`proof.title.${win.winner}`, { n: Math.ceil(win.plies / 2) });
        tree.replaceChildren(proofItem(win.proof, moves, { button: behind => this.#button(behind), describe }));
    }

    /** A button that shows the position after these moves. @param {string[]} moves */
    #button(moves) {
        const name = moves[moves.length - 1];
        const color = colorOf(moves.length - 1);
        return moveButton(name, color, () => this.#app.show(moves), t('proof.show', { move: t(`played.${color}`, { square: name }) }));
    }
}

/** What a step makes. @param {Step} step */
function describe({ makes, threatens = [], wins = [], forbidden = [] }) {
    const made = t(`step.${makes}`);
    const of = threatens.length > 0 ? t('step.of', { text: made, squares: threatens.join(' ') }) : made;
    const text = wins.length > 0 ? t('step.then', { text: of, makes: t(`threat.${makesNext(makes)}`), squares: wins.join(' ') }) : of;
    return forbidden.length > 0 ? t('step.forbidden', { text, squares: forbidden.join(' ') }) : text;
}
