// @ts-check
/** Trees of files, as the engine reads and writes them (web/src/tree.rs), and trees of the page. */
import { EMPTY, extend, SHAPES } from './tree.js';

/** @typedef {import('./tree.js').Node} Node */
/** @typedef {import('./tree.js').Notes} Notes */
/** @typedef {Record<string, string[]> & {labels: Record<string, string>}} FileMarks squares by shape */
/**
 * @typedef {object} FileNode
 * @property {number | null} parent
 * @property {string | null} move
 * @property {string} [comment]
 * @property {any} [marks] FileMarks
 * @property {number} [score]
 * @property {number} [seconds]
 * @property {Record<string, string[]>} [properties]
 */
/** @typedef {{black: string, white: string, result: string, termination: string, remark: string, opening: number, number: number, continuous?: boolean}} Header what a file says about its game */
/** @typedef {Header & {rule: string, size: string, setup: {black: string[], white: string[], to_move: string}, nodes: FileNode[]}} FileTree */
/** @typedef {{black: string, white: string, result: string, event: string, date: string}} Summary a game of a list */
/** @typedef {{games: Summary[], tree: FileTree | null, notes: string[], encoding: string | null}} FileContent */
/** @typedef {{move: string, notes: Notes, children: Draft[]}} Draft a node that is being built */

/**
 * The tree of a file. Nodes without a move are joined with the one before them, and equal moves with each other; stones that are set up
 * become moves.
 * @param {FileTree} file
 * @returns {{rule: string, size: string, tree: Node, moves: string[], header: Header, dropped: number}} and how many moves after passes
 *     are left out, because the page has none
 */
export function fromFile({ rule, size, setup, nodes, ...header }) {
    /** @type {Draft} */
    const root = { ...EMPTY, children: [] };
    let start = root;
    for (const move of setup.black.flatMap((move, index) => [move, ...setup.white.slice(index, index + 1)])) {
        const draft = { move, notes: {}, children: [] };
        start.children.push(draft);
        start = draft;
    }
    /** @type {(Draft | null)[]} */
    const drafts = [];
    let dropped = 0;
    for (const node of nodes) {
        const parent = node.parent === null ? start : drafts[node.parent];
        let draft = parent;
        if (parent && node.move === 'pass') draft = null;
        else if (parent && node.move) {
            const { move } = node;
            draft = parent.children.find(child => child.move === move) ?? null;
            if (!draft) parent.children.push((draft = { move, notes: {}, children: [] }));
        }
        const notes = notesOf(node);
        // What a file says of its game stays at the first position.
        if (node.parent === null && start !== root && notes.properties) {
            root.notes = { properties: notes.properties };
            delete notes.properties;
        }
        if (draft) draft.notes = joined(draft.notes, notes);
        else if (node.move !== 'pass') dropped++;
        drafts.push(draft);
    }
    return { rule, size, tree: root, moves: extend(root, []), header, dropped };
}

/** Whether set-up stones can be moves: black begins, and the sides take turns. @param {FileTree} file */
export const canPlayOut = ({ setup: { black, white, to_move: first } }) => black.length - white.length === (first === 'white' ? 1 : 0);

/** @param {FileNode} node @returns {Notes} */
function notesOf({ comment = '', marks = {}, score, seconds, properties }) {
    const shapes = SHAPES.flatMap(shape => (marks[shape] ?? []).map((/** @type {string} */ square) => [square, shape]));
    const notes = { comment, marks: Object.fromEntries(shapes), labels: marks.labels ?? {}, score, seconds, properties };
    return /** @type {Notes} */ (Object.fromEntries(Object.entries(notes).filter(([, value]) => typeof value === 'number' || Object.keys(value ?? '').length > 0)));
}

/** The notes of two nodes at one position. @param {Notes} first @param {Notes} second @returns {Notes} */
function joined(first, second) {
    const notes = { ...second, ...first };
    for (const key of /** @type {('marks' | 'labels')[]} */ (['marks', 'labels'])) if (first[key] && second[key]) notes[key] = { ...second[key], ...first[key] };
    if (first.properties && second.properties) notes.properties = { ...second.properties, ...first.properties };
    if (first.comment && second.comment) notes.comment = `${first.comment}\n\n${second.comment}`;
    return notes;
}

/**
 * A tree for a file.
 * @param {{rule: string, size: string, tree: Node}} game
 * @param {Partial<Header>} header
 */
export function toFile({ rule, size, tree }, header) {
    /** @type {FileNode[]} */
    const nodes = [];
    const add = (/** @type {Node} */ { move, notes, children }, /** @type {number | null} */ parent) => {
        const { marks = {}, labels = {}, ...rest } = notes;
        const shapes = Object.fromEntries(SHAPES.map(shape => [shape, Object.keys(marks).filter(square => marks[square] === shape)]));
        const index = nodes.push({ parent, move: move || null, marks: { ...shapes, labels }, ...rest }) - 1;
        children.forEach(child => add(child, index));
    };
    add(tree, null);
    return { rule, size, ...header, nodes };
}
