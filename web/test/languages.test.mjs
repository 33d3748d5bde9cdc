/** The texts of the page are complete in every language. */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { LANGUAGES } from '../page/words/languages.js';

const page = new URL('../page/', import.meta.url);
const names = Object.keys(LANGUAGES);
const tables = await Promise.all(names.map(async name => (await import(`../page/words/${name}.js`)).TEXTS));
const [TEXTS] = tables;
const forms = text => (typeof text === 'string' ? [text] : Object.values(text));
const values = text => [...new Set(forms(text).flatMap(form => form.match(/\{\w+\}/g) ?? []))].sort();

test('every text is there in every language, with the same values', () => {
    tables.forEach((table, index) => {
        const name = names[index];
        assert.deepEqual(Object.keys(table).sort(), Object.keys(TEXTS).sort(), name);
        for (const [key, text] of Object.entries(table)) {
            assert.ok(forms(text).every(form => form.trim() !== ''), `${key}, ${name}`);
            assert.deepEqual(values(text), values(TEXTS[key]), `${key}, ${name}`);
            if (typeof text === 'string') continue;
            const plurals = new Intl.PluralRules(name);
            for (let n = 1; n <= 120; n++) assert.ok(text[plurals.select(n)], `${key}, ${name}, ${n}`);
        }
    });
});

test('the page says in English what the table says', async () => {
    const html = await readFile(new URL('index.html', page), 'utf8');
    const elements = [...html.matchAll(/data-t="([^"]+)"[^>]*>([^<]*)</g)];
    assert.ok(elements.length > 30);
    for (const [, key, text] of elements) assert.equal(text, TEXTS[key], key);
    for (const attribute of ['title', 'aria-label', 'data-empty', 'placeholder']) {
        for (const [tag, key] of html.matchAll(new RegExp(`<[^>]*data-t-${attribute}="([^"]+)"[^>]*>`, 'g'))) {
            assert.ok(tag.includes(` ${attribute}="${TEXTS[key]}"`), `${attribute} of ${tag}`);
        }
    }
});

test('every text that is asked for exists, and every one is asked for', async () => {
    const files = (await readdir(page, { recursive: true })).filter(name => /\.(js|html)$/.test(name) && !name.startsWith('words/'));
    const code = (await Promise.all(files.map(name => readFile(new URL(name, page), 'utf8')))).join('\n');
    const literal = [...code.matchAll(/'([a-z-]+(?:\.[a-z -]+)*)'|data-t(?:-[a-z-]+)?="([^"]+)"/g)].map(match => match[1] ?? match[2]);
    const prefixes = [...code.matchAll(/`(?!rustgomo|game\.)([a-z]+(?:\.[a-z]+)*\.)\$\{/g)].map(match => match[1]);
    const dynamic = [...code.matchAll(/`proof\.\$\{/g)].length > 0 ? ['proof.'] : [];
    for (const [, key] of code.matchAll(/\bt\('([^']+)'/g)) assert.ok(TEXTS[key], key);
    for (const prefix of prefixes) assert.ok(Object.keys(TEXTS).some(key => key.startsWith(prefix)), prefix);
    const asked = key => literal.includes(key) || [...prefixes, ...dynamic].some(prefix => key.startsWith(prefix));
    assert.deepEqual(Object.keys(TEXTS).filter(key => !asked(key)), []);
});
