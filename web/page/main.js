// @ts-check
/** Starts the page. */
import { AnalysisPanel } from './analysis/analysis.js';
import { HeatMap } from './analysis/heat.js';
import { ProofPanel } from './analysis/proof.js';
import { Review } from './analysis/review.js';
import { App, focusBoard } from './app.js';
import { errorText } from './errors.js';
import { setUpHelp } from './help.js';
import { setUpNewGame } from './play/new-game.js';
import { Play } from './play/play.js';
import { setUpAbout } from './records/about.js';
import { BookPanel } from './records/book.js';
import { isEmbedded, leaveGame, readState, resumeGame } from './records/game.js';
import { Import, isOpened } from './records/import.js';
import { isTreeLink, linkOf, readLink, readTreeLink } from './records/link.js';
import { MovesPanel } from './records/moves.js';
import { setUpReplaced } from './records/replaced.js';
import { storedItem, storeItem } from './shared/storage.js';
import { setUpShare } from './records/share.js';
import { nodeAt } from './records/tree.js';
import { setUpTurn } from './records/turn.js';
import { byId, isForField, select } from './shared/element.js';
import { LANGUAGES } from './words/languages.js';
import { currentLanguage, setLanguage, t, translatePage } from './words/words.js';

translatePage();
const app = new App();
const play = new Play(app, () => setMode('play'));
const analysis = new AnalysisPanel(app);
const review = new Review(app);
new HeatMap(app);
new MovesPanel(app);
const book = new BookPanel(app);
const proof = new ProofPanel(app);
const isPlay = () => app.state.mode === 'play';

// An embedded board is there to step through.
app.isActive = () => !isEmbedded && (!isPlay() || play.isActive);
app.onPlay = (/** @type {string} */ name) => {
    if (isPlay()) {
        app.stopThinking();
    } else {
        proof.played();
    }
    void app.play(name);
};
app.statusText = () => {
    if (isPlay()) return play.status();
    const end = app.view?.end;
    if (!end) return t(`turn.${app.toMove}`);
    if (!end.winner) return t('draw');
    const who = t(`wins.${end.winner}`);
    return end.foul ? t('by.foul', { who, foul: t(`foul.${end.foul}`) }) : who;
};

/** The part of the analysis that is shown where there is no room for all of them. @param {string} tab */
function setTab(tab) {
    document.body.dataset.tab = tab;
    if (tab === 'book') void book.open();
    // The moves of the book are marked while it is in sight.
    app.draw();
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('#tabs button'))) button.setAttribute('aria-pressed', String(button.dataset.tab === tab));
}

/** Ends what the analysis searches and asks. */
function endAnalysis() {
    analysis.leave();
    review.leave();
    proof.close();
    app.onMark = null;
}

/** @param {'play' | 'analyse'} mode @param {boolean} [isOpened] whether the game on the board was not played here */
function setMode(mode, isOpened = false) {
    if (mode !== app.state.mode) {
        endAnalysis();
        app.hideNotice();
        const { state } = app;
        if (mode === 'play') resumeGame(state, play.color);
        else if (!isOpened) leaveGame(state);
    }
    app.state.mode = mode;
    for (const name of ['play', 'analyse']) byId(`mode-${name}`).setAttribute('aria-pressed', String(name === mode));
    byId('play-panel').hidden = mode !== 'play';
    byId('analysis-panel').hidden = mode !== 'analyse';
    byId('review-card').hidden = mode !== 'analyse';
    for (const id of ['tools-card', 'book-card']) byId(id).hidden = mode !== 'analyse';
    byId('tabs').hidden = mode !== 'analyse';
    byId('gauge').hidden = mode !== 'analyse';
    document.body.dataset.mode = mode;
    analysis.draw();
    play.draw();
    void app.changed();
}

/** Opens the position of the link, if it is another than the one on the board. */
function openLink() {
    if (location.hash.length > 1 && location.hash !== linkOf(app.state)) void openHash(location.hash);
}

/** @param {string} hash of a link */
async function openHash(hash) {
    if (isTreeLink(hash)) {
        try {
            const { rule, size, moves, ply, header, tree } = readState(await readTreeLink(hash));
            openGame({ rule, size, moves, header, tree }, ply);
        } catch {
            app.notice(t('problem.link'));
            setMode(app.state.mode);
        }
        return;
    }
    const position = readLink(hash);
    if (!position) {
        app.notice(t('problem.link'));
        return;
    }
    const { rule, size, tree } = app.state;
    if (position.rule === rule && position.size === size && nodeAt(tree, position.moves)) {
        setMode('analyse');
        void app.walk(position.moves, position.ply);
    } else {
        openGame(position, position.ply);
    }
}

/** Puts the game of a link in place of the one on the board. @param {Parameters<App['setGame']>[0]} game @param {number} ply how many of its moves are shown */
function openGame(game, ply) {
    const before = { ...app.state };
    const giveUp = app.setGame(game);
    app.state.ply = ply;
    // The game that was there is not lost to a link that is none.
    app.revert = () => {
        giveUp();
        app.history.forget();
        putBack(before);
    };
    setMode('analyse', true);
}

/** Opens a game as it was left. @param {import('./records/game.js').State} game */
function putBack(game) {
    endAnalysis();
    Object.assign(app.state, game);
    setMode(game.mode);
}

// The right button of a mouse takes back a move.
const board = byId('board');
let isMouse = false;
board.addEventListener('pointerdown', ({ pointerType }) => (isMouse = pointerType === 'mouse'));
board.addEventListener('contextmenu', event => {
    if (!isMouse || event.button !== 2) return;
    event.preventDefault();
    byId(isPlay() ? 'take-back' : 'previous').click();
});
byId('mode-play').addEventListener('click', () => setMode('play'));
byId('mode-analyse').addEventListener('click', () => setMode('analyse'));
byId('first').addEventListener('click', () => app.goTo(0));
byId('previous').addEventListener('click', () => app.goTo(app.state.ply - 1));
byId('next').addEventListener('click', () => app.goTo(app.state.ply + 1));
byId('last').addEventListener('click', () => app.goTo(app.state.moves.length));
const THEMES = ['system', 'light', 'dark'];
/** @param {string} theme */
function setTheme(theme) {
    if (theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    const text = t(`theme.${theme}`);
    const button = byId('theme');
    button.dataset.theme = theme;
    button.title = text;
    button.setAttribute('aria-label', text);
}
let theme = storedItem('rustgomo.theme') ?? 'system';
setTheme(theme);
byId('theme').addEventListener('click', () => {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
    setTheme(theme);
    storeItem('rustgomo.theme', theme);
});

const [wood, ownWood] = ['wood', 'wood-own'].map(id => /** @type {HTMLSelectElement | HTMLInputElement} */ (byId(id)));
wood.value = storedItem('rustgomo.wood') ?? '';
ownWood.value = storedItem('rustgomo.wood-own') ?? ownWood.value;
/** Whether black lines are seen better than white ones on a colour. @param {string} colour such as `#d8a8a8` */
function isLight(colour) {
    const [red, green, blue] = [1, 3, 5].map(at => parseInt(colour.slice(at, at + 2), 16));
    return 0.3 * red + 0.59 * green + 0.11 * blue > 128;
}

function setWood() {
    const root = document.documentElement;
    root.dataset.wood = wood.value;
    ownWood.hidden = wood.value !== 'own';
    root.style.setProperty('--own-wood', ownWood.value);
    root.style.setProperty('--own-ink', isLight(ownWood.value) ? '#000' : '#fff');
}
setWood();
for (const input of [wood, ownWood]) {
    input.addEventListener('input', () => {
        setWood();
        storeItem(`rustgomo.${input.id}`, input.value);
    });
}

const languages = select('language');
for (const [id, name] of Object.entries(LANGUAGES)) languages.append(new Option(name, id));
languages.value = currentLanguage();
languages.addEventListener('change', async () => {
    try {
        await setLanguage(languages.value);
    } catch (problem) {
        languages.value = currentLanguage();
        app.notice(errorText(problem));
        return;
    }
    setTheme(theme);
    analysis.draw();
    play.draw();
    proof.translate();
    review.translate();
    book.translate();
    void app.changed();
});

if (isEmbedded) {
    document.body.dataset.embed = '';
    /** @type {HTMLAnchorElement} */ (byId('whole')).href = location.href.replace('?embed', '');
}
setUpNewGame(app, setMode);
const files = new Import(app, { open: () => setMode('analyse', true), openHash: hash => void openHash(hash), openBook: file => void book.take(file) });
setUpShare(app);
setUpAbout(app);
setUpHelp();
setUpTurn(app);
setTab('lines');
for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('#tabs button'))) button.addEventListener('click', () => setTab(button.dataset.tab ?? 'lines'));
/** A part of the analysis that lies behind a button where the others are all in sight. @param {string} name @param {() => void} [open] */
function setUpPart(name, open) {
    const button = byId(`open-${name}`);
    button.addEventListener('click', () => {
        const isOpen = document.body.toggleAttribute(`data-${name}`);
        button.setAttribute('aria-expanded', String(isOpen));
        if (isOpen) open?.();
        app.draw();
        if (isOpen) byId(`${name}-card`).scrollIntoView({ block: 'nearest' });
    });
}
setUpPart('tools');
setUpPart('book', () => void book.open());
byId('end-review').addEventListener('click', () => {
    setMode('analyse');
    setTab('review');
    void app.viewed.then(() => review.run());
});
for (const dialog of document.querySelectorAll('dialog')) {
    // A click beside a dialogue closes it; the end of a selection there does not.
    let isBeside = false;
    dialog.addEventListener('pointerdown', event => (isBeside = event.target === dialog));
    dialog.addEventListener('click', event => event.target === dialog && isBeside && dialog.close());
}
// B asks for the balanced move and Shift B for the pair; Space starts and stops the analysis, unless a button, a list or the board's cursor has the keys.
document.addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey || isForField(event) || isPlay() || isEmbedded || app.isOver) return;
    if (event.key.toLowerCase() === 'b') byId(`balance-${event.shiftKey ? 2 : 1}`).click();
    if (event.key !== ' ' || /** @type {HTMLElement} */ (event.target).closest('button, summary, input, a')) return;
    event.preventDefault();
    analysis.toggle();
});
setUpReplaced(
    game => {
        app.setGame(game);
        putBack(game);
        focusBoard();
    },
    () => app.draw(),
);
const query = new URLSearchParams(location.search);
const isGiven = query.has('game') && !isOpened();
const { hash } = location;
const linked = hash.length > 1 && hash !== linkOf(app.state) && !isGiven;
if (linked) openLink();
if (!linked || !(readLink(hash) || isTreeLink(hash))) setMode(app.state.mode);
if (isGiven) {
    void files.openAddress(query).then(isOpen => {
        // The address may name a position of the game.
        const link = readLink(hash);
        if (isOpen && link && nodeAt(app.state.tree, link.moves)) void app.walk(link.moves, link.ply);
    });
}
window.addEventListener('hashchange', openLink);

// Only where the browser keeps pages for later: over TLS, or on one's own machine.
if ('serviceWorker' in navigator && location.protocol !== 'file:') {
    navigator.serviceWorker.register(new URL('offline.js', import.meta.url)).catch(() => undefined);
}
