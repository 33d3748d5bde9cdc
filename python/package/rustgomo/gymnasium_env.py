"""An environment of Gymnasium: one player against an opponent. Needs Gymnasium and NumPy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, SupportsInt

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from ._rustgomo import Board, Error, Move
from .arrays import legal, planes

__all__ = ["GomokuEnv"]

Observation = NDArray[np.uint8]
#: A player: the square that it plays on a board.
Opponent = Callable[[Board], Move | str | int]


class GomokuEnv(gym.Env[Observation, np.int64]):
    """The observation is the two planes of ``rustgomo.arrays.planes``, the action a square as ``y * width + x``.

    ``info["action_mask"]`` has the legal moves. The reward is 1 for a win, -1 for a loss, else 0. An action that is not on a free
    square loses, as a forbidden move does. Without an ``opponent`` a random one plays; colours alternate unless ``color`` is given.

    >>> env = GomokuEnv(size=9)
    >>> observation, info = env.reset(seed=1)
    >>> observation.shape, int(info["action_mask"].sum())
    ((2, 9, 9), 81)
    """

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self,
        size: int | tuple[int, int] = 15,
        rule: str = "freestyle",
        opponent: Opponent | None = None,
        color: str | None = None,
        render_mode: str | None = None,
    ) -> None:
        self._start = Board(size, rule)
        width, height = self._start.size
        self.observation_space = gym.spaces.Box(0, 1, (2, height, width), np.uint8)
        self.action_space = gym.spaces.Discrete(width * height)
        self.render_mode = render_mode
        if color not in (None, "black", "white"):
            raise Error(f"expected black or white, found {color!r}")
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise Error(f"expected ansi, found {render_mode!r}")
        self._opponent = opponent or self._play_randomly
        self._color = color
        self._games = 0
        self.board = self._start.copy()

    def _play_randomly(self, board: Board) -> int:
        allowed = np.flatnonzero(legal(board))
        # Where all free squares are forbidden, a move loses.
        free = allowed if allowed.size else np.flatnonzero(planes(board).max(axis=0) == 0)
        return int(self.np_random.choice(free))

    def _observe(self, side: str | None = None) -> tuple[Observation, dict[str, Any]]:
        view = planes(self.board)
        # The player's stones come first, also where the opponent would be to move.
        if side not in (None, self.board.side):
            view = view[::-1].copy()
        return view, {"action_mask": legal(self.board).astype(np.int8)}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        if seed is not None:
            self._games = 0
        self.board = self._start.copy()
        color = self._color or ("black", "white")[self._games % 2]
        self._games += 1
        if color == "white":
            self.board.play(self._opponent(self.board))
        return self._observe()

    def step(self, action: SupportsInt) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        side = self.board.side
        index = int(action)
        if not self.action_space.contains(np.int64(index)) or self.board.at(index) is not None:
            observation, info = self._observe()
            return observation, -1.0, True, False, info
        self.board.play(index)
        if not self.board.is_over:
            self.board.play(self._opponent(self.board))
        end = self.board.end
        reward = 0.0 if end is None or end.winner is None else 1.0 if end.winner == side else -1.0
        observation, info = self._observe(side)
        return observation, reward, end is not None, False, info

    def render(self) -> str:
        return str(self.board)
