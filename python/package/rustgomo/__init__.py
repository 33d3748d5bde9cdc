"""Gomoku and renju: rules, analysis, game records and databases.

>>> from rustgomo import Board, Analyst
>>> board = Board(rule="renju", moves="h8 i9 h10")
>>> analysis = Analyst().analyse(board, nodes=2000)
>>> board.is_legal(analysis.best)
True

Arrays for learners are in ``rustgomo.arrays``, environments in ``rustgomo.gymnasium_env`` and ``rustgomo.pettingzoo_env``; they need
NumPy, Gymnasium and PettingZoo. The module's documentation is ``docs/user/python.md`` of the project.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Literal, overload

from ._rustgomo import (
    Analysis,
    Analyst,
    Board,
    Database,
    DatabaseError,
    Dialogue,
    End,
    Entry,
    Error,
    Foul,
    Game,
    Games,
    IllegalMove,
    Line,
    Move,
    Node,
    Proof,
    RecordError,
    RecordWarning,
    Score,
    Stop,
    __version__,
    loads,
    loads_trees,
    may_hold_games,
    prove,
    write,
)

__all__ = [
    "Analysis",
    "Analyst",
    "Board",
    "Database",
    "DatabaseError",
    "Dialogue",
    "End",
    "Entry",
    "Error",
    "Foul",
    "Game",
    "Games",
    "IllegalMove",
    "Line",
    "Move",
    "Node",
    "Proof",
    "RecordError",
    "RecordWarning",
    "Rule",
    "Score",
    "Stop",
    "__version__",
    "analyse",
    "loads",
    "loads_trees",
    "prove",
    "read",
    "read_trees",
    "write",
]


class Rule(StrEnum):
    """The rules. Their names as texts do as well."""

    FREESTYLE = "freestyle"
    STANDARD = "standard"
    RENJU = "renju"
    CARO = "caro"
    EXACT_CARO = "exact-caro"


def analyse(
    board: Board,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    lines: int = 1,
) -> Analysis:
    """Analyses one position, for one second unless a limit is given. An ``Analyst`` keeps its table between positions.

    >>> str(analyse(Board(moves="h8 a1 i8 a2 j8 a3 k8 a4"), depth=1).score)
    '+M1'
    """
    return Analyst().analyse(board, seconds=seconds, nodes=nodes, depth=depth, lines=lines)


_Paths = tuple[str | os.PathLike[str], ...]


@overload
def _read(
    paths: _Paths, rule: str | None, encoding: str | None, errors: str, trees: Literal[False]
) -> Iterator[Game]: ...
@overload
def _read(
    paths: _Paths, rule: str | None, encoding: str | None, errors: str, trees: Literal[True]
) -> Iterator[Node]: ...
def _read(
    paths: _Paths, rule: str | None, encoding: str | None, errors: str, trees: bool
) -> Iterator[Game] | Iterator[Node]:
    if errors not in ("raise", "skip"):
        raise Error(f"expected one of raise and skip, found {errors!r}")
    for path in map(Path, paths):
        files = [path]
        if path.is_dir():
            files = sorted(file for file in path.rglob("*") if file.is_file() and may_hold_games(file))
        for file in files:
            games = Games(file, rule, trees=trees, encoding=encoding)
            while True:
                try:
                    game = next(games)
                except StopIteration:
                    break
                except RecordError as error:
                    if errors == "raise":
                        raise
                    warnings.warn(f"{error}; the game is left out", RecordWarning, stacklevel=3)
                    continue
                yield game


def read(
    *paths: str | os.PathLike[str],
    rule: str | None = None,
    encoding: str | None = None,
    errors: Literal["raise", "skip"] = "raise",
) -> Iterator[Game]:
    """The games of files and of all files in folders, in any format, one at a time. Of the texts in a folder only those that begin like
    our own are taken.

    ``rule`` is that of games without one, by default renju in RenLib's files and else freestyle; ``encoding`` is the code page of
    their texts, which is found otherwise. A collection of any size takes no more memory than its text. What is wrong in a game, and with ``errors="skip"`` a game that cannot be read, is told
    as ``RecordWarning``; otherwise such a game raises ``RecordError``. Variations, comments and marks are in ``read_trees``.

    >>> write(folder / "games.sgf", [Game(moves="h8 i9"), Game(moves="a1")])
    >>> [len(game) for game in read(folder)]
    [2, 1]
    """
    return _read(paths, rule, encoding, errors, False)


def read_trees(
    *paths: str | os.PathLike[str],
    rule: str | None = None,
    encoding: str | None = None,
    errors: Literal["raise", "skip"] = "raise",
) -> Iterator[Node]:
    """The same with variations, comments and marks: the root of each tree."""
    return _read(paths, rule, encoding, errors, True)
