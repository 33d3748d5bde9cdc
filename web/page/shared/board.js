// @ts-check
/** The board as one SVG: one unit is the distance of two lines. */
import { element } from './element.js';
import { drawHeat } from './heat.js';
import { drawNotes } from './notes.js';
import { colorOf, nameOf, parseSize, pointOf, starPoints } from './squares.js';

/** @typedef {import('./squares.js').Point} Point */
/**
 * A move with what it is worth.
 * @typedef {object} Candidate
 * @property {string} square
 * @property {string} text
 * @property {number} rank from 0
 * @property {'win' | 'loss' | null} [end] how it ends, if that is proved
 * @property {number} [quality] 1 for the best move that is not proved, less for worse ones
 */
/**
 * What the board shows.
 * @typedef {object} Scene
 * @property {string} size
 * @property {'black' | 'white'} [first] the side of the first move, black if it is missing
 * @property {{black: string[], white: string[]}} [setup] stones in front of the first move
 * @property {string[]} moves
 * @property {boolean} numbers
 * @property {number} [unnumbered] moves before the one with number 1
 * @property {boolean} names
 * @property {string[]} row squares with a red ring, such as the winning row
 * @property {{square: string, title?: string, stones?: string[]}[]} forbidden with what is said about the square
 * @property {{square: string, color: string, kind: string, stones?: string[]}[]} threats
 * @property {Candidate[]} candidates
 * @property {string[]} [line] moves that are shown pale behind the others, with the marks
 * @property {string[]} preview moves of a line that is looked at, without marks
 * @property {import('./heat.js').Heat[]} heat
 * @property {string[]} excluded
 * @property {string | null} hint
 * @property {string[]} replies replies of a proof
 * @property {number | null} area side of the squares in the middle that are framed
 * @property {{marks?: Record<string, string>, labels?: Record<string, string>}} notes shapes and short texts by square
 * @property {string[]} variations moves of the tree from here
 * @property {boolean} active whether a click plays
 */

/** A board with nothing but stones. */
export const BARE = { forbidden: [], threats: [], candidates: [], heat: [], preview: [], excluded: [], hint: null, replies: [], area: null, notes: {}, variations: [], row: [] };
const nothing = () => {};

/** How a touch plays: by one tap, by two at one square, by sliding and releasing, or by whichever suits the size of the squares. */
/** @typedef {'one' | 'two' | 'slide' | 'auto'} Touch */

/** Pixels of a square from which one tap is exact enough. */
const TAP_PX = 22;
/** Milliseconds in which a stone comes to rest. */
const LANDING_MS = 180;

/** @type {Record<string, string>} */
const THREAT_LETTERS = { five: '5', 'open four': '4', four: '4', 'open three': '3' };

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
    /** The kind of the pointer that was last pressed on the board since it got the keys. Older browsers do not tell with a click. */
    #pointerKind = '';
    /** Whether a second finger is on the board since the first one was pressed. */
    #isPinched = false;
    #drawn = '';
    /** The last stone, and when it came. */
    #landed = { move: '', time: 0 };
    /** @type {Touch} */
    touch = 'auto';

    /**
     * @param {SVGSVGElement} svg
     * @param {{play?: (name: string) => void, look?: (name: string | null) => void, announce?: (name: string) => void}} [handlers]
     */
    constructor(svg, { play = nothing, look = nothing, announce = nothing } = {}) {
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
        svg.addEventListener('pointerleave', event => {
            if (event.pointerType === 'touch') return;
            this.#setHover(null);
            look(null);
        });
        svg.addEventListener('click', event => {
            const point = this.#at(event);
            const isTouch = this.#pointerKind === 'touch';
            if (!point || (isTouch && this.#touchKind === 'slide')) return;
            const isAimed = point.x === this.#hover?.x && point.y === this.#hover?.y;
            if (isTouch && this.#touchKind === 'two' && !isAimed) {
                this.#setHover(point);
                look(nameOf(point, this.#size));
                return;
            }
            this.#playAt(point, isTouch, play, look);
        });
        svg.addEventListener('pointerdown', event => {
            this.#hasKeys = false;
            this.#pointerKind = event.pointerType;
            this.#isPinched = !event.isPrimary;
            this.#slide(event, look);
        });
        svg.addEventListener('pointermove', event => this.#slide(event, look));
        svg.addEventListener('pointerup', event => {
            const point = this.#at(event);
            if (event.pointerType !== 'touch' || this.#touchKind !== 'slide') return;
            if (point && !this.#isPinched) this.#playAt(point, true, play, look);
            else this.#setHover(null);
        });
        svg.addEventListener('pointercancel', () => {
            this.#setHover(null);
            look(null);
        });
        // A finger that slides does not scroll the page.
        svg.addEventListener('touchmove', event => this.#touchKind === 'slide' && event.preventDefault(), { passive: false });
        svg.addEventListener('focus', () => this.#drawPointer());
        svg.addEventListener('blur', () => {
            this.#pointerKind = '';
            this.#drawPointer();
            if (!this.#hover) look(null);
        });
        svg.addEventListener('keydown', event => {
            if (event.ctrlKey || event.altKey || event.metaKey) return;
            /** @type {Record<string, [number, number]>} */
            const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
            const step = steps[event.key];
            const name = () => nameOf(this.#cursor, this.#size);
            // Who clicked the board has the keys of the page.
            if (this.#pointerKind !== '' && event.key !== 'Enter') return;
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

    /** How a touch plays on this board. @returns {Touch} */
    get #touchKind() {
        if (this.touch !== 'auto') return this.touch;
        return (this.#svg.getScreenCTM()?.a ?? TAP_PX) < TAP_PX ? 'two' : 'one';
    }

    /** Aims at the square under a finger that slides. @param {PointerEvent} event @param {(name: string | null) => void} look */
    #slide(event, look) {
        if (event.pointerType !== 'touch' || this.#touchKind !== 'slide') return;
        const point = this.#isPinched ? null : this.#at(event);
        this.#setHover(point);
        look(point && nameOf(point, this.#size));
    }

    /** @param {Point} point @param {boolean} isTouch @param {(name: string) => void} play @param {(name: string | null) => void} look */
    #playAt(point, isTouch, play, look) {
        this.#cursor = point;
        // Nothing stays under a finger that has gone.
        if (isTouch) {
            this.#hover = null;
            look(null);
        }
        this.#drawPointer();
        play(nameOf(point, this.#size));
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
        // Left and below there is room for the names; as much on the other sides, so that the grid is in the middle.
        const [outer, inner] = names ? [1.05, 1.05] : [0.7, 0.7];
        this.#svg.setAttribute('viewBox', `${-outer} ${-inner} ${width - 1 + outer + inner} ${height - 1 + outer + inner}`);
        this.#svg.style.setProperty('--ratio', ((width - 1 + outer + inner) / (height - 1 + outer + inner)).toFixed(4));
        // Names keep their size on small boards.
        this.#svg.style.setProperty('--name-size', `${Math.min(0.36, 0.024 * Math.max(width, height)).toFixed(3)}px`);
        this.#cursor = { x: Math.floor(width / 2), y: Math.floor(height / 2) };
        const rows = Array.from({ length: height }, (_, y) => `M0 ${y}H${width - 1}`);
        const columns = Array.from({ length: width }, (_, x) => `M${x} 0V${height - 1}`);
        const children = [
            element('path', { class: 'grid', d: rows.join('') + columns.join('') }),
            element('rect', { class: 'frame', x: 0, y: 0, width: width - 1, height: height - 1 }),
        ];
        for (const { x, y } of starPoints(this.#size)) children.push(element('circle', { class: 'star', cx: x, cy: y, r: 0.1 }));
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
    #drawStones({ first, setup, moves, line, preview, numbers, unnumbered = 0, row, notes }) {
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
        if (moves.at(-1) !== this.#landed.move) this.#landed = { move: moves.at(-1) ?? '', time: performance.now() };
        const age = performance.now() - this.#landed.time;
        moves.forEach((name, index) => {
            const color = colorOf(index, first);
            stone(name, color, { class: 'stone', 'data-square': name, 'data-color': color }, numbers && index >= unnumbered ? index + 1 - unnumbered : null);
        });
        if (age < LANDING_MS && moves.length > 0) {
            const last = /** @type {SVGElement} */ (children[children.length - 1]);
            last.classList.add('landing');
            last.style.setProperty('animation-delay', `${-Math.round(age)}ms`);
        }
        const pale = preview.length > 0 ? preview : (line ?? []);
        // A line that stands among numbered stones goes on from their numbers.
        const before = numbers && preview.length === 0 ? Math.max(0, moves.length - unnumbered) : 0;
        pale.forEach((name, index) => stone(name, colorOf(moves.length + index, first), { class: 'preview' }, before + index + 1));
        children.push(...rowLines(row.map(name => pointOf(name, size))));
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
        const { forbidden, threats, candidates, excluded, hint, replies, area, preview } = scene;
        const size = this.#size;
        /** @type {Node[]} */
        const children = [];
        if (preview.length === 0) {
            children.push(...drawHeat(scene, size));
            const taken = new Set([...candidates.map(candidate => candidate.square), ...(scene.line ?? [])]);
            const heated = new Set(scene.heat.map(({ square }) => square));
            for (const { square, color, kind } of threats) {
                if (taken.has(square)) continue;
                const { x, y } = pointOf(square, size);
                const shift = color === 'black' ? -0.2 : 0.2;
                const group = element('g', { class: `threat ${kind.replace(' ', '-')}` });
                // Above the number of a heat map.
                if (heated.has(square)) group.append(element('circle', { class: color, cx: x + shift, cy: y - 0.32, r: 0.12 }));
                else group.append(element('circle', { class: color, cx: x + shift, cy: y, r: 0.19 }), element('text', { class: `on-${color}`, x: x + shift, y }, THREAT_LETTERS[kind] ?? ''));
                children.push(group);
            }
            for (const { square, text, rank, end = null, quality = 1 } of candidates) {
                const { x, y } = pointOf(square, size);
                const group = element('g', { class: `candidate ${end ?? (rank === 0 ? 'best' : 'other')}`, 'data-candidate': square });
                const disc = element('circle', { cx: x, cy: y, r: 0.43 });
                // Worse moves are paler.
                if (end === null) disc.setAttribute('fill-opacity', (0.5 + 0.5 * quality).toFixed(2));
                group.append(disc, element('text', { x, y }, text));
                children.push(group);
            }
            for (const square of excluded) {
                const { x, y } = pointOf(square, size);
                const d = `M${x - 0.3} ${y}a0.3 0.3 0 1 0 0.6 0a0.3 0.3 0 1 0-0.6 0M${x - 0.21} ${y + 0.21}l0.42-0.42`;
                children.push(element('path', { class: 'mark mark-on-wood', d, 'data-excluded': square }));
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
            if (this.#hover && this.#touchKind !== 'one' && matchMedia('(hover: none)').matches) {
                children.push(element('path', { class: 'aim', d: `M${x} -0.5V${size.height - 0.5}M-0.5 ${y}H${size.width - 0.5}`, 'data-aim': name }));
            }
            if (!this.#hover) {
                children.push(element('rect', { class: 'cursor', x: x - 0.5, y: y - 0.5, width: 1, height: 1, rx: 0.12, 'data-cursor': name }));
            }
        }
        this.#pointer.replaceChildren(...children);
    }
}

/** A line through a winning row, or through each of several. @param {Point[]} row */
function rowLines(row) {
    const isStep = (/** @type {Point} */ a, /** @type {Point} */ b, /** @type {Point} */ c) => b.x - a.x === c.x - b.x && b.y - a.y === c.y - b.y;
    /** @type {Point[][]} */
    const lines = [];
    for (const point of row) {
        const line = lines.at(-1);
        if (line && (line.length < 2 || isStep(line[line.length - 2], line[line.length - 1], point))) line.push(point);
        else lines.push([point]);
    }
    const ends = lines.filter(({ length }) => length >= 5).map(line => [line[0], line[line.length - 1]]);
    return ends.map(([from, to]) => element('path', { class: 'win-line', 'data-row': '', d: `M${from.x} ${from.y}L${to.x} ${to.y}` }));
}
