// Measures the import of a large tree, after packaging/web.sh and web/test/run.sh: `node web/test/import.mjs [NODES]`, a million by default. Tells
// the size of the file, the time until the position is on the board, how soon the page said that it reads, the longest time in which the page
// did not answer, and the most memory of the browser's processes that have the page.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { serve } from './server.mjs';

const built = new URL('../../target/web/', import.meta.url);
const { chromium } = createRequire(new URL('test/', built))('playwright-core');
const nodes = Number(process.argv[2] ?? 1_000_000);

/** An SGF of many lines of 50 moves that part at their second and third move. */
function library() {
    const squares = [];
    for (let y = 0; y < 15; y++) for (let x = 0; x < 15; x++) if (x !== 7 || y !== 7) squares.push(String.fromCharCode(97 + x, 97 + y));
    const text = ['(;GM[4]SZ[15]RU[freestyle];B[hh]'];
    let count = 1;
    for (let second = 0; count < nodes; second++) {
        text.push(`(;W[${squares[second]}]`);
        count++;
        for (let third = 0; third < 100 && count < nodes; third++) {
            const line = [];
            for (let move = 0; move < 50 && count < nodes; move++, count++) {
                // No two moves of a line are on one square, and no five follow each other in a row.
                line.push(`;${move % 2 === 0 ? 'B' : 'W'}[${squares[(second + 1 + third + ((move * 37) % 120)) % 224]}]`);
            }
            text.push(`(${line.join('')})`);
        }
        text.push(')');
    }
    text.push(')');
    return [Buffer.from(text.join('')), count];
}

/** Resident memory of a process and of those it started, in bytes. */
function memory(root) {
    const parents = new Map();
    for (const name of readdirSync('/proc').filter(name => /^\d+$/.test(name))) {
        try {
            const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
            parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
        } catch {
            // It has ended.
        }
    }
    const isOurs = pid => pid === root || (parents.has(pid) && isOurs(parents.get(pid)));
    let pages = 0;
    for (const pid of [...parents.keys()].filter(isOurs)) {
        try {
            pages += Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
        } catch {
            // It has ended.
        }
    }
    return pages * Number(execFileSync('getconf', ['PAGESIZE']));
}

const server = await serve(fileURLToPath(new URL('site', built)));
const browser = await chromium.launchServer({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox', '--disable-gpu'] });
const client = await chromium.connect(browser.wsEndpoint());
const page = await client.newPage({ viewport: { width: 1280, height: 860 } });
await page.goto(server.address);
await page.waitForFunction(() => document.querySelector('#status-text').textContent !== 'Loading…');
await page.click('#mode-analyse');
const [buffer, count] = library();
const before = memory(browser.process().pid);
let most = before;
const watch = setInterval(() => (most = Math.max(most, memory(browser.process().pid))), 100);
await page.click('#open-file');
await page.evaluate(() => {
    window.longest = 0;
    new PerformanceObserver(list => list.getEntries().forEach(({ duration }) => (window.longest = Math.max(window.longest, duration)))).observe({ type: 'longtask' });
});
const start = Date.now();
await page.setInputFiles('#file-input', { name: 'large.sgf', mimeType: 'application/x-go-sgf', buffer });
await page.waitForSelector('#file-reading:not([hidden])');
const told = Date.now() - start;
await page.waitForFunction(() => !document.querySelector('#file-dialog').open || document.querySelector('#file-error').textContent !== '', null, { timeout: 300_000 });
const error = await page.textContent('#file-error');
if (error) throw new Error(error);
await page.waitForSelector('#board[aria-busy=false]', { timeout: 300_000 });
const ready = Date.now() - start;
clearInterval(watch);
const longest = await page.evaluate(() => window.longest);
const mb = bytes => Math.round(bytes / 1e6);
console.log(`${count} nodes, ${mb(buffer.length)} MB: told after ${told} ms, on the board after ${(ready / 1000).toFixed(1)} s; the page was busy for ${(longest / 1000).toFixed(1)} s at most; ${mb(before)} MB before, ${mb(most)} MB at most`);
await page.click('#next');
await page.waitForFunction(() => document.querySelector('#count').textContent.startsWith('1 /'));
await client.close();
await browser.close();
server.close();
