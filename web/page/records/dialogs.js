// @ts-check
/** Import and share. */
import { byId } from '../app.js';
import { boardPng, boardSvg, gameSvg } from './picture.js';
import { canPlayOut, fromFile, toFile } from './convert.js';
import { linkOf } from './game.js';
import { extend, size } from './tree.js';
import { t } from '../words/words.js';

/** Largest file that is read, in bytes. */
const MAX_FILE = 64 << 20;
/** Games of a file that are listed at once, and those that are listed without a search. */
const MAX_LISTED = 500;
const MAX_PLAIN_LIST = 30;
/** Milliseconds in which a file must be read, or a tree written: large ones take some seconds. */
const PATIENCE_MS = 60_000;
/** @type {Record<string, string>} */
const RESULTS = { black: '1-0', white: '0-1', draw: '1/2-1/2' };

/** @param {string} id @returns {HTMLDialogElement} */
const dialog = id => byId(id);
/** @param {string} id @returns {HTMLInputElement} */
const input = id => byId(id);

/**
 * @param {import('../app.js').App} app
 * @param {(mode: 'play' | 'analyse') => void} setMode
 */
export function setUpDialogs(app, setMode) {
    importGame(app, setMode);
    share(app);
    for (const id of ['new-dialog', 'file-dialog', 'share-dialog']) {
        // A click beside the dialog closes it.
        dialog(id).addEventListener('click', event => event.target === dialog(id) && dialog(id).close());
    }
}

/** @param {import('../app.js').App} app @param {(mode: 'play' | 'analyse') => void} setMode */
function importGame(app, setMode) {
    const error = byId('file-error');
    const choice = /** @type {HTMLSelectElement} */ (byId('file-game'));
    const encoding = /** @type {HTMLSelectElement} */ (byId('file-encoding'));
    /** The file of which a game is to be chosen, with its games. @type {{name: string, bytes: Uint8Array, games: import('./convert.js').Summary[]} | null} */
    let source = null;
    /** Lists the games in which the text looked for stands. */
    const list = () => {
        const wanted = input('file-find').value.toLowerCase();
        const titles = (source?.games ?? []).map(({ black, white, result, event, date }, index) => {
            const about = [event, date].filter(Boolean).join(' ');
            return { index, title: `${index + 1}. ${black || '?'} – ${white || '?'} ${result}${about && ` (${about})`}` };
        });
        const found = titles.filter(({ title }) => title.toLowerCase().includes(wanted));
        choice.replaceChildren(...found.slice(0, MAX_LISTED).map(({ index, title }) => new Option(title, String(index))));
    };
    /** @param {typeof source} file */
    const offer = file => {
        source = file;
        byId('file-games').hidden = !file;
        byId('file-finder').hidden = (file?.games.length ?? 0) <= MAX_PLAIN_LIST;
        input('file-find').value = '';
        list();
    };
    /** @param {import('./convert.js').FileTree} file @param {string[]} notes */
    const open = async (file, notes) => {
        if (!canPlayOut(file)) throw new Error(t('file.setup'));
        const { dropped, ...game } = fromFile(file);
        await app.askRules('describe', [game.rule, game.size, game.moves.join('')]);
        app.setGame(game);
        const { black, white } = file.setup;
        // A tree is walked from its first position on.
        if (size(game.tree) > game.moves.length) app.state.ply = black.length + white.length;
        dialog('file-dialog').close();
        setMode('analyse');
        const told = [...notes];
        if (black.length > 0) told.push(t('file.setup.moves'));
        if (dropped > 0) told.push(t('file.passes', { n: dropped }));
        if (told.length > 0) app.notice(told.join('; '));
    };
    /** @param {() => Promise<void>} act */
    const attempt = async act => {
        error.textContent = '';
        try {
            await act();
        } catch (problem) {
            error.textContent = /** @type {Error} */ (problem).message;
        }
    };
    /** Reads a file; of one with several games that with the number, or the list if it is 0. @param {string} name @param {Uint8Array} bytes @param {number} number */
    const read = (name, bytes, number) =>
        attempt(async () => {
            if (number === 0) offer(null);
            /** @type {import('./convert.js').FileContent} */
            const { games, tree, notes } = await app.askRules('read', [name, bytes, app.state.rule, encoding.value, number], PATIENCE_MS);
            if (tree) await open(tree, notes);
            else offer({ name, bytes, games });
        });
    /** @param {File | undefined} file */
    const openFile = async file => {
        if (!file) return;
        if (file.size > MAX_FILE) error.textContent = t('file.large', { name: file.name });
        else await read(file.name, new Uint8Array(await file.arrayBuffer()), 0);
    };
    const show = () => {
        error.textContent = '';
        input('file-text').value = '';
        input('file-input').value = '';
        offer(null);
        if (!dialog('file-dialog').open) dialog('file-dialog').showModal();
    };
    byId('open-file').addEventListener('click', show);
    byId('file-cancel').addEventListener('click', () => dialog('file-dialog').close());
    byId('file-open').addEventListener('click', () => {
        if (source && choice.value !== '') void read(source.name, source.bytes, Number(choice.value) + 1);
        else if (!source) void read('', new TextEncoder().encode(input('file-text').value), 0);
    });
    input('file-find').addEventListener('input', list);
    encoding.addEventListener('change', () => {
        if (source) void read(source.name, source.bytes, 0);
    });
    input('file-text').addEventListener('input', () => offer(null));
    input('file-input').addEventListener('change', () => void openFile(input('file-input').files?.[0]));
    document.addEventListener('dragover', event => event.preventDefault());
    document.addEventListener('drop', event => {
        event.preventDefault();
        const file = event.dataTransfer?.files[0];
        const text = event.dataTransfer?.getData('text/plain');
        if (!file && !text) return;
        show();
        if (file) void openFile(file);
        else input('file-text').value = text ?? '';
    });
}

/** @param {import('../app.js').App} app */
function share(app) {
    const error = byId('share-error');
    byId('open-share').addEventListener('click', () => {
        error.textContent = '';
        const link = new URL(linkOf(app.state), location.href);
        // The key of the native engine is for this computer alone.
        link.searchParams.delete('native');
        input('share-link').value = link.href;
        const embedded = new URL(linkOf({ ...app.state, ply: app.state.moves.length }), location.href);
        embedded.search = '?embed';
        input('share-embed').value = `<iframe src="${embedded.href}" width="480" height="560" title="RustGomo"></iframe>`;
        input('share-moves').value = app.moves.join(' ');
        dialog('share-dialog').showModal();
    });
    byId('share-copy').addEventListener('click', async () => {
        input('share-link').select();
        try {
            await navigator.clipboard.writeText(input('share-link').value);
            byId('share-copy').textContent = t('copied');
            setTimeout(() => (byId('share-copy').textContent = t('copy')), 2000);
        } catch {
            error.textContent = t('copy.by.hand');
        }
    });
    /** @type {NodeListOf<HTMLElement>} */
    const formats = document.querySelectorAll('[data-format]');
    formats.forEach(button => {
        button.addEventListener('click', async () => {
            const format = button.dataset.format ?? 'sgf';
            try {
                const bytes = await written(app, format);
                download(new Blob([bytes]), `game.${format === 'text' ? 'txt' : format}`);
            } catch (problem) {
                error.textContent = /** @type {Error} */ (problem).message;
            }
        });
    });
    /** @type {SVGSVGElement} */
    const board = /** @type {any} */ (byId('board'));
    const svg = (/** @type {string} */ text) => new Blob([text], { type: 'image/svg+xml' });
    /** @type {NodeListOf<HTMLElement>} */
    const pictures = document.querySelectorAll('[data-picture]');
    pictures.forEach(button => {
        button.addEventListener('click', async () => {
            try {
                if (button.dataset.picture === 'png') download(await boardPng(board), 'board.png');
                else if (button.dataset.picture === 'svg') download(svg(boardSvg(board)), 'board.svg');
                else download(svg(await app.withWholeLine(() => gameSvg(board))), 'game.svg');
            } catch (problem) {
                error.textContent = /** @type {Error} */ (problem).message;
            }
        });
    });
}

/**
 * The game as a file: the whole tree as SGF and RenLib, the line that is looked at in the other formats.
 * @param {import('../app.js').App} app
 * @param {string} format
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
async function written(app, format) {
    const { rule, size, moves, tree, header, lost } = app.state;
    if (!['sgf', 'lib'].includes(format)) return app.askRules('write', [rule, size, moves.join(''), format]);
    const { winner } = await app.askRules('describe', [rule, size, extend(tree, []).join('')]);
    const ending = winner ?? (lost && (lost.color === 'black' ? 'white' : 'black'));
    const result = ending ? RESULTS[ending] : (header.result ?? '*');
    const termination = result === header.result ? header.termination : 'unknown';
    return app.askRules('writeTree', [toFile(app.state, { ...header, result, ...(termination && { termination }) }), format], PATIENCE_MS);
}

/** @param {Blob} file @param {string} name */
function download(file, name) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(file);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
