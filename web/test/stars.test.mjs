/** The star points of the page are those of the workbench's pictures: both are compared with one list. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { nameOf, parseSize, starPoints } from '../page/shared/squares.js';

test('every board has the star points of the list', async () => {
    const lines = (await readFile(new URL('../../tests/data/stars.txt', import.meta.url), 'utf8')).split('\n').filter(line => line !== '' && !line.startsWith('#'));
    assert.equal(lines.length, 18 * 18);
    for (const line of lines) {
        const [text] = line.split(' ');
        const size = parseSize(text);
        assert.equal([text, ...starPoints(size).map(point => nameOf(point, size)).sort()].join(' '), line);
    }
});
