"""Reviews games, grows a database and plays games against itself on many machines.

Work is cut into shards that depend on nothing but their number, so the result is the same bytes on any number of machines:

    python cluster.py review games --out review.jsonl                                  processes of this machine
    python cluster.py review games --out review.jsonl --scheduler tcp://head:8786      workers of Dask
    python cluster.py review games --out part --shard 3/100                            one shard, for job arrays such as Slurm's
    python cluster.py join part review.jsonl                                           the shards of an array together

``selfplay 1000 --out games.txt`` plays games, ``grow book.db --rounds 3`` expands a database by its best moves. The shards of an array
cannot open one database: ``frontier book.db --out todo.txt`` lists what is to be analysed, ``analyse todo.txt --out part --shard i/n`` does,
and ``join part book.db`` adds it. Workers read the files that are named, from a file system that all share.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Any

from rustgomo import Analyst, Board, Database, Entry, Game, Score, read

#: Shards of one call: many for each worker, so that none waits long for the last one and little is lost with a worker.
SHARDS = 32
#: Random moves before a game against itself.
OPENING = 4

#: A line of the result and its place in it.
Line = tuple[int, str]
Shard = tuple[int, int]


def without_time(report: dict[str, Any]) -> dict[str, Any]:
    """A report that is the same on every machine."""
    report.pop("seconds")
    return report


def review(source: str, shard: Shard, nodes: int) -> list[Line]:
    """A line of JSON for each game: the analysis of every position."""
    analyst, lines = Analyst(table_mib=16), []
    for index, game in islice(enumerate(read(source, errors="skip")), shard[0], None, shard[1]):
        analyst.clear()  # a game's result does not depend on the games before it
        moves = []
        board = game.board(0)
        for move in game.moves:
            moves.append({"move": move.name, **without_time(analyst.analyse(board, nodes=nodes).to_dict())})
            board.play(move)
        report = {"game": index + 1, "black": game.black, "white": game.white, "moves": moves}
        lines.append((index, json.dumps(report)))
    return lines


def selfplay(source: str, shard: Shard, nodes: int) -> list[Line]:
    """A game of the text format in each line; ``source`` is their number."""
    analyst, lines = Analyst(table_mib=16), []
    for number in range(shard[0], int(source), shard[1]):
        analyst.clear()
        choose = random.Random(number)
        board = Board()
        for _ in range(OPENING):
            near = [m for m in board.legal_moves() if max(abs(m.x - 7), abs(m.y - 7)) <= 2]
            board.play(choose.choice(near))
        while not board.is_over:
            best = analyst.analyse(board, nodes=nodes).best
            assert best is not None
            board.play(best)
        game = Game.from_board(board)
        game.number, game.opening = number + 1, OPENING
        lines.append((number, game.dumps().decode().rstrip("\n")))
    return lines


def analyse(source: str, shard: Shard, nodes: int) -> list[Line]:
    """The two best moves of each position of a file of moves, for a database."""
    analyst, lines = Analyst(table_mib=16), []
    positions = Path(source).read_text().splitlines()
    for index, text in islice(enumerate(positions), shard[0], None, shard[1]):
        analyst.clear()
        rule, _, moves = text.partition(" ")
        analysis = analyst.analyse(Board(rule=rule, moves=moves), nodes=nodes, lines=2)
        best = [line.moves[0].name for line in analysis.lines]
        report = {"rule": rule, "moves": moves, "value": int(analysis.score), "depth": analysis.depth, "best": best}
        lines.append((index, json.dumps(report)))
    return lines


WORK: dict[str, Callable[[str, Shard, int], list[Line]]] = {
    "review": review,
    "selfplay": selfplay,
    "analyse": analyse,
}


def run(kind: str, source: str, nodes: int, scheduler: str | None, workers: int) -> Iterator[str]:
    """The lines of a result in their order, by Dask's workers or by processes of this machine."""
    shards = [(number, SHARDS) for number in range(SHARDS)]
    arguments = ([kind] * SHARDS, [source] * SHARDS, shards, [nodes] * SHARDS)
    if scheduler is not None:
        from distributed import Client

        with Client(scheduler) as client:  # type: ignore[no-untyped-call]
            client.upload_file(__file__)
            # A shard whose worker is lost is given to another one.
            parts = client.gather(client.map(run_shard, *arguments, pure=False))
    elif workers > 1:
        with ProcessPoolExecutor(workers) as pool:
            parts = list(pool.map(run_shard, *arguments))
    else:
        parts = list(map(run_shard, *arguments))
    for _, line in sorted(line for part in parts for line in part):
        yield line


def run_shard(kind: str, source: str, shard: Shard, nodes: int) -> list[Line]:
    return WORK[kind](source, shard, nodes)


def frontier(database: Database, rule: str) -> list[str]:
    """The positions to be analysed next: those behind the best moves that are known, and at first the empty board."""
    waiting, seen, found = [Board(rule=rule)], set(), []
    while waiting:
        board = waiting.pop(0)
        if board.is_over or board.canonical_hash in seen:
            continue
        seen.add(board.canonical_hash)
        entry = database.get(board)
        if entry is None:
            found.append(f"{rule} {' '.join(move.name for move in board.moves if move)}")
            continue
        # Symmetric positions share an entry: its moves are those of the one that was analysed.
        moves, _, best = entry.comment.partition(":")
        for name in best.split():
            child = Board(rule=rule, moves=moves)
            child.play(name)
            waiting.append(child)
    return sorted(found)


def add(database: Database, lines: Iterator[str]) -> None:
    """Adds analysed positions; the comment of each has its moves and the best ones behind them, ``h8 i9: j8 g7``."""
    entries = []
    for report in map(json.loads, lines):
        entry = Entry(Score(report["value"]), report["depth"], comment=f"{report['moves']}: {' '.join(report['best'])}")
        entries.append((Board(rule=report["rule"], moves=report["moves"]), entry))
    database.merge(entries)


def grow(path: str, rule: str, rounds: int, nodes: int, scheduler: str | None, workers: int) -> None:
    """Analyses the frontier of a database again and again."""
    todo = os.path.abspath(path + ".todo")
    for _ in range(rounds):
        with Database(path) as database:
            Path(todo).write_text("\n".join(frontier(database, rule)))
            add(database, run("analyse", todo, nodes, scheduler, workers))
    os.remove(todo)


def shard_of(text: str, separator: str = "/") -> Shard:
    number, _, count = text.partition(separator)
    if not (number.isdigit() and count.isdigit() and int(number) < int(count)):
        raise argparse.ArgumentTypeError(f"expected a shard such as 0/8, found {text!r}")
    return int(number), int(count)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=[*WORK, "grow", "frontier", "join"])
    parser.add_argument("source", help="games, a number of games, a list of positions, a database, or parts")
    parser.add_argument("target", nargs="?", help="with join: a file, or a database")
    parser.add_argument("--out", help="the result, or with --shard the beginning of the parts' names")
    parser.add_argument("--nodes", type=int, default=2000, help="nodes of each search")
    parser.add_argument("--rule", default="freestyle", help="rule of the database to be grown")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--scheduler", help="address of Dask's scheduler")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes without a scheduler")
    parser.add_argument("--shard", type=shard_of, help="only this part, such as 0/8")
    options = parser.parse_args(arguments)
    if options.what == "grow":
        grow(options.source, options.rule, options.rounds, options.nodes, options.scheduler, options.workers)
        return
    if options.what == "join":
        if options.target is None:
            parser.error("join needs parts and a target")
        source = Path(options.source)
        paths = list(source.parent.glob(f"{source.name}.*-*.json"))
        try:
            shards = {shard_of(path.name.removeprefix(f"{source.name}.").removesuffix(".json"), "-") for path in paths}
        except argparse.ArgumentTypeError as error:
            parser.error(str(error))
        counts = {count for _, count in shards}
        if len(counts) != 1:
            parser.error(f"expected the parts of one run, found {len(counts)} numbers of shards")
        missing = sorted({(number, count) for count in counts for number in range(count)} - shards)
        if missing:
            parser.error("missing shards: " + ", ".join(f"{number}/{count}" for number, count in missing))
        parts = [json.loads(path.read_text()) for path in paths]
        lines = (line for _, line in sorted(line for part in parts for line in part))
        if options.target.endswith(".db"):
            with Database(options.target) as database:
                add(database, lines)
        else:
            Path(options.target).write_text("".join(line + "\n" for line in lines))
        return
    if options.out is None:
        parser.error("--out is missing")
    if options.what == "frontier":
        with Database(options.source, create=False) as database:
            Path(options.out).write_text("\n".join(frontier(database, options.rule)))
        return
    source = options.source if options.what == "selfplay" else os.path.abspath(options.source)
    if options.shard is not None:
        number, count = options.shard
        part = run_shard(options.what, source, options.shard, options.nodes)
        Path(f"{options.out}.{number}-{count}.json").write_text(json.dumps(part))
        return
    with open(options.out, "w") as out:
        for line in run(options.what, source, options.nodes, options.scheduler, options.workers):
            out.write(line + "\n")


if __name__ == "__main__":
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    # By its name, so that workers find the functions.
    __import__("cluster").main()
