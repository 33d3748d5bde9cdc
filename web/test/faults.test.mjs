/** What four people found wrong with the board: each test failed before it was mended. */
import assert from 'node:assert/strict';
import { splitMoves } from '../page/shared/squares.js';
import { click, DESKTOP, download, holder, notice, onPage, openGame, openText, openTools, paste, PHONE, ready, reload, says, server, settled, status, stoneCount, stones, withMoves } from './browser.mjs';

const ANALYSED = { mode: 'analyse' };
const text = (page, id) => page.textContent(`#${id}`);
/** Open threes of both sides: black must go on at once. */
const OPEN_THREES = ['h8', 'd3', 'i8', 'd4', 'j8', 'd5'];

onPage('losing moves have a colour of their own', DESKTOP, async page => {
    // White must stop a four.
    await openGame(page, withMoves(['h8', 'g8', 'i8', 'a1', 'j8', 'a2', 'k8'], ANALYSED));
    await page.selectOption('#line-count', '10');
    await page.click('#think');
    await page.waitForSelector('.candidate.loss');
    await page.waitForSelector('.score.loss');
    const fill = await page.evaluate(() => getComputedStyle(document.querySelector('.candidate.loss circle')).fill);
    assert.equal(fill, 'rgb(124, 45, 96)');
});

onPage('nodes, speed and time go on while a long iteration runs', DESKTOP, async page => {
    await openGame(page, withMoves(['h8', 'i9', 'i8', 'g8'], ANALYSED));
    await page.click('#think');
    await says(page, 'figures', /Depth\s1\d/);
    await page.evaluate(() => {
        window.seen = new Map();
        new MutationObserver(() => {
            const [, depth, nodes] = /Depth\s(\S+) · (.+?)\snodes/.exec(document.querySelector('#figures').textContent) ?? [];
            if (depth) window.seen.set(depth, (window.seen.get(depth) ?? new Set()).add(nodes));
        }).observe(document.querySelector('#figures'), { childList: true });
    });
    await page.waitForFunction(() => [...window.seen.values()].some(nodes => nodes.size >= 4));
    assert.match(await text(page, 'figures'), /kn\/s · [\d.]+\ss$/);
});

onPage('a wrong move of a puzzle is told, also after a reload, and can be taken back', DESKTOP, async page => {
    await openGame(page, withMoves(OPEN_THREES, { human: 'black', puzzle: { number: 0, base: 6 } }));
    await status(page, 'Black to move and win.');
    await click(page, 'o1');
    await status(page, 'lets the win slip');
    await reload(page);
    await status(page, 'lets the win slip');
    await click(page, 'c3');
    await notice(page, 'lets the win slip');
    assert.equal(await stones(page), 7);
    await page.click('#take-back');
    await stoneCount(page, 6);
    await status(page, 'Black to move and win.');
});

onPage('the engine says which colour it takes', DESKTOP, async page => {
    await ready(page);
    await page.click('#new-game');
    await page.click('#new-more summary');
    await page.selectOption('#new-opening', 'swap');
    await page.click('#new-form button[type=submit]');
    for (const [index, square] of ['h8', 'i9', 'a1'].entries()) {
        await status(page, 'Put stone');
        await click(page, square);
        // Behind the last one it answers.
        if (index < 2) await stoneCount(page, index + 1);
    }
    // It has white, and says so until the user moves.
    await stoneCount(page, 4);
    await status(page, 'RustGomo: I play white. Your move');
    await click(page, 'h9');
    await page.waitForFunction(() => !document.querySelector('#status').textContent.includes('I play'));
    // It says nothing in the next game.
    await page.click('#new-game');
    await page.selectOption('#new-opening', '');
    await page.check('input[name=color][value=both]');
    await page.click('#new-form button[type=submit]');
    await stoneCount(page, 0);
    for (const [index, square] of ['h8', 'i9', 'a1'].entries()) {
        await click(page, square);
        await stoneCount(page, index + 1);
    }
    assert.equal(await text(page, 'status-text'), 'White to move');
});

onPage('a finished game is not searched, and the gauge shows who won', DESKTOP, async page => {
    await openGame(page, withMoves(['h8', 'a1', 'i8', 'a2', 'j8', 'a3', 'k8', 'a5', 'l8'], ANALYSED));
    await ready(page);
    for (const id of ['think', 'heat', 'prove', 'why']) assert.ok(await page.isDisabled(`#${id}`), id);
    assert.equal(await text(page, 'think'), 'Start');
    assert.equal(await page.getAttribute('#gauge', 'aria-label'), 'Win rate of black: 100 %');
});

onPage('a file at an address is opened with all that it holds', { ...DESKTOP, serviceWorkers: 'block' }, async page => {
    await page.route('**/games/one.sgf', route => route.fulfill({ body: '(;GM[4]SZ[15]RU[renju]PB[Ann]PW[Bo]EV[Cup]DT[2020];B[hh]C[first](;W[ig])(;W[ih]))' }));
    await page.goto(`${server.address}?game=games/one.sgf`);
    await says(page, 'game-title', /^Ann – Bo · Cup · 2020$/);
    await page.waitForFunction(() => document.querySelectorAll('#moves button').length === 3);
    await page.click('#next');
    await stoneCount(page, 1);
    assert.equal(await page.inputValue('#comment'), 'first');
    await page.goto(`${server.address}?game=games/none.sgf`);
    await notice(page, 'the host answers 404');
});

onPage('a link and an embedded board hold variations, comments and names', DESKTOP, async (page, context) => {
    await ready(page);
    await openText(page, '(;GM[4]SZ[15]RU[renju]PB[Ann]PW[Bo];B[hh]C[first](;W[ig]C[second])(;W[ih]))');
    await says(page, 'game-title', /^Ann – Bo$/);
    await page.click('#open-share');
    await page.waitForFunction(() => document.querySelector('#share-link').value.includes('#t/'));
    const link = await page.inputValue('#share-link');
    assert.ok(link.length < 2000 && link.includes('#t/'), link);
    assert.ok(await page.isHidden('#share-line'));
    const frame = /src="([^"]+)"/.exec(await page.inputValue('#share-embed'))[1];
    const other = await context.newPage();
    await other.goto(link);
    await says(other, 'game-title', /^Ann – Bo$/);
    await other.waitForFunction(() => document.querySelectorAll('#moves button').length === 3);
    await other.click('#moves button:text-is("i9")');
    await other.waitForFunction(() => document.querySelector('#comment').value === 'second');
    await other.goto(`${server.address}icon.svg`);
    await other.goto(frame);
    await stoneCount(other, 1);
    assert.equal(await text(other, 'whole-comment'), 'first');
    assert.ok(await other.isVisible('#game-title'));
    await other.goto(`${server.address}icon.svg`);
    await other.goto(`${server.address}#t/AAAA`);
    await notice(other, 'This link has no position.');
});

onPage('a tree that is too long for a link is not left out in silence', DESKTOP, async page => {
    await ready(page);
    const comment = Array.from({ length: 4000 }, (_, index) => String.fromCharCode(0x4e00 + ((index * 7919) % 20000))).join('');
    await openText(page, `(;GM[4]SZ[15];B[hh]C[${comment}];W[ii])`);
    await stoneCount(page, 2);
    await page.click('#open-share');
    await page.waitForSelector('#share-line');
    assert.match(await page.inputValue('#share-link'), /#freestyle\/15x15\/h8i7$/);
});

onPage('names, event and date are edited, kept and written', DESKTOP, async page => {
    await openGame(page, withMoves(['h8', 'i9'], ANALYSED));
    await openTools(page);
    await page.click('#open-about');
    for (const [id, value] of Object.entries({ black: 'Ann', white: 'Bo', event: 'Cup', date: '2020' })) await page.fill(`#about-${id}`, value);
    await page.click('#about-form button[type=submit]');
    await reload(page);
    await says(page, 'game-title', /^Ann – Bo · Cup · 2020$/);
    await page.click('#open-share');
    const sgf = await download(page, '[data-format=sgf]');
    assert.equal(sgf.name, 'Ann-Bo.sgf');
    assert.match(sgf.bytes.toString(), /PB\[Ann\]PW\[Bo\][^]*DT\[2020\]EV\[Cup\]/);
    assert.match((await download(page, '[data-format=psq]')).bytes.toString(), /Ann[^]*Bo/);
});

onPage('a RenLib file is opened under renju, and what it cannot hold is told', DESKTOP, async page => {
    await ready(page);
    const bytes = Buffer.from('ff52656e4c6962ff03000000000000000000000078007900'.replace(/^(.{40})/, '$1'), 'hex');
    await page.click('#open-file');
    await page.setInputFiles('#file-input', { name: 'a.lib', mimeType: 'application/octet-stream', buffer: bytes });
    await stoneCount(page, 2);
    await notice(page, 'RenLib files name no rule: read as Renju.');
    assert.equal(await page.inputValue('#rule'), 'renju');
    await page.click('[data-tool=triangle]');
    await click(page, 'c3');
    await page.click('[data-tool=letter]');
    await click(page, 'd3');
    await page.click('[data-tool=letter]');
    await page.click('#open-share');
    await download(page, '[data-format=lib]');
    await says(page, 'share-error', /marks/);
    await says(page, 'share-error', /letters become variations/);
});

onPage('a review survives a reload, shows its signs, and becomes part of the game', DESKTOP, async page => {
    await openGame(page, withMoves(['h8', 'i9', 'i8', 'a2', 'a15', 'j8'], ANALYSED));
    await page.click('#review');
    await says(page, 'review', /^Review again$/);
    const mistakes = await page.locator('#mistakes li').count();
    assert.ok(mistakes > 0);
    assert.equal(await page.locator('#moves li[data-sign]').count(), mistakes);
    assert.equal(await page.locator('#review-counts p').count(), 2);
    await reload(page);
    await says(page, 'review', /^Review again$/);
    assert.equal(await page.locator('#mistakes li').count(), mistakes);
    assert.match(await page.getAttribute('#gauge', 'aria-label'), /\d %$/, 'the gauge follows the review');
    await page.click('#review-write');
    await page.waitForFunction(() => document.querySelectorAll('#moves .variation').length > 0);
    await page.click('#open-share');
    const { bytes } = await download(page, '[data-format=sgf]');
    assert.match(bytes.toString(), /(BM\[[12]\]|DO\[\])/);
    assert.match(bytes.toString(), /C\[\?[?!]? (Black|White): \d+ % /);
});

onPage('a proved line is written to its end, and no depth is above the deepest ply', DESKTOP, async page => {
    await ready(page);
    const moves = await page.evaluate(async () => {
        const lines = (await (await fetch('puzzles.txt')).text()).split('\n').map(line => line.trim().split(/\s+/));
        return lines.filter(([rule, size, plies]) => rule === 'freestyle' && size === '15x15' && Number(plies) >= 19)[0].slice(3);
    });
    await openGame(page, withMoves(moves, ANALYSED));
    await page.click('#think');
    await page.waitForSelector('#lines .score.win');
    await page.waitForFunction(() => document.querySelectorAll('#lines li:first-child button').length > 16);
    for (const details of await page.locator('#lines .details').allTextContents()) {
        const [, depth, deepest] = /depth (\d+)\/(\d+)/.exec(details);
        assert.ok(Number(deepest) >= Number(depth), details);
    }
});

onPage('where the search is done the button says Start', DESKTOP, async page => {
    await openGame(page, withMoves(['h8', 'a1', 'i8', 'a2', 'j8', 'a3', 'k8', 'a5'], ANALYSED));
    await page.selectOption('#line-count', '1');
    await page.click('#think');
    await says(page, 'figures', /done$/);
    assert.equal(await text(page, 'think'), 'Start');
    // The next position is searched all the same.
    await page.click('#first');
    await says(page, 'think', /^Stop$/);
});

onPage('a high board fits the page', DESKTOP, async page => {
    await openGame(page, { ...withMoves(['c3']), size: '5x22' });
    const { height } = await page.locator('#board').boundingBox();
    assert.ok(height <= DESKTOP.viewport.height, String(height));
    await click(page, 'c20');
    await page.waitForSelector('[data-square=c20]');
});

onPage('in the dark black is dark and the gauge has an edge', { ...DESKTOP, colorScheme: 'dark' }, async page => {
    await openGame(page, withMoves(['h8', 'i9'], ANALYSED));
    await page.waitForSelector('#moves button.black');
    const light = color => Math.max(...color.match(/\d+/g).slice(0, 3).map(Number));
    const ring = await page.evaluate(() => getComputedStyle(document.querySelector('#moves button.black'), '::before').boxShadow);
    assert.ok(light(ring) < 110, ring);
    const edge = await page.evaluate(() => getComputedStyle(document.querySelector('#gauge')).borderTopColor);
    assert.ok(light(edge) > 110, edge);
});

onPage('links are imported, and what is pasted onto the page', DESKTOP, async page => {
    await ready(page);
    await openText(page, `${server.address}#renju/15x15/h8i9/j10`);
    await stoneCount(page, 2);
    assert.equal(await page.inputValue('#rule'), 'renju');
    await openText(page, 'https://gomocalc.com/#/h8g9i7j6');
    await stoneCount(page, 4);
    await paste(page, 'h8 i9 j10 k11 l12');
    await stoneCount(page, 5);
    await page.waitForSelector('#file-dialog', { state: 'hidden' });
});

onPage('an import that is given up while it is read changes nothing', { ...DESKTOP, serviceWorkers: 'block' }, async page => {
    const hold = await holder(page, 'read');
    await openGame(page, withMoves(['h8', 'i9']));
    await ready(page);
    const release = hold();
    await openText(page, '(;GM[4]SZ[15];B[hh];W[ig];B[ii])');
    await page.waitForSelector('#file-reading:not([hidden])');
    await page.click('#file-cancel');
    release();
    // The next answer of the worker comes behind what it read.
    await page.keyboard.press('ArrowLeft');
    await stoneCount(page, 1);
    await page.keyboard.press('ArrowRight');
    await stoneCount(page, 2);
    assert.ok(await page.isVisible('#play-panel'));
    // The next one is read.
    await openText(page, '(;GM[4]SZ[15];B[hh];W[ig];B[ii];W[aa])');
    await stoneCount(page, 4);
});

onPage('a large import says that it runs', DESKTOP, async page => {
    await ready(page);
    const branch = index => `(;W[${'abcdefghijklmno'[index % 15]}${'abcdefg'[Math.floor(index / 15) % 7]}];B[aa]C[${index}])`;
    const file = `(;GM[4]SZ[15];B[ho]${Array.from({ length: 15 * 7 - 1 }, (_, index) => branch(index + 1)).join('').repeat(400)})`;
    await page.click('#open-file');
    await page.evaluate(() => {
        window.wasShown = false;
        new MutationObserver(() => (window.wasShown ||= !document.querySelector('#file-reading').hidden)).observe(document.querySelector('#file-reading'), { attributes: true });
    });
    await page.setInputFiles('#file-input', { name: 'a.sgf', mimeType: 'text/plain', buffer: Buffer.from(file) });
    await page.waitForSelector('#file-dialog', { state: 'hidden' });
    assert.ok(await page.evaluate(() => window.wasShown));
    assert.ok(await page.isHidden('#file-reading'));
});

onPage('after a resignation Take back takes that back alone, and a move that was taken back comes back', DESKTOP, async page => {
    await openGame(page, withMoves(['h8', 'i9', 'j10', 'k11'], { human: 'both' }));
    await page.click('#resign');
    await status(page, 'resigned');
    await page.click('#take-back');
    await status(page, 'Black to move');
    assert.equal(await stones(page), 4);
    await page.click('#take-back');
    await stoneCount(page, 3);
    await page.click('#notice button');
    await stoneCount(page, 4);
    // A running game is not lost by a click.
    await page.click('#new-game');
    await page.click('#new-form button[type=submit]');
    await page.waitForSelector('#replaced:not([hidden])');
    await page.click('#bring-back');
    await stoneCount(page, 4);
});

onPage('a click at an earlier move of a game says so', DESKTOP, async page => {
    await openGame(page, withMoves(['h8', 'i9', 'j10', 'k11']));
    await page.click('#previous');
    await stoneCount(page, 3);
    await click(page, 'a1');
    await page.waitForSelector('#notice button');
    assert.equal(await stones(page), 3);
    await page.click('#notice button');
    await stoneCount(page, 4);
});

onPage('quick steps with the analysis on start no crowd of engines, and no depth is lost on the way back', DESKTOP, async page => {
    const moves = splitMoves('h8i9i8g8h10h9g7j10f6e5g9f8');
    await openGame(page, withMoves(moves, ANALYSED));
    await page.click('#think');
    await says(page, 'figures', /Depth\s(9|1\d)/);
    const depth = async () => Number(/Depth\s(\d+)/.exec(await text(page, 'figures'))[1]);
    const before = await depth();
    let started = 0;
    page.on('worker', () => started++);
    await page.evaluate(() => {
        for (let step = 0; step < 10; step++) document.querySelector('#previous').click();
        for (let step = 0; step < 10; step++) document.querySelector('#next').click();
    });
    await settled(page);
    await says(page, 'figures', /Depth/);
    assert.ok((await depth()) >= before);
    await page.waitForTimeout(500);
    assert.ok(started <= 1, `${started} workers`);
});

onPage('errors of the engine are in the language of the page', DESKTOP, async page => {
    await ready(page);
    await page.selectOption('#language', 'cs');
    await page.waitForSelector('html[lang=cs]');
    await openText(page, 'h8 h8');
    await says(page, 'file-error', /pole není volné/);
});

onPage('no button lies in the title of an opening list', DESKTOP, async page => {
    await openGame(page, withMoves(['h8', 'a1', 'i8', 'c1', 'h9', 'e1', 'i10', 'a3', 'h7'], ANALYSED));
    await page.click('#prove');
    await page.waitForSelector('#proof-tree summary');
    assert.equal(await page.locator('summary button').count(), 0);
});

onPage('nothing hovers where there is no pointer', PHONE, async page => {
    await ready(page);
    const stray = await page.evaluate(() => {
        const rules = (list, isInside) => [...list].flatMap(rule => (rule.cssRules ? rules(rule.cssRules, isInside || /hover/.test(rule.conditionText ?? '')) : !isInside && rule.selectorText?.includes(':hover') ? [rule.selectorText] : []));
        return [...document.styleSheets].flatMap(sheet => rules(sheet.cssRules, false));
    });
    assert.deepEqual(stray, []);
});
