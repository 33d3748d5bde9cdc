// @ts-check
/** Levels of play: nodes per move, how much worse than the best move the choice may be, and the Elo above the level before. */

/** @typedef {{id: string, nodes: number, lines: number, spread: number, gap: number}} Level */

/** Their names are the texts `level.…`, what they say `about.…`. The gaps are measured by test/levels.mjs, under three rules together. @type {Level[]} */
export const LEVELS = [
    { id: 'beginner', nodes: 60, lines: 8, spread: 0.4, gap: 0 },
    { id: 'casual', nodes: 400, lines: 6, spread: 0.12, gap: 420 },
    { id: 'club', nodes: 4000, lines: 4, spread: 0.02, gap: 490 },
    { id: 'strong', nodes: 10_000, lines: 1, spread: 0, gap: 330 },
    { id: 'expert', nodes: 60_000, lines: 1, spread: 0, gap: 310 },
    { id: 'full', nodes: 400_000, lines: 1, spread: 0, gap: 230 },
];

/** @param {string} id */
export const levelOf = id => LEVELS.find(level => level.id === id) ?? LEVELS[2];

/** Squares from a stone within which a level that errs plays, as people do. */
const REACH = 2;

/** Whether a level is weak enough that its answers come too soon to be followed. @param {Level} level */
export const isQuick = ({ spread }) => spread > 0.1;

/**
 * The move of a level: a line is the likelier the less its win rate is below the best one's. Where no line begins near the stones, a level
 * that errs plays beside one of them.
 * @param {import('../analysis/line.js').Report} report
 * @param {Level} level
 * @param {string[]} stones on the board
 * @param {string[]} legal
 * @param {() => number} [random]
 */
export function choose(report, level, stones, legal, random = Math.random) {
    const [best] = report.lines;
    if (level.spread === 0 || !best) return report.best;
    const isNear = (/** @type {string} */ move) => stones.length === 0 || stones.some(stone => distance(stone, move) <= REACH);
    const lines = report.lines.filter(({ moves: [move] }) => isNear(move));
    if (lines.length === 0) {
        const near = legal.filter(isNear);
        return near[Math.floor(random() * near.length)] ?? report.best;
    }
    const weights = lines.map(line => Math.exp((line.win_rate - lines[0].win_rate) / level.spread));
    let left = random() * weights.reduce((sum, weight) => sum + weight, 0);
    const index = weights.findIndex(weight => (left -= weight) < 0);
    return (lines[index] ?? lines[0]).moves[0] ?? report.best;
}

/** Steps of a king between two squares. @param {string} one @param {string} other */
const distance = (one, other) => Math.max(Math.abs(one.charCodeAt(0) - other.charCodeAt(0)), Math.abs(Number(one.slice(1)) - Number(other.slice(1))));
