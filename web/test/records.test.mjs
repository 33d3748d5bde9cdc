/** Links, files and pictures. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { DESKTOP, onPage, openGame, server, stoneCount, withMoves } from './browser.mjs';

onPage('the link opens its position; one that is none changes nothing', DESKTOP, async page => {
    await openGame(page, withMoves(['h8', 'i9']));
    const open = hash => page.evaluate(hash => (location.hash = hash), hash);
    for (const hash of ['#renju/15x15/h8h8', '#renju/99x99/h8', '#<script>alert(1)</script>', '#chess/15x15/h8', `#renju/15x15/${'h8'.repeat(9999)}`]) {
        await open(hash);
        await page.waitForSelector('#notice:not([hidden])');
        await stoneCount(page, 2);
        await page.evaluate(() => (document.querySelector('#notice').hidden = true));
    }
    await open('#renju/15x15/h8i9j10');
    await stoneCount(page, 3);
    await page.waitForSelector('#analysis-panel:not([hidden])');
    assert.equal(await page.inputValue('#rule'), 'renju');
});

onPage('records are read, and refused with a sentence', DESKTOP, async page => {
    await page.click('#open-file');
    await page.fill('#file-text', '<img src=x onerror=alert(1)>');
    await page.click('#file-open');
    await page.waitForFunction(() => document.querySelector('#file-error').textContent.includes('expected moves such as h8 i9'));
    await page.fill('#file-text', '(;GM[4]SZ[15]RU[renju];B[hh];W[ig];B[ih])');
    await page.click('#file-open');
    await stoneCount(page, 3);
    assert.match(new URL(page.url()).hash, /^#renju\/15x15\/h8i9i8$/);
    await page.click('#open-share');
    for (const format of ['sgf', 'psq', 'lib', 'text']) {
        const [download] = await Promise.all([page.waitForEvent('download'), page.click(`[data-format=${format}]`)]);
        assert.equal(download.suggestedFilename(), `game.${format === 'text' ? 'txt' : format}`);
    }
});

onPage('pictures of the board and of the game', DESKTOP, async page => {
    await openGame(page, withMoves(['h8', 'i9', 'j10'], { mode: 'analyse' }));
    await page.click('#open-share');
    const files = {};
    for (const kind of ['svg', 'png', 'game']) {
        const [download] = await Promise.all([page.waitForEvent('download'), page.click(`[data-picture=${kind}]`)]);
        files[kind] = await readFile(await download.path());
    }
    assert.deepEqual([...files.png.subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
    assert.ok(files.png.length > 20_000, 'it shows something');
    assert.ok(!/ class=| style=|var\(/.test(files.svg.toString()));
    assert.equal(files.game.toString().match(/<animate /g)?.length, 3);
});

onPage('a game embedded in another page is stepped through, and keeps nothing', DESKTOP, async page => {
    await openGame(page, withMoves(['a1']));
    await page.goto(`${server.address}?embed#renju/15x15/h8i9j10`);
    await stoneCount(page, 3);
    assert.ok(await page.isHidden('header'));
    assert.ok(await page.isHidden('aside'));
    await page.click('#previous');
    await stoneCount(page, 2);
    assert.equal(await page.getAttribute('#whole', 'href'), `${server.address}#renju/15x15/h8i9j10`);
    await page.goto('about:blank');
    await page.goto(server.address);
    await stoneCount(page, 1);
    await page.click('#open-share');
    assert.match(await page.inputValue('#share-embed'), /^<iframe src="http:[^"]*\/\?embed#freestyle\/15x15\/a1"/);
});

