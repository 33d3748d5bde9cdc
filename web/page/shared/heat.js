// @ts-check
/** The colours of a heat map. */
import { element } from './element.js';
import { pointOf } from './squares.js';
import { qualityOf } from './values.js';

/** @typedef {{square: string, rate: number, end: 'win' | 'loss' | null}} Heat a move: win rate of its side, and whether that is proved */

/**
 * @param {import('./board.js').Scene} scene
 * @param {import('./squares.js').Size} size
 */
export function drawHeat({ heat, candidates, notes }, size) {
    const best = Math.max(0, ...heat.filter(({ end }) => end === null).map(({ rate }) => rate));
    const hasLabel = (/** @type {string} */ square) => !candidates.some(candidate => candidate.square === square) && !notes.labels?.[square];
    return heat.flatMap(({ square, rate, end }) => {
        const { x, y } = pointOf(square, size);
        const quality = qualityOf(rate, best);
        const [fill, opacity] = end === 'win' ? ['#0b6b3a', 0.75] : end === 'loss' ? ['#5b1a6e', 0.35] : [`hsl(${Math.round(120 * quality)} 80% 38%)`, 0.14 + 0.56 * quality];
        const cell = element('rect', { x: x - 0.46, y: y - 0.46, width: 0.92, height: 0.92, rx: 0.12, fill, 'fill-opacity': opacity.toFixed(2), 'data-heat': square, 'data-rate': rate.toFixed(2) });
        if (!hasLabel(square) || (end === null && quality === 0) || end === 'loss') return [cell];
        return [cell, element('text', { class: end === 'win' ? 'heat won' : 'heat', x, y }, end === 'win' ? '+' : String(Math.round(100 * rate)))];
    });
}
