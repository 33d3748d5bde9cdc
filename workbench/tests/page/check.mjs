// Opens pages of `rustgomo review --html` and `rustgomo analyze --html` in a headless Chromium and uses them as a person would.
//
//     node workbench/tests/page/check.mjs target/debug/rustgomo [REVIEW.png [POSITION.png]]
//
// It runs after web/test/run.sh, whose copy of playwright-core it uses. CHROMIUM names the browser if it is not `chromium-headless-shell`.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const tools = createRequire(new URL("../../../target/web/test/", import.meta.url));
const { chromium } = tools("playwright-core");
const axe = readFileSync(tools.resolve("axe-core/axe.min.js"), "utf8");
const [program, ...screenshots] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "rustgomo-page-"));
/** How long the browser may take for anything, in ms: a hang fails, a busy machine does not. */
const patience = 600_000;
let passed = 0;

function pageOf(game, nodes) {
    const path = join(folder, `game${game}.html`);
    const record = join(here, "game.txt");
    execFileSync(program, ["review", record, "--game", String(game), "--nodes", String(nodes), "--html", path]);
    return pathToFileURL(path).href;
}

/** The page of a position; the board is small, so that all moves that hold are found. */
function positionPage(name, ...options) {
    const path = join(folder, `${name}.html`);
    execFileSync(program, ["analyze", ...options, "--html", path]);
    return pathToFileURL(path).href;
}

/** A position that black, to move, wins by fours. */
const WON = "j8 i11 j6 f6 j10 f7 i10 f11 i7 g6 f9 k9 g7 h8 g11 h10 i9 i8".split(" ");

/** A page that must neither ask the network for anything nor report an error. */
async function open(browser, address, options = {}) {
    const page = await browser.newPage({ viewport: { width: 1180, height: 860 }, ...options });
    page.setDefaultTimeout(patience);
    const faults = [];
    page.on("request", (request) => request.url().startsWith("file:") || faults.push(request.url()));
    page.on("pageerror", (error) => faults.push(String(error)));
    page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
    await page.goto(address);
    return { page, faults };
}

async function check(name, test) {
    await test();
    passed += 1;
    console.log(`ok - ${name}`);
}

/** Looks for what keeps people from using a page, in both colours. */
async function accessible(page) {
    await page.evaluate(axe);
    for (const colorScheme of ["dark", "light"]) {
        await page.emulateMedia({ colorScheme });
        const { violations } = await page.evaluate(() => globalThis.axe.run());
        assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`), [], colorScheme);
    }
}

const count = (page) => page.locator("#count").textContent();
const stones = (page) => page.locator("#board .stone").count();
const future = (page) => page.locator("#board .preview").count();

async function stepping(page) {
    await check("the page starts before the first move", async () => {
        assert.equal(await count(page), "0 / 29");
        assert.equal(await stones(page), 0);
        assert.match(await page.title(), /Anna – Ben\s+1-0/);
    });
    await check("keys and buttons step through the game", async () => {
        for (let number = 1; number <= 3; number++) {
            await page.keyboard.press("ArrowRight");
            assert.equal(await stones(page), number);
        }
        await page.click("#forward");
        await page.click("#back");
        assert.equal(await count(page), "3 / 29");
        await page.keyboard.press("End");
        assert.equal(await stones(page), 29);
        assert.equal(await future(page), 0);
        assert.match(await page.locator("#now").textContent(), /The game is over/);
        await page.keyboard.press("ArrowRight");
        assert.equal(await count(page), "29 / 29");
        await page.click("#first");
        assert.equal(await stones(page), 0);
    });
    await check("the best line is on the board and beside it", async () => {
        await page.evaluate(() => { location.hash = "18"; });
        await page.waitForFunction(() => document.getElementById("count").textContent === "18 / 29");
        const words = await page.locator("#now .line button").count();
        assert.ok(words >= 9, `${words} moves`);
        assert.equal(await future(page), 9);
        await page.locator("#now .line button").nth(2).click();
        assert.equal(await future(page), 3);
        await page.keyboard.press("l");
        assert.equal(await future(page), 0);
        await page.keyboard.press("l");
        assert.match(await page.locator("#now").textContent(), /Anna to move: 100 %/);
    });
    await check("forced replies are marked, and won positions stay won", async () => {
        await page.evaluate(() => { location.hash = "20"; });
        await page.waitForFunction(() => document.getElementById("count").textContent === "20 / 29");
        assert.match(await page.locator("#now").textContent(), /Forced: every other move/);
        const rates = await page.evaluate(() =>
            JSON.parse(document.getElementById("data").textContent).positions.filter((p) => p.number >= 19).map((p) => p.black_win_rate));
        assert.ok(rates.every((rate) => rate > 0.999), String(rates));
    });
    await check("a proved win is walked through on the board", async () => {
        await page.evaluate(() => { location.hash = "18"; });
        await page.waitForFunction(() => document.getElementById("count").textContent === "18 / 29");
        const proof = page.locator("#now details", { hasText: "Proof that Anna wins" });
        await proof.locator("summary").first().click();
        const moves = proof.locator(".proof button");
        assert.ok((await moves.count()) > 3);
        await moves.nth(2).click();
        assert.equal(await future(page), 3);
        assert.equal(await count(page), "18 / 29");
        await page.keyboard.press("ArrowRight");
        assert.equal(await count(page), "19 / 29");
    });
    await check("a lost position has the answer to each defence", async () => {
        await page.evaluate(() => { location.hash = "19"; });
        await page.waitForFunction(() => document.getElementById("count").textContent === "19 / 29");
        const proof = page.locator("#now details", { hasText: "Proof that Ben loses" });
        await proof.locator("summary").first().click();
        const moves = proof.locator(".proof button");
        const played = await page.evaluate(() => JSON.parse(document.getElementById("data").textContent).game[18]);
        assert.equal(await moves.first().textContent(), played, "it begins with the last move");
        await moves.nth(2).click();
        assert.equal(await future(page), 2, "a defence and the answer");
    });
    await check("move numbers and threats can be switched", async () => {
        const diamonds = () => page.locator("#board .threat").count();
        await page.evaluate(() => { location.hash = "19"; });
        await page.waitForFunction(() => document.getElementById("count").textContent === "19 / 29");
        await page.uncheck("#show-line");
        assert.ok((await diamonds()) > 0);
        await page.keyboard.press("t");
        assert.equal(await diamonds(), 0);
        await page.keyboard.press("t");
        await page.keyboard.press("n");
        assert.equal(await page.locator("#board .stone text").count(), 19);
        await page.keyboard.press("n");
        await page.check("#show-line");
    });
}

async function graphAndMistakes(page) {
    await check("a click on the graph goes to that move, and the cursor stands there", async () => {
        const box = await page.locator("#graph").boundingBox();
        await page.mouse.click(box.x + box.width * (34 + (518 * 10) / 29) / 560, box.y + box.height / 2);
        assert.equal(await count(page), "10 / 29");
        const x = Number(await page.locator("#graph [data-present]").getAttribute("cx"));
        assert.ok(Math.abs(x - (34 + (518 * 10) / 29)) < 1, String(x));
    });
    await check("mistakes are listed and lead to the position before them", async () => {
        const list = page.locator("#mistakes button");
        assert.ok((await list.count()) > 0);
        const number = Number(/^\d+/.exec((await list.first().textContent()).trim())[0]);
        await list.first().click();
        assert.equal(await count(page), `${number - 1} / 29`);
        assert.equal(await page.locator("#board .reply").count(), 1);
        assert.match(await list.first().textContent(), /better: \w+|missed win: \w+/);
        await page.keyboard.press("Home");
        await page.keyboard.press("ArrowDown");
        assert.equal(await count(page), `${number - 1} / 29`);
    });
}

async function looks(browser, address) {
    await check("dark where the system is dark", async () => {
        const color = async (colorScheme) => {
            const { page } = await open(browser, address, { colorScheme });
            return page.evaluate(() => getComputedStyle(document.body).backgroundColor);
        };
        assert.notEqual(await color("light"), await color("dark"));
    });
    await check("on a phone nothing is wider than the screen", async () => {
        const { page } = await open(browser, `${address}#18`, { viewport: { width: 360, height: 740 } });
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 360));
        const board = await page.locator("#board").boundingBox();
        assert.ok(board.width > 300, String(board.width));
        await page.locator("#mistakes button").last().click();
        assert.ok((await page.locator("#board").boundingBox()).y >= 0, "the board stays in sight");
    });
    await check("axe finds no violation in a review", async () => {
        const { page } = await open(browser, `${address}#18`);
        await accessible(page);
    });
    await check("in print the buttons go and every mistake has a board", async () => {
        const { page } = await open(browser, address);
        await page.emulateMedia({ media: "print" });
        assert.equal(await page.locator("#steps").isVisible(), false);
        const marked = await page.locator("#mistakes button").count();
        assert.equal(await page.locator("#diagrams figure:visible").count(), marked);
        assert.ok((await page.pdf()).length > 10_000);
    });
}

async function hostile(browser) {
    const { page, faults } = await open(browser, pageOf(2, 1000));
    await check("names are text, and a forbidden move is reported", async () => {
        assert.equal(await page.evaluate(() => window.broken), undefined);
        assert.equal(await page.locator("header img, header b").count(), 0);
        assert.ok((await page.title()).startsWith("</script><script>"));
        const entry = page.locator("#mistakes button", { hasText: "forbidden" });
        assert.equal(await entry.count(), 1);
        await entry.click();
        assert.equal(await count(page), "8 / 9");
        assert.ok((await page.locator("#board .foul").count()) > 0);
        await page.keyboard.press("ArrowRight");
        assert.match(await page.locator("#now").textContent(), /Forbidden: double three/);
        assert.match(await page.locator("#now").textContent(), /The game is over: white has won, because move 9, h8, was forbidden/);
        assert.doesNotMatch(await page.locator("#now").textContent(), /M\d/);
        assert.match(await page.locator("#about").textContent(), /not reviewed, because played after the end: e1/);
        assert.deepEqual(faults, []);
    });
}

async function position(browser) {
    const address = positionPage("won", ...WON, "--nodes", "20000", "--lines", "2", "--heat-nodes", "20");
    const { page, faults } = await open(browser, address);
    await check("a position shows its stones, the lines' first moves and the values of moves", async () => {
        assert.match(await page.locator("#title").textContent(), /black to move/);
        assert.equal(await stones(page), WON.length);
        assert.ok((await page.locator("#board [data-heat]").count()) > 10);
        await page.keyboard.press("v");
        assert.equal(await page.locator("#board [data-heat]").count(), 0);
        assert.equal(await page.locator("#board .candidate").count(), 2);
    });
    await check("a line is walked through", async () => {
        await page.locator("#lines .line").first().locator("button").nth(2).click();
        assert.equal(await future(page), 3);
        await page.keyboard.press("ArrowLeft");
        assert.equal(await future(page), 2);
        await page.click("#last");
        const [shown, all] = (await count(page)).split(" / ");
        assert.equal(shown, all);
        await page.keyboard.press("Home");
        assert.equal(await future(page), 0);
    });
    await check("a proof is walked through, with the answer to every reply", async () => {
        assert.match(await page.locator("#win h2").textContent(), /black wins by fours/);
        const moves = page.locator("#win .proof button");
        assert.ok((await moves.count()) > 3);
        await moves.nth(2).click();
        assert.equal(await future(page), 3);
        assert.deepEqual(faults, []);
    });
    await check("the page of a position is dark and narrow where the device is", async () => {
        const { page } = await open(browser, address, { viewport: { width: 360, height: 740 }, colorScheme: "dark" });
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 360));
        assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), "rgb(25, 24, 22)");
    });
    if (screenshots[1]) await page.screenshot({ path: screenshots[1], fullPage: true });
    await page.close();
}

async function defended(browser) {
    const address = positionPage("defended", "h8", "a1", "i8", "a3", "j8", "--nodes", "2000", "--heat-nodes", "0", "--defend=600");
    const { page, faults } = await open(browser, address);
    await check("moves that hold are listed, and what refutes each other one", async () => {
        assert.match(await page.locator("#title").textContent(), /white to move/);
        await page.keyboard.press("t");
        assert.ok((await page.locator("#board .threat").count()) > 0);
        const holding = await page.locator("#defence .line button").allTextContents();
        assert.ok(holding.includes("g8") && !holding.includes("o15"), holding.join(" "));
        const losing = page.locator("#defence .reply-item", { hasText: "o15" });
        await losing.locator("summary").click();
        await losing.locator(".proof button").first().click();
        assert.ok((await future(page)) >= 2);
        assert.deepEqual(faults, []);
    });
    await check("axe finds no violation in a position", () => accessible(page));
}

/** A double three of black, which renju forbids. */
const FOUL = ["c5", "a1", "d5", "b3", "e3", "m1", "e4", "o7"];
const BRIEF = ["--nodes", "500", "--heat-nodes", "0"];

async function notes(browser) {
    const words = (page) => page.locator("#now").textContent();
    await check("forbidden points belong to the position, not to the moves behind it", async () => {
        const { page, faults } = await open(browser, positionPage("renju", ...FOUL, "--rule", "renju", ...BRIEF));
        const crosses = () => page.locator("#board .foul").count();
        assert.ok((await crosses()) > 0);
        assert.match(await words(page), /Forbidden for black: .*e5/);
        await page.keyboard.press("ArrowRight");
        assert.equal(await crosses(), 0);
        assert.deepEqual(faults, []);
    });
    await check("a forbidden move of the past is reported", async () => {
        const { page } = await open(browser, positionPage("foul", ...FOUL, "e5", "a15", "--rule", "renju", ...BRIEF));
        assert.match(await words(page), /Move 9, e5, was forbidden/);
    });
    await check("a finished game names its winner and shows the row", async () => {
        const { page } = await open(browser, positionPage("over", "h8", "a1", "i8", "a2", "j8", "a3", "k8", "a4", "l8"));
        assert.match(await words(page), /black has five, h8-l8, by move 9/);
        assert.equal(await page.locator("#board .row").count(), 5);
    });
    await check("a guessed side is called a guess", async () => {
        const diagram = join(folder, "diagram.txt");
        writeFileSync(diagram, `${". ".repeat(9)}\n`.repeat(4) + ". . . . X O . . .\n" + `${". ".repeat(9)}\n`.repeat(4));
        const { page } = await open(browser, positionPage("guess", "--diagram", diagram, ...BRIEF));
        assert.match(await page.locator("#title").textContent(), /black to move \(guessed/);
    });
    await check("what a database knows is shown, and a win that is only claimed is not called proved", async () => {
        const database = join(folder, "known.db");
        const edit = (...words) => execFileSync(program, ["database", "edit", database, ...words]);
        edit("h8", "i9", "--value", "+M9", "--comment", "won <b>", "--create");
        edit("h8", "i9", "j10", "--value", "-M8");
        const { page, faults } = await open(browser, positionPage("known", "h8", "i9", "--database", database, ...BRIEF));
        assert.match(await words(page), /In the database: score \+M9, depth 0, label l, “won <b>”/);
        assert.match(await words(page), /The win is from the database/);
        assert.deepEqual(faults, []);
    });
}

const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell",
    args: ["--no-sandbox"],
    timeout: patience,
});
try {
    const address = pageOf(1, 20_000);
    const { page, faults } = await open(browser, address);
    await stepping(page);
    await graphAndMistakes(page);
    assert.deepEqual(faults, []);
    await looks(browser, address);
    await hostile(browser);
    await position(browser);
    await defended(browser);
    await notes(browser);
    if (screenshots[0]) {
        const { page } = await open(browser, `${address}#18`, { viewport: { width: 1080, height: 700 } });
        await page.screenshot({ path: screenshots[0] });
    }
    console.log(`${passed} passed, 0 failed`);
} finally {
    await browser.close();
    rmSync(folder, { recursive: true });
}
