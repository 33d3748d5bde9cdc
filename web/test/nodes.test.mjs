/** The engine under WebAssembly searches the same tree as the native one, in Node.js and in the browser: a test of web/src has its node counts. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { DESKTOP, onPage, ready, server } from './browser.mjs';
import * as engine from './engine.mjs';

const positions = JSON.parse(await readFile(new URL('nodes.json', import.meta.url), 'utf8'));
const expected = positions.map(({ nodes }) => nodes);

/**
 * Nodes of each position. It has all that it needs, since it runs in the page, too.
 * @param {any} build of the engine, ready to use
 * @param {any[]} positions
 * @param {(rule: string) => Promise<Uint8Array>} network
 */
async function countNodes(build, positions, network) {
    const counts = [];
    for (const { rule, size, moves, depth } of positions) {
        const engine = new build.Engine(16);
        engine.insertNetwork(await network(rule));
        const question = JSON.stringify({ analyse: [rule, size, moves, { depth }] });
        const report = engine.answer(question, { report: () => undefined, live: () => undefined, isStopped: () => false });
        counts.push(JSON.parse(report).nodes);
        engine.free();
    }
    return counts;
}

test('a depth takes the same nodes in Node.js as natively', async () => {
    assert.deepEqual(await countNodes(engine, positions, engine.network), expected);
});

/** The same in the page, which gets the function as its text. */
async function countInPage(countNodes, folder, positions) {
    const bytes = async name => new Uint8Array(await (await fetch(name)).arrayBuffer());
    const build = await import(new URL(`${folder}/engine.js`, location.href).href);
    await build.default({ module_or_path: await bytes(`${folder}/engine_bg.wasm`) });
    return countNodes(build, positions, rule => bytes(`networks/${rule}.rgn`));
}

for (const { folder, under } of [{ folder: 'engine', under: '' }, { folder: 'engine/threads', under: 'isolated/' }]) {
    onPage(`a depth takes the same nodes in the browser as natively: ${folder}`, DESKTOP, async page => {
        await page.goto(`${server.address}${under}`);
        await ready(page);
        const nodes = await page.evaluate(`(${countInPage})(${countNodes}, ${JSON.stringify(folder)}, ${JSON.stringify(positions)})`);
        assert.deepEqual(nodes, expected);
    });
}
