// Measures how near to the stones each level of the page answers, after packaging/web.sh: `node web/test/near.mjs [RULE]`. The share of first
// replies, to a stone in the middle and to one beside it, that are within two squares of it.
import { choose, LEVELS } from '../page/play/levels.js';
import { analyse, describe, Engine, network, random } from './engine.mjs';

const [rule = 'freestyle'] = process.argv.slice(2);
const weights = await network(rule);
const TRIES = 200;

const distance = (one, other) => Math.max(Math.abs(one.charCodeAt(0) - other.charCodeAt(0)), Math.abs(Number(one.slice(1)) - Number(other.slice(1))));

for (const level of LEVELS.filter(({ spread }) => spread > 0)) {
    const engine = new Engine(16);
    engine.insertNetwork(weights);
    let near = 0;
    for (let index = 0; index < TRIES; index++) {
        const stone = ['h8', 'i8', 'h9', 'g7', 'f10'][index % 5];
        const report = analyse(engine, rule, '15x15', stone, { nodes: level.nodes, lines: level.lines });
        near += Number(distance(choose(report, level, [stone], JSON.parse(describe(rule, '15x15', stone)).legal, random), stone) <= 2);
    }
    console.log(`${level.id}: ${((100 * near) / TRIES).toFixed(0)} % of ${TRIES} first replies within two squares`);
}
