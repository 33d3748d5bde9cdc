import _thread
import os
import pickle
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from rustgomo import Analyst, Board, Database, DatabaseError, Entry, Error, Score, Stop


def test_a_forked_process_does_not_write_into_a_database(folder: Path) -> None:
    with Database(folder / "positions.db") as database:
        database.put(Board(moves="h8"), Entry(Score(1)))
        child = os.fork()
        if child == 0:
            try:
                database.put(Board(moves="i9"), Entry(Score(2)))
                os._exit(1)
            except DatabaseError:
                del database
                os._exit(0)
        assert os.waitpid(child, 0)[1] == 0
        database.put(Board(moves="j9"), Entry(Score(3)))
        assert (len(database), database.check()) == (2, 0)
        with pytest.raises(Error, match="rule with a size"):
            database.export_text(folder / "all.txt", size=15)
        with pytest.raises(Error, match="expected an empty square, found h8"):
            database.set_text(Board(moves="h8"), "h8", "A")
    for wrong in (lambda: Score(30_001), lambda: Entry(label="é")):
        with pytest.raises(Error, match="expected"):
            wrong()


def many() -> list[tuple[Board, Entry]]:
    """More positions than wait between the reader and Python."""
    boards = [Board(moves=[first, second]) for first in range(30) for second in range(60, 140)]
    return [(board, Entry(Score(1))) for board in boards]


def test_a_database_can_be_checked_after_a_walk_that_was_left(folder: Path) -> None:
    with Database(folder / "positions.db") as database:
        database.merge(many())
        for _ in range(20):
            for _position in database.positions():
                break
            assert database.check() == 0
        positions = database.positions()
        next(positions)
        with pytest.raises(DatabaseError, match=r"positions\.db cannot be checked while its positions are read"):
            database.check()
        assert len(list(positions)) > 1_000
        assert (database.check(), list(positions)) == (0, [])


@contextmanager
def importing(database: Database) -> Iterator[threading.Thread]:
    """A thread that uses the database for seconds, if nothing stops it."""
    database.put(Board(moves="a1"), Entry())
    with Database("source.db") as source:
        source.merge(many())
        source.export_text("source.txt")
    lines = Path("source.txt").read_bytes().splitlines(keepends=True)
    Path("long.txt").write_bytes(b"".join(lines + lines[1:] * 500))
    stop = Stop()

    def work() -> None:
        with pytest.raises(DatabaseError, match="stopped after"):
            database.import_text("long.txt", stop=stop)

    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield thread
    finally:
        stop.stop()
        thread.join()


def test_boards_are_free_while_a_database_is_waited_for(folder: Path) -> None:
    board, entry = Board(moves="h8"), Entry(Score(1))
    with Database(folder / "positions.db") as database:
        calls: list[Callable[[], object]] = [
            lambda: database.get(board),
            lambda: database.put(board, entry),
            lambda: database.children(board),
            lambda: database.texts(board),
            lambda: database.set_text(board, "o15", "A"),
            lambda: database.delete(board),
            lambda: board in database,
        ]
        with importing(database) as thread:
            waiting = [threading.Thread(target=call) for call in calls]
            for call in waiting:
                call.start()
            board.play("h9")
            entry.depth = 3
            assert thread.is_alive()
        for call in waiting:
            call.join()


def test_waiting_for_a_database_ends_at_a_stop_and_at_ctrl_c(folder: Path) -> None:
    stop = Stop()
    stop.stop()
    # A process that is started in the background may have inherited that SIGINT is ignored.
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with Database(folder / "positions.db") as database, importing(database) as thread:
            for _ in range(50):
                with pytest.raises(DatabaseError, match="stopped after 0 positions"):
                    database.export_text("all.txt", stop=stop)
            with pytest.raises(KeyboardInterrupt):
                threading.Timer(0.1, _thread.interrupt_main).start()
                while True:
                    database.check()
            assert thread.is_alive()
    finally:
        signal.signal(signal.SIGINT, handler)


def test_a_closed_database_can_be_opened_again_while_it_is_walked(folder: Path) -> None:
    with Database(folder / "positions.db") as database:
        database.merge(many())
        assert len(database) > 1_100
        positions = database.positions()
        next(positions)
    with Database(folder / "positions.db") as database:
        assert len(database) > 1_100


def test_an_entry_has_a_depth_that_a_database_holds(folder: Path) -> None:
    board, entry = Board(moves="h8"), Entry(Score(1), depth=8191)
    for depth in (-1, 8192, 40_000):
        with pytest.raises(ValueError, match=f"expected a depth from 0 to 8191, found {depth}"):
            Entry(depth=depth)
        with pytest.raises(ValueError, match=f"expected a depth from 0 to 8191, found {depth}"):
            entry.depth = depth
    with Database(folder / "positions.db") as database:
        database.put(board, entry)
        assert database.get(board) == entry == pickle.loads(pickle.dumps(entry))
        # Other programs write negative depths.
        Path("other.txt").write_text('index,key,label,value,depth,bound,text\n0,f-15-15-a1--w,(none),1,-2,exact,""\n')
        assert database.import_text("other.txt") == 1
        found = database.get(Board(moves="a1"))
        assert found is not None and found.depth == -2 and pickle.loads(pickle.dumps(found)) == found


def test_positions_of_a_database_are_set_up_without_moves(folder: Path) -> None:
    # In another order a move would be a double three.
    board = Board(rule="renju", moves="h9 h7 h10 h11 i8 k8 j8 g8 h8")
    assert not board.is_over
    with Database(folder / "positions.db") as database:
        database.put(board, Entry(Score(5)))
        ((found, _),) = database.positions()
    assert found.moves == [] and found.end is None and found.side == "white"
    assert found.canonical_hash == board.canonical_hash


def test_a_database_keeps_what_is_known(folder: Path) -> None:
    path = folder / "positions.db"
    board = Board(rule="renju", moves="h8 i9")
    with Database(path) as database:
        analysis = Analyst(table_mib=8).analyse(board, depth=3)
        database.add(board, analysis)
        database.merge([(Board(rule="renju", moves="h8 h9"), Entry(Score(35), depth=7, comment="even"))])
        database.set_text(board, "j10", "A")
        assert len(database) == 2 and board in database
        # The mirrored position is the same one.
        assert database.get(Board(rule="renju", moves="h8 g9")) == database.get(board)
        children = database.children(Board(rule="renju", moves="h8"))
        assert set(children) == {"g9", "i9", "g7", "i7", "h9", "h7", "g8", "i8"}
        entry = children["h9"]
        assert (entry.value, entry.bound, entry.depth, entry.label) == (Score(35), "exact", 7, None)
        assert database.texts(board) == {"j10": "A"}
        assert pickle.loads(pickle.dumps(database.get(board))) == database.get(board)
        with pytest.raises(Error, match="expected an analysis of a board of 15x15, found 9x9"):
            database.add(board, Analyst(table_mib=1).analyse(Board(9), depth=1))
        with pytest.raises(DatabaseError, match=r"missing\.txt: "):
            database.import_text(folder / "missing.txt")
        assert database.export_text(folder / "positions.txt") == 2
        assert database.check() == 0
        with pytest.raises(DatabaseError, match="is in use"):
            Database(path)
    with pytest.raises(DatabaseError, match="is closed"):
        database.get(board)
    with Database(folder / "other.db") as other:
        assert other.import_text(folder / "positions.txt") == 2
        assert sorted(entry.depth for _, entry in other.positions("renju")) == [3, 7]
        assert list(other.positions("freestyle")) == [] and len(list(other.positions())) == 2
        assert other.delete(board) and board not in other
        other.put(board, Entry(label="w"))
        known = other.get(board)
        assert known is not None and known.known_value is not None and known.known_value.loss_in is not None
    with pytest.raises(DatabaseError):
        Database(folder / "missing.db", create=False)
    (folder / "text.db").write_text("no database")
    with pytest.raises(DatabaseError, match="expected a database"):
        Database(folder / "text.db")
