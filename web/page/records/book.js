// @ts-check
/** The book: what a file of games or a database knows about the position on the board. The file stays in this browser. */
import { byId } from '../app.js';
import { fill } from '../analysis/line.js';
import { Remote, Stopped } from '../engine/remote.js';
import { errorText } from '../errors.js';
import { html } from '../shared/element.js';
import { colorOf } from '../shared/squares.js';
import { percent } from '../shared/values.js';
import { t } from '../words/words.js';

/** @typedef {{square: string, games: number, black: number, white: number, winRate: number | null, score: string | null, depth: number | null, comment: string}} BookMove */
/** @typedef {{name: string, bytes: Uint8Array, rule: string}} BookFile */

/** Largest file, in bytes, and milliseconds in which it must be read. */
const MAX_FILE = 256 << 20;
const PATIENCE_MS = 300_000;
/** The store of the browser. */
const [DATABASE, STORE, KEY] = ['rustgomo', 'books', 'book'];
/** How RenLib's files begin: their rule is renju. */
const RENLIB = 'ÿRenLibÿ';

export class BookPanel {
    #app;
    /** The worker that holds the book, once it is opened. @type {Remote | null} */
    #remote = null;
    /** The file of the book, if there is one. @type {BookFile | null} */
    #file = null;
    #isLoaded = false;

    /** @param {import('../app.js').App} app */
    constructor(app) {
        this.#app = app;
        byId('book-file').addEventListener('change', event => {
            const [file] = /** @type {HTMLInputElement} */ (event.target).files ?? [];
            if (file) void this.#take(file);
        });
        byId('book-close').addEventListener('click', () => void this.#close());
        app.onPosition.push(() => void this.#look());
    }

    /** The user looks at the book: the one that was kept, or the one that comes with the page, is loaded. */
    async open() {
        if (this.#isLoaded) return;
        this.#isLoaded = true;
        try {
            const file = (await kept()) ?? (await shipped());
            if (file) await this.#load(file);
            else this.#draw();
        } catch (problem) {
            this.#say(errorText(problem));
        }
    }

    /** @param {File} file */
    async #take(file) {
        if (file.size > MAX_FILE) {
            this.#say(t('file.large', { name: file.name }));
            return;
        }
        const bytes = new Uint8Array(await file.arrayBuffer());
        const isLibrary = String.fromCharCode(...bytes.subarray(0, RENLIB.length)) === RENLIB;
        const book = { name: file.name, bytes, rule: isLibrary ? 'renju' : this.#app.state.rule };
        try {
            await this.#load(book);
        } catch (problem) {
            this.#say(errorText(problem));
            return;
        }
        keep(book).catch(() => this.#say(t('problem.room')));
    }

    /** @param {BookFile} file */
    async #load(file) {
        this.#say(t('file.reading'));
        this.#remote ??= new Remote({ searches: false });
        const [games, positions] = await this.#remote.ask('openBook', [file.name, file.bytes, file.rule], undefined, PATIENCE_MS);
        this.#file = file;
        byId('book-name').textContent = t('book.is', { name: file.name, games, positions });
        this.#say('');
        this.#draw();
        await this.#look();
    }

    async #close() {
        this.#remote?.end();
        this.#file = null;
        await keep(null).catch(() => undefined);
        /** @type {HTMLInputElement} */ (byId('book-file')).value = '';
        this.#draw();
    }

    /** @param {string} text */
    #say(text) {
        byId('book-text').textContent = text;
        byId('book-text').hidden = text === '';
    }

    #draw() {
        const hasBook = this.#file !== null;
        byId('book-open').hidden = hasBook;
        byId('book-head').hidden = !hasBook;
        if (!hasBook) byId('book-moves').replaceChildren();
    }

    /** Shows what the book knows of the position on the board. */
    async #look() {
        const app = this.#app;
        const { view, state } = app;
        if (!this.#file || !this.#remote || state.mode !== 'analyse') return;
        try {
            const [comment, moves] = await this.#remote.ask('look', [state.rule, state.size, app.moves.join('')]);
            if (view !== app.view) return;
            byId('book-comment').textContent = comment;
            byId('book-comment').hidden = comment === '';
            this.#say(moves.length > 0 ? '' : t('book.none'));
            fill(byId('book-moves'), moves.map((/** @type {BookMove} */ move) => this.#row(move)));
        } catch (problem) {
            if (!(problem instanceof Stopped)) this.#say(errorText(problem));
        }
    }

    /** @param {BookMove} move */
    #row({ square, games, black, white, winRate, score, depth, comment }) {
        const app = this.#app;
        const color = colorOf(app.state.ply);
        const button = html('button', { type: 'button', className: color, textContent: square });
        const preview = (/** @type {string[]} */ squares) => {
            app.preview = squares;
            app.draw();
        };
        button.addEventListener('pointerenter', event => event.pointerType !== 'touch' && preview([square]));
        button.addEventListener('pointerleave', event => event.pointerType !== 'touch' && preview([]));
        button.addEventListener('click', () => void app.show([...app.moves, square]));
        const count = games > 0 ? `${games}` : '';
        const results = games > 0 && black + white > 0 ? `● ${percent(black / games)} ○ ${percent(white / games)}` : '';
        const value = winRate === null ? '' : /M/.test(score ?? '') ? String(score).replace('-', '−') : percent(winRate);
        const known = depth === null ? '' : t('depth', { depth });
        return html('li', {}, button, html('span', { className: 'score', textContent: value || count }), html('span', { className: 'details', textContent: [value && count, results, known].filter(Boolean).join(' · ') }), html('span', { className: 'book-note', textContent: comment, title: comment }));
    }
}

/** The book that comes with the page, if it has one: a database as text, packed. @returns {Promise<BookFile | null>} */
async function shipped() {
    const name = document.querySelector('meta[name=book]')?.getAttribute('content') ?? '';
    if (!/^[\w.-]+\.gz$/.test(name)) return null;
    const response = await fetch(new URL(`../${name}`, import.meta.url));
    if (!response.ok || !response.body) throw new Error(t('file.missing', { status: response.status }));
    const unpacked = response.body.pipeThrough(new DecompressionStream('gzip'));
    return { name: 'RustGomo', bytes: new Uint8Array(await new Response(unpacked).arrayBuffer()), rule: 'renju' };
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
    const store = (await database()).transaction(STORE, 'readwrite').objectStore(STORE);
    await (file ? done(store.put(file, KEY)) : done(store.delete(KEY)));
}

/** The book that is kept, if the browser lets the page keep one. @returns {Promise<BookFile | null>} */
async function kept() {
    try {
        return (await done((await database()).transaction(STORE).objectStore(STORE).get(KEY))) ?? null;
    } catch {
        return null;
    }
}
