/** Analysis, proofs and reviews. */
import assert from 'node:assert/strict';
import { click, DESKTOP, holder, notice, onPage, openGame, openTools, place, ready, says, server, status, stoneCount, stones, withMoves } from './browser.mjs';

/** Waits until the figures show a search of some depth. */
const depth = (page, pattern) => page.waitForFunction(pattern => new RegExp(`Depth\\s(${pattern})`).test(document.querySelector('#figures').textContent), pattern);
/** Waits until the search that runs has come farther than what is known of the position. */
async function goesOn(page) {
    await says(page, 'think', '^Stop$');
    const figures = await page.textContent('#figures');
    await page.waitForFunction(figures => document.querySelector('#figures').textContent !== figures, figures);
}

onPage('analysis shows lines, plays them out under the pointer, and stops at once', DESKTOP, async page => {
    await openGame(page, withMoves(['h8', 'i9'], { mode: 'analyse' }));
    assert.equal(await page.getAttribute('#gauge', 'aria-label'), 'Win rate of black');
    await page.selectOption('#line-count', '4');
    await page.click('#think');
    await depth(page, '[5-9]|\\d\\d');
    assert.equal(await page.locator('#lines li').count(), 4);
    assert.match(await page.textContent('#figures'), /^Depth\s\d+\/\d+ · [\d.]+(\s[kM])?\snodes · \d+\skn\/s · [\d.]+\ss$/);
    assert.equal(await page.locator('[data-candidate]').count(), 4);
    await page.click('#think');
    assert.equal(await page.textContent('#think'), 'Start');
    const figures = await page.textContent('#figures');
    assert.match(figures, /^Depth/);
    await page.waitForTimeout(500);
    assert.equal(await page.textContent('#figures'), figures);
    await page.locator('#lines .pv button:nth-child(3)').last().hover();
    await page.waitForFunction(() => document.querySelectorAll('#board .preview').length === 3);
    await page.mouse.move(5, 5);
    await page.waitForFunction(() => document.querySelectorAll('#board .preview').length === 0);
    // A move while it thinks: the new position is analysed.
    await page.click('#think');
    await page.waitForSelector('#lines li');
    await click(page, 'a1');
    await stoneCount(page, 3);
    await page.waitForFunction(() => document.querySelectorAll('#lines:not([inert]) li').length === 4);
    assert.equal(await page.textContent('#think'), 'Stop');
    // The gauge says nothing about a position that is not searched.
    assert.match(await page.getAttribute('#gauge', 'aria-label'), /^Win rate of black: \d+ %$/);
    await page.click('#think');
    // What was found at the position before is still there; its second search may have added to it.
    await page.click('#undo');
    await stoneCount(page, 2);
    const depthOf = text => Number(/^Depth\s(\d+)/.exec(text)?.[1]);
    assert.ok(depthOf(await page.textContent('#figures')) >= depthOf(figures));
    assert.equal(await page.locator('#lines li').count(), 4);
    assert.match(await page.getAttribute('#gauge', 'aria-label'), /^Win rate of black: \d+ %$/);
    // The value of a position is not that of the next one, for the other side.
    const share = () => page.evaluate(() => document.querySelector('#gauge-black').style.getPropertyValue('--share'));
    const before = await share();
    await click(page, 'o1');
    await stoneCount(page, 3);
    assert.deepEqual([await share(), await page.getAttribute('#gauge', 'aria-label')], [before, 'Win rate of black']);
});

onPage('a line is played on which the mouse is pressed while the search goes on', DESKTOP, async page => {
    await openGame(page, withMoves(['h8', 'i9'], { mode: 'analyse' }));
    await page.click('#think');
    await depth(page, '[4-9]|\\d\\d');
    await page.hover('#lines li:first-child button');
    await page.mouse.down();
    const move = await page.textContent('#lines li:first-child button');
    const figures = await page.textContent('#figures');
    await page.waitForFunction(figures => document.querySelector('#figures').textContent !== figures, figures);
    await page.mouse.up();
    await stoneCount(page, 3);
    assert.equal(await page.locator('#moves button').last().textContent(), move);
});

onPage('where memory is shared a stop keeps the engine and what it has learned', DESKTOP, async page => {
    await page.goto(`${server.address}isolated/`);
    await ready(page);
    await page.click('#mode-analyse');
    await click(page, 'h8');
    await stoneCount(page, 1);
    const think = async () => {
        await page.click('#think');
        await depth(page, '[4-9]|\\d\\d');
    };
    await think();
    const workers = page.workers();
    await page.click('#think');
    assert.equal(await page.textContent('#think'), 'Start');
    await click(page, 'i9');
    await stoneCount(page, 2);
    await think();
    assert.deepEqual(page.workers(), workers);
});

onPage('where memory is shared several threads search', DESKTOP, async page => {
    await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', { get: () => 4 }));
    await page.goto(`${server.address}isolated/`);
    await ready(page);
    await page.click('#mode-analyse');
    await click(page, 'h8');
    await stoneCount(page, 1);
    await openTools(page);
    assert.ok(await page.isVisible('#thread-count'));
    await page.selectOption('#thread-count', '2');
    await page.click('#think');
    await depth(page, '\\d');
    const helper = page.workers().find(worker => worker.url().endsWith('/helper.js'));
    assert.ok(helper, page.workers().map(worker => worker.url()).join());
    // A stop ends the search of both and keeps them.
    await page.click('#think');
    await click(page, 'i9');
    await stoneCount(page, 2);
    await page.click('#think');
    await depth(page, '\\d');
    assert.ok(page.workers().includes(helper));
    // Another number of threads starts the engine anew.
    const closed = helper.waitForEvent('close');
    await page.selectOption('#thread-count', '1');
    await closed;
    await goesOn(page);
});

onPage('threads share more memory than a small device has', DESKTOP, async page => {
    await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', { get: () => 4 }));
    await page.goto(`${server.address}isolated/`);
    await ready(page);
    await page.click('#mode-analyse');
    await openTools(page);
    await page.selectOption('#table-size', '1024');
    await page.selectOption('#thread-count', '2');
    await page.click('#think');
    await depth(page, '\\d');
    assert.ok(page.workers().some(worker => worker.url().endsWith('/helper.js')), 'it still has its threads');
});

onPage('where threads cannot be started one searches', { ...DESKTOP, serviceWorkers: 'block' }, async page => {
    await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', { get: () => 4 }));
    let started = 0;
    page.on('worker', worker => (started += Number(worker.url().endsWith('/helper.js'))));
    await page.route('**/worker.js', async route => {
        const response = await route.fetch();
        const body = (await response.text()).replace('helper.postMessage(message)', 'helper.postMessage({ ...message, module: null })');
        await route.fulfill({ headers: { 'content-type': 'text/javascript', 'document-isolation-policy': 'isolate-and-require-corp' }, body });
    });
    await page.goto(`${server.address}isolated/`);
    await ready(page);
    await page.click('#mode-analyse');
    await page.click('#think');
    await depth(page, '\\d');
    await notice(page, 'The engine failed and was started again.');
    await page.click('#think');
    await page.click('#think');
    await goesOn(page);
    assert.equal(started, 1);
});

onPage('where the engine with threads cannot be loaded one thread searches', { ...DESKTOP, serviceWorkers: 'block' }, async page => {
    await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', { get: () => 4 }));
    await page.route('**/engine/threads/**', route => route.abort());
    await page.goto(`${server.address}isolated/`);
    await ready(page);
    await page.click('#mode-analyse');
    await page.click('#think');
    await depth(page, '\\d');
    assert.equal(await page.textContent('#notice'), '');
});

onPage('where memory is shared the engine still plays with one thread', DESKTOP, async page => {
    await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', { get: () => 4 }));
    await page.goto(`${server.address}isolated/`);
    await ready(page);
    const helper = () => page.workers().find(worker => worker.url().endsWith('/helper.js'));
    await page.click('#mode-analyse');
    await page.click('#think');
    await depth(page, '\\d');
    const closed = helper().waitForEvent('close');
    await page.click('#mode-play');
    await closed;
    await click(page, 'h8');
    await stoneCount(page, 2);
    assert.equal(helper(), undefined);
    await page.click('#new-game');
    await page.click('#new-more summary');
    assert.ok(await page.isVisible('#new-ponders'), 'what it learns meanwhile is kept');
});

onPage('the whole game is reviewed, its mistakes with better moves', DESKTOP, async page => {
    const moves = ['h8', 'a1', 'i8', 'a2', 'j8', 'a15', 'k8', 'o1', 'l8'];
    await openGame(page, withMoves(moves, { mode: 'analyse' }));
    await page.click('#review');
    await page.waitForFunction(() => document.querySelector('#review').textContent === 'Review again');
    const found = await page.locator('#mistakes b').allTextContents();
    assert.ok(found.some(text => /^2\. a1 \?/.test(text)), found.join());
    // The pointer shows the better line at its place, and the position on the board comes back.
    await page.hover('#mistakes button:has-text("2. a1")');
    await page.waitForSelector('#board .preview');
    assert.equal(await stones(page), 1);
    await page.mouse.move(5, 5);
    await stoneCount(page, 9);
    assert.equal(await page.locator('#board .preview').count(), 0);
    await page.click('#mistakes button:has-text("2. a1")');
    await page.waitForSelector('[data-hint]');
    assert.equal(await page.textContent('#count'), '1 / 9');
    // A click on a mistake of the graph goes to the position behind it.
    await page.locator('#graph [data-dot="2"]').click();
    await page.waitForSelector('#graph [data-present="2"]');
    assert.equal(await page.textContent('#count'), '2 / 9');
});

onPage('a review goes on while the user steps through the game', DESKTOP, async page => {
    await openGame(page, withMoves(['h8', 'a1', 'i8', 'a2', 'j8'], { mode: 'analyse' }));
    await ready(page);
    await page.evaluate(() => ['#review', '#previous'].forEach(button => document.querySelector(button).click()));
    await page.waitForFunction(() => document.querySelector('#review').textContent === 'Review again');
    assert.equal(await page.textContent('#count'), '4 / 5');
});

onPage('why not here: a move is refuted', DESKTOP, async page => {
    await openGame(page, withMoves(['h8', 'a1', 'i8', 'a2', 'j8'], { mode: 'analyse' }));
    await ready(page);
    await page.click('#why');
    await click(page, 'o15');
    await page.waitForFunction(() => /^o15: loses in \d+ moves?, instead of /.test(document.querySelector('#why-text').textContent));
    assert.equal(await stones(page), 5, 'nothing was played');
    assert.equal(await page.locator('#board .preview').count(), 3);
    assert.equal(await page.textContent('#why-line .pv button'), 'o15');
    await click(page, 'g8');
    await stoneCount(page, 6);
    await page.waitForSelector('#why-result', { state: 'hidden' });
});

onPage('why not here: of what is given up between its two searches the second one does not begin', { ...DESKTOP, serviceWorkers: 'block' }, async page => {
    await page.addInitScript(() => {
        window.searches = window.answers = 0;
        window.Worker = class extends Worker {
            constructor(...values) {
                super(...values);
                this.addEventListener('message', ({ data }) => (window.answers += Number(data.value !== undefined)));
            }

            postMessage(message) {
                // The analysis has no limit.
                window.searches += Number(message.what === 'analyse' && message.values[3].nodes > 0);
                super.postMessage(message);
            }
        };
    });
    const hold = await holder(page, 'describe');
    await openGame(page, withMoves(['h8', 'a1', 'i8', 'a2', 'j8'], { mode: 'analyse' }));
    await ready(page);
    for (const [index, giveUp] of [() => page.keyboard.press('Escape'), () => page.click('#think')].entries()) {
        const release = hold();
        const isHeld = page.waitForRequest('**/held');
        await page.click('#why');
        await click(page, 'o15');
        await isHeld;
        await giveUp();
        await page.waitForSelector('#why-result', { state: 'hidden' });
        const answers = await page.evaluate(() => window.answers);
        release();
        await page.waitForFunction(answers => window.answers > answers, answers);
        assert.equal(await page.evaluate(() => window.searches), index + 1);
    }
    await goesOn(page);
});

onPage('what the analysis says ends with it, and Escape does not stop the engine in a game', DESKTOP, async page => {
    await openGame(page, withMoves(['h8', 'i9'], { human: 'black', level: 'full' }));
    await ready(page);
    await page.click('#mode-analyse');
    await openTools(page);
    await page.click('#balance-1');
    await says(page, 'why-text', '^The game is most even after');
    await page.click('#mode-play');
    await status(page, 'Your move');
    await Promise.all([status(page, 'thinking'), click(page, 'j8')]);
    await page.keyboard.press('Escape');
    await stoneCount(page, 4);
});

onPage('a proved win is walked through to the five, against any reply', DESKTOP, async page => {
    await openGame(page, withMoves(['h8', 'a1', 'h9', 'a15', 'i7', 'o1', 'j7', 'o15'], { mode: 'analyse' }));
    await ready(page);
    await page.click('#prove');
    await page.waitForFunction(() => /^Black wins by force, in at most \d+ moves?\.$/.test(document.querySelector('#proof-title').textContent));
    await page.waitForSelector('[data-hint]');
    await page.click('#proof-tree button');
    await stoneCount(page, 9);
    await page.waitForFunction(() => /^White /.test(document.querySelector('#proof-step').textContent));
    // Replies that are not in the tree: the answer comes all the same.
    for (const reply of ['b1', 'c1', 'd1', 'e1', 'f1', 'b15', 'c15']) {
        const before = await stones(page);
        await click(page, reply);
        await stoneCount(page, before + 2);
        if (await page.locator('#board .row').count()) break;
    }
    assert.equal(await page.locator('#board .row').count(), 5);
    assert.equal(await page.textContent('#proof-step'), 'The proof ends here.');
    await page.click('#proof-close');
    assert.ok(await page.isHidden('#proof-result'));
    await openTools(page);
    await page.click('#clear');
    await stoneCount(page, 0);
    await click(page, 'h8');
    await stoneCount(page, 1);
    await page.click('#prove');
    await page.waitForFunction(() => document.querySelector('#proof-title').textContent.startsWith('No win of white'));
    // It holds for this position and rule alone.
    await page.selectOption('#rule', 'standard');
    await page.waitForSelector('#proof-result', { state: 'hidden' });
});

onPage('a win that only the analysis finds is proved from its first move', DESKTOP, async page => {
    const moves = 'k5 h6 l5 i7 g5 l6 k6 k4 j5 i5 i4 h3 k8 l7 j7 i8 h4 j4 g7 k9 i6 l10 j8 l9 l8 g4 j9 j6 m5 n5 f6 e7 k3 l4 m4 n3 m3 m6 g8 g9 m2 m1';
    await openGame(page, withMoves(moves.split(' '), { mode: 'analyse', rule: 'renju' }));
    await ready(page);
    await page.click('#think');
    await page.waitForSelector('.candidate.win');
    await page.click('#think');
    const found = await page.evaluate(() => [...document.querySelectorAll('.candidate.win')].map(({ dataset }) => dataset.candidate));
    await page.click('#prove');
    await page.waitForFunction(() => /^Black wins by force/.test(document.querySelector('#proof-title').textContent));
    const first = await page.locator('#proof-tree button').first().textContent();
    assert.ok(found.includes(first), `${first} of ${found}`);
});

onPage('where the last move wins, each defence is answered', DESKTOP, async page => {
    await openGame(page, withMoves(['h8', 'a1', 'i8', 'c1', 'h9', 'e1', 'i10', 'a3', 'h7'], { mode: 'analyse' }));
    await ready(page);
    await page.click('#prove');
    await page.waitForFunction(() => /^Black wins by force/.test(document.querySelector('#proof-title').textContent));
    assert.equal(await page.locator('#proof-tree button').first().textContent(), 'h7');
    await page.waitForFunction(() => /^White /.test(document.querySelector('#proof-step').textContent));
    await click(page, 'o15');
    await stoneCount(page, 11);
});

onPage('the heat map colours the moves by their value, and stops', DESKTOP, async page => {
    // White must stop a four.
    await openGame(page, withMoves(['h8', 'g8', 'i8', 'h9', 'j8', 'i10', 'k8'], { mode: 'analyse' }));
    await ready(page);
    await page.click('#heat');
    const rate = async square => Number(await page.getAttribute(`[data-heat=${square}]`, 'data-rate'));
    await page.waitForSelector('[data-heat=l8]');
    await page.waitForSelector('[data-heat=h10]');
    assert.ok((await rate('l8')) > (await rate('h10')));
    assert.equal(await page.locator('[data-heat=o15]').count(), 0, 'far from all stones');
    // The next position has a map of its own; a five wins at once.
    await click(page, 'o15');
    await stoneCount(page, 8);
    await page.waitForSelector('[data-heat=l8][data-rate="1.00"]');
    await page.click('#heat');
    await page.waitForFunction(() => !document.querySelector('[data-heat]'));
    await page.waitForTimeout(300);
    assert.equal(await page.locator('[data-heat]').count(), 0);
});

onPage('each mistake of a reviewed game becomes a question on the board', DESKTOP, async page => {
    await openGame(page, withMoves(['h8', 'i9', 'i8', 'a2', 'a15', 'j8'], { mode: 'analyse' }));
    await page.click('#review');
    await page.waitForSelector('#exercise');
    // Which moves are mistakes is the engine's opinion, but for the two that leave a row of three alone.
    const mistakes = (await page.locator('#mistakes b').allTextContents()).map(title => title.match(/^(\d+)\. (\w+)/)).map(([, number, move]) => ({ number: Number(number), move }));
    assert.ok(mistakes.length > 1, mistakes.map(({ move }) => move).join());
    const { length } = mistakes;
    const text = pattern => page.waitForFunction(pattern => new RegExp(pattern).test(document.querySelector('#exercise-text').textContent), pattern);
    const asked = async index => {
        const { number, move } = mistakes[index];
        await text(`^Question ${index + 1} of ${length}: ${number % 2 === 1 ? 'black' : 'white'} played ${move} here`);
        await stoneCount(page, number - 1);
    };
    const first = mistakes[0].number - 1;
    await page.click('#exercise');
    await asked(0);
    assert.ok(await page.isHidden('#mistakes'), 'the list would give the answer away');
    // Two clicks at once: the first is the answer, and it is judged before another counts.
    const clicks = [await place(page, 'o15'), await place(page, 'o14')];
    const judged = await page.evaluate(clicks => {
        clicks.forEach(([clientX, clientY]) => document.querySelector('#board').dispatchEvent(new MouseEvent('click', { clientX, clientY })));
        return document.querySelector('#exercise-text').textContent;
    }, clicks);
    assert.match(judged, /o15/);
    await text('^o15: .*\\. Here is the refutation; try again');
    assert.equal(await page.textContent('#exercise-line .pv button'), 'o15');
    assert.equal(await stones(page), first, 'nothing was played');
    await page.click('#exercise-show');
    await text('^Better was [a-o]\\d+: win rate');
    const better = (await page.textContent('#exercise-text')).match(/was (\w+):/)[1];
    // The moves of its line are played one after the other.
    for (const count of [1, 2]) {
        await page.click(`#exercise-line .pv button:nth-child(${count})`);
        await stoneCount(page, first + count);
    }
    assert.ok(await page.isHidden('#notice'));
    await page.click('#exercise-next');
    await asked(1);
    await page.click('#exercise-end');
    await page.click('#exercise');
    await asked(0);
    assert.equal(await page.locator('#board .preview').count(), 0);
    await click(page, better);
    await text(`^Right: ${better}, win rate`);
    for (let index = 0; index < length; index++) await page.click('#exercise-next');
    await text(`^No more questions\\. Right at the first try: 1 of ${length}`);
    await page.click('#exercise-end');
    assert.ok(await page.isVisible('#mistakes'));
    // An answer that is asked for at the end says nothing any more.
    await page.click('#exercise');
    await asked(0);
    await page.evaluate(() => ['exercise-show', 'exercise-end'].forEach(id => document.getElementById(id).click()));
    await page.click('#first');
    await stoneCount(page, 0);
    assert.doesNotMatch(await page.textContent('#status'), /Better was/);
    // A variation is played; the review of the game stays.
    await click(page, 'c3');
    await stoneCount(page, 1);
    await page.click('#mistakes li:first-child button');
    await page.waitForFunction(count => document.querySelector('#count').textContent === count, `${first} / 6`);
    // A game asks nothing.
    await page.click('#exercise');
    await asked(0);
    await page.click('#mode-play');
    await status(page, 'to move');
});

onPage('a click counts where what lies under the pointer is drawn anew meanwhile', DESKTOP, async page => {
    await openGame(page, withMoves(['h8', 'i9'], { mode: 'analyse' }));
    await ready(page);
    await page.click('#heat');
    await page.waitForSelector('[data-heat=g7]');
    await page.mouse.move(...(await place(page, 'g7')));
    await page.mouse.down();
    await page.evaluate(() => document.querySelectorAll('[data-heat]').forEach(square => square.replaceWith(square.cloneNode(true))));
    await page.mouse.up();
    await stoneCount(page, 3);
});
