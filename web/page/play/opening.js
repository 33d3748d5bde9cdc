// @ts-check
/** The opening of a game as a dialogue: each player in turn puts stones, swaps colours or offers fifth moves. */
import { focusBoard } from '../app.js';
import { Stopped } from '../engine/remote.js';
import { errorText } from '../errors.js';
import { takeBack } from '../records/tree.js';
import { byId } from '../shared/element.js';
import { colorOf } from '../shared/squares.js';
import { t } from '../words/words.js';
import { levelOf } from './levels.js';

/** @typedef {import('../records/rules.js').Dialogue} Dialogue */
/**
 * What is asked, as the engine describes it.
 * @typedef {object} Asked
 * @property {'stone' | 'swap' | 'number' | 'offer' | 'keep' | null} question nothing once the opening is complete
 * @property {'first' | 'second'} decider
 * @property {('first' | 'second')[]} deciders who made each of the choices so far
 * @property {'first' | 'second'} black who has black
 * @property {number | null} side of the squares in the middle where the stone must be
 * @property {boolean} more whether there is a third answer beside swapping and staying
 * @property {number | null} number the largest one to declare, or how many offers are missing
 * @property {string[]} moves
 * @property {string[]} offers
 * @property {string[]} squares that answer
 */

/** Fewest nodes of a decision of the engine: its candidates share them. */
const NODES = 20_000;

export class Opening {
    #app;
    /** What is asked after some choices. @type {{opening: Dialogue, asked: Asked} | null} */
    #known = null;
    /** What the engine said last, in which game, and after how many moves. @type {{text: string, game: object | null, ply: number}} */
    #said = { text: '', game: null, ply: 0 };

    /** @param {import('../app.js').App} app */
    constructor(app) {
        this.#app = app;
    }

    /** @returns {Asked | null} */
    get #asked() {
        const { opening } = this.#app.state;
        return opening && this.#known?.opening === opening ? this.#known.asked : null;
    }

    /** The colour that the user has at this time. */
    get color() {
        return this.#colorIn(this.#asked);
    }

    /** The colour that the user has where this is asked. @param {Asked | null} asked */
    #colorIn(asked) {
        const { opening, human } = this.#app.state;
        if (!opening || human === 'both') return human;
        return ((asked?.black ?? 'first') === 'first') === (human === 'black') ? 'black' : 'white';
    }

    get isEngineTurn() {
        const { human } = this.#app.state;
        return human !== 'both' && (this.#asked?.decider === 'first') !== (human === 'black');
    }

    /** Whether a click on the board answers. */
    get takesSquares() {
        return Boolean(this.#asked?.squares.length) && !this.isEngineTurn;
    }

    /** How many choices came before the user's last one; negative if there is none. */
    get #before() {
        const { human } = this.#app.state;
        const deciders = this.#asked?.deciders ?? [];
        return human === 'both' ? deciders.length - 1 : deciders.lastIndexOf(human === 'black' ? 'first' : 'second');
    }

    get canTakeBack() {
        return this.#before >= 0;
    }

    /** Takes the user's last choice back, and what the engine has answered. @returns {Promise<boolean>} whether it was there to be taken back */
    async takeBack() {
        const { opening } = this.#app.state;
        if (!opening || !this.canTakeBack) return false;
        return this.#turnTo(opening, opening.choices.split(' ').slice(0, this.#before));
    }

    /** What the engine said last in the game on the board. */
    get #words() {
        return this.#said.game === this.#app.state.game ? this.#said.text : '';
    }

    /** The question, after what the engine said. */
    status() {
        if (this.isEngineTurn) return t('thinks');
        return `${this.#words} ${this.#question()}`.trim();
    }

    /** What the engine said about the colours, until the user moves. @param {number} ply */
    saidAt(ply) {
        const from = this.#said.ply;
        const to = colorOf(from) === this.color ? from : from + 1;
        return ply >= from && ply <= to ? this.#words : '';
    }

    #question() {
        const { state, toMove } = this.#app;
        const asked = this.#asked;
        if (!asked) return t('thinks');
        const n = state.moves.length + 1;
        const text = {
            stone: () => (asked.side === 1 ? t('ask.middle') : asked.side ? t('ask.side', { n, side: asked.side }) : t('ask.stone', { n })),
            swap: () => t(`ask.swap.${toMove}`),
            number: () => t('ask.number'),
            offer: () => t('ask.offer', { n: asked.number ?? 0 }),
            keep: () => t('ask.keep'),
        }[asked.question ?? 'stone']();
        // Whoever puts a stone or may swap decides by the number that was declared.
        const declared = ['stone', 'swap'].includes(asked.question ?? '') && (state.opening?.choices ?? '').split(' ').find(choice => /^\d+$/.test(choice));
        const whole = declared ? `${t('ask.fifths', { n: Number(declared) })} ${text}` : text;
        return state.human === 'both' ? `${playerName(asked.decider)}: ${whole}` : whole;
    }

    /** The position has changed: asks the user, or the engine. */
    async follow() {
        const app = this.#app;
        const { opening, size } = app.state;
        if (opening && this.#known?.opening !== opening) {
            this.#said.text = '';
            // The answers to another question go away.
            this.#drawAnswers();
            try {
                const asked = await app.askRules('opening', [opening.rule, size, opening.choices]);
                if (app.state.opening === opening) this.#known = { opening, asked };
            } catch (error) {
                if (app.state.opening !== opening) return;
                // The users keep the colours that they had.
                Object.assign(app.state, { human: this.#colorIn(this.#known?.asked ?? null), opening: null });
                app.notice(errorText(error));
                void app.changed();
                return;
            }
            if (app.state.opening === opening) app.draw();
        }
        this.#drawAnswers();
        const asked = this.#asked;
        if (!opening || !asked) return;
        app.onPick = name => (asked.squares.includes(name) ? void this.#decide(opening, name) : app.notice(this.#question()));
        app.overlays.show({ candidates: asked.offers.map((square, index) => ({ square, text: String(index + 1), rank: 0 })), area: this.isEngineTurn ? null : asked.side });
        if (this.isEngineTurn) void this.#answer(opening);
        else app.announce(`${this.status()} ${asked.offers.join(', ')}`.trim());
    }

    /** The buttons that answer. */
    #drawAnswers() {
        const { opening } = this.#app.state;
        const asked = this.isEngineTurn ? null : this.#asked;
        const answers = asked?.question === 'swap' ? ['swap', 'stay', ...(asked.more ? ['more'] : [])] : asked?.question === 'number' ? Array.from({ length: asked.number ?? 0 }, (_, i) => String(i + 1)) : [];
        byId('answers').hidden = answers.length === 0;
        byId('answers').replaceChildren(
            ...answers.map(answer => {
                const button = Object.assign(document.createElement('button'), { type: 'button', textContent: this.#label(answer) });
                button.dataset.answer = answer;
                button.addEventListener('click', () => {
                    if (opening) void this.#decide(opening, answer);
                    // The button goes away.
                    focusBoard();
                });
                return button;
            }),
        );
    }

    /** What a choice says: the colour that its player takes. @param {string} choice @param {'answer' | 'took'} [person] */
    #label(choice, person = 'answer') {
        const rule = this.#app.state.opening?.rule;
        if (choice === 'more') return person === 'took' ? t(`took.${rule}`) : t(`more.${rule}`);
        const asked = this.#asked;
        if (!asked || !['swap', 'stay'].includes(choice)) return choice;
        const hasBlack = asked.black === asked.decider;
        const color = hasBlack === (choice === 'stay') ? 'black' : 'white';
        return person === 'took' ? t(`took.${color}`) : t(`answer.${color}`);
    }

    /** @param {Dialogue} opening */
    async #answer(opening) {
        const app = this.#app;
        const { game, rule, size, level } = app.state;
        const effort = { nodes: Math.max(NODES, levelOf(level).nodes), seed: opening.seed };
        try {
            const { choices } = await app.ask('choose', [rule, opening.rule, size, opening.choices, effort]);
            if (app.state.opening !== opening) return;
            // Its stones are seen, and a number is part of the next question.
            const said = choices.filter((/** @type {string} */ choice) => /^[a-z]+$/.test(choice));
            const text = said.length > 0 ? `RustGomo: ${said.map((/** @type {string} */ choice) => this.#label(choice, 'took')).join(' ')}.` : '';
            if (!(await this.#turnTo(opening, [opening.choices, ...choices])) || app.state.game !== game) return;
            this.#said = { text, game, ply: app.state.moves.length };
            if (!text) return;
            app.draw();
            app.announce(text);
        } catch (error) {
            if (!(error instanceof Stopped)) app.notice(t('problem.move', { error: errorText(error) }));
        }
    }

    /** The user's answer. @param {Dialogue} opening @param {string} choice */
    async #decide(opening, choice) {
        await this.#turnTo(opening, [opening.choices, choice]).catch(error => this.#app.notice(errorText(error)));
    }

    /** Goes on with these choices in place of those of the opening, unless it is no longer on the board. @param {Dialogue} opening @param {string[]} choices */
    async #turnTo(opening, choices) {
        const app = this.#app;
        const { state } = app;
        const next = { ...opening, choices: choices.join(' ').trim() };
        const asked = await app.askRules('opening', [next.rule, state.size, next.choices]);
        if (state.opening !== opening) return false;
        this.#said.text = '';
        this.#known = { opening: next, asked };
        state.opening = next;
        // The game goes on with the colours that the players have now.
        if (asked.question === null) Object.assign(state, { human: this.color, opening: null, opened: { rule: next.rule, base: asked.moves.length, human: state.human } });
        const count = asked.moves.length;
        if (count < state.moves.length) await app.edit(takeBack(state.tree, state.moves, count), asked.moves);
        else await (count > state.moves.length ? app.show(asked.moves) : app.changed());
        return true;
    }

    /** Who plays a colour, where two people play. @param {'black' | 'white'} color */
    playerOf(color) {
        const asked = this.#asked;
        return playerName(((asked?.black ?? 'first') === 'first') === (color === 'black') ? 'first' : 'second');
    }
}

/** @param {'first' | 'second'} player */
const playerName = player => t('player', { n: player === 'first' ? 1 : 2 });
