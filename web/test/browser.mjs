/** The board in a real browser, with a page for each test. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { serve } from './server.mjs';

export const built = new URL('../../target/web/', import.meta.url);
const playwright = createRequire(new URL('test/', built))('playwright-core');
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
/** Debian's browsers; BROWSER chooses one of them. Chromium without windows takes less processor time than the one with them. */
const BROWSERS = {
    chromium: () => playwright.chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: FLAGS }),
    firefox: () => playwright.firefox.launch({ executablePath: '/usr/bin/firefox-esr', channel: 'moz-firefox' }),
};
export const DESKTOP = { viewport: { width: 1280, height: 860 } };
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
export const SECONDS = 1000;

const chosen = process.env.BROWSER ?? 'chromium';
let browser;
/** All requests and errors of all pages. */
const requests = [];
const problems = [];
/** What Firefox at times says of a load that a page was waiting for when it was left. */
const LOAD_GIVEN_UP = /ServiceWorker intercepted the request and encountered an unexpected error/;

export const server = await serve(fileURLToPath(new URL('site', built)));
before(async () => {
    browser = await BROWSERS[chosen]();
});
after(async () => {
    await browser?.close();
    server.close();
    const foreign = requests.filter(url => !url.startsWith(server.address) && !/^(blob|data|about):/.test(url));
    assert.deepEqual(foreign, [], 'no request leaves the host');
    assert.ok(requests.length > 20);
    assert.deepEqual(problems, [], 'no page fails');
});

/** A test with a page of its own. The times are for a machine that does much else. */
export function onPage(name, options, body) {
    test(name, { timeout: 400 * SECONDS }, async () => {
        const context = await browser.newContext(options);
        context.setDefaultTimeout(90 * SECONDS);
        // A browser with windows lets a page write to the clipboard when its user presses a button; this one needs leave.
        if (chosen === 'chromium') await context.grantPermissions(['clipboard-write']);
        context.on('request', request => requests.push(request.url()));
        const page = await context.newPage();
        page.on('pageerror', ({ message }) => {
            if (!LOAD_GIVEN_UP.test(message)) problems.push(`${name}: ${message}`);
        });
        try {
            await page.goto(server.address);
            await started(page);
            await body(page, context);
        } catch (error) {
            const seen = await page.locator('body').innerText().catch(() => 'nothing');
            throw new Error(`${error.message}\n\nOn the page:\n${seen}`, { cause: error });
        } finally {
            await context.close();
        }
    });
}

/** Runs code behind that of the page's workers, which calls through the functions of `calls`. The page must block service workers. */
export const patchWorkers = (page, code) =>
    page.route('**/worker.js', async route => {
        const response = await route.fetch();
        await route.fulfill({ contentType: 'text/javascript', body: (await response.text()) + code });
    });
/**
 * Lets the test hold one of the functions of the page's workers. The page must block service workers, and has them from its next load on.
 * @returns {Promise<() => () => void>} what holds it from now on, until what that returns is called
 */
export async function holder(page, call) {
    let free = Promise.resolve();
    await page.route('**/held', async route => {
        await free;
        // The worker may have been given up.
        await route.fulfill({ body: '' }).catch(() => undefined);
    });
    await patchWorkers(
        page,
        `
        const held = calls.${call};
        calls.${call} = (...values) => {
            const question = new XMLHttpRequest();
            question.open('GET', '/held', false);
            question.send();
            return held(...values);
        };`,
    );
    return () => {
        let release = () => undefined;
        free = new Promise(resolve => (release = resolve));
        return release;
    };
}
/** Ends workers without an event for the page, as a phone may. */
export const loseWorkers = workers =>
    Promise.all(
        workers.map(async worker => {
            const closed = worker.waitForEvent('close');
            await worker.evaluate(() => void setTimeout(() => self.close()));
            await closed;
        }),
    );

export const stones = page => page.locator('#board .stone').count();
/** Waits until the code of the page has run: now it hears clicks and keys. */
export const started = page => page.waitForSelector('#board[aria-busy]');
export async function reload(page) {
    await page.reload();
    await started(page);
}
/** Waits until the engine has described the position on the board, and all that depends on it is drawn. */
export const settled = page => page.waitForSelector('#board[aria-busy=false]');
/** Waits for a position with this number of stones that the engine has described. */
export const stoneCount = (page, count) =>
    page.waitForFunction(count => document.querySelectorAll('#board .stone').length === count && document.querySelector('#board').getAttribute('aria-busy') === 'false', count);
export const status = (page, text) => page.waitForFunction(text => document.querySelector('#status').textContent.includes(text), text);
/** Waits until the text of an element matches a pattern, a regular expression or its text. */
export const says = (page, id, pattern) => page.waitForFunction(([id, pattern]) => new RegExp(pattern).test(document.getElementById(id).textContent), [id, pattern.source ?? pattern]);
export async function ready(page) {
    await page.waitForFunction(() => document.querySelector('#status-text').textContent !== 'Loading…');
    await settled(page);
}
/** Waits for a message, also one that is hidden again by now, and forgets it. */
export const notice = (page, text) =>
    page.waitForFunction(text => {
        const notice = document.querySelector('#notice');
        const isThere = notice.textContent.includes(text);
        if (isThere) Object.assign(notice, { textContent: '', hidden: true });
        return isThere;
    }, text);

/** Where a square is on the screen. */
export const place = (page, name) =>
    page.evaluate(name => {
        const svg = document.querySelector('#board');
        const height = 1 + Number(svg.querySelector('.frame').getAttribute('height'));
        const point = new DOMPoint(name.charCodeAt(0) - 97, height - Number(name.slice(1))).matrixTransform(svg.getScreenCTM());
        return [point.x, point.y];
    }, name);
export const click = async (page, name, options = {}) => page.mouse.click(...(await place(page, name)), options);
export const tap = async (page, name) => page.touchscreen.tap(...(await place(page, name)));

/** Opens the tools of the analysis: they lie behind a button, or in a tab where the page is one column. */
export async function openTools(page) {
    if (await page.isVisible('[data-tab=tools]')) await page.click('[data-tab=tools]');
    else if (await page.isHidden('#tools-card')) await page.click('#open-tools');
}
/** Gives a text to the dialogue for files. */
export async function openText(page, text) {
    await page.click('#open-file');
    await page.fill('#file-text', text);
    await page.click('#file-open');
}
/** Pastes a text onto the page. */
export const paste = (page, text) =>
    page.evaluate(text => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', text);
        document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    }, text);
/** The file that a click saves. */
export async function download(page, selector) {
    const [file] = await Promise.all([page.waitForEvent('download'), page.click(selector)]);
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}
/** Shows a part of the analysis on a phone. */
export async function tab(page, name) {
    await page.tap(`[data-tab=${name}]`);
    await page.waitForSelector(`[data-tab=${name}][aria-pressed=true]`);
}

/** Opens a game without a click, as a reload would. */
export async function openGame(page, state) {
    // The page keeps its own game until it is left.
    await page.goto(`${server.address}icon.svg`);
    await page.evaluate(state => {
        sessionStorage.removeItem('rustgomo.game');
        localStorage.setItem('rustgomo.game', JSON.stringify(state));
    }, state);
    await page.goto(server.address);
    await stoneCount(page, state.ply);
}
export const GAME = { rule: 'freestyle', size: '15x15', moves: [], ply: 0, human: 'both', level: 'beginner', mode: 'play' };
export const withMoves = (moves, more = {}) => ({ ...GAME, moves, ply: moves.length, ...more });
