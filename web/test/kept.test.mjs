/** Nothing that a user has made is lost, and nothing is added to a game unasked: each test failed before it was mended. */
import assert from 'node:assert/strict';
import { click, DESKTOP, download, GAME, notice, onPage, openGame, openText, openTools, paste, PHONE, ready, reload, says, server, settled, status, stoneCount, stones, withMoves } from './browser.mjs';

const insert = async (page, text) => {
    await openText(page, text);
    await page.waitForSelector('#file-dialog', { state: 'hidden' });
    await settled(page);
};
const sgf = async page => {
    await page.click('#open-share');
    const { bytes } = await download(page, '[data-format=sgf]');
    await page.click('#share-dialog [type=submit]');
    return bytes.toString();
};
/** A game that black has given up, with the tools of the analysis. */
const resigned = async page => {
    await openGame(page, withMoves(['h8', 'i9'], { human: 'black' }));
    await ready(page);
    await page.click('#resign');
    await status(page, 'Black resigned');
    await page.click('#mode-analyse');
    await openTools(page);
};
const NAMED = '(;GM[4]FF[4]SZ[15]RU[renju]PB[Anna]PW[Ben]RE[W+R]DT[2020-01-02];B[hh]C[first];W[hg](;B[ji])(;B[ig]LB[aa:1]))';

onPage('an analysis that another game takes the place of comes back, whatever put it there', DESKTOP, async page => {
    await openGame(page, withMoves(['h8', 'i9'], { mode: 'analyse' }));
    await page.fill('#comment', 'mine');
    const others = [
        () => insert(page, '(;GM[4]SZ[15];B[aa])'),
        () => paste(page, 'a1'),
        async () => (await openTools(page), page.click('#clear')),
        async () => (await openTools(page), page.selectOption('#size', '20x20')),
    ];
    for (const replace of others) {
        await replace();
        await page.waitForSelector('#replaced:not([hidden])');
        await reload(page);
        await ready(page);
        await page.click('#bring-back');
        await stoneCount(page, 2);
        assert.equal(await page.inputValue('#comment'), 'mine');
        assert.ok(await page.isHidden('#replaced'));
    }
});

onPage('a running game comes back after a puzzle and after a pasted one, and games before it too', DESKTOP, async page => {
    const moves = ['h8', 'i9', 'j10', 'k11'];
    await openGame(page, withMoves(moves));
    await page.click('#puzzle');
    await page.waitForSelector('#replaced:not([hidden])');
    // Puzzles are not in the way of the game.
    await page.click('#bring-back');
    await stoneCount(page, 4);
    await paste(page, 'a1 a2 a3');
    await stoneCount(page, 3);
    await click(page, 'o1');
    await stoneCount(page, 4);
    await paste(page, 'b1 b2');
    await stoneCount(page, 2);
    await page.click('#bring-back');
    await page.waitForSelector('[data-square=o1]');
    await page.click('#bring-back');
    await page.waitForSelector('[data-square=k11]');
    assert.ok(await page.isVisible('#play-panel'));
});

onPage('what was written about a game that is over comes back after a rematch', DESKTOP, async page => {
    await openGame(page, withMoves(['h8', 'a1', 'i8', 'a2', 'j8', 'a3', 'k8', 'a5', 'l8']));
    await ready(page);
    await page.click('#mode-analyse');
    await page.fill('#comment', 'mine');
    await page.click('#mode-play');
    await page.click('#rematch');
    await stoneCount(page, 0);
    await reload(page);
    await ready(page);
    await page.click('#bring-back');
    await stoneCount(page, 9);
    await page.click('#mode-analyse');
    assert.equal(await page.inputValue('#comment'), 'mine');
});

onPage('a game that is over comes back after a rematch', DESKTOP, async page => {
    await openGame(page, withMoves(['h8', 'a1', 'i8', 'a2', 'j8', 'a3', 'k8', 'a5', 'l8']));
    await page.click('#rematch');
    await stoneCount(page, 0);
    await page.click('#bring-back');
    await stoneCount(page, 9);
});

onPage('moves that were tried in the analysis are not moves of the game', DESKTOP, async page => {
    await openGame(page, withMoves(['h8', 'i9', 'j10', 'k11']));
    await page.click('#mode-analyse');
    await click(page, 'a5');
    await stoneCount(page, 5);
    await page.click('#previous');
    await page.click('#mode-play');
    await stoneCount(page, 4);
    await click(page, 'l12');
    await stoneCount(page, 5);
    const file = await sgf(page);
    assert.ok(file.indexOf('B[ld]') < file.indexOf('B[ak]'), file);
});

onPage('a game comes back whole from an analysis in which its moves were deleted', DESKTOP, async page => {
    await openGame(page, withMoves(['h8', 'i9', 'j10', 'k11']));
    await page.click('#mode-analyse');
    await page.click('#previous');
    await stoneCount(page, 3);
    await page.click('#delete');
    await stoneCount(page, 2);
    await page.click('#mode-play');
    await stoneCount(page, 4);
    assert.match(await sgf(page), /B\[hh\];W\[ig\];B\[jf\];W\[ke\]/);
});

onPage('a game for which there is no room leaves those that were replaced before', DESKTOP, async page => {
    await openGame(page, withMoves(['h8', 'i9'], { mode: 'analyse' }));
    await paste(page, 'a1 a2 a3');
    await stoneCount(page, 3);
    await page.fill('#comment', 'mine');
    await page.evaluate(() => {
        const setItem = Storage.prototype.setItem;
        Storage.prototype.setItem = function (key, value) {
            if (key === 'rustgomo.replaced') throw new DOMException('full', 'QuotaExceededError');
            setItem.call(this, key, value);
        };
    });
    await paste(page, 'o15 o14');
    await stoneCount(page, 2);
    await notice(page, 'cannot keep the whole game');
    await page.click('#bring-back');
    await page.waitForSelector('#board [data-square=i9]');
});

onPage('a game from a file goes on from the position on the board', DESKTOP, async page => {
    await insert(page, '(;GM[4]SZ[15];B[hh];W[hg];B[ji];W[ig];B[aa])');
    await page.click('#first');
    await page.click('#next');
    await page.click('#next');
    await stoneCount(page, 2);
    await page.click('#mode-play');
    await stoneCount(page, 2);
    await click(page, 'o1');
    await page.waitForFunction(() => document.querySelectorAll('#board .stone').length >= 3);
});

onPage('moves with a comment stay in the file when they are taken back, and an earlier move of a variation is only looked at', DESKTOP, async page => {
    await ready(page);
    await insert(page, '(;GM[4]SZ[15];B[hh];W[ig];B[ii];W[jj]C[why];B[kk](;W[aa])(;W[bb];B[cc]))');
    await page.click('#last');
    await page.click('#mode-play');
    await page.click('#take-back');
    await stoneCount(page, 4);
    await page.click('#take-back');
    await stoneCount(page, 2);
    await page.click('#mode-analyse');
    assert.match(await sgf(page), /C\[why\]/);
    await page.locator('#moves button', { hasText: 'b14' }).click();
    await stoneCount(page, 6);
    await page.click('#mode-play');
    await status(page, 'Your move');
    await page.locator('#moves button').nth(4).click();
    await stoneCount(page, 5);
    assert.equal(await page.textContent('#count'), '5 / 6');
});

onPage('undo brings another game back as it was, with its resignation', DESKTOP, async page => {
    await resigned(page);
    await page.click('#clear');
    await stoneCount(page, 0);
    await page.click('#undo');
    await stoneCount(page, 2);
    await page.click('#mode-play');
    await status(page, 'Black resigned');
});

onPage('a game from an address stays as it was left when the page is reloaded', DESKTOP, async (page, context) => {
    await context.route('**/game.sgf', route => route.fulfill({ body: NAMED }));
    await page.goto(`${server.address}?game=game.sgf`);
    await page.waitForFunction(() => document.querySelector('#game-title').textContent.includes('Anna'));
    await settled(page);
    await click(page, 'c3');
    await stoneCount(page, 1);
    await page.fill('#comment', 'my variation');
    await reload(page);
    await stoneCount(page, 1);
    assert.equal(await page.inputValue('#comment'), 'my variation');
});

onPage('a game from outside gets no move and no name from the page', DESKTOP, async page => {
    await ready(page);
    await insert(page, '(;GM[4]SZ[15];B[hh];W[ig];B[ii])');
    assert.doesNotMatch(await sgf(page), /RustGomo \(/);
    await page.click('#mode-play');
    await status(page, 'Your move');
    assert.match(await page.textContent('#player-white'), /You/);
    await page.click('#mode-analyse');
    await settled(page);
    assert.equal(await stones(page), 3);
});

onPage('a taken-back move comes back without leaving the analysis, and not over another game', DESKTOP, async page => {
    await openGame(page, withMoves(['h8', 'i9', 'j10']));
    await page.click('#take-back');
    await page.waitForSelector('#notice:not([hidden])');
    await page.click('#mode-analyse');
    assert.ok(await page.isHidden('#notice'));
    await page.click('#mode-play');
    await page.click('#take-back');
    await page.waitForSelector('#notice:not([hidden])');
    await click(page, 'a1');
    await page.waitForSelector('#notice', { state: 'hidden' });
});

onPage('a game that is over stays over at its earlier positions', DESKTOP, async page => {
    await openGame(page, withMoves(['h8', 'a1', 'h9', 'a2', 'h10', 'a3', 'h11', 'a4', 'h12']));
    await status(page, 'Black wins');
    await page.click('#previous');
    await stoneCount(page, 8);
    await settled(page);
    assert.deepEqual([await page.isHidden('#resign'), await page.isVisible('#rematch')], [true, true]);
    await reload(page);
    await ready(page);
    assert.deepEqual([await page.isHidden('#resign'), await page.isVisible('#rematch')], [true, true]);
});

onPage('where the browser keeps nothing, it is told that comments will be lost', DESKTOP, async page => {
    await page.addInitScript(() => (Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }));
    await reload(page);
    await ready(page);
    await click(page, 'h8');
    await stoneCount(page, 2);
    assert.ok(await page.isHidden('#notice'), 'the link keeps a line');
    await insert(page, NAMED);
    await notice(page, 'cannot keep the whole game');
});

onPage('a link tells the result', DESKTOP, async page => {
    await ready(page);
    for (const [game, expected] of [[NAMED, 'W+R'], ['(;GM[4]SZ[15]RE[B+T];B[hh])', 'B+T']]) {
        await insert(page, game);
        await page.click('#open-share');
        await page.waitForFunction(() => document.querySelector('#share-link').value.includes('#t/'));
        const link = await page.inputValue('#share-link');
        await page.click('#share-dialog [type=submit]');
        await page.evaluate(() => (localStorage.clear(), sessionStorage.clear()));
        await page.goto(`${server.address}icon.svg`);
        await page.goto(link);
        await ready(page);
        assert.ok((await sgf(page)).includes(`RE[${expected}]`));
    }
});

onPage('event and date of a file with set-up stones are those of the game', DESKTOP, async page => {
    await ready(page);
    await insert(page, '(;GM[4]SZ[15]PB[A]PW[B]EV[My Event]DT[2020-01-02]AB[hh][hi]AW[gg][gh];B[aa])');
    assert.equal(await page.textContent('#game-title'), 'A – B · My Event · 2020-01-02');
    assert.equal((await sgf(page)).match(/EV\[/g).length, 1);
});

onPage('plain moves stay on the board of the page, and a move in each line is one game', DESKTOP, async page => {
    await openGame(page, withMoves(['a1'], { mode: 'analyse', size: '19x19' }));
    await paste(page, 'k10 l11');
    await stoneCount(page, 2);
    await paste(page, 'H8\nI9\nJ10');
    await stoneCount(page, 3);
    await paste(page, '1. h8 i9 2. j10 k11');
    await stoneCount(page, 4);
    assert.match(await page.evaluate(() => location.hash), /^#freestyle\/19x19\/h8i9j10k11$/);
});

onPage('a file that is dropped on the book becomes the book', DESKTOP, async page => {
    await openGame(page, withMoves(['h8', 'i9'], { mode: 'analyse' }));
    await page.click('#open-book');
    await page.evaluate(() => {
        const data = new DataTransfer();
        data.items.add(new File(['(;GM[4]SZ[15]PB[A]PW[B]RE[B+R];B[hh];W[ig];B[jj])'], 'one.sgf'));
        document.querySelector('#book-file').dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    });
    await page.waitForFunction(() => document.querySelector('#book-name').textContent.startsWith('one.sgf'));
    assert.equal(await stones(page), 2);
});

onPage('phone: the dialogue of a new game shows all of its choices', { ...PHONE, viewport: { width: 320, height: 640 } }, async page => {
    await ready(page);
    await page.click('#new-game');
    const [width, right] = await page.evaluate(() => [innerWidth, Math.max(...[...document.querySelectorAll('#new-form label')].map(label => label.getBoundingClientRect().right))]);
    assert.ok(right <= width, `${right} of ${width}`);
});

onPage('phone on its side: what lies beneath the board can be reached', { ...PHONE, viewport: { width: 568, height: 320 } }, async page => {
    await ready(page);
    await page.locator('#new-game').scrollIntoViewIfNeeded();
    const isReached = await page.evaluate(() => {
        const { left, top, width, height } = document.querySelector('#new-game').getBoundingClientRect();
        return document.elementFromPoint(left + width / 2, top + height / 2)?.id;
    });
    assert.equal(isReached, 'new-game');
});

onPage('what is brought back takes turns with what it replaces, and undo leaves no copies', DESKTOP, async (page, context) => {
    await openGame(page, withMoves(['h8', 'i9'], { mode: 'analyse' }));
    await page.fill('#comment', 'first');
    await paste(page, 'a1 a2 a3');
    await stoneCount(page, 3);
    await page.fill('#comment', 'second');
    for (const [count, comment] of [[2, 'first'], [3, 'second'], [2, 'first']]) {
        await page.click('#bring-back');
        await stoneCount(page, count);
        assert.equal(await page.inputValue('#comment'), comment);
    }
    const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem('rustgomo.replaced') ?? '[]').length);
    assert.equal(await kept(), 1);
    for (let round = 0; round < 3; round++) {
        await openTools(page);
        await page.click('#clear');
        await stoneCount(page, 0);
        assert.equal(await kept(), 2);
        await page.click('#undo');
        await stoneCount(page, 2);
        assert.equal(await kept(), 1);
    }
    // What undo and redo take off the board is kept as well.
    await page.click('#clear');
    await stoneCount(page, 0);
    await page.click('#undo');
    await stoneCount(page, 2);
    await page.click('#redo');
    await stoneCount(page, 0);
    assert.equal(await kept(), 2);
    await reload(page);
    await ready(page);
    await page.click('#bring-back');
    await stoneCount(page, 2);
    assert.equal(await page.inputValue('#comment'), 'first');
    assert.equal(await kept(), 1);
    // Another tab brings back the last one.
    const other = await context.newPage();
    await other.goto(server.address);
    await other.click('#bring-back');
    await other.click('#replaced-close');
    await page.waitForSelector('#replaced', { state: 'hidden' });
    await stoneCount(page, 2);
});

onPage('a game that is played on has no result any more', DESKTOP, async page => {
    await openGame(page, GAME);
    await ready(page);
    await insert(page, '(;GM[4]SZ[15]PB[A]PW[B]RE[B+R];B[hh];W[ig];B[jj])');
    await page.click('#mode-play');
    await click(page, 'a1');
    await page.waitForFunction(() => document.querySelectorAll('#board .stone').length >= 4);
    assert.ok(!(await sgf(page)).includes('RE[B+R]'));
});

onPage('a new game has the clock of the one before', DESKTOP, async page => {
    await openGame(page, withMoves(['h8'], { time: { start: 300_000, increment: 5000, left: { black: 1000, white: 2000 } } }));
    await ready(page);
    await page.click('#new-game');
    assert.deepEqual([await page.inputValue('#new-time'), await page.inputValue('#new-increment')], ['5', '5']);
});

onPage('a list with two moves in each numbered line is one game', DESKTOP, async page => {
    await openGame(page, withMoves(['a1'], { mode: 'analyse' }));
    await paste(page, '1. h8 i9\n2. j10 k11\n3. l12');
    await stoneCount(page, 5);
});

onPage('a game whose names are edited and edited back is still the same game', DESKTOP, async page => {
    await resigned(page);
    await page.click('#open-about');
    await page.fill('#about-white', 'Ben');
    await page.click('#about-form [type=submit]');
    await page.click('#undo');
    await page.waitForSelector('#game-title', { state: 'hidden' });
    await page.click('#mode-play');
    await status(page, 'Black resigned');
});

onPage('a resignation before the first move can be taken back', DESKTOP, async page => {
    await ready(page);
    await page.click('#puzzle');
    await status(page, 'to move and win');
    const before = await stones(page);
    await page.click('#resign');
    await page.click('#take-back');
    await page.waitForSelector('#hint:not([disabled])');
    assert.equal(await stones(page), before);
});

onPage('an address with a position opens the whole file there', DESKTOP, async (page, context) => {
    await context.route('**/game.sgf', route => route.fulfill({ body: NAMED }));
    await page.goto(`${server.address}?game=game.sgf#renju/15x15/h8/h9`);
    await page.waitForFunction(() => document.querySelector('#game-title').textContent.includes('Anna'));
    await stoneCount(page, 1);
    assert.equal(await page.inputValue('#comment'), 'first');
});

onPage('a review comes back with its game', DESKTOP, async (page, context) => {
    await openGame(page, withMoves(['h8', 'i9', 'j10'], { mode: 'analyse' }));
    await page.click('#review');
    await page.waitForFunction(() => document.querySelector('#review').textContent === 'Review again', null, { timeout: 300_000 });
    await openTools(page);
    await page.click('#clear');
    await stoneCount(page, 0);
    assert.ok(await page.isHidden('#review-result'));
    await page.click('#undo');
    await stoneCount(page, 3);
    assert.ok(await page.isVisible('#review-result'));
    // Another tab has a review of its own.
    const other = await context.newPage();
    await openGame(other, withMoves(['a1'], { mode: 'analyse' }));
    await other.click('#review');
    await says(other, 'review', '^Review again$');
    await reload(page);
    await stoneCount(page, 3);
    await says(page, 'review', '^Review again$');
});
