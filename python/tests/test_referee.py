"""The rules against the package renju of PyPI, an independent referee."""

import random

import pytest

from rustgomo import Board

renju = pytest.importorskip("renju")

#: Random moves fill a small part of the board, so that rows, ends and fouls come soon.
SIDE = 7


def play(rule: str, seed: int) -> None:
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
            return


@pytest.mark.parametrize("rule", ["freestyle", "standard", "renju"])
def test_random_games_end_alike(rule: str) -> None:
    for seed in range(60):
        play(rule, seed)
