// Walks through the lines and proofs of an analysed position. Everything shown comes from the JSON of the page and is written as text.
import { BARE, Board } from '../shared/board.js';
import { byId, html, lineItem, moveButton, stone } from '../shared/element.js';
import { proofTree } from '../shared/proof.js';
import { colorOf, nameOf, parseSize } from '../shared/squares.js';
import { endOf, markOf, percent } from '../shared/values.js';
import { isOn, setUpSteps } from './steps.js';
import { claimText, isStrong, moveRow, scoreText, stepText, worthOf } from './words.js';

const data = JSON.parse(byId('data').textContent);
const size = parseSize(data.size);
const second = data.to_move === 'black' ? 'white' : 'black';

/** The line on the board, how much of it is shown, and the side that begins it. */
const state = { line: [], shown: 0, first: data.to_move };

/** The squares of the diagram with this sign: X black, O white, # blocked. */
function squares(sign) {
    const rows = data.diagram.split('\n').map(row => row.trim().split(/\s+/)).filter(row => row.length === size.width);
    return rows.flatMap((row, y) => row.flatMap((found, x) => (found === sign ? [nameOf({ x, y }, size)] : [])));
}

// ---- The board -------------------------------------------------------------------------------------------------

const board = new Board(byId('board'));
const setup = { black: squares('X'), white: squares('O') };
const blocked = Object.fromEntries(squares('#').map(square => [square, 'cross']));

/** What stands on the first square of a line. */
function candidate({ moves, refuted, ...value }, rank) {
    const end = endOf(value);
    return { square: moves[0], text: refuted && !end ? '−' : markOf(value), rank, end };
}

function draw() {
    const line = state.line.slice(0, state.shown);
    const isPosition = line.length === 0;
    const marks = isPosition && {
        forbidden: data.forbidden,
        candidates: data.lines.map(candidate),
        heat: isOn('show-heat') ? data.moves.map(({ square, win_rate, ...value }) => ({ square, rate: win_rate, end: endOf(value) })) : [],
        threats: isOn('show-threats') ? data.threats.filter(isStrong) : [],
    };
    board.draw({
        ...BARE, ...marks, size: data.size, first: state.first, setup, moves: [], line, numbers: false, names: true, active: false,
        row: data.end?.rows.flat() ?? [], notes: { marks: blocked },
    });
    byId('board').setAttribute('aria-label', isPosition ? 'The position' : `The board after ${line.join(' ')}`);
    byId('count').textContent = `${state.shown} / ${state.line.length}`;
}

/** Shows the first moves of a line that a side begins. */
function show(line, shown, first = data.to_move) {
    Object.assign(state, { line, shown, first });
    draw();
}

const step = shown => show(state.line, Math.min(Math.max(0, shown), state.line.length), state.first);

// ---- The words -------------------------------------------------------------------------------------------------

/** A line as buttons. */
const row = (line, first = data.to_move) => moveRow(line, first, shown => show(line, shown, first));

/** A proof as a tree; `before` are moves in front of it, of which `first` plays the first. */
function proof(tree, before, first) {
    const button = moves => moveButton(moves.at(-1), colorOf(moves.length - 1, first), () => show(moves, moves.length, first));
    return proofTree(tree, before, { button, describe: stepText });
}

function describeLines() {
    const items = data.lines.map(line => {
        const details = [scoreText(line), `depth ${line.depth}`, line.from_database && 'from the database', line.refuted && 'proved to lose'];
        return lineItem(worthOf(line), endOf(line) ?? '', details.filter(Boolean).join(' · '), row(line.moves));
    });
    byId('lines').append(html('h2', {}, 'Lines'), html('ol', { className: 'lines-of-play' }, ...items));
}

const proofNote = () => html('p', { className: 'soft' }, 'Replies not shown lose at once, or to the fours that are threatened. A move shows its position.');

function describeWin() {
    const { winner, is_threat, means, proof: tree } = data.forced_win;
    const title = `${winner} ${is_threat ? 'threatens to win' : 'wins'} by ${means}`;
    byId('win').append(html('h2', {}, title), proofNote(), proof(tree, [], winner));
}

function describeLoss() {
    // The tree begins with the last move, which is on the board.
    const button = moves => (moves.length > 1 ? moveButton(moves.at(-1), colorOf(moves.length, data.to_move), () => show(moves.slice(1), moves.length - 1)) : html('span', {}, moves[0]));
    const tree = proofTree(data.proof_of_loss.proof, [], { button, describe: stepText });
    byId('win').append(html('h2', {}, `${second} wins with the last move`), proofNote(), tree);
}

function describeDefence() {
    const { holds, unsettled, untested, loses } = data.defence;
    const box = byId('defence');
    const list = (title, moves) => {
        if (moves.length) box.append(html('h2', {}, title), html('div', { className: 'line' }, ...moves.map(move => moveButton(move, data.to_move, () => show([move], 1)))));
    };
    list('Moves that hold', holds.filter(move => !unsettled.includes(move)));
    list('No win was found against these within the limit', unsettled);
    list('Not searched for lack of time', untested);
    if (loses.length) box.append(html('h2', {}, 'Moves that lose'));
    for (const { square, plies, proof: tree } of loses) {
        const title = html('summary', {}, `${second} wins within ${plies} ${plies === 1 ? 'ply' : 'plies'}`);
        box.append(html('div', { className: 'reply-item' }, moveButton(square, data.to_move, () => show([square], 1)), html('details', {}, title, proof(tree, [square], data.to_move))));
    }
}

/** The value, depth, label and comment that a database has of the position. */
function databaseNote({ bound, depth, label, comment, ...score }) {
    const value = score.score === undefined ? 'no value' : `score ${scoreText(score)}${bound === 'exact' ? '' : `, ${bound} bound`}, depth ${depth}`;
    return [`In the database: ${value}`, label && `label ${label}`, comment && `“${comment}”`].filter(Boolean).join(', ');
}

function notes() {
    const found = data.forbidden_moves.map(
        ({ number, square }) => `Move ${number}, ${square}, was forbidden: under ${data.rule} it lost the game; what follows supposes that it was allowed.`);
    if (data.unproved_win) found.push(claimText('win', data.unproved_win));
    if (data.unproved_loss) found.push(claimText('loss', data.unproved_loss));
    if (data.proof_search === 'exhausted') found.push('No win by threes and fours was found: the prover has tried all its threats.');
    if (data.proof_search === 'cut short') found.push('No win by threes and fours was found within the limit.');
    if (data.database) found.push(databaseNote(data.database));
    if (data.forbidden.length) found.push(`Forbidden for black: ${data.forbidden.map(({ square }) => square).join(' ')}`);
    if (!data.complete) found.push('The analysis was interrupted.');
    return found;
}

function describe() {
    const guess = data.to_move_is_guessed ? ' (guessed from the number of stones)' : '';
    document.title = data.end ? 'The game is over' : `${data.to_move} to move${guess}`;
    byId('title').append(...(data.end ? [] : [stone(data.to_move), ' ']), document.title);
    byId('about').textContent = [data.rule, data.size.replace('x', '×'), data.opening].filter(Boolean).join(', ');
    const best = data.lines[0];
    const now = best ? `${percent(best.win_rate)} for ${data.to_move}, score ${scoreText(best)}` : data.end?.sentence ?? 'There is no legal move.';
    byId('now').append(html('h2', {}, now), ...notes().map(note => html('p', {}, note)));
    if (data.lines.length) describeLines();
    if (data.forced_win) describeWin();
    if (data.proof_of_loss) describeLoss();
    if (data.defence) describeDefence();
}

setUpSteps(
    { first: () => step(0), back: () => step(state.shown - 1), forward: () => step(state.shown + 1), last: () => step(state.line.length) },
    { 'show-heat': ['values of moves', 'V', true], 'show-threats': ['threats', 'T', false] },
    draw,
);
describe();
show(data.lines[0]?.moves ?? [], 0);
