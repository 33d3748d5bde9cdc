"""An environment of PettingZoo: both players. Needs PettingZoo, Gymnasium and NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv  # type: ignore[import-untyped]

from ._rustgomo import Board
from .arrays import legal, planes

__all__ = ["GomokuAEC"]


class GomokuAEC(AECEnv):  # type: ignore[misc]
    """The agents are ``black`` and ``white``.

    An observation has the two planes of ``rustgomo.arrays.planes`` for its agent (``observation``) and its legal moves
    (``action_mask``); an action is a square as ``y * width + x``. The winner gets 1, the loser -1. An action that is not on a free square
    loses, as a forbidden move does.
    """

    metadata = {"name": "gomoku_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self, size: int | tuple[int, int] = 15, rule: str = "freestyle", render_mode: str | None = None
    ) -> None:
        super().__init__()
        self._start = Board(size, rule)
        self.board = self._start.copy()
        self.render_mode = render_mode
        width, height = self._start.size
        self.possible_agents = ["black", "white"]
        space = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, (2, height, width), np.uint8),
                "action_mask": spaces.Box(0, 1, (width * height,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: spaces.Discrete(width * height) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.board = self._start.copy()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = "black"

    def observe(self, agent: str) -> dict[str, Any]:
        view = planes(self.board)
        is_to_move = agent == self.board.side
        if not is_to_move:
            view = view[::-1].copy()
        mask = legal(self.board).astype(np.int8)
        return {"observation": view, "action_mask": mask if is_to_move else np.zeros_like(mask)}

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        agent = self.agent_selection
        other = "white" if agent == "black" else "black"
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        winner: str | None = None
        is_over = True
        is_on_board = action is not None and self.action_spaces[agent].contains(np.int64(action))
        if action is None or not is_on_board or self.board.at(int(action)) is not None:
            winner = other
        else:
            self.board.play(int(action))
            end = self.board.end
            winner = end.winner if end else None
            is_over = end is not None
        if winner is not None:
            loser = "white" if winner == "black" else "black"
            self.rewards[winner], self.rewards[loser] = 1.0, -1.0
        if is_over:
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = other
        self._accumulate_rewards()

    def render(self) -> str:
        return str(self.board)

    def close(self) -> None:
        pass
