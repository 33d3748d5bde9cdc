// Prints the speed of the engine under Node.js for the positions of nodes.json, in nodes per millisecond of processor time, after
// packaging/web.sh: `node web/test/speed.mjs [NODES]`.
import { readFile } from 'node:fs/promises';
import { analyse, Engine, network } from './engine.mjs';

const positions = JSON.parse(await readFile(new URL('nodes.json', import.meta.url), 'utf8'));
const request = { nodes: Number(process.argv[2] ?? 100_000), thorough: true };
let total = 0;
let time = 0;
for (const { rule, size, moves } of positions) {
    const engine = new Engine(64);
    engine.insertNetwork(await network(rule));
    const start = process.cpuUsage();
    const { nodes } = analyse(engine, rule, size, moves, request);
    const { user, system } = process.cpuUsage(start);
    const taken = (user + system) / 1000;
    console.log(`${rule} ${size}: ${nodes} nodes, ${Math.round(nodes / taken)} kn/s`);
    total += nodes;
    time += taken;
    engine.free();
}
console.log(`all: ${total} nodes, ${Math.round(total / time)} kn/s`);
