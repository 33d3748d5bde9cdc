// @ts-check
/**
 * The game as a tree of moves with notes. Trees are never changed: an edit copies the nodes from the root to its place and shares all
 * others, so an earlier tree can be kept for undo. A node is named by its path, the moves that lead to it.
 */

/**
 * @typedef {object} Notes what is written at a position
 * @property {string} [comment]
 * @property {Record<string, string>} [marks] shapes by square, see SHAPES
 * @property {Record<string, string>} [labels] short texts by square
 * @property {number} [score] from a file, in centi-units for the side that moved
 * @property {number} [seconds] from a file, what the move took
 * @property {Record<string, string[]>} [properties] of SGF without a meaning here
 */
/**
 * @typedef {object} Node
 * @property {string} move empty for the root
 * @property {Notes} notes
 * @property {readonly Node[]} children the main line first; their moves differ
 */
/** @typedef {readonly string[]} Path */

export const SHAPES = ['triangle', 'square', 'circle', 'cross'];

/** @type {Node} */
export const EMPTY = { move: '', notes: {}, children: [] };

/** @param {Node} node @param {string} move */
const child = (node, move) => node.children.find(child => child.move === move);

/**
 * The node of a path, or nothing.
 * @param {Node} root
 * @param {Path} path
 */
export function nodeAt(root, path) {
    /** @type {Node | undefined} */
    let node = root;
    for (const move of path) node = node && child(node, move);
    return node;
}

/**
 * The tree with another node in place of that of a path, or without it.
 * @param {Node} root
 * @param {Path} path
 * @param {(node: Node) => Node | null} edit
 * @returns {Node}
 */
function replace(root, path, edit) {
    if (path.length === 0) return edit(root) ?? EMPTY;
    const [move, ...rest] = path;
    const children = root.children.flatMap(child => {
        if (child.move !== move) return [child];
        const edited = rest.length > 0 ? replace(child, rest, edit) : edit(child);
        return edited ? [edited] : [];
    });
    return { ...root, children };
}

/**
 * The tree with a path in it; the same tree if it is there.
 * @param {Node} root
 * @param {Path} path
 */
export function insert(root, path) {
    let known = 0;
    for (let node = root; known < path.length; known++) {
        const next = child(node, path[known]);
        if (!next) break;
        node = next;
    }
    if (known === path.length) return root;
    const added = path.slice(known).reduceRight((/** @type {Node[]} */ children, move) => [{ move, notes: {}, children }], []);
    return replace(root, path.slice(0, known), node => ({ ...node, children: [...node.children, ...added] }));
}

/** The tree without a node and all behind it. @param {Node} root @param {Path} path */
export const remove = (root, path) => replace(root, path, () => null);

/**
 * The tree of a game whose line is taken back to its first moves: the others go, unless something is written at them or other moves follow.
 * @param {Node} root
 * @param {Path} line
 * @param {number} left
 */
export function takeBack(root, line, left) {
    const path = line.slice(0, left + 1);
    const node = nodeAt(root, path);
    return node && String(pack(node)) === String(line.slice(left)) ? remove(root, path) : root;
}

/** The tree with other notes at a position; empty ones are left out. @param {Node} root @param {Path} path @param {Notes} notes */
export function annotate(root, path, notes) {
    const filled = Object.fromEntries(Object.entries(notes).filter(([, value]) => typeof value === 'number' || Object.keys(value).length > 0));
    return replace(root, path, node => ({ ...node, notes: filled }));
}

/**
 * The path to the last node of a path that is not the first choice, or nothing on the main line.
 * @param {Node} root
 * @param {Path} path
 */
export function variationOf(root, path) {
    for (let length = path.length; length > 0; length--) {
        if (nodeAt(root, path.slice(0, length - 1))?.children[0]?.move !== path[length - 1]) return path.slice(0, length);
    }
    return null;
}

/**
 * The tree with the variation of a path moved in front of the one before it.
 * @param {Node} root
 * @param {Path} path
 */
export function promote(root, path) {
    const variation = variationOf(root, path);
    if (!variation) return root;
    return replace(root, variation.slice(0, -1), node => {
        const children = [...node.children];
        const index = children.findIndex(({ move }) => move === variation[variation.length - 1]);
        children.splice(index - 1, 0, ...children.splice(index, 1));
        return { ...node, children };
    });
}

/**
 * The tree with a path as its main line.
 * @param {Node} root
 * @param {Path} path
 */
export function lead(root, path) {
    let tree = root;
    while (variationOf(tree, path)) tree = promote(tree, path);
    return tree;
}

/**
 * A path and the main line behind it.
 * @param {Node} root
 * @param {Path} path
 */
export function extend(root, path) {
    const line = [...path];
    for (let node = nodeAt(root, path)?.children[0]; node; node = node.children[0]) line.push(node.move);
    return line;
}

/** @type {WeakMap<Node, number>} */
const sizes = new WeakMap();

/** The number of nodes behind a node. @param {Node} node @returns {number} */
export function size(node) {
    const known = sizes.get(node) ?? node.children.reduce((sum, child) => sum + 1 + size(child), 0);
    sizes.set(node, known);
    return known;
}

/**
 * The notes after a click with a tool on a square: its mark is set, or taken away if it is there. Letters follow each other.
 * @param {Notes} notes
 * @param {string} tool a shape, or `letter`
 * @param {string} square
 * @returns {Notes}
 */
export function mark(notes, tool, square) {
    const { [square]: shape, ...marks } = notes.marks ?? {};
    const { [square]: label, ...labels } = notes.labels ?? {};
    if (tool === 'letter') {
        const used = new Set(Object.values(labels));
        const free = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ').find(letter => !used.has(letter)) ?? '?';
        return { ...notes, marks, labels: label === undefined ? { ...labels, [square]: free } : labels };
    }
    return { ...notes, labels, marks: shape === tool ? marks : { ...marks, [square]: tool } };
}

/**
 * A tree as few characters of JSON: the moves of the main line, behind each its notes and its variations as lists of their own.
 * @typedef {(string | Notes | Packed)[]} Packed
 */
/** @param {Node} root @returns {Packed} */
export function pack(root) {
    /** @type {Packed} */
    const packed = root.move ? [root.move] : [];
    /** @type {Node | undefined} */
    let node = root;
    while (node) {
        if (Object.keys(node.notes).length > 0) packed.push(node.notes);
        packed.push(...node.children.slice(1).map(pack));
        [node] = node.children;
        if (node) packed.push(node.move);
    }
    return packed;
}

/**
 * The tree of a packed one; what makes no sense is left out.
 * @param {unknown} packed
 * @returns {Node}
 */
export function unpack(packed) {
    const [root] = unpackLine(Array.isArray(packed) ? packed : []);
    return root.move ? { ...EMPTY, children: [root] } : root;
}

/** @param {unknown[]} packed @returns {Node[]} */
function unpackLine(packed) {
    /** @type {Node[]} */
    let children = [];
    /** @type {Node[]} */
    let variations = [];
    let notes = {};
    for (const item of packed.toReversed()) {
        if (Array.isArray(item)) {
            variations.unshift(...unpackLine(item).filter(({ move }) => move));
        } else if (typeof item === 'object' && item !== null) {
            notes = cleanNotes(item);
        } else if (typeof item === 'string' && /^[a-v]\d{1,2}$/.test(item)) {
            children = [{ move: item, notes, children: distinct([...children, ...variations]) }];
            [variations, notes] = [[], {}];
        }
    }
    const isRoot = typeof packed[0] !== 'string';
    return isRoot ? [{ move: '', notes, children: distinct([...children, ...variations]) }] : children;
}

/** @param {Node[]} nodes */
const distinct = nodes => nodes.filter(({ move }, index) => nodes.findIndex(other => other.move === move) === index);

/** @param {any} stored @returns {Notes} */
function cleanNotes({ comment, marks, labels, score, seconds, properties }) {
    const texts = (/** @type {unknown} */ record) =>
        Object.fromEntries(Object.entries(record ?? {}).filter(([square, value]) => /^[a-v]\d{1,2}$/.test(square) && typeof value === 'string'));
    const isList = (/** @type {unknown} */ value) => Array.isArray(value) && value.every(text => typeof text === 'string');
    const foreign = Object.fromEntries(Object.entries(properties ?? {}).filter(([, value]) => isList(value)));
    const notes = { comment: typeof comment === 'string' ? comment : '', marks: texts(marks), labels: texts(labels), properties: foreign };
    const numbers = Object.entries({ score, seconds }).filter(([key, value]) => (key === 'score' ? Number.isInteger(value) : Number.isFinite(value)));
    return Object.fromEntries([...Object.entries(notes).filter(([, value]) => Object.keys(value).length > 0), ...numbers]);
}

/** The tree with other squares in place of all moves, marks and letters. @param {Node} node @param {(square: string) => string} map @returns {Node} */
export function mapSquares({ move, notes, children }, map) {
    const moved = (/** @type {Record<string, string> | undefined} */ record) => record && Object.fromEntries(Object.entries(record).map(([square, value]) => [map(square), value]));
    const { marks, labels, ...rest } = notes;
    return { move: move && map(move), notes: { ...rest, ...(marks && { marks: moved(marks) }), ...(labels && { labels: moved(labels) }) }, children: children.map(child => mapSquares(child, map)) };
}
