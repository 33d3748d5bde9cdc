"""Whole games of pygomo-lib with the brain: every message is understood."""

from typing import Any

import pytest

from rustgomo import Board

pygomo = pytest.importorskip("pygomo")


def is_understood(info: Any) -> bool:
    # A win that is known without a search has no nodes.
    return bool(info.depth and info.pv and (info.nodes and info.nps or info.eval.is_winning()))


def test_a_game_is_played_and_every_message_read(brain: str) -> None:
    board, messages = Board(), 0
    with pygomo.EngineClient(brain) as engine:
        assert engine.start(15)
        engine.configure(max_depth=3)
        while not board.is_over:
            move = board.legal_moves()[len(board.moves) * 7 % 60]
            board.play(move)
            if board.is_over:
                break
            result = engine.turn(f"{move.x},{move.y}", timeout=60)
            answer = (result.move.col, result.move.row)
            board.play(answer)
            assert all(map(is_understood, result.all_info)), result.all_info
            messages += len(result.all_info)
            if result.pv:
                assert (result.pv[0].col, result.pv[0].row) == answer
    assert board.winner == "white" and messages > 10


def test_several_lines_are_read_with_their_ranks(brain: str) -> None:
    with pygomo.EngineClient(brain) as engine:
        assert engine.start(15)
        engine.configure(max_depth=2)
        engine.turn("h8")
        result = engine.nbest(3)
        assert sorted({info.multipv for info in result.all_info}) == [1, 2, 3]
        assert all(map(is_understood, result.all_info))
