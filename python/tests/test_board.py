import copy
import pickle
from typing import Any

import pytest

from rustgomo import Analyst, Board, Error, Game, IllegalMove, Move, Rule

DOUBLE_THREE = """
. . . . . . . . .
. . . . . . . . .
. . X . . . . . .
. . X . . . . . .
. . . X X . . . .
. . . . . . . . .
. . . . . . . . .
. O . O . O O . .
. . . . . . . . .
black to move
"""


def test_squares_are_taken_in_every_form() -> None:
    board = Board()
    squares: list[Any] = ["h8", (8, 6), 0, Move("o1"), "H9"]
    for square in squares:
        board.play(square)
    assert [str(move) for move in board.moves] == ["h8", "i9", "a15", "o1", "h9"]
    assert Move("h8") == "h8" and Move("h8") == Move((7, 7)) and Move("h8") != "h9"
    assert {Move("h8"): 1}["h8"] == 1  # type: ignore[index]
    assert Move("c3", 9).index == 6 * 9 + 2
    # A move of another board is taken by its name.
    assert Board(9).why_illegal(Move("a9", 15)) is None


def test_errors_have_the_words_of_the_library() -> None:
    board = Board(moves="h8")
    refused: list[tuple[Any, str]] = [
        ("h8", "h8: the square is not empty"),
        ("z99", "expected a square from a1 to o15, found 'z99'"),
        ((15, 0), "expected a square from a1 to o15, found (15, 0)"),
        (225, "expected a square from a1 to o15, found 225"),
        (-1, "expected a square from a1 to o15, found -1"),
        ((1, 2, 3), "expected a square from a1 to o15, found (1, 2, 3)"),
    ]
    for square, text in refused:
        with pytest.raises(IllegalMove) as error:
            board.play(square)
        assert str(error.value) == text
    with pytest.raises(TypeError, match="expected a square as a name"):
        board.play(1.5)  # type: ignore[arg-type]
    with pytest.raises(OverflowError):
        board.play(10**30)
    with pytest.raises(Error, match=r"expected a size such as 15 or \(20, 15\), found \(1, 2, 3\)"):
        Board(size=(1, 2, 3))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="unhashable"):
        hash(board)
    with pytest.raises(Error, match="found \"chess\""):
        Board(rule="chess")
    with pytest.raises(Error):
        Board(size=4)
    with pytest.raises(Error):
        Board(size=(5, 2**40))
    with pytest.raises(Error, match="expected \"black\" or \"white\""):
        board.stones("red")
    assert issubclass(Error, ValueError) and board.moves == ["h8"]


def test_a_square_may_look_at_its_board() -> None:
    board = Board(moves="h8")

    class Last:
        def __index__(self) -> int:
            assert board == board.copy() and board.copy() == board
            return board.moves[-1].index + 1  # type: ignore[union-attr]

    board.play(Last())
    board.block(Last())
    assert (board.at("i8"), board.at("j8")) == ("white", "blocked")


def test_legality_comes_with_its_reason() -> None:
    board = Board.from_diagram(DOUBLE_THREE, Rule.RENJU)
    assert board.why_illegal("c5") == "double three" and not board.is_legal("c5")
    assert board.why_illegal("c6") == "the square is not empty"
    (foul,) = board.forbidden()
    assert foul.square == "c5" and foul.kind == "double three"
    assert sorted(sorted(map(str, row)) for row in foul.rows) == [["c6", "c7"], ["d5", "e5"]]
    sent = pickle.loads(pickle.dumps(foul))
    assert (sent.square, sent.kind, sent.rows) == (foul.square, foul.kind, foul.rows)
    assert "c5" not in board.legal_moves()
    board.play("c5")
    assert board.end is not None
    assert (board.winner, board.end.reason) == ("white", "forbidden")
    assert Board.from_diagram(DOUBLE_THREE, "standard").is_legal("c5")


def test_ends_are_told() -> None:
    board = Board(moves="h8 a1 i8 a2 j8 a3 k8 a4")
    assert board.end is None and board.threats()["black"]["five"] == ["g8", "l8"]
    board.play("l8")
    end = board.end
    assert end is not None and board.is_over
    assert (end.winner, end.reason, end.ply) == ("black", "five", 9)
    assert end.rows == [["h8", "i8", "j8", "k8", "l8"]]
    sent = pickle.loads(pickle.dumps(end))
    assert (sent.winner, sent.reason, sent.rows, sent.ply) == (end.winner, end.reason, end.rows, end.ply)
    assert board.undo() == "l8" and not board.is_over
    full = Board(5, "caro", moves=[index for row in range(5) for index in range(5 * row, 5 * row + 5)])
    assert full.end is not None and full.end.reason in ("five", "full-board")


def test_boards_are_copied_and_pickled() -> None:
    board = Board((7, 9), "caro", moves=["d5", None, "e5"])
    board.block("a1")
    board.play("b2")
    for other in (board.copy(), copy.deepcopy(board), pickle.loads(pickle.dumps(board))):
        assert other == board and other.moves == board.moves and other.hash == board.hash
        assert other.at("a1") == "blocked" and other.at("d5") == "black" and other.side == board.side
        other.play("c3")
        assert other != board
    assert pickle.loads(pickle.dumps(Move("b2", (7, 9)))) == "b2"


def test_a_diagram_says_the_side_to_move_where_the_stones_do_not() -> None:
    board = Board(5, moves="a1 b1")
    assert str(board).splitlines()[-1] == "X O . . ."
    for line in ("white to move", "X O . . ."):
        board.pass_()
        assert str(board).splitlines()[-1] == line and Board.from_diagram(str(board)) == board


def test_a_mirrored_board_has_the_same_canonical_hash() -> None:
    left, right = Board(moves="h8 g9"), Board(moves="h8 i9")
    assert left.hash != right.hash and left.canonical_hash == right.canonical_hash


def test_positions_of_python_and_records_agree() -> None:
    board = Board(rule="renju", moves="h8 i9 h10")
    assert Game.from_board(board).board() == board
    set_up = Board.from_diagram(DOUBLE_THREE, "renju")
    set_up.play("a1")
    assert Game.from_board(set_up).board() == set_up
    assert Analyst().analyse(set_up, depth=1).best is not None
