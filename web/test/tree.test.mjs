/** The tree of moves of the page. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromFile, toFile } from '../page/records/convert.js';
import { annotate, EMPTY, extend, insert, mark, nodeAt, pack, promote, remove, size, takeBack, unpack, variationOf } from '../page/records/tree.js';

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

test('moves that are taken back stay where something is written at them or follows', () => {
    const game = tree('h8 i9 j10');
    assert.deepEqual(pack(takeBack(game, path('h8 i9 j10'), 1)), ['h8']);
    for (const [kept, line] of [[annotate(game, path('h8 i9 j10'), { comment: 'why' }), 'h8 i9 j10'], [insert(game, path('h8 i9 a1')), 'h8 i9 j10'], [game, 'h8 i9']]) {
        assert.equal(takeBack(kept, path(line), 1), kept);
    }
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

test('trees of files keep their notes, and what the page cannot show is counted', () => {
    const marks = { triangle: ['h8'], square: [], circle: [], cross: ['a1'], labels: { i9: 'A' } };
    const nodes = [
        { parent: null, move: null, comment: 'start' },
        { parent: 0, move: 'h8', comment: 'main', marks, score: 35, properties: { HO: ['1'] } },
        { parent: 1, move: 'i9', seconds: 0.007 },
        { parent: 0, move: 'h8', comment: 'again' },
        { parent: 3, move: 'j8' },
        { parent: 4, move: null, comment: 'a node without a move' },
        { parent: 5, move: 'pass' },
        { parent: 6, move: 'a1' },
    ];
    const { tree, moves, dropped } = fromFile({ rule: 'renju', size: '15x15', setup: { black: [], white: [], to_move: 'black' }, nodes });
    assert.deepEqual([moves, dropped], [path('h8 i9'), 1]);
    assert.deepEqual(nodeAt(tree, path('h8'))?.notes, { comment: 'main\n\nagain', marks: { h8: 'triangle', a1: 'cross' }, labels: { i9: 'A' }, score: 35, properties: { HO: ['1'] } });
    assert.equal(nodeAt(tree, path('h8 j8'))?.notes.comment, 'a node without a move');
    const back = toFile({ rule: 'renju', size: '15x15', tree }, {});
    assert.deepEqual(back.nodes.map(({ parent, move }) => [parent, move]), [[null, null], [0, 'h8'], [1, 'i9'], [1, 'j8']]);
    assert.deepEqual(back.nodes[1].marks, marks);
    assert.deepEqual(fromFile({ ...back, setup: { black: [], white: [], to_move: 'black' } }).tree, tree);
    assert.deepEqual(unpack(JSON.parse(JSON.stringify(pack(tree)))), tree);
});
