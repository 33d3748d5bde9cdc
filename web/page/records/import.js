// @ts-check
/** Games from outside: files, texts, links, addresses. */
import { errorText } from '../errors.js';
import { button, byId, dialog, input, select } from '../shared/element.js';
import { storedItem, storeItem } from '../shared/storage.js';
import { Stopped } from '../engine/remote.js';
import { isEmbedded } from './game.js';
import { t } from '../words/words.js';
import { canPlayOut, fromFile } from './convert.js';
import { linkIn } from './link.js';
import { isRenlib } from './rules.js';
import { size } from './tree.js';

/** Largest file that is read, in bytes. */
const MAX_FILE = 64 << 20;
/** Games of a file that are listed at once, and those that are listed without a search. */
const MAX_LISTED = 500;
const MAX_PLAIN_LIST = 30;
/** Milliseconds in which a file must be read, or a tree written: large ones take some seconds. */
export const PATIENCE_MS = 120_000;

/** @typedef {{name: string, bytes: Uint8Array, rule: string, encoding: string}} Source */

/** Under what the tab keeps the address from which it has opened a game. */
const OPENED = 'rustgomo.opened';

/** Whether the game of this address was opened in this tab, and the page is loaded again: then it is found as it was left. */
export function isOpened() {
    const [loading] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType('navigation'));
    return loading?.type !== 'navigate' && storedItem(OPENED, 'sessionStorage') === location.search;
}

export class Import {
    #app;
    #to;
    /** The file of which a game is to be chosen, with its games. @type {(Source & {games: import('./convert.js').Summary[]}) | null} */
    #source = null;
    /** Counts what was begun to be read, and what was given up by closing the dialogue. */
    #turn = 0;

    /**
     * @param {import('../app.js').App} app
     * @param {{open: () => void, openHash: (hash: string) => void, openBook: (file: File) => void}} to show the game that was put on the board,
     *     open a link of the page, open a book
     */
    constructor(app, to) {
        this.#app = app;
        this.#to = to;
        if (isEmbedded) return;
        byId('open-file').addEventListener('click', () => this.#show());
        byId('file-cancel').addEventListener('click', () => dialog('file-dialog').close());
        dialog('file-dialog').addEventListener('close', () => {
            if (byId('file-reading').hidden) return;
            this.#turn++;
            this.#setReading(false);
        });
        // Also Enter in the field that finds a game.
        dialog('file-dialog').addEventListener('submit', event => {
            event.preventDefault();
            this.#open();
        });
        input('file-find').addEventListener('input', () => this.#list());
        select('file-encoding').addEventListener('change', () => {
            if (this.#source) void this.#read({ ...this.#source, encoding: select('file-encoding').value }, 0);
        });
        input('file-text').addEventListener('input', () => this.#offer(null));
        input('file-input').addEventListener('change', () => void this.#openFile(input('file-input').files?.[0]));
        // Text that is dragged into a field belongs there.
        const isForField = (/** @type {DragEvent} */ event) => !event.dataTransfer?.types.includes('Files') && elementOf(event)?.closest('input, textarea');
        document.addEventListener('dragover', event => isForField(event) || event.preventDefault());
        document.addEventListener('drop', event => {
            if (isForField(event)) return;
            event.preventDefault();
            const [file] = event.dataTransfer?.files ?? [];
            if (file && elementOf(event)?.closest('#book-card')) this.#to.openBook(file);
            else this.#take(event.dataTransfer);
        });
        document.addEventListener('paste', event => {
            if (elementOf(event)?.closest('input, textarea, dialog')) return;
            this.#take(event.clipboardData);
        });
    }

    /** Opens what is dropped or pasted. @param {DataTransfer | null} data */
    #take(data) {
        const file = data?.files[0];
        const text = data?.getData('text/plain') ?? '';
        if (!file && text.trim() === '') return;
        this.#show();
        if (file) void this.#openFile(file);
        else {
            input('file-text').value = text;
            this.#open();
        }
    }

    /**
     * Opens a game at an address of this host, or of one that lets other pages read it.
     * @param {URLSearchParams} query `game` with the address, `number`, `rule` and `encoding` if they are chosen
     * @returns {Promise<boolean>} whether it is on the board
     */
    async openAddress(query) {
        const address = query.get('game') ?? '';
        try {
            const url = new URL(address, location.href);
            const response = await fetch(url).catch(() => null);
            if (!response) throw new Error(t('file.blocked', { host: url.host }));
            if (!response.ok) throw new Error(t('file.missing', { status: response.status }));
            const bytes = new Uint8Array(await response.arrayBuffer());
            if (bytes.length > MAX_FILE) throw new Error(t('file.large', { name: address, size: MAX_FILE >> 20 }));
            const name = decodeURIComponent(url.pathname.split('/').at(-1) ?? '');
            return await this.#openBytes({ name, bytes, rule: query.get('rule') ?? '', encoding: query.get('encoding') ?? '' }, Number(query.get('number') ?? 0));
        } catch (problem) {
            if (!(problem instanceof Stopped)) this.#app.notice(t('problem.address', { address, error: errorText(problem) }));
            return false;
        }
    }

    /** Lists the games in which the text looked for stands. */
    #list() {
        const wanted = input('file-find').value.toLowerCase();
        const titles = (this.#source?.games ?? []).map(({ black, white, result, event, date }, index) => {
            const about = [event, date].filter(Boolean).join(' ');
            return { index, title: `${index + 1}. ${black || '?'} – ${white || '?'} ${result}${about && ` (${about})`}` };
        });
        const found = titles.filter(({ title }) => title.toLowerCase().includes(wanted));
        select('file-game').replaceChildren(...found.slice(0, MAX_LISTED).map(({ index, title }) => new Option(title, String(index))));
    }

    /** Lets the user choose a game. @param {(Source & {games: import('./convert.js').Summary[]}) | null} file */
    #offer(file) {
        this.#source = file;
        byId('file-games').hidden = !file;
        byId('file-finder').hidden = (file?.games.length ?? 0) <= MAX_PLAIN_LIST;
        input('file-find').value = '';
        this.#list();
    }

    #show() {
        byId('file-error').textContent = '';
        input('file-text').value = '';
        input('file-input').value = '';
        this.#offer(null);
        if (!dialog('file-dialog').open) dialog('file-dialog').showModal();
    }

    /** Opens what the dialogue holds. */
    #open() {
        const source = this.#source;
        const text = input('file-text').value;
        const link = source ? null : linkIn(text, this.#app.state);
        if (link) {
            dialog('file-dialog').close();
            this.#to.openHash(link.hash);
        } else if (source && select('file-game').value !== '') {
            void this.#read(source, Number(select('file-game').value) + 1);
        } else if (!source) {
            void this.#read({ name: '', bytes: new TextEncoder().encode(text), rule: '', encoding: select('file-encoding').value }, 0);
        }
    }

    /** @param {File | undefined} file */
    async #openFile(file) {
        if (!file) return;
        const turn = ++this.#turn;
        this.#setReading(true);
        try {
            if (file.size > MAX_FILE) throw new Error(t('file.large', { name: file.name, size: MAX_FILE >> 20 }));
            const bytes = new Uint8Array(await file.arrayBuffer());
            // The dialogue was closed, or another file chosen.
            if (turn !== this.#turn) return;
            await this.#read({ name: file.name, bytes, rule: '', encoding: select('file-encoding').value }, 0);
        } catch (problem) {
            // A folder, or a file that is gone.
            if (turn !== this.#turn) return;
            byId('file-error').textContent = errorText(problem);
            this.#setReading(false);
        }
    }

    /** @param {boolean} isOn */
    #setReading(isOn) {
        byId('file-reading').hidden = !isOn;
        button('file-open').disabled = isOn;
    }

    /** Opens a file, and says in the dialogue how that goes. @param {Source} source @param {number} number of the game, 0 for the only one or the list */
    async #read(source, number) {
        const error = byId('file-error');
        error.textContent = '';
        this.#setReading(true);
        try {
            if (number === 0) this.#offer(null);
            await this.#openBytes(source, number);
        } catch (problem) {
            // The dialogue is closed, or reads something else.
            if (problem instanceof Stopped) return;
            error.textContent = errorText(problem);
        }
        this.#setReading(false);
    }

    /** Asks the engine about what is opened, unless that is given up meanwhile. @param {string} what @param {unknown[]} values */
    #ask(what, values) {
        const turn = this.#turn;
        return this.#app.askRules(what, values, PATIENCE_MS).finally(() => {
            if (turn !== this.#turn) throw new Stopped('stopped');
        });
    }

    /** @param {Source} source @param {number} number @returns {Promise<boolean>} whether one of its games is on the board */
    async #openBytes(source, number) {
        this.#turn++;
        const { name, bytes, encoding } = source;
        const isLibrary = isRenlib(bytes);
        const rule = source.rule || (isLibrary ? 'renju' : this.#app.state.rule);
        /** @type {import('./convert.js').FileContent} */
        const { games, tree, notes } = await this.#ask('read', [name, bytes, rule, encoding, number]);
        if (tree) {
            const opened = await this.#openTree(tree, isLibrary && !source.rule);
            this.#tell([...notes, ...opened]);
            return true;
        }
        this.#offer({ ...source, games });
        if (!dialog('file-dialog').open) dialog('file-dialog').showModal();
        return false;
    }

    /**
     * Puts a game of a file on the board.
     * @param {import('./convert.js').FileTree} file
     * @param {boolean} isGuess whether the rule is only likely: then another one may fit
     * @returns {Promise<string[]>} what is to be told
     */
    async #openTree(file, isGuess) {
        const app = this.#app;
        if (!canPlayOut(file)) throw new Error(t('file.setup'));
        const { dropped, ...game } = fromFile(file);
        const moves = game.moves.join('');
        try {
            await this.#ask('describe', [game.rule, game.size, moves]);
        } catch (problem) {
            if (problem instanceof Stopped || !isGuess || app.state.rule === game.rule) throw problem;
            game.rule = app.state.rule;
            await this.#ask('describe', [game.rule, game.size, moves]);
        }
        app.setGame(game);
        storeItem(OPENED, location.search, 'sessionStorage');
        const { black, white } = file.setup;
        // A tree is walked from its first position on.
        if (size(game.tree) > game.moves.length) app.state.ply = black.length + white.length;
        dialog('file-dialog').close();
        this.#to.open();
        const told = isGuess ? [t('file.rule', { rule: t(`rule.${game.rule}`) })] : [];
        if (black.length > 0) told.push(t('file.setup.moves'));
        if (dropped > 0) told.push(t('file.passes', { n: dropped }));
        return told;
    }

    /** @param {string[]} sentences */
    #tell(sentences) {
        if (sentences.length > 0) this.#app.notice(sentences.join('; '));
    }
}

/** The element that an event is for: in some browsers its target is a text. @param {Event} event */
const elementOf = ({ target }) => (target instanceof Element ? target : target instanceof Node ? target.parentElement : null);
