"""python/examples/cluster.py: the result of one process, also when a worker is killed in the middle."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

import rustgomo

SCRIPT = Path(__file__).parents[1] / "examples/cluster.py"


def cluster(*arguments: str) -> None:
    subprocess.run([sys.executable, SCRIPT, *arguments, "--nodes", "200"], check=True, capture_output=True)


def make_games(folder: Path) -> None:
    (folder / "games").mkdir()
    moves = "h8 i9 h9 h10 g8 f8 g9 f9 i7 j6 g7 g6"
    games = [rustgomo.Game(moves=moves.split()[: 4 + number % 9], black=str(number)) for number in range(70)]
    rustgomo.write(folder / "games/all.sgf", games)


def test_shards_of_a_job_array_make_the_result_of_one_process(folder: Path) -> None:
    make_games(folder)
    cluster("review", "games", "--out", "alone.jsonl", "--workers", "1")
    for number in range(3):
        with pytest.raises(subprocess.CalledProcessError) as incomplete:
            cluster("join", "part", "joined.jsonl")
        assert not Path("joined.jsonl").exists()
        cluster("review", "games", "--out", "part", "--shard", f"{number}/3")
    assert b"missing shards: 2/3" in incomplete.value.stderr
    cluster("join", "part", "joined.jsonl")
    assert Path("joined.jsonl").read_bytes() == Path("alone.jsonl").read_bytes()
    assert len(Path("alone.jsonl").read_text().splitlines()) == 70
    cluster("selfplay", "3", "--out", "games.txt", "--workers", "2")
    assert [game.number for game in rustgomo.read("games.txt")] == [1, 2, 3]


def test_a_database_grows_alike_by_an_array_and_by_one_process(folder: Path) -> None:
    cluster("grow", "alone.db", "--rounds", "3", "--workers", "1")
    cluster("grow", "array.db", "--rounds", "1", "--workers", "1")
    for _ in range(2):
        cluster("frontier", "array.db", "--out", "todo.txt")
        for number in range(2):
            cluster("analyse", "todo.txt", "--out", "part", "--shard", f"{number}/2")
        cluster("join", "part", "array.db")
    for name in ("alone", "array"):
        with rustgomo.Database(f"{name}.db") as database:
            assert len(database) > 3
            database.export_text(f"{name}.txt")
    assert Path("alone.txt").read_bytes() == Path("array.txt").read_bytes()


def test_best_moves_are_those_of_the_position_that_was_analysed(folder: Path) -> None:
    with rustgomo.Database("images.db") as database:
        database.put(rustgomo.Board(), rustgomo.Entry(comment=": h9"))
        # An image of h9.
        database.put(rustgomo.Board(moves="g8"), rustgomo.Entry(comment="g8: a1"))
    cluster("frontier", "images.db", "--out", "todo.txt")
    assert Path("todo.txt").read_text() == "freestyle g8 a1"


def test_a_killed_worker_of_dask_changes_nothing(folder: Path) -> None:
    distributed = pytest.importorskip("distributed")
    make_games(folder)
    cluster("review", "games", "--out", "alone.jsonl", "--workers", "1")

    def start(name: str, *arguments: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.dask_{name}", "--scheduler-file", "scheduler.json"]
        return subprocess.Popen([*command, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    # Inside the test, so that it is sent as it is.
    def results_of_killed(dask_scheduler):  # type: ignore[no-untyped-def]
        return sum(len(worker.has_what) for worker in dask_scheduler.workers.values() if worker.name == "killed")

    running = [start("scheduler", "--host", "127.0.0.1", "--port", "0", "--dashboard-address", "127.0.0.1:0")]
    try:
        while not Path("scheduler.json").exists():
            time.sleep(0.05)
        for name in ("a", "b", "killed"):
            running.append(start("worker", "--name", name, "--no-nanny", "--nthreads", "1", "--no-dashboard"))
        with distributed.Client(scheduler_file="scheduler.json") as client:
            client.wait_for_workers(3)
            review = [sys.executable, str(SCRIPT), "review", "games", "--out", "dask.jsonl", "--nodes", "200"]
            work = subprocess.Popen([*review, "--scheduler", client.scheduler.address])
            # Until the worker has results, which then are lost.
            while client.run_on_scheduler(results_of_killed) == 0 and work.poll() is None:
                time.sleep(0.02)
            assert work.poll() is None, "the work was over before the worker could be killed"
            running[3].kill()
            assert work.wait(120) == 0
        assert Path("dask.jsonl").read_bytes() == Path("alone.jsonl").read_bytes()
    finally:
        for process in reversed(running):
            process.kill()
            process.wait()
