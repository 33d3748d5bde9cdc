// Prints the speed of the engine under Node.js for the positions of nodes.json, in nodes per millisecond of processor time, after
// packaging/web.sh: `node web/test/speed.mjs [NODES]`.
import { readFile } from 'node:fs/promises';
import { Engine, LISTENER, network } from './engine.mjs';

const positions = JSON.parse(await readFile(new URL('nodes.json', import.meta.url), 'utf8'));
const request = JSON.stringify({ nodes: Number(process.argv[2] ?? 100_000), thorough: true });
let total = 0;
let time = 0;
for (const { rule, size, moves } of positions) {
    const engine = new Engine(64);
    engine.insertNetwork(await network(rule));
    const start = process.cpuUsage();
    const { nodes } = JSON.parse(engine.analyse(rule, size, moves, request, LISTENER));
    const { user, system } = process.cpuUsage(start);
    const taken = (user + system) / 1000;
    console.log(`${rule} ${size}: ${nodes} nodes, ${Math.round(nodes / taken)} kn/s`);
    total += nodes;
    time += taken;
    engine.free();
}
console.log(`all: ${total} nodes, ${Math.round(total / time)} kn/s`);
