// Walks through the lines and proofs of an analysed position. Everything shown comes from the JSON of the page and is written as text.
import { Board } from '../shared/board.js';
import { byId, html } from '../shared/element.js';
import { proofTree, stepText } from '../shared/proof.js';
import { claimText, percent, scoreText, stoneOf, THREATS } from '../shared/values.js';

const data = JSON.parse(byId("data").textContent);
const second = data.to_move === "black" ? "white" : "black";

/** The line on the board, how much of it is shown, and the side that begins it. */
const state = { line: [], shown: 0, first: data.to_move };

/** The squares of the diagram with this sign: X black, O white, # blocked. */
function squares(sign) {
    const rows = data.diagram.split("\n").map((row) => row.trim().split(/\s+/)).filter((row) => row.length === data.width);
    return rows.flatMap((row, y) =>
        row.flatMap((found, x) => (found === sign ? [`${String.fromCharCode(97 + x)}${data.height - y}`] : [])));
}

// ---- The board -------------------------------------------------------------------------------------------------

const board = new Board(byId("board"), { play: () => {}, look: () => {}, announce: () => {} });
const setup = { black: squares("X"), white: squares("O") };
const blocked = Object.fromEntries(squares("#").map((square) => [square, "cross"]));

function draw() {
    const line = state.line.slice(0, state.shown);
    const isPosition = line.length === 0;
    const isOn = (id) => byId(id).checked;
    const candidates = data.lines.map(({ moves, win_rate, plies_to_win, plies_to_loss, refuted }, rank) => {
        const end = plies_to_win !== null ? `+${Math.ceil(plies_to_win / 2)}` : plies_to_loss !== null ? `−${Math.ceil(plies_to_loss / 2)}` : null;
        return { square: moves[0], text: end ?? (refuted ? "−" : String(Math.round(100 * win_rate))), rank };
    });
    const heat = data.moves.map(({ square, win_rate, plies_to_win, plies_to_loss }) =>
        ({ square, rate: win_rate, end: plies_to_win !== null ? "win" : plies_to_loss !== null ? "loss" : null }));
    const threats = data.threats.map(({ square, color, makes }) => ({ square, color, kind: THREATS[makes] }));
    board.draw({
        size: `${data.width}x${data.height}`,
        first: state.first, setup, moves: [], line, numbers: false, names: true, row: data.finished?.rows.flat() ?? [],
        forbidden: isPosition ? data.forbidden.map((square) => ({ square })) : [],
        candidates: isPosition ? candidates : [],
        heat: isPosition && isOn("show-heat") ? heat : [],
        threats: isPosition && isOn("show-threats") ? threats : [],
        preview: [], replies: [], notes: { marks: blocked }, variations: [], hint: null, area: null, active: false,
    });
    byId("board").setAttribute("aria-label", isPosition ? "The position" : `The board after ${line.join(" ")}`);
    byId("count").textContent = `${state.shown} / ${state.line.length}`;
}

/** Shows the first moves of a line that a side begins. */
function show(line, shown, first = data.to_move) {
    Object.assign(state, { line, shown, first });
    draw();
}

const step = (shown) => show(state.line, Math.min(Math.max(0, shown), state.line.length), state.first);

// ---- The words -------------------------------------------------------------------------------------------------

function button(line, shown, first) {
    const made = html("button", { type: "button", textContent: line[shown - 1], title: `Show ${shown} moves` });
    made.addEventListener("click", (event) => {
        event.preventDefault();
        show(line, shown, first);
    });
    return made;
}

/** A proof as a tree; `before` are moves in front of it, of which `first` plays the first. */
function proof(tree, before, first) {
    const parts = { button: (moves) => button(moves, moves.length, first), describe: stepText };
    return proofTree(tree, before, parts);
}

function describeLines() {
    const box = byId("lines");
    box.append(html("h2", {}, "Lines"));
    for (const line of data.lines) {
        const depth = `${percent(line.win_rate)}, score ${scoreText(line)}, depth ${line.depth}${line.from_database ? ", from the database" : ""}${line.refuted ? ", proved to lose" : ""}`;
        const moves = line.moves.map((_, index) => button(line.moves, index + 1));
        box.append(html("p", {}, `${line.line}. ${depth}`), html("div", { className: "line" }, ...moves));
    }
}

const PROOF_NOTE = "Replies not shown lose at once, or to the fours that are threatened. A move shows its position.";

function describeWin() {
    const { winner, is_threat, means, proof: tree } = data.forced_win;
    const title = `${winner} ${is_threat ? "threatens to win" : "wins"} by ${means}`;
    byId("win").append(html("h2", {}, title), html("p", { className: "soft" }, PROOF_NOTE), proof(tree, [], winner));
}

function describeLoss() {
    // The tree begins with the last move, which is on the board.
    const played = (moves) => (moves.length > 1 ? button(moves.slice(1), moves.length - 1) : html("span", {}, moves[0]));
    const title = `${second} wins with the last move`;
    byId("win").append(html("h2", {}, title), html("p", { className: "soft" }, PROOF_NOTE));
    byId("win").append(proofTree(data.proof_of_loss, [], { button: played, describe: stepText }));
}

function describeDefence() {
    const { holds, unsettled, untested, loses } = data.defence;
    const box = byId("defence");
    const list = (title, moves) => {
        if (moves.length) box.append(html("h2", {}, title), html("div", { className: "line" }, ...moves.map((move) => button([move], 1))));
    };
    list("Moves that hold", holds.filter((move) => !unsettled.includes(move)));
    list("No win was found against these within the limit", unsettled);
    list("Not searched for lack of time", untested);
    if (loses.length) box.append(html("h2", {}, "Moves that lose"));
    for (const { square, plies, proof: tree } of loses) {
        const title = html("summary", {}, button([square], 1), ` ${second} wins within ${plies} ${plies === 1 ? "ply" : "plies"}`);
        box.append(html("details", {}, title, proof(tree, [square], data.to_move)));
    }
}

/** The value, depth, label and comment that a database has of the position. */
function databaseNote({ bound, depth, label, comment, ...score }) {
    const value = score.score === undefined ? "no value" : `score ${scoreText(score)}${bound === "exact" ? "" : `, ${bound} bound`}, depth ${depth}`;
    return [`In the database: ${value}`, label && `label ${label}`, comment && `“${comment}”`].filter(Boolean).join(", ");
}

function notes() {
    const found = data.forbidden_moves.map(
        ({ number, square }) => `Move ${number}, ${square}, was forbidden: under ${data.rule} it lost the game; what follows supposes that it was allowed.`);
    if (data.unproved_win) found.push(claimText("win", data.unproved_win));
    if (data.unproved_loss) found.push(claimText("loss", data.unproved_loss));
    if (data.proof_search === "exhausted") found.push("No win by threes and fours was found: the prover has tried all its threats.");
    if (data.proof_search === "cut short") found.push("No win by threes and fours was found within the limit.");
    if (data.database) found.push(databaseNote(data.database));
    if (data.forbidden.length) found.push(`Forbidden for black: ${data.forbidden.join(" ")}`);
    if (!data.complete) found.push("The analysis was interrupted.");
    return found;
}

function describe() {
    const [rule, size] = [data.rule, `${data.width}×${data.height}`];
    const guess = data.to_move_is_guessed ? " (guessed from the number of stones)" : "";
    const title = data.finished ? "The game is over" : `${stoneOf(data.to_move)} ${data.to_move} to move${guess}`;
    document.title = byId("title").textContent = title;
    byId("about").textContent = [rule, size, data.opening].filter(Boolean).join(", ");
    const best = data.lines[0];
    const now = best ? `${percent(best.win_rate)} for ${data.to_move}, score ${scoreText(best)}` : data.finished?.sentence ?? "There is no legal move.";
    byId("now").append(html("h3", {}, now), ...notes().map((note) => html("p", {}, note)));
    if (data.lines.length) describeLines();
    if (data.forced_win) describeWin();
    if (data.proof_of_loss) describeLoss();
    if (data.defence) describeDefence();
}

// ---- Stepping --------------------------------------------------------------------------------------------------

const ACTIONS = { first: () => step(0), back: () => step(state.shown - 1), forward: () => step(state.shown + 1), last: () => step(state.line.length) };
const KEYS = { Home: "first", ArrowLeft: "back", ArrowRight: "forward", End: "last" };
const SWITCHES = { v: "show-heat", t: "show-threats" };

for (const [id, action] of Object.entries(ACTIONS)) byId(id).addEventListener("click", action);
for (const id of Object.values(SWITCHES)) byId(id).addEventListener("change", draw);
document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const [action, toggle] = [KEYS[event.key], SWITCHES[event.key.toLowerCase()]];
    if (action) ACTIONS[action]();
    else if (toggle) byId(toggle).click();
    else return;
    event.preventDefault();
});
describe();
show(data.lines[0]?.moves ?? [], 0);
