// @ts-check
/** Undo and redo: the games before each edit. Their trees share what they have in common. */

/** @typedef {import('./game.js').State} State */
/** @typedef {Pick<State, 'rule' | 'size' | 'game' | 'header' | 'tree' | 'moves' | 'ply' | 'played'>} Place where an edit was made */
/** @typedef {Pick<State, 'mode' | 'human' | 'lost' | 'puzzle' | 'time' | 'opening' | 'opened'>} Course what only another game has otherwise */
/** @typedef {{place: Place, course: Course}} Snapshot */

/** Most edits that can be undone. */
const LIMIT = 1000;

/** @param {State} state @returns {Snapshot} */
const snapshot = ({ rule, size, game, header, tree, moves, ply, mode, human, lost, puzzle, time, opening, opened, played }) => ({
    place: { rule, size, game, header, tree, moves, ply, played },
    course: { mode, human, lost, puzzle, time, opening, opened },
});

export class History {
    /** @type {Snapshot[]} */
    #past = [];
    /** @type {Snapshot[]} */
    #future = [];
    /** What the last edit took away from redo. @type {Snapshot[]} */
    #dropped = [];
    #kind = '';

    get canUndo() {
        return this.#past.length > 0;
    }

    get canRedo() {
        return this.#future.length > 0;
    }

    /**
     * Called before each edit.
     * @param {State} state
     * @param {string} [kind] edits of the same kind that follow each other are undone as one
     */
    remember(state, kind = '') {
        this.#dropped = this.#future;
        this.#future = [];
        if (kind !== '' && kind === this.#kind) return;
        this.#kind = kind;
        this.#past.push(snapshot(state));
        this.#past.splice(0, this.#past.length - LIMIT);
    }

    /** The last edit came to nothing. @returns {Snapshot | undefined} the game before it */
    forget() {
        this.#future = this.#dropped;
        return this.#past.pop();
    }

    /** @param {State} state @returns {Snapshot | undefined} the game before the last edit */
    undo(state) {
        return this.#step(state, this.#past, this.#future);
    }

    /** @param {State} state @returns {Snapshot | undefined} the game before the last undo */
    redo(state) {
        return this.#step(state, this.#future, this.#past);
    }

    /** @param {State} state @param {Snapshot[]} from @param {Snapshot[]} to */
    #step(state, from, to) {
        this.#kind = '';
        const found = from.pop();
        if (found) to.push(snapshot(state));
        return found;
    }
}
