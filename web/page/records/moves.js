// @ts-check
/** The list of moves with their variations, and what edits the tree: marks, comment, branches, undo. */
import { focusBoard } from '../app.js';
import { button, byId, html, isForField, moveButton } from '../shared/element.js';
import { colorOf } from '../shared/squares.js';
import { currentLanguage, t } from '../words/words.js';
import { mark, nodeAt, promote, remove, size, variationOf } from './tree.js';

/** @typedef {import('./tree.js').Node} Node */

/** Moves of a variation that are listed while it is not looked at, and variations inside each other. */
const [SHOWN_MOVES, SHOWN_DEPTH] = [12, 3];
/** Most moves that are listed besides the main line and the line that is looked at. */
const MOST_MOVES = 1500;

export class MovesPanel {
    #app;
    #comment = /** @type {HTMLTextAreaElement} */ (byId('comment'));
    /** @type {NodeListOf<HTMLElement>} */
    #tools = document.querySelectorAll('[data-tool]');
    /** The tool that marks squares. @type {string | undefined} */
    #tool;
    /** What was listed last. @type {unknown[]} */
    #listed = [];
    /** Moves that may still be listed. */
    #left = 0;

    /** @param {import('../app.js').App} app */
    constructor(app) {
        this.#app = app;
        app.onDraw.push(() => this.#draw());
        app.onPosition.push(() => {
            const opening = app.view?.opening ?? '';
            byId('opening-name').textContent = opening;
            byId('opening-name').hidden = opening === '';
        });
        const { history, state } = app;
        byId('undo').addEventListener('click', () => app.restore(history.undo(state)));
        byId('redo').addEventListener('click', () => app.restore(history.redo(state)));
        byId('promote').addEventListener('click', () => void app.edit(promote(state.tree, app.moves), app.moves));
        byId('delete').addEventListener('click', () => void app.edit(remove(state.tree, app.moves), app.moves.slice(0, -1)));
        this.#comment.addEventListener('input', () => app.note({ ...app.node.notes, comment: this.#comment.value }, `comment ${app.moves.join(' ')}`));
        this.#tools.forEach(button => button.addEventListener('click', () => this.#choose(button.dataset.tool)));
        document.addEventListener('keydown', event => this.#onKey(event));
    }

    /** Clicks on the board mark squares, until the tool is chosen again. @param {string | undefined} tool */
    #choose(tool) {
        const app = this.#app;
        this.#tool = app.onMark && this.#tool === tool ? undefined : tool;
        app.onMark = this.#tool ? square => app.note(mark(app.node.notes, this.#tool ?? '', square), '') : null;
        app.draw();
        if (this.#tool) focusBoard();
    }

    /** @param {KeyboardEvent} event */
    #onKey(event) {
        const app = this.#app;
        const { history, state } = app;
        if (event.altKey || isForField(event)) return;
        if (event.ctrlKey || event.metaKey) {
            const key = event.key.toLowerCase();
            if (state.mode !== 'analyse' || (key !== 'z' && key !== 'y')) return;
            app.restore(key === 'y' || event.shiftKey ? history.redo(state) : history.undo(state));
        } else if (event.key === 'Escape' && app.onMark) this.#choose(this.#tool);
        else if (event.key === 'ArrowLeft') app.goTo(state.ply - 1);
        else if (event.key === 'ArrowRight') app.goTo(state.ply + 1);
        else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
            // Where there is no other move, the page scrolls.
            if (!this.#toSibling(event.key === 'ArrowUp' ? -1 : 1)) return;
        } else if (event.key === 'Home') app.goTo(0);
        else if (event.key === 'End') app.goTo(state.moves.length);
        else return;
        event.preventDefault();
    }

    /** Goes to another move at the position before, if there is one. @param {number} step */
    #toSibling(step) {
        const { moves, state } = this.#app;
        const before = moves.slice(0, -1);
        const siblings = nodeAt(state.tree, before)?.children ?? [];
        const next = siblings[siblings.findIndex(({ move }) => move === moves.at(-1)) + step];
        if (state.mode !== 'analyse' || moves.length === 0 || !next) return false;
        void this.#app.show([...before, next.move]);
        return true;
    }

    #draw() {
        const app = this.#app;
        const { state, moves, node, history } = app;
        const isEdited = state.mode === 'analyse';
        byId('edit').hidden = !isEdited;
        const set = (/** @type {string} */ id, /** @type {boolean} */ isOn) => (button(id).disabled = !isOn);
        set('undo', history.canUndo);
        set('redo', history.canRedo);
        set('promote', variationOf(state.tree, moves) !== null);
        set('delete', moves.length > 0);
        this.#tools.forEach(button => button.setAttribute('aria-pressed', String(app.onMark !== null && button.dataset.tool === this.#tool)));
        const comment = node.notes.comment ?? '';
        if (this.#comment.value !== comment) this.#comment.value = comment;
        const list = byId('moves');
        const listed = [state.tree, state.moves, state.ply, isEdited, currentLanguage(), app.reviewed];
        if (listed.every((value, index) => value === this.#listed[index])) return;
        this.#listed = listed;
        this.#left = MOST_MOVES;
        const isFocused = list.contains(document.activeElement);
        list.replaceChildren();
        if (isEdited) this.#list(list, state.tree, [], 0);
        else state.moves.forEach((move, index) => list.append(this.#item({ move, notes: {}, children: [] }, state.moves.slice(0, index + 1))));
        const current = /** @type {HTMLElement | null} */ (list.querySelector('[aria-current]'));
        if (!current) {
            list.scrollTop = 0;
            return;
        }
        list.scrollTop = current.offsetTop - list.clientHeight / 2;
        if (isFocused) current.focus({ preventScroll: true });
    }

    /**
     * Lists the moves behind a node: its main line, and after each move the other ones in lists of their own.
     * @param {HTMLElement} list
     * @param {Node} from
     * @param {string[]} path of the node
     * @param {number} depth of variations
     */
    #list(list, from, path, depth) {
        let node = from;
        for (let count = 1; node.children.length > 0; count++) {
            const [main, ...others] = node.children;
            const isLookedAt = this.#isLine(path);
            if (depth > 0 && !isLookedAt && (count >= SHOWN_MOVES || this.#left <= 0)) {
                list.append(more(node));
                return;
            }
            const before = path;
            path = [...path, main.move];
            list.append(this.#item(main, path));
            for (const other of others) this.#variation(list, other, [...before, other.move], depth + 1);
            node = main;
        }
    }

    /** @param {HTMLElement} list @param {Node} node @param {string[]} path @param {number} depth */
    #variation(list, node, path, depth) {
        const item = document.createElement('li');
        item.className = 'variation';
        const inner = document.createElement('ol');
        inner.append(this.#item(node, path));
        if (this.#isLine(path) || (depth <= SHOWN_DEPTH && this.#left > 0)) this.#list(inner, node, path, depth);
        else if (node.children.length > 0) inner.append(more(node));
        item.append(inner);
        list.append(item);
    }

    /** Whether a path leads along the line that is looked at. @param {string[]} path */
    #isLine(path) {
        return path.every((move, index) => move === this.#app.state.moves[index]);
    }

    /** @param {Node} node @param {string[]} path */
    #item({ move, notes }, path) {
        this.#left--;
        const index = path.length - 1;
        const sign = this.#app.reviewed.get(path.join(''))?.sign ?? '';
        const color = colorOf(index);
        const button = moveButton(move, color, () => this.#app.show(path), `${t(`move.${color}`, { n: index + 1, square: move })} ${sign}`.trim());
        const item = html('li', {}, button);
        item.dataset.number = String(index + 1);
        if (sign) item.dataset.sign = sign;
        if (Object.keys(notes).length > 0) button.dataset.noted = '';
        if (notes.comment) button.title = notes.comment;
        if (path.length === this.#app.state.ply && this.#isLine(path)) button.setAttribute('aria-current', 'step');
        return item;
    }
}

/** Stands for moves that are not listed. @param {Node} node */
const more = node => html('li', { className: 'more', textContent: `… ${size(node)}` });
