import copy
import pickle
from collections.abc import Iterator
from pathlib import Path

import pytest

from rustgomo import Board, Error, Game, IllegalMove, Move, Node, RecordError, Score
from rustgomo import Games, RecordWarning, loads, loads_trees, read, read_trees, write


def test_games_are_written_and_read_in_every_format(folder: Path) -> None:
    game = Game(rule="renju", moves="h8 i9 h10", black="A", white="B", result="1-0")
    for ending in ("txt", "sgf", "psq", "lib", "sav", "pos"):
        path = folder / f"game.{ending}"
        game.write(path)
        (found,) = read(path, rule="renju")
        assert found.moves == game.moves and found.rule == "renju", ending
        assert loads(game.dumps(ending), "renju")[0].moves == game.moves or ending == "pos"
    assert len(list(read(folder, rule="renju"))) == 6
    assert pickle.loads(pickle.dumps(game)) == game
    vietnamese = Game(black="Sơn", white="Hưng")
    assert copy.copy(vietnamese) == vietnamese == loads(vietnamese.dumps("txt"))[0]
    assert (game.winner, game.result, len(game)) == ("black", "1-0", 3)
    with pytest.raises(Error, match="expected one of 1-0"):
        game.result = "2-0"
    with pytest.raises(Error, match="expected one of txt"):
        game.dumps("doc")


def test_a_collection_is_read_a_game_at_a_time_and_faults_are_told(folder: Path) -> None:
    path = folder / "many.sgf"
    path.write_text("(;GM[4]SZ[15];B[h8])\n(;GM[4]SZ[15];B[zz])\n(;GM[4]SZ[15];B[a1];W[a2])")
    games = read(path)
    assert len(next(games)) == 1
    with pytest.raises(RecordError, match="many.sgf: line 2, move 1, zz"):
        next(games)
    with pytest.raises(FileNotFoundError, match="missing.sgf"):
        next(read(folder / "missing.sgf"))
    with pytest.raises(Error, match="expected one of raise and skip"):
        next(read(path, errors="ignore"))  # type: ignore[arg-type]


def test_code_pages_are_found_and_what_is_left_out_is_told(folder: Path) -> None:
    text = "see:\n(;GM[4]PB[联通];B[h8])(;GM[4]PB[黑棋先手必胜];B[h8])"
    (folder / "two.sgf").write_bytes(text.encode("gbk"))
    games = Games("two.sgf")
    with pytest.warns(RecordWarning, match="two.sgf: line 1: text before the game is left out"):
        assert next(games).black == "联通"
    assert (games.encoding, len(games.notes)) == ("gb18030", 1)
    assert [game.black for game in games] == ["黑棋先手必胜"]
    big5 = "(;GM[4]PB[林])".encode("big5")
    assert loads(big5, encoding="big5")[0].black == "林"
    assert loads("(;GM[4]CA[GBK]PB[林])")[0].black == "林"
    with pytest.raises(Error, match="code page"):
        loads(big5, encoding="none")
    root = Node()
    root.play("h8").comment = "center"
    with pytest.warns(RecordWarning, match=r"game.psq: not in this format: comments \(1\)"):
        write("game.psq", [root])


def test_a_game_left_out_is_told(folder: Path) -> None:
    (folder / "bad.txt").write_text("h8 i9\nh8 h8\na1")
    with pytest.warns(RecordWarning, match="bad.txt: line 2, move 2, h8: .*; the game is left out"):
        assert [len(game) for game in read("bad.txt", errors="skip")] == [2, 1]


def test_trees_are_edited_and_kept(folder: Path) -> None:
    root = Node(rule="renju")
    line = root.play("h8").play("h9")
    other = root.play("h8").play("i9")
    other.comment, line.comment = "indirect", "direct"
    other.set_label("j10", "A")
    other.set_mark("h8", "triangle")
    other.promote()
    write(folder / "tree.sgf", [root])
    (found,) = read_trees(folder / "tree.sgf")
    first, second = found.children[0].children
    assert first.move == "i9" and (first.comment, second.comment) == ("indirect", "direct")
    assert (first.labels, first.marks) == ({"j10": "A"}, {"h8": "triangle"})
    assert first.parent is not None and first.parent.move == "h8" and found.parent is None
    assert first.board().moves == ["h8", "i9"] and found.main_line().moves == ["h8", "i9"]
    assert loads_trees(found.dumps("lib"), "renju")[0].children[0].children[0].move == "i9"
    with pytest.warns(RecordWarning, match=r"txt: not in this format: .*variations \(1\)"):
        assert loads(found.dumps("txt")) == [found.main_line()]
    with pytest.raises(IllegalMove, match="h8: the square is already occupied"):
        first.play("h8")
    first.delete()
    assert len(found) == 3
    with pytest.raises(Error, match="after the last deletion"):
        second.comment


def test_a_node_is_a_game_with_all_that_its_tree_knows() -> None:
    [root] = loads_trees("(;GM[4]SZ[15]RU[renju]EV[Cup];B[hh];W[ii]V[35])")
    last = root.children[0].children[0]
    assert last.game() == root.main_line() and last.game().scores == [None, -35]
    [root] = loads_trees("(;GM[4]SZ[15];B[hh];W[];B[ii])")
    last = root.children[0].children[0].children[0]
    assert last.game().moves == ["h8"] and repr(last) == "<Node h8 i7>"
    with pytest.warns(RecordWarning, match="lib: not in this format: rule"):
        Node(rule="renju").dumps("lib")


def test_a_format_refuses_what_it_cannot_hold(folder: Path) -> None:
    games = [Game(moves="h8"), Game(moves="i9")]
    with pytest.raises(RecordError, match="expected one game"):
        write(folder / "two.psq", games)
    with pytest.raises(RecordError):
        Game(size=20, moves="a1").write(folder / "large.lib")
    assert list(folder.iterdir()) == []
    blocked = Board()
    blocked.block("a1")
    with pytest.raises(RecordError, match="blocked"):
        Game.from_board(blocked)


def test_a_library_tells_what_its_games_do_not_share(folder: Path) -> None:
    trees = loads_trees("(;GM[4]SZ[15]LB[aa:A];B[hh])(;GM[4]SZ[15]LB[aa:B];B[hh])")
    with pytest.warns(RecordWarning, match=r"differ in what one tree holds once: labels \(1\)"):
        write(folder / "two.lib", trees)


def test_nothing_of_a_game_is_lost_by_a_copy() -> None:
    text = "(;GM[4]SZ[15]RU[renju]PB[A]PW[B]EV[Cup]RO[2]DT[2024-01-02]PC[Here]RE[B+R];B[hh];W[ih])"
    [game] = loads(text)
    assert copy.deepcopy(game) == pickle.loads(pickle.dumps(game)) == game
    assert b"EV[Cup]" in copy.copy(game).dumps("sgf")
    with pytest.warns(RecordWarning, match="lib: not in this format: rule"):
        game.dumps("lib")


def test_a_game_has_legal_squares() -> None:
    with pytest.raises(RecordError, match="move 2, h8"):
        Game(moves="h8 h8")
    game = Game(moves="a1")
    with pytest.raises(RecordError, match="move 2: expected a square, found a pass"):
        game.moves = ["b1", None, "c1"]
    assert game.moves == ["a1"]
    game.moves = ["b1", "c1"]

    def others() -> Iterator[Move]:
        assert game == game
        yield from game.moves[:1]

    game.moves = others()
    assert game.moves == ["b1"]
    rows = "\n".join(["....."] * 4 + ["..X.."])
    game = Game.from_board(Board.from_diagram(rows + "\nwhite to move"))
    assert (len(game), game.board().side) == (0, "white")
    with pytest.raises(TypeError, match="found bytes"):
        Board(moves=b"h8")


def test_a_record_is_compared_with_the_rules() -> None:
    Game(moves="h8 a1 i8 a2 j8 a3 k8 a4 l8").verify()
    with pytest.raises(RecordError, match="has won on the board"):
        Game(moves="h8 a1 i8 a2 j8 a3 k8 a4 l8", result="0-1").verify()


def test_a_result_follows_the_moves_and_the_rule() -> None:
    game = Game()
    game.moves = "h8 a1 i8 a2 j8 a3 k8 a4 l8"
    assert (game.result, game.termination) == ("1-0", "five")
    game.moves = "h8 a1"
    assert (game.result, game.termination) == ("*", "unfinished")
    game.moves = "a8 a1 b8 a2 c8 a3 d8 b1 f8 b2 e8"
    assert game.winner == "black"
    game.rule = "standard"
    assert (game.result, game.termination) == ("*", "unfinished")
    game.result = "0-1"
    assert game.termination == "unknown"
    game.termination = "resignation"
    game.result = "1-0"
    game.moves = "h8 i9"
    assert (game.result, game.termination) == ("1-0", "resignation")
    game.result = "*"
    assert game.termination == "unfinished"
    game.verify()


def test_scores_times_and_details_of_a_game(folder: Path) -> None:
    [game] = loads("(;GM[4]SZ[15]EV[Cup]DT[2024-01-02];B[hh];W[ih])")
    assert ("EV", "Cup") in game.details and ("DT", "2024-01-02") in game.details
    game.scores, game.times_ms = [12, None], [None, 350]
    for format in ("txt", "sgf"):
        [read] = loads(game.dumps(format))
        assert (read.scores, read.times_ms) == ([12, None], [None, 350])
    with pytest.raises(Error, match="expected 2 values, one for each move, found 1"):
        game.scores = [1]
    with pytest.raises(Error, match="expected centi-units"):
        game.scores = [1, 32000]
    node = Node.from_game(game).children[0]
    node.score = -5
    assert node.root.main_line().scores == [-5, None]
    # A game is one also before its first move.
    assert Game() and f"{game.moves[0]:>4}{Score(12):>4}" == "  h8  12"


def test_texts_in_a_folder_that_are_no_games_are_passed_over(folder: Path) -> None:
    write(folder / "game.txt", [Game(moves="h8 i9")])
    (folder / "readme.txt").write_text("These are the games of our club.")
    assert [len(game) for game in read(folder)] == [2]
    with pytest.raises(RecordError):
        list(read(folder / "readme.txt"))
