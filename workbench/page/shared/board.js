// @ts-check
/** The board as one SVG: one unit is the distance of two lines. */
import { element } from './element.js';
import { drawHeat } from './heat.js';
import { drawNotes } from './notes.js';
import { colorOf, nameOf, parseSize, pointOf } from './squares.js';

/** @typedef {import('./squares.js').Point} Point */
/**
 * What the board shows.
 * @typedef {object} Scene
 * @property {string} size
 * @property {'black' | 'white'} [first] the side of the first move, black if it is missing
 * @property {{black: string[], white: string[]}} [setup] stones in front of the first move
 * @property {string[]} moves
 * @property {boolean} numbers
 * @property {boolean} names
 * @property {string[]} row squares with a red ring, such as the winning row
 * @property {{square: string, title?: string, stones?: string[]}[]} forbidden with what is said about the square
 * @property {{square: string, color: string, kind: string, stones?: string[]}[]} threats
 * @property {{square: string, text: string, rank: number}[]} candidates
 * @property {string[]} [line] moves that are shown pale behind the others, with the marks
 * @property {string[]} preview moves of a line that is looked at, without marks
 * @property {import('./heat.js').Heat[]} heat
 * @property {string | null} hint
 * @property {string[]} replies replies of a proof
 * @property {number | null} area side of the squares in the middle that are framed
 * @property {{marks?: Record<string, string>, labels?: Record<string, string>}} notes shapes and short texts by square
 * @property {string[]} variations moves of the tree from here
 * @property {boolean} active whether a click plays
 */

/** @type {Record<string, string>} */
const THREAT_LETTERS = { five: '5', 'open four': '4', four: '4', 'open three': '3' };

/** @param {number} side */
function starLines(side) {
    const edge = side < 11 ? 2 : 3;
    const lines = [edge, side - 1 - edge];
    if (side % 2 === 1) lines.push((side - 1) / 2);
    return side < 7 ? lines.slice(2) : lines;
}

export class Board {
    /** @type {Scene | undefined} */
    #scene;
    #svg;
    #ground = element('g', {});
    #stones = element('g', {});
    #marks = element('g', {});
    #notes = element('g', {});
    #pointer = element('g', {});
    /** @type {Point} */
    #cursor = { x: 7, y: 7 };
    /** @type {Point | null} */
    #hover = null;
    /** Whether the keys were used last: the focus that a script gives is not visible in every browser. */
    #hasKeys = false;
    #drawn = '';

    /**
     * @param {SVGSVGElement} svg
     * @param {{play: (name: string) => void, look: (name: string | null) => void, announce: (name: string) => void}} handlers
     */
    constructor(svg, { play, look, announce }) {
        this.#svg = svg;
        const defs = element('defs', {});
        for (const [id, stops] of Object.entries({ 'black-stone': ['#5d5d5d', '#191919', '#050505'], 'white-stone': ['#ffffff', '#f5f3ee', '#cfc9bd'] })) {
            const gradient = element('radialGradient', { id, cx: 0.36, cy: 0.32, r: 0.75 });
            stops.forEach((color, i) => gradient.append(element('stop', { offset: i / 2, 'stop-color': color })));
            defs.append(gradient);
        }
        svg.classList.add('board');
        svg.append(defs, this.#ground, this.#stones, this.#marks, this.#notes, this.#pointer);
        svg.addEventListener('pointermove', event => {
            if (event.pointerType === 'touch') return;
            this.#setHover(this.#at(event));
            look(this.#hover && nameOf(this.#hover, this.#size));
        });
        svg.addEventListener('pointerleave', () => {
            this.#setHover(null);
            look(null);
        });
        svg.addEventListener('click', event => {
            const point = this.#at(event);
            if (!point) return;
            this.#cursor = point;
            this.#drawPointer();
            play(nameOf(point, this.#size));
        });
        svg.addEventListener('pointerdown', () => (this.#hasKeys = false));
        svg.addEventListener('focus', () => this.#drawPointer());
        svg.addEventListener('blur', () => this.#drawPointer());
        svg.addEventListener('keydown', event => {
            if (event.ctrlKey || event.altKey || event.metaKey) return;
            /** @type {Record<string, [number, number]>} */
            const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
            const step = steps[event.key];
            const name = () => nameOf(this.#cursor, this.#size);
            if (step) {
                const { width, height } = this.#size;
                const clamp = (/** @type {number} */ value, /** @type {number} */ side) => Math.max(0, Math.min(side - 1, value));
                this.#cursor = { x: clamp(this.#cursor.x + step[0], width), y: clamp(this.#cursor.y + step[1], height) };
                this.#hover = null;
                this.#hasKeys = true;
                this.#drawPointer();
                look(name());
                announce(name());
            } else if (event.key === 'Enter' || event.key === ' ') {
                play(name());
            } else {
                return;
            }
            event.preventDefault();
            event.stopPropagation();
        });
    }

    get #size() {
        return parseSize(this.#scene?.size ?? '15x15');
    }

    /**
     * The square under a pointer.
     * @param {MouseEvent} event
     * @returns {Point | null}
     */
    #at(event) {
        const matrix = this.#svg.getScreenCTM();
        if (!matrix) return null;
        const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
        const point = { x: Math.round(x), y: Math.round(y) };
        const { width, height } = this.#size;
        return point.x >= 0 && point.y >= 0 && point.x < width && point.y < height ? point : null;
    }

    /** @param {Point | null} point */
    #setHover(point) {
        if (point?.x === this.#hover?.x && point?.y === this.#hover?.y) return;
        this.#hover = point;
        this.#drawPointer();
    }

    /** @param {Scene} scene */
    draw(scene) {
        this.#scene = scene;
        const ground = `${scene.size} ${scene.names}`;
        if (this.#drawn !== ground) {
            this.#drawGround(scene.names);
            this.#drawn = ground;
        }
        this.#drawStones(scene);
        this.#drawMarks(scene);
        this.#notes.replaceChildren(...(scene.preview.length === 0 ? drawNotes(scene, this.#size) : []));
        this.#drawPointer();
    }

    /** @param {boolean} names */
    #drawGround(names) {
        const { width, height } = this.#size;
        // Left and below there is room for the names.
        const [outer, inner] = names ? [1.05, 0.68] : [0.7, 0.7];
        this.#svg.setAttribute('viewBox', `${-outer} ${-inner} ${width - 1 + outer + inner} ${height - 1 + outer + inner}`);
        // Names keep their size on small boards.
        this.#svg.style.setProperty('--name-size', `${Math.min(0.36, 0.024 * width).toFixed(3)}px`);
        this.#cursor = { x: Math.floor(width / 2), y: Math.floor(height / 2) };
        const rows = Array.from({ length: height }, (_, y) => `M0 ${y}H${width - 1}`);
        const columns = Array.from({ length: width }, (_, x) => `M${x} 0V${height - 1}`);
        const children = [
            element('path', { class: 'grid', d: rows.join('') + columns.join('') }),
            element('rect', { class: 'frame', x: 0, y: 0, width: width - 1, height: height - 1 }),
        ];
        for (const x of starLines(width)) {
            for (const y of starLines(height)) {
                // On boards with a middle the stars of the sides are left out: five are enough.
                const isSide = width % 2 === 1 && height % 2 === 1 && (x === (width - 1) / 2) !== (y === (height - 1) / 2);
                if (!isSide) children.push(element('circle', { class: 'star', cx: x, cy: y, r: 0.1 }));
            }
        }
        if (names) {
            for (let x = 0; x < width; x++) {
                children.push(element('text', { class: 'name', x, y: height - 0.26 }, String.fromCharCode(97 + x)));
            }
            for (let y = 0; y < height; y++) {
                children.push(element('text', { class: 'name', x: -0.74, y }, String(height - y)));
            }
        }
        this.#ground.replaceChildren(...children);
    }

    /** @param {Scene} scene */
    #drawStones({ first, setup, moves, line, preview, numbers, row, notes }) {
        const size = this.#size;
        /** @type {Node[]} */
        const children = [];
        const stone = (/** @type {string} */ name, /** @type {string} */ color, /** @type {Record<string, string>} */ attributes, /** @type {number | null} */ number) => {
            const { x, y } = pointOf(name, size);
            const group = element('g', attributes);
            if (attributes.class === 'stone') group.append(element('circle', { class: 'shade', cx: x + 0.03, cy: y + 0.06, r: 0.46 }));
            group.append(element('circle', { class: color, cx: x, cy: y, r: 0.46 }));
            if (number !== null) group.append(element('text', { class: `on-${color}${number > 99 ? ' long' : ''}`, x, y }, String(number)));
            children.push(group);
        };
        for (const color of /** @type {const} */ (['black', 'white'])) {
            for (const name of setup?.[color] ?? []) stone(name, color, { class: 'stone', 'data-square': name }, null);
        }
        moves.forEach((name, index) => {
            const color = colorOf(index, first);
            stone(name, color, { class: 'stone', 'data-square': name, 'data-color': color }, numbers ? index + 1 : null);
        });
        const pale = preview.length > 0 ? preview : (line ?? []);
        // A line that stands among numbered stones goes on from their numbers.
        const before = numbers && preview.length === 0 ? moves.length : 0;
        pale.forEach((name, index) => stone(name, colorOf(moves.length + index, first), { class: 'preview' }, before + index + 1));
        for (const name of row) {
            const { x, y } = pointOf(name, size);
            children.push(element('circle', { class: 'row', cx: x, cy: y, r: 0.46, 'data-row': name }));
        }
        const last = moves.at(-1);
        if (last && preview.length === 0 && !notes.marks?.[last] && !notes.labels?.[last]) {
            const { x, y } = pointOf(last, size);
            const ring = numbers ? { class: 'last ring', r: 0.47 } : { class: 'last', r: 0.14 };
            children.push(element('circle', { cx: x, cy: y, ...ring, 'data-last': last }));
        }
        this.#stones.replaceChildren(...children);
    }

    /** @param {Scene} scene */
    #drawMarks(scene) {
        const { forbidden, threats, candidates, hint, replies, area, preview } = scene;
        const size = this.#size;
        /** @type {Node[]} */
        const children = [];
        if (preview.length === 0) {
            children.push(...drawHeat(scene, size));
            const taken = new Set([...candidates.map(candidate => candidate.square), ...(scene.line ?? [])]);
            for (const { square, color, kind } of threats) {
                if (taken.has(square)) continue;
                const { x, y } = pointOf(square, size);
                const shift = color === 'black' ? -0.2 : 0.2;
                const group = element('g', { class: `threat ${kind.replace(' ', '-')}` });
                group.append(element('circle', { class: color, cx: x + shift, cy: y, r: 0.19 }));
                group.append(element('text', { class: `on-${color}`, x: x + shift, y }, THREAT_LETTERS[kind] ?? ''));
                children.push(group);
            }
            for (const { square, text, rank } of candidates) {
                const { x, y } = pointOf(square, size);
                const group = element('g', { class: rank === 0 ? 'candidate best' : 'candidate', 'data-candidate': square });
                group.append(element('circle', { cx: x, cy: y, r: 0.43 }), element('text', { x, y }, text));
                children.push(group);
            }
            if (area) {
                const [x, y] = [size.width, size.height].map(side => Math.floor((side - 1) / 2) - area / 2);
                children.push(element('rect', { class: 'area', x, y, width: area, height: area, rx: 0.2 }));
            }
            for (const square of replies) {
                const { x, y } = pointOf(square, size);
                children.push(element('circle', { class: 'reply', cx: x, cy: y, r: taken.has(square) ? 0.48 : 0.36, 'data-reply': square }));
            }
            if (hint) {
                const { x, y } = pointOf(hint, size);
                children.push(element('circle', { class: 'hint', cx: x, cy: y, r: 0.4, 'data-hint': hint }));
            }
        }
        for (const { square, title } of forbidden) {
            const { x, y } = pointOf(square, size);
            const cross = element('path', { class: 'foul', d: `M${x - 0.2} ${y - 0.2}l.4 .4m0 -.4l-.4 .4`, 'data-foul': square });
            if (title) cross.append(element('title', {}, title));
            children.push(cross);
        }
        this.#marks.replaceChildren(...children);
    }

    #drawPointer() {
        const scene = this.#scene;
        if (!scene) return;
        /** @type {Node[]} */
        const children = [];
        const size = this.#size;
        const point = this.#hover ?? (this.#svg.matches(this.#hasKeys ? ':focus' : ':focus-visible') ? this.#cursor : null);
        if (point) {
            const { x, y } = point;
            const name = nameOf(point, size);
            const isFree = !scene.moves.includes(name) && scene.preview.length === 0;
            const foul = scene.forbidden.find(({ square }) => square === name);
            const causes = [foul, ...scene.threats.filter(({ square }) => square === name)].flatMap(each => each?.stones ?? []);
            for (const stone of new Set(causes)) {
                const at = pointOf(stone, size);
                children.push(element('circle', { class: 'cause', cx: at.x, cy: at.y, r: 0.47 }));
            }
            const color = colorOf(scene.moves.length, scene.first);
            if (scene.active && isFree && !(foul && color === 'black')) {
                children.push(element('circle', { class: `ghost ${color}`, cx: x, cy: y, r: 0.46 }));
            }
            if (!this.#hover) {
                children.push(element('rect', { class: 'cursor', x: x - 0.5, y: y - 0.5, width: 1, height: 1, rx: 0.12, 'data-cursor': name }));
            }
        }
        this.#pointer.replaceChildren(...children);
    }
}
