"""Facts about match solutions as JSON: they come back and play as before."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mia_stats import (
    RULES,
    MatchStrategy,
    Rules,
    Variant,
    evaluate,
    load_strategy,
    match_exploitability,
    save_strategy,
    simulate_games,
    solve_match,
    strategy_from_json,
    strategy_to_json,
)

HOUSE = Variant.from_order(
    "house",
    [21, (66, 55, 44, 33, 22, 11), (65, 64, 63, 62, 61, 54, 53), (52, 51, 43, 42, 41, 32, 31)],
)
SMALL = Rules(HOUSE, lives=2)
RULE_SETS = [Rules(lives=3), SMALL, Rules("points", lives=2, mia_fold=None, call="at_least")]


def loaded(strategy: MatchStrategy) -> MatchStrategy:
    """Return a match solution that was written and read again."""
    again, rules = strategy_from_json(strategy_to_json(strategy))
    assert isinstance(again, MatchStrategy)
    assert rules == again.rules == strategy.rules
    return again


@pytest.mark.parametrize("rules", RULE_SETS, ids=str)
def test_it_comes_back_to_the_last_bit(rules: Rules) -> None:
    strategy = solve_match(rules).strategy
    again = loaded(strategy)
    assert again.name == strategy.name
    assert again.stacks == strategy.stacks
    for mine, theirs in strategy.stacks:
        one, other = strategy.at(mine, theirs), again.at(mine, theirs)
        assert one.name == other.name
        assert all((one.tables[name] == other.tables[name]).all() for name in one.tables)


def test_it_plays_as_before() -> None:
    strategy = solve_match(Rules(lives=2)).strategy
    again = loaded(strategy)
    rules = strategy.rules
    games = [simulate_games([who, "liar"], rules, games=500, rng=1) for who in (strategy, again)]
    assert str(games[0]) == str(games[1])
    assert np.array_equal(games[0].losses, games[1].losses)
    weighed = [evaluate([who, "honest"], rules, lives=[2, 1]) for who in (strategy, again)]
    assert weighed[0].wins == weighed[1].wins
    assert match_exploitability(strategy) == match_exploitability(again)
    for seed in range(50):
        said = [who.call(43, 32, lives=(1, 2), rng=seed) for who in (strategy, again)]
        assert said[0] == said[1]
        heard = [who.answer_to(61, 32, lives=(2, 1), rng=seed) for who in (strategy, again)]
        assert heard[0] == heard[1]


def test_six_lives_take_less_than_half_a_megabyte(tmp_path: Path) -> None:
    save_strategy(tmp_path / "m.json", solve_match().strategy)
    assert (tmp_path / "m.json").stat().st_size < 500_000
    assert isinstance(load_strategy(tmp_path / "m.json")[0], MatchStrategy)


def test_another_program_finds_its_way() -> None:
    """By what the convention in the file says, and nothing else."""
    strategy = solve_match(Rules(lives=2)).strategy
    document = json.loads(strategy_to_json(strategy))
    assert 'stacks["3,2"]' in document["convention"]
    stack = document["stacks"]["2,1"]
    state, thrown = 9, 3
    row = stack["rows"][stack["calls"][state][thrown]]
    assert row == pytest.approx(strategy.at(2, 1).calls[state, thrown].tolist())
    assert stack["doubts"][state] == pytest.approx(strategy.at(1, 2).doubts[state].tolist())
    assert stack["values"][0] == solve_match(Rules(lives=2)).opener_wins[2, 1]


def test_it_is_saved_with_the_rules_that_it_is_solved_for() -> None:
    strategy = solve_match(SMALL).strategy
    assert strategy_to_json(strategy, SMALL) == strategy_to_json(strategy)
    with pytest.raises(ValueError, match="saved with the rules that it is solved for"):
        strategy_to_json(strategy, Rules(HOUSE, lives=1))
    with pytest.raises(ValueError, match="saved with the rules that it is solved for"):
        strategy_to_json(strategy, "wikipedia")
    with pytest.raises(TypeError, match=r"is no player: give its \.strategy"):
        strategy_to_json(solve_match(SMALL))  # type: ignore[arg-type]  # it must raise


def test_one_that_is_derived_may_play_otherwise_and_is_not_saved() -> None:
    class Moody(MatchStrategy):
        """It would be written as what it is derived from."""

    strategy = solve_match(SMALL).strategy
    with pytest.raises(TypeError, match="a table for the lives of all"):
        strategy_to_json(Moody(strategy.name, strategy.rules, strategy.stacks))


TEXT = strategy_to_json(solve_match(SMALL).strategy)


def put(*path: Any, value: Any) -> Callable[[dict[str, Any]], None]:
    """Return what puts a value into a document."""

    def change(document: Any) -> None:
        for part in path[:-1]:
            document = document[part]
        document[path[-1]] = value

    return change


def without(*path: Any) -> Callable[[dict[str, Any]], None]:
    """Return what takes something out of a document."""

    def change(document: Any) -> None:
        for part in path[:-1]:
            document = document[part]
        del document[path[-1]]

    return change


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (put("stacks", value=[]), "stacks: stacks are an object"),
        (put("stacks", value=None), "stacks: stacks are an object"),
        (without("stacks", "2,1"), "stacks: '2,1': the stack of these lives is missing"),
        (put("stacks", "3,1", value={}), "stacks: '3,1' are no lives of a match of 2 lives"),
        (put("stacks", "x", value={}), "stacks: 'x' are no lives"),
        (put("rules", "lives", value=3), "stacks: '1,3': the stack of these lives is missing"),
        (put("rules", "lives", value=1), "stacks: '1,2' are no lives of a match of 1 lives"),
        (put("rules", "variant", value="points"), "stacks: 1,1: values must be a list of 15"),
        (put("calls", value=[]), "'calls': the solution of a match has no such field"),
        (put("version", value=2), "'stacks': a strategy of version 2 has no such field"),
        (put("stacks", "1,2", value=5), "stacks: 1,2: a stack has values, thresholds, rows"),
        (without("stacks", "1,2", "rows"), "1,2: a stack has values"),
        (put("stacks", "1,2", "more", value=1), "1,2: a stack has values"),
        (put("stacks", "1,2", "values", value=[0.5]), "1,2: values must be a list of 4"),
        (put("stacks", "1,2", "values", 0, value=float("nan")), "chances from 0 to 1, not nan"),
        (put("stacks", "1,2", "values", 0, value=1e999), "chances from 0 to 1, not inf"),
        (put("stacks", "1,2", "values", 0, value="1/2"), "chances from 0 to 1, not '1/2'"),
        (put("stacks", "1,2", "values", 0, value=True), "chances from 0 to 1, not True"),
        (put("stacks", "1,2", "values", 0, value=10**400), "chances from 0 to 1"),
        (put("stacks", "1,2", "thresholds", 0, value=4), "thresholds must be numbers from 0 to 3"),
        (put("stacks", "1,2", "thresholds", 0, value=1.0), "thresholds must be numbers from 0"),
        (put("stacks", "1,2", "thresholds", value={}), "thresholds must be a list of 4"),
        (put("stacks", "1,2", "rows", value=[]), "rows must be a list of 1 to 16 rows"),
        (put("stacks", "1,2", "rows", value=[[1, 0, 0, 0]] * 17), "rows must be a list of 1 to 16"),
        (put("stacks", "1,2", "rows", 0, value=[1.0]), r"rows\[0\] must be a list of 4"),
        (put("stacks", "1,2", "rows", 0, value=[0.5, 0, 0, 0]), r"rows\[0\] must add up to 1"),
        (put("stacks", "1,2", "rows", 0, value=[2, -1, 0, 0]), r"rows\[0\] must be chances"),
        (put("stacks", "1,2", "calls", value=[]), "calls must be a list of 4"),
        (put("stacks", "1,2", "calls", 3, value=[0]), r"calls\[3\] must be a list of 4"),
        (put("stacks", "1,2", "calls", 3, 0, value=99), r"calls\[3\] must be numbers from 0 to"),
        (put("stacks", "1,2", "calls", 3, 0, value=-1), r"calls\[3\] must be numbers from 0 to"),
        (put("stacks", "1,2", "calls", 3, 0, value=None), r"calls\[3\] must be numbers from 0"),
        (put("stacks", "1,2", "calls", 3, 0, value=0), r"calls\[3\] must be rows without a call"),
        (put("stacks", "1,2", "doubts", 0, value=None), r"doubts\[0\] must be a list of 4"),
        (put("stacks", "1,2", "doubts", 0, 1, value=1.5), r"doubts\[0\] must be chances"),
        (put("stacks", "1,2", "doubts", 3, 0, value=0.5), r"doubts\[3\] must be 0 below 2"),
    ],
)
def test_what_is_wrong_in_a_file_is_named(
    spoil: Callable[[dict[str, Any]], None], why: str
) -> None:
    document = json.loads(TEXT)
    spoil(document)
    with pytest.raises(ValueError, match=why) as caught:
        strategy_from_json(json.dumps(document))
    assert len(str(caught.value)) < 400


def test_every_set_of_rules_that_is_solved_is_saved() -> None:
    solved = 0
    for rules in RULES.values():
        try:
            strategy = solve_match(rules).strategy
        except ValueError:
            continue
        if rules.lives <= 3:
            solved += 1
            assert loaded(strategy).stacks == strategy.stacks
    assert solved


class TestOfThree:
    """Matches of more than two are kept with the lives of all."""

    @pytest.mark.parametrize("ending", ["first_out", "last_standing"])
    def test_they_come_back(self, ending: Any) -> None:
        rules = Rules(HOUSE, lives=2, ending=ending)
        match = solve_match(rules, seats=3)
        again = loaded(match.strategy)
        assert (again.seats, again.stacks) == (3, match.strategy.stacks)
        result = evaluate([again] * 3, rules, starter=0)
        assert result.loses == pytest.approx(match.loses[2, 2, 2], abs=1e-12)

    def test_what_is_wrong_is_named(self) -> None:
        text = strategy_to_json(solve_match(Rules(HOUSE, lives=1), seats=3).strategy)
        for seats, why in (
            (4, "'1,1,1' are no lives"),
            (1, "seats must be from 2"),
            ("3", "whole number"),
        ):
            with pytest.raises(ValueError, match=why):
                strategy_from_json(json.dumps(json.loads(text) | {"seats": seats}))
        many = json.loads(text)
        many["rules"]["lives"] = 100
        with pytest.raises(ValueError, match="1,000,000 stacks, and at most 10,000 are read"):
            strategy_from_json(json.dumps(many))

    def test_fractions_are_not_kept(self) -> None:
        match = solve_match(Rules(HOUSE, lives=1), seats=3, exact=True)
        with pytest.raises(ValueError, match="in Fractions"):
            strategy_to_json(match.strategy)
