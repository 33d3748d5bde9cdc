// Measures how much stronger each level of the page is than the one before it, after packaging/web.sh: `node web/test/levels.mjs [RULE]
// [PAIRS] [LEVEL]`, with freestyle, standard or renju. On 15x15 from the shipped openings, colours swapped. Each level makes a line of this form:
// `casual - beginner: +30 =0 -2, 330 ± 150 Elo`, with a 95 % interval.
import { readFile } from 'node:fs/promises';
import { choose, LEVELS } from '../page/play/levels.js';
import { analyse, describe, Engine, network, random } from './engine.mjs';

const [rule = 'freestyle', pairs = '20', only] = process.argv.slice(2);
const weights = await network(rule);
const file = await readFile(new URL(`../../openings/${rule}15.txt`, import.meta.url), 'utf8');
const openings = file.trim().split('\n').map(line =>
    line.split(', ').map(stone => stone.split(',').map(Number)).map(([x, y]) => String.fromCharCode(104 + x) + (8 - y)));

const SIZE = '15x15';
const MOST_MOVES = 150;

/** Points of the first player, who has black if `isBlack`. */
function play(players, opening, isBlack) {
    const moves = [...opening];
    while (moves.length < MOST_MOVES) {
        const { end, legal } = JSON.parse(describe(rule, SIZE, moves.join('')));
        if (end && !end.winner) break;
        if (end) return (end.winner === 'black') === isBlack ? 1 : 0;
        const { level, engine } = players[(moves.length % 2 === 0) === isBlack ? 0 : 1];
        const report = analyse(engine, rule, SIZE, moves.join(''), { nodes: level.nodes, lines: level.lines });
        moves.push(choose(report, level, moves, legal, random));
    }
    return 0.5;
}

function player(level) {
    const engine = new Engine(64);
    engine.insertNetwork(weights);
    return { level, engine };
}

const elo = share => -400 * Math.log10(1 / share - 1);

for (const [index, level] of LEVELS.entries()) {
    if (index === 0 || (only && only !== level.id)) continue;
    const players = [player(level), player(LEVELS[index - 1])];
    const points = openings.slice(0, Number(pairs)).flatMap(opening => [true, false].map(isBlack => play(players, opening, isBlack)));
    const count = value => points.filter(point => point === value).length;
    // Half a point more for each side keeps a clean score finite.
    const share = (points.reduce((sum, point) => sum + point, 0.5)) / (points.length + 1);
    const error = 1.96 * Math.sqrt((share * (1 - share)) / points.length) * (400 / Math.LN10) / (share * (1 - share));
    console.log(`${level.id} - ${LEVELS[index - 1].id}: +${count(1)} =${count(0.5)} -${count(0)}, ${Math.round(elo(share))} ± ${Math.round(error)} Elo`);
}
