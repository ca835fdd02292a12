"""Facts about games that are played on a cluster: the very same, even when a worker is killed."""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [
    pytest.mark.cluster,
    pytest.mark.skipif(
        importlib.util.find_spec("distributed") is None,
        reason='there is no Dask: pip install "mia-stats[distributed]"',
    ),
]

PROGRAM = """
import json, os, signal, sys
from concurrent.futures import Executor
from distributed import Client, LocalCluster
import mia_stats as mia

class Killing(Executor):  # hands tasks on, and kills a worker when some are at work
    def __init__(self, executor, victim):
        self.executor, self.victim, self.submitted = executor, victim, 0

    def submit(self, *task):
        self.submitted += 1
        if self.submitted == 5:
            os.kill(self.victim, signal.SIGKILL)
        return self.executor.submit(*task)

def main(games, kill):
    players, rules = ["honest", "liar", "random"], mia.Rules(lives=6)
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        with Client(cluster) as client:
            executor = client.get_executor()
            if kill:
                victim = next(iter(client.run(os.getpid).values()))
                executor = Killing(executor, victim)
            result = mia.simulate_games(players, rules, games=games, rng=7, executor=executor)
            pids = list(client.run(os.getpid).values())
    same = result == mia.simulate_games(players, rules, games=games, rng=7)
    print(json.dumps({"same": same, "killed": kill and victim not in pids}))

if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2] == "kill")
"""


def run(tmp_path: Path, games: int, what: str) -> dict[str, bool]:
    """Play on two worker processes of their own, and return what the program found."""
    program = tmp_path / "cluster.py"
    program.write_text(PROGRAM)
    done = subprocess.run(
        [sys.executable, str(program), str(games), what],
        capture_output=True, text=True, check=True, cwd=tmp_path,
    )  # fmt: skip
    found: dict[str, bool] = json.loads(done.stdout.splitlines()[-1])
    return found


def test_a_cluster_of_two_gives_the_serial_result(tmp_path: Path) -> None:
    assert run(tmp_path, 400_000, "") == {"same": True, "killed": False}


def test_the_program_of_the_readme_runs(tmp_path: Path) -> None:
    readme = Path(__file__).parent.parent / "README.md"
    (program,) = re.findall(r"```py\n(.*?)```", readme.read_text(encoding="utf-8"), re.DOTALL)
    (tmp_path / "cluster.py").write_text(program)
    done = subprocess.run(
        [sys.executable, str(tmp_path / "cluster.py")],
        capture_output=True, text=True, check=True, cwd=tmp_path,
    )  # fmt: skip
    assert done.stdout.startswith("1000000 games by Rules()")


def test_a_worker_that_is_killed_costs_nothing_but_time(tmp_path: Path) -> None:
    assert run(tmp_path, 2_000_000, "kill") == {"same": True, "killed": True}
