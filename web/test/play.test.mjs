/** Playing against the engine. */
import assert from 'node:assert/strict';
import { click, DESKTOP, download, loseWorkers, notice, onPage, openGame, openTools, patchWorkers, PHONE, place, ready, reload, server, settled, status, stoneCount, stones, tap, withMoves } from './browser.mjs';

onPage('a game against the engine by mouse, with hint, take back and resignation', DESKTOP, async page => {
    await page.click('#new-game');
    await page.selectOption('#new-level', 'casual');
    assert.match(await page.textContent('#new-level-text'), /About \d+ Elo stronger than Beginner\.$/);
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
    await settled(page);
    assert.equal(await stones(page), 2, 'an occupied square');
    await page.click('#resign');
    await status(page, 'Black resigned');
    await click(page, 'a1');
    await settled(page);
    assert.equal(await stones(page), 2, 'the game is over');
    // The analysis of the game goes on, and leaves it as it is.
    await page.click('#mode-analyse');
    await click(page, 'a1');
    await stoneCount(page, 3);
    await page.click('#undo');
    await stoneCount(page, 2);
    await page.click('#mode-play');
    await status(page, 'Black resigned');
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

onPage('renju marks forbidden points with their reason and refuses them', DESKTOP, async page => {
    await openGame(page, withMoves(['h8', 'a1', 'h9', 'a2', 'i10', 'a3', 'j10', 'a5'], { rule: 'renju' }));
    await page.waitForSelector('[data-foul=h10]', { state: 'attached' });
    assert.ok(await page.isHidden('#opening-name'), 'the second stone is far from the first');
    await page.mouse.move(...(await place(page, 'h10')));
    await status(page, 'h10 is forbidden: double three (i10 j10 + h9 h8)');
    assert.equal(await page.locator('#board .cause').count(), 4);
    // What is said stays while the page is drawn again.
    await page.evaluate(() => document.querySelector('#show-numbers').click());
    await status(page, 'h10 is forbidden: double three (');
    assert.equal(await page.locator('[data-foul=h10] title').textContent(), 'h10, forbidden: double three');
    await page.selectOption('#language', 'zh');
    await page.waitForFunction(() => document.querySelector('[data-foul=h10] title')?.textContent === 'h10，禁手：三三');
    await page.selectOption('#language', 'en');
    await page.waitForFunction(() => document.documentElement.lang === 'en');
    await settled(page);
    await click(page, 'h10');
    await notice(page, 'h10 is forbidden');
    assert.equal(await stones(page), 8);
});

onPage('a threat under the pointer is named with its rows', DESKTOP, async page => {
    await openGame(page, withMoves(['h8', 'a1', 'i8', 'c1', 'j9', 'e1', 'j10', 'a3']));
    await page.check('#show-threats');
    await page.waitForSelector('#board .threat');
    await page.mouse.move(...(await place(page, 'j8')));
    await status(page, 'j8: ● open three (h8 i8 + j10 j9)');
    assert.equal(await page.locator('#board .cause').count(), 4);
    await page.uncheck('#show-threats');
    await page.mouse.move(...(await place(page, 'j8')));
    assert.equal(await page.locator('#board .cause').count(), 0);
});

onPage('a reload in the middle of a search keeps the game, and the search begins again', DESKTOP, async page => {
    await openGame(page, withMoves(['h8', 'i9'], { human: 'black', level: 'full' }));
    await ready(page);
    await Promise.all([status(page, 'thinking'), click(page, 'j8')]);
    await reload(page);
    await stoneCount(page, 4);
    assert.match(await page.evaluate(() => location.hash), /^#freestyle\/15x15\/h8i9j8[a-o]\d+$/);
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

onPage('the defender of a puzzle makes the five that it is left', DESKTOP, async page => {
    const moves = ['h8', 'd3', 'i8', 'd4', 'j8', 'd5', 'k8', 'd6'];
    await openGame(page, withMoves(moves, { human: 'black', puzzle: { number: 0, base: 8 } }));
    await ready(page);
    await click(page, 'o1');
    await stoneCount(page, 10);
    assert.match(await page.textContent('#puzzle-text'), /^Not solved/);
});

onPage('a damaged network is reported, and fetched again for the next move', { ...DESKTOP, serviceWorkers: 'block' }, async page => {
    let fetched = 0;
    // The page that is there asks for the network, too.
    await page.goto(`${server.address}icon.svg`);
    await page.route('**/networks/freestyle.rgn', route => (fetched++ === 0 ? route.fulfill({ body: 'no network' }) : route.continue()));
    await openGame(page, withMoves(['h8', 'i9'], { human: 'black' }));
    await ready(page);
    await click(page, 'j8');
    await notice(page, 'The network could not be loaded');
    await stoneCount(page, 4);
    await click(page, 'a1');
    await stoneCount(page, 6);
    assert.equal(fetched, 2);
    assert.equal(await page.textContent('#notice'), '');
});

onPage('workers that are lost are started again', DESKTOP, async page => {
    await openGame(page, withMoves(['h8', 'i9'], { human: 'black' }));
    await ready(page);
    await click(page, 'j8');
    await stoneCount(page, 4);
    await loseWorkers(page.workers());
    await page.click('#take-back');
    await stoneCount(page, 2);
    await status(page, 'Your move');
    await click(page, 'j8');
    await stoneCount(page, 4);
});

onPage('an engine that traps in its search is started again and answers', { ...DESKTOP, serviceWorkers: 'block' }, async page => {
    let searches = 0;
    await page.route('**/first-search', route => route.fulfill({ body: String(++searches === 1) }));
    await patchWorkers(
        page,
        `
        const search = calls.analyse;
        calls.analyse = (...values) => {
            const question = new XMLHttpRequest();
            question.open('GET', '/first-search', false);
            question.send();
            if (question.responseText === 'true') throw new WebAssembly.RuntimeError('unreachable');
            return search(...values);
        };`,
    );
    await openGame(page, withMoves(['h8', 'a1', 'h9', 'a2', 'i10', 'a3', 'j10', 'a5'], { rule: 'renju', human: 'black' }));
    await page.waitForSelector('[data-foul=h10]', { state: 'attached' });
    await click(page, 'h7');
    await notice(page, 'The engine failed and was started again.');
    await stoneCount(page, 10);
    assert.equal(searches, 2);
});

onPage('what the native engine refuses is said, and its key is in no link', { ...DESKTOP, serviceWorkers: 'block' }, async page => {
    let asked = 0;
    await page.routeWebSocket(/\/native\?key=KEY$/, socket => {
        socket.onMessage(message => {
            const { id, what } = JSON.parse(message);
            if (what) asked++;
            if (what) socket.send(JSON.stringify({ id, error: 'no such board' }));
        });
    });
    await page.goto(`${server.address}?native=KEY`);
    await ready(page);
    await click(page, 'h8');
    await notice(page, 'The engine cannot move: no such board');
    assert.equal(asked, 1);
    assert.equal(await stones(page), 1);
    await page.click('#open-share');
    assert.equal(await page.inputValue('#share-link'), `${server.address}#freestyle/15x15/h8`);
    await page.click('#share-dialog [type=submit]');
    await page.click('#mode-analyse');
    await openTools(page);
    assert.ok(await page.isHidden('#table-size'), 'the memory of the program is its own');
});

onPage('a clock runs for both sides, with an increment, and a side loses on time', DESKTOP, async page => {
    const face = color => page.textContent(`#clock-${color}`);
    const seconds = async color => (await face(color)).split(':').reduce((sum, part) => 60 * sum + Number(part), 0);
    const falls = (color, from) => page.waitForFunction(([color, from]) => document.querySelector(`#clock-${color}`).textContent.split(':').reduce((sum, part) => 60 * sum + Number(part), 0) < from, [color, from]);
    assert.ok(await page.isHidden('#clock-black'), 'no clock unless it is chosen');
    await page.click('#new-game');
    await page.selectOption('#new-level', 'beginner');
    // So much that a slow machine does not matter.
    await page.click('#new-more summary');
    await page.selectOption('#new-time', '60');
    await page.selectOption('#new-increment', '30');
    assert.ok(await page.isHidden('#new-ponders'), 'what it would learn is lost');
    await page.click('#new-form button[type=submit]');
    await ready(page);
    assert.deepEqual([await face('black'), await face('white')], ['60:00', '60:00']);
    await click(page, 'h8');
    await stoneCount(page, 2);
    await page.waitForSelector('#clock-black.runs');
    for (const color of ['black', 'white']) assert.ok((await seconds(color)) > 3600, `${color} with its increment`);
    const before = await seconds('black');
    await falls('black', before - 1);
    await reload(page);
    await page.waitForSelector('#clock-black.runs');
    assert.ok((await seconds('black')) < before, 'a reload gives no time back');
    // A move in the analysis has no increment.
    await page.click('#mode-analyse');
    await click(page, 'a1');
    await stoneCount(page, 3);
    const whites = await seconds('white');
    const blacks = await seconds('black');
    assert.ok(blacks < before, 'no increment');
    await page.click('#undo');
    await stoneCount(page, 2);
    await page.click('#mode-play');
    await page.waitForSelector('#clock-black.runs');
    assert.ok((await seconds('black')) <= blacks);
    assert.equal(await seconds('white'), whites);
    const time = { increment: 0, left: { black: 400, white: 60_000 } };
    await openGame(page, withMoves(['h8', 'i9'], { human: 'black', time }));
    await status(page, 'Black lost on time');
    assert.equal(await face('black'), '0.0');
    await click(page, 'j8');
    await settled(page);
    assert.equal(await stones(page), 2);
    await reload(page);
    await status(page, 'Black lost on time');
    // What is taken back after it is played on without a clock.
    await page.click('#take-back');
    await stoneCount(page, 0);
    await status(page, 'Your move');
    await page.waitForSelector('#clock-black', { state: 'hidden' });
    await click(page, 'j8');
    await stoneCount(page, 2);
    await page.click('#new-game');
    await page.click('#new-form button[type=submit]');
    await stoneCount(page, 0);
});

onPage('undoing that a move is taken back gives no increment', DESKTOP, async page => {
    const time = { start: 60_000, increment: 30_000, left: { black: 60_000, white: 60_000 } };
    await openGame(page, withMoves(['h8', 'i9'], { time }));
    await page.click('#take-back');
    await stoneCount(page, 1);
    await page.click('#notice button');
    await stoneCount(page, 2);
    assert.match(await page.textContent('#clock-white'), /^(1:00|0:\d\d)$/);
});

onPage('a new game does not lose the time of the move that nobody made', DESKTOP, async page => {
    const time = { start: 60_000, increment: 0, left: { black: 50_000, white: 50_000 } };
    await openGame(page, withMoves(['h8', 'i9'], { time }));
    await page.waitForSelector('#clock-black.runs');
    await page.click('#new-game');
    await page.evaluate(() => {
        document.querySelector('#new-form button[type=submit]').click();
        const now = performance.now.bind(performance);
        performance.now = () => now() + 30_000;
    });
    await stoneCount(page, 0);
    await ready(page);
    assert.equal(await page.textContent('#clock-black'), '1:00');
});

onPage('who resigns for both colours is the side to move of the game, and its file says how it ended', DESKTOP, async page => {
    await openGame(page, withMoves(['h8', 'i9', 'g7', 'j10']));
    await ready(page);
    await page.click('#previous');
    await stoneCount(page, 3);
    await page.click('#resign');
    await status(page, 'Black resigned');
    await page.click('#open-share');
    const { bytes } = await download(page, '[data-format=sgf]');
    assert.match(bytes.toString(), /RE\[W\+R\]/);
});
