// @ts-check
/** Import and share. */
import { byId } from '../app.js';
import { boardPng, boardSvg, gameSvg } from './picture.js';
import { canPlayOut, fromFile, toFile } from './convert.js';
import { linkOf } from './game.js';
import { extend, size } from './tree.js';
import { t } from '../words/words.js';

/** Largest file that is read, in bytes. */
const MAX_FILE = 16 << 20;
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
    /** The games of a file with several, until one is chosen. @type {import('./convert.js').FileTree[]} */
    let games = [];
    /** @param {import('./convert.js').FileTree[]} found */
    const offer = found => {
        games = found.length > 1 ? found : [];
        choice.replaceChildren(...games.map(({ black, white, result }, index) => new Option(`${index + 1}. ${black || '?'} – ${white || '?'} ${result}`, String(index))));
        byId('file-games').hidden = games.length === 0;
    };
    /** @param {import('./convert.js').FileTree} file */
    const open = async file => {
        if (!canPlayOut(file)) throw new Error(t('file.setup'));
        const { dropped, ...game } = fromFile(file);
        await app.askRules('describe', [game.rule, game.size, game.moves.join('')]);
        app.setGame(game);
        const { black, white } = file.setup;
        // A tree is walked from its first position on.
        if (size(game.tree) > game.moves.length) app.state.ply = black.length + white.length;
        dialog('file-dialog').close();
        setMode('analyse');
        if (black.length > 0) app.notice(t('file.setup.moves'));
        if (dropped > 0) app.notice(t('file.passes', { n: dropped }));
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
    /** @param {Uint8Array} bytes */
    const read = bytes =>
        attempt(async () => {
            offer([]);
            const found = await app.askRules('read', [bytes, app.state.rule], PATIENCE_MS);
            offer(found);
            if (found.length === 1) await open(found[0]);
        });
    /** @param {File | undefined} file */
    const openFile = async file => {
        if (!file) return;
        if (file.size > MAX_FILE) error.textContent = t('file.large', { name: file.name });
        else await read(new Uint8Array(await file.arrayBuffer()));
    };
    const show = () => {
        error.textContent = '';
        input('file-text').value = '';
        input('file-input').value = '';
        offer([]);
        if (!dialog('file-dialog').open) dialog('file-dialog').showModal();
    };
    byId('open-file').addEventListener('click', show);
    byId('file-cancel').addEventListener('click', () => dialog('file-dialog').close());
    byId('file-open').addEventListener('click', () => {
        const game = games[Number(choice.value)];
        void (game ? attempt(() => open(game)) : read(new TextEncoder().encode(input('file-text').value)));
    });
    input('file-text').addEventListener('input', () => offer([]));
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
