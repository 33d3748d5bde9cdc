// Steps through a reviewed game. Everything shown comes from the JSON of the page and is written as text, never as HTML.
import { Board } from '../shared/board.js';
import { byId, html } from '../shared/element.js';
import { Graph } from '../shared/graph.js';
import { mistakeItem } from '../shared/mistakes.js';
import { proofTree, stepText } from '../shared/proof.js';
import { colorOf } from '../shared/squares.js';
import { claimText, percent, scoreText, stoneOf, THREATS } from '../shared/values.js';

const MOVES_SHOWN = 9;
const MOVES_WRITTEN = 14;
const MARKS = { "?!": "inaccuracy", "?": "mistake", "??": "blunder" };
const data = JSON.parse(byId("data").textContent);
const positions = new Map(data.positions.map((position) => [position.number, position]));
const judged = new Map(data.moves.map((move) => [move.number, move]));
const mistakes = data.moves.filter((move) => move.mark || move.foul);
const state = { number: 0, shown: MOVES_SHOWN };

const sideOf = (number) => colorOf(number - 1, data.first);
const stoneOfMove = (number) => stoneOf(sideOf(number));
const playerOf = (color) => data[color] || color;
const signOf = (move) => (move.foul ? "forbidden" : move.mark);
const classOf = (move) => (move.foul ? "blunder" : MARKS[move.mark] || "");
const written = (line) => line.slice(0, MOVES_WRITTEN).join(" ") + (line.length > MOVES_WRITTEN ? " …" : "");

// ---- The board -------------------------------------------------------------------------------------------------

/** What the board shows after `number` moves, with the first `shown` moves of the best line, or the path of a proof. */
function scene(number, { shown, hasNumbers, hasThreats, path }) {
    const position = positions.get(number);
    const moves = data.game.slice(0, number);
    const next = data.game[number];
    return {
        size: `${data.width}x${data.height}`,
        first: data.first,
        setup: { black: data.setup_black, white: data.setup_white },
        moves,
        numbers: hasNumbers,
        names: true,
        row: moves.filter((_, index) => judged.get(index + 1)?.foul),
        forbidden: (position?.forbidden ?? []).map((square) => ({ square })),
        threats: hasThreats && !path ? (position?.threats ?? []).map(({ square, color, makes }) => ({ square, color, kind: THREATS[makes] })) : [],
        line: path ?? position?.best_line.slice(0, shown) ?? [],
        replies: next && position && !path ? [next] : [],
        candidates: [], preview: [], heat: [], notes: {}, variations: [],
        hint: null, area: null, active: false,
    };
}

/** A click on a stone of the game goes to its move, one on the next move's square plays it. */
const board = new Board(byId("board"), {
    play: (name) => {
        const index = data.game.indexOf(name);
        if (index >= 0 && index <= state.number) go(index + 1);
    },
    look: () => {},
    announce: () => {},
});

// ---- The words -------------------------------------------------------------------------------------------------

function lineButtons(line) {
    const row = html("div", { className: "line" });
    line.forEach((name, index) => {
        const button = html("button", { type: "button", textContent: name, title: `Show ${index + 1} moves` });
        if (index < state.shown) button.className = "shown";
        button.addEventListener("click", () => {
            byId("show-line").checked = true;
            go(state.number, index + 1);
        });
        row.append(button);
    });
    return row;
}

/** A proof that opens, of which this many moves are on the board. */
function proofDetails(title, proof, played) {
    const button = (moves) => {
        const path = moves.slice(played);
        const made = html("button", { type: "button", textContent: moves.at(-1), title: `Show ${path.length} moves of the proof` });
        made.addEventListener("click", (event) => {
            event.preventDefault();
            board.draw(scene(state.number, { shown: 0, hasNumbers: false, hasThreats: false, path }));
        });
        return made;
    };
    return html("details", {}, html("summary", {}, title), proofTree(proof, [], { button, describe: stepText }));
}

function moveNotes(move) {
    const notes = [];
    if (move.foul) notes.push(`Forbidden: ${move.foul}. The move loses at once.`);
    if (move.is_forced) notes.push("Forced: every other move lets the opponent make a five.");
    if (move.missed_win.length) notes.push(`Missed the win ${written(move.missed_win)}.`);
    if (move.missed_defence.length) {
        notes.push(`Missed the defence ${move.best}; now ${written(move.missed_defence)} wins.`);
    }
    return notes;
}

function rates(move) {
    return `${percent(move.win_rate_before)} → ${percent(move.win_rate_after)}`;
}

function describeLast(box, number) {
    const name = data.game[number - 1];
    const move = judged.get(number);
    const title = html("h3", {}, `${number} ${stoneOfMove(number)} ${name} `);
    box.append(title);
    if (!move) return;
    if (move.mark) title.append(html("span", { className: classOf(move), textContent: move.mark }));
    const verdict = html("p", {}, `${playerOf(sideOf(number))}: ${rates(move)}`);
    if (move.mark && move.best !== move.played) {
        const better = html("button", { type: "button", textContent: `better: ${move.best}` });
        better.addEventListener("click", () => go(number - 1));
        verdict.append(" ", better);
    }
    box.append(verdict, ...moveNotes(move).map((note) => html("p", {}, note)));
}

function describeNow(box, number) {
    const position = positions.get(number);
    if (!position) {
        box.append(html("p", { className: "soft" }, "This position was not reviewed."));
        return;
    }
    const side = position.to_move;
    const rate = side === "black" ? position.black_win_rate : 1 - position.black_win_rate;
    if (!position.best_line.length) {
        const how = data.end ? data.end.sentence : data.result;
        box.append(html("p", {}, `The game is over: ${how}. ${data.remark}`));
        return;
    }
    const depth = `score ${scoreText(position)}, depth ${position.depth}`;
    box.append(html("h3", {}, `${stoneOf(side)} ${playerOf(side)} to move: ${percent(rate)}`), html("p", { className: "soft" }, depth));
    if (position.is_forced) box.append(html("p", {}, "There is only one reply."));
    if (position.threat.length) {
        box.append(html("p", {}, `The opponent threatens to win by ${written(position.threat)}.`));
    }
    box.append(html("p", {}, "Best line:"), lineButtons(position.best_line));
    if (position.proof) {
        box.append(proofDetails(`Proof that ${playerOf(side)} wins; replies not listed lose at once, or to the fours that are threatened`, position.proof, 0));
    }
    if (position.proof_of_loss) {
        const loses = `Proof that ${playerOf(side)} loses; replies not listed lose at once, or to the fours that are threatened`;
        box.append(proofDetails(loses, position.proof_of_loss, 1));
    }
    for (const [result, claim] of [["win", position.unproved_win], ["loss", position.unproved_loss]]) {
        if (claim) box.append(html("p", { className: "soft" }, claimText(result, claim)));
    }
    const next = judged.get(number + 1);
    if (next) {
        const played = html("p", {}, `Played: ${next.played} `);
        played.append(html("span", { className: classOf(next) }, next.foul ? `forbidden, ${next.foul}` : next.mark));
        box.append(played);
    }
}

// ---- The graph -------------------------------------------------------------------------------------------------

const graph = new Graph(byId("graph"), { width: 560, height: 200 }, (ply) => go(ply));

function drawGraph(number) {
    graph.draw({
        length: data.length,
        points: data.positions.map((position) => ({ ply: position.number, rate: position.black_win_rate })),
        mistakes: mistakes.flatMap((move) => {
            const position = positions.get(move.number);
            const title = `${move.number} ${move.played} ${signOf(move)}`;
            return position ? [{ ply: move.number, rate: position.black_win_rate, kind: classOf(move), title }] : [];
        }),
        ply: number,
    });
}

// ---- Lists -----------------------------------------------------------------------------------------------------

/** A mistake is looked at before it is made: with the better line on the board and the played move ringed. */
function listedMistake(move) {
    const line = move.missed_win.length ? move.missed_win : move.best_line;
    const item = mistakeItem({
        title: `${move.number} ${stoneOfMove(move.number)} ${move.played}`,
        sign: signOf(move),
        kind: classOf(move),
        text: `${rates(move)} · ${move.missed_win.length ? "missed win" : "better"}: ${written(line)}`,
        show: () => go(move.number - 1),
    });
    item.firstElementChild.dataset.number = move.number - 1;
    return item;
}

function fillLists() {
    byId("mistakes").append(...mistakes.map(listedMistake));
    if (!mistakes.length) byId("mistakes").append(html("li", { className: "soft" }, "None."));
    const count = (color, sign) => data.moves.filter((m) => sideOf(m.number) === color && m.mark === sign).length;
    const sum = (color) => `${playerOf(color)}: ${count(color, "??")} ??, ${count(color, "?")} ?, ${count(color, "?!")} ?!`;
    byId("counts").textContent = `${sum("black")} · ${sum("white")}`;
    const body = byId("moves").tBodies[0];
    for (const move of data.moves) {
        const cells = [`${move.number} ${stoneOfMove(move.number)}`, `${move.played} ${signOf(move)}`];
        cells.push(rates(move) + (move.is_forced ? ", forced" : ""), written(move.best_line));
        const entry = html("tr", {}, ...cells.map((text) => html("td", {}, text)));
        entry.dataset.number = move.number;
        entry.addEventListener("click", () => go(move.number));
        body.append(entry);
    }
}

function drawDiagrams() {
    for (const move of mistakes.slice(0, 60)) {
        const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
        new Board(svg, { play: () => {}, look: () => {}, announce: () => {} }).draw(
            scene(move.number - 1, { shown: MOVES_SHOWN, hasNumbers: false, hasThreats: true }),
        );
        const text = `${move.number} ${stoneOfMove(move.number)} ${move.played} ${signOf(move)} ${rates(move)}. Better: ${written(move.best_line)}`;
        byId("diagrams").append(html("figure", {}, svg, html("figcaption", {}, text)));
    }
}

// ---- Stepping --------------------------------------------------------------------------------------------------

function go(number, shown = MOVES_SHOWN) {
    state.number = Math.min(Math.max(0, number), data.length);
    state.shown = shown;
    const isOn = (id) => byId(id).checked;
    board.draw(scene(state.number, {
        shown: isOn("show-line") ? shown : 0,
        hasNumbers: isOn("show-numbers"),
        hasThreats: isOn("show-threats"),
    }));
    byId("board").setAttribute("aria-label", `The board after ${state.number} moves`);
    byId("count").textContent = `${state.number} / ${data.length}`;
    const box = byId("now");
    box.replaceChildren();
    if (state.number > 0) {
        describeLast(box, state.number);
        box.append(html("hr"));
    }
    describeNow(box, state.number);
    drawGraph(state.number);
    for (const entry of document.querySelectorAll("[data-number]")) {
        entry.classList.toggle("here", Number(entry.dataset.number) === state.number);
    }
}

function goToMistake(direction) {
    const before = mistakes.map((move) => move.number - 1);
    const found = direction > 0 ? before.find((n) => n > state.number) : before.findLast((n) => n < state.number);
    if (found !== undefined) go(found);
}

const ACTIONS = {
    first: () => go(0),
    back: () => go(state.number - 1),
    forward: () => go(state.number + 1),
    last: () => go(data.length),
    "previous-mistake": () => goToMistake(-1),
    "next-mistake": () => goToMistake(1),
};
const KEYS = {
    Home: "first", ArrowLeft: "back", ArrowRight: "forward", End: "last",
    ArrowUp: "previous-mistake", ArrowDown: "next-mistake",
};
const SWITCHES = { l: "show-line", n: "show-numbers", t: "show-threats" };

function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const action = KEYS[event.key];
    const toggle = SWITCHES[event.key.toLowerCase()];
    if (action) ACTIONS[action]();
    else if (toggle) byId(toggle).click();
    else return;
    event.preventDefault();
}

function start() {
    const title = `${playerOf("black")} – ${playerOf("white")}  ${data.result}`;
    document.title = title;
    byId("title").textContent = `● ${playerOf("black")} – ○ ${playerOf("white")}  ${data.result}`;
    const missing = data.moves.length < data.length ? ` · only the last ${data.moves.length} moves were reviewed` : "";
    const after = data.after_end.length ? ` · not reviewed, because played after the end: ${written(data.after_end)}` : "";
    const remark = data.remark ? ` · ${data.remark}` : "";
    const opening = data.opening ? ` · ${data.opening}` : "";
    byId("about").textContent = `${data.rule}, ${data.width}×${data.height}, ${data.length} moves${opening}${remark} · ${data.engine}, ${data.limit} a position${missing}${after}`;
    byId("legend").textContent =
        "Numbered pale stones: the best line. Dashed ring: the move played next. Small stones: 5 makes a five, 4 an open four or two fours, in the colour of the side that can. Red: forbidden for black.";
    fillLists();
    drawDiagrams();
    for (const [id, action] of Object.entries(ACTIONS)) byId(id).addEventListener("click", action);
    for (const id of Object.values(SWITCHES)) byId(id).addEventListener("change", () => go(state.number, state.shown));
    document.addEventListener("keydown", onKey);
    window.addEventListener("beforeprint", () => { byId("all").open = true; });
    const fromAddress = () => go(Number(location.hash.slice(1)) || 0);
    window.addEventListener("hashchange", fromAddress);
    fromAddress();
}

start();
