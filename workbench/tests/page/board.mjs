// Checks that a workbench built with `--features embedded-board` serves the board from nothing but itself, also to a browser, which
// opens several connections and keeps them.
//
//     node workbench/tests/page/board.mjs target/debug/rustgomo

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { resolve } from "node:path";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const site = new URL("../../../target/web/site/", import.meta.url);
const { chromium } = createRequire(new URL("../../../target/web/test/", import.meta.url))("playwright-core");
const program = resolve(process.argv[2]);
const server = spawn(program, ["board", "--no-browser", "--port", "0"], { cwd: tmpdir(), stdio: ["ignore", "pipe", "inherit"] });

try {
    const failed = once(server, "exit").then(([code]) => Promise.reject(new Error(`the program ended with ${code}`)));
    const [line] = await Promise.race([once(createInterface({ input: server.stdout }), "line"), failed]);
    const address = line.trim();
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
    const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
    for (let round = 0; round < 4; round++) {
        // A context of its own has neither cache nor connections.
        const page = await (await browser.newContext()).newPage();
        await page.goto(address, { timeout: 60_000 });
        await page.waitForFunction(() => document.querySelector("#status-text").textContent !== "Loading…", undefined, { timeout: 60_000 });
    }
    await browser.close();
    console.log("the board inside the program is served");
} finally {
    server.kill();
}
