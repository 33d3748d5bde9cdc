// @ts-check
/** What the parts of the page lay over the position on the board. They go when the position changes. */

/** @typedef {import('./shared/board.js').Candidate} Candidate */
/**
 * @typedef {object} Layers
 * @property {string[]} preview moves of a line that is looked at
 * @property {{moves: string[], preview: string[]} | null} glance another position for as long as the pointer is on what it belongs to, with the moves that follow
 * @property {Candidate[]} candidates
 * @property {Candidate[]} known moves of the book, marked while the book is in sight and nothing is searched
 * @property {import('./shared/heat.js').Heat[]} heat
 * @property {string[]} excluded moves that are left out of the analysis
 * @property {string | null} hint
 * @property {string[]} replies of a proof
 * @property {number | null} area side of the squares in the middle where the next stone must be
 */

/** @type {Layers} */
const NONE = { preview: [], glance: null, candidates: [], known: [], heat: [], excluded: [], hint: null, replies: [], area: null };

export class Overlays {
    /** @type {Readonly<Layers>} */
    #layers = NONE;
    #draw;

    /** @param {() => void} draw draws the board */
    constructor(draw) {
        this.#draw = draw;
    }

    /** What lies over the board. */
    get now() {
        return this.#layers;
    }

    /** Puts some layers in place of their like, and draws the board. @param {Partial<Layers>} layers */
    show(layers) {
        this.#layers = { ...this.#layers, ...layers };
        this.#draw();
    }

    /** The position changes. */
    clear() {
        this.#layers = NONE;
    }
}
