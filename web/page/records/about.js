// @ts-check
/** What a game says of itself: names, event and date, shown above the board and edited in a dialogue. */
import { byId, input } from '../shared/element.js';
import { isEmbedded } from './game.js';
import { annotate } from './tree.js';


/** A property of SGF at the first position. @param {import('../app.js').App} app @param {string} key */
const property = (app, key) => app.state.tree.notes.properties?.[key]?.[0] ?? '';

/** @param {import('../app.js').App} app */
export function setUpAbout(app) {
    /** @type {HTMLDialogElement} */
    const dialog = byId('about-dialog');
    const title = byId('game-title');
    const open = () => {
        input('about-black').value = app.state.header.black ?? '';
        input('about-white').value = app.state.header.white ?? '';
        input('about-event').value = property(app, 'EV');
        input('about-date').value = property(app, 'DT');
        if (!isEmbedded) dialog.showModal();
    };
    title.addEventListener('click', open);
    byId('open-about').addEventListener('click', open);
    byId('about-cancel').addEventListener('click', () => dialog.close());
    byId('about-form').addEventListener('submit', () => {
        const { history, state } = app;
        history.remember(state);
        state.header = { ...state.header, black: input('about-black').value.trim(), white: input('about-white').value.trim() };
        const { notes } = state.tree;
        const { EV: _event, DT: _date, ...others } = notes.properties ?? {};
        const said = Object.fromEntries([['EV', input('about-event').value.trim()], ['DT', input('about-date').value.trim()]].filter(([, value]) => value !== '').map(([key, value]) => [key, [value]]));
        state.tree = annotate(state.tree, [], { ...notes, properties: { ...others, ...said } });
        app.keep();
        app.draw();
    });
    app.onDraw.push(() => {
        const { header } = app.state;
        const names = header.black || header.white ? [`${header.black || '?'} – ${header.white || '?'}`] : [];
        const result = names.length > 0 && header.result && header.result !== '*' ? [header.result] : [];
        const text = [...names, ...result, property(app, 'EV'), property(app, 'DT')].filter(Boolean).join(' · ');
        title.hidden = text === '';
        if (title.textContent !== text) title.textContent = text;
        const { comment = '' } = app.node.notes;
        byId('whole-comment').hidden = comment === '';
        byId('whole-comment').textContent = comment;
    });
}
