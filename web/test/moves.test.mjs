/** The tree of moves on the page: variations, comments, marks, undo. */
import assert from 'node:assert/strict';
import { click, DESKTOP, download, GAME, notice, onPage, openGame, openText, openTools, ready, reload, settled, status, stoneCount, stones, withMoves } from './browser.mjs';

/** Waits until the list of moves is this one, variations in brackets. */
const listed = (page, text) =>
    page.waitForFunction(text => {
        const read = list => [...list.children].map(item => (item.className === 'variation' ? `(${read(item.firstElementChild)})` : item.textContent)).join(' ');
        return read(document.querySelector('#moves')) === text;
    }, text);
const move = (page, name) => page.click(`#moves button:text-is("${name}")`);
const ANALYSED = { mode: 'analyse' };

onPage('another move at an earlier position is a variation, which is walked, promoted, deleted and brought back', DESKTOP, async page => {
    await openGame(page, withMoves(['h8', 'i9', 'j10'], ANALYSED));
    await ready(page);
    await page.click('#previous');
    await click(page, 'g7');
    await listed(page, 'h8 i9 j10 (g7)');
    await click(page, 'f6');
    await listed(page, 'h8 i9 j10 (g7 f6)');
    // Arrows: back to the fork, up to the main line, down again, and on.
    await page.focus('#think');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowUp');
    await page.waitForSelector('#moves [aria-current]:text-is("j10")');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page.waitForSelector('#moves [aria-current]:text-is("f6")');
    await page.keyboard.press('Home');
    await stoneCount(page, 0);
    await move(page, 'i9');
    await stoneCount(page, 2);
    assert.equal(await page.locator('[data-variation]').count(), 2);
    assert.ok(await page.isDisabled('#promote'));
    await move(page, 'f6');
    await page.click('#promote');
    await listed(page, 'h8 i9 g7 (j10) f6');
    await move(page, 'g7');
    await page.click('#delete');
    await listed(page, 'h8 i9 j10');
    assert.equal(await stones(page), 2);
    await page.click('#undo');
    await listed(page, 'h8 i9 g7 (j10) f6');
    await page.keyboard.press('Control+z');
    await listed(page, 'h8 i9 j10 (g7 f6)');
    await page.click('#redo');
    await listed(page, 'h8 i9 g7 (j10) f6');
    await reload(page);
    await listed(page, 'h8 i9 g7 (j10) f6');
    await openTools(page);
    await page.click('#clear');
    await listed(page, '');
    await page.click('#undo');
    await listed(page, 'h8 i9 g7 (j10) f6');
});

onPage('a comment and marks belong to their position, and survive a reload', DESKTOP, async page => {
    await openGame(page, withMoves(['h8', 'i9'], ANALYSED));
    await ready(page);
    await page.fill('#comment', 'a quiet move');
    for (const [tool, square] of [['triangle', 'h8'], ['square', 'i9'], ['circle', 'c3'], ['cross', 'd4'], ['letter', 'e5'], ['letter', 'f6']]) {
        if (tool !== 'letter' || square === 'e5') await page.click(`[data-tool=${tool}]`);
        await click(page, square);
        await page.waitForSelector(`[data-mark=${square}], [data-label=${square}]`);
    }
    assert.equal(await stones(page), 2, 'nothing was played');
    assert.deepEqual(await page.locator('[data-label]').allTextContents(), ['A', 'B']);
    await reload(page);
    await page.waitForSelector('[data-label=f6]');
    assert.equal(await page.inputValue('#comment'), 'a quiet move');
    assert.deepEqual(await page.locator('[data-mark]').evaluateAll(marks => marks.map(({ dataset }) => dataset.shape)), ['triangle', 'square', 'circle', 'cross']);
    await page.click('#previous');
    await stoneCount(page, 1);
    assert.equal(await page.inputValue('#comment'), '');
    assert.equal(await page.locator('[data-mark]').count(), 0);
    await page.click('#next');
    await stoneCount(page, 2);
    await page.click('[data-tool=cross]');
    await click(page, 'd4');
    await page.waitForSelector('[data-mark=d4]', { state: 'detached' });
    await page.click('#undo');
    await page.waitForSelector('[data-mark=d4]');
    await page.click('[data-tool=cross]');
    await click(page, 'a1');
    await stoneCount(page, 3);
});

onPage('an opening of renju has its name', DESKTOP, async page => {
    await openGame(page, withMoves(['h8', 'h9', 'i9'], { ...ANALYSED, rule: 'renju' }));
    assert.equal(await page.textContent('#opening-name'), 'D4 Kagetsu 花月');
    await page.click('#previous');
    await stoneCount(page, 2);
    assert.ok(await page.isHidden('#opening-name'));
});

onPage('a comment that is typed is undone as one', DESKTOP, async page => {
    await openGame(page, withMoves(['h8'], ANALYSED));
    await ready(page);
    await page.locator('#comment').pressSequentially('typed');
    await page.click('#undo');
    assert.equal(await page.inputValue('#comment'), '');
    await page.click('#redo');
    assert.equal(await page.inputValue('#comment'), 'typed');
});

onPage('a large tree is listed in part, and the line that is looked at in full', DESKTOP, async page => {
    const branch = first => [first, ...Array.from({ length: 40 }, (_, index) => `${String.fromCharCode(97 + (index % 15))}${1 + Math.floor(index / 15)}`)];
    const firsts = Array.from({ length: 150 }, (_, index) => `${String.fromCharCode(97 + (index % 15))}${6 + Math.floor(index / 15)}`);
    await openGame(page, { ...GAME, ...ANALYSED, tree: [...firsts.slice(1).map(branch), ...branch(firsts[0])] });
    await ready(page);
    assert.ok((await page.locator('#moves button').count()) < 2500);
    await page.click('#moves .variation button:text-is("e7")');
    await page.waitForFunction(() => document.querySelector('#count').textContent === '1 / 41');
    await page.keyboard.press('End');
    await stoneCount(page, 41);
    assert.ok(await page.isVisible('#moves [aria-current]'));
});

onPage('a rule under which the whole game is none is refused at an earlier position, too', DESKTOP, async page => {
    // A five of black that is closed at both ends, and moves behind it.
    await openGame(page, withMoves(['c8', 'b8', 'd8', 'h8', 'e8', 'a1', 'f8', 'a2', 'g8', 'a4', 'c1'], { ...ANALYSED, rule: 'caro' }));
    await ready(page);
    await openTools(page);
    await page.click('#first');
    await stoneCount(page, 0);
    // The list shows the rule that stays as soon as the other one is refused.
    const shown = page.evaluate(() => new Promise(resolve => new MutationObserver(() => resolve(document.querySelector('#rule').value)).observe(document.querySelector('#notice'), { childList: true })));
    await page.selectOption('#rule', 'freestyle');
    assert.equal(await shown, 'caro');
    await notice(page, 'This position cannot be shown');
    await settled(page);
    await page.selectOption('#rule', 'exact-caro');
    await settled(page);
    assert.equal(await page.inputValue('#rule'), 'exact-caro');
    await stoneCount(page, 0);
});

onPage('a line that is no game to its end can be saved', DESKTOP, async page => {
    await openText(page, '(;GM[4]SZ[15]RU[freestyle];B[hh](;W[ih];B[hg])(;W[aa];B[hi];W[ab];B[hj];W[ac];B[hk];W[ad];B[hl];W[bb]))');
    await ready(page);
    await move(page, 'a15');
    await page.click('#promote');
    await page.click('#open-share');
    const { bytes } = await download(page, '[data-format=sgf]');
    assert.match(bytes.toString(), /B\[hl\];W\[bb\]/);
});

onPage('a game that was left for the analysis is turned with it', DESKTOP, async page => {
    await openGame(page, withMoves(['h8', 'i9'], { human: 'black' }));
    await ready(page);
    await page.click('#resign');
    await page.click('#mode-analyse');
    await openTools(page);
    await page.click('[data-turn=mirror]');
    await listed(page, 'h8 g9');
    await page.click('#undo');
    await listed(page, 'h8 i9');
    await page.click('#redo');
    await listed(page, 'h8 g9');
    await page.click('#mode-play');
    await status(page, 'Black resigned');
    assert.equal(await stones(page), 2);
});
