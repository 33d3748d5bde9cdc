/** The board in a real browser: `run.sh` builds it and starts this. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { serve } from './server.mjs';

const built = new URL('../../target/web/', import.meta.url);
const { chromium } = createRequire(new URL('test/', built))('playwright-core');
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
const DESKTOP = { viewport: { width: 1280, height: 860 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
const SECONDS = 1000;

let server;
let browser;
/** All requests and errors of all pages. */
const requests = [];
const problems = [];

before(async () => {
    server = await serve(fileURLToPath(new URL('site', built)));
    browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: FLAGS });
});
after(async () => {
    await browser?.close();
    server?.close();
});

/** A test with a page of its own. */
function onPage(name, options, body) {
    test(name, { timeout: 120 * SECONDS }, async () => {
        const context = await browser.newContext(options);
        context.setDefaultTimeout(30 * SECONDS);
        context.on('request', request => requests.push(request.url()));
        const page = await context.newPage();
        page.on('pageerror', error => problems.push(`${name}: ${error.message}`));
        try {
            await page.goto(server.address);
            await body(page, context);
        } finally {
            await context.close();
        }
    });
}

const stones = page => page.locator('#board .stone').count();
const stoneCount = (page, count) => page.waitForFunction(count => document.querySelectorAll('#board .stone').length === count, count);
const status = (page, text) => page.waitForFunction(text => document.querySelector('#status').textContent.includes(text), text);
const ready = page => page.waitForFunction(() => document.querySelector('#status-text').textContent !== 'Loading…');

/** Where a square is on the screen. */
const place = (page, name) =>
    page.evaluate(name => {
        const svg = document.querySelector('#board');
        const height = 15;
        const point = new DOMPoint(name.charCodeAt(0) - 97, height - Number(name.slice(1))).matrixTransform(svg.getScreenCTM());
        return [point.x, point.y];
    }, name);
const click = async (page, name) => page.mouse.click(...(await place(page, name)));
const tap = async (page, name) => page.touchscreen.tap(...(await place(page, name)));

/** Opens a game without a click, as a reload would. */
async function openGame(page, state) {
    await page.evaluate(state => localStorage.setItem('rustgomo.game', JSON.stringify(state)), state);
    await page.goto('about:blank');
    await page.goto(server.address);
    await stoneCount(page, state.ply);
}
const GAME = { rule: 'freestyle', size: '15x15', moves: [], ply: 0, human: 'both', level: 'beginner', mode: 'play' };
const withMoves = (moves, more = {}) => ({ ...GAME, moves, ply: moves.length, ...more });

onPage('a game against the engine by mouse, with hint, take back and resignation', DESKTOP, async page => {
    await page.click('#new-game');
    await page.selectOption('#new-level', 'beginner');
    await page.click('#new-form button[type=submit]');
    await ready(page);
    await click(page, 'h8');
    await stoneCount(page, 2);
    await page.click('#hint');
    await page.waitForSelector('[data-hint]');
    assert.match(await page.textContent('#hint-text'), /^[a-o]\d+: .*win rate \d+ %$/);
    const hint = await page.getAttribute('[data-hint]', 'data-hint');
    await click(page, hint);
    await stoneCount(page, 4);
    await page.click('#take-back');
    await stoneCount(page, 2);
    await click(page, 'h8');
    assert.equal(await stones(page), 2, 'an occupied square');
    await page.click('#resign');
    await status(page, 'Black resigned');
    await click(page, 'a1');
    assert.equal(await stones(page), 2, 'the game is over');
    await page.click('#new-game');
    await page.check('input[name=color][value=white]');
    await page.click('#new-form button[type=submit]');
    await stoneCount(page, 1);
});

onPage('a game by touch on a phone, to the five', PHONE, async page => {
    for (const width of [320, 390]) {
        await page.setViewportSize({ width, height: 844 });
        for (const mode of ['#mode-analyse', '#mode-play']) {
            await page.click(mode);
            const taken = await page.evaluate(() => document.documentElement.scrollWidth);
            assert.ok(taken <= width, `nothing is wider than the phone: ${taken} of ${width}`);
        }
    }
    await openGame(page, withMoves(['h8', 'a1', 'i8', 'a2', 'j8', 'a3', 'k8', 'a4']));
    await ready(page);
    await tap(page, 'l8');
    await status(page, 'wins');
    assert.equal(await page.locator('#board .row').count(), 5);
});

onPage('the keyboard plays, and what happens is announced', DESKTOP, async page => {
    await openGame(page, GAME);
    await ready(page);
    await page.focus('#board');
    await page.keyboard.press('Enter');
    await stoneCount(page, 1);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowUp');
    await page.waitForFunction(() => document.querySelector('#announce').textContent === 'i9, empty');
    await page.keyboard.press('Enter');
    await stoneCount(page, 2);
    assert.deepEqual(await page.locator('#moves button').allTextContents(), ['h8', 'i9']);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowDown');
    await page.waitForFunction(() => document.querySelector('#announce').textContent === 'h8, black stone 1');
    await page.focus('#new-game');
    await page.keyboard.press('ArrowLeft');
    await stoneCount(page, 1);
    assert.equal(await page.textContent('#count'), '1 / 2');
});

onPage('renju marks forbidden points with their reason and refuses them', DESKTOP, async page => {
    await openGame(page, withMoves(['h8', 'a1', 'h9', 'a2', 'i10', 'a3', 'j10', 'a5'], { rule: 'renju' }));
    await page.waitForSelector('[data-foul=h10]', { state: 'attached' });
    await page.mouse.move(...(await place(page, 'h10')));
    await status(page, 'h10 is forbidden: double three (');
    assert.equal(await page.locator('#board .cause').count(), 4);
    await click(page, 'h10');
    await page.waitForSelector('#notice:not([hidden])');
    assert.equal(await stones(page), 8);
});

onPage('analysis shows lines, plays them out under the pointer, and stops at once', DESKTOP, async page => {
    await openGame(page, withMoves(['h8', 'i9'], { mode: 'analyse' }));
    await page.selectOption('#line-count', '4');
    await page.click('#think');
    await page.waitForFunction(() => document.querySelectorAll('#lines li').length === 4 && /Depth\s[5-9]/.test(document.querySelector('#figures').textContent));
    assert.match(await page.textContent('#figures'), /^Depth\s\d+\/\d+ · [\d.]+(\s[kM])?\snodes · \d+\skn\/s$/);
    assert.equal(await page.locator('[data-candidate]').count(), 4);
    const before = Date.now();
    await page.click('#think');
    assert.equal(await page.textContent('#think'), 'Start');
    assert.ok(Date.now() - before < 1000);
    const figures = await page.textContent('#figures');
    assert.match(figures, /^Depth/);
    await page.waitForTimeout(500);
    assert.equal(await page.textContent('#figures'), figures);
    await page.hover('#lines li:nth-child(2) .pv button:nth-child(3)');
    await page.waitForFunction(() => document.querySelectorAll('#board .preview').length === 3);
    await page.mouse.move(5, 5);
    await page.waitForFunction(() => document.querySelectorAll('#board .preview').length === 0);
    // A move while it thinks: the new position is analysed.
    await page.click('#think');
    await page.waitForSelector('#lines li');
    await click(page, 'a1');
    await stoneCount(page, 3);
    await page.waitForFunction(() => document.querySelectorAll('#lines li').length === 4);
    assert.equal(await page.textContent('#think'), 'Stop');
    await page.click('#undo');
    await stoneCount(page, 2);
});

onPage('a reload in the middle of a search keeps the game, and the search begins again', DESKTOP, async page => {
    await openGame(page, withMoves(['h8', 'i9'], { human: 'black', level: 'full' }));
    await ready(page);
    await click(page, 'j8');
    await status(page, 'thinking');
    await page.reload();
    await stoneCount(page, 3);
    await stoneCount(page, 4);
    assert.match(new URL(page.url()).hash, /^#freestyle\/15x15\/h8i9j8[a-o]\d+$/);
});

onPage('the link opens its position; one that is none changes nothing', DESKTOP, async page => {
    await openGame(page, withMoves(['h8', 'i9']));
    const open = hash => page.evaluate(hash => (location.hash = hash), hash);
    for (const hash of ['#renju/15x15/h8h8', '#renju/99x99/h8', '#<script>alert(1)</script>', '#chess/15x15/h8', `#renju/15x15/${'h8'.repeat(9999)}`]) {
        await open(hash);
        await page.waitForSelector('#notice:not([hidden])');
        await stoneCount(page, 2);
        await page.evaluate(() => (document.querySelector('#notice').hidden = true));
    }
    await open('#renju/15x15/h8i9j10');
    await stoneCount(page, 3);
    await page.waitForSelector('#analysis-panel:not([hidden])');
    assert.equal(await page.inputValue('#rule'), 'renju');
});

onPage('records are read, and refused with a sentence', DESKTOP, async page => {
    await page.click('#open-file');
    await page.fill('#file-text', '<img src=x onerror=alert(1)>');
    await page.click('#file-open');
    await page.waitForFunction(() => document.querySelector('#file-error').textContent.includes('expected moves such as h8 i9'));
    await page.fill('#file-text', '(;GM[4]SZ[15]RU[renju];B[hh];W[ig];B[ih])');
    await page.click('#file-open');
    await stoneCount(page, 3);
    assert.match(new URL(page.url()).hash, /^#renju\/15x15\/h8i9i8$/);
    await page.click('#open-share');
    for (const format of ['sgf', 'psq', 'lib', 'text']) {
        const [download] = await Promise.all([page.waitForEvent('download'), page.click(`[data-format=${format}]`)]);
        assert.equal(download.suggestedFilename(), `game.${format === 'text' ? 'txt' : format}`);
    }
});

onPage('workers that are lost are started again', DESKTOP, async page => {
    await openGame(page, withMoves(['h8', 'i9'], { human: 'black' }));
    await ready(page);
    await click(page, 'j8');
    await stoneCount(page, 4);
    // Both end without an event.
    for (const worker of page.workers()) await worker.evaluate(() => self.close()).catch(() => undefined);
    await page.click('#take-back');
    await stoneCount(page, 2);
    await status(page, 'Your move');
    await page.waitForTimeout(6 * SECONDS);
    await click(page, 'j8');
    await stoneCount(page, 4);
});

onPage('an engine that traps in its search is started again and answers', { ...DESKTOP, serviceWorkers: 'block' }, async page => {
    let broken = 0;
    await page.route('**/worker.js', async route => {
        const response = await route.fetch();
        const script = await response.text();
        const trap = "analyse: () => { throw new WebAssembly.RuntimeError('unreachable'); }, was: (id, ";
        await route.fulfill({ contentType: 'text/javascript', body: broken-- > 0 ? script.replace('analyse: (id, ', trap) : script });
    });
    await openGame(page, withMoves(['h8', 'a1', 'h9', 'a2', 'i10', 'a3', 'j10', 'a5'], { rule: 'renju', human: 'black' }));
    // The worker for rules is loaded; the next one searches.
    await page.waitForSelector('[data-foul=h10]', { state: 'attached' });
    broken = 1;
    await click(page, 'h7');
    await page.waitForSelector('#notice:not([hidden])');
    assert.equal(await page.textContent('#notice'), 'The engine failed and was started again.');
    await stoneCount(page, 10);
    assert.ok(broken < 0);
});

onPage('the whole game is reviewed, its mistakes with better moves', DESKTOP, async page => {
    const moves = ['h8', 'a1', 'i8', 'a2', 'j8', 'a15', 'k8', 'o1', 'l8'];
    await openGame(page, withMoves(moves, { mode: 'analyse' }));
    await page.click('#review');
    await page.waitForFunction(() => document.querySelector('#review').textContent === 'Review again');
    const found = await page.locator('#mistakes b').allTextContents();
    assert.ok(found.some(text => /^2\. a1 \?/.test(text)), found.join());
    await page.click('#mistakes li:first-child button');
    await page.waitForSelector('[data-hint]');
    assert.equal(await page.textContent('#count'), '1 / 9');
});

onPage('why not here: a move is refuted', DESKTOP, async page => {
    await openGame(page, withMoves(['h8', 'a1', 'i8', 'a2', 'j8'], { mode: 'analyse' }));
    await ready(page);
    await page.click('#why');
    await click(page, 'o15');
    await page.waitForFunction(() => /^o15: loses in \d+ moves?, instead of /.test(document.querySelector('#why-text').textContent));
    assert.equal(await stones(page), 5, 'nothing was played');
    assert.equal(await page.locator('#board .preview').count(), 3);
    assert.equal(await page.textContent('#why-line .pv button'), 'o15');
    await click(page, 'g8');
    await stoneCount(page, 6);
    assert.ok(await page.isHidden('#why-result'));
});

onPage('a proved win is walked through to the five, against any reply', DESKTOP, async page => {
    await openGame(page, withMoves(['h8', 'a1', 'h9', 'a15', 'i7', 'o1', 'j7', 'o15'], { mode: 'analyse' }));
    await ready(page);
    await page.click('#prove');
    await page.waitForFunction(() => /^Black wins by force, in at most \d+ moves?\.$/.test(document.querySelector('#proof-title').textContent));
    await page.waitForSelector('[data-hint]');
    await page.click('#proof-tree button');
    await stoneCount(page, 9);
    await page.waitForFunction(() => /^White /.test(document.querySelector('#proof-step').textContent));
    // Replies that are not in the tree: the answer comes all the same.
    for (const reply of ['b1', 'c1', 'd1', 'e1', 'f1', 'b15', 'c15']) {
        const before = await stones(page);
        await click(page, reply);
        await page.waitForFunction(count => document.querySelectorAll('#board .stone').length === count, before + 2);
        await page.waitForFunction(() => document.querySelector('#proof-step').textContent !== '');
        if (await page.locator('#board .row').count()) break;
    }
    assert.equal(await page.locator('#board .row').count(), 5);
    assert.equal(await page.textContent('#proof-step'), 'The proof ends here.');
    await page.click('#proof-close');
    assert.ok(await page.isHidden('#proof-result'));
    await page.click('#clear');
    await stoneCount(page, 0);
    await click(page, 'h8');
    await stoneCount(page, 1);
    await page.click('#prove');
    await page.waitForFunction(() => document.querySelector('#proof-title').textContent.startsWith('No win of white'));
});

onPage('pictures of the board and of the game', DESKTOP, async page => {
    await openGame(page, withMoves(['h8', 'i9', 'j10'], { mode: 'analyse' }));
    await page.click('#open-share');
    const files = {};
    for (const kind of ['svg', 'png', 'game']) {
        const [download] = await Promise.all([page.waitForEvent('download'), page.click(`[data-picture=${kind}]`)]);
        files[kind] = await readFile(await download.path());
    }
    assert.deepEqual([...files.png.subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
    assert.ok(files.png.length > 20_000, 'it shows something');
    assert.ok(!/ class=| style=|var\(/.test(files.svg.toString()));
    assert.equal(files.game.toString().match(/<animate /g)?.length, 3);
});

onPage('the page speaks the language of the browser, or another one that is chosen', { ...DESKTOP, locale: 'ru-RU' }, async page => {
    await ready(page);
    assert.equal(await page.textContent('#new-game'), 'Новая игра');
    await openGame(page, withMoves(['h8', 'a1', 'i8', 'a2', 'j8'], { mode: 'analyse' }));
    await page.click('#why');
    await click(page, 'o15');
    await page.waitForFunction(() => /^o15: проигрыш за \d+ ход(а|ов)?, а /.test(document.querySelector('#why-text').textContent));
    await page.selectOption('#language', 'zh');
    await status(page, '轮到白方');
    assert.equal(await page.getAttribute('html', 'lang'), 'zh');
    await page.reload();
    await status(page, '轮到白方');
    for (const language of ['en', 'zh', 'ja', 'ko', 'ru', 'vi', 'cs', 'et']) {
        await page.selectOption('#language', language);
        for (const width of [320, 390, 1280]) {
            await page.setViewportSize({ width, height: 860 });
            for (const mode of ['#mode-play', '#mode-analyse']) {
                await page.click(mode);
                const taken = await page.evaluate(() => document.documentElement.scrollWidth);
                assert.ok(taken <= width, `${language} fits: ${taken} of ${width}`);
            }
        }
    }
});

onPage('a puzzle is solved, and a move that throws the win away is reported', DESKTOP, async page => {
    // Open threes of both sides: black must go on at once.
    const moves = ['h8', 'd3', 'i8', 'd4', 'j8', 'd5'];
    await openGame(page, withMoves(moves, { human: 'black', puzzle: { number: 0, base: 6 } }));
    await ready(page);
    const text = pattern => page.waitForFunction(pattern => new RegExp(pattern).test(document.querySelector('#puzzle-text').textContent), pattern);
    await text('^Black to move and win');
    assert.ok(await page.isDisabled('#take-back'));
    await click(page, 'o1');
    await text('slip');
    assert.equal(await stones(page), 7, 'the engine waits');
    await page.click('#take-back');
    await stoneCount(page, 6);
    await click(page, 'k8');
    await stoneCount(page, 8);
    await click(page, (await page.locator('#moves button').last().textContent()) === 'g8' ? 'l8' : 'g8');
    await text('^Solved!');
    await page.click('#puzzle');
    await page.waitForFunction(() => document.querySelector('#puzzle-text').textContent !== 'Solved!');
    await text('to move and win');
    assert.ok((await stones(page)) > 6);
    await page.click('#new-game');
    await page.click('#new-form button[type=submit]');
    await page.waitForSelector('#puzzle-text', { state: 'hidden' });
});

onPage('a game embedded in another page is stepped through, and keeps nothing', DESKTOP, async page => {
    await openGame(page, withMoves(['a1']));
    await page.goto(`${server.address}?embed#renju/15x15/h8i9j10`);
    await stoneCount(page, 3);
    assert.ok(await page.isHidden('header'));
    assert.ok(await page.isHidden('aside'));
    await page.click('#previous');
    await stoneCount(page, 2);
    assert.equal(await page.getAttribute('#whole', 'href'), `${server.address}#renju/15x15/h8i9j10`);
    await page.goto('about:blank');
    await page.goto(server.address);
    await stoneCount(page, 1);
    await page.click('#open-share');
    assert.match(await page.inputValue('#share-embed'), /^<iframe src="http:[^"]*\/\?embed#freestyle\/15x15\/a1"/);
});

onPage('a damaged network is reported, and fetched again for the next move', { ...DESKTOP, serviceWorkers: 'block' }, async page => {
    let fetched = 0;
    await page.route('**/networks/freestyle.rgn', route => (fetched++ === 0 ? route.fulfill({ body: 'no network' }) : route.continue()));
    await openGame(page, withMoves(['h8', 'i9'], { human: 'black' }));
    await ready(page);
    await click(page, 'j8');
    await page.waitForSelector('#notice:not([hidden])');
    assert.match(await page.textContent('#notice'), /^The network could not be loaded/);
    await stoneCount(page, 4);
    await page.evaluate(() => (document.querySelector('#notice').hidden = true));
    await click(page, 'a1');
    await stoneCount(page, 6);
    assert.equal(fetched, 2);
    assert.ok(await page.isHidden('#notice'));
});

onPage('it works without a network after the first visit', DESKTOP, async (page, context) => {
    await openGame(page, withMoves(['h8', 'i9'], { human: 'black' }));
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await ready(page);
    await click(page, 'j8');
    await stoneCount(page, 4);
    await context.setOffline(true);
    await page.reload();
    await stoneCount(page, 4);
    await status(page, 'Your move');
    await click(page, 'a1');
    await stoneCount(page, 6);
});

onPage('a depth takes the same nodes as natively', DESKTOP, async page => {
    const positions = JSON.parse(await readFile(new URL('nodes.json', import.meta.url), 'utf8'));
    const nodes = await page.evaluate(async positions => {
        const { default: init, Engine } = await import(new URL('engine/engine.js', location.href).href);
        const wasm = await (await fetch('engine/engine_bg.wasm')).arrayBuffer();
        await init({ module_or_path: wasm });
        const counts = [];
        for (const { rule, size, moves, depth } of positions) {
            const engine = new Engine(16);
            const network = await (await fetch(`networks/${rule}.rgn`)).arrayBuffer();
            engine.insertNetwork(new Uint8Array(network));
            const report = engine.analyse(rule, size, moves, JSON.stringify({ depth }), { report: () => undefined });
            counts.push(JSON.parse(report).nodes);
            engine.free();
        }
        return counts;
    }, positions);
    assert.deepEqual(nodes, positions.map(position => position.nodes));
});

onPage('dark follows the system, and the button overrides it', { ...DESKTOP, colorScheme: 'dark' }, async page => {
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await paper();
    assert.match(dark, /^rgb\((1|2|3)\d, /);
    await page.click('#theme');
    const light = await paper();
    assert.notEqual(light, dark);
    await page.reload();
    assert.equal(await paper(), light);
});

for (const colorScheme of ['light', 'dark']) {
    onPage(`axe finds no accessibility violations, ${colorScheme}`, { ...DESKTOP, colorScheme }, async page => {
        const axe = await readFile(new URL('test/node_modules/axe-core/axe.min.js', built), 'utf8');
        await openGame(page, withMoves(['h8', 'a1', 'h9', 'a2', 'i10', 'a3', 'j10', 'a5'], { rule: 'renju', mode: 'analyse' }));
        await page.check('#show-threats');
        await page.click('#think');
        await page.waitForSelector('#lines li');
        await page.click('#think');
        await page.evaluate(axe);
        const faults = async () => {
            const { violations } = await page.evaluate(() => axe.run());
            assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`), []);
        };
        await faults();
        await page.click('#mode-play');
        await faults();
        await page.click('#new-game');
        await faults();
    });
}

test('no request leaves the host, and no page fails', () => {
    const foreign = requests.filter(url => !url.startsWith(server.address) && !/^(blob|data|about):/.test(url));
    assert.deepEqual(foreign, []);
    assert.ok(requests.length > 20);
    assert.deepEqual(problems, []);
});
