/** The page around the board: keyboard, languages, colours, accessibility, offline. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { built, click, DESKTOP, GAME, onPage, openGame, ready, reload, status, stoneCount, withMoves } from './browser.mjs';

onPage('the keyboard plays, and what happens is announced', DESKTOP, async page => {
    await openGame(page, GAME);
    await ready(page);
    await page.focus('#board');
    await page.keyboard.press('Enter');
    await stoneCount(page, 1);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowUp');
    await page.waitForFunction(() => document.querySelector('#announce').textContent === 'i9, empty');
    await page.keyboard.press('Enter');
    await stoneCount(page, 2);
    assert.deepEqual(await page.locator('#moves button').allTextContents(), ['h8', 'i9']);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowDown');
    await page.waitForFunction(() => document.querySelector('#announce').textContent === 'h8, black stone 1');
    await page.focus('#new-game');
    await page.keyboard.press('ArrowLeft');
    await stoneCount(page, 1);
    assert.equal(await page.textContent('#count'), '1 / 2');
});

onPage('after a click on the board the arrows step through the game', DESKTOP, async page => {
    await openGame(page, { ...GAME, mode: 'analyse' });
    await ready(page);
    await click(page, 'h8');
    await stoneCount(page, 1);
    await page.keyboard.press('ArrowLeft');
    await stoneCount(page, 0);
    await page.keyboard.press('ArrowRight');
    await stoneCount(page, 1);
    // Behind the Tab key they move the cursor.
    await page.keyboard.press('Tab');
    await page.focus('#board');
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction(() => document.querySelector('#announce').textContent === 'g8, empty');
    await stoneCount(page, 1);
});

onPage('the page speaks the language of the browser, or another one that is chosen', { ...DESKTOP, locale: 'ru-RU' }, async page => {
    await ready(page);
    assert.equal(await page.textContent('#new-game'), 'Новая партия');
    await openGame(page, withMoves(['h8', 'a1', 'i8', 'a2', 'j8'], { mode: 'analyse' }));
    await page.click('#why');
    await click(page, 'o15');
    await page.waitForFunction(() => /^o15: проигрыш за \d+ ход(а|ов)?, а /.test(document.querySelector('#why-text').textContent));
    await page.selectOption('#language', 'zh');
    await status(page, '轮到白方');
    assert.equal(await page.getAttribute('html', 'lang'), 'zh');
    await reload(page);
    await status(page, '轮到白方');
    for (const language of ['en', 'zh', 'zh-Hant', 'ja', 'ko', 'ru', 'vi', 'cs', 'et']) {
        await page.selectOption('#language', language);
        await page.waitForFunction(language => document.documentElement.lang === language, language);
        for (const width of [320, 390, 1280]) {
            await page.setViewportSize({ width, height: 860 });
            for (const mode of ['#mode-play', '#mode-analyse']) {
                await page.click(mode);
                const taken = await page.evaluate(() => document.documentElement.scrollWidth);
                assert.ok(taken <= width, `${language} fits: ${taken} of ${width}`);
            }
        }
    }
});

onPage('it works without a network after the first visit', DESKTOP, async (page, context) => {
    const kept = () => page.evaluate(async () => (await Promise.all((await caches.keys()).map(async name => (await (await caches.open(name)).keys()).map(({ url }) => url)))).flat());
    const has = name => kept().then(urls => urls.some(url => url.endsWith(name)));
    // Nothing is played, and the page is not opened again.
    while (!(await has('/main.js')) || !(await has('/freestyle.rgn'))) await page.waitForTimeout(100);
    await context.setOffline(true);
    await reload(page);
    await ready(page);
    await click(page, 'h8');
    await stoneCount(page, 2);
    assert.equal(await page.textContent('#notice'), '', 'the engine has its network');
});

onPage('what was kept when it was needed is kept of the next version, too', DESKTOP, async page => {
    const kept = await page.evaluate(async () => {
        const { active } = await navigator.serviceWorker.ready;
        // Until then it clears caches.
        while (active.state !== 'activated') await new Promise(resolve => active.addEventListener('statechange', resolve, { once: true }));
        for (const name of await caches.keys()) await caches.delete(name);
        const old = await caches.open('rustgomo-before');
        for (const name of ['words/cs.js', 'networks/renju.rgn', 'main.js', 'words/gone.js']) await old.put(name, new Response(''));
        const { installing } = await navigator.serviceWorker.register('offline.js?next');
        await new Promise(resolve => installing.addEventListener('statechange', resolve));
        await caches.delete('rustgomo-before');
        const size = async name => (await (await caches.match(name))?.arrayBuffer())?.byteLength;
        return Promise.all(['words/cs.js', 'networks/renju.rgn', 'words/gone.js', 'words/ru.js'].map(size));
    });
    assert.ok(kept[0] > 0 && kept[1] > 0, 'as the host has them now');
    assert.deepEqual(kept.slice(2), [undefined, undefined]);
});

onPage('dark follows the system, and the button overrides it', { ...DESKTOP, colorScheme: 'dark' }, async page => {
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await paper();
    assert.match(dark, /^rgb\((1|2|3)\d, /);
    await page.click('#theme');
    const light = await paper();
    assert.notEqual(light, dark);
    await reload(page);
    assert.equal(await paper(), light);
});

// Only colours depend on the scheme.
for (const [colorScheme, rules] of [['light', {}], ['dark', { runOnly: ['color-contrast'] }]]) {
    onPage(`axe finds no accessibility violations, ${colorScheme}`, { ...DESKTOP, colorScheme }, async page => {
        const axe = await readFile(new URL('test/node_modules/axe-core/axe.min.js', built), 'utf8');
        await openGame(page, withMoves(['h8', 'a1', 'h9', 'a2', 'i10', 'a3', 'j10', 'a5'], { rule: 'renju', mode: 'analyse' }));
        await page.check('#show-threats');
        await page.click('#think');
        await page.waitForSelector('#lines li');
        await page.click('#think');
        await page.evaluate(axe);
        const faults = async () => {
            const { violations } = await page.evaluate(rules => axe.run(rules), rules);
            assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`), []);
        };
        await faults();
        for (const id of ['tools', 'book']) await page.click(`#open-${id}`);
        await faults();
        for (const id of ['help', 'share', 'file', 'about']) {
            await page.click(`#open-${id}`);
            await page.waitForSelector('dialog[open]');
            await faults();
            await page.keyboard.press('Escape');
        }
        await page.setViewportSize({ width: 390, height: 844 });
        for (const tab of ['lines', 'moves', 'review', 'book', 'tools']) {
            await page.click(`[data-tab=${tab}]`);
            await faults();
        }
        await page.click('#mode-play');
        await faults();
        await page.click('#new-game');
        await faults();
    });
}
