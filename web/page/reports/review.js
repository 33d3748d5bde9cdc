// Steps through a reviewed game. Everything shown comes from the JSON of the page and is written as text, never as HTML.
import { BARE, Board } from '../shared/board.js';
import { byId, element, html, moveButton, stone } from '../shared/element.js';
import { Graph } from '../shared/graph.js';
import { countsRow, KINDS, mistakeItem } from '../shared/mistakes.js';
import { proofTree } from '../shared/proof.js';
import { colorOf } from '../shared/squares.js';
import { percent } from '../shared/values.js';
import { isOn, setUpSteps } from './steps.js';
import { claimText, isStrong, moveRow, scoreText, stepText } from './words.js';

const MOVES_SHOWN = 9;
const MOVES_WRITTEN = 14;
/** Most mistakes that have a board in print. */
const MOST_DIAGRAMS = 60;
const data = JSON.parse(byId('data').textContent);
const positions = new Map(data.positions.map(position => [position.number, position]));
const judged = new Map(data.moves.map(move => [move.number, move]));
const mistakes = data.moves.filter(move => move.mark || move.foul);
const state = { number: 0, shown: MOVES_SHOWN };

const sideOf = number => colorOf(number - 1, data.first);
const playerOf = color => data[color] || color;
const signOf = move => (move.foul ? 'forbidden' : move.mark);
const classOf = move => (move.foul ? 'blunder' : KINDS[move.mark] ?? '');
const nameOfMove = ({ number, played }) => [`${number} `, stone(sideOf(number)), ` ${played}`];
const written = line => line.slice(0, MOVES_WRITTEN).join(' ') + (line.length > MOVES_WRITTEN ? ' …' : '');
const rates = move => `${percent(move.before.win_rate)} → ${percent(move.after.win_rate)}`;

// ---- The board -------------------------------------------------------------------------------------------------

/** What the board shows after `number` moves, with the first `shown` moves of the best line, or the path of a proof. */
function scene(number, { shown, hasNumbers, hasThreats, path }) {
    const position = positions.get(number);
    const moves = data.game.slice(0, number);
    const next = data.game[number];
    return {
        ...BARE, size: data.size, first: data.first, setup: { black: data.setup_black, white: data.setup_white }, moves,
        numbers: hasNumbers, names: true, active: false,
        row: moves.filter((_, index) => judged.get(index + 1)?.foul),
        forbidden: position?.forbidden ?? [],
        threats: hasThreats && !path ? (position?.threats ?? []).filter(isStrong) : [],
        line: path ?? position?.best_line.slice(0, shown) ?? [],
        replies: next && position && !path ? [next] : [],
    };
}

/** A click on a stone of the game goes to its move, one on the next move's square plays it. */
const board = new Board(byId('board'), {
    play: name => {
        const index = data.game.indexOf(name);
        if (index >= 0 && index <= state.number) go(index + 1);
    },
});

// ---- The words -------------------------------------------------------------------------------------------------

/** A proof that opens, of which this many moves are on the board. */
function proofDetails(title, proof, played) {
    const button = moves => {
        const path = moves.slice(played);
        const color = colorOf(state.number + path.length - 1, data.first);
        return moveButton(moves.at(-1), color, () => board.draw(scene(state.number, { shown: 0, hasNumbers: false, hasThreats: false, path })));
    };
    return html('details', {}, html('summary', {}, title), proofTree(proof, [], { button, describe: stepText }));
}

function moveNotes(move) {
    const notes = [];
    if (move.foul) notes.push(`Forbidden: ${move.foul}. The move loses at once.`);
    if (move.is_forced) notes.push('Forced: every other move lets the opponent make a five.');
    if (move.missed_win.length) notes.push(`Missed the win ${written(move.missed_win)}.`);
    if (move.missed_defence.length) notes.push(`Missed the defence ${move.best}; now ${written(move.missed_defence)} wins.`);
    return notes;
}

function describeLast(box, number) {
    const move = judged.get(number);
    const title = html('h2', {}, ...nameOfMove({ number, played: data.game[number - 1] }), ' ');
    box.append(title);
    if (!move) return;
    if (move.mark) title.append(html('span', { className: classOf(move), textContent: move.mark }));
    const verdict = html('p', {}, `${playerOf(sideOf(number))}: ${rates(move)}`);
    if (move.mark && move.best !== move.played) verdict.append(' ', html('button', { type: 'button', textContent: `better: ${move.best}`, onclick: () => go(number - 1) }));
    box.append(verdict, ...moveNotes(move).map(note => html('p', {}, note)));
}

function describeNow(box, number) {
    const position = positions.get(number);
    if (!position) {
        box.append(html('p', { className: 'soft' }, 'This position was not reviewed.'));
        return;
    }
    const side = position.to_move;
    const rate = side === 'black' ? position.black_win_rate : 1 - position.black_win_rate;
    if (!position.best_line.length) {
        const how = data.end ? data.end.sentence : data.result;
        box.append(html('p', {}, `The game is over: ${how}. ${data.remark}`));
        return;
    }
    const depth = `score ${scoreText(position)}, depth ${position.depth}`;
    box.append(html('h2', {}, stone(side), ` ${playerOf(side)} to move: ${percent(rate)}`), html('p', { className: 'soft' }, depth));
    if (position.is_forced) box.append(html('p', {}, 'There is only one reply.'));
    const { forced_win: win, proof_of_loss: loss } = position;
    if (win?.is_threat) box.append(html('p', {}, `The opponent threatens to win by ${written(win.line)}.`));
    const line = moveRow(position.best_line, side, shown => {
        byId('show-line').checked = true;
        go(state.number, shown);
    });
    [...line.children].forEach((button, index) => button.classList.toggle('shown', index < state.shown));
    box.append(html('p', {}, 'Best line:'), line);
    const note = 'replies not listed lose at once, or to the fours that are threatened';
    if (win && !win.is_threat) box.append(proofDetails(`Proof that ${playerOf(side)} wins; ${note}`, win.proof, 0));
    if (loss) box.append(proofDetails(`Proof that ${playerOf(side)} loses; ${note}`, loss.proof, 1));
    for (const [result, claim] of [['win', position.unproved_win], ['loss', position.unproved_loss]]) {
        if (claim) box.append(html('p', { className: 'soft' }, claimText(result, claim)));
    }
    const next = judged.get(number + 1);
    if (next) box.append(html('p', {}, `Played: ${next.played} `, html('span', { className: classOf(next) }, next.foul ? `forbidden, ${next.foul}` : next.mark)));
}

// ---- The graph and the lists -----------------------------------------------------------------------------------

const graph = new Graph(byId('graph'), { width: 560, height: 200 }, ply => go(ply));

function drawGraph(number) {
    graph.draw({
        length: data.length,
        points: data.positions.map(position => ({ ply: position.number, rate: position.black_win_rate })),
        mistakes: mistakes.flatMap(move => {
            const rate = positions.get(move.number)?.black_win_rate;
            return rate === undefined ? [] : [{ ply: move.number, rate, kind: classOf(move), title: `${move.number} ${move.played} ${signOf(move)}` }];
        }),
        ply: number,
    });
}

/** A mistake is looked at before it is made: with the better line on the board and the played move ringed. */
function listedMistake(move) {
    const line = move.missed_win.length ? move.missed_win : move.best_line;
    const item = mistakeItem({
        title: nameOfMove(move),
        sign: signOf(move),
        kind: classOf(move),
        text: `${rates(move)} · ${move.missed_win.length ? 'missed win' : 'better'}: ${written(line)}`,
        show: () => go(move.number - 1),
    });
    item.firstElementChild.dataset.number = move.number - 1;
    return item;
}

function fillLists() {
    byId('mistakes').append(...mistakes.map(listedMistake));
    if (!mistakes.length) byId('mistakes').append(html('li', { className: 'soft' }, 'No mistakes.'));
    byId('counts').append(...['black', 'white'].map(color => countsRow(color, playerOf(color), data[`${color}_marks`])));
    for (const move of data.moves) {
        const cells = [nameOfMove(move), [signOf(move)], [rates(move) + (move.is_forced ? ', forced' : '')], [written(move.best_line)]];
        const entry = html('tr', { onclick: () => go(move.number) }, ...cells.map(content => html('td', {}, ...content)));
        entry.dataset.number = move.number;
        byId('moves').tBodies[0].append(entry);
    }
}

function drawDiagrams() {
    for (const move of mistakes.slice(0, MOST_DIAGRAMS)) {
        const svg = element('svg', {});
        new Board(svg).draw(scene(move.number - 1, { shown: MOVES_SHOWN, hasNumbers: false, hasThreats: true }));
        const text = ` ${signOf(move)} ${rates(move)}. Better: ${written(move.best_line)}`;
        byId('diagrams').append(html('figure', {}, svg, html('figcaption', {}, ...nameOfMove(move), text)));
    }
}

// ---- Stepping --------------------------------------------------------------------------------------------------

function go(number, shown = MOVES_SHOWN) {
    state.number = Math.min(Math.max(0, number), data.length);
    state.shown = shown;
    board.draw(scene(state.number, { shown: isOn('show-line') ? shown : 0, hasNumbers: isOn('show-numbers'), hasThreats: isOn('show-threats') }));
    byId('board').setAttribute('aria-label', `The board after ${state.number} moves`);
    byId('count').textContent = `${state.number} / ${data.length}`;
    const box = byId('now');
    box.replaceChildren();
    if (state.number > 0) {
        describeLast(box, state.number);
        box.append(html('hr'));
    }
    describeNow(box, state.number);
    drawGraph(state.number);
    for (const entry of document.querySelectorAll('[data-number]')) entry.classList.toggle('here', Number(entry.dataset.number) === state.number);
}

function goToMistake(direction) {
    const before = mistakes.map(move => move.number - 1);
    const found = direction > 0 ? before.find(n => n > state.number) : before.findLast(n => n < state.number);
    if (found !== undefined) go(found);
}

const ACTIONS = {
    first: () => go(0),
    back: () => go(state.number - 1),
    forward: () => go(state.number + 1),
    last: () => go(data.length),
    'previous-mistake': () => goToMistake(-1),
    'next-mistake': () => goToMistake(1),
};
const SWITCHES = { 'show-line': ['best line', 'L', true], 'show-numbers': ['move numbers', 'N', false], 'show-threats': ['threats', 'T', true] };

function start() {
    document.title = `${playerOf('black')} – ${playerOf('white')}  ${data.result}`;
    byId('title').append(stone('black'), ` ${playerOf('black')} – `, stone('white'), ` ${playerOf('white')}  ${data.result}`);
    const about = [`${data.rule}, ${data.size.replace('x', '×')}, ${data.length} moves`, data.opening, data.remark, `${data.engine}, ${data.limit} a position`];
    if (data.moves.length < data.length) about.push(`only the last ${data.moves.length} moves were reviewed`);
    if (data.after_end.length) about.push(`not reviewed, because played after the end: ${written(data.after_end)}`);
    byId('about').textContent = about.filter(Boolean).join(' · ');
    const legend = 'Numbered pale stones: the best line. Dashed ring: the move played next. Small stones: 5 makes a five, 4 an open four or two fours, in the colour of the side that can. Red: forbidden for black.';
    byId('table').append(html('p', { className: 'soft', id: 'legend' }, legend));
    setUpSteps(ACTIONS, SWITCHES, () => go(state.number, state.shown));
    fillLists();
    drawDiagrams();
    window.addEventListener('beforeprint', () => (byId('all').open = true));
    const fromAddress = () => go(Number(location.hash.slice(1)) || 0);
    window.addEventListener('hashchange', fromAddress);
    fromAddress();
}

start();
