"""The rules against the package renju of PyPI, an independent referee."""

import copy
import random
import sys

import pytest

from rustgomo import Board

renju = pytest.importorskip("renju")

#: Random moves fill a small part of the board, so that rows, ends and fouls come soon.
SIDE = 7


def play(rule: str, seed: int) -> int:
    """Plays a random game with both; returns the number of positions."""
    choose = random.Random(seed)
    board, referee = Board(15, rule), renju.RenjuBoard(rule=rule)
    low = choose.randrange(0, 15 - SIDE + 1)
    squares = [(x, y) for x in range(low, low + SIDE) for y in range(low, low + SIDE)]
    choose.shuffle(squares)
    for x, y in squares:
        side = board.side
        reason = board.why_illegal((x, y))
        board.play((x, y))
        status, found = referee.play_move(x, y)
        end = board.end
        where = f"{rule} seed {seed}: {board!r}"
        if reason is not None:
            assert side == "black" and found.value.replace("_", " ") == reason, where
        expected = {None: "ONGOING", "black": "BLACK_WIN", "white": "WHITE_WIN"}[end.winner if end else None]
        assert status.name == expected, where
        if end is not None:
            break
    return len(board.moves)


def fouls(seed: int) -> int:
    """Compares all squares of a position of a random game; returns their number."""
    choose = random.Random(seed)
    board, referee = Board(15, "renju"), renju.RenjuBoard(rule="renju")
    squares = [(x, y) for x in range(4, 4 + SIDE) for y in range(4, 4 + SIDE)]
    for x, y in choose.sample(squares, choose.randrange(6, 30, 2)):
        if board.why_illegal((x, y)) is None and not board.is_over:
            board.play((x, y))
            referee.play_move(x, y)
    if board.is_over or board.side != "black":
        return 0
    ours = {foul.square.name: foul.kind for foul in board.forbidden()}
    count = 0
    for move in board.legal_moves() + [foul.square for foul in board.forbidden()]:
        other = copy.deepcopy(referee)
        _, found = other.play_move(move.x, move.y)
        theirs = found.value.replace("_", " ")
        is_foul = theirs in ("double three", "double four", "overline")
        assert ours.get(move.name) == (theirs if is_foul else None), f"{move} after {board!r}"
        count += 1
    return count


@pytest.mark.parametrize("rule", ["freestyle", "standard", "renju"])
def test_random_games_end_alike(rule: str) -> None:
    for seed in range(60):
        play(rule, seed)


def test_forbidden_points_are_alike() -> None:
    assert sum(map(fouls, range(8))) > 500


if __name__ == "__main__":
    # As many positions as the first argument says, of each rule; a tenth as many squares.
    wanted = int(sys.argv[1])
    for name in ("freestyle", "standard", "renju"):
        positions, seed = 0, 0
        while positions < wanted:
            positions, seed = positions + play(name, seed), seed + 1
        print(f"{name}: {positions} positions of {seed} games, no difference")
    squares, seed = 0, 0
    while squares < wanted / 10:
        squares, seed = squares + fouls(seed), seed + 1
    print(f"forbidden points: {squares} squares, no difference")
