"""The solver of the page says what Python says, state by state, in a real browser."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import pytest
from numpy.typing import NDArray

import mia_stats.report
from mia_stats import CHARACTERS, VARIANTS, Rules, solve_match, solve_round
from mia_stats.advice.play import Play, best_of_two, reply_to, well_played
from mia_stats.game.said import truths_and_lies
from tests.report.browser import needs_browser, opened

pytestmark = [pytest.mark.browser, needs_browser]

REPORT = Path(mia_stats.report.__file__).parent
CLOSE = 1e-9
NEVER = 1e-11  # what floats make of a call that is never made
PRICES = [(2, 1, 1), (1, 1, 1), (2, 1, None), (1, 1, None), (2, 2, 2), (2, 2, 1)]
NAMES = [*CHARACTERS]
DUMP = """
window.tables = ([rules, seats, lives, caller]) => {
  const play = Mia.play(rules, seats, lives, caller), tiers = [...rules.ways.keys()];
  const { known, by, of, threshold } = play;
  if (!known) return { known };
  const answers = tiers.map((state) => tiers.map((call) => {
    if (call < (rules.equal ? Math.max(state - 1, 0) : state)) return new Array(6).fill(null);
    const found = play.answer(state, call);
    const brings = Object.values(found.brings);
    return [...Object.values(found.answers).concat(0).slice(0, 2),
            brings[0], brings[1] ?? null, found.truth, found.winning];
  }));
  const calls = tiers.map((state) => tiers.map((rolled) => {
    const { chances, brings, doubted } = play.calls(state, rolled);
    return [chances, brings, doubted];
  }));
  return { known, by, of, threshold, answers, calls };
};
"""

Array: TypeAlias = NDArray[np.float64]
Case: TypeAlias = tuple[Rules, int, Sequence[int] | None, str]
Solver: TypeAlias = Callable[[str, Sequence[Any]], list[Any]]


@pytest.fixture(scope="module")
def solver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Solver]:
    """Return what calls a function of the page's script for each of some arguments."""
    with opened(tmp_path_factory.mktemp("profile")) as driver:
        driver.get("about:blank")
        parts = [(REPORT / name).read_text("utf-8") for name in ("stage.js", "solver.js")]
        source = "".join(parts)
        driver.execute_script(f"{source}\nwindow.Mia = Mia;{DUMP}")

        def ask(function: str, arguments: Sequence[Any]) -> list[Any]:
            script = f"return arguments[0].map({function})"
            found: list[Any] = driver.execute_script(script, list(arguments))
            return found

        yield ask


def rules_of(variant: str, prices: tuple[int, int, int | None], equal: bool = False) -> Rules:
    """Return the rules of a variant by what Mia costs: looked at, a lie, and folded to."""
    looked, lied, folded = prices
    rules = Rules(variant, mia_penalty=looked, mia_lie_penalty=lied, mia_fold=folded)
    return replace(rules, call="at_least") if equal else rules


def as_script(rules: Rules) -> dict[str, Any]:
    """Return rules as the page's script takes them."""
    try:
        doubter = rules.tier(54)
    except ValueError:
        doubter = -1
    return {
        "ways": [sum(outcome.ways for outcome in tier) for tier in rules.variant.tiers[::-1]],
        "looked": rules.mia_penalty,
        "lied": rules.mia_lie_penalty,
        "folded": rules.mia_fold if rules.may_fold else None,
        "equal": rules.may_equal,
        "doubter": doubter,
    }


@cache
def equilibrium(rules: Rules, seats: int) -> Any:
    return solve_match(rules, seats)


def play_of(case: Case) -> Play:
    """Return the play that `advise` goes by."""
    rules, seats, lives, caller = case
    if caller != "well":
        if lives is None:
            return reply_to([caller], rules, None)
        rules = replace(rules, lives=max(lives))
        others = [equilibrium(rules, seats).strategy] * (seats - 2) if seats > 2 else []
        return reply_to([*others, caller], rules, lives)
    return best_of_two(rules) if lives is None else well_played(rules, tuple(lives))


def threshold_of(case: Case) -> int | None:
    """Return the lowest tier that the caller opens with; it counts the seats from itself on."""
    rules, seats, lives, _ = case
    if lives is None:
        return solve_round(rules).states[0].threshold
    stacks = equilibrium(replace(rules, lives=max(lives)), seats).strategy.stacks
    lowest: int | None = stacks[(lives[-1], *lives[:-1])][0].threshold
    return lowest


def answers_of(play: Play) -> Array:
    """Return by state and call what the script tells about an answer."""
    rules, k = play.rules, play.rules.tier_count
    true, lies = (part.astype(float) for part in truths_and_lies(play.tables[-1], rules))
    told = np.full((k, k, 6), np.nan)
    looks, _, folds = (part.astype(float) for part in play.mine.to_mia(rules, blind=False))
    for state in range(k):
        for call in range(rules.lowest_call(state), k):
            doubt, other = float(play.mine.doubts[state, call]), None
            believed: Any = None
            if call < rules.top:
                other, believed = 1 - doubt, play.brings.throwing[call + 1]
            else:
                doubt, other = looks[state], folds[state]
                believed = play.brings.folding if rules.may_fold else None
            made = true[state, call] + lies[state, call]
            doubted = play.brings.doubting(state, call, blind=False) if made > NEVER else None
            brings = [None if x is None else play.within(x) for x in (doubted, believed)]
            share = true[state, call] / made if made > NEVER else None
            wins = play.winning[call + 1] if call < rules.top else None
            told[state, call] = np.array([doubt, other, *brings, share, wins], float)
    return told


def calls_of(play: Play, states: Sequence[int]) -> Array:
    """Return by state and throw what the script tells about calls."""
    rules, k = play.rules, play.rules.tier_count
    doubted = play.tables[1].doubts.astype(float)
    doubted[:, -1] = play.tables[1].to_mia(rules, blind=False)[0]
    told = np.full((k, k, 3, k), np.nan)
    told[:, :, 0], told[:, :, 2] = play.mine.calls, doubted[:, None]
    for state in states:
        for rolled in range(k):
            for call in range(rules.lowest_call(state), k):
                brings = play.within(play.brings.calling(state, call, rolled))
                told[state, rolled, 1, call] = brings
    return told


def check(solver: Solver, cases: Sequence[Case], states: Sequence[int] | None = None) -> None:
    """Assert that the script says of each case what Python says; of `states` what calls bring."""
    asked = [[as_script(rules), seats, lives, caller] for rules, seats, lives, caller in cases]
    for case, found in zip(cases, solver("tables", asked), strict=True):
        play, rules = play_of(case), case[0]
        assert found["known"], case
        assert (found["by"], found["of"]) == (play.by.split()[-1], play.of), case
        if play.by != "best reply":
            assert found["threshold"] == threshold_of(case), case
        answers = np.array(found["answers"], float)
        assert np.allclose(answers, answers_of(play), 0, CLOSE, equal_nan=True), case
        chosen = range(rules.tier_count) if states is None else states
        told, calls = calls_of(play, chosen), np.array(found["calls"], float)
        for state in range(rules.tier_count):
            lowest = rules.lowest_call(state)
            parts = (0, 1, 2) if state in chosen else (0, 2)
            for part in parts:
                one, other = (table[state, :, part, lowest:] for table in (calls, told))
                assert np.allclose(one, other, 0, CLOSE, equal_nan=True), (case, state, part)


def drawn(rng: random.Random, seats: int, lives: int, *, equal: bool = False) -> Case:
    """Return a case by chance in which all play well and somebody has the most lives."""
    rules = rules_of(rng.choice(list(VARIANTS)), rng.choice(PRICES), equal)
    each = [rng.randint(1, lives) for _ in range(seats)]
    each[rng.randrange(seats)] = lives
    return replace(rules, lives=lives), seats, each, "well"


class TestTwo:
    """A round on its own, and matches."""

    @pytest.mark.parametrize("prices", PRICES)
    @pytest.mark.parametrize("equal", [False, True])
    def test_a_round_in_every_variant(
        self, solver: Solver, prices: tuple[int, int, int | None], equal: bool
    ) -> None:
        """Every answer, every call and every truth after every call, within 1e-9."""
        cases: list[Case] = [(rules_of(key, prices, equal), 2, None, "well") for key in VARIANTS]
        check(solver, cases, states=[3])

    @pytest.mark.parametrize("equal", [False, True])
    def test_matches_by_the_lives_of_both(self, solver: Solver, equal: bool) -> None:
        rng = random.Random(f"two {equal}")
        check(solver, [drawn(rng, 2, rng.choice([2, 3, 6]), equal=equal) for _ in range(12)])

    def test_the_values_of_theory(self, solver: Solver) -> None:
        """What is on paper: 54 is doubted 4 times in 17, and Mia is looked at 23 times in 36."""
        (found,) = solver("tables", [[as_script(Rules()), 2, None, "well"]])
        assert found["answers"][0][8][0] == pytest.approx(4 / 17, abs=1e-12)
        assert found["answers"][0][20][0] == pytest.approx(23 / 36, abs=1e-12)


class TestMore:
    """Games of three and four."""

    @pytest.mark.parametrize(("seats", "lives", "cases"), [(3, 2, 9), (3, 3, 4), (4, 2, 4)])
    def test_games_by_the_lives_of_all(
        self, solver: Solver, seats: int, lives: int, cases: int
    ) -> None:
        rng = random.Random(f"{seats} {lives}")
        some: list[Case] = []
        while len(some) < cases:
            case = drawn(rng, seats, lives)
            if seats == 3 or case[0].mia_lie_penalty == 1:  # else Lemke's method is needed
                some.append(case)
        check(solver, some, states=[0, 3])

    def test_three_with_six_lives(self, solver: Solver) -> None:
        check(solver, [(Rules(lives=6), 3, [6, 6, 6], "well")], states=[0])

    def test_a_tie_of_all_lies_and_their_room(self, solver: Solver) -> None:
        rules = replace(rules_of("kinito", (1, 1, None)), lives=2)
        check(solver, [(rules, 3, lives, "well") for lives in ([2, 2, 1], [1, 2, 2], [2, 2, 2])])


class TestCharacters:
    """Players who are known, and the best reply to them."""

    @pytest.mark.parametrize("equal", [False, True])
    def test_they_play_as_their_tables(self, solver: Solver, equal: bool) -> None:
        for name in NAMES:
            rules = [rules_of(key, PRICES[2 * equal], equal) for key in VARIANTS]
            asked = [[as_script(own), name] for own in rules]
            found = solver("([rules, name]) => Mia.table(rules, name)", asked)
            for own, states in zip(rules, found, strict=True):
                table = CHARACTERS[name].table(own)
                calls = np.array([state["calls"] for state in states], float)
                assert np.allclose(calls, table.calls.astype(float), 0, CLOSE)
                for state in range(own.tier_count):
                    lowest = own.lowest_call(state)
                    doubts = table.doubts[state, lowest:].astype(float)
                    assert states[state]["doubts"][lowest:] == pytest.approx(doubts)

    @pytest.mark.parametrize("name", [n for n in NAMES if n not in ("sniper", "gambler")])
    def test_the_best_reply_in_a_round(self, solver: Solver, name: str) -> None:
        """Every answer and every call; sniper and gambler play as honest here, as tables show."""
        cases: list[Case] = [(rules_of(key, PRICES[0]), 2, None, name) for key in VARIANTS]
        some = random.Random(name).sample(list(VARIANTS), 4)
        cases += [(rules_of(key, PRICES[0], equal=True), 2, None, name) for key in some]
        check(solver, cases, states=[])

    @pytest.mark.parametrize(
        ("seats", "lives", "equal", "cases"),
        [(2, 3, False, 8), (2, 3, True, 8), (3, 2, False, 6), (4, 2, False, 3)],
    )
    def test_the_best_reply_by_the_lives_of_all(
        self, solver: Solver, seats: int, lives: int, equal: bool, cases: int
    ) -> None:
        rng = random.Random(f"reply {seats} {equal}")
        some: list[Case] = []
        while len(some) < cases:
            rules, _, each, _ = drawn(rng, seats, lives, equal=equal)
            if seats < 4 or rules.mia_lie_penalty == 1:
                some.append((rules, seats, each, rng.choice(NAMES)))
        check(solver, some, states=[2])


class TestUnknown:
    """What the page says that it does not know."""

    @pytest.mark.parametrize(
        ("prices", "lives"), [((2, 2, 2), [2, 4, 2]), ((2, 2, 1), [2, 2, 1, 2])]
    )
    @pytest.mark.parametrize("caller", ["well", "honest"])
    def test_where_the_walk_does_not_reach(
        self, solver: Solver, prices: tuple[int, int, int | None], lives: list[int], caller: str
    ) -> None:
        """There Python goes by way of Lemke's method, which is not in the script."""
        rules = as_script(rules_of("standard", prices))
        assert solver("tables", [[rules, len(lives), lives, caller]]) == [{"known": False}]

    def test_equal_calls_among_three(self, solver: Solver) -> None:
        rules = as_script(Rules(call="at_least"))
        assert solver("tables", [[rules, 3, [1, 1, 1], "well"]]) == [{"known": False}]

    def test_a_doubter_of_what_is_not_thrown(self, solver: Solver) -> None:
        rules = as_script(Rules()) | {"doubter": -1}
        assert solver("tables", [[rules, 2, None, "doubter-54"]]) == [{"known": False}]
