/** The tree of moves of the page. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { annotate, EMPTY, extend, insert, mark, nodeAt, pack, promote, remove, size, unpack, variationOf } from '../page/records/tree.js';

const path = text => text.split(' ').filter(Boolean);
const tree = (...lines) => lines.reduce((root, line) => insert(root, path(line)), EMPTY);
const GAME = tree('h8 i9 j10', 'h8 i9 g7 f6', 'h8 j8', 'a1');

test('another move at an earlier position is a variation', () => {
    assert.deepEqual(pack(GAME), [['a1'], 'h8', ['j8'], 'i9', ['g7', 'f6'], 'j10']);
    assert.equal(insert(GAME, path('h8 i9 g7')), GAME, 'what is there stays');
    assert.equal(size(GAME), 7);
    assert.deepEqual(extend(GAME, path('h8')), path('h8 i9 j10'));
    assert.deepEqual(extend(GAME, path('h8 i9 g7')), path('h8 i9 g7 f6'));
});

test('a branch is promoted up to the main line, and deleted, and the tree before is kept', () => {
    const line = path('h8 i9 g7 f6');
    assert.deepEqual(variationOf(GAME, line), path('h8 i9 g7'));
    const promoted = promote(GAME, line);
    assert.deepEqual(extend(promoted, []), line);
    assert.equal(promote(promoted, line), promoted);
    assert.deepEqual(extend(promote(GAME, path('a1')), []), path('a1'));
    const less = remove(GAME, path('h8 i9'));
    assert.deepEqual(pack(less), [['a1'], 'h8', 'j8']);
    assert.equal(size(GAME), 7);
    assert.equal(remove(GAME, path('b1')).children.length, 2);
});

test('notes are kept with their position', () => {
    let notes = mark(mark(mark({}, 'letter', 'a1'), 'letter', 'b1'), 'triangle', 'h8');
    assert.deepEqual(notes, { labels: { a1: 'A', b1: 'B' }, marks: { h8: 'triangle' } });
    notes = mark(mark(mark(notes, 'letter', 'a1'), 'triangle', 'h8'), 'cross', 'b1');
    const noted = annotate(annotate(GAME, path('h8 j8'), { ...notes, comment: 'here' }), [], { comment: 'first' });
    assert.deepEqual(nodeAt(noted, path('h8 j8'))?.notes, { marks: { b1: 'cross' }, comment: 'here' });
    assert.deepEqual(nodeAt(annotate(noted, [], { comment: '' }), [])?.notes, {});
    assert.deepEqual(unpack(JSON.parse(JSON.stringify(pack(noted)))), noted);
});

test('a damaged tree is read as far as it makes sense', () => {
    for (const stored of [null, 7, 'h8', {}, [[]], [null, 7, ['x9']], [{ comment: 3, marks: 5, labels: { z: 1 } }]]) assert.equal(size(unpack(stored)), 0, JSON.stringify(stored));
    assert.deepEqual(unpack(['h8', ['i9'], 'i9', 'zz', 'j10']), tree('h8 i9 j10'));
    const deep = Array.from({ length: 480 }, (_, index) => `${String.fromCharCode(97 + (index % 22))}${1 + Math.floor(index / 22)}`);
    assert.deepEqual(extend(unpack(pack(insert(EMPTY, deep))), []), deep);
});
