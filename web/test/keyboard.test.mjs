/** Every function of the page by keyboard alone. */
import assert from 'node:assert/strict';
import { DESKTOP, GAME, onPage, openGame, ready, says, settled, status, stoneCount, stones, withMoves } from './browser.mjs';

const ANALYSED = { mode: 'analyse' };
/** Most presses of a key: more than there are stops on the page. */
const MOST_PRESSES = 150;

/** Moves the focus with Tab, or back with Shift, until it is on what a selector names. */
async function tabTo(page, selector) {
    for (let presses = 0; presses < MOST_PRESSES; presses++) {
        const key = await page.evaluate(selector => {
            const active = document.activeElement ?? document.body;
            if (active.matches(selector)) return '';
            const target = document.querySelector(selector);
            return target && active.compareDocumentPosition(target) === Node.DOCUMENT_POSITION_PRECEDING ? 'Shift+Tab' : 'Tab';
        }, selector);
        if (key === '') return;
        await page.keyboard.press(key);
    }
    assert.fail(`the focus does not come to ${selector}`);
}
/** Presses a button. */
async function enter(page, selector) {
    await tabTo(page, selector);
    await page.keyboard.press('Enter');
}
/** Chooses a value of a list of them. */
async function choose(page, selector, value) {
    await tabTo(page, selector);
    await page.keyboard.press('Home');
    for (let presses = 0; presses < MOST_PRESSES && (await page.inputValue(selector)) !== value; presses++) await page.keyboard.press('ArrowDown');
    assert.equal(await page.inputValue(selector), value);
}
/** Moves the cursor of the board to a square, and presses Enter there. */
async function put(page, square) {
    await tabTo(page, '#board');
    // The first key shows the cursor in any browser.
    await page.keyboard.press('ArrowLeft');
    const point = name => [name.charCodeAt(0), Number(name.slice(1))];
    const [column, row] = point(await page.getAttribute('[data-cursor]', 'data-cursor'));
    const [toColumn, toRow] = point(square);
    for (let x = column; x !== toColumn; x += Math.sign(toColumn - x)) await page.keyboard.press(toColumn > x ? 'ArrowRight' : 'ArrowLeft');
    for (let y = row; y !== toRow; y += Math.sign(toRow - y)) await page.keyboard.press(toRow > y ? 'ArrowUp' : 'ArrowDown');
    assert.equal(await page.getAttribute('[data-cursor]', 'data-cursor'), square);
    await page.keyboard.press('Enter');
}
const focused = (page, selector) => page.waitForFunction(selector => document.activeElement?.matches(selector), selector);

onPage('keyboard: a game with its dialogue, a hint, a move taken back, and a resignation', DESKTOP, async page => {
    await ready(page);
    await enter(page, '#new-game');
    await choose(page, '#new-rule', 'standard');
    await tabTo(page, 'input[name=color]');
    await page.keyboard.press('ArrowRight');
    assert.ok(await page.isChecked('input[name=color][value=white]'));
    await choose(page, '#new-level', 'beginner');
    await enter(page, '#new-form button[type=submit]');
    await stoneCount(page, 1);
    assert.match(await page.textContent('#player-black'), /RustGomo/);
    await focused(page, '#board');
    await put(page, (await page.locator('#moves button').textContent()) === 'a1' ? 'b1' : 'a1');
    await stoneCount(page, 3);
    await enter(page, '#hint');
    await says(page, 'hint-text', '^[a-o]\\d+: .*(win rate|wins|loses)');
    await put(page, await page.getAttribute('[data-hint]', 'data-hint'));
    await stoneCount(page, 5);
    await enter(page, '#take-back');
    await stoneCount(page, 3);
    await enter(page, '#resign');
    await status(page, 'White resigned');
    // Escape leaves the dialogue and the game alone, and the button has the focus again.
    await enter(page, '#new-game');
    await page.keyboard.press('Escape');
    await focused(page, '#new-game');
    await status(page, 'White resigned');
});

onPage('keyboard: an opening rule asks, and its answers give the focus to the board', DESKTOP, async page => {
    await ready(page);
    await enter(page, '#new-game');
    await enter(page, '#new-more summary');
    await choose(page, '#new-opening', 'swap');
    await tabTo(page, 'input[name=color]');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    assert.ok(await page.isChecked('input[name=color][value=both]'));
    await enter(page, '#new-form button[type=submit]');
    await status(page, 'Player 1: Put stone 1 anywhere.');
    for (const [index, square] of ['h8', 'i9', 'a1'].entries()) {
        await put(page, square);
        await stoneCount(page, index + 1);
    }
    await status(page, 'Swap colours?');
    await enter(page, '[data-answer=swap]');
    await status(page, 'White to move');
    await focused(page, '#board');
    await put(page, 'h9');
    await stoneCount(page, 4);
});

onPage('keyboard: a puzzle of a grade', DESKTOP, async page => {
    await ready(page);
    await choose(page, '#puzzle-grade', 'medium');
    await enter(page, '#puzzle');
    await says(page, 'puzzle-text', 'to move and win');
    await settled(page);
    assert.ok((await stones(page)) > 4);
});

onPage('keyboard: analysis with a number of lines, of which one is looked at and played', DESKTOP, async page => {
    await openGame(page, withMoves(['h8', 'i9'], ANALYSED));
    await ready(page);
    await choose(page, '#line-count', '2');
    await enter(page, '#think');
    await page.waitForFunction(() => document.querySelectorAll('#lines li').length === 2);
    // The lines change while the focus is on one of them: it stays, and the line is seen on the board.
    await tabTo(page, '#lines li:first-child button:first-child');
    await page.waitForFunction(() => document.querySelectorAll('#board .preview').length === 1);
    const figures = await page.textContent('#figures');
    await page.waitForFunction(figures => document.querySelector('#figures').textContent !== figures, figures);
    await focused(page, '#lines li:first-child button:first-child');
    await page.keyboard.press('Enter');
    await stoneCount(page, 3);
    await page.waitForFunction(() => document.querySelectorAll('#lines li').length === 2);
    await enter(page, '#think');
    assert.equal(await page.textContent('#think'), 'Start');
});

onPage('keyboard: heat map, a refuted move, threats', DESKTOP, async page => {
    await openGame(page, withMoves(['h8', 'a1', 'i8', 'a2', 'j8'], ANALYSED));
    await ready(page);
    await enter(page, '#heat');
    await page.waitForSelector('[data-heat=k8]');
    await enter(page, '#heat');
    await page.waitForFunction(() => !document.querySelector('[data-heat]'));
    await enter(page, '#why');
    await focused(page, '#board');
    await put(page, 'o15');
    await says(page, 'why-text', '^o15: loses in \\d+ moves?, instead of ');
    assert.equal(await stones(page), 5, 'nothing was played');
    assert.equal(await page.locator('.threat').count(), 0);
    await tabTo(page, '#show-threats');
    await page.keyboard.press('Space');
    await page.waitForSelector('.threat');
});

onPage('keyboard: a win is proved and walked through', DESKTOP, async page => {
    await openGame(page, withMoves(['h8', 'a1', 'h9', 'a15', 'i7', 'o1', 'j7', 'o15'], ANALYSED));
    await ready(page);
    await enter(page, '#prove');
    await says(page, 'proof-title', '^Black wins by force, in at most \\d+ moves?\\.$');
    await enter(page, '#proof-tree button');
    await stoneCount(page, 9);
    await says(page, 'proof-step', '^White ');
    // The focus stays in the tree.
    await focused(page, '#proof-tree button');
    await put(page, 'b1');
    await stoneCount(page, 11);
    await enter(page, '#proof-close');
    await page.waitForSelector('#proof-result', { state: 'hidden' });
    await focused(page, '#prove');
});

onPage('keyboard: a game is shared, pasted and reviewed, and its mistakes are asked for', DESKTOP, async page => {
    await openGame(page, withMoves(['h8', 'i9', 'i8', 'a2', 'a15', 'j8']));
    await ready(page);
    await enter(page, '#open-share');
    await Promise.all([says(page, 'share-copy', '^Copied'), enter(page, '#share-copy')]);
    await tabTo(page, '#share-moves');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+c');
    await page.keyboard.press('Escape');
    await focused(page, '#open-share');
    await enter(page, '#mode-analyse');
    await enter(page, '#open-tools');
    await enter(page, '#clear');
    await stoneCount(page, 0);
    await enter(page, '#open-file');
    await tabTo(page, '#file-text');
    await page.keyboard.press('Control+v');
    await enter(page, '#file-open');
    await stoneCount(page, 6);
    await enter(page, '#review');
    await says(page, 'review', '^Review again$');
    await enter(page, '#mistakes li:first-child button');
    await page.waitForSelector('[data-hint]');
    await focused(page, '#mistakes li:first-child button');
    await enter(page, '#exercise');
    await says(page, 'exercise-text', '^Question 1 of ');
    await focused(page, '#board');
    await settled(page);
    await put(page, 'o15');
    await says(page, 'exercise-text', '^o15: .*try again');
    await enter(page, '#exercise-show');
    await says(page, 'exercise-text', '^Better was ');
    await focused(page, '#exercise-next');
    await enter(page, '#exercise-end');
    await focused(page, '#exercise');
});

onPage('keyboard: a variation with comment and mark is promoted, deleted and brought back', DESKTOP, async page => {
    await openGame(page, withMoves(['h8', 'i9', 'j10'], ANALYSED));
    await ready(page);
    const listed = moves => page.waitForFunction(moves => [...document.querySelectorAll('#moves button')].map(button => button.textContent).join(' ') === moves, moves);
    await tabTo(page, '#moves button');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await stoneCount(page, 2);
    await focused(page, '#moves [aria-current]');
    await put(page, 'g7');
    await listed('h8 i9 j10 g7');
    await tabTo(page, '#comment');
    await page.keyboard.type('better');
    await tabTo(page, '[data-tool=circle]');
    await page.keyboard.press('Space');
    await put(page, 'c3');
    await page.waitForSelector('[data-mark=c3]');
    await enter(page, '[data-tool=circle]');
    await enter(page, '#promote');
    await listed('h8 i9 g7 j10');
    await enter(page, '#delete');
    await listed('h8 i9 j10');
    await page.keyboard.press('Control+z');
    await listed('h8 i9 g7 j10');
    await stoneCount(page, 3);
    assert.equal(await page.inputValue('#comment'), 'better');
    await enter(page, '#undo');
    await listed('h8 i9 j10 g7');
    await page.keyboard.press('Control+y');
    await listed('h8 i9 g7 j10');
});

onPage('keyboard: language, colours, numbers, steps', DESKTOP, async page => {
    await openGame(page, { ...GAME, moves: ['h8', 'i9'], ply: 2 });
    await ready(page);
    await enter(page, '#previous');
    await stoneCount(page, 1);
    await enter(page, '#last');
    await stoneCount(page, 2);
    await tabTo(page, '#show-numbers');
    await page.keyboard.press('Space');
    await page.waitForSelector('#board .stone text');
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await paper();
    await tabTo(page, '#theme');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    assert.notEqual(await paper(), light);
    await choose(page, '#language', 'cs');
    await says(page, 'new-game', '^Nová partie$');
});
