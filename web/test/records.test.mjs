/** Links, files and pictures. */
import assert from 'node:assert/strict';
import { click, DESKTOP, download, notice, onPage, openGame, openText, openTools, ready, reload, server, settled, stoneCount, stones, withMoves } from './browser.mjs';

onPage('the link opens its position; one that is none changes nothing', DESKTOP, async page => {
    await openGame(page, withMoves(['h8', 'i9']));
    const open = hash => page.evaluate(hash => (location.hash = hash), hash);
    for (const hash of ['#renju/15x15/h8h8', '#renju/99x99/h8', '#<script>alert(1)</script>', '#chess/15x15/h8', '#renju/15x15/h8/i9h8', `#renju/15x15/${'h8'.repeat(9999)}`]) {
        await open(hash);
        await notice(page, hash.startsWith('#renju/') && hash.length < 30 ? 'This position cannot be shown' : 'This link has no position.');
        await stoneCount(page, 2);
    }
    await open('#renju/15x15/h8i9j10');
    await stoneCount(page, 3);
    await page.waitForSelector('#analysis-panel:not([hidden])');
    assert.equal(await page.inputValue('#rule'), 'renju');
    // A link to a position within a line has the rest of it, too.
    await open('#renju/15x15/h8i9/i8j9');
    await stoneCount(page, 2);
    await page.click('#next');
    await stoneCount(page, 3);
    assert.equal(await page.evaluate(() => location.hash), '#renju/15x15/h8i9i8/j9');
    // The game that the link took the place of comes back, also after another link and a reload.
    await open('#caro/15x15/a1');
    await stoneCount(page, 1);
    await reload(page);
    await stoneCount(page, 1);
    await page.click('#bring-back');
    await stoneCount(page, 2);
    assert.equal(await page.evaluate(() => location.hash), '#freestyle/15x15/h8i9');
    assert.ok(await page.isVisible('#play-panel'));
    assert.ok(await page.isHidden('#replaced'));
});

onPage('a link stays open, and a rule that the moves do not fit is given up, however soon the user steps back', DESKTOP, async page => {
    await openGame(page, withMoves(['a1']));
    await page.evaluate(() => {
        location.hash = '#renju/15x15/h8i9j10';
        window.addEventListener('hashchange', () => document.querySelector('#previous').click(), { once: true });
    });
    await stoneCount(page, 2);
    assert.equal(await page.evaluate(() => location.hash), '#renju/15x15/h8i9/j10');
    // A link to a position within a line is its address from the beginning.
    const address = await page.evaluate(
        () =>
            new Promise(resolve => {
                location.hash = '#caro/15x15/h8/i9j9';
                window.addEventListener('hashchange', () => resolve(`${location.hash} ${document.querySelectorAll('#board .stone').length}`), { once: true });
            }),
    );
    assert.equal(address, '#caro/15x15/h8/i9j9 1');
    await page.evaluate(() => (location.hash = '#renju/15x15/h8i9/j10'));
    await stoneCount(page, 2);
    const rule = () => page.inputValue('#rule');
    await page.evaluate(() => {
        const rule = document.querySelector('#rule');
        rule.value = 'caro';
        rule.dispatchEvent(new Event('change'));
        document.querySelector('#previous').click();
    });
    await stoneCount(page, 1);
    assert.equal(await rule(), 'caro');
    // Six in a row: under freestyle the game would have ended in front of the last move.
    await openGame(page, withMoves(['h8', 'a1', 'i8', 'a3', 'j8', 'a5', 'l8', 'a7', 'm8', 'a9', 'k8', 'o1'], { rule: 'standard', mode: 'analyse' }));
    await click(page, 'o3');
    await stoneCount(page, 13);
    await page.click('#undo');
    await stoneCount(page, 12);
    await openTools(page);
    await page.selectOption('#rule', 'freestyle');
    await notice(page, 'This position cannot be shown');
    await settled(page);
    assert.equal(await rule(), 'standard');
    await page.click('#redo');
    await stoneCount(page, 13);
});

onPage('records are read, and refused with a sentence', DESKTOP, async page => {
    await openText(page, '<img src=x onerror=alert(1)>');
    await page.waitForFunction(() => document.querySelector('#file-error').textContent.includes('expected moves such as h8 i9'));
    await page.fill('#file-text', '(;GM[4]SZ[15]RU[renju];B[hh];W[ig];B[ih])');
    await page.click('#file-open');
    await stoneCount(page, 3);
    assert.match(await page.evaluate(() => location.hash), /^#renju\/15x15\/h8i9i8$/);
    await page.click('#open-share');
    for (const format of ['sgf', 'psq', 'lib', 'sav', 'txt']) {
        const { name } = await download(page, `[data-format=${format}]`);
        assert.equal(name, `game.${format}`);
    }
});

onPage('a file and a text that are dropped onto the page are read', DESKTOP, async page => {
    await ready(page);
    const drop = (kind, text) =>
        page.evaluate(
            ([kind, text]) => {
                const data = new DataTransfer();
                if (kind === 'file') data.items.add(new File([text], 'game.txt'));
                else data.setData('text/plain', text);
                document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
            },
            [kind, text],
        );
    await drop('file', 'h8 i9 i8');
    await stoneCount(page, 3);
    await drop('text', 'h8 i9');
    await stoneCount(page, 2);
});

/** Drops a file of these bytes onto the page. */
const dropFile = (page, name, bytes) =>
    page.evaluate(
        ([name, bytes]) => {
            const data = new DataTransfer();
            data.items.add(new File([new Uint8Array(bytes)], name));
            document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
        },
        [name, [...bytes]],
    );

onPage('files of other programs that are dropped are read: a library in GBK, a game of Go\'s kind, games of renju.net', DESKTOP, async page => {
    await ready(page);
    // As RenLib saves a position, without an end, with 黑必胜 and 白负 in GBK.
    const header = [0xff, ...Buffer.from('RenLib'), 0xff, 3, 0, ...Array(10).fill(0xff)];
    const texts = [0x78, 0x08, 0xba, 0xda, 0xb1, 0xd8, 0xca, 0xa4, 0, 0, 0x79, 0x08, 0xb0, 0xd7, 0xb8, 0xba, 0, 0];
    await dropFile(page, 'a.lib', [...header, ...texts]);
    await page.waitForFunction(() => document.querySelector('#count').textContent.endsWith('/ 2'));
    await page.click('#first');
    await page.click('#next');
    await page.waitForFunction(() => document.querySelector('#comment').value === '黑必胜');
    await dropFile(page, 'go.sgf', Buffer.from('a game:\n(;GM[1]SZ[15];B[hh];W[ig];B[ih])'));
    await notice(page, 'GM[1] is another game, but is read as gomoku');
    await stoneCount(page, 3);
    const game = number => `<game id="${number}" tournament="1" rule="1" black="1" white="2" bresult="1"><move>h8 h9 i10${number === 40 ? ' g7' : ''}</move></game>`;
    const games = Array.from({ length: 40 }, (_, index) => game(index + 1)).join('');
    const lists = '<rules><rule id="1" name="RIF"/></rules><players><player id="1" name="Ando" surname="Meritee"/><player id="2" name="Anna" surname="Ä"/></players>';
    const cup = '<tournaments><tournament id="1" name="Cup" year="1997" month="8"/></tournaments>';
    await dropFile(page, 'renjunet_v10.rif', Buffer.from(`<?xml version="1.0"?><database>${lists}${cup}<games>${games}</games></database>`));
    await page.waitForSelector('#file-finder:not([hidden])');
    assert.equal(await page.locator('#file-game option').count(), 40);
    await page.hover('#file-text');
    await page.mouse.down();
    await page.mouse.move(3, 3);
    await page.mouse.up();
    await page.fill('#file-find', 'nobody');
    await page.keyboard.press('Enter');
    assert.ok(await page.isVisible('#file-dialog'), 'a selection and Enter leave it open');
    await page.fill('#file-find', '40. ando');
    await page.selectOption('#file-game', { label: '40. Ando Meritee – Anna Ä 1-0 (Cup 1997-08)' });
    await page.focus('#file-find');
    await page.keyboard.press('Enter');
    await stoneCount(page, 4);
    assert.equal(await page.inputValue('#rule'), 'renju');
});

onPage('pictures of the board and of the game', DESKTOP, async page => {
    await openGame(page, withMoves(['h8', 'i9', 'j10'], { mode: 'analyse' }));
    await ready(page);
    await page.click('#previous');
    await stoneCount(page, 2);
    await page.click('#open-share');
    const files = {};
    await page.fill('#share-pace', '0.5');
    for (const kind of ['svg', 'png', 'jpg', 'gif', 'game']) {
        files[kind] = (await download(page, `[data-picture=${kind}]`)).bytes;
    }
    assert.deepEqual([...files.png.subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
    assert.ok(files.png.length > 20_000, 'it shows something');
    assert.deepEqual([...files.jpg.subarray(0, 3)], [0xff, 0xd8, 0xff]);
    // Two pictures of half a second each, and the last one of three.
    const delays = [...files.gif.toString('latin1').matchAll(/\x21\xf9\x04\x00([^]{2})\x00\x00\x2c/g)].map(([, delay]) => delay.charCodeAt(0) + 256 * delay.charCodeAt(1));
    assert.deepEqual(delays, [50, 50, 300]);
    assert.ok(!/ class=| style=|var\(/.test(files.svg.toString()));
    const steps = [...files.game.toString().matchAll(/<animate [^>]*keyTimes="([^"]+)" values="([^"]+)"/g)].map(([, times, values]) => `${times} ${values}`);
    // All stones of the line; the dot is on the last one, of 4.5 seconds 0.5 a move.
    const [first, second] = ['0.1111', '0.2222'];
    assert.deepEqual(steps, [`0;${first} inline;none`, '0 inline', `0;${second} inline;none`, `0;${first} none;inline`, `0;${second} none;inline`]);
    assert.equal(await stones(page), 2, 'the board is as before');
});

onPage('a game embedded in another page is stepped through, and keeps nothing', DESKTOP, async page => {
    await openGame(page, withMoves(['a1']));
    await page.goto(`${server.address}?embed#renju/15x15/h8i9j10`);
    await stoneCount(page, 3);
    assert.ok(await page.isHidden('header'));
    assert.ok(await page.isHidden('aside'));
    await page.click('#previous');
    await stoneCount(page, 2);
    // A stray click plays nothing.
    await click(page, 'a1');
    await page.click('#next');
    await stoneCount(page, 3);
    assert.equal(await page.getAttribute('#whole', 'href'), `${server.address}#renju/15x15/h8i9j10`);
    await page.goto('about:blank');
    await page.goto(server.address);
    await stoneCount(page, 1);
    await page.click('#open-share');
    assert.match(await page.inputValue('#share-embed'), /^<iframe src="http:[^"]*\/\?embed#freestyle\/15x15\/a1"/);
});


/** Opens a file in the dialogue, as a user would choose it. */
async function importFile(page, name, buffer) {
    await page.click('#open-file');
    await page.setInputFiles('#file-input', { name, mimeType: 'application/octet-stream', buffer });
}

onPage('a tree comes from a file with its notes, and goes back into SGF and RenLib', DESKTOP, async page => {
    const sgf = '(;GM[4]SZ[15]RU[renju]PB[Anna]HO[1]C[start];B[hh]C[first]TR[hh]LB[ig:A](;W[ig]C[main];B[jh])(;W[ih]))';
    await openText(page, sgf);
    const noted = async () => {
        await page.waitForFunction(() => document.querySelector('#count').textContent === '0 / 3');
        assert.equal(await page.inputValue('#comment'), 'start');
        assert.deepEqual(await page.locator('#moves button').allTextContents(), ['h8', 'i9', 'i8', 'j8']);
        await page.click('#next');
        await stoneCount(page, 1);
        assert.equal(await page.inputValue('#comment'), 'first');
    };
    await noted();
    assert.equal(await page.getAttribute('[data-mark]', 'data-shape'), 'triangle');
    assert.equal(await page.textContent('[data-label=i9]'), 'A');
    await page.click('#moves button:text-is("i8")');
    await stoneCount(page, 2);
    await page.fill('#comment', 'added');
    await page.click('#open-share');
    for (const format of ['sgf', 'lib']) {
        const { bytes } = await download(page, `[data-format=${format}]`);
        if (format === 'sgf') assert.match(bytes.toString(), /PB\[Anna\][^]*HO\[1\][^]*C\[main\][^]*C\[added\]/);
        await page.click('#share-dialog button[type=submit]');
        await openTools(page);
        await page.click('#clear');
        await stoneCount(page, 0);
        await importFile(page, `game.${format}`, bytes);
        await noted();
        await page.click('#moves button:text-is("i8")');
        await page.waitForFunction(() => document.querySelector('#comment').value === 'added');
        await page.click('#open-share');
    }
});

onPage('a text has the result of its line, and SGF that of the main line', DESKTOP, async page => {
    const games = {
        five: withMoves(['h8', 'a1', 'i8', 'a2', 'j8', 'a3', 'k8', 'a5', 'l8']),
        header: withMoves(['h8', 'a1', 'i8'], { header: { result: '1-0' } }),
        resignation: withMoves(['h8', 'a1', 'i8'], { lost: { color: 'white', by: 'resigned' } }),
    };
    for (const [name, game] of Object.entries(games)) {
        await openGame(page, { ...game, mode: 'analyse', ply: game.ply - 1 });
        await click(page, 'c3');
        await stoneCount(page, game.ply);
        await page.click('#open-share');
        for (const [format, isWon] of [['sgf', true], ['txt', false]]) {
            const { bytes } = await download(page, `[data-format=${format}]`);
            assert.equal(/RE\[B\+|1-0/.test(bytes.toString()), isWon, `${name}: ${format}`);
        }
    }
});

onPage('of a file with several games one is chosen; one that cannot be shown is refused', DESKTOP, async page => {
    await openText(page, '(;GM[4]SZ[15]PB[Anna]PW[Ben];B[hh])\n(;GM[4]SZ[15]PB[Cleo]PW[Dan];B[hh];W[ii])');
    await page.selectOption('#file-game', { label: '2. Cleo – Dan *' });
    await page.click('#file-open');
    await stoneCount(page, 2);
    const refused = async (text, reason) => {
        await openText(page, text);
        await page.waitForFunction(reason => document.querySelector('#file-error').textContent.includes(reason), reason);
        await page.click('#file-cancel');
    };
    await refused('(;GM[4]SZ[15]AB[hh][ih];W[ii])', 'expected set-up stones that can be moves');
    await refused('(;GM[4]SZ[15];B[hh];W[hh])', 'hh');
    await refused('(;GM[4]SZ[15]RU[freestyle];B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[da];W[db];B[ea];W[eb])', 'the game is over');
    await stoneCount(page, 2);
    await openText(page, '(;GM[4]SZ[15];B[hh];W[];B[ii])');
    await notice(page, '1 move after a pass');
    await stoneCount(page, 1);
    await openText(page, '(;GM[4]SZ[15]AB[hh][ih]AW[ii]PL[W]C[task];W[gh])');
    await notice(page, 'set-up stones');
    await stoneCount(page, 4);
    await page.click('#previous');
    await stoneCount(page, 3);
    await page.waitForFunction(() => document.querySelector('#comment').value === 'task');
});

onPage('a game that is chosen of a file is opened whatever the text field holds', DESKTOP, async page => {
    await page.click('#open-file');
    await page.fill('#file-text', 'a1 b2 c3');
    const file = '(;GM[4]SZ[15];B[hh])(;GM[4]SZ[15];B[aa];W[bb])';
    await page.setInputFiles('#file-input', { name: 'two.sgf', mimeType: 'text/plain', buffer: Buffer.from(file) });
    await page.waitForSelector('#file-games:not([hidden])');
    await page.selectOption('#file-game', '1');
    await page.click('#file-open');
    await stoneCount(page, 2);
});
