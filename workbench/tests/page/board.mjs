// Checks that `rustgomo board` serves the board, also to a browser, which opens several connections and keeps them; and that with
// `--native` its engine does all that the page's engine does.
//
//     node workbench/tests/page/board.mjs target/debug/rustgomo [FOLDER]
//
// FOLDER is the board; a workbench built with `--features embedded-board` needs none.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const site = new URL("../../../target/web/site/", import.meta.url);
const { chromium } = createRequire(new URL("../../../target/web/test/", import.meta.url))("playwright-core");
const [program, ...folder] = process.argv.slice(2).map(path => resolve(path));
const siteOptions = folder.length > 0 ? ["--site", ...folder] : [];
/** How long the browser may take for anything, in ms: a hang fails, a busy machine does not. */
const PATIENCE = 120_000;

/** Starts `rustgomo board` and calls `check` with its address; it ends with the check. */
async function served(options, check) {
    const server = spawn(program, ["board", "--no-browser", "--port", "0", ...siteOptions, ...options], { cwd: tmpdir(), stdio: ["ignore", "pipe", "inherit"] });
    try {
        const failed = once(server, "exit").then(([code]) => Promise.reject(new Error(`the program ended with ${code}`)));
        failed.catch(() => undefined);
        const [line] = await Promise.race([once(createInterface({ input: server.stdout }), "line"), failed]);
        await check(line.trim(), server);
    } finally {
        server.kill();
    }
}

/** A page in a context of its own, which has neither cache nor connections. */
async function open(browser, address) {
    const page = await (await browser.newContext()).newPage();
    page.setDefaultTimeout(PATIENCE);
    await page.goto(address);
    await page.waitForFunction(() => document.querySelector("#status-text").textContent !== "Loading…");
    return page;
}

const text = (page, id, pattern) => page.waitForFunction(([id, pattern]) => new RegExp(pattern).test(document.getElementById(id).textContent), [id, pattern]);

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell", args: ["--no-sandbox"] });
try {
    await served([], async address => {
        for (const [path, file, type] of [
            ["", "index.html", "text/html; charset=utf-8"],
            ["main.js", "main.js", "text/javascript; charset=utf-8"],
            ["engine/engine_bg.wasm", "engine/engine_bg.wasm", "application/wasm"],
            ["networks/renju.rgn", "networks/renju.rgn", "application/octet-stream"],
        ]) {
            const answer = await fetch(address + path);
            assert.equal(answer.headers.get("content-type"), type, path);
            assert.equal(answer.headers.get("cross-origin-opener-policy"), "same-origin", path);
            assert.deepEqual(Buffer.from(await answer.arrayBuffer()), await readFile(new URL(file, site)), path);
        }
        assert.equal((await fetch(`${address}none.js`)).status, 404);
        for (let round = 0; round < 4; round++) await open(browser, address);
    });
    console.log("the board is served");

    const file = join(await mkdtemp(join(tmpdir(), "rustgomo-board-")), "my game.sgf");
    await writeFile(file, "(;GM[4]SZ[15]RU[renju]PB[Ann]PW[Bo];B[hh]C[first](;W[ig])(;W[ih]))");
    await served([file], async address => {
        const page = await open(browser, address);
        await text(page, "game-title", "^Ann – Bo");
        await page.waitForFunction(() => document.querySelectorAll("#moves button").length === 3);
        await page.click("#next");
        await page.waitForFunction(() => document.querySelector("#comment").value === "first");
    });
    console.log("a file is opened with all that it holds");

    await served(["--native", "--threads", "2"], async (address, server) => {
        // Black wins by fours.
        const page = await open(browser, `${address}#freestyle/15x15/h8a1h9a15i7o1j7o15`);
        const asked = [];
        page.on("websocket", socket => socket.on("framesent", ({ payload }) => asked.push(JSON.parse(payload).what)));
        await page.reload();
        await text(page, "status-text", "^(?!Loading)");
        await page.click("#mode-analyse");
        assert.ok(await page.isVisible("#native"), "a sign that the native engine searches");
        await page.click("#prove");
        await text(page, "proof-title", "^Black wins by force");
        await page.click("#proof-close");
        await page.click("#heat");
        await page.waitForSelector("[data-heat]");
        await page.click("#heat");
        await page.click("#think");
        await page.waitForSelector("#lines li");
        await page.click("#think");
        await page.click("#review");
        await text(page, "review", "again");
        assert.deepEqual([...new Set(asked)].filter(what => what).sort(), ["analyse", "prove"]);
        // The engine moves in a game, until the program is gone: then the page's own engine does.
        await page.click("#mode-play");
        await page.click("#new-game");
        await page.check("#new-form [name=color][value=white]");
        await page.click("#new-form button[type=submit]");
        await page.waitForSelector("#board .stone");
        server.kill();
        await once(server, "exit");
        await page.click("#mode-analyse");
        await page.click("#think");
        await text(page, "notice", "native engine lost");
        await page.waitForSelector("#lines li");
        assert.equal(await page.locator("#board .stone").count(), 1, "the game is kept");
    });
    await served(["--native"], async address => {
        const page = await open(browser, address.replace(/native=.*/, "native=wrong"));
        await text(page, "notice", "native engine lost");
        await page.click("#hint");
        await page.waitForSelector("[data-hint]");
    });
    console.log("its native engine plays, analyses, proves and reviews, and the page goes on without it");
} finally {
    await browser.close();
}
