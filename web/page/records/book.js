// @ts-check
/** The book: what the book of the page, or a file of games or a database, knows about the position on the board. The file stays in this browser. */
import { keepForLater } from '../engine/kept.js';
import { Refusal, Remote, Stopped } from '../engine/remote.js';
import { errorText } from '../errors.js';
import { byId, fill, html, input, moveButton, onHover } from '../shared/element.js';
import { colorOf } from '../shared/squares.js';
import { endOf, markOf, percent } from '../shared/values.js';
import { worthOf } from '../analysis/line.js';
import { t } from '../words/words.js';
import { isRenlib } from './rules.js';

/** @typedef {{square: string, games: number, black_wins: number, white_wins: number, win_rate?: number, plies_to_win?: number | null, plies_to_loss?: number | null, depth: number | null, comment: string}} BookMove without a value there is no win rate */
/** @typedef {{name: string, bytes: Uint8Array, rule: string, isOurs?: boolean}} BookFile */

/** Largest file, in bytes, and milliseconds in which it must be read. */
const MAX_FILE = 256 << 20;
const PATIENCE_MS = 300_000;
/** Moves that are marked on the board. */
const MARKED = 20;
/** The store of the browser. */
const [DATABASE, STORE, KEY] = ['rustgomo', 'books', 'book'];
/** The book that comes with the page, made by packaging/book.sh. */
const SHIPPED = new URL('../book.gz', import.meta.url);
/** How packed files begin. */
const GZIP = [0x1f, 0x8b];

export class BookPanel {
    #app;
    /** The worker that holds the book, once it is opened. @type {Remote | null} */
    #remote = null;
    /** The file of the book, if there is one. @type {BookFile | null} */
    #file = null;
    /** How many games and positions it has. */
    #counts = { games: 0, positions: 0 };
    #isLoaded = false;
    /** Books that were begun to be opened. */
    #openings = 0;

    /** @param {import('../app.js').App} app */
    constructor(app) {
        this.#app = app;
        byId('book-file').addEventListener('change', event => {
            const [file] = /** @type {HTMLInputElement} */ (event.target).files ?? [];
            if (file) void this.take(file);
        });
        byId('book-close').addEventListener('click', () => void this.#close());
        app.onPosition.push(() => void this.#look());
    }

    /** The user looks at the book: the one that was kept, or the one that comes with the page, is loaded. */
    async open() {
        if (this.#isLoaded) return;
        this.#isLoaded = true;
        await this.#openOr(kept);
    }

    /** Opens a book, or the one that comes with the page if there is none. @param {() => Promise<BookFile | null>} find */
    async #openOr(find) {
        const number = ++this.#openings;
        try {
            this.#say(t('file.reading'));
            const file = (await find()) ?? (await shipped());
            // The user may have chosen another one meanwhile.
            if (number === this.#openings) await this.#load(file, number);
        } catch (problem) {
            if (number !== this.#openings) return;
            this.#isLoaded = false;
            if (!(problem instanceof Stopped)) this.#say(errorText(problem));
        }
    }

    /** Opens a file as the book. @param {File} file */
    async take(file) {
        if (file.size > MAX_FILE) {
            this.#say(t('file.large', { name: file.name, size: MAX_FILE >> 20 }));
            return;
        }
        const number = ++this.#openings;
        let book;
        try {
            const bytes = await unpacked(await file.arrayBuffer());
            book = { name: file.name, bytes, rule: isRenlib(bytes) ? 'renju' : this.#app.state.rule };
            await this.#load(book, number);
        } catch (problem) {
            // The one that comes with the page, if it was on its way, is loaded when the book is opened again.
            this.#isLoaded = this.#file !== null;
            this.#draw();
            this.#say(errorText(problem));
            return;
        }
        keep(book).catch(() => this.#say(t('book.room')));
    }

    /** @param {BookFile} file @param {number} number of the opening */
    async #load(file, number) {
        this.#say(t('file.reading'));
        this.#remote ??= new Remote({ searches: false });
        this.#counts = await this.#remote.ask('openBook', [file.name, file.bytes, file.rule], undefined, PATIENCE_MS);
        this.#file = file;
        // Another one takes its place at once.
        if (number !== this.#openings) return;
        this.#say('');
        this.#draw();
        await this.#look();
    }

    async #close() {
        this.#remote?.end();
        this.#file = null;
        await keep(null).catch(() => undefined);
        input('book-file').value = '';
        this.#draw();
        await this.#openOr(async () => null);
    }

    /** @param {string} text */
    #say(text) {
        byId('book-text').textContent = text;
        byId('book-text').hidden = text === '';
    }

    #draw() {
        byId('book-head').hidden = this.#file === null;
        byId('book-close').hidden = this.#file?.isOurs === true;
        if (this.#file) {
            const name = this.#file.isOurs ? 'RustGomo' : this.#file.name;
            byId('book-name').textContent = t(this.#counts.games > 0 ? 'book.is' : 'book.positions', { name, ...this.#counts });
            return;
        }
        this.#clear();
    }

    /** Shows nothing of a position. */
    #clear() {
        byId('book-moves').replaceChildren();
        byId('book-comment').hidden = true;
        this.#app.overlays.show({ known: [] });
    }

    /** The language of the page has changed; the moves follow with the position. */
    translate() {
        this.#draw();
    }

    /** Shows what the book knows of the position on the board. */
    async #look() {
        const app = this.#app;
        const { view, state } = app;
        if (!this.#file || !this.#remote || state.mode !== 'analyse') return;
        try {
            const { comment, moves } = await this.#remote.ask('look', [state.rule, state.size, app.moves.join('')]);
            if (view !== app.view) return;
            byId('book-comment').textContent = comment;
            byId('book-comment').hidden = comment === '';
            this.#say(moves.length > 0 ? '' : t('book.none'));
            fill(byId('book-moves'), moves.map((/** @type {BookMove} */ move) => this.#row(move)));
            app.overlays.show({ known: moves.slice(0, MARKED).map(candidate) });
        } catch (problem) {
            // The worker that had it was lost.
            if (problem instanceof Refusal && problem.message === 'no book') await this.#openOr(async () => this.#file);
            else if (view === app.view && !(problem instanceof Stopped)) {
                this.#clear();
                this.#say(errorText(problem));
            }
        }
    }

    /** @param {BookMove} move */
    #row(move) {
        const { square, games, black_wins: black, white_wins: white, win_rate, depth, comment } = move;
        const app = this.#app;
        const before = app.moves;
        const color = colorOf(before.length);
        const button = moveButton(square, color, () => app.show([...before, square]));
        const preview = (/** @type {string[]} */ moves) => app.preview(before, moves);
        onHover(button, () => preview([square]));
        button.addEventListener('pointerleave', event => event.pointerType !== 'touch' && preview([]));
        const count = games > 0 ? `${games}` : '';
        const results = games > 0 && black + white > 0 ? `● ${percent(black / games)} ○ ${percent(white / games)}` : '';
        const value = win_rate === undefined ? '' : worthOf({ ...move, win_rate });
        const known = depth === null ? '' : t('depth', { depth });
        return html('li', {}, button, html('span', { className: 'score', textContent: value || count }), html('span', { className: 'details', textContent: [value && count, results, known].filter(Boolean).join(' · ') }), html('span', { className: 'book-note', textContent: comment, title: comment }));
    }
}

/** A move of the book as a mark on the board. @param {BookMove} move @param {number} rank */
function candidate(move, rank) {
    const { square, games, win_rate } = move;
    return { square, text: win_rate === undefined ? String(games) : markOf({ ...move, win_rate }), rank, end: endOf(move) };
}

/** @returns {Promise<BookFile>} */
async function shipped() {
    const response = await fetch(SHIPPED);
    void keepForLater(SHIPPED);
    if (!response.ok) throw new Error(t('file.missing', { status: response.status }));
    return { name: 'book.txt', bytes: await unpacked(await response.arrayBuffer()), rule: 'renju', isOurs: true };
}

/** The bytes of a file, which may be packed; some hosts unpack it on the way. @param {ArrayBuffer} file */
async function unpacked(file) {
    const bytes = new Uint8Array(file);
    if (!GZIP.every((byte, index) => bytes[index] === byte)) return bytes;
    const stream = new Blob([file]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** @returns {Promise<IDBDatabase>} */
const database = () => new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
});

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const done = request => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
});

/** Keeps a book in the browser, or forgets it. @param {BookFile | null} file */
async function keep(file) {
    const transaction = (await database()).transaction(STORE, 'readwrite');
    const store = transaction.objectStore(STORE);
    // Whether there is room for it is known at the end.
    await new Promise((resolve, reject) => {
        transaction.oncomplete = resolve;
        transaction.onabort = () => reject(transaction.error);
        if (file) store.put(file, KEY);
        else store.delete(KEY);
    });
}

/** The book that is kept, if the browser lets the page keep one. @returns {Promise<BookFile | null>} */
async function kept() {
    try {
        return (await done((await database()).transaction(STORE).objectStore(STORE).get(KEY))) ?? null;
    } catch {
        return null;
    }
}
