/** The page's modules import each other without a circle, and nothing from outside the page. */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const page = fileURLToPath(new URL('../page/', import.meta.url));
/** Made by the build. */
const MADE = ['engine/engine.js', 'engine/threads/engine.js'];
/** The folders that may import only from themselves and from these. */
const CLOSED = { shared: [], reports: ['shared'], engine: ['shared'], words: ['shared', 'engine'] };

const names = (await readdir(page, { recursive: true })).filter(name => name.endsWith('.js'));
/** What each module imports when it starts, or on its way, as paths inside the page. */
const imports = new Map(
    await Promise.all(
        names.map(async name => {
            const text = await readFile(join(page, name), 'utf8');
            const code = text.replaceAll(/\/\*[^]*?\*\//g, '');
            const found = code.matchAll(/^import (?:[^']* from )?'([^']+)'|\bimport\('([^']+)'\)/gm);
            return [name, [...found].map(([, first, later]) => normalize(join(dirname(name), first ?? later)))];
        }),
    ),
);
const folderOf = name => (name.includes('/') ? dirname(name) : '');

test('every import names a module of the page', () => {
    assert.ok(imports.get('main.js').length > 10);
    const missing = [...imports].flatMap(([name, imported]) => imported.filter(path => !names.includes(path) && !MADE.includes(path)).map(path => `${name}: ${path}`));
    assert.deepEqual(missing, []);
});

test('the page asks at once for all modules that it starts with', async () => {
    const index = await readFile(join(page, 'index.html'), 'utf8');
    const asked = [...index.matchAll(/(?:modulepreload" href|script type="module" src)="([^"]+)"/g)].map(([, name]) => name);
    // The language of most browsers is imported on the way.
    const started = new Set(['main.js', 'words/en.js']);
    for (const name of started) imports.get(name).forEach(path => started.add(path));
    assert.deepEqual(asked.toSorted(), [...started].sort());
});

test('no module imports itself by way of others', () => {
    /** @type {Map<string, 'open' | 'done'>} */
    const seen = new Map();
    const visit = (name, path) => {
        assert.notEqual(seen.get(name), 'open', [...path, name].join(' → '));
        if (seen.has(name)) return;
        seen.set(name, 'open');
        for (const next of imports.get(name) ?? []) visit(next, [...path, name]);
        seen.set(name, 'done');
    };
    for (const name of names) visit(name, []);
});

test('what the board shares with reports, the engine and the words know nothing of the rest', () => {
    for (const [folder, allowed] of Object.entries(CLOSED)) {
        const modules = names.filter(name => folderOf(name) === folder);
        assert.ok(modules.length > 1, folder);
        for (const name of modules) {
            const foreign = imports.get(name).filter(path => !MADE.includes(path) && ![folder, ...allowed].includes(folderOf(path)));
            assert.deepEqual(foreign, [], name);
        }
    }
});
