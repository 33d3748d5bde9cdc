"""The rules against independent referees: the package renju of PyPI, and rows as regular expressions."""

import copy
import random
import re
import sys

import pytest

from rustgomo import Board

renju = pytest.importorskip("renju")

#: Random moves fill a small part of the board, so that rows, ends and fouls come soon.
SIDE = 7


#: A row of x that wins. Two stones of the opponent close a row of five under the caro rules, the edge does not.
ROWS = {
    "freestyle": r"x{5,}",
    "standard": r"(?<!x)x{5}(?!x)",
    "caro": r"x{6,}|(?<![xo])x{5}(?!x)|(?<!x)x{5}(?![xo])",
    "exact-caro": r"(?<![xo])x{5}(?!x)|(?<!x)x{5}(?![xo])",
}


def shuffled_squares(choose: random.Random) -> list[tuple[int, int]]:
    low = choose.randrange(0, 15 - SIDE + 1)
    squares = [(x, y) for x in range(low, low + SIDE) for y in range(low, low + SIDE)]
    choose.shuffle(squares)
    return squares


def play_by_rows(rule: str, seed: int) -> int:
    """Plays a random game and looks for rows in the lines through each move; returns the number of positions."""
    board, stones = Board(15, rule), dict.fromkeys(((x, y) for x in range(15) for y in range(15)), ".")
    for x, y in shuffled_squares(random.Random(seed)):
        side = board.side
        assert board.why_illegal((x, y)) is None
        board.play((x, y))
        stones[x, y] = side[0]
        lines = (
            "".join(stones.get((x + step * dx, y + step * dy), "") for step in range(-6, 7))
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
        )
        words = "xo" if side == "black" else "ox"
        is_won = any(re.search(ROWS[rule], line.translate(str.maketrans("bw", words))) for line in lines)
        assert (board.winner == side) == is_won == board.is_over, f"{rule} seed {seed}: {board!r}"
        if is_won:
            break
    return len(board.moves)


def play(rule: str, seed: int) -> int:
    """Plays a random game with both; returns the number of positions."""
    board, referee = Board(15, rule), renju.RenjuBoard(rule=rule)
    for x, y in shuffled_squares(random.Random(seed)):
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


@pytest.mark.parametrize("rule", ROWS)
def test_rows_of_regular_expressions_end_games_alike(rule: str) -> None:
    assert sum(play_by_rows(rule, seed) for seed in range(60)) > 1000


def test_forbidden_points_are_alike() -> None:
    assert sum(map(fouls, range(8))) > 500


if __name__ == "__main__":
    # As many positions as the first argument says, of each rule; a tenth as many squares.
    wanted = int(sys.argv[1])
    games = [(play, "renju", name) for name in ("freestyle", "standard", "renju")]
    for referee, by, name in [*games, *((play_by_rows, "rows", name) for name in ROWS)]:
        positions, seed = 0, 0
        while positions < wanted:
            positions, seed = positions + referee(name, seed), seed + 1
        print(f"{name} by {by}: {positions} positions of {seed} games, no difference", flush=True)
    squares, seed = 0, 0
    while squares < wanted / 10:
        squares, seed = squares + fouls(seed), seed + 1
    print(f"forbidden points: {squares} squares, no difference")
