/** Opening rules on the board: the page asks, and the engine answers for its side. */
import assert from 'node:assert/strict';
import { click, DESKTOP, notice, onPage, PHONE, ready, settled, status, stoneCount, stones, tap } from './browser.mjs';

/** Starts a game with an opening rule. */
async function begin(page, { rule, opening, color }) {
    await page.click('#new-game');
    await page.selectOption('#new-rule', rule);
    await page.selectOption('#new-opening', opening);
    await page.check(`input[name=color][value=${color}]`);
    await page.selectOption('#new-level', 'beginner');
    await page.click('#new-form button[type=submit]');
    await ready(page);
}
/** Puts stones, each when the one before is on the board. */
async function put(page, squares) {
    for (const square of squares) {
        const before = await stones(page);
        await click(page, square);
        await page.waitForFunction(before => document.querySelectorAll('#board .stone').length > before, before);
        await settled(page);
    }
}
const answer = (page, choice) => page.click(`[data-answer="${choice}"]`);
const offered = page => page.locator('#board [data-candidate]').count();
const offers = (page, count) => page.waitForFunction(count => document.querySelectorAll('#board [data-candidate]').length === count, count);

onPage('Swap2: the engine answers the three stones, and the first player chooses after five', DESKTOP, async page => {
    await begin(page, { rule: 'standard', opening: 'swap2', color: 'black' });
    await status(page, 'Put stone 1 anywhere.');
    await put(page, ['h8', 'i9', 'a1']);
    // It takes black, stays white and plays, or adds two stones.
    await page.waitForFunction(() => /Your move|Swap colours/.test(document.querySelector('#status').textContent));

    await begin(page, { rule: 'standard', opening: 'swap2', color: 'both' });
    await status(page, 'Player 1: Put stone 1 anywhere.');
    await put(page, ['h8', 'i9', 'j10']);
    await status(page, 'Player 2: You have white, to move. Swap colours?');
    await click(page, 'a1');
    assert.equal(await stones(page), 3, 'the question is no move');
    await page.click('#mode-analyse');
    await status(page, 'White to move');
    await page.reload();
    await page.click('#mode-play');
    await status(page, 'Player 2: You have white, to move. Swap colours?');
    await answer(page, 'more');
    await status(page, 'Player 2: Put stone 4 anywhere.');
    await put(page, ['a1', 'o1']);
    await status(page, 'Player 1: You have white, to move. Swap colours?');
    assert.equal(await page.textContent('#player-black'), 'Player 2');
    await page.reload();
    await status(page, 'Player 1: You have white');
    await answer(page, 'swap');
    await status(page, 'White to move');
    await click(page, 'k8');
    await stoneCount(page, 6);
});

onPage('Swap2: the engine lays the opening and plays white or black as the user decides', PHONE, async page => {
    await begin(page, { rule: 'freestyle', opening: 'swap2', color: 'white' });
    await status(page, 'You have white, to move. Swap colours?');
    assert.equal(await stones(page), 3);
    const taken = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(taken <= 390, `nothing is wider than the phone: ${taken}`);
    assert.ok(await page.evaluate(text => text.scrollWidth <= text.clientWidth, await page.$('#status-text')), 'the question is seen in full');
    await answer(page, 'swap');
    // The user has black, and the engine plays white's second stone.
    await stoneCount(page, 4);
    await status(page, 'Your move');
    assert.equal(await page.textContent('#player-black'), 'You');
});

onPage('Taraguchi-10: stones near the middle, swaps, ten fifth moves of which none are symmetric', DESKTOP, async page => {
    await begin(page, { rule: 'renju', opening: 'taraguchi10', color: 'both' });
    await status(page, 'Player 1: Put the first stone in the middle.');
    await click(page, 'a1');
    await notice(page, 'Put the first stone in the middle.');
    assert.equal(await stones(page), 0);
    await put(page, ['h8']);
    for (const [question, square] of [['3×3', 'h9'], ['5×5', 'h7'], ['7×7', 'h6']]) {
        await status(page, 'Swap colours?');
        await answer(page, 'stay');
        await status(page, `within the ${question} squares`);
        await put(page, [square]);
    }
    await status(page, 'Player 1: You have black, to move. Swap colours?');
    await answer(page, 'more');
    await status(page, 'Offer 10 more fifth moves');
    await click(page, 'g8');
    await status(page, 'Offer 9 more fifth moves');
    await offers(page, 1);
    // The stones h9 to h6 are symmetric beyond the middle of the board.
    for (const square of ['i8', 'g7', 'i7']) {
        await click(page, square);
        await notice(page, 'Offer 9 more fifth moves');
    }
    assert.equal(await offered(page), 1);
    for (const [index, square] of ['g9', 'g10', 'f8', 'f9', 'f10', 'e8', 'e9', 'e10', 'd8'].entries()) {
        await click(page, square);
        await offers(page, index + 2);
    }
    await status(page, 'Player 2: Choose the fifth move that stays.');
    await click(page, 'e9');
    await stoneCount(page, 5);
    await status(page, 'White to move');
    assert.deepEqual([await stones(page), await offered(page)], [5, 0]);
});

onPage('Taraguchi-10 against the engine, to the sixth stone', PHONE, async page => {
    await begin(page, { rule: 'renju', opening: 'taraguchi10', color: 'white' });
    // The engine puts stones and answers until the game goes on.
    const squares = [['g9', 'i9', 'h9'], ['f8', 'j8', 'f10'], ['e6', 'k6', 'e8'], ['d4', 'l4', 'd6']];
    const seen = async () => `${await page.textContent('#status-text')} ${await stones(page)}`;
    const until = async (/** @type {() => Promise<boolean>} */ isDone) => {
        while (!(await isDone())) await page.waitForTimeout(20);
    };
    for (let turn = 0; turn < 20; turn++) {
        await page.waitForFunction(() => !/thinking/.test(document.querySelector('#status').textContent));
        await settled(page);
        const before = await seen();
        const text = await page.textContent('#status-text');
        if (/Your move/.test(text)) break;
        if (/Swap colours/.test(text)) await answer(page, 'stay');
        else if (/stays/.test(text)) await tap(page, await page.getAttribute('[data-candidate]', 'data-candidate'));
        else {
            for (const square of squares[Math.min((await stones(page)) - 1, 3)]) {
                // The engine's stones may be there, or the place may be like that of another one.
                if (await page.locator(`#board [data-square=${square}]`).count()) continue;
                await tap(page, square);
                await until(async () => before !== (await seen()) || (await page.textContent('#notice')) !== '');
                if (before !== (await seen())) break;
                await page.evaluate(() => (document.querySelector('#notice').textContent = ''));
            }
        }
        await until(async () => before !== (await seen()));
    }
    assert.ok((await stones(page)) >= 5);
    await status(page, 'Your move');
});
