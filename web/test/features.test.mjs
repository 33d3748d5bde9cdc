/** The phone's tabs, books, puzzles, tools, pictures and help. */
import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { splitMoves } from '../page/shared/squares.js';
import { click, DESKTOP, download, holder, loseWorkers, notice, onPage, openGame, openTools, PHONE, place, ready, reload, says, settled, status, stoneCount, stones, tab, tap, withMoves } from './browser.mjs';

const ANALYSED = { mode: 'analyse' };
const GAME = splitMoves('h8i9i8g8h10h9g7j10f6e5g9f8');

for (const width of [390, 320]) {
    onPage(`phone, ${width} pixels: the board stays in sight, what is asked stands above it, and targets are large enough`, { ...PHONE, viewport: { width, height: width === 390 ? 844 : 640 } }, async page => {
        await openGame(page, withMoves(GAME, ANALYSED));
        await ready(page);
        for (const name of ['lines', 'moves', 'review', 'book', 'tools']) {
            await tab(page, name);
            await page.evaluate(() => window.scrollTo(0, 9999));
            const { top, bottom, small, wide } = await page.evaluate(() => {
                const box = document.querySelector('#board').getBoundingClientRect();
                const seen = [...document.querySelectorAll('button, select, .setup input')].filter(node => node.checkVisibility() && node.closest('main'));
                const small = seen.filter(node => node.getBoundingClientRect().height < 43.5).map(node => node.id || node.textContent);
                return { top: box.top, bottom: box.bottom, small, wide: document.documentElement.scrollWidth };
            });
            assert.ok(top >= 0 && bottom <= (width === 390 ? 844 : 640), `${name}: ${top} to ${bottom}`);
            assert.deepEqual(small, [], name);
            assert.ok(top < 120, `the header is one row: ${top}`);
            assert.ok(wide <= width, `${name}: ${wide}`);
        }
        await tab(page, 'lines');
        await page.tap('#why');
        await status(page, 'Choose a square');
        await page.tap('#open-help');
        await page.waitForSelector('#help-dialog[open]');
        assert.equal(await page.evaluate(() => document.querySelector('#help-dialog').scrollTop), 0, 'help begins at its beginning');
    });
}

onPage('phone: two taps or sliding put a stone where squares are small, and nothing stays under the finger', { ...PHONE, viewport: { width: 320, height: 640 } }, async page => {
    await openGame(page, { ...withMoves([], { human: 'both' }), size: '22x22' });
    await ready(page);
    await tap(page, 'k11');
    await page.waitForSelector('#board .ghost');
    assert.equal(await stones(page), 0);
    await tap(page, 'k11');
    await stoneCount(page, 1);
    assert.equal(await page.locator('#board .ghost').count(), 0);
    await page.selectOption('#touch', 'one');
    await tap(page, 'l12');
    await stoneCount(page, 2);
    await page.selectOption('#touch', 'slide');
    const session = await page.context().newCDPSession(page);
    const touch = async (type, name) => {
        const touchPoints = name ? [Object.fromEntries((await place(page, name)).map((value, index) => [index === 0 ? 'x' : 'y', value]))] : [];
        await session.send('Input.dispatchTouchEvent', { type, touchPoints });
    };
    await touch('touchStart', 'a1');
    await touch('touchMove', 'm13');
    await page.waitForSelector('#board .ghost');
    await touch('touchEnd');
    await stoneCount(page, 3);
    assert.ok(await page.isVisible('[data-square=m13]'));
});

/** Waits until the browser keeps a book of this name. */
async function keptBook(page, name) {
    const stored = () =>
        page.evaluate(
            () =>
                new Promise(resolve => {
                    indexedDB.open('rustgomo').onsuccess = ({ target: { result: database } }) => {
                        database.transaction('books').objectStore('books').get('book').onsuccess = ({ target }) => {
                            database.close();
                            resolve(target.result?.name);
                        };
                    };
                }),
        );
    while ((await stored()) !== name) await page.waitForTimeout(20);
}

onPage('a book is opened, tells what is known, is played from and kept', DESKTOP, async page => {
    await openGame(page, { ...withMoves(['h8'], ANALYSED), rule: 'renju' });
    await ready(page);
    await page.click('#open-book');
    const games = '(;GM[4]SZ[15]RU[renju]RE[B+];B[hh]C[first];W[ih];B[jh])(;GM[4]SZ[15]RU[renju]RE[W+];B[hh];W[hi];B[ii])';
    await page.setInputFiles('#book-file', { name: 'games.sgf', mimeType: 'text/plain', buffer: Buffer.from(games) });
    await says(page, 'book-name', /^games\.sgf: 2 games, 5 positions$/);
    await page.waitForFunction(() => document.querySelectorAll('#book-moves li').length === 4);
    assert.equal(await page.textContent('#book-comment'), 'first');
    await page.click('#book-moves button:text-is("h9")');
    await stoneCount(page, 2);
    await page.waitForFunction(() => document.querySelectorAll('#book-moves li').length > 0);
    await keptBook(page, 'games.sgf');
    await reload(page);
    await ready(page);
    await page.click('#open-book');
    await says(page, 'book-name', /^games\.sgf: 2 games/);
    await page.click('#book-close');
    await says(page, 'book-name', /^RustGomo/);
    const database = 'index,key,label,value,depth,bound,text\n0,r-15-15-h8-h7-b,(none),-120,31,exact,"good"\n1,r-15-15-h8-i7-b,w,-29985,31,exact,""\n';
    await page.setInputFiles('#book-file', { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from(database) });
    await says(page, 'book-name', /^a\.txt: 2 positions$/);
    await page.click('#previous');
    await says(page, 'book-moves', /h9.*depth 31.*good/);
    // It counts moves, as the analysis does.
    await says(page, 'book-moves', /i9Win in 8/);
    await says(page, 'board', /\+8/);
});

onPage('the book of the page is fetched when it is looked at, knows openings, makes room for another one and comes back', DESKTOP, async page => {
    const fetched = [];
    page.on('request', request => request.url().endsWith('/book.gz') && fetched.push(request.url()));
    await openGame(page, { ...withMoves(['h8', 'i9'], ANALYSED), rule: 'renju' });
    await ready(page);
    assert.deepEqual(fetched, []);
    await page.click('#open-book');
    await says(page, 'book-name', /^RustGomo: \d{1,3}(,\d{3})+ positions$/);
    assert.ok(await page.isHidden('#book-close'));
    // The thirteen indirect openings, with their images.
    await page.waitForFunction(() => document.querySelectorAll('#book-moves li').length >= 13);
    await says(page, 'book-moves', /\d+ %.*depth \d+/);
    // The moves are marked on the board while the book is in sight.
    await page.waitForFunction(() => document.querySelectorAll('#board .candidate').length >= 13);
    await page.click('#open-book');
    assert.equal(await page.locator('#board .candidate').count(), 0);
    await page.click('#open-book');
    await page.click('#book-moves button');
    await stoneCount(page, 3);
    await page.waitForFunction(() => document.querySelectorAll('#book-moves li').length >= 4);
    const choose = (name, buffer) => page.setInputFiles('#book-file', { name, mimeType: 'application/octet-stream', buffer });
    await choose('my.db', Buffer.from('redb\x1a\n\xa9\r\n and more', 'latin1'));
    await says(page, 'book-text', /rustgomo database export FILE book\.txt/);
    assert.match(await page.textContent('#book-name'), /^RustGomo/, 'the book stays');
    await choose('mine.gz', gzipSync('index,key,label,value,depth,bound,text\n0,r-15-15-h8-h7-b,(none),-120,31,exact,""\n'));
    await says(page, 'book-name', /^mine\.gz: 1 positions$/);
    await page.click('#book-close');
    await says(page, 'book-name', /^RustGomo/);
    assert.ok(fetched.length > 0);
    // A freestyle game finds the balanced starts from the empty board.
    await openGame(page, withMoves([], ANALYSED));
    await ready(page);
    await page.click('#open-book');
    await page.waitForFunction(() => document.querySelectorAll('#book-moves li').length >= 1);
});

onPage('a book whose worker is lost is opened again', DESKTOP, async page => {
    await openGame(page, { ...withMoves(['h8', 'i9'], ANALYSED), rule: 'renju' });
    await ready(page);
    await page.click('#open-book');
    await page.waitForFunction(() => document.querySelectorAll('#book-moves li').length >= 13);
    await loseWorkers([page.workers().at(-1)]);
    await page.click('#previous');
    await says(page, 'book-text', /the engine did not answer/);
    assert.deepEqual([await page.locator('#book-moves li').count(), await page.locator('#board .candidate').count()], [0, 0], 'nothing of the position before');
    await page.click('#next');
    await page.waitForFunction(() => document.querySelectorAll('#book-moves li').length >= 13);
    assert.ok(await page.isHidden('#book-text'));
});

onPage('a book that is chosen while that of the page is opened takes its place at once', { ...DESKTOP, serviceWorkers: 'block' }, async page => {
    const hold = await holder(page, 'openBook');
    await openGame(page, withMoves(['h8'], ANALYSED));
    await ready(page);
    await page.evaluate(() => {
        window.named = [];
        new MutationObserver(() => window.named.push(document.querySelector('#book-name').textContent)).observe(document.querySelector('#book-name'), { childList: true });
    });
    const release = hold();
    const isHeld = page.waitForRequest('**/held');
    await page.click('#open-book');
    await isHeld;
    await page.setInputFiles('#book-file', { name: 'one.sgf', mimeType: 'text/plain', buffer: Buffer.from('(;GM[4]SZ[15];B[hh];W[ig])') });
    release();
    await says(page, 'book-name', /^one\.sgf/);
    assert.equal((await page.evaluate(() => window.named)).length, 1);
});

onPage('the board takes the colour that is chosen, in both themes, and keeps it', DESKTOP, async page => {
    await ready(page);
    const seen = new Set();
    for (const colorScheme of ['light', 'dark']) {
        await page.emulateMedia({ colorScheme });
        for (const colour of ['paper', 'green', 'blue']) {
            await page.selectOption('#wood', colour);
            const [wood, name] = await page.evaluate(() => [getComputedStyle(document.querySelector('#board')).backgroundColor, getComputedStyle(document.querySelector('#board .name')).fill]);
            seen.add(wood);
            const light = colour => {
                const [r, g, b] = colour.match(/\d+/g).map(part => ((part / 255 + 0.055) / 1.055) ** 2.4);
                return 0.2126 * r + 0.7152 * g + 0.0722 * b;
            };
            assert.ok((light(wood) + 0.05) / (light(name) + 0.05) > 4.5, `${wood} behind ${name}`);
        }
    }
    assert.equal(seen.size, 3);
    await reload(page);
    await ready(page);
    assert.equal(await page.inputValue('#wood'), 'blue');
    assert.ok(seen.has(await page.evaluate(() => getComputedStyle(document.querySelector('#board')).backgroundColor)));
});

onPage('the board takes a colour of one\'s own, with lines that are seen on it', DESKTOP, async page => {
    await ready(page);
    await page.selectOption('#wood', 'own');
    for (const [colour, wood, name] of [['#203040', 'rgb(32, 48, 64)', 'rgb(255, 255, 255)'], ['#e0d0f0', 'rgb(224, 208, 240)', 'rgb(0, 0, 0)']]) {
        await page.fill('#wood-own', colour);
        const seen = await page.evaluate(() => [getComputedStyle(document.querySelector('#board')).backgroundColor, getComputedStyle(document.querySelector('#board .name')).fill]);
        assert.deepEqual(seen, [wood, name]);
    }
    await reload(page);
    await ready(page);
    assert.equal(await page.inputValue('#wood-own'), '#e0d0f0');
    assert.equal(await page.evaluate(() => getComputedStyle(document.querySelector('#board')).backgroundColor), 'rgb(224, 208, 240)');
});

onPage('the engine plays both sides until it is stopped, and then the user goes on', DESKTOP, async page => {
    await ready(page);
    await page.click('#new-game');
    await page.selectOption('#new-level', 'beginner');
    await page.check('input[name=color][value=none]');
    await page.evaluate(() => (document.querySelector('#new-more').open = true));
    assert.ok(await page.isDisabled('#new-opening'), 'nobody decides');
    await page.click('#new-form [type=submit]');
    // It is stopped before the game can end.
    const seen = await page.waitForFunction(() => {
        const [black, white, takeBack, stop] = ['player-black', 'player-white', 'take-back', 'resign'].map(id => document.getElementById(id));
        if (document.querySelectorAll('#board .stone').length < 3) return null;
        const seen = { black: black.textContent, white: white.textContent, isDisabled: takeBack.disabled, stop: stop.textContent };
        stop.click();
        return seen;
    });
    const { black, white, isDisabled, stop } = await seen.jsonValue();
    assert.match(black, /^RustGomo/);
    assert.match(white, /^RustGomo/);
    assert.deepEqual([isDisabled, stop], [true, 'Stop']);
    await settled(page);
    const count = await stones(page);
    await page.waitForTimeout(1000);
    assert.equal(await stones(page), count, 'the engine has stopped');
    const free = await page.evaluate(() => ['a1', 'o15', 'a15', 'o1'].find(name => !document.querySelector(`#moves`).textContent.includes(name)));
    await click(page, free);
    await stoneCount(page, count + 1);
});

onPage('the right button of the mouse takes back in a game and steps back in an analysis', DESKTOP, async page => {
    await openGame(page, withMoves(['h8', 'i9', 'j8'], { human: 'both' }));
    await ready(page);
    await click(page, 'a1', { button: 'right' });
    await stoneCount(page, 2);
    assert.equal(await page.locator('#moves button').count(), 2, 'the move is gone');
    await page.click('#mode-analyse');
    await click(page, 'a1', { button: 'right' });
    await stoneCount(page, 1);
    assert.equal(await page.locator('#moves button').count(), 2, 'the move is still there');
    // The key for the menu is none of the mouse, whatever was clicked before.
    assert.ok(await page.evaluate(() => document.querySelector('#board').dispatchEvent(new PointerEvent('contextmenu', { button: 0, cancelable: true }))));
    await stoneCount(page, 1);
});

onPage('more lines than ten', DESKTOP, async page => {
    await openGame(page, withMoves(['h8', 'i9'], ANALYSED));
    await ready(page);
    await page.selectOption('#line-count', '20');
    await page.click('#think');
    await page.waitForFunction(() => document.querySelectorAll('#lines > li').length === 20);
});

onPage('stones are numbered from the first or from a later position on', DESKTOP, async page => {
    await openGame(page, withMoves(['h8', 'i9', 'j8', 'h10'], { ...ANALYSED, ply: 2 }));
    await ready(page);
    assert.ok(await page.isHidden('#number-from'));
    await page.check('#show-numbers');
    const numbers = () => page.locator('#board .stone text').allTextContents();
    assert.deepEqual(await numbers(), ['1', '2']);
    await page.click('#number-from');
    await page.click('#last');
    await stoneCount(page, 4);
    assert.deepEqual(await numbers(), ['1', '2']);
    await page.click('#number-from');
    assert.deepEqual(await numbers(), ['1', '2', '3', '4']);
});

onPage('puzzles begin with one move, are numbered and go on', DESKTOP, async page => {
    await ready(page);
    await page.selectOption('#puzzle-grade', 'one');
    await page.click('#puzzle');
    await says(page, 'puzzle-number', /^One move: puzzle 1 of \d+, 0 solved$/);
    await status(page, 'to move and win');
    await page.click('#hint');
    await page.waitForSelector('[data-hint]');
    await click(page, await page.getAttribute('[data-hint]', 'data-hint'));
    await says(page, 'puzzle-text', /^Solved!/);
    await says(page, 'puzzle-number', /1 solved$/);
    await page.click('#puzzle-next');
    await says(page, 'puzzle-number', /puzzle 2 of \d+, 1 solved$/);
});

onPage('a hint and a puzzle are given also if the page does not know the position yet', { ...DESKTOP, serviceWorkers: 'block' }, async page => {
    const hold = await holder(page, 'describe');
    let release = hold();
    await reload(page);
    await page.click('#hint');
    await page.click('#hint');
    release();
    await page.waitForSelector('[data-hint]');
    assert.ok(await page.isVisible('#hint-text'));
    assert.match(await page.textContent('#hint-text'), /win rate/);
    release = hold();
    await reload(page);
    await page.click('#puzzle');
    release();
    await status(page, 'to move and win');
});

onPage('limits, raw values, balanced moves, and a board that is turned, mirrored and shifted', DESKTOP, async page => {
    await openGame(page, withMoves(['h8', 'i9'], ANALYSED));
    await openTools(page);
    assert.ok(await page.isHidden('#limit-amount'));
    await page.selectOption('#limit', 'depth');
    await page.fill('#limit-amount', '11');
    await page.selectOption('#show-values', 'raw');
    await page.click('#think');
    await says(page, 'figures', /^Depth\s11.*done$/);
    assert.match(await page.textContent('[data-candidate]'), /^−?\d{1,5}$|^[+−]\d+$/);
    await page.click('#balance-1');
    await says(page, 'why-text', /^The game is most even after [a-o]\d+\.$/);
    assert.equal(await page.locator('#board .preview').count(), 1);
    await page.keyboard.press('Shift+B');
    await says(page, 'why-text', /^The game is most even after [a-o]\d+, [a-o]\d+\.$/);
    const moves = async () => (await page.locator('#moves button').allTextContents()).join(' ');
    const turned = async (way, expected) => {
        await page.click(`[data-turn=${way}]`);
        await page.waitForFunction(expected => [...document.querySelectorAll('#moves button')].map(button => button.textContent).join(' ') === expected, expected);
    };
    await turned('mirror', 'h8 g9');
    await turned('up', 'h9 g10');
    await turned('rotate', 'i8 j9');
    await turned('left', 'h8 i9');
    assert.equal(await moves(), 'h8 i9');
    await openGame(page, withMoves(['a1'], ANALYSED));
    await openTools(page);
    await page.click('[data-turn=down]');
    await notice(page, 'A stone would leave the board.');
});

onPage('the end of a game offers a rematch, its review and a picture that moves', DESKTOP, async page => {
    await openGame(page, withMoves(['h8', 'a1', 'i8', 'a2', 'j8', 'a3', 'k8', 'a5', 'l8'], { human: 'black', level: 'beginner' }));
    await ready(page);
    assert.ok(await page.isVisible('#rematch') && (await page.isHidden('#resign')));
    assert.equal(await page.locator('#board .win-line').count(), 1);
    await page.click('#end-share');
    const { bytes } = await download(page, '[data-picture=gif]');
    assert.equal(bytes.subarray(0, 6).toString(), 'GIF89a');
    const size = await page.evaluate(async data => {
        const image = new Image();
        image.src = `data:image/gif;base64,${data}`;
        // The page's policy lets pictures from data.
        await image.decode();
        return [image.naturalWidth, image.naturalHeight];
    }, bytes.toString('base64'));
    assert.equal(size[0], 480);
    await page.click('#share-dialog button[type=submit]');
    await page.click('#end-review');
    await says(page, 'review', /Review again/);
    await page.click('#mode-play');
    await page.click('#rematch');
    await says(page, 'player-white', /You/);
    await stoneCount(page, 1);
});

onPage('the first visit asks for a level beside a board that can be played on', DESKTOP, async page => {
    await ready(page);
    assert.ok(await page.isVisible('#first-level'));
    await page.click('#first-levels button:first-child');
    await says(page, 'player-white', /Beginner/);
    assert.ok(await page.isHidden('#first-level'));
    await reload(page);
    await ready(page);
    assert.ok(await page.isHidden('#first-level'));
});

onPage('help shows the rules, the keys, version and licence; Space starts and stops', DESKTOP, async page => {
    await openGame(page, withMoves(['h8', 'i9'], ANALYSED));
    await ready(page);
    await page.click('#open-help');
    assert.equal(await page.locator('#help-body figure').count(), 5);
    assert.match(await page.textContent('#help-body'), /RustGomo \d+\.\d+\.\d+.*MIT/);
    await page.click('#help-dialog button[type=submit]');
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press('Space');
    await says(page, 'think', /^Stop$/);
    await page.keyboard.press('Space');
    await says(page, 'think', /^Start$/);
});
