// Measures how near to the stones each level of the page answers, after packaging/web.sh: `node web/test/near.mjs [RULE]`. The share of first
// replies, to a stone in the middle and to one beside it, that are within two squares of it.
import { readFile } from 'node:fs/promises';
import { choose, LEVELS } from '../page/play/levels.js';

const SITE = new URL('../../target/web/site/', import.meta.url);
const { default: init, describe, Engine } = await import(new URL('engine/engine.js', SITE));
await init({ module_or_path: await readFile(new URL('engine/engine_bg.wasm', SITE)) });
const [rule = 'freestyle'] = process.argv.slice(2);
const network = await readFile(new URL(`networks/${rule}.rgn`, SITE));
const TRIES = 200;

/** The same numbers from 0 to 1 in every run (Park and Miller). */
let state = 1;
const random = () => (state = (state * 48_271) % 0x7fff_ffff) / 0x7fff_ffff;
const distance = (one, other) => Math.max(Math.abs(one.charCodeAt(0) - other.charCodeAt(0)), Math.abs(Number(one.slice(1)) - Number(other.slice(1))));

for (const level of LEVELS.filter(({ spread }) => spread > 0)) {
    const engine = new Engine(16);
    engine.insertNetwork(network);
    let near = 0;
    for (let index = 0; index < TRIES; index++) {
        const stone = ['h8', 'i8', 'h9', 'g7', 'f10'][index % 5];
        const report = JSON.parse(engine.analyse(rule, '15x15', stone, JSON.stringify({ nodes: level.nodes, lines: level.lines }), { report: () => undefined, live: () => undefined, isStopped: () => false }));
        near += Number(distance(choose(report, level, [stone], JSON.parse(describe(rule, '15x15', stone)).legal, random), stone) <= 2);
    }
    console.log(`${level.id}: ${((100 * near) / TRIES).toFixed(0)} % of ${TRIES} first replies within two squares`);
}
