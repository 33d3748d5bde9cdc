// Steps through the positions of a report by buttons and keys, and switches what the board shows.
import { byId, html } from '../shared/element.js';

/** Keys and signs of the steps. */
const STEPS = {
    first: ['Home', '|◀\ufe0e', 'First position (Home)'],
    back: ['ArrowLeft', '◀\ufe0e', 'One move back (left arrow)'],
    forward: ['ArrowRight', '▶\ufe0e', 'One move on (right arrow)'],
    last: ['End', '▶\ufe0e|', 'Last position (End)'],
    'previous-mistake': ['ArrowUp', '▲\ufe0e ??', 'Mistake before (up arrow)'],
    'next-mistake': ['ArrowDown', '▼\ufe0e ??', 'Next mistake (down arrow)'],
};

/** Whether a switch is on. */
export const isOn = id => byId(id).checked;

/**
 * @param actions what each of the steps does, by its name
 * @param switches the text of each, its key and whether it is on at first, by its name
 * @param draw draws the board anew
 */
export function setUpSteps(actions, switches, draw) {
    const keys = new Map();
    for (const [id, act] of Object.entries(actions)) {
        const [key, sign, title] = STEPS[id];
        byId('steps').append(html('button', { type: 'button', id, title, textContent: sign, onclick: act }));
        if (id === 'back') byId('steps').append(html('output', { id: 'count' }));
        keys.set(key, act);
    }
    for (const [id, [text, key, checked]] of Object.entries(switches)) {
        const box = html('input', { type: 'checkbox', id, checked, onchange: draw });
        byId('switches').append(html('label', {}, box, text, html('kbd', {}, key)));
        keys.set(key.toLowerCase(), () => box.click());
    }
    document.addEventListener('keydown', event => {
        const act = keys.get(event.key) ?? keys.get(event.key.toLowerCase());
        if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
        act();
        event.preventDefault();
    });
}
