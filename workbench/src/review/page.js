"use strict";
// Steps through a reviewed game. Everything shown comes from the JSON of the page and is written as text, never as HTML.
(() => {
    const MOVES_SHOWN = 9;
    const MOVES_WRITTEN = 14;
    const MARKS = { "?!": "inaccuracy", "?": "mistake", "??": "blunder" };
    const SVG = "http://www.w3.org/2000/svg";
    const byId = (id) => document.getElementById(id);
    const data = JSON.parse(byId("data").textContent);
    const positions = new Map(data.positions.map((position) => [position.number, position]));
    const judged = new Map(data.moves.map((move) => [move.number, move]));
    const mistakes = data.moves.filter((move) => move.mark || move.foul);
    const state = { number: 0, shown: MOVES_SHOWN };

    const percent = (rate) => `${Math.round(100 * rate)} %`;
    const scoreOf = ({ score, plies_to_win, plies_to_loss }) =>
        plies_to_win !== null ? `+M${plies_to_win}` : plies_to_loss !== null ? `-M${plies_to_loss}` : String(score);
    const second = data.first === "black" ? "white" : "black";
    const colorOf = (number) => (number % 2 === 1 ? data.first : second);
    const stoneOf = (number) => (colorOf(number) === "black" ? "●" : "○");
    const nameOf = (color) => data[color] || color;
    const classOf = (move) => (move.foul ? "blunder" : MARKS[move.mark] || "");
    const written = (line) => line.slice(0, MOVES_WRITTEN).join(" ") + (line.length > MOVES_WRITTEN ? " …" : "");
    const at = (name) => ({ x: name.charCodeAt(0) - 97, y: data.height - Number(name.slice(1)) });

    function element(tag, properties = {}, ...children) {
        const made = Object.assign(document.createElement(tag), properties);
        made.append(...children);
        return made;
    }

    function draw(parent, tag, attributes, text) {
        const made = document.createElementNS(SVG, tag);
        for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
        if (text !== undefined) made.textContent = text;
        parent.append(made);
        return made;
    }

    // ---- The board -------------------------------------------------------------------------------------------------

    function drawGrid(svg) {
        const { width, height } = data;
        for (let x = 0; x < width; x++) draw(svg, "path", { class: "grid", d: `M${x} 0V${height - 1}` });
        for (let y = 0; y < height; y++) draw(svg, "path", { class: "grid", d: `M0 ${y}H${width - 1}` });
        if (width === 15 && height === 15) {
            for (const [x, y] of [[3, 3], [11, 3], [7, 7], [3, 11], [11, 11]]) {
                draw(svg, "circle", { class: "star", cx: x, cy: y, r: 0.1 });
            }
        }
        for (let x = 0; x < width; x++) {
            draw(svg, "text", { class: "name", x, y: height - 0.15 }, String.fromCharCode(97 + x));
        }
        for (let y = 0; y < height; y++) draw(svg, "text", { class: "name", x: -0.85, y }, height - y);
    }

    function drawStone(svg, name, color, number, isFuture) {
        const { x, y } = at(name);
        draw(svg, "circle", { class: `${color}${isFuture ? " future" : ""}`, cx: x, cy: y, r: 0.46 });
        if (number !== undefined) draw(svg, "text", { class: `on-${color}`, x, y }, number);
    }

    function drawCross(svg, name, arm) {
        const { x, y } = at(name);
        const d = `M${x - arm} ${y - arm}L${x + arm} ${y + arm}M${x - arm} ${y + arm}L${x + arm} ${y - arm}`;
        draw(svg, "path", { class: "foul", d });
    }

    function drawThreats(svg, threats, taken) {
        for (const { square, color, makes } of threats) {
            if (taken.has(square)) continue;
            const { x, y } = at(square);
            draw(svg, "path", { class: `threat-${color}`, d: `M${x} ${y - 0.3}L${x + 0.3} ${y}L${x} ${y + 0.3}L${x - 0.3} ${y}Z` });
            draw(svg, "text", { class: `threat-${color}-text`, x, y }, makes);
            taken.add(square);
        }
    }

    function drawBoard(svg, number, { shown, hasNumbers, hasThreats, path }) {
        svg.replaceChildren();
        svg.setAttribute("viewBox", `-1.2 -0.7 ${data.width + 0.9} ${data.height + 0.9}`);
        drawGrid(svg);
        const position = positions.get(number);
        data.setup_black.forEach((name) => drawStone(svg, name, "black", undefined, false));
        data.setup_white.forEach((name) => drawStone(svg, name, "white", undefined, false));
        data.game.slice(0, number).forEach((name, index) => {
            drawStone(svg, name, colorOf(index + 1), hasNumbers ? index + 1 : undefined, false);
            if (judged.get(index + 1)?.foul) {
                draw(svg, "circle", { class: "foul", cx: at(name).x, cy: at(name).y, r: 0.5 });
            }
        });
        if (number > 0) {
            const { x, y } = at(data.game[number - 1]);
            const place = hasNumbers ? { cx: x + 0.3, cy: y - 0.3, r: 0.11 } : { cx: x, cy: y, r: 0.14 };
            draw(svg, "circle", { class: "latest", ...place });
        }
        if (!position) return;
        const line = path ?? position.best_line.slice(0, shown);
        const taken = new Set(line);
        position.forbidden.forEach((name) => drawCross(svg, name, 0.18));
        line.forEach((name, index) => {
            const label = hasNumbers ? number + index + 1 : index + 1;
            drawStone(svg, name, colorOf(number + index + 1), label, true);
        });
        const next = data.game[number];
        if (next) draw(svg, "circle", { class: "played", cx: at(next).x, cy: at(next).y, r: 0.5 });
        if (hasThreats && !path) drawThreats(svg, position.threats, taken);
    }

    // ---- The words -------------------------------------------------------------------------------------------------

    function lineButtons(line) {
        const row = element("div", { className: "line" });
        line.forEach((name, index) => {
            const button = element("button", { type: "button", textContent: name, title: `Show ${index + 1} moves` });
            if (index < state.shown) button.className = "shown";
            button.addEventListener("click", () => {
                byId("show-line").checked = true;
                go(state.number, index + 1);
            });
            row.append(button);
        });
        return row;
    }

    /** A step of a proof: forced replies in one line, several as a list that opens. */
    function proofItem(first, before) {
        const item = element("li");
        let step = first;
        let path = before;
        for (;;) {
            path = [...path, step.attack];
            item.append(proofButton(path), ` ${step.makes} `);
            if (step.replies.length !== 1) break;
            path = [...path, step.replies[0][0]];
            item.append(proofButton(path), " ");
            step = step.replies[0][1];
        }
        if (!step.replies.length) return item;
        const list = element("ul");
        for (const [reply, next] of step.replies) {
            const after = [...path, reply];
            const details = element("details", {}, element("summary", {}, proofButton(after)));
            details.addEventListener("toggle", () => {
                if (details.open && details.childElementCount === 1) details.append(element("ul", {}, proofItem(next, after)));
            });
            list.append(element("li", {}, details));
        }
        item.append(list);
        return item;
    }

    function proofButton(path) {
        const button = element("button", { type: "button", textContent: path.at(-1), title: `Show ${path.length} moves of the proof` });
        button.addEventListener("click", (event) => {
            event.preventDefault();
            drawBoard(byId("board"), state.number, { shown: 0, hasNumbers: true, hasThreats: false, path });
        });
        return button;
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
        const title = element("h3", {}, `${number} ${stoneOf(number)} ${name} `);
        box.append(title);
        if (!move) return;
        if (move.mark) title.append(element("span", { className: classOf(move), textContent: move.mark }));
        const verdict = element("p", {}, `${nameOf(colorOf(number))}: ${rates(move)}`);
        if (move.mark && move.best !== move.played) {
            const better = element("button", { type: "button", textContent: `better: ${move.best}` });
            better.addEventListener("click", () => go(number - 1));
            verdict.append(" ", better);
        }
        box.append(verdict, ...moveNotes(move).map((note) => element("p", {}, note)));
    }

    function describeNow(box, number) {
        const position = positions.get(number);
        if (!position) {
            box.append(element("p", { className: "soft" }, "This position was not reviewed."));
            return;
        }
        const side = position.to_move;
        const rate = side === "black" ? position.black_win_rate : 1 - position.black_win_rate;
        if (!position.best_line.length) {
            const how = data.end ? data.end.sentence : data.result;
            box.append(element("p", {}, `The game is over: ${how}. ${data.remark}`));
            return;
        }
        const stone = side === "black" ? "●" : "○";
        const depth = `score ${scoreOf(position)}, depth ${position.depth}`;
        box.append(element("h3", {}, `${stone} ${nameOf(side)} to move: ${percent(rate)}`), element("p", { className: "soft" }, depth));
        if (position.is_forced) box.append(element("p", {}, "There is only one reply."));
        if (position.threat.length) {
            box.append(element("p", {}, `The opponent threatens to win by ${written(position.threat)}.`));
        }
        box.append(element("p", {}, "Best line:"), lineButtons(position.best_line));
        if (position.proof) {
            const tree = element("ul", { className: "proof" }, proofItem(position.proof, []));
            box.append(element("details", {}, element("summary", {}, `Proof that ${nameOf(side)} wins; replies not listed lose at once`), tree));
        }
        const next = judged.get(number + 1);
        if (next) {
            const played = element("p", {}, `Played: ${next.played} `);
            played.append(element("span", { className: classOf(next) }, next.foul ? `forbidden, ${next.foul}` : next.mark));
            box.append(played);
        }
    }

    // ---- The graph -------------------------------------------------------------------------------------------------

    const GRAPH = { width: 640, height: 220, left: 40, right: 12, top: 14, bottom: 22 };
    const column = (number) => GRAPH.left + ((GRAPH.width - GRAPH.left - GRAPH.right) * number) / Math.max(1, data.length);
    const row = (rate) => GRAPH.top + (GRAPH.height - GRAPH.top - GRAPH.bottom) * (1 - rate);

    function drawGraph() {
        const svg = byId("graph");
        svg.setAttribute("viewBox", `0 0 ${GRAPH.width} ${GRAPH.height}`);
        const inner = GRAPH.width - GRAPH.left - GRAPH.right;
        draw(svg, "rect", { class: "upper", x: GRAPH.left, y: row(1), width: inner, height: row(0.5) - row(1) });
        draw(svg, "rect", { class: "lower", x: GRAPH.left, y: row(0.5), width: inner, height: row(0) - row(0.5) });
        for (const rate of [0, 0.25, 0.5, 0.75, 1]) {
            const style = rate === 0.5 ? "middle" : "level";
            draw(svg, "path", { class: style, d: `M${GRAPH.left} ${row(rate)}H${GRAPH.width - GRAPH.right}` });
            draw(svg, "text", { class: "scale", x: GRAPH.left / 2, y: row(rate) }, `${100 * rate}%`);
        }
        const step = Math.max(5, Math.ceil(data.length / 60) * 5);
        for (let number = 0; number <= data.length; number += step) {
            draw(svg, "text", { class: "scale", x: column(number), y: GRAPH.height - 9 }, number);
        }
        const points = data.positions.map((p) => `${column(p.number)},${row(p.black_win_rate)}`);
        draw(svg, "polyline", { class: "course", points: points.join(" ") });
        for (const move of mistakes) {
            const position = positions.get(move.number);
            if (!position) continue;
            const dot = draw(svg, "circle", { class: `dot ${classOf(move)}`, cx: column(move.number), cy: row(position.black_win_rate), r: 5 });
            draw(dot, "title", {}, `${move.number} ${move.played} ${move.foul ? "forbidden" : move.mark}`);
        }
        draw(svg, "path", { class: "cursor", id: "cursor" });
        draw(svg, "circle", { class: "cursor-dot", id: "cursor-dot", r: 5 });
        const follow = (event) => {
            const box = svg.getBoundingClientRect();
            const x = ((event.clientX - box.left) / box.width) * GRAPH.width;
            const share = (x - GRAPH.left) / (GRAPH.width - GRAPH.left - GRAPH.right);
            go(Math.round(share * data.length));
        };
        svg.addEventListener("pointerdown", follow);
        svg.addEventListener("pointermove", (event) => event.buttons === 1 && follow(event));
    }

    function moveCursor(number) {
        byId("cursor").setAttribute("d", `M${column(number)} ${row(1)}V${row(0)}`);
        const position = positions.get(number);
        const dot = byId("cursor-dot");
        dot.setAttribute("visibility", position ? "visible" : "hidden");
        if (!position) return;
        dot.setAttribute("cx", column(number));
        dot.setAttribute("cy", row(position.black_win_rate));
    }

    // ---- Lists -----------------------------------------------------------------------------------------------------

    /** A mistake is looked at before it is made: with the better line on the board and the played move ringed. */
    function mistakeItem(move) {
        const button = element("button", { type: "button" });
        button.dataset.number = move.number - 1;
        const sign = move.foul ? "forbidden" : move.mark;
        button.append(`${move.number} ${stoneOf(move.number)} ${move.played} `, element("span", { className: classOf(move) }, sign));
        button.append(` ${rates(move)}`);
        const line = move.missed_win.length ? move.missed_win : move.best_line;
        button.append(element("small", {}, `${move.missed_win.length ? "missed win" : "better"}: ${written(line)}`));
        button.addEventListener("click", () => go(move.number - 1));
        return element("li", {}, button);
    }

    function fillLists() {
        byId("mistakes").append(...mistakes.map(mistakeItem));
        if (!mistakes.length) byId("mistakes").append(element("li", { className: "soft" }, "None."));
        const count = (color, sign) => data.moves.filter((m) => colorOf(m.number) === color && m.mark === sign).length;
        const sum = (color) => `${nameOf(color)}: ${count(color, "??")} ??, ${count(color, "?")} ?, ${count(color, "?!")} ?!`;
        byId("counts").textContent = `${sum("black")} · ${sum("white")}`;
        const body = byId("moves").tBodies[0];
        for (const move of data.moves) {
            const cells = [`${move.number} ${stoneOf(move.number)}`, `${move.played} ${move.foul ? "forbidden" : move.mark}`];
            cells.push(rates(move) + (move.is_forced ? ", forced" : ""), written(move.best_line));
            const entry = element("tr", {}, ...cells.map((text) => element("td", {}, text)));
            entry.dataset.number = move.number;
            entry.addEventListener("click", () => go(move.number));
            body.append(entry);
        }
    }

    function drawDiagrams() {
        for (const move of mistakes.slice(0, 60)) {
            const svg = document.createElementNS(SVG, "svg");
            drawBoard(svg, move.number - 1, { shown: MOVES_SHOWN, hasNumbers: false, hasThreats: true });
            const sign = move.foul ? "forbidden" : move.mark;
            const text = `${move.number} ${stoneOf(move.number)} ${move.played} ${sign} ${rates(move)}. Better: ${written(move.best_line)}`;
            byId("diagrams").append(element("figure", {}, svg, element("figcaption", {}, text)));
        }
    }

    // ---- Stepping --------------------------------------------------------------------------------------------------

    function go(number, shown = MOVES_SHOWN) {
        state.number = Math.min(Math.max(0, number), data.length);
        state.shown = shown;
        const isOn = (id) => byId(id).checked;
        drawBoard(byId("board"), state.number, {
            shown: isOn("show-line") ? shown : 0,
            hasNumbers: isOn("show-numbers"),
            hasThreats: isOn("show-threats"),
        });
        byId("board").setAttribute("aria-label", `The board after ${state.number} moves`);
        byId("count").textContent = `${state.number} / ${data.length}`;
        const box = byId("now");
        box.replaceChildren();
        if (state.number > 0) {
            describeLast(box, state.number);
            box.append(element("hr"));
        }
        describeNow(box, state.number);
        moveCursor(state.number);
        for (const entry of document.querySelectorAll("[data-number]")) {
            entry.classList.toggle("present", Number(entry.dataset.number) === state.number);
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
        const title = `${nameOf("black")} – ${nameOf("white")}  ${data.result}`;
        document.title = title;
        byId("title").textContent = `● ${nameOf("black")} – ○ ${nameOf("white")}  ${data.result}`;
        const missing = data.moves.length < data.length ? ` · only the last ${data.moves.length} moves were reviewed` : "";
        const after = data.after_end.length ? ` · not reviewed, because played after the end: ${written(data.after_end)}` : "";
        const remark = data.remark ? ` · ${data.remark}` : "";
        const opening = data.opening ? ` · ${data.opening}` : "";
        byId("about").textContent = `${data.rule}, ${data.width}×${data.height}, ${data.length} moves${opening}${remark} · ${data.engine}, ${data.limit} a position${missing}${after}`;
        byId("legend").textContent =
            "Numbered pale stones: the best line. Dashed ring: the move played next. Diamonds: 5 makes a five, 4 an open four or two fours, in the colour of the side that can. Red: forbidden for black.";
        drawGraph();
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
})();
