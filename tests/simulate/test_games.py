"""Facts about millions of games: the same everywhere, and right within their error bars."""

from __future__ import annotations

import importlib.util
import itertools
import json
import pickle
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from concurrent.futures.process import BrokenProcessPool
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

from mia_stats import (
    BELIEVE,
    CHARACTERS,
    DOUBT,
    HONEST,
    LIAR,
    RULES,
    Dice,
    Rules,
    SimulatedGames,
    SimulationBroken,
    SimulationInterrupted,
    simulate_games,
    tier_chances,
)
from mia_stats.game.rules import CAUSES
from mia_stats.simulate import engine, games as simulate
from tests.helpers import ROOT, NextTier, binomial, within
from tests.oracles.plain_engine import PlainTable, play_plainly
from tests.simulate.helpers import PLAYERS


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make blocks so small that a few thousand games need several."""
    monkeypatch.setattr(simulate, "_BLOCK", 1000)


GAMES = 300_000  # three blocks


@pytest.fixture(scope="module")
def serial() -> SimulatedGames:
    """Return what any other way to play the same games must give."""
    return simulate_games(PLAYERS, Rules(lives=2), games=GAMES, rng=7)


class TestSameEverywhere:
    """Results depend on the seed and the number of games alone."""

    @pytest.mark.parametrize(
        "pool",
        [
            lambda: ProcessPoolExecutor(2),
            lambda: ProcessPoolExecutor(3),
            lambda: ThreadPoolExecutor(2),
            lambda: Backwards(3),  # of three blocks
        ],
        ids=["2 processes", "3 processes", "2 threads", "backwards"],
    )
    def test_any_executor_gives_the_serial_result(
        self, serial: SimulatedGames, pool: Callable[[], Executor]
    ) -> None:
        with pool() as executor:
            again = simulate_games(PLAYERS, Rules(lives=2), games=GAMES, rng=7, executor=executor)
        assert again == serial

    def test_the_same_seed_gives_the_same_games(self, serial: SimulatedGames) -> None:
        again = simulate_games(PLAYERS, Rules(lives=2), games=GAMES, rng=7)
        other = simulate_games(PLAYERS, Rules(lives=2), games=GAMES, rng=8)
        assert again == serial
        assert again != other
        assert serial != "something else"

    def test_seed_0_is_honoured(self) -> None:
        first, second = (simulate_games(PLAYERS, games=1000, rng=0) for _ in range(2))
        assert first == second
        generator = np.random.default_rng(0)
        assert simulate_games(PLAYERS, games=1000, rng=generator) == first
        assert simulate_games(PLAYERS, games=1000, rng=generator) != first

    def test_a_known_seed_gives_known_games(self) -> None:
        """Recorded for 0.2.0; numpy keeps the streams of PCG64 and SeedSequence fixed."""
        result = simulate_games(["honest", "liar"], games=1000, rng=1)
        assert (result.losses.tolist(), int(result.calls.sum())) == ([302, 698], 16786)

    def test_a_seed_its_sequence_and_its_generator_are_the_same(self) -> None:
        games = [
            simulate_games(PLAYERS, games=1000, rng=rng)
            for rng in (7, np.random.SeedSequence(7), np.random.default_rng(7))
        ]
        assert games[0] == games[1] == games[2]

    def test_a_generator_counts_by_its_state(self, small_blocks: None) -> None:
        """However the state was reached: by draws, by copying it, with others spawned or not."""
        drawn, copied = np.random.default_rng(5), np.random.default_rng(6)
        drawn.random(11)
        drawn.spawn(3)
        copied.bit_generator.state = drawn.bit_generator.state
        first = simulate_games(PLAYERS, games=2500, rng=drawn)
        with ThreadPoolExecutor(2) as pool:
            assert simulate_games(PLAYERS, games=2500, rng=copied, executor=pool) == first
        second = simulate_games(PLAYERS, games=2500, rng=drawn)
        assert second != first  # it was moved on
        assert simulate_games(PLAYERS, games=2500, rng=copied) == second
        assert simulate_games(PLAYERS, games=2500, rng=np.random.default_rng(5)) != first

    def test_a_generator_that_can_not_spawn_works(self) -> None:
        def legacy() -> np.random.Generator:
            return np.random.Generator(np.random.RandomState(3)._bit_generator)

        with pytest.raises(TypeError):
            legacy().spawn(1)
        first, second = (simulate_games(PLAYERS, games=500, rng=legacy()) for _ in range(2))
        assert first == second

    def test_a_sequence_of_seeds_is_left_as_it_was(self) -> None:
        seeds = np.random.SeedSequence(3)
        simulate_games(PLAYERS, games=10, rng=seeds)
        assert seeds.n_children_spawned == 0

    def test_a_seed_sequence_is_a_seed(self) -> None:
        seed = np.random.SeedSequence(7)
        first, second = (simulate_games(["honest"] * 2, games=100, rng=seed) for _ in range(2))
        assert first == second == simulate_games(["honest"] * 2, games=100, rng=7)

    def test_the_first_games_are_the_same_in_a_longer_run(self, small_blocks: None) -> None:
        """Blocks are independent, so a longer run extends a shorter one."""
        blocks = [simulate_games(PLAYERS, games=n, rng=3).losses for n in (2000, 3000)]
        assert ((blocks[1] - blocks[0]) >= 0).all()
        assert (blocks[1] - blocks[0]).sum() == 1000


class Backwards(Executor):
    """An executor that runs nothing before it has several tasks, and the last one first."""

    def __init__(self, several: int) -> None:
        self.several = several
        self.tasks: list[tuple[Future[Any], Callable[..., Any], tuple[Any, ...]]] = []

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.tasks.append((future, fn, args))
        if len(self.tasks) == self.several:
            while self.tasks:
                waiting, task, given = self.tasks.pop()
                waiting.set_result(task(*given))
        return future


class TestRight:
    """Simulated games against what can be derived by hand."""

    @pytest.mark.parametrize("rules", ["wikipedia", "gamerules", "meyer", "drinking", "contest"])
    def test_identical_players_are_equal(self, rules: str) -> None:
        result = simulate_games(["random"] * 4, rules, games=20_000, rng=5)
        sips = RULES[rules].forfeit == "sip"
        ends = result.forfeits.sum(axis=1) if sips else result.losses
        assert chisquare(ends).pvalue > 1e-4

    def test_two_honest_players_follow_their_markov_chain(self) -> None:
        """From state s, the throw r is called max(r, s); a call of the top is looked at."""
        chances, top = tier_chances(), 20
        loses = [Fraction(0)] * 22  # the chance that who throws in state s loses
        for state in range(20, -1, -1):
            for rolled, chance in enumerate(chances):
                call = max(rolled, state)
                if call == top:
                    loses[state] += chance * (rolled != top)
                else:
                    loses[state] += chance * (1 - loses[call + 1])
        exact = float(loses[0])
        games = 400_000
        result = simulate_games(["honest"] * 2, Rules(lives=1), games=games, rng=11, starter=0)
        assert within(int(result.losses[0]), *binomial(games, exact))

    def test_two_players_who_call_the_next_tier_meet_at_mia(self) -> None:
        """Nobody looks at the dice: the 21st call is Mia and true one time in 18."""
        games = 100_000
        result = simulate_games([NextTier()] * 2, Rules(lives=1), games=games, rng=3, starter=0)
        assert result.turns == 21
        assert within(int(result.losses[0]), *binomial(games, 17 / 18))

    def test_rotating_the_seats_rotates_the_chances(self) -> None:
        games = 100_000
        losses = [
            np.roll(
                simulate_games(
                    PLAYERS[k:] + PLAYERS[:k], Rules(lives=2), games=games, rng=k, starter=-k % 4
                ).losses,
                k,
            )
            for k in range(4)
        ]
        for seat in range(4):
            share = float(np.mean([row[seat] for row in losses])) / games
            assert all(within(int(row[seat]), *binomial(games, share)) for row in losses)

    @pytest.mark.parametrize(
        "rules",
        [
            *(RULES[key] for key in ("wikipedia", "gamerules", "kiriki", "drinking")),
            Rules(call="at_least", lives=2),
            Rules(unseen_pass="liable", ending="last_standing", lives=2),
            Rules("kinito-void", toast=66, mia_fold=None, next_starter="winner", lives=2),
            Rules(truth="exact", next_starter="loser", ending="last_standing", lives=3),
        ],
        ids=str,
    )
    def test_counts_add_up(self, rules: Rules) -> None:
        games = 3000
        result = simulate_games([*PLAYERS, "sniper", "blind"], rules, games=games, rng=2)
        assert result.games == games
        assert not result.partial
        rounds = np.arange(len(result.round_counts)) @ result.round_counts
        assert result.forfeits.sum() == rounds == round(result.rounds * games)
        assert result.round_counts.sum() == games
        assert (result.lies <= result.calls).all()
        assert (result.lies_caught <= result.lies).all()
        assert round(result.turns * games) == result.calls.sum()
        assert (result.toasts > 0) == bool(rules.toast)
        if rules.ending == "rounds":
            assert not (result.losses.any())
            assert not (result.wins.any())
            assert (result.round_counts[rules.rounds or 0]) == games
            sips = result.sips.sum() + result.drinks.sum()
            assert sips == result.forfeits.sum()  # folding costs one sip here
        else:
            assert (result.losses + result.wins == games).all()
            assert not (result.sips.any())
            assert not (result.drinks.any())
        if rules.ending == "first_out":
            assert result.losses.sum() == games
        if rules.ending == "last_standing":
            assert result.wins.sum() == games
            assert (result.places.sum(axis=0) == games).all()
            assert (result.places.sum(axis=1) == games).all()
            assert (result.places[:, 0] == result.wins).all()

    @pytest.mark.parametrize(
        "rules",
        [
            pytest.param(
                Rules("meyer", toast=32, lives=2, unseen_pass="liable", ending="last_standing"),
                marks=pytest.mark.long,
            ),
            Rules("points", Dice([1, 2, 2, 2, 2, 3]), 2, unseen_pass="free", next_starter="loser"),
            Rules(lives=2, call="at_least", truth="exact", next_starter="doubter", mia_fold=0),
            Rules("mexen", ending="rounds", forfeit="sip", rounds=3, next_starter="winner"),
        ],
        ids=str,
    )
    def test_a_plain_engine_that_shares_no_code_finds_the_same(self, rules: Rules) -> None:
        """Four players by rules that differ in everything; 5 standard errors, some 60 numbers."""
        names = ["random", "liar", "sniper", "lucky"]
        tables = [CHARACTERS[name].table(rules) for name in names]
        few, many = 1500, 100_000
        plain = play_plainly(
            [PlainTable(table, random.Random(1)) for table in tables], rules, few, 2
        )
        result = simulate_games(names, rules, games=many, rng=3)
        for seat in range(4):
            pairs = [
                (plain.losses[seat], result.losses[seat]),
                (plain.wins[seat], result.wins[seat]),
                (plain.calls[seat], result.calls[seat]),
                (plain.lies[seat], result.lies[seat]),
                (plain.toasts, result.toasts),
                (sum(plain.rounds), result.forfeits.sum()),
                *zip(
                    (plain.forfeits[seat].get(cause, 0) for cause in CAUSES),
                    result.forfeits[seat],
                    strict=True,
                ),
            ]
            for ours, theirs in pairs:
                expected = int(theirs) / many * few
                spread = max(expected, 1) * 6  # a count clusters in games, so it varies by more
                assert abs(ours - expected) <= 5 * spread**0.5

    def test_lives_and_starter_are_those_given(self) -> None:
        few = simulate_games(["honest"] * 3, games=20_000, rng=1, lives=(1, 3, 3))
        assert few.losses[0] > few.losses[1:].max() * 2
        first, third = (
            simulate_games(["honest"] * 3, Rules(lives=1), games=20_000, rng=1, starter=seat)
            for seat in (0, 2)
        )
        assert (
            chisquare(np.array([first.losses, np.roll(third.losses, 1)]), axis=0).pvalue.min()
            > 1e-4
        )

    def test_weighted_dice_are_thrown(self) -> None:
        """Dice that only make 65 and 66: who opens truthfully with 65 is doubted in vain."""
        rules = Rules(lives=1, dice=Dice([0, 0, 0, 0, 0, 1], [0, 0, 0, 0, 1, 1]))
        result = simulate_games(["honest", "doubter-65"], rules, games=1000, rng=1, starter=0)
        assert result.losses.tolist() == [0, 1000]


class TestOwnStrategies:
    """Strategies that a user writes."""

    def test_they_play_with_tables(self) -> None:
        games = 50_000
        own = simulate_games([NextTier(), "honest"], Rules(lives=1), games=games, rng=1)
        assert own.players == ("next tier", "honest")
        assert own.losses.sum() == games

    def test_a_table_and_the_same_rule_in_code_fare_alike(self) -> None:
        class Honest:
            name = "honest in code"

            def choose_call(self, seen: Any, rng: np.random.Generator) -> Any:
                return np.maximum(seen.rolled, seen.lowest)

            answer = NextTier.answer

        games = 100_000
        result = simulate_games([Honest(), HONEST], Rules(lives=2), games=games, rng=4)
        assert within(int(result.losses[0]), *binomial(games, 0.5))

    def test_players_that_are_equal_are_not_the_same(self) -> None:
        class Bot:
            name = "bot"

            def __init__(self, *, bold: bool) -> None:
                self.bold = bold

            def __eq__(self, other: object) -> bool:
                return isinstance(other, Bot)

            __hash__ = None  # type: ignore[assignment]  # as a dataclass has it

            def choose_call(self, seen: Any, rng: Any) -> Any:
                top = np.full(len(seen.state), seen.rules.top)
                return top if self.bold else np.maximum(seen.rolled, seen.lowest)

            def answer(self, seen: Any, rng: Any) -> Any:
                return np.full(len(seen.call), DOUBT)

        for seats in ([False, True], [True, False]):
            players = [Bot(bold=bold) for bold in seats]
            result = simulate_games(players, Rules(lives=1), games=1000, rng=1)
            assert result.losses[seats.index(True)] > 900

    def test_randomness_comes_from_the_generator_given(self) -> None:
        class Coin:
            name = "coin"

            def choose_call(self, seen: Any, rng: np.random.Generator) -> Any:
                return rng.integers(seen.lowest, seen.rules.tier_count)

            def answer(self, seen: Any, rng: np.random.Generator) -> Any:
                return rng.choice([BELIEVE, DOUBT], len(seen.call))

        first, second = (simulate_games([Coin(), LIAR], games=2000, rng=9) for _ in range(2))
        assert first == second


class TestErrors:
    """What can't be simulated."""

    def test_players_who_believe_and_repeat_for_ever_are_stopped(self) -> None:
        class Repeats(NextTier):
            def answer(self, seen: Any, rng: np.random.Generator) -> Any:
                return np.full(len(seen.call), BELIEVE)

        with pytest.raises(ValueError, match=r"more than 12000 turns; it may never end"):
            simulate_games([Repeats()] * 2, Rules(call="at_least", lives=1), games=3, rng=1)

    def test_toasts_without_end_are_stopped(self) -> None:
        rules = Rules(toast=66, dice=Dice([0, 0, 0, 0, 1, 10**18]))
        with pytest.raises(ValueError, match="toasts in a row"):
            simulate_games(["honest"] * 2, rules, games=1, rng=1)

    @pytest.mark.parametrize(
        ("name", "value", "shown"),
        [
            ("games", 0, "from 1 to"),
            ("games", 1e6, "not 1000000.0"),
            ("games", 10**30, "from 1 to"),
            ("rng", "seed", "not 'seed'"),
            ("rng", -1, "not -1"),
            ("starter", 2, "starter must be from 0 to 1, not 2"),
            ("starter", -1, "starter"),
            ("starter", "A", "starter"),
            ("lives", (1,), "2 numbers"),
            ("lives", (0, 1), "not 0"),
            ("lives", "11", "'11'"),
            ("lives", 3, "not 3"),
            ("executor", 5, "not 5"),
            ("rules", "poker", "no rules"),
        ],
    )
    def test_bad_arguments_are_shown(self, name: str, value: Any, shown: str) -> None:
        given = {"games": 10, "rng": 1, name: value}
        with pytest.raises((TypeError, ValueError), match=shown):
            simulate_games(["honest"] * 2, **given)

    @pytest.mark.parametrize("rng", [True, [], range(10**12), 1.5, "7", b"7", -1, {}])
    def test_what_is_no_seed_is_refused_at_once(self, rng: Any) -> None:
        with pytest.raises((TypeError, ValueError), match="rng"):
            simulate_games(["honest"] * 2, games=10, rng=rng)

    def test_a_game_of_sips_has_no_lives(self) -> None:
        with pytest.raises(ValueError, match="nobody has lives"):
            simulate_games(["honest"] * 2, "drinking", games=10, lives=(1, 1))

    def test_an_error_in_a_worker_is_the_same_error(self) -> None:
        with ThreadPoolExecutor(2) as pool, pytest.raises(ValueError, match="never end"):
            simulate_games(["lucky"] * 2, Rules(mia_fold=0, lives=1), games=2, rng=1, executor=pool)

    @pytest.mark.parametrize("result", [None, 5, "future of nothing"])
    def test_an_executor_must_play_all_games(self, result: Any) -> None:
        class Idle(Executor):
            def submit(self, *_: Any, **__: Any) -> Any:
                if not isinstance(result, str):
                    return result
                future: Future[object] = Future()
                future.set_result(None)
                return future

        with pytest.raises((TypeError, ValueError), match="executor"):
            simulate_games(["honest"] * 2, games=10, executor=Idle())


class TestInterruption:
    """Ctrl-C keeps what has been played."""

    def test_a_serial_run_keeps_its_blocks(
        self, small_blocks: None, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        played = itertools.count()
        real = engine.play

        def interrupted(*args: Any) -> Any:
            if next(played) == 3:
                raise KeyboardInterrupt
            return real(*args)

        whole = simulate_games(PLAYERS, games=3000, rng=1)
        monkeypatch.setattr(simulate, "play", interrupted)
        with pytest.raises(SimulationInterrupted, match="after 3,000 of 10,000 games") as caught:
            simulate_games(PLAYERS, games=10_000, rng=1)
        result = caught.value.result
        assert result.partial
        assert (result.games, result.requested) == (3000, 10_000)
        assert (result.losses == whole.losses).all()
        assert "interrupted after 3,000 of 10,000 games" in str(result)

    def test_a_pool_keeps_what_is_done(self, small_blocks: None) -> None:
        class Interrupting(ThreadPoolExecutor):
            tasks = 0

            def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
                self.tasks += 1
                if self.tasks > 5:
                    self.shutdown(wait=True)  # the five are done
                    raise KeyboardInterrupt
                return super().submit(fn, *args, **kwargs)

        with Interrupting(2) as pool, pytest.raises(SimulationInterrupted) as caught:
            simulate_games(PLAYERS, games=10_000, rng=1, executor=pool)
        assert caught.value.result.games == 5000
        assert caught.value.result.losses.sum() == 5000

    def test_a_dead_worker_costs_no_finished_block(self, small_blocks: None) -> None:
        """What was counted comes with the error, here and through the pool of a dead process."""

        class Dying(ThreadPoolExecutor):
            tasks = 0

            def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
                self.tasks += 1
                if self.tasks <= 4:
                    return super().submit(fn, *args, **kwargs)
                self.shutdown(wait=True)  # the four are done
                broken: Future[Any] = Future()
                broken.set_exception(BrokenProcessPool("a process has died"))
                return broken

        whole = simulate_games(PLAYERS, games=4000, rng=1)
        with (
            Dying(2) as pool,
            pytest.raises(BrokenExecutor, match="4,000 of 5,000 games") as caught,
        ):
            simulate_games(PLAYERS, games=5000, rng=1, executor=pool)
        assert isinstance(caught.value, SimulationBroken)
        result = caught.value.result
        assert (result.losses == whole.losses).all()
        assert result.partial
        again = pickle.loads(pickle.dumps(caught.value))
        assert again.result == result

    def test_before_the_first_block_there_is_nothing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def interrupted(*_: Any) -> Iterator[Any]:
            raise KeyboardInterrupt

        monkeypatch.setattr(simulate, "play", interrupted)
        with pytest.raises(SimulationInterrupted) as caught:
            simulate_games(PLAYERS, games=10, rng=1)
        result = caught.value.result
        assert result.games == 0
        assert np.isnan(result.loses).all()
        assert (result.intervals == [0, 1]).all()
        assert "after 0 of 10 games" in str(result)


def test_progress_is_shown_on_request(capsys: pytest.CaptureFixture[str]) -> None:
    simulate_games(PLAYERS, games=1000, rng=1)
    assert capsys.readouterr().err == ""
    simulate_games(PLAYERS, games=1000, rng=1, progress=True)
    assert "1.00k/1.00k" in capsys.readouterr().err


needs_dask = pytest.mark.skipif(
    importlib.util.find_spec("distributed") is None,
    reason='there is no Dask: pip install "mia-stats[distributed]"',
)

ON_A_CLUSTER = """
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


def play_on_a_cluster(tmp_path: Path, games: int, what: str) -> dict[str, bool]:
    """Play on two worker processes of their own, and return what the program found."""
    program = tmp_path / "cluster.py"
    program.write_text(ON_A_CLUSTER)
    done = subprocess.run(
        [sys.executable, str(program), str(games), what],
        capture_output=True, text=True, check=True, cwd=tmp_path,
    )  # fmt: skip
    found: dict[str, bool] = json.loads(done.stdout.splitlines()[-1])
    return found


@pytest.mark.cluster
@needs_dask
def test_a_cluster_of_two_gives_the_serial_result(tmp_path: Path) -> None:
    assert play_on_a_cluster(tmp_path, 400_000, "") == {"same": True, "killed": False}


@pytest.mark.cluster
@needs_dask
def test_the_program_of_the_readme_runs(tmp_path: Path) -> None:
    readme = ROOT / "README.md"
    (program,) = re.findall(r"```py\n(.*?)```", readme.read_text(encoding="utf-8"), re.DOTALL)
    (tmp_path / "cluster.py").write_text(program)
    done = subprocess.run(
        [sys.executable, str(tmp_path / "cluster.py")],
        capture_output=True, text=True, check=True, cwd=tmp_path,
    )  # fmt: skip
    assert done.stdout.startswith("1,000,000 games of Mia, 6 lives: ")


@pytest.mark.cluster
@needs_dask
def test_a_worker_that_is_killed_costs_nothing_but_time(tmp_path: Path) -> None:
    assert play_on_a_cluster(tmp_path, 2_000_000, "kill") == {"same": True, "killed": True}
