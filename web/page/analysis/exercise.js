// @ts-check
/** The mistakes of a reviewed game as questions: the user finds the better moves on the board. */
import { focusBoard } from '../app.js';
import { byId } from '../shared/element.js';
import { Stopped } from '../engine/remote.js';
import { errorText } from '../errors.js';
import { t } from '../words/words.js';
import { lineRow, verdict } from './line.js';

/** @typedef {import('./review.js').Mistake} Mistake */
/** @typedef {import('./review.js').Answer} Answer */

export class Exercise {
    #app;
    #attempt;
    #ended;
    /** @type {string[]} */
    #game = [];
    /** @type {Mistake[]} */
    #mistakes = [];
    #number = -1;
    /** Whether the question is answered, rightly or by showing the move. */
    #isAnswered = false;
    #tries = 0;
    /** What was said last, in the language of the page. @type {[() => string, import('./line.js').Line?]} */
    #said = [() => ''];
    /** Questions that were answered at the first try. */
    #found = 0;

    /**
     * @param {import('../app.js').App} app
     * @param {(index: number, name: string) => Promise<Answer>} attempt judges a move in place of that of the game
     * @param {() => void} ended called when there are no more questions
     */
    constructor(app, attempt, ended) {
        this.#app = app;
        this.#attempt = attempt;
        this.#ended = ended;
        byId('exercise-show').addEventListener('click', () => void this.#show());
        byId('exercise-next').addEventListener('click', () => void this.#next());
        byId('exercise-end').addEventListener('click', () => this.end());
        app.onPosition.push(() => this.#follow());
    }

    /** @param {string[]} game @param {Mistake[]} mistakes of it */
    start(game, mistakes) {
        this.#game = game;
        this.#mistakes = mistakes;
        this.#number = -1;
        this.#found = 0;
        void this.#next();
    }

    end() {
        if (this.#number < 0) return;
        this.#number = -1;
        this.#ended();
        this.#app.onPick = null;
        this.#app.setTask('exercise', '');
        const isFocused = byId('exercise-panel').contains(document.activeElement);
        this.#draw();
        if (isFocused) byId('exercise').focus({ preventScroll: true });
    }

    /** The question that is asked, if there is one. @returns {Mistake | undefined} */
    get #question() {
        return this.#mistakes[this.#number];
    }

    /** The moves in front of the question. */
    get #before() {
        return this.#game.slice(0, (this.#question?.number ?? 1) - 1);
    }

    #draw() {
        const isOn = this.#number >= 0;
        this.#app.setAsks(isOn && !this.#isAnswered && this.#question !== undefined);
        byId('exercise-panel').hidden = !isOn;
        // The list of mistakes would give the answers away.
        document.body.toggleAttribute('data-exercise', isOn);
        byId('exercise-show').hidden = this.#isAnswered || !this.#question;
        byId('exercise-next').hidden = !this.#question;
    }

    /** Says the last words again, in another language. */
    translate() {
        if (this.#number >= 0) this.#say(...this.#said);
    }

    /** @param {() => string} write @param {import('./line.js').Line} [line] behind the position */
    #say(write, line) {
        const text = write();
        this.#said = [write, line];
        byId('exercise-text').textContent = text;
        this.#app.setTask('exercise', text);
        byId('exercise-line').replaceChildren(...(line ? [lineRow(this.#app, line, 0, this.#before)] : []));
        this.#draw();
    }

    async #next() {
        this.#number++;
        this.#tries = 0;
        this.#isAnswered = false;
        const { length } = this.#mistakes;
        const question = this.#question;
        if (!question) {
            this.#app.onPick = null;
            this.#say(() => t('exercise.done', { n: this.#found, count: length }));
            byId('exercise-end').focus({ preventScroll: true });
            return;
        }
        const { number, color, played } = question;
        this.#say(() => t(`exercise.task.${color}`, { number: this.#number + 1, count: length, square: played }));
        focusBoard();
        await this.#app.walk(this.#game, number - 1);
    }

    /** Takes the next click on the board as the answer, if the question is on the board. */
    #follow() {
        const question = this.#question;
        if (!question || this.#isAnswered || String(this.#app.moves) !== String(this.#before)) return;
        this.#app.onMark = null;
        this.#app.onPick = name => void this.#answer(question, name);
    }

    /** @param {Mistake} question @param {string} name */
    async #answer(question, name) {
        const { better, number } = question;
        this.#tries++;
        // One answer at a time: until it is judged a click neither answers nor plays.
        this.#app.onPick = () => undefined;
        this.#say(() => t('why.looking', { square: name }));
        /** @type {Answer} */
        let answer = { line: better, isRight: true };
        try {
            if (name !== better.moves[0]) answer = await this.#attempt(number - 1, name);
        } catch (error) {
            if (this.#question !== question) return;
            if (!(error instanceof Stopped)) this.#say(() => errorText(error));
            this.#follow();
            return;
        }
        if (this.#question !== question || this.#isAnswered) return;
        this.#isAnswered = answer.isRight;
        this.#app.onPick = null;
        if (!this.#isAnswered) this.#follow();
        else if (this.#tries === 1) this.#found++;
        this.#reveal(this.#isAnswered ? 'exercise.right' : 'exercise.wrong', answer.line);
    }

    /** Gives the answer. */
    async #show() {
        const question = this.#question;
        if (!question) return;
        this.#isAnswered = true;
        await this.#app.walk(this.#game, question.number - 1);
        if (this.#question !== question) return;
        this.#reveal('exercise.answer', question.better);
        byId('exercise-next').focus({ preventScroll: true });
    }

    /** Says what a line is worth, and shows its beginning on the board. @param {string} key @param {import('./line.js').Line} line */
    #reveal(key, line) {
        this.#say(() => t(key, { square: line.moves[0], verdict: verdict(line) }), line);
        this.#app.preview(this.#before, line.moves.slice(0, 3));
        this.#app.announce(byId('exercise-text').textContent ?? '');
    }
}
