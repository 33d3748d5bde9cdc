/** What the analysis shows while it runs, and what it keeps to itself. Each test failed before it was mended. */
import assert from 'node:assert/strict';
import { splitMoves } from '../page/shared/squares.js';
import { click, DESKTOP, onPage, openGame, openTools, ready, says, settled, stoneCount, withMoves } from './browser.mjs';

const ANALYSED = { mode: 'analyse' };

onPage('nodes and time never fall, also where the first line is proved', DESKTOP, async page => {
    await openGame(page, withMoves(splitMoves('h8h9i7g9i9i8j8g11f12'), { ...ANALYSED, rule: 'renju' }));
    await page.evaluate(() => {
        window.seconds = [];
        new MutationObserver(() => {
            const found = / ([\d.]+)\ss/.exec(document.querySelector('#figures').textContent)?.[1];
            if (found) window.seconds.push(Number(found));
        }).observe(document.querySelector('#figures'), { childList: true });
    });
    await page.click('#think');
    await page.waitForFunction(() => window.seconds.at(-1) > 3);
    await page.click('#think');
    const seconds = await page.evaluate(() => window.seconds);
    assert.deepEqual(seconds, seconds.toSorted((a, b) => a - b));
    assert.match(await page.textContent('#figures'), /\d\s[kM]\snodes/);
});

onPage('limits and ranges have results of their own', DESKTOP, async page => {
    await openGame(page, withMoves(splitMoves('h8i9j10i7i8h10'), ANALYSED));
    await page.click('#think');
    await says(page, 'figures', /Depth\s(9|1\d)/);
    await page.click('#think');
    await openTools(page);
    await page.selectOption('#limit', 'depth');
    await page.fill('#limit-amount', '4');
    await page.locator('#limit-amount').blur();
    await page.click('#think');
    await says(page, 'figures', /^Depth\s4\/.* done$/);
    await page.selectOption('#limit', 'ms');
    await page.fill('#limit-amount', '-5');
    await page.locator('#limit-amount').blur();
    assert.equal(await page.inputValue('#limit-amount'), '0.1');
});

onPage('the lines keep their place while the next position is searched', DESKTOP, async page => {
    await openGame(page, withMoves(splitMoves('h8i9j10i7i8h10'), ANALYSED));
    await page.click('#think');
    await page.waitForFunction(() => document.querySelectorAll('#lines li').length === 3);
    const height = () => page.evaluate(() => document.querySelector('#lines').offsetHeight);
    const before = await height();
    await page.click('#previous');
    await stoneCount(page, 5);
    assert.equal(await height(), before);
});

onPage('a question is not answered by the analysis', DESKTOP, async page => {
    await openGame(page, withMoves(splitMoves('h8i9i8g8j8k8h7a1h6'), { ...ANALYSED, ply: 9 }));
    await page.click('#think');
    await says(page, 'figures', /Depth\s\d/);
    await page.click('#heat');
    await page.waitForSelector('[data-heat]');
    await page.click('#review');
    await page.click('#exercise', { timeout: 300_000 });
    await settled(page);
    assert.deepEqual(await page.evaluate(() => [document.querySelectorAll('#lines li').length, document.querySelectorAll('[data-candidate]').length, document.querySelector('#think').disabled, document.querySelectorAll('[data-heat]').length, getComputedStyle(document.querySelector('#moves')).visibility]), [0, 0, true, 0, 'hidden']);
    await page.click('#exercise-end');
    assert.ok(await page.isEnabled('#think'));
});

onPage('whole lines are written on the wish of the user', DESKTOP, async page => {
    await openGame(page, withMoves(splitMoves('h8h9i7g9i9i8j8g11f12'), { ...ANALYSED, rule: 'renju' }));
    await page.click('#think');
    await page.waitForFunction(() => [...document.querySelectorAll('.pv')].some(line => line.scrollWidth > line.clientWidth + 1));
    await page.check('#show-whole');
    assert.ok(await page.evaluate(() => [...document.querySelectorAll('.pv')].every(line => line.scrollWidth <= line.clientWidth + 1)));
});

onPage('a high board uses the height that there is', DESKTOP, async page => {
    for (const [size, least] of [['5x22', 600], ['10x20', 600], ['15x15', 600]]) {
        await openGame(page, withMoves([], { ...ANALYSED, size }));
        const { height, bottom } = await page.evaluate(() => document.querySelector('#board').getBoundingClientRect());
        assert.ok(height >= least && bottom <= 860, `${size}: ${height} high, to ${bottom}`);
    }
});

onPage('a proof goes with its game', DESKTOP, async page => {
    await openGame(page, withMoves(['h8', 'a1', 'h9', 'a15', 'i7', 'o1', 'j7', 'o15'], ANALYSED));
    await page.click('#prove');
    await says(page, 'proof-title', /^Black wins by force/);
    // Beside the proof the status tells whose move it is.
    await page.click('#first');
    await stoneCount(page, 0);
    await says(page, 'status-text', /^Black to move$/);
    await openTools(page);
    await page.click('#clear');
    await page.waitForSelector('#proof-result', { state: 'hidden' });
});

onPage('threats and the numbers of a heat map are both seen', DESKTOP, async page => {
    await openGame(page, withMoves(splitMoves('h8i9j10i7i8h10k9'), ANALYSED));
    await page.check('#show-threats');
    await page.click('#heat');
    // Its mark has no letter where there is a number.
    await page.waitForSelector('.threat:not(:has(text))');
    const [marks, numbers, overlaps] = await page.evaluate(() => {
        const boxes = selector => [...document.querySelectorAll(selector)].map(element => element.getBoundingClientRect());
        const isOver = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
        const centres = boxes('text.heat').map(({ left, right, top, bottom }) => ({ left: left + 2, right: right - 2, top: (top + bottom) / 2 - 1, bottom: (top + bottom) / 2 + 1 }));
        const marks = boxes('.threat circle');
        return [marks.length, centres.length, marks.filter(mark => centres.some(centre => isOver(mark, centre))).length];
    });
    assert.ok(marks > 0 && numbers > 0);
    assert.equal(overlaps, 0);
});

onPage('Escape leaves a question and a tool, and a step says where it leads', DESKTOP, async page => {
    await openGame(page, withMoves(['h8', 'i9', 'j10'], ANALYSED));
    await page.click('#why');
    assert.equal(await page.getAttribute('#why', 'aria-pressed'), 'true');
    await page.keyboard.press('Escape');
    assert.equal(await page.getAttribute('#why', 'aria-pressed'), 'false');
    await says(page, 'status-text', /^White to move$/);
    await page.click('[data-tool=circle]');
    await page.keyboard.press('Escape');
    assert.equal(await page.getAttribute('[data-tool=circle]', 'aria-pressed'), 'false');
    await click(page, 'a1');
    await stoneCount(page, 4);
    await page.click('#previous');
    await says(page, 'announce', /^Move 3, black j10$/);
});

onPage('the focus is never lost to the page', DESKTOP, async page => {
    await openGame(page, withMoves(['h8', 'i9'], ANALYSED));
    const focused = () => page.evaluate(() => document.activeElement.id);
    await page.focus('#previous');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await stoneCount(page, 0);
    await page.waitForFunction(() => document.activeElement.id === 'next');
    await page.focus('#last');
    await page.keyboard.press('Enter');
    await stoneCount(page, 2);
    await page.waitForFunction(() => document.activeElement.id === 'previous');
    await openGame(page, withMoves(['h8', 'i9', 'j10'], {}));
    await page.focus('#resign');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement.id === 'rematch');
    assert.equal(await focused(), 'rematch');
});

onPage('the colours of the players are spoken, and seen where the system chooses the colours', DESKTOP, async page => {
    await ready(page);
    assert.equal(await page.getByRole('img', { name: 'Black' }).first().isVisible(), true);
    await page.emulateMedia({ forcedColors: 'active' });
    assert.equal(await page.evaluate(() => getComputedStyle(document.querySelector('#players .stone')).forcedColorAdjust), 'none');
});

onPage('a proof and a book are in the language of the page', DESKTOP, async page => {
    await openGame(page, withMoves(['h8', 'a1', 'h9', 'a15', 'i7', 'o1', 'j7', 'o15'], ANALYSED));
    await page.click('#prove');
    await says(page, 'proof-title', /^Black wins by force/);
    await page.selectOption('#language', 'ja');
    await says(page, 'proof-title', /黒/);
});

onPage('the figures of a search stay while the language changes', DESKTOP, async page => {
    await openGame(page, withMoves(['h8', 'i9'], ANALYSED));
    await page.click('#think');
    await says(page, 'figures', /Depth\s\d/);
    await page.evaluate(() => {
        window.seen = [];
        new MutationObserver(() => window.seen.push(document.querySelector('#figures').textContent)).observe(document.querySelector('#figures'), { childList: true });
    });
    await page.selectOption('#language', 'cs');
    await says(page, 'figures', /Hloubka\s\d/);
    assert.deepEqual((await page.evaluate(() => window.seen)).filter(text => !/\d/.test(text)), []);
});

onPage('moves that are left out are not searched, until they are taken in again', DESKTOP, async page => {
    await openGame(page, withMoves(splitMoves('h8a1i8a3j8a5'), ANALYSED));
    await openTools(page);
    const best = square => page.waitForSelector(`.candidate.win[data-candidate=${square}]`);
    await page.click('#think');
    await best('g8');
    await page.click('#leave-out');
    await says(page, 'status-text', /^Choose moves to leave out\.$/);
    await click(page, 'g8');
    await page.waitForSelector('[data-excluded=g8]');
    await best('k8');
    assert.equal(await page.locator('[data-candidate=g8]').count(), 0);
    // The keys choose, too, and a second time takes back.
    await click(page, 'k8');
    await page.waitForSelector('[data-excluded=k8]');
    await page.focus('#board');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[data-excluded=k8]', { state: 'detached' });
    await best('k8');
    await page.keyboard.press('Escape');
    await says(page, 'status-text', /^Black to move$/);
    assert.equal(await page.getAttribute('#leave-out', 'aria-pressed'), 'false');
    // It belongs to the position.
    await page.click('#previous');
    await stoneCount(page, 5);
    assert.equal(await page.locator('[data-excluded]').count(), 0);
    await page.click('#next');
    await page.waitForSelector('[data-excluded=g8]');
});

onPage('lines go on beneath a mouse that rests', DESKTOP, async page => {
    await openGame(page, withMoves(splitMoves('h8i9j10i7i8h10'), ANALYSED));
    await page.click('#think');
    await says(page, 'figures', /Depth\s([5-9]|\d\d)/);
    await page.click('#lines li:first-child .move');
    await stoneCount(page, 7);
    await says(page, 'figures', /Depth\s([5-9]|\d\d)/);
    await page.waitForFunction(() => /depth ([5-9]|\d\d)/.test(document.querySelector('#lines .details').textContent));
    assert.equal(await page.locator('.preview').count(), 0);
    // A movement shows the line.
    await page.hover('#lines li:first-child .move >> nth=0', { position: { x: 4, y: 8 } });
    await page.waitForSelector('.preview');
});

onPage('Escape ends what was asked about a move, and fewer lines are fewer', DESKTOP, async page => {
    await openGame(page, withMoves(splitMoves('h8i9j10i7i8h10'), ANALYSED));
    await page.click('#think');
    await page.waitForFunction(() => document.querySelectorAll('#lines li').length === 3);
    await page.click('#think');
    await page.selectOption('#line-count', '1');
    await page.waitForFunction(() => document.querySelectorAll('#lines li').length === 1);
    await page.click('#why');
    await click(page, 'a1');
    await page.waitForSelector('#why-result:not([hidden])');
    await page.keyboard.press('Escape');
    await page.waitForSelector('#why-result', { state: 'hidden' });
});
