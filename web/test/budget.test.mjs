/** What the page may cost: bytes on the way, and time to the first move. */
import assert from 'node:assert/strict';
import { readdir, readFile, stat } from 'node:fs/promises';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { built, click, DESKTOP, onPage, openGame, ready, SECONDS, server, stoneCount, withMoves } from './browser.mjs';

const MOST_BYTES = 1_500_000;
const MOST_BOOK_BYTES = 1_000_000;
/** Three times the processor time that the board shall take: machines differ. */
const MOST_MS = 9000;
/** How much slower than this one the processor is. */
const SLOWER = 4;
/** From here on a browser calls a task long: the page no longer answers at once. */
const LONG_TASK_MS = 50;
/** On a machine that does much else one of some attempts has to pass. */
const ATTEMPTS = 5;

const site = new URL('site/', built);
const packed = async name => gzipSync(await readFile(new URL(name, site))).length;
/** What a first visit fetches for the page and for later: all that the service worker keeps, and itself. */
const ofVisit = async () => ['offline.js', ...(/FILES = '([^']+)'/.exec(await readFile(new URL('offline.js', site), 'utf8'))?.[1] ?? '').split(' ').filter(name => name !== './')];

test('the page with the network of a rule is small', async () => {
    const files = await ofVisit();
    assert.ok(files.includes('engine/engine_bg.wasm') && files.includes('index.html'), files.join());
    const page = (await Promise.all(files.map(packed))).reduce((sum, bytes) => sum + bytes, 0);
    for (const network of await readdir(new URL('networks/', site))) {
        const bytes = page + (await packed(`networks/${network}`));
        console.log(`${network} and the page: ${bytes} bytes`);
        assert.ok(bytes <= MOST_BYTES, `${network}: ${bytes} bytes`);
    }
});

test('the book, which is fetched when it is opened, is small', async () => {
    const { size } = await stat(new URL('book.gz', site));
    console.log(`book.gz: ${size} bytes`);
    assert.ok(size <= MOST_BOOK_BYTES && !(await ofVisit()).includes('book.gz'), String(size));
});

onPage('the engine is ready before the user moves, and answers soon, also on a slow processor', DESKTOP, async (_, visit) => {
    const known = await ofVisit();
    // Nothing is kept from the visit before.
    const context = await visit.browser().newContext({ ...DESKTOP, serviceWorkers: 'block' });
    context.setDefaultTimeout(90 * SECONDS);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await session.send('Network.enable');
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    await session.send('Performance.enable');
    // What waits for a busy machine does not count.
    const spent = async () => {
        const { metrics } = await session.send('Performance.getMetrics');
        return 1000 * metrics.find(({ name }) => name === 'ProcessTime').value;
    };
    const asked = [];
    page.on('request', request => asked.push(new URL(request.url()).pathname.slice(1) || 'index.html'));
    const count = name => asked.filter(path => path.endsWith(name)).length;
    await page.goto(server.address);
    await ready(page);
    // One worker for rules and one for the search, and nothing is fetched twice but their scripts.
    for (let polls = 0; polls < 3000 && (count('.rgn') < 1 || count('worker.js') < 2); polls++) await page.waitForTimeout(20);
    const shown = await spent();
    await click(page, 'h8');
    await stoneCount(page, 2);
    // The browser slows the page down, but not the worker that searches.
    const answered = SLOWER * ((await spent()) - shown);
    assert.deepEqual([count('.wasm'), count('.rgn')], [1, 1], asked.join('\n'));
    // On a machine that does much else one may be started again.
    assert.ok(count('worker.js') <= 3, asked.join('\n'));
    assert.deepEqual(asked.filter(path => !known.includes(path)), ['networks/freestyle.rgn'], 'all that is fetched is counted above');
    await context.close();
    console.log(`processor time of the page ${Math.round(shown)} ms, of the first move ${Math.round(answered)} ms`);
    assert.ok(shown + answered < MOST_MS, `${shown} + ${answered} ms`);
});

/** Processor time of the longest task of the page's thread while `body` runs, in ms: what waits for a busy machine does not count. */
async function longestTask(page, body) {
    const browser = page.context().browser();
    await browser.startTracing(page, { categories: ['toplevel'] });
    await body();
    const { traceEvents } = JSON.parse(String(await browser.stopTracing()));
    const thread = ({ pid, tid }) => `${pid}:${tid}`;
    const pages = traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(thread);
    const tasks = traceEvents.filter(event => event.tdur !== undefined && pages.includes(thread(event)));
    assert.ok(tasks.length > 0, 'the tasks of the page are counted');
    return Math.max(...tasks.map(({ tdur }) => tdur)) / 1000;
}

onPage('live analysis leaves the thread of the page free', DESKTOP, async page => {
    const longest = [];
    for (let attempt = 0; attempt < ATTEMPTS && !longest.some(ms => ms < LONG_TASK_MS); attempt++) {
        await openGame(page, withMoves(['h8', 'i9', 'i8', 'g8'], { mode: 'analyse' }));
        await ready(page);
        await page.selectOption('#line-count', '10');
        longest.push(
            await longestTask(page, async () => {
                await page.click('#think');
                await page.waitForFunction(() => Number(/depth (\d+)/.exec(document.querySelector('#lines .details')?.textContent ?? '')?.[1]) >= 7);
                await page.click('#think');
            }),
        );
    }
    console.log(`longest task of the page while it analyses: ${longest.join(', ')} ms`);
    assert.ok(Math.min(...longest) < LONG_TASK_MS, longest.join());
});
