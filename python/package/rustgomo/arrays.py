"""Arrays for learners: planes of stones, legal moves, and many boards at once. Needs NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from ._rustgomo import Batch, Board, Error

__all__ = ["Boards", "legal", "planes"]


def planes(board: Board, out: NDArray[Any] | None = None, dtype: DTypeLike = np.uint8) -> NDArray[Any]:
    """Two planes, the stones of the side to move and those of the other, as ``(2, height, width)``.

    An array ``out`` of ``uint8``, ``bool`` or ``float32`` is filled in place.

    >>> planes(Board(moves="h8 i9")).sum(axis=(1, 2)).tolist()
    [1, 1]
    """
    width, height = board.size
    if out is None:
        out = np.empty((2, height, width), dtype)
    board.write_planes(out)
    return out


def legal(board: Board, out: NDArray[Any] | None = None, dtype: DTypeLike = np.bool_) -> NDArray[Any]:
    """1 for each square where the side to move may play, as ``(height * width,)``.

    >>> int(legal(Board(moves="h8 i9")).sum())
    223
    """
    width, height = board.size
    if out is None:
        out = np.empty(height * width, dtype)
    board.write_legal(out)
    return out


class Boards:
    """Many boards of one size and rule that are stepped together.

    ``planes`` and ``legal`` are filled by ``observe()``, ``rewards`` and ``ended`` by ``step()``, always the same arrays: copy what
    is to be kept. A board takes some 3 kB, under renju some 21 kB.

    >>> boards = Boards(1000, rule="renju")
    >>> boards.step(np.full(1000, 112))
    >>> boards.observe()
    >>> boards.planes.shape, int(boards.planes[:, 1].sum()), int(boards.legal[0].sum())
    ((1000, 2, 15, 15), 1000, 224)
    """

    def __init__(
        self,
        count: int,
        size: int | str | tuple[int, int] = 15,
        rule: str = "freestyle",
        *,
        dtype: DTypeLike = np.uint8,
        renew: bool = True,
    ) -> None:
        """``renew`` begins a new game on a board whose game has ended; otherwise the board stays as it is."""
        self._batch = Batch(count, size, rule)
        self._renew = renew
        width, height = Board(size, rule).size
        #: Stones of the side to move and of the other, ``(count, 2, height, width)``.
        self.planes: NDArray[Any] = np.empty((count, 2, height, width), dtype)
        #: Legal moves, ``(count, height * width)``.
        self.legal: NDArray[np.bool_] = np.empty((count, height * width), np.bool_)
        #: 1 for a player who won with the last move, -1 for one who lost with a forbidden move, else 0.
        self.rewards: NDArray[np.float32] = np.zeros(count, np.float32)
        #: Whether the last move ended the game.
        self.ended: NDArray[np.bool_] = np.zeros(count, np.bool_)
        self.observe()

    def __len__(self) -> int:
        return len(self._batch)

    def board(self, index: int) -> Board:
        """A copy of one board."""
        return self._batch.board(index)

    def step(self, actions: NDArray[np.integer[Any]]) -> None:
        """Plays a move on each board, given as ``y * width + x``.

        Raises ``IllegalMove`` if a square is not free; then no board has changed.
        """
        numbers = np.asarray(actions)
        if not np.can_cast(numbers.dtype, np.int64):
            raise Error(f"expected the numbers of squares as integers, found {numbers.dtype}")
        self._batch.step(np.ascontiguousarray(numbers, np.int64), self.rewards, self.ended, self._renew)

    def observe(self) -> None:
        """Fills ``planes`` and ``legal``."""
        self._batch.write_planes(self.planes)
        self._batch.write_legal(self.legal)

    def reset(self) -> None:
        """Begins all games anew."""
        self._batch.reset()
        self.rewards.fill(0)
        self.ended.fill(False)
        self.observe()
