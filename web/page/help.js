// @ts-check
/** Help: the rules in pictures, the keys, version and licence. */
import { RULES } from './records/rules.js';
import { BARE, Board } from './shared/board.js';
import { byId, dialog, element, html } from './shared/element.js';
import { t } from './words/words.js';

/** A position for each rule, black and white, that shows what is its own: a row that wins, or a square that is forbidden. */
const PICTURES = {
    freestyle: { black: 'b4 c4 d4 e4 f4 g4', white: 'c3 d3 e5 f5 d6', row: 'b4 c4 d4 e4 f4 g4', forbidden: '' },
    standard: { black: 'b4 c4 d4 e4 f4', white: 'c3 d3 e5 f5', row: 'b4 c4 d4 e4 f4', forbidden: '' },
    renju: { black: 'c4 d4 e5 e6', white: 'b2 g2 g6 c6', row: '', forbidden: 'e4' },
    caro: { black: 'b4 c4 d4 e4 f4', white: 'a4 c3 e5 d6', row: 'b4 c4 d4 e4 f4', forbidden: '' },
    'exact-caro': { black: 'b4 c4 d4 e4 f4', white: 'g4 c3 e5 d6', row: 'b4 c4 d4 e4 f4', forbidden: '' },
};
const words = (/** @type {string} */ text) => text.split(' ').filter(Boolean);

/** @param {keyof typeof PICTURES} rule */
function picture(rule) {
    const { black, white, row, forbidden } = PICTURES[rule];
    const svg = /** @type {SVGSVGElement} */ (element('svg', { 'aria-hidden': 'true' }));
    const board = new Board(svg);
    board.draw({ ...BARE, moves: [], numbers: false, names: false, active: false, size: '7x7', setup: { black: words(black), white: words(white) }, row: words(row), forbidden: words(forbidden).map(square => ({ square })) });
    // A copy has no listeners, which would let the picture take the keys.
    return html('figure', {}, svg.cloneNode(true), html('figcaption', {}, html('b', {}, t(`rule.${rule}`)), t(`about.${rule}`)));
}

/** The keys, and what they do. */
const keys = () => [
    ['← →', `${t('previous')}, ${t('next')}`],
    ['Home, End', `${t('first')}, ${t('last')}`],
    ['↑ ↓', t('help.variations')],
    ['Space', `${t('start')}, ${t('stop')}`],
    ['B, Shift B', `${t('balance')}: ${t('balance.1')}, ${t('balance.2')}`],
    ['Ctrl Z, Ctrl Y', `${t('undo')}, ${t('redo')}`],
    ['Ctrl V', t('import.title')],
    [t('help.right'), `${t('take.back')}, ${t('previous')}`],
    [t('board'), t('board.help')],
];

export function setUpHelp() {
    byId('open-help').addEventListener('click', () => {
        const version = document.querySelector('meta[name=version]')?.getAttribute('content') ?? '';
        const link = (/** @type {string} */ file, /** @type {string} */ text) => html('a', { href: file, target: '_blank', rel: 'noopener', textContent: text });
        byId('help-body').replaceChildren(
            html('h3', {}, t('help.rules')),
            html('div', { className: 'rules' }, ...RULES.map(rule => picture(/** @type {keyof typeof PICTURES} */ (rule)))),
            html('h3', {}, t('help.keys')),
            html('dl', { className: 'keys' }, ...keys().flatMap(([key, text]) => [html('dt', {}, key), html('dd', {}, text)])),
            html('h3', {}, `RustGomo ${version}`),
            html('p', { className: 'soft' }, t('help.licence'), ' ', link('LICENSE-MIT', 'MIT'), ', ', link('LICENSE-APACHE', 'Apache-2.0'), ', ', link('THIRD-PARTY.txt', t('help.others'))),
        );
        dialog('help-dialog').showModal();
    });
}
