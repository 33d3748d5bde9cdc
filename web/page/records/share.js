// @ts-check
/** The game for others: links, files, pictures. */
import { levelOf } from '../play/levels.js';
import { errorText } from '../errors.js';
import { byId, dialog, input, numberOf } from '../shared/element.js';
import { t } from '../words/words.js';
import { Refusal } from '../engine/remote.js';
import { toFile } from './convert.js';
import { gameGif } from './gif.js';
import { PATIENCE_MS } from './import.js';
import { linkOf, wholeLink } from './link.js';
import { boardImage, boardSvg, gameSvg } from './picture.js';
import { EMPTY, extend, insert } from './tree.js';

/** @typedef {import('../app.js').App} App */

/** @type {Record<string, string>} */
const RESULTS = { black: '1-0', white: '0-1', draw: '1/2-1/2' };
/** Formats that hold variations. */
const TREES = ['sgf', 'lib'];
/** What of a game has a word of its own if a file leaves it out. */
const LOST = ['rule', 'names', 'result', 'variations', 'comments', 'marks'];


/** @param {App} app */
export function setUpShare(app) {
    const error = byId('share-error');
    const open = () => void openShare(app);
    byId('open-share').addEventListener('click', open);
    byId('end-share').addEventListener('click', open);
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
    const send = byId('share-send');
    send.hidden = !('share' in navigator);
    send.addEventListener('click', () => {
        // The user may close the phone's sheet.
        navigator.share({ title: titleOf(app), url: input('share-link').value }).catch(() => undefined);
    });
    /** @type {SVGSVGElement} */
    const board = /** @type {any} */ (byId('board'));
    const pace = () => numberOf(input('share-pace'));
    const svg = (/** @type {string} */ text) => new Blob([text], { type: 'image/svg+xml' });
    /** @type {Record<string, () => Promise<[Blob, string]>>} */
    const pictures = {
        png: async () => [await boardImage(board, 'png'), 'png'],
        jpg: async () => [await boardImage(board, 'jpeg'), 'jpg'],
        svg: async () => [svg(boardSvg(board)), 'svg'],
        game: async () => [svg(await app.withWholeLine(() => gameSvg(board, pace()))), 'svg'],
        gif: async () => [await gameGif(app, pace()), 'gif'],
    };
    const attempt = async (/** @type {() => Promise<void>} */ act) => {
        error.textContent = '';
        try {
            await act();
        } catch (problem) {
            error.textContent = errorText(problem);
        }
    };
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-format]'))) {
        const format = button.dataset.format ?? 'sgf';
        button.addEventListener('click', () =>
            attempt(async () => {
                download(new Blob([await written(app, format)]), `${fileName(app)}.${format}`);
                const lost = await lostFrom(app, format);
                if (lost) error.textContent = t('lost', { things: lost });
            }),
        );
    }
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-picture]'))) {
        button.addEventListener('click', () =>
            attempt(async () => {
                const [file, ending] = await pictures[button.dataset.picture ?? 'png']();
                download(file, `${fileName(app)}.${ending}`);
            }),
        );
    }
}

/** @param {App} app */
async function openShare(app) {
    const { state } = app;
    const first = { ...state, ply: Math.min(1, state.moves.length) };
    const show = (/** @type {string} */ hash, /** @type {string} */ embedded) => {
        const link = new URL(hash, location.href);
        // The key of the native engine is for this computer alone, and so is the address of a file.
        link.search = '';
        input('share-link').value = link.href;
        const frame = new URL(embedded, link);
        frame.search = '?embed';
        input('share-embed').value = `<iframe src="${frame.href}" width="480" height="600" title="RustGomo"></iframe>`;
    };
    byId('share-error').textContent = '';
    byId('share-line').hidden = true;
    input('share-moves').value = app.moves.join(' ');
    show(linkOf(state), linkOf(first));
    dialog('share-dialog').showModal();
    const [shown, embedded] = await Promise.all([wholeLink(state), wholeLink(first)]);
    show(shown.hash, embedded.hash);
    byId('share-line').hidden = shown.isWhole;
}

/** The names of the players, also of a game against the engine. @param {App} app */
function playersOf({ state }) {
    const { header, human, level, played, mode } = state;
    const isAgainstEngine = human !== 'both' && (mode === 'play' || played !== null);
    const of = (/** @type {'black' | 'white'} */ color) => header[color] || (isAgainstEngine && human !== color ? `RustGomo (${levelOf(level).id})` : '');
    return { black: of('black'), white: of('white') };
}

/** @param {App} app */
function titleOf(app) {
    const { black, white } = playersOf(app);
    return black || white ? `${black || '?'} – ${white || '?'}` : 'RustGomo';
}

/** The name of a file, without its ending. @param {App} app */
function fileName({ state: { header } }) {
    const { black, white } = header;
    const name = black || white ? `${black || 'black'}-${white || 'white'}` : 'game';
    return name.replace(/[\\/:*?"<>|\s]+/g, '_').slice(0, 80);
}

/**
 * The game as a file: the whole tree as SGF and RenLib, the line that is looked at in the other formats.
 * @param {App} app
 * @param {string} format
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
async function written(app, format) {
    const { state } = app;
    const game = TREES.includes(format) ? state : { ...state, tree: insert(EMPTY, state.moves) };
    return app.askRules('writeTree', [toFile(game, await headerOf(app, format)), format], PATIENCE_MS);
}

/** What the game says of itself, with the result of its main line or of the only one that is written. @param {App} app @param {string} format */
async function headerOf(app, format) {
    const { rule, size, tree, moves, header, lost } = app.state;
    const main = extend(tree, []);
    const line = TREES.includes(format) ? main : moves;
    // A line that was made the main one may be no game to its end.
    const { end } = await app.askRules('describe', [rule, size, line.join('')]).catch(error => {
        if (error instanceof Refusal) return { end: null };
        throw error;
    });
    // A variation has neither the resignation nor the result of the game.
    const isMain = String(line) === String(main);
    const ending = end ? (end.winner ?? 'draw') : isMain && lost && (lost.color === 'black' ? 'white' : 'black');
    const result = ending ? RESULTS[ending] : (isMain && header.result) || '*';
    const known = result === header.result ? header.termination : 'unknown';
    const termination = end || !isMain || !lost ? known : lost.by === 'time' ? 'time' : 'resignation';
    return { ...header, ...playersOf(app), result, ...(termination && { termination }) };
}

/** What a format leaves out of the game, in words. @param {App} app @param {string} format */
async function lostFrom(app, format) {
    const { lost } = await app.askRules('lost', [toFile(app.state, await headerOf(app, format)), format], PATIENCE_MS);
    const names = new Set(Object.keys(lost).map(name => t(`lost.${LOST.includes(name) ? name : 'others'}`)));
    if (format === 'lib' && hasLetters(app.state.tree)) names.add(t('lost.letters'));
    return [...names].join(', ');
}

/** @param {import('./tree.js').Node} node @returns {boolean} */
const hasLetters = ({ notes, children }) => Object.keys(notes.labels ?? {}).length > 0 || children.some(hasLetters);

/** @param {Blob} file @param {string} name */
function download(file, name) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(file);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
