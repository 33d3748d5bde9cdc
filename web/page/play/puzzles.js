// @ts-check
/** Puzzles: won positions of games, in which the user finds the win against the engine's defence. */
import { byId, select } from '../shared/element.js';
import { proved } from '../shared/values.js';
import { keepForLater } from '../engine/kept.js';
import { storedItem, storeItem } from '../shared/storage.js';
import { errorText } from '../errors.js';
import { optionOf, t } from '../words/words.js';

/** @typedef {{number: number, rule: string, size: string, plies: number, moves: string[]}} Puzzle */

/** The longest win of each grade, in plies. Puzzles of one to three moves are the ends of longer wins. */
const GRADES = { one: 1, two: 3, three: 5, easy: 9, medium: 13, hard: Infinity };
const SHORT = ['one', 'two', 'three'];
/** Puzzles of a short grade have the number of the one that they are the end of, and this for each move. */
const SHORT_STEP = 1000;
/** Attacking moves of the proof of a puzzle, and nodes of the search for the moves that are left. */
const [PROOF_WORK, COUNT_NODES] = [300_000, 4000];
const KEY = 'rustgomo.solved';
const GRADE_KEY = 'rustgomo.grade';

/** @type {Promise<Puzzle[]> | undefined} */
let loaded;

/** All puzzles, loaded once. */
function puzzles() {
    loaded ??= (async () => {
        const url = new URL('../puzzles.txt', import.meta.url);
        void keepForLater(url);
        const response = await fetch(url);
        if (!response.ok) throw new Error(`puzzles: ${response.status}`);
        const lines = (await response.text()).split('\n').filter(line => line !== '' && !line.startsWith('#'));
        return lines.map((line, number) => {
            const [rule, size, plies, ...moves] = line.trim().split(/\s+/);
            return { number, rule, size, plies: Number(plies), moves };
        });
    })();
    loaded.catch(() => (loaded = undefined));
    return loaded;
}

/** Numbers of the puzzles that were solved. */
function solved() {
    try {
        const stored = JSON.parse(storedItem(KEY) ?? '[]');
        return new Set(Array.isArray(stored) ? stored : []);
    } catch {
        return new Set();
    }
}

export class Puzzles {
    #app;
    #open;

    /** @param {import('../app.js').App} app @param {() => void} open called when a puzzle is on the board */
    constructor(app, open) {
        this.#app = app;
        this.#open = open;
        const grade = select('puzzle-grade');
        grade.append(...Object.keys(GRADES).map(name => optionOf('grade', name)));
        const stored = storedItem(GRADE_KEY) ?? '';
        if (stored in GRADES) grade.value = stored;
        grade.addEventListener('change', () => storeItem(GRADE_KEY, grade.value));
        for (const id of ['puzzle', 'puzzle-next']) byId(id).addEventListener('click', () => void this.#next(grade.value));
        app.onPosition.push(() => void this.#follow().catch(error => app.notice(errorText(error))));
    }

    /** The puzzles of a grade under the page's rule, by their numbers. @param {string} grade @returns {Promise<Puzzle[]>} */
    async #ofGrade(grade) {
        const { rule } = this.#app.state;
        const all = (await puzzles()).filter(puzzle => puzzle.rule === rule);
        const short = SHORT.indexOf(grade);
        if (short >= 0) return all.filter(({ plies }) => plies <= GRADES.medium).map(puzzle => ({ ...puzzle, number: puzzle.number + SHORT_STEP * (short + 1) }));
        const bounds = Object.entries(GRADES);
        const index = bounds.findIndex(([name]) => name === grade);
        const longer = grade === 'easy' ? 0 : bounds[index - 1][1];
        return all.filter(({ plies }) => plies > longer && plies <= bounds[index][1]);
    }

    /** Puts the next puzzle of this grade on the board that is not solved, or the next one if all are. @param {string} grade */
    async #next(grade) {
        const app = this.#app;
        const present = app.state.puzzle?.number ?? -1;
        // On a slow first visit it is not there yet.
        await app.viewed;
        const { game } = app.state;
        try {
            const all = await this.#ofGrade(grade);
            const done = solved();
            const later = [...all.filter(({ number }) => number > present), ...all.filter(({ number }) => number <= present)];
            const order = [...later.filter(({ number }) => !done.has(number)), ...later.filter(({ number }) => done.has(number))];
            for (const puzzle of order) {
                const moves = puzzle.number < SHORT_STEP ? puzzle.moves : await this.#end(puzzle, Math.floor(puzzle.number / SHORT_STEP));
                if (app.state.game !== game || app.state.mode !== 'play') return;
                if (!moves) continue;
                const { number } = puzzle;
                app.setGame({ ...puzzle, moves });
                Object.assign(app.state, { human: moves.length % 2 === 0 ? 'black' : 'white', puzzle: { number, base: moves.length } });
                this.#open();
                return;
            }
            app.notice(t('puzzle.none'));
        } catch (error) {
            app.notice(errorText(error));
        }
    }

    /** The position of a long win with `left` moves left to the five, if it has one. @param {Puzzle} puzzle @param {number} left */
    async #end({ rule, size, moves }, left) {
        const ask = (/** @type {string} */ what, /** @type {string[]} */ moves, /** @type {unknown[]} */ ...more) => this.#app.askRules(what, [rule, size, moves.join(''), ...more], 60_000);
        const { win } = await ask('prove', moves, PROOF_WORK);
        if (!win || win.is_played) return null;
        /** @type {string[][]} */
        const path = [moves];
        /** @type {import('../shared/proof.js').Step} */
        let step = win.proof;
        for (; step.replies.length > 0; step = step.replies[0][1]) path.push([...path[path.length - 1], step.attack, step.replies[0][0]]);
        // Behind the last attack one of its fives is stopped.
        const last = [...path[path.length - 1], step.attack];
        /** @type {import('../app.js').View} */
        const view = await ask('describe', last);
        const five = view.threats.find(({ kind, color }) => kind === 'five' && color === win.winner);
        if (five) path.push([...last, five.square]);
        for (const position of path.toReversed()) {
            const { lines: [line] } = await ask('analyse', position, { nodes: COUNT_NODES, lines: 1 });
            const moves = line ? proved(line) : null;
            if (moves === left) return position;
            if (moves === null || moves > left) return null;
        }
        return null;
    }

    /** Says how the puzzle stands. */
    async #follow() {
        const { state, view } = this.#app;
        const { puzzle } = state;
        const isOn = state.mode === 'play' && puzzle !== null;
        byId('puzzle-text').hidden = !isOn;
        byId('puzzle-number').hidden = !isOn;
        byId('puzzle-next').hidden = !isOn || view?.end?.winner !== state.human;
        if (!isOn) return;
        if (view?.end?.winner === state.human) {
            storeItem(KEY, JSON.stringify([...solved().add(puzzle.number)]));
            this.say('puzzle.solved');
        } else if (view?.end) {
            this.say('puzzle.lost');
        } else if (puzzle.slip === state.moves.length) {
            this.say('puzzle.slip');
        } else {
            this.say(`puzzle.task.${state.human}`);
        }
        const grade = Object.keys(GRADES)[Math.floor(puzzle.number / SHORT_STEP) - 1] ?? await this.#gradeOf(puzzle.number);
        const all = await this.#ofGrade(grade);
        const done = solved();
        const n = all.findIndex(({ number }) => number === puzzle.number) + 1;
        byId('puzzle-number').textContent = t('puzzle.number', { grade: t(`grade.${grade}`), number: n, count: all.length, solved: all.filter(({ number }) => done.has(number)).length });
    }

    /** @param {number} number of a long puzzle */
    async #gradeOf(number) {
        const { plies } = (await puzzles()).find(puzzle => puzzle.number === number) ?? { plies: 0 };
        return plies <= GRADES.easy ? 'easy' : plies <= GRADES.medium ? 'medium' : 'hard';
    }

    /** @param {string} key */
    say(key) {
        byId('puzzle-text').textContent = t(key);
        this.#app.announce(t(key));
    }
}
