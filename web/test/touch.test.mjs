/** Every function of the page by touch alone, on a phone. */
import assert from 'node:assert/strict';
import { GAME, onPage, openGame, PHONE, place, ready, says, settled, status, stoneCount, stones, tab, withMoves } from './browser.mjs';

const ANALYSED = { mode: 'analyse' };
/** Taps a square, after scrolling to the board as a thumb does. */
async function put(page, square) {
    await page.locator('#board').scrollIntoViewIfNeeded();
    await page.touchscreen.tap(...(await place(page, square)));
}

onPage('touch: a game with its dialogue, a hint, a move taken back, and a resignation', PHONE, async page => {
    await ready(page);
    await page.tap('#new-game');
    await page.selectOption('#new-rule', 'standard');
    await page.tap('label:has(input[value=white])');
    await page.selectOption('#new-level', 'beginner');
    await page.tap('#new-form button[type=submit]');
    await stoneCount(page, 1);
    assert.match(await page.textContent('#player-black'), /RustGomo/);
    await put(page, (await page.locator('#moves button').textContent()) === 'a1' ? 'b1' : 'a1');
    await stoneCount(page, 3);
    await page.tap('#hint');
    await says(page, 'hint-text', '^[a-o]\\d+: .*(win rate|wins|loses)');
    await put(page, await page.getAttribute('[data-hint]', 'data-hint'));
    await stoneCount(page, 5);
    await page.tap('#take-back');
    await stoneCount(page, 3);
    await page.tap('#resign');
    await status(page, 'White resigned');
    // A tap beside a dialogue closes it.
    await page.tap('#new-game');
    await page.waitForSelector('#new-dialog[open]');
    await page.touchscreen.tap(3, 3);
    await page.waitForSelector('#new-dialog', { state: 'hidden' });
    await status(page, 'White resigned');
});

onPage('touch: an opening rule asks', PHONE, async page => {
    await ready(page);
    await page.tap('#new-game');
    await page.tap('#new-more summary');
    await page.selectOption('#new-opening', 'swap');
    await page.tap('label:has(input[value=both])');
    await page.tap('#new-form button[type=submit]');
    await status(page, 'Player 1: Put stone 1 anywhere.');
    for (const [index, square] of ['h8', 'i9', 'a1'].entries()) {
        await put(page, square);
        await stoneCount(page, index + 1);
    }
    await page.tap('[data-answer=swap]');
    await status(page, 'White to move');
    await put(page, 'h9');
    await stoneCount(page, 4);
});

onPage('touch: a puzzle of a grade', PHONE, async page => {
    await ready(page);
    await page.selectOption('#puzzle-grade', 'medium');
    await page.tap('#puzzle');
    await says(page, 'puzzle-text', 'to move and win');
    await settled(page);
    assert.ok((await stones(page)) > 4);
});

onPage('touch: analysis with a number of lines, of which one is played', PHONE, async page => {
    await openGame(page, withMoves(['h8', 'i9'], ANALYSED));
    await ready(page);
    await page.selectOption('#line-count', '2');
    await page.tap('#think');
    await page.waitForFunction(() => document.querySelectorAll('#lines li').length === 2);
    await page.tap('#think');
    await says(page, 'think', '^Start$');
    const [first, second] = await page.locator('#lines li:first-child button').allTextContents();
    // The first tap shows the line, the second plays it.
    await page.tap('#lines li:first-child button:nth-child(2)');
    await page.waitForFunction(() => document.querySelectorAll('#board .preview').length === 2);
    assert.equal(await stones(page), 2);
    await page.tap('#lines li:first-child button:nth-child(2)');
    await stoneCount(page, 4);
    assert.deepEqual(await page.locator('#moves button').allTextContents(), ['h8', 'i9', first, second]);
});

onPage('touch: heat map, a refuted move, threats', PHONE, async page => {
    await openGame(page, withMoves(['h8', 'a1', 'i8', 'a2', 'j8'], ANALYSED));
    await ready(page);
    await page.tap('#heat');
    await page.waitForSelector('[data-heat=k8]');
    await page.tap('#heat');
    await page.waitForFunction(() => !document.querySelector('[data-heat]'));
    await page.tap('#why');
    await says(page, 'why-text', '^Choose a square');
    await put(page, 'o15');
    await says(page, 'why-text', '^o15: loses in \\d+ moves?, instead of ');
    assert.equal(await stones(page), 5, 'nothing was played');
    assert.equal(await page.locator('.threat').count(), 0);
    await tab(page, 'tools');
    await page.tap('label:has(#show-threats)');
    await page.waitForSelector('.threat');
});

onPage('touch: why a point is forbidden', PHONE, async page => {
    await openGame(page, withMoves(['h8', 'a1', 'h9', 'a2', 'i10', 'a3', 'j10', 'a5'], { rule: 'renju' }));
    await ready(page);
    await put(page, 'h10');
    await says(page, 'notice', '^h10 is forbidden for black: double three\\.');
    assert.equal(await stones(page), 8);
});

onPage('touch: a win is proved and walked through', PHONE, async page => {
    await openGame(page, withMoves(['h8', 'a1', 'h9', 'a15', 'i7', 'o1', 'j7', 'o15'], ANALYSED));
    await ready(page);
    await page.tap('#prove');
    await says(page, 'proof-title', '^Black wins by force, in at most \\d+ moves?\\.$');
    await page.tap('#proof-tree button');
    await stoneCount(page, 9);
    await says(page, 'proof-step', '^White ');
    await put(page, 'b1');
    await stoneCount(page, 11);
    await page.tap('#proof-close');
    await page.waitForSelector('#proof-result', { state: 'hidden' });
});

onPage('touch: a game is pasted, reviewed and shared, and its mistakes are asked for', PHONE, async page => {
    await ready(page);
    await page.tap('#open-file');
    await page.tap('#file-text');
    // What the keyboard of the phone pastes.
    await page.keyboard.insertText('h8 i9 i8 a2 a15 j8');
    await page.tap('#file-open');
    await stoneCount(page, 6);
    await tab(page, 'review');
    await page.tap('#review');
    await says(page, 'review', '^Review again$');
    await page.tap('#mistakes li:first-child button');
    await page.waitForSelector('[data-hint]');
    const isSeen = () => page.evaluate(() => document.querySelector('#board').getBoundingClientRect().top >= 0);
    assert.ok(await isSeen(), 'the position of the mistake');
    // The graph goes to the position under the finger.
    await page.tap('#graph [data-dot="4"]');
    await stoneCount(page, 4);
    await page.tap('#exercise');
    await says(page, 'exercise-text', '^Question 1 of ');
    await settled(page);
    await put(page, 'o15');
    await says(page, 'exercise-text', '^o15: .*try again');
    await page.tap('#exercise-show');
    await says(page, 'exercise-text', '^Better was ');
    await page.tap('#exercise-end');
    await page.tap('#last');
    await stoneCount(page, 6);
    await page.tap('#open-share');
    await page.waitForSelector('#share-dialog[open]');
    assert.equal(await page.inputValue('#share-moves'), 'h8 i9 i8 a2 a15 j8');
    assert.match(await page.inputValue('#share-link'), /#freestyle\/15x15\/h8i9i8a2a15j8$/);
    const [download] = await Promise.all([page.waitForEvent('download'), page.tap('[data-format=sgf]')]);
    assert.equal(download.suggestedFilename(), 'game.sgf');
    await Promise.all([says(page, 'share-copy', '^Copied'), page.tap('#share-copy')]);
    await page.tap('#share-dialog button[type=submit]');
    await page.waitForSelector('#share-dialog', { state: 'hidden' });
});

onPage('touch: a variation with comment and mark is promoted, deleted and brought back', PHONE, async page => {
    await openGame(page, withMoves(['h8', 'i9', 'j10'], ANALYSED));
    await ready(page);
    const listed = moves => page.waitForFunction(moves => [...document.querySelectorAll('#moves button')].map(button => button.textContent).join(' ') === moves, moves);
    await tab(page, 'moves');
    await page.tap('#moves button:text-is("i9")');
    await stoneCount(page, 2);
    await put(page, 'g7');
    await listed('h8 i9 j10 g7');
    await page.tap('#comment');
    await page.keyboard.insertText('better');
    await page.tap('[data-tool=circle]');
    await put(page, 'c3');
    await page.waitForSelector('[data-mark=c3]');
    await page.tap('[data-tool=circle]');
    await page.tap('#promote');
    await listed('h8 i9 g7 j10');
    await page.tap('#delete');
    await listed('h8 i9 j10');
    await page.tap('#undo');
    await listed('h8 i9 g7 j10');
    await stoneCount(page, 3);
    assert.equal(await page.inputValue('#comment'), 'better');
    await page.tap('#undo');
    await listed('h8 i9 j10 g7');
    await page.tap('#redo');
    await listed('h8 i9 g7 j10');
});

onPage('touch: language, colours, numbers, steps', PHONE, async page => {
    await openGame(page, { ...GAME, moves: ['h8', 'i9'], ply: 2 });
    await ready(page);
    await page.tap('#previous');
    await stoneCount(page, 1);
    await page.tap('#last');
    await stoneCount(page, 2);
    await page.tap('label:has(#show-numbers)');
    await page.waitForSelector('#board .stone text');
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await paper();
    await page.tap('#theme');
    await page.tap('#theme');
    await page.waitForSelector('html[data-theme=dark]');
    assert.notEqual(await paper(), light);
    await page.selectOption('#language', 'cs');
    await says(page, 'new-game', '^Nová partie$');
});

onPage('touch: beside the board nothing has its colour, whatever the size of a pixel', { ...PHONE, deviceScaleFactor: 1.5 }, async page => {
    await openGame(page, withMoves(['h8', 'a1', 'h9', 'a2', 'h10', 'a3'], ANALYSED));
    await page.tap('#prove');
    await page.waitForSelector('#proof-tree button');
    await page.evaluate(() => scrollTo(0, 0));
    await settled(page);
    const screen = (await page.screenshot()).toString('base64');
    const yellow = await page.evaluate(async screen => {
        const image = new Image();
        image.src = `data:image/png;base64,${screen}`;
        await image.decode();
        const context = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height }).getContext('2d');
        context.drawImage(image, 0, 0);
        const edge = Array.from({ length: image.height }, (_, y) => [y, ...context.getImageData(3, y, 1, 1).data]);
        return edge.filter(([, , green, blue]) => green - blue > 25);
    }, screen);
    assert.deepEqual(yellow, []);
});

onPage('touch: with slide and release a second finger plays nothing', PHONE, async page => {
    await openGame(page, withMoves(['h8', 'i9']));
    await ready(page);
    const [first, second] = [await place(page, 'd4'), await place(page, 'l12')];
    await page.evaluate(
        ([first, second]) => {
            const touch = document.querySelector('#touch');
            Object.assign(touch, { value: 'slide' });
            touch.dispatchEvent(new Event('change'));
            const send = (kind, isPrimary, [clientX, clientY]) =>
                document.querySelector('#board').dispatchEvent(new PointerEvent(kind, { pointerType: 'touch', isPrimary, clientX, clientY, bubbles: true }));
            send('pointerdown', true, first);
            send('pointerdown', false, second);
            send('pointermove', true, first);
            send('pointerup', false, second);
            send('pointerup', true, first);
            // One finger alone plays.
            send('pointerdown', true, first);
            send('pointerup', true, first);
        },
        [first, second],
    );
    await stoneCount(page, 3);
    await page.waitForSelector('[data-square=d4]');
});
