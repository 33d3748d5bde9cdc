/** Opening rules on the board: the page asks, and the engine answers for its side. */
import assert from 'node:assert/strict';
import { click, DESKTOP, notice, onPage, openTools, PHONE, ready, reload, settled, status, stoneCount, stones, tap } from './browser.mjs';

/** Starts a game with an opening rule. */
async function begin(page, { rule, opening, color }) {
    await page.click('#new-game');
    await page.selectOption('#new-rule', rule);
    if (await page.isHidden('#new-opening')) await page.click('#new-more summary');
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
    await page.click('#mode-analyse');
    await status(page, 'White to move');
    // The engine answers one question after the other.
    await settled(page);
    assert.equal(await stones(page), 3, 'the question is no move');
    await reload(page);
    await page.click('#mode-play');
    await status(page, 'Player 2: You have white, to move. Swap colours?');
    await answer(page, 'more');
    await status(page, 'Player 2: Put stone 4 anywhere.');
    // Each choice can be taken back, and that be undone; of two clicks at once the second takes nothing back, and does not say so.
    await put(page, ['k3']);
    await page.evaluate(() => {
        window.said = 0;
        new MutationObserver(() => window.said++).observe(document.querySelector('#notice'), { childList: true });
        for (let clicks = 0; clicks < 2; clicks++) document.querySelector('#take-back').click();
    });
    await stoneCount(page, 3);
    await status(page, 'Player 2: Put stone 4 anywhere.');
    await page.waitForSelector('#notice:not([hidden])');
    assert.equal(await page.evaluate(() => window.said), 1);
    await page.click('#take-back');
    await status(page, 'Player 2: You have white, to move. Swap colours?');
    await page.click('#take-back');
    await status(page, 'Player 1: Put stone 3 anywhere.');
    await stoneCount(page, 2);
    await page.click('#notice button');
    await stoneCount(page, 3);
    await answer(page, 'more');
    await status(page, 'Player 2: Put stone 4 anywhere.');
    await put(page, ['a1', 'o1']);
    await status(page, 'Player 1: You have white, to move. Swap colours?');
    assert.equal(await page.textContent('#player-black'), 'Player 2');
    await reload(page);
    await status(page, 'Player 1: You have white');
    await answer(page, 'swap');
    await status(page, 'White to move');
    await click(page, 'k8');
    await stoneCount(page, 6);
    // Stones of the opening are not taken back, and the next game has it again.
    await page.click('#take-back');
    await stoneCount(page, 5);
    assert.ok(await page.isDisabled('#take-back'));
    await page.click('#resign');
    await page.click('#rematch');
    await status(page, 'Player 1: Put stone 1 anywhere.');
});

onPage('a turned opening goes on, also when the turn is undone, and a declared number stays in sight', DESKTOP, async page => {
    await begin(page, { rule: 'renju', opening: 'taraguchi10', color: 'both' });
    await status(page, 'Player 1: Put the first stone in the middle.');
    await put(page, ['h8']);
    await answer(page, 'stay');
    await status(page, 'within the 3×3 squares');
    await put(page, ['h9']);
    const swap = 'You have black, to move. Swap colours?';
    await status(page, swap);
    await page.click('#mode-analyse');
    await openTools(page);
    await page.click('[data-turn=rotate]');
    await page.click('#mode-play');
    await status(page, swap);
    await answer(page, 'stay');
    await status(page, 'within the 5×5 squares');
    // The second stone has gone from here.
    await put(page, ['h9']);
    await page.click('#mode-analyse');
    await page.click('[data-turn=rotate]');
    await page.click('#undo');
    await page.click('#mode-play');
    await status(page, 'You have white, to move. Swap colours?');
    await answer(page, 'stay');
    await status(page, 'within the 7×7 squares');
    await put(page, ['h10']);

    await begin(page, { rule: 'renju', opening: 'soosorv8', color: 'both' });
    await layOpening(page);
    await answer(page, 'stay');
    await status(page, 'Put stone 4 anywhere.');
    await put(page, ['e5']);
    await answer(page, '7');
    const question = 'Player 1: Black must offer 7 fifth moves. You have black, to move. Swap colours?';
    await status(page, question);
    await reload(page);
    await status(page, question);
});

onPage('a rematch changes who begins an opening, whatever colours it led to', DESKTOP, async page => {
    await begin(page, { rule: 'freestyle', opening: 'swap2', color: 'white' });
    await status(page, 'You have white, to move. Swap colours?');
    await answer(page, 'swap');
    await stoneCount(page, 4);
    await reload(page);
    await page.click('#resign');
    await page.click('#rematch');
    await status(page, 'Put stone 1 anywhere.');
});

onPage('the opening rules of renju are offered on boards that have room for them', DESKTOP, async page => {
    const count = () => page.locator('#new-opening option').count();
    await page.click('#new-game');
    await page.selectOption('#new-rule', 'renju');
    assert.equal(await count(), 9);
    await page.selectOption('#new-size', '8x8');
    assert.equal(await count(), 3);
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

onPage('Swap: one player puts three stones, the other chooses a colour', DESKTOP, async page => {
    await begin(page, { rule: 'caro', opening: 'swap', color: 'both' });
    await status(page, 'Player 1: Put stone 1 anywhere.');
    await put(page, ['h8', 'i9', 'a1']);
    await status(page, 'Player 2: You have white, to move. Swap colours?');
    assert.deepEqual(await page.locator('#answers button').allTextContents(), ['Play black', 'Play white']);
    await answer(page, 'stay');
    await status(page, 'White to move');
    await click(page, 'k8');
    await stoneCount(page, 4);
});

/** Puts the first three stones under renju, each where the page asks for it. */
async function layOpening(page) {
    await status(page, 'Player 1: Put the first stone in the middle.');
    await put(page, ['h8']);
    await status(page, 'Player 1: Put stone 2 within the 3×3 squares');
    await click(page, 'h10');
    await notice(page, 'within the 3×3 squares');
    await put(page, ['h9']);
    await status(page, 'Player 1: Put stone 3 within the 5×5 squares');
    await put(page, ['i10']);
}
/** Offers fifth moves, none of which is symmetric to another, and keeps the last one. */
async function offerAndKeep(page, squares, [black, white]) {
    for (const [index, square] of squares.entries()) {
        await status(page, `${black}: Offer ${squares.length - index} more fifth move`);
        await click(page, square);
        // A single one is kept at once.
        if (squares.length > 1) await offers(page, index + 1);
    }
    if (squares.length > 1) {
        await status(page, `${white}: Choose the fifth move that stays.`);
        await click(page, squares[0] === 'a15' ? 'b15' : 'a15');
        await notice(page, 'Choose the fifth move that stays.');
        await click(page, squares.at(-1));
    }
    await stoneCount(page, 5);
    await status(page, 'White to move');
    assert.equal(await page.locator('#moves button').last().textContent(), squares.at(-1));
}

onPage('RIF: an opening, a swap, two fifth moves on offer', DESKTOP, async page => {
    await begin(page, { rule: 'renju', opening: 'rif', color: 'both' });
    await layOpening(page);
    await status(page, 'Player 2: You have white, to move. Swap colours?');
    await answer(page, 'swap');
    await status(page, 'Player 1: Put stone 4 anywhere.');
    await put(page, ['e5']);
    await offerAndKeep(page, ['g8', 'j7'], ['Player 2', 'Player 1']);
});

onPage('Yamaguchi: an opening with a number of fifth moves, and a swap', DESKTOP, async page => {
    await begin(page, { rule: 'renju', opening: 'yamaguchi', color: 'both' });
    await layOpening(page);
    await status(page, 'Player 1: How many fifth moves must black offer?');
    assert.equal(await page.locator('#answers button').count(), 12);
    await answer(page, '3');
    await status(page, 'Player 2: Black must offer 3 fifth moves. You have white, to move. Swap colours?');
    await answer(page, 'stay');
    await status(page, 'Player 2: Black must offer 3 fifth moves. Put stone 4 anywhere.');
    await put(page, ['e5']);
    await offerAndKeep(page, ['g8', 'j7', 'k11'], ['Player 1', 'Player 2']);
});

onPage('Soosõrv-8: white names a number with the fourth stone, and black may swap', DESKTOP, async page => {
    await begin(page, { rule: 'renju', opening: 'soosorv8', color: 'both' });
    await layOpening(page);
    await status(page, 'Player 2: You have white, to move. Swap colours?');
    await answer(page, 'stay');
    await status(page, 'Player 2: Put stone 4 anywhere.');
    await put(page, ['e5']);
    await status(page, 'Player 2: How many fifth moves must black offer?');
    assert.equal(await page.locator('#answers button').count(), 8);
    await answer(page, '1');
    await status(page, 'Player 1: Black must offer 1 fifth move. You have black, to move. Swap colours?');
    await answer(page, 'swap');
    await offerAndKeep(page, ['g8'], ['Player 2', 'Player 1']);
});

/** Squares that answer, by what is asked: the side of the squares in the middle, anywhere, or a fifth move. */
const SQUARES = {
    1: ['h8'],
    3: ['g9', 'i9', 'h9'],
    5: ['f8', 'j8', 'f10'],
    7: ['e6', 'k6', 'e8'],
    9: ['d4', 'l4', 'd6'],
    anywhere: ['a1', 'o1', 'c14', 'm15'],
    offer: ['c3', 'd12', 'm5', 'l13', 'e2', 'n9', 'b8', 'j2', 'g14', 'c11', 'k4', 'f13', 'n12', 'd7'],
};
/** The questions of the page. */
const QUESTIONS = { swap: /Swap colours/, number: /How many/, keep: /stays/, offer: /Offer \d/, stone: /Put / };

/** Answers the questions of an opening until the game goes on, and returns what was asked. */
async function answerAll(page, swap) {
    const asked = [];
    // At one time: each could change while another one is read.
    const seen = () => page.evaluate(() => `${document.querySelector('#status-text').textContent} ${document.querySelectorAll('#board .stone').length} ${document.querySelectorAll('#board [data-candidate]').length}`);
    const until = async (/** @type {() => Promise<boolean>} */ isDone) => {
        while (!(await isDone())) await page.waitForTimeout(20);
    };
    for (;;) {
        await page.waitForFunction(() => !/thinking/.test(document.querySelector('#status').textContent));
        await settled(page);
        const before = await seen();
        if (/Your move/.test(before)) return asked;
        const [question] = Object.entries(QUESTIONS).find(([, pattern]) => pattern.test(before)) ?? assert.fail(before);
        asked.push(question);
        if (question === 'swap') await answer(page, swap);
        else if (question === 'number') await answer(page, '2');
        else if (question === 'keep') await tap(page, await page.getAttribute('[data-candidate]', 'data-candidate'));
        else {
            const side = /middle\.$/.test(await page.textContent('#status-text')) ? (/(\d)×/.exec(before)?.[1] ?? '1') : 'anywhere';
            for (const square of SQUARES[question === 'offer' ? 'offer' : side]) {
                // The engine's stones may be there, or the place may be like that of another one.
                if (await page.locator(`#board :is([data-square=${square}], [data-candidate=${square}])`).count()) continue;
                await tap(page, square);
                await until(async () => before !== (await seen()) || (await page.textContent('#notice')) !== '');
                if (before !== (await seen())) break;
                await page.evaluate(() => (document.querySelector('#notice').textContent = ''));
            }
        }
        await until(async () => before !== (await seen()));
    }
}

// The engine's choices are its own: it may swap, and name any number. A game without a fifth move is Swap's.
for (const { name, rule = 'renju', opening, color, swap = 'stay', expected } of [
    { name: 'Swap, the user first', rule: 'standard', opening: 'swap', color: 'black', expected: /^stone stone stone$/ },
    { name: 'Swap, the user second', rule: 'standard', opening: 'swap', color: 'white', expected: /^swap$/ },
    { name: 'RIF, the user first', opening: 'rif', color: 'black', expected: /^stone stone stone (offer offer|stone keep)$/ },
    { name: 'RIF, the user second', opening: 'rif', color: 'white', expected: /^swap stone keep$/ },
    { name: 'RIF, the user second with a swap', opening: 'rif', color: 'white', swap: 'swap', expected: /^swap offer offer$/ },
    { name: 'Yamaguchi, the user first', opening: 'yamaguchi', color: 'black', expected: /^stone stone stone number (offer offer|stone keep)$/ },
    { name: 'Yamaguchi, the user second', opening: 'yamaguchi', color: 'white', expected: /^swap stone( keep)?$/ },
    { name: 'Soosõrv-8, the user first', opening: 'soosorv8', color: 'black', expected: /^stone stone stone (swap( offer)+|stone number (keep|offer offer))$/ },
    { name: 'Soosõrv-8, the user second', opening: 'soosorv8', color: 'white', expected: /^swap stone number (keep|offer offer)$/ },
    { name: 'Taraguchi-10, the user second', opening: 'taraguchi10', color: 'white', expected: /^swap / },
]) {
    onPage(`against the engine: ${name}`, PHONE, async page => {
        await begin(page, { rule, opening, color });
        assert.match((await answerAll(page, swap)).join(' '), expected);
        const count = await stones(page);
        assert.ok(count >= (opening === 'swap' ? 3 : 5), `${count} stones`);
        assert.equal(await offered(page), 0);
        // The user has the colour that is to move.
        assert.equal(await page.textContent(`#player-${count % 2 === 0 ? 'black' : 'white'}`), 'You');
    });
}
