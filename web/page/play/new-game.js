// @ts-check
/** The dialogue that starts a game against the engine. */
import { focusBoard } from '../app.js';
import { byId, dialog, html, input, select } from '../shared/element.js';
import { newOpening, OPENINGS, openingsOf, RULES, SIZES } from '../records/rules.js';
import { storedItem, storeItem } from '../shared/storage.js';
import { currentLanguage, optionOf, t } from '../words/words.js';
import { INCREMENTS, MINUTES } from './clock.js';
import { LEVELS, levelOf } from './levels.js';


/** Writes the times to choose in the language of the page; what is chosen stays. */
function offerTimes() {
    const words = (/** @type {string} */ unit) => new Intl.NumberFormat(currentLanguage(), { style: 'unit', unit, unitDisplay: 'short' });
    const [minutes, seconds] = [words('minute'), words('second')];
    const [time, increment] = [select('new-time').value, select('new-increment').value];
    select('new-time').replaceChildren(new Option(t('time.off'), ''), ...MINUTES.map(n => new Option(minutes.format(n), String(n))));
    select('new-increment').replaceChildren(...INCREMENTS.map(n => new Option(`+ ${seconds.format(n)}`, String(n))));
    select('new-time').value = time;
    select('new-increment').value = increment || '0';
    select('new-increment').disabled = time === '';
}

/** Writes the opening rules to choose under the rule and on the board that are chosen, in the language of the page; what is chosen stays. */
function offerOpenings() {
    const ids = openingsOf(select('new-rule').value, select('new-size').value);
    const { value } = select('new-opening');
    select('new-opening').replaceChildren(new Option(t('opening.none'), ''), ...ids.map(id => new Option(OPENINGS[id], id)));
    select('new-opening').value = ids.includes(value) ? value : '';
    explainOpening();
}

/** Nobody decides for an engine that plays both sides. */
const offerDecisions = () => (select('new-opening').disabled = chosenColor() === 'none');

const chosenColor = () => /** @type {HTMLInputElement | null} */ (document.querySelector('input[name=color]:checked'))?.value ?? 'black';

function explainOpening() {
    const { value } = select('new-opening');
    byId('new-opening-text').hidden = value === '';
    byId('new-opening-text').textContent = value && `${t(`opening.${value}`)} ${t('opening.begins')}`;
}

/** @param {import('./levels.js').Level} level */
function levelText(level) {
    const below = LEVELS[LEVELS.indexOf(level) - 1];
    const gap = below ? t('level.gap', { n: level.gap, level: t(`level.${below.id}`) }) : '';
    return `${t(`about.${level.id}`)} ${gap}`.trim();
}

/** @returns {import('../records/game.js').Time | null} */
function chosenTime() {
    const ms = Number(select('new-time').value) * 60_000;
    return ms > 0 ? { start: ms, increment: Number(select('new-increment').value) * 1000, left: { black: ms, white: ms } } : null;
}

/** Whether a level was ever chosen, or a game begun. */
const LEVEL_KEY = 'rustgomo.level';

function forgetFirstLevel() {
    storeItem(LEVEL_KEY, 'chosen');
    byId('first-level').hidden = true;
}

/** Asks for a level at the first visit, beside a board that can be played on. @param {import('../app.js').App} app */
function askFirstLevel(app) {
    const { state } = app;
    if (storedItem(LEVEL_KEY) !== null || state.moves.length > 0 || state.mode !== 'play') return;
    const buttons = LEVELS.map(level => {
        const button = html('button', { type: 'button', textContent: t(`level.${level.id}`), title: t(`about.${level.id}`) });
        Object.assign(button.dataset, { t: `level.${level.id}`, tTitle: `about.${level.id}` });
        button.addEventListener('click', () => {
            state.level = level.id;
            forgetFirstLevel();
            void app.changed();
            focusBoard();
        });
        return button;
    });
    byId('first-levels').replaceChildren(...buttons);
    byId('first-level').hidden = false;
    app.onPosition.push(() => app.moves.length > 0 && forgetFirstLevel());
}

/** @param {import('../app.js').App} app @param {(mode: 'play' | 'analyse') => void} setMode */
export function setUpNewGame(app, setMode) {
    for (const id of RULES) select('new-rule').append(optionOf('rule', id));
    for (const size of SIZES) select('new-size').append(new Option(size.replace('x', ' × '), size));
    for (const { id } of LEVELS) select('new-level').append(optionOf('level', id));
    const explain = () => {
        byId('new-rule-text').textContent = t(`about.${select('new-rule').value}`);
        byId('new-level-text').textContent = levelText(levelOf(select('new-level').value));
    };
    select('new-rule').addEventListener('change', explain);
    for (const id of ['new-rule', 'new-size']) select(id).addEventListener('change', offerOpenings);
    select('new-opening').addEventListener('change', explainOpening);
    select('new-level').addEventListener('change', explain);
    select('new-time').addEventListener('change', () => (select('new-increment').disabled = select('new-time').value === ''));
    for (const box of document.querySelectorAll('input[name=color]')) box.addEventListener('change', offerDecisions);
    byId('new-game').addEventListener('click', () => {
        const { rule, size, level, human } = app.state;
        select('new-rule').value = rule;
        select('new-size').value = SIZES.includes(size) ? size : '15x15';
        select('new-level').value = levelOf(level).id;
        /** @type {NodeListOf<HTMLInputElement>} */
        const colors = document.querySelectorAll('input[name=color]');
        colors.forEach(box => (box.checked = box.value === human));
        offerTimes();
        const { time, opening, opened } = app.state;
        if (time) {
            select('new-time').value = String(time.start / 60_000);
            select('new-increment').value = String(time.increment / 1000);
            select('new-increment').disabled = false;
        }
        offerOpenings();
        select('new-opening').value = (opening ?? opened)?.rule ?? select('new-opening').value;
        explainOpening();
        offerDecisions();
        explain();
        input('new-ponders').checked = app.state.ponders;
        byId('ponders-choice').hidden = !app.search.keepsLearned;
        /** @type {HTMLDetailsElement} */ (byId('new-more')).open = select('new-opening').value !== '' || select('new-time').value !== '';
        dialog('new-dialog').showModal();
    });
    askFirstLevel(app);
    byId('new-cancel').addEventListener('click', () => dialog('new-dialog').close());
    byId('new-form').addEventListener('submit', () => {
        app.setGame({ rule: select('new-rule').value, size: select('new-size').value });
        Object.assign(app.state, { level: select('new-level').value, human: chosenColor(), time: chosenTime(), opening: select('new-opening').disabled ? null : newOpening(select('new-opening').value), ponders: input('new-ponders').checked });
        forgetFirstLevel();
        setMode('play');
        // Closing gives the focus back to the button.
        dialog('new-dialog').close();
        focusBoard();
    });
}
