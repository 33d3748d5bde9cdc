"""Boards a second for a learner: move, end of the game, planes and legal moves, for the same random games.

    python speed.py [freestyle | renju]

Compares ``rustgomo.arrays.Boards`` and single boards with the packages ``renju`` and ``omok`` of PyPI, where they are installed.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from importlib import import_module

import numpy as np

from rustgomo import Board
from rustgomo.arrays import Boards, legal, planes

COUNT = 1000
rule = sys.argv[1] if len(sys.argv) > 1 else "freestyle"

# Games of legal random moves: each row is a game.
random = np.random.default_rng(1)
boards = Boards(COUNT, 15, rule, renew=False)
games: list[list[int]] = [[] for _ in range(COUNT)]
while not boards.ended.all():
    boards.observe()
    actions = (random.random(boards.legal.shape) * boards.legal).argmax(axis=1)
    for game, action, ended in zip(games, actions, boards.ended, strict=True):
        if not ended:
            game.append(int(action))
    boards.step(actions)
moves = sum(map(len, games))


def measure(name: str, play: Callable[[list[list[int]]], object], share: int = 1) -> None:
    """Plays every ``share``-th game and prints positions a second of processor time."""
    chosen = games[::share]
    start = time.process_time()
    play(chosen)
    seconds = time.process_time() - start
    print(f"{name:32} {sum(map(len, chosen)) / seconds:12,.0f} boards/s")


def at_once(chosen: list[list[int]]) -> None:
    batch = Boards(len(chosen), 15, rule, renew=False)
    longest = max(map(len, chosen))
    columns = np.array([game + game[-1:] * (longest - len(game)) for game in chosen]).T
    for column in columns:
        batch.step(column)
        batch.observe()
    # Boards whose game is over are written, too, but not counted.


def one_by_one(chosen: list[list[int]]) -> None:
    view, mask = np.empty((2, 15, 15), np.uint8), np.empty(225, np.bool_)
    for game in chosen:
        board = Board(15, rule)
        for move in game:
            board.play(move)
            board.is_over
            planes(board, view)
            legal(board, mask)


print(f"{COUNT} random games of {rule}, {moves} moves")
measure("rustgomo, 1000 boards at once", at_once)
measure("rustgomo, one board", one_by_one)
try:
    omok = import_module("omok")

    def with_omok(chosen: list[list[int]]) -> None:
        for game in chosen:
            env = omok.Omok(rule=rule)
            env.reset()
            for move in game:
                env.step(move)

    measure("omok " + omok.__version__, with_omok, 20)
except ImportError:
    pass
try:
    renju = import_module("renju")

    def with_renju(chosen: list[list[int]]) -> None:
        for game in chosen:
            board = renju.RenjuBoard(rule=rule)
            for move in game:
                board.play_move(move % 15, 14 - move // 15)  # no planes and no legal moves

    measure("renju 0.1.0, moves alone", with_renju, 20)
except ImportError:
    pass
