import numpy as np
import pytest

from rustgomo import Board, Error, IllegalMove
from rustgomo.arrays import Boards, legal, planes


def test_planes_are_written_in_place() -> None:
    board = Board(9, moves="a1 i9 e5")
    for dtype in (np.uint8, np.bool_, np.float32):
        out = np.full((2, 9, 9), 7, dtype)
        assert planes(board, out) is out
        # The side to move first; rows from the top.
        assert np.argwhere(out[0]).tolist() == [[0, 8]]
        assert np.argwhere(out[1]).tolist() == [[4, 4], [8, 0]]
        assert out.sum() == 3
    with pytest.raises(ValueError, match=r"expected 162 elements, whole boards of 9x9 along the last axes, found \[9, 9\]"):
        planes(board, np.empty((9, 9), np.uint8))
    with pytest.raises(Error, match="expected a writable array of uint8, bool or float32, found .*int64"):
        planes(board, np.empty((2, 9, 9), np.int64))
    with pytest.raises(Error, match="found <class 'bytearray'>"):
        board.write_planes(bytearray(162))  # type: ignore[arg-type]


@pytest.mark.parametrize("rule", ["freestyle", "standard", "renju", "caro", "exact-caro"])
def test_many_boards_play_as_single_ones(rule: str) -> None:
    random = np.random.default_rng(1)
    count = 8
    boards = Boards(count, 9, rule, dtype=np.float32)
    singles = [Board(9, rule) for _ in range(count)]
    ends = 0
    for _ in range(200):
        boards.observe()
        for index, single in enumerate(singles):
            if boards.ended[index]:
                single = singles[index] = Board(9, rule)
            assert boards.board(index) == single
            assert (boards.planes[index] == planes(single)).all()
            assert (boards.legal[index] == legal(single)).all()
            assert np.flatnonzero(boards.legal[index]).tolist() == [m.index for m in single.legal_moves()]
        # Forbidden moves, too, now and then.
        free = boards.planes.max(axis=1).reshape(count, -1) == 0
        actions = np.array([random.choice(np.flatnonzero(row)) for row in free])
        boards.step(actions)
        for index, single in enumerate(singles):
            side = single.side
            single.play(int(actions[index]))
            end = single.end
            assert boards.ended[index] == (end is not None)
            expected = 0 if end is None or end.winner is None else 1 if end.winner == side else -1
            assert boards.rewards[index] == expected
            ends += end is not None
    assert ends > 10


def test_arrays_of_another_order_or_shape_are_refused() -> None:
    board = Board(9, moves="a9 b9 a8")
    for out in (np.zeros((2, 9, 9), np.uint8, order="F"), np.zeros((9, 9, 2), np.uint8), np.zeros(161, np.uint8)):
        with pytest.raises(ValueError, match="expected"):
            planes(board, out)
        assert not out.any()
    assert (planes(board, np.zeros(162, np.uint8)).reshape(2, 9, 9) == planes(board)).all()
    boards = Boards(2, "9x7")
    assert boards.planes.shape == (2, 2, 7, 9)
    with pytest.raises(Error, match="integers"):
        boards.step(np.array([1.7, 2.9]))


def test_an_illegal_action_changes_no_board() -> None:
    boards = Boards(3)
    boards.step(np.array([0, 1, 2]))
    with pytest.raises(IllegalMove, match="board 2: expected a free square, found c15"):
        boards.step(np.array([5, 5, 2]))
    with pytest.raises(IllegalMove, match="board 0: expected a free square, found 225"):
        boards.step(np.array([225, 5, 5]))
    boards.observe()
    assert boards.planes.sum() == 3
    with pytest.raises(ValueError, match="expected arrays of 3 elements"):
        boards.step(np.array([5, 5]))
    boards.reset()
    assert boards.planes.sum() == 0


def test_the_environment_of_gymnasium_passes_its_checker() -> None:
    checker = pytest.importorskip("gymnasium.utils.env_checker")
    from rustgomo.gymnasium_env import GomokuEnv

    checker.check_env(GomokuEnv(9), skip_render_check=True)
    env = GomokuEnv(7, "renju", opponent=lambda board: board.legal_moves()[0], color="black")
    _, info = env.reset(seed=3)
    total, is_over = 0.0, False
    while not is_over:
        action = int(np.flatnonzero(info["action_mask"])[-1])
        _, reward, is_over, _, info = env.step(action)
        total += reward
    assert total in (-1.0, 0.0, 1.0) and env.board.is_over
    env.reset()
    env.step(24)
    assert env.step(24)[1:3] == (-1.0, True)


def test_an_environment_refuses_wrong_choices_and_keeps_its_side() -> None:
    from rustgomo.gymnasium_env import GomokuEnv

    for wrong in ({"color": "purple"}, {"render_mode": "human"}):
        with pytest.raises(Error, match="expected"):
            GomokuEnv(**wrong)  # type: ignore[arg-type]
    env = GomokuEnv(size=9, opponent=lambda board: len(board.moves) // 2, color="black")
    env.reset()
    assert env.step(-1)[1:3] == (-1.0, True)
    env.reset()
    for column in range(5):
        observation, reward, ended, _, _ = env.step(72 + column)
    assert (reward, ended, int(observation[0].sum()), int(observation[1].sum())) == (1.0, True, 5, 4)


def test_the_environment_of_pettingzoo_passes_its_test() -> None:
    test = pytest.importorskip("pettingzoo.test")
    from rustgomo.pettingzoo_env import GomokuAEC

    test.api_test(GomokuAEC(6), num_cycles=100)


def test_an_action_off_the_board_loses_in_both_environments() -> None:
    from rustgomo.gymnasium_env import GomokuEnv
    from rustgomo.pettingzoo_env import GomokuAEC

    for action in (81, -1):
        game = GomokuAEC(9)
        game.reset()
        game.step(action)
        assert game.rewards == {"black": -1.0, "white": 1.0} and all(game.terminations.values())
        single = GomokuEnv(9)
        single.reset(seed=1)
        assert single.step(action)[1:3] == (-1.0, True)
