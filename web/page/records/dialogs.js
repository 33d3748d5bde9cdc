// @ts-check
/** Import and share. */
import { byId } from '../app.js';
import { boardPng, boardSvg, gameSvg } from '../board/picture.js';
import { splitMoves } from '../board/squares.js';
import { linkOf } from './game.js';
import { t } from '../words/words.js';

/** Largest file that is read, in bytes. */
const MAX_FILE = 16 << 20;

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
    /** @param {Uint8Array} bytes */
    const open = async bytes => {
        error.textContent = '';
        try {
            const [game] = await app.askRules('read', [bytes, app.state.rule]);
            app.setGame({ ...game, moves: splitMoves(game.moves) });
            dialog('file-dialog').close();
            setMode('analyse');
        } catch (problem) {
            error.textContent = /** @type {Error} */ (problem).message;
        }
    };
    /** @param {File | undefined} file */
    const openFile = async file => {
        if (!file) return;
        if (file.size > MAX_FILE) error.textContent = t('file.large', { name: file.name });
        else await open(new Uint8Array(await file.arrayBuffer()));
    };
    const show = () => {
        error.textContent = '';
        input('file-text').value = '';
        input('file-input').value = '';
        if (!dialog('file-dialog').open) dialog('file-dialog').showModal();
    };
    byId('open-file').addEventListener('click', show);
    byId('file-cancel').addEventListener('click', () => dialog('file-dialog').close());
    byId('file-open').addEventListener('click', () => void open(new TextEncoder().encode(input('file-text').value)));
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
        input('share-link').value = new URL(linkOf(app.state), location.href).href;
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
            const { rule, size, moves } = app.state;
            try {
                const bytes = await app.askRules('write', [rule, size, moves.join(''), format]);
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
                else download(svg(gameSvg(board)), 'game.svg');
            } catch (problem) {
                error.textContent = /** @type {Error} */ (problem).message;
            }
        });
    });
}

/** @param {Blob} file @param {string} name */
function download(file, name) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(file);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
