"""Measure speed as ratios, both sides in turn in one run, and print them beside their goals.

Absolute times depend on the machine; the ratios say how much the library adds to what the task
needs anyway. Each figure is the median over several rounds. Last it prints how many rounds it takes
to recognise a character.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from importlib.util import find_spec
from typing import Any

import numpy as np

from mia_stats import (
    HONEST,
    RANDOM,
    STANDARD,
    Dice,
    Outcome,
    Rules,
    Variant,
    advise,
    beat_probability,
    best_response,
    evaluate,
    odds,
    sample_outcomes,
    simulate_games,
    solve_match,
    solve_round,
)
from mia_stats.chances.odds import _odds
from mia_stats.exact.openers import _all_odds
from mia_stats.game.whole_game import largest_gain
from mia_stats.solve.by_lives import solve_rounds
from mia_stats.solve.round import _solved
from mia_stats.utils.tables import Cell, Table
from scripts.recognition_speed import rounds_needed
from tests.oracles.closed_form import duel_wins
from tests.oracles.plain_engine import PlainHonest, play_plainly

Work = Callable[[], object]


@dataclass(frozen=True)
class Row:
    """One comparison: a ratio, what it should be, and what the sides were."""

    what: str
    ratio: float
    goal: str
    note: str = ""


@dataclass(frozen=True, repr=False)
class Report(Table):
    """The rows of one run."""

    rows: tuple[Row, ...]

    @property
    def caption(self) -> str:
        """What machine this was, as far as it matters."""
        return f"Python {sys.version.split()[0]}, numpy {np.__version__}, one core unless said"

    @property
    def columns(self) -> Mapping[str, Sequence[Cell]]:
        """A row for each comparison."""
        return {
            "what": [row.what for row in self.rows],
            "ratio": [round(row.ratio, 3) for row in self.rows],
            "goal": [row.goal for row in self.rows],
            "note": [row.note for row in self.rows],
        }


def seconds(work: Work) -> float:
    """Return how long some work takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def side_by_side(a: Work, b: Work, rounds: int = 7) -> tuple[float, float, float]:
    """Return the median of the ratio a/b, and the medians of both in seconds."""
    a(), b()  # warm up
    pairs = [(seconds(a), seconds(b)) for _ in range(rounds)]
    return (
        statistics.median(first / second for first, second in pairs),
        statistics.median(first for first, _ in pairs),
        statistics.median(second for _, second in pairs),
    )


def sampling() -> Row:
    """Compare `sample_outcomes` with numpy's own two draws and a table look-up."""
    n = 2_000_000
    labels = np.zeros((7, 7), np.int8)
    for first in range(1, 7):
        for second in range(1, 7):
            labels[first, second] = int(Outcome.from_dice(first, second).label)
    rng = np.random.default_rng(1)

    def bare() -> object:
        return labels[rng.integers(1, 7, n), rng.integers(1, 7, n)]

    ratio, ours, _ = side_by_side(lambda: sample_outcomes(n, rng=rng), bare)
    note = f"{ours / n * 1e9:.1f} ns a roll"
    return Row("(a) sample_outcomes / two numpy draws and a look-up", ratio, "at most 1.3", note)


def bare_loop(games: int) -> tuple[list[int], int]:
    """Play three honest players with one life, and nothing else; return losses and turns."""
    randint = random.randint
    tier_of = [[Rules().tier((a, b)) if a and b else 0 for b in range(7)] for a in range(7)]
    losses, turns = [0, 0, 0], 0
    for _ in range(games):
        caller, lowest = randint(0, 2), 0
        while True:
            turns += 1
            rolled = tier_of[randint(1, 6)][randint(1, 6)]
            if rolled == 20:
                losses[(caller + 1) % 3] += 1
                break
            if lowest == 20:
                losses[caller] += 1
                break
            lowest = (rolled if rolled > lowest else lowest) + 1
            caller = caller + 1 if caller < 2 else 0
    return losses, turns


HONEST_3 = ["honest"] * 3
ONE_LIFE = Rules(lives=1)


def engines() -> list[Row]:
    """Compare the simulator with both plain programs and with the generator's own floats."""
    games, few = 1 << 19, 10_000
    turns = simulate_games(HONEST_3, ONE_LIFE, games=games, rng=1).turns

    def ours() -> object:
        return simulate_games(HONEST_3, ONE_LIFE, games=games, rng=1)

    def plain() -> object:
        return play_plainly([PlainHonest(ONE_LIFE.top)] * 3, ONE_LIFE, few, seed=1)

    general, plain_time, our_time = side_by_side(plain, ours)
    bare, bare_time, _ = side_by_side(lambda: bare_loop(few), ours)
    rng, floats = np.random.default_rng(1), 1 << 14
    repeats = games // floats

    def raw() -> object:
        return [rng.random(floats) for _ in range(repeats)]

    per_float, _, raw_time = side_by_side(ours, raw)
    scale = games / few
    rate = games * turns / our_time / 1e6
    return [
        Row(
            "(b) simulate_games / a plain engine of the same generality, games a second",
            general * scale, "at least 100",
            f"{games / our_time:,.0f} against {few / plain_time:,.0f}",
        ),
        Row(
            "(b) simulate_games / a bare loop for this match-up, games a second",
            bare * scale, "at least 12", f"bare: {few * turns / bare_time / 1e6:.1f} M turns/s",
        ),
        Row(
            "(c) a turn / one float64 of the generator",
            per_float / turns, "at most 15",
            f"{rate:.1f} M turns/s; a float is {raw_time / repeats / floats * 1e9:.1f} ns",
        ),
    ]  # fmt: skip


HOUSE_RULES: list[dict[str, Any]] = [
    {"lie_penalty": 2, "doubt_penalty": 2},
    {"call": "at_least", "unseen_pass": "liable"},
    {"second_throw": "blind"},
    {"thrown_mia": "others"},
    {"true_mia": "others"},
    {"mia_equalled": True},
    {"mia_by": "either"},
    {"next_starter": "random"},
]


def house_rules() -> list[Row]:
    """Compare a turn by each house rule with one by the default rules, among random players."""
    games = 1 << 16
    players = ["random"] * 4

    def played(rules: Rules) -> object:
        return simulate_games(players, rules, games=games, rng=1)

    plain = Rules()
    turns = simulate_games(players, plain, games=games, rng=1).turns
    rows = []
    for given in HOUSE_RULES:
        rules = Rules(**given)
        longer = simulate_games(players, rules, games=games, rng=1).turns / turns
        ratio, ours, _ = side_by_side(partial(played, rules), partial(played, plain), rounds=5)
        what = ", ".join(f"{name}={value}" for name, value in given.items())
        note = f"{ours / games * 1e6:.1f} µs a game, {longer:.2f} times as many turns"
        rows.append(Row(f"(k) a turn with {what} / by the default rules", ratio / longer, "", note))
    return rows


def workers() -> Row:
    """Compare two warm processes with one, over ten million games."""
    games = 10_000_000

    def play(executor: ProcessPoolExecutor | None) -> object:
        return simulate_games(HONEST_3, ONE_LIFE, games=games, rng=1, executor=executor)

    with ProcessPoolExecutor(2) as pool:
        simulate_games(HONEST_3, ONE_LIFE, games=1_000_000, rng=1, executor=pool)  # warm up
        ratio, one, two = side_by_side(lambda: play(None), lambda: play(pool), rounds=3)
    return Row(
        "(d) two processes / one, 10^7 games", ratio, "at least 1.7", f"{one:.2f} s, {two:.2f} s"
    )


def peak_memory(games: int) -> int:
    """Return the peak memory in kB of a process that simulates so many games."""
    program = (
        "import pathlib, mia_stats as mia;"
        f"mia.simulate_games(['honest'] * 3, mia.Rules(lives=1), games={games}, rng=1);"
        "print(pathlib.Path('/proc/self/status').read_text().split('VmHWM:')[1].split()[0])"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return int(run.stdout)


def import_seconds(program: str, bytecode: str) -> float:
    """Return how long a new process takes to run a program once all bytecode is there."""
    timed = (
        f"import time; start = time.perf_counter(); {program}; print(time.perf_counter() - start)"
    )
    run = subprocess.run(
        [sys.executable, "-X", f"pycache_prefix={bytecode}", "-c", timed],
        capture_output=True, text=True, check=True,
        env={k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"},
    )  # fmt: skip
    return float(run.stdout)


def importing() -> list[Row]:
    """Compare the import, and the odds in a new process, with the import of numpy."""
    programs = ("import numpy", "import mia_stats", "import mia_stats; mia_stats.odds()")
    with tempfile.TemporaryDirectory() as bytecode:
        for program in programs:
            import_seconds(program, bytecode)  # compile
        rounds = [[import_seconds(program, bytecode) for program in programs] for _ in range(25)]
    numpy, ours, with_odds = (statistics.median(times) for times in zip(*rounds, strict=True))
    numpy_ms = f"numpy {numpy * 1000:.0f} ms"
    return [
        Row(
            "(f) import mia_stats / import numpy",
            statistics.median(mine / other for other, mine, _ in rounds),
            "at most 0.5", f"{ours * 1000:.1f} ms, {numpy_ms}",
        ),
        Row(
            "(f) import mia_stats; mia_stats.odds() / import numpy",
            statistics.median(mine / other for other, _, mine in rounds),
            "at most 1.25", f"{with_odds * 1000:.0f} ms, {numpy_ms}",
        ),
    ]  # fmt: skip


def tables() -> Row:
    """Compare the odds of a ready variant with a bare loop that fills the same four columns."""

    def made_anew() -> object:
        _odds.cache_clear()
        return odds()

    ratio, ours, _ = side_by_side(many(made_anew), many(bare_loop_of_odds), rounds=15)
    note = f"{ours / REPEATS * 1e6:.0f} µs a table"
    return Row("(g) odds of a ready variant / a bare loop of Fractions", ratio, "at most 3", note)


def bare_loop_of_odds() -> object:
    """Fill the four columns of a ready variant with Fractions, and do nothing else."""
    rows = {}
    better = 0
    for tier in STANDARD.tiers:
        weight = sum(outcome.ways for outcome in tier)
        for outcome in tier:
            rows[outcome] = (
                Fraction(outcome.ways, 36),
                Fraction(better, 36),
                Fraction(weight, 36),
                Fraction(36 - better - weight, 36),
            )
        better += weight
    return rows


REPEATS = 200


def asked_often() -> list[Row]:
    """Compare what programs ask again and again with one look-up in a table at hand."""
    table = odds()
    look_up = many(lambda: table[54].beaten)
    asked: list[tuple[str, Work, int]] = [
        ("beat_probability(54)", lambda: beat_probability(54), 8),
        ("odds()", odds, 8),
        ("advise(54)", lambda: advise(54), 60),
        ("advise(54, previous=42, roll=43)", lambda: advise(54, previous=42, roll=43), 60),
        ("advise(54, lives=(3, 2))", lambda: advise(54, lives=(3, 2)), 300),
    ]
    rows = []
    for what, work, most in asked:
        ratio, ours, _ = side_by_side(many(work), look_up, rounds=15)
        note = f"{ours / REPEATS * 1e6:.1f} µs"
        rows.append(Row(f"(i) {what} / odds_table[54].beaten", ratio, f"at most {most}", note))
    return rows


def decisions() -> list[Row]:
    """Compare one decision with one look-up, and the first one of a match with solving it."""
    table, rules, rng = odds(), Rules(), np.random.default_rng(1)
    look_up = many(lambda: table[54].beaten)
    match, optimal = solve_match().strategy, solve_round().strategy
    three_two: dict[str, Any] = {"rules": rules, "lives": (3, 2), "rng": rng}
    asked: list[tuple[str, Work]] = [
        ("HONEST.call(65, 54)", lambda: HONEST.call(65, 54, rules=rules, rng=rng)),
        ("RANDOM.answer_to(54)", lambda: RANDOM.answer_to(54, rules=rules, rng=rng)),
        ("optimal.call(43, 42)", lambda: optimal.call(43, 42, rules=rules, rng=rng)),
        ("match.call(43, 42)", lambda: match.call(43, 42, **three_two)),
        ("match.answer_to(54, 42)", lambda: match.answer_to(54, 42, **three_two)),
    ]
    rows = []
    for what, work in asked:
        ratio, ours, _ = side_by_side(many(work), look_up, rounds=15)
        note = f"{ours / REPEATS * 1e6:.1f} µs"
        rows.append(Row(f"(j) {what} / odds_table[54].beaten", ratio, "at most 15", note))

    def first() -> object:
        return replace(match).answer_to(54, 42, **three_two)  # a copy has made no table yet

    ratio, ours, theirs = side_by_side(first, solve_match)
    note = f"{ours * 1000:.1f} ms, {theirs * 1000:.0f} ms"
    return [*rows, Row("(j) first decision of a match / solve_match()", ratio, "at most 1", note)]


def many(work: Work) -> Work:
    """Return the same work done many times over."""
    return lambda: [work() for _ in range(REPEATS)]


def from_scratch(order: list[list[int]]) -> object:
    """Return the odds of an order, the variant and the dice made anew."""
    _odds.cache_clear()
    table = odds(Variant.from_order("own", order), dice=Dice([1] * 6))
    return {
        10 * row.outcome.high + row.outcome.low: (row.p, row.beaten, row.tied, row.beats)
        for row in table
    }


def peers() -> list[Row]:
    """Compare the standard table from scratch with what users of other dice libraries write."""
    from tests.oracles.peers import with_dyce, with_icepool  # the extra [peers]

    order = [[int(outcome.label) for outcome in tier] for tier in STANDARD.tiers]
    rows = []
    for name, theirs in (("icepool", with_icepool), ("dyce", with_dyce)):
        ratio, ours, other = side_by_side(
            many(partial(from_scratch, order)), many(partial(theirs, order)), rounds=15
        )
        note = f"{ours / REPEATS * 1e6:.0f} µs, {other / REPEATS * 1e6:.0f} µs"
        rows.append(Row(f"(h) the odds from scratch / with {name}", ratio, "below 1", note))
    return rows


def memory() -> Row:
    """Compare the peak memory of many games with that of few."""
    few, many = peak_memory(10**5), peak_memory(10**7)
    return Row(
        "(e) peak memory of 10^7 games / 10^5", many / few, "0.9 to 1.1", f"{many} kB, {few} kB"
    )


def solving() -> list[Row]:
    """Compare exact answers with a million simulated games, and with what they would need."""
    games = 1_000_000

    def simulated() -> object:
        return simulate_games(HONEST_3, ONE_LIFE, games=games, rng=1)

    def solve_one() -> object:
        _solved.cache_clear()
        return solve_round()

    rows = []
    for what, work, goal in (
        ("solve_round, exact", solve_one, "well under 50 ms"),
        ("solve_match, 6 x 6", solve_match, "under 0.5 s"),
    ):
        ratio, ours, _ = side_by_side(work, simulated, rounds=5)
        rows.append(Row(f"{what} / 10^6 simulated games", ratio, goal, f"{ours * 1000:.0f} ms"))
    players = ["honest", "liar", "lucky", "random"]
    for seats in (2, 3, 4):

        def weigh(seats: int = seats) -> object:
            _all_odds.cache_clear()
            return evaluate(players[:seats])

        def simulate_few(seats: int = seats) -> object:
            return simulate_games(players[:seats], games=100_000, rng=1)

        ratio, ours, theirs = side_by_side(weigh, simulate_few, rounds=3)
        chance = float(evaluate(players[:seats]).loses[0])
        needed = chance * (1 - chance) / 1e-12**2
        years = needed / 100_000 * theirs / (365.25 * 86400)
        note = f"{ours * 1000:.0f} ms; as exact needs {needed:.0e} games, {years:.0e} years"
        what = f"evaluate, {seats} seats of 6 lives / 10^5 simulated games"
        rows.append(Row(what, ratio, "seconds", note))
    return rows


COLD = """
import statistics, sys, time
from mia_stats import Rules, evaluate, simulate_games
from tests.oracles.closed_form import duel_wins
def seconds(work):
    start = time.perf_counter(); work(); return time.perf_counter() - start
six = ["honest", "liar", "lucky", "sniper", "calculator", "random"]
weighed = seconds(lambda: evaluate(six, Rules(ending=sys.argv[1])))
print(weighed, statistics.median(seconds(lambda: duel_wins(Rules(), 6)) for _ in range(5)))
"""


def larger_tables() -> list[Row]:
    """Compare what is solved and weighed for any number of seats with a duel in closed form.

    The closed form is that of `tests/oracles`, without house rules. Version 0.1 solved the match of
    a duel by another one, in 0.87 of its time, which is the unit of the goals.
    """
    unit, six = 0.87, Rules(lives=6)
    three = solve_match(six, seats=3).strategy
    works: list[tuple[str, Work, str]] = [
        ("solve_match()", solve_match, "at most 3"),
        ("three seats of six lives", lambda: solve_rounds(six, 3, 1.0), "at most 50"),
        ("their certificate", lambda: largest_gain(replace(three), six, 6), "at most 50"),
        ("best_response to three", lambda: best_response(["honest", "liar", "lucky"]), "seconds"),
    ]
    rows = []
    for what, work, goal in works:
        ratio, ours, _ = side_by_side(work, lambda: duel_wins(six, 6), rounds=3)
        note = f"{ours * 1000:.0f} ms"
        rows.append(Row(f"(l) {what} / the duel of 0.1", ratio / unit, goal, note))
    for ending in ("first_out", "last_standing"):
        ran = subprocess.run(
            [sys.executable, "-c", COLD, ending], check=True, capture_output=True, text=True
        )
        ours, theirs = map(float, ran.stdout.split())
        what = f"(l) evaluate, six characters, {ending}, cold / the duel of 0.1"
        rows.append(Row(what, ours / theirs / unit, "at most 8", f"{ours * 1000:.0f} ms"))
    return rows


def page() -> list[Row]:
    """Compare how long the page takes with a second, where there is a browser to ask."""
    if not (shutil.which("chromedriver") and find_spec("selenium")):
        return []
    from scripts.page_speed import SLOWER, page_answers  # which needs the extra [test]

    rows = []
    for answer in page_answers():
        what = f"(k) the page, {answer.table}, {SLOWER} times slower / a second"
        note = f"{answer.opened:.0f} ms opened, {answer.tapped:.0f} ms for the next tap"
        rows.append(Row(what, answer.opened / 1000, "below 1", note))
    return rows


def main(argv: Sequence[str] | None = None) -> int:
    """Measure everything, print it, and write it as JSON where that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--json", metavar="FILE", help="write the table as JSON too")
    parser.add_argument(
        "--peers", action="store_true", help="compare with icepool and dyce, which [peers] installs"
    )
    args = parser.parse_args(argv)
    if args.peers and not all(find_spec(name) for name in ("dyce", "icepool")):
        parser.error('--peers needs icepool and dyce: pip install -e ".[peers]"')
    parts: list[Callable[[], Any]] = [
        sampling, engines, house_rules, workers, memory, importing, tables, asked_often, decisions,
        solving, larger_tables, page,
        *[peers] * args.peers,
    ]  # fmt: skip
    rows: list[Row] = []
    for part in parts:
        found = part()
        rows += found if isinstance(found, list) else [found]
    report = Report(tuple(rows))
    print(report)
    print(f"\n{rounds_needed()}")
    if args.json:
        report.to_json(args.json)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
