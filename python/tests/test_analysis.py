import copy
import os
import pickle
import signal
import subprocess
import sys
import threading
import time

import pytest

from rustgomo import Analysis, Analyst, Board, Dialogue, Error, Score, Stop, analyse, prove

QUIET = "h8 i9 h10"
FOURS = """
. . . . . . . . .
. . . . . . . . .
. . . . X . . . .
. . . . X . . . .
. . X X . . . . .
. . . . . O . . .
. O . . . . . . .
. . . . . . . O .
. . . O . . . . .
black to move
"""


def test_an_analysis_has_the_fields_of_the_library() -> None:
    seen: list[int] = []
    analyst = Analyst(table_mib=8)
    analysis = analyst.analyse(
        Board(rule="renju", moves=QUIET), depth=4, lines=3, on_progress=lambda told: seen.append(told.depth)
    )
    assert seen == [1, 2, 3, 4] and analysis.depth == 4 and len(analysis.lines) == 3
    assert analysis.best == analysis.line[0] == analysis.lines[0].moves[0]
    assert [line.score for line in analysis.lines] == sorted((line.score for line in analysis.lines), reverse=True)
    assert 0 < analysis.win_rate < 1 and analysis.score.win_in is None
    report = analysis.to_dict()
    assert report["schema"] == 1 and report["best"] == analysis.best and report["nodes"] == analysis.nodes


def test_what_other_processes_find_can_be_sent() -> None:
    won = "h8 a1 i8 a2 j8 a3 k8 a4 l8"
    for board in (Board(15, "renju", QUIET), Board(moves=won), Board(moves="h8 a1 i8 a2 j8 a3 k8 a4")):
        analysis = Analyst(table_mib=1).analyse(board, nodes=2000, lines=2)
        sent = pickle.loads(pickle.dumps(analysis))
        assert sent.to_dict() == analysis.to_dict() and len(sent.lines) == len(analysis.lines)
        assert [line.moves for line in sent.lines] == [line.moves for line in analysis.lines]
    dialogue = copy.deepcopy(Dialogue("swap2", choices="h8 i9 h10"))
    assert (dialogue.rule, dialogue.question) == ("swap2", "swap, stay or more")


def test_nodes_and_depths_are_reproducible_and_a_table_can_be_cleared() -> None:
    analyst = Analyst(table_mib=8)
    board = Board(moves=QUIET)
    first = analyst.analyse(board, nodes=2000)
    analyst.clear()
    again = analyst.analyse(board, nodes=2000)
    assert (first.nodes, first.line, first.score) == (again.nodes, again.line, again.score)


def test_finished_games_have_no_move() -> None:
    over = Board(moves="h8 a1 i8 a2 j8 a3 k8 a4 l8")
    analysis = analyse(over, depth=3)
    assert analysis.best is None and analysis.score.loss_in == 0 and prove(over) is None
    assert str(-analysis.score) == "+M0"


def test_a_forbidden_move_has_ended_the_game() -> None:
    board = Board(rule="renju", moves="h8 a1 h9 a2 i7 a3 j7 a4 h7")
    analysis = Analyst().analyse(board, depth=3)
    assert (analysis.best, str(analysis.score), prove(board)) == (None, "+M0", None)


def test_a_stop_from_another_thread_ends_an_endless_search_without_the_lock() -> None:
    stop, counted = Stop(), 0
    found: list[Analysis] = []
    board = Board(moves=QUIET)
    thread = threading.Thread(target=lambda: found.append(Analyst(table_mib=8).analyse(board, stop=stop)))
    thread.start()
    for _ in range(1000):
        counted += 1
    stop.stop()
    thread.join()
    assert counted == 1000 and found[0].depth >= 1
    # A stop holds for what begins later, until it is cleared.
    assert Analyst(table_mib=8).analyse(board, depth=5, stop=stop).depth == 1
    stop.clear()
    assert Analyst(table_mib=8).analyse(board, depth=3, stop=stop).depth == 3


def test_what_a_callback_raises_ends_the_search() -> None:
    def fail(told: Analysis) -> None:
        raise LookupError(f"depth {told.depth}")

    with pytest.raises(LookupError, match="depth 1"):
        Analyst(table_mib=8).analyse(Board(moves=QUIET), stop=Stop(), on_progress=fail)


def test_ctrl_c_ends_an_endless_search() -> None:
    # A process that is started in the background may have inherited that SIGINT is ignored.
    code = """
import signal
from rustgomo import *
signal.signal(signal.SIGINT, signal.default_int_handler)
print("begun", flush=True)
Analyst().analyse(Board(moves="h8"), stop=Stop())
"""
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None and process.stdout.readline() == "begun\n"
    time.sleep(0.3)
    os.kill(process.pid, signal.SIGINT)
    _, errors = process.communicate()
    assert errors.rstrip().endswith("KeyboardInterrupt") and process.returncode != 0


def test_an_analyst_at_work_makes_others_wait_and_its_own_callback_fail() -> None:
    analyst, stop = Analyst(), Stop()
    told: list[str] = []

    def use_again(_: Analysis) -> None:
        for use in (lambda: analyst.analyse(Board(), depth=1), analyst.clear):
            with pytest.raises(Error, match="own on_progress"):
                use()
            told.append("refused")

    analyst.analyse(Board(moves="h8"), depth=2, on_progress=use_again)
    assert told == ["refused"] * 4
    board = Board(moves="h8")
    endless = threading.Thread(target=lambda: analyst.analyse(board, stop=stop, on_progress=lambda _: None))
    endless.start()
    waiting = threading.Thread(target=analyst.clear)
    waiting.start()
    # The position was copied: the board is free.
    board.play("h9")
    # Forgetting the stop does not forget the work.
    stop.clear()
    stop.stop()
    endless.join(60)
    waiting.join(60)
    assert not endless.is_alive() and not waiting.is_alive()


def test_a_stop_ends_waiting_for_an_analyst_as_it_ends_the_search() -> None:
    analyst, endless, stopped = Analyst(table_mib=8), Stop(), Stop()
    begun = threading.Event()
    stopped.stop()
    board = Board(moves=QUIET)
    other = threading.Thread(
        target=lambda: analyst.analyse(board, stop=endless, on_progress=lambda _: begun.set())
    )
    found: list[Analysis] = []

    def use() -> None:
        found.append(analyst.analyse(board, depth=5, stop=stopped, on_progress=found.append))
        assert analyst.choose(Dialogue("swap2"), stop=stopped) != []

    other.start()
    waiting = threading.Thread(target=use)
    try:
        assert begun.wait(60)
        waiting.start()
        waiting.join(60)
        assert other.is_alive() and [analysis.depth for analysis in found] == [1] * 2
    finally:
        endless.stop()
        other.join()
        waiting.join()


def test_limits_that_make_no_sense_are_refused() -> None:
    for arguments in [{"nodes": 5, "depth": 5}, {"seconds": -1.0}, {"seconds": float("nan")}]:
        with pytest.raises(ValueError, match="expected"):
            Analyst(table_mib=1).analyse(Board(), **arguments)  # type: ignore[arg-type]
    with pytest.raises(Error, match="expected at most"):
        Analyst(table_mib=1 << 40)
    for threads in (0, 65):
        with pytest.raises(Error, match="expected 1 to 64 threads"):
            Analyst(threads=threads)
    with pytest.raises(Error, match="expected centi-units"):
        Score(-(1 << 15))
    # A time ends a search that nodes alone would not.
    assert Analyst(table_mib=8).analyse(Board(moves=QUIET), nodes=10**12, seconds=0.05).depth >= 1


def test_a_win_is_proved_with_its_tree() -> None:
    board = Board.from_diagram(FOURS)
    proof = prove(board, work=50_000)
    assert proof is not None and proof.attack == "e5" and proof.line[0] == "e5"
    report = proof.to_dict()
    assert report["winner"] == "black" and report["proof"]["attack"] == "e5" and "makes" in report["proof"]
    assert prove(Board(moves="h8"), work=1000) is None


def test_an_opening_is_decided() -> None:
    opening = Dialogue("swap2", choices="h8 i9 h10")
    answer = Analyst(table_mib=8).choose(opening, nodes=2000, seed=1)
    opening.choose(" ".join(answer))
    assert opening.choices.startswith("h8 i9 h10 ")
    with pytest.raises(Error, match="expected"):
        Dialogue("swap2", choices="h8 swap")
    with pytest.raises(Error):
        Dialogue("rif", 5)
    assert Dialogue("taraguchi10").squares == ["h8"]
