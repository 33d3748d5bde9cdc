// @ts-check
/** The tree of a proof as a list that opens. */
import { html } from './element.js';

/**
 * A move of a proof and the replies that do not lose at once.
 * @typedef {{attack: string, makes: string, threatens?: string[], wins?: string[], forbidden?: string[], replies: [string, Step][]}} Step
 */
/** @typedef {{button: (moves: string[]) => Node, describe: (step: Step) => string}} Parts a button for the position behind these moves, and what a step makes */

/**
 * The tree of a proof as a list.
 * @param {Step} first
 * @param {string[]} before the moves in front of it
 * @param {Parts} parts
 */
export const proofTree = (first, before, parts) => html('ul', { className: 'proof' }, proofItem(first, before, parts));

/**
 * A step as an item of a list: forced replies in one line, several as a list that opens.
 * @param {Step} first
 * @param {string[]} before the moves in front of it
 * @param {Parts} parts
 */
export function proofItem(first, before, parts) {
    const item = html('li');
    let step = first;
    let moves = before;
    for (;;) {
        moves = [...moves, step.attack];
        item.append(parts.button(moves), ` ${parts.describe(step)} `);
        if (step.replies.length !== 1) break;
        const [reply, next] = step.replies[0];
        moves = [...moves, reply];
        item.append(parts.button(moves), ' ');
        step = next;
    }
    if (step.replies.length > 0) {
        item.append(html('ul', {}, ...step.replies.map(([reply, next]) => replyItem([...moves, reply], next, parts))));
    }
    return item;
}

/** What follows a step that no reply stops. @param {string} makes @returns {'open four' | 'five'} */
export const makesNext = makes => (makes.startsWith('threes') ? 'open four' : 'five');

/** @param {string[]} moves @param {Step} next @param {Parts} parts */
function replyItem(moves, next, parts) {
    const details = html('details', {}, html('summary', {}, `${next.attack} …`));
    details.addEventListener('toggle', () => {
        if (!details.open || details.childElementCount > 1) return;
        details.append(html('ul', {}, proofItem(next, moves, parts)));
    });
    return html('li', { className: 'reply-item' }, parts.button(moves), details);
}
