/** What the browser keeps of the game. */
import assert from 'node:assert/strict';
import { click, DESKTOP, notice, onPage, openGame, ready, reload, server, settled, stoneCount, withMoves } from './browser.mjs';

const ANALYSED = { mode: 'analyse' };
const COUNTED = () => {
    const { setItem } = Storage.prototype;
    window.written = [];
    Storage.prototype.setItem = function (key, value) {
        if (key === 'rustgomo.game') window.written.push(value);
        return setItem.call(this, key, value);
    };
};
/** Types into the comment, one event for each letter, then runs some code at once. What was written before is forgotten. */
const type = (page, text, then = () => undefined) =>
    page.evaluate(`(() => {
        const comment = document.querySelector('#comment');
        window.written = [];
        for (const letter of ${JSON.stringify(text)}) {
            comment.value += letter;
            comment.dispatchEvent(new Event('input', { bubbles: true }));
        }
        return (${then})();
    })()`);
const comment = (page, text) => page.waitForFunction(text => document.querySelector('#comment').value === text, text);

onPage('a comment that is typed is not written with each letter, and is written soon', DESKTOP, async page => {
    await page.addInitScript(COUNTED);
    await openGame(page, withMoves(['h8', 'i9'], ANALYSED));
    await ready(page);
    assert.equal(await type(page, 'a long comment', () => window.written.length), 0, 'no letter was written at once');
    await page.waitForFunction(() => window.written.length > 0);
    const written = await page.evaluate(() => window.written);
    // Once for the tab and once for new ones.
    assert.equal(written.length, 2);
    for (const text of written) assert.match(text, /"a long comment"/);
});

onPage('a reload right after typing, or a page that is left or hidden, loses nothing', DESKTOP, async page => {
    await openGame(page, withMoves(['h8', 'i9'], ANALYSED));
    await ready(page);
    await page.locator('#comment').pressSequentially('by hand');
    await reload(page);
    await ready(page);
    await comment(page, 'by hand');
    await Promise.all([page.waitForEvent('load'), type(page, ' at once', () => location.reload())]);
    await ready(page);
    await comment(page, 'by hand at once');
    await type(page, ' and left');
    await page.goto(`${server.address}icon.svg`);
    assert.match(await page.evaluate(() => localStorage.getItem('rustgomo.game')), /by hand at once and left/);
    await page.goto(server.address);
    await comment(page, 'by hand at once and left');
    // A phone may end a page that is hidden.
    const kept = await type(page, ' hidden', () => {
        Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
        document.dispatchEvent(new Event('visibilitychange'));
        return sessionStorage.getItem('rustgomo.game');
    });
    assert.match(kept, /by hand at once and left hidden/);
});

onPage('each tab has its game, and a new one begins with the last', DESKTOP, async (page, context) => {
    await openGame(page, withMoves(['h8', 'i9'], ANALYSED));
    await ready(page);
    const other = await context.newPage();
    await other.goto(server.address);
    await stoneCount(other, 2);
    await click(other, 'a1');
    await stoneCount(other, 3);
    await click(page, 'o15');
    await stoneCount(page, 3);
    await reload(other);
    await stoneCount(other, 3);
    await settled(other);
    assert.match(other.url(), /#freestyle\/15x15\/h8i9a1$/);
    await click(other, 'b1');
    await stoneCount(other, 4);
    await reload(page);
    await stoneCount(page, 3);
    assert.match(page.url(), /#freestyle\/15x15\/h8i9o15$/);
    // A link in one tab leaves the game of the other.
    await page.evaluate(() => (location.hash = '#renju/15x15/h8'));
    await stoneCount(page, 1);
    await reload(other);
    await stoneCount(other, 4);
    await click(other, 'c1');
    await stoneCount(other, 5);
    const third = await context.newPage();
    await third.goto(server.address);
    await stoneCount(third, 5);
    await reload(page);
    await stoneCount(page, 1);
});

onPage('a tree for which there is no room is kept as its line, and the user is told', DESKTOP, async page => {
    await page.addInitScript(() => {
        const { setItem } = Storage.prototype;
        Storage.prototype.setItem = function (key, value) {
            if (value.length > 1000) throw new DOMException('full', 'QuotaExceededError');
            return setItem.call(this, key, value);
        };
    });
    await openGame(page, withMoves(['h8', 'i9'], ANALYSED));
    await ready(page);
    await type(page, 'x'.repeat(2000));
    await notice(page, 'cannot keep the whole game');
    await reload(page);
    await stoneCount(page, 2);
    assert.equal(await page.inputValue('#comment'), '');
});
