/** Each language has one term for each concept of the game: that of docs/dev/page-words.md. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { LANGUAGES } from '../page/words/languages.js';

/** The texts about a concept. */
const CONCEPTS = {
    five: ['threat.five', 'makes.five', 'stops.five', 'step.five'],
    'open four': ['threat.open four', 'makes.open four', 'stops.open four'],
    four: ['threat.four', 'makes.four', 'stops.four', 'step.four'],
    'open three': ['threat.open three', 'makes.open three', 'stops.open three'],
    overline: ['foul.overline', 'about.renju'],
    'double four': ['foul.double four'],
    'double three': ['foul.double three'],
    foul: ['square.forbidden', 'by.foul', 'step.forbidden', 'forbidden.here'],
    'forbidden point': ['forbidden.points'],
    draw: ['draw', 'why.fills'],
    resign: ['resign', 'resigned.black', 'resigned.white'],
    opening: ['opening.rif', 'opening.yamaguchi', 'opening.soosorv8'],
    swap: ['ask.swap.black', 'ask.swap.white', 'opening.rif'],
    stone: ['opening.swap', 'opening.swap2', 'ask.stone', 'square.black'],
    variation: ['promote', 'lost.variations', 'help.variations', 'share.line'],
    comment: ['comment', 'comment.here', 'lost.comments', 'share.line', 'file.encoding'],
    game: ['new', 'over', 'error.over', 'file.game', 'error.none', 'import.title', 'review', 'review.this'],
    review: ['review', 'review.title', 'review.again', 'review.this', 'review.runs', 'review.written'],
    puzzle: ['puzzle', 'puzzle.next', 'puzzle.number', 'puzzle.none'],
    book: ['book', 'book.close', 'book.none'],
};

/** The words between the semicolons of a cell. */
const words = cell => cell.split(';').map(word => word.trim()).filter(Boolean);
const forms = text => (typeof text === 'string' ? [text] : Object.values(text));

const tables = await readFile(new URL('../../docs/dev/page-words.md', import.meta.url), 'utf8');
const [head] = tables.split('\n## ');
for (const language of Object.keys(LANGUAGES)) {
    test(`the page uses its terms: ${language}`, async () => {
        const { TEXTS } = await import(`../page/words/${language}.js`);
        const section = new RegExp(`^## ${language} [^#]*`, 'm').exec(tables)?.[0] ?? '';
        const rows = [...section.matchAll(/^\| ([^|]+) \| ([^|]+) \|([^|]*)\| ([^|]+) \|$/gm)].slice(1);
        assert.deepEqual(rows.map(([, concept]) => concept), Object.keys(CONCEPTS));
        for (const [, concept, terms, wrong, source] of rows) {
            for (const key of CONCEPTS[concept]) {
                for (const text of forms(TEXTS[key])) assert.ok(words(terms).some(term => text.includes(term)), `${key}: expected ${terms}, found ${text}`);
            }
            for (const [key, text] of Object.entries(TEXTS)) {
                for (const word of words(wrong)) assert.ok(!forms(text).some(form => form.includes(word)), `${key}: ${concept} is ${terms}, not ${word}`);
            }
            // A source is a name of the list below the table, or of the one at the head of the page.
            const name = source.replace(/ \(.*/, '').trim();
            assert.ok(name === '—' || `${head}${section}`.includes(`${name}: `), `${concept}: no source ${name}`);
        }
    });
}
