// @ts-check
/** Puzzles: won positions of games, in which the user finds the win against the engine's defence. */
import { byId } from '../app.js';
import { localStorageItem, storeItem } from '../records/storage.js';
import { t } from '../words/words.js';

/** @typedef {{number: number, rule: string, size: string, plies: number, moves: string[]}} Puzzle */

/** Longest wins of each grade, in plies. */
const GRADES = { easy: 9, medium: 13, hard: Infinity };
const KEY = 'rustgomo.solved';

/** @type {Promise<Puzzle[]> | undefined} */
let loaded;

/** All puzzles, loaded once. */
function puzzles() {
    loaded ??= (async () => {
        const response = await fetch(new URL('../puzzles.txt', import.meta.url));
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
        const stored = JSON.parse(localStorageItem(KEY) ?? '[]');
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
        const grade = /** @type {HTMLSelectElement} */ (byId('puzzle-grade'));
        for (const name of Object.keys(GRADES)) {
            const option = new Option(t(`grade.${name}`), name);
            option.dataset.t = `grade.${name}`;
            grade.append(option);
        }
        byId('puzzle').addEventListener('click', () => void this.#next(grade.value));
        app.onPosition.push(() => this.#follow());
    }

    /** Puts a puzzle of this grade on the board, one that is not solved if there is any. @param {string} grade */
    async #next(grade) {
        const app = this.#app;
        try {
            const bounds = Object.entries(GRADES);
            const index = bounds.findIndex(([name]) => name === grade);
            const shortest = index > 0 ? bounds[index - 1][1] : 0;
            const done = solved();
            const fits = (await puzzles()).filter(({ rule, plies, number }) => rule === app.state.rule && plies > shortest && plies <= bounds[index][1] && number !== app.state.puzzle?.number);
            const fresh = fits.filter(({ number }) => !done.has(number));
            const choice = fresh.length > 0 ? fresh : fits;
            const puzzle = choice[Math.floor(Math.random() * choice.length)];
            if (!puzzle) {
                app.notice(t('puzzle.none'));
                return;
            }
            const { number, moves } = puzzle;
            app.setGame(puzzle);
            Object.assign(app.state, { human: moves.length % 2 === 0 ? 'black' : 'white', puzzle: { number, base: moves.length } });
            this.#open();
        } catch (error) {
            app.notice(/** @type {Error} */ (error).message);
        }
    }

    /** Says how the puzzle stands. */
    #follow() {
        const { state, view } = this.#app;
        const text = byId('puzzle-text');
        text.hidden = state.mode !== 'play' || !state.puzzle;
        if (!state.puzzle || state.mode !== 'play') return;
        if (view?.winner === state.human) {
            storeItem(KEY, JSON.stringify([...solved().add(state.puzzle.number)]));
            this.say('puzzle.solved');
        } else if (view?.winner) {
            this.say('puzzle.lost');
        } else if (state.moves.length === state.puzzle.base) {
            this.say(`puzzle.task.${state.human}`);
        }
    }

    /** @param {string} key */
    say(key) {
        byId('puzzle-text').textContent = t(key);
        this.#app.announce(t(key));
    }
}
