// @ts-check
/** The course of a game: the win rate of black, move by move. */
import { element } from './element.js';

/**
 * @typedef {object} Course
 * @property {number} length moves of the game
 * @property {{ply: number, rate: number}[]} points win rates of black, as far as they are known
 * @property {{ply: number, rate: number, kind: string, title: string}[]} mistakes
 * @property {number} ply the position on the board
 */

/** Room for the scale, in units. */
const [LEFT, RIGHT, TOP, BOTTOM] = [34, 8, 8, 20];
/** The least distance of two numbers below the graph, in units. */
const NUMBER_WIDTH = 26;

export class Graph {
    #svg;
    #width;
    #height;
    #length = 0;

    /**
     * @param {SVGSVGElement} svg
     * @param {{width: number, height: number}} size in units; text is 11 units high
     * @param {(ply: number) => void} go what a click does
     */
    constructor(svg, { width, height }, go) {
        this.#svg = svg;
        this.#width = width;
        this.#height = height;
        svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
        let last = -1;
        const follow = (/** @type {MouseEvent} */ event) => {
            const box = svg.getBoundingClientRect();
            const x = ((event.clientX - box.left) / box.width) * width;
            const share = (x - LEFT) / (width - LEFT - RIGHT);
            const ply = Math.round(Math.min(1, Math.max(0, share)) * this.#length);
            if (ply !== last) go((last = ply));
        };
        svg.addEventListener('pointerdown', event => {
            last = -1;
            // A finger may be about to scroll the page.
            if (event.pointerType !== 'touch' && event.button === 0) follow(event);
        });
        svg.addEventListener('click', follow);
        svg.addEventListener('pointermove', event => {
            if (event.buttons === 1) follow(event);
        });
    }

    /** @param {number} ply */
    #x(ply) {
        return LEFT + ((this.#width - LEFT - RIGHT) * ply) / Math.max(1, this.#length);
    }

    /** @param {number} rate */
    #y(rate) {
        return TOP + (this.#height - TOP - BOTTOM) * (1 - rate);
    }

    /** @param {Course} course */
    draw({ length, points, mistakes, ply }) {
        this.#length = length;
        const [right, bottom] = [this.#width - RIGHT, this.#y(0)];
        const line = points.map(point => `${this.#x(point.ply).toFixed(1)} ${this.#y(point.rate).toFixed(1)}`).join('L');
        /** @type {Node[]} */
        const nodes = [element('rect', { class: 'white-share', x: LEFT, y: TOP, width: right - LEFT, height: bottom - TOP })];
        if (points.length > 0) {
            const [first, last] = [points[0], points[points.length - 1]].map(point => this.#x(point.ply).toFixed(1));
            nodes.push(element('path', { class: 'black-share', d: `M${first} ${bottom}L${line}L${last} ${bottom}Z` }));
        }
        for (const rate of [0, 0.25, 0.5, 0.75, 1]) {
            const y = this.#y(rate);
            nodes.push(element('path', { class: rate === 0.5 ? 'level middle' : 'level', d: `M${LEFT} ${y}H${right}` }));
            if (rate % 0.5 === 0) nodes.push(element('text', { class: 'scale', x: LEFT / 2, y }, `${100 * rate}%`));
        }
        const step = 5 * Math.max(1, Math.ceil((length * NUMBER_WIDTH) / (right - LEFT) / 5));
        for (let number = 0; number <= length; number += step) {
            nodes.push(element('text', { class: 'scale', x: this.#x(number), y: this.#height - BOTTOM / 2 }, String(number)));
        }
        if (points.length > 0) nodes.push(element('path', { class: 'course', d: `M${line}` }));
        for (const { ply, rate, kind, title } of mistakes) {
            const dot = element('circle', { class: `dot ${kind}`, cx: this.#x(ply), cy: this.#y(rate), r: 4, 'data-dot': ply });
            dot.append(element('title', {}, title));
            nodes.push(dot);
        }
        nodes.push(element('path', { class: 'present', d: `M${this.#x(ply)} ${TOP}V${bottom}` }));
        const here = points.find(point => point.ply === ply);
        if (here) nodes.push(element('circle', { class: 'present-dot', cx: this.#x(ply), cy: this.#y(here.rate), r: 4.5, 'data-present': ply }));
        this.#svg.replaceChildren(...nodes);
    }
}
