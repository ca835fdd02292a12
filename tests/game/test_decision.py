"""Facts about one decision at a time: legal, and as frequent as the table says."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import Any, TypeVar

import numpy as np
import pytest

from mia_stats import (
    CHARACTERS,
    HONEST,
    LIAR,
    RANDOM,
    RULES,
    SNIPER,
    STANDARD,
    Decider,
    Outcome,
    Rules,
    TableStrategy,
    doubter,
    solve_match,
    solve_round,
)

Said = TypeVar("Said", bound=Hashable)
BITS = 53


class Fixed(np.random.Generator):
    """A generator whose next number is known; it counts how often it was asked."""

    def __init__(self, number: float) -> None:
        super().__init__(np.random.PCG64(0))
        self.number, self.asked = number, 0

    def random(self, *args: Any, **more: Any) -> Any:
        self.asked += 1
        return self.number


def frequencies(ask: Callable[[np.random.Generator], Said]) -> dict[Said, Fraction]:
    """Return how many of the 2**53 numbers lead to each answer; those of one lie side by side."""
    found: dict[Said, Fraction] = {}
    start, end = 0, 1 << BITS
    while start < end:
        said = ask(Fixed(start / end))
        assert said not in found
        low, high = start, end  # low leads there, and high does not
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if ask(Fixed(middle / end)) == said else (low, middle)
        found[said] = Fraction(high - start, end)
        start = high
    return found


def as_often(found: dict[Any, Fraction], chances: dict[Any, Any]) -> bool:
    """Return whether answers come as often as they should, to the last bit of a random number."""
    wanted = {said: Fraction(chance) for said, chance in chances.items() if chance > 0}
    close = Fraction(len(wanted), 1 << BITS)
    return found.keys() == wanted.keys() and all(
        abs(found[said] - chance) <= close for said, chance in wanted.items()
    )


def of_all_sorts(rules: Rules) -> TableStrategy:
    """Return a player who does everything that the rules know, each time with other chances."""
    table = RANDOM.table(rules)
    k = table.tier_count
    again = blind = doubts_blind = None
    equals: Any = None
    if rules.may_throw_again:
        again = np.array([[Fraction(s + r, 3 * k) for r in range(k)] for s in range(k)], object)
        again[0, 0], again[0, 1] = Fraction(0), Fraction(1)
        blind = table.calls[:, 0]
        doubts_blind = table.doubts * Fraction(1, 2)
    if rules.mia_equalled:
        equals = [Fraction(1, 4 + state) for state in range(k)]
    doubts = table.doubts * Fraction(3, 4)
    return TableStrategy(
        "all sorts", table.calls, doubts, table.passes,
        again=again, blind=blind, doubts_blind=doubts_blind, equals=equals, rules=rules,
    )  # fmt: skip


HOUSES = [
    Rules(),
    Rules("meyer", call="at_least", mia_equalled=True, mia_fold=None),
    Rules("points", second_throw="blind", unseen_pass="free"),
    Rules(call="at_least", second_throw="blind", mia_equalled=True, unseen_pass="liable"),
]


def sayings(rules: Rules) -> list[Outcome]:
    """Return how each tier is called, worst first."""
    return [rules.tier_outcomes(tier)[0] for tier in range(rules.tier_count)]


def lasts(rules: Rules) -> list[Outcome | None]:
    """Return the last calls after which somebody may have to call, by state."""
    return [None, *sayings(rules)][: rules.last_state + 1]


@pytest.mark.parametrize("rules", HOUSES, ids=str)
def test_calls_come_as_often_as_the_table_says(rules: Rules) -> None:
    table, names = of_all_sorts(rules), sayings(rules)
    for state, last in list(enumerate(lasts(rules)))[::3]:
        for rolled, roll in list(enumerate(names))[::4]:
            found = frequencies(lambda rng, r=roll, s=last: table.call(r, s, rng=rng))  # type: ignore[misc]
            if state > rules.top:
                assert found == {names[-1]: 1}
            else:
                assert as_often(found, dict(zip(names, table.calls[state, rolled], strict=True)))


@pytest.mark.parametrize("rules", HOUSES, ids=str)
def test_a_second_throw_and_the_call_after_it_are_as_often(rules: Rules) -> None:
    table, names = of_all_sorts(rules), sayings(rules)
    for state, last in enumerate(lasts(rules)):
        row = min(state, rules.top)
        for rolled, roll in list(enumerate(names))[:: 1 if state == 0 else 7]:
            found = frequencies(lambda rng, r=roll, s=last: table.throws_again(r, s, rng=rng))  # type: ignore[misc]
            again = 0 if table.again is None else table.again[row, rolled]
            assert as_often(found, {True: again, False: 1 - again})
        if table.blind is not None:
            found_blind = frequencies(lambda rng, s=last: table.call(None, s, rng=rng))  # type: ignore[misc]
            forced = {names[-1]: 1}
            chances = dict(zip(names, table.blind[row], strict=True))
            assert as_often(found_blind, forced if state > rules.top else chances)


@pytest.mark.parametrize("rules", HOUSES, ids=str)
def test_answers_come_as_often_as_the_table_says(rules: Rules) -> None:
    table, names = of_all_sorts(rules), sayings(rules)
    for state, previous in list(enumerate(lasts(rules)))[::4]:
        row = min(state, rules.top)
        for call in range(rules.lowest_heard(state), rules.top):
            for blind in {False, rules.may_throw_again}:
                for may_pass in {False, rules.may_pass}:
                    found = frequencies(
                        lambda rng, b=blind, p=may_pass, c=call, s=previous: table.answer_to(  # type: ignore[misc]
                            names[c], s, rng=rng, blind=b, may_pass=p
                        )
                    )
                    doubt = (table.over_blind if blind else table.doubts)[row, call]
                    wanted: dict[Any, Any] = {"doubt": doubt}
                    if may_pass and table.passes is not None:
                        wanted |= dict(zip(names, table.passes[row, call], strict=True))
                    wanted["believe"] = 1 - sum(wanted.values())
                    assert as_often(found, wanted)


@pytest.mark.parametrize("rules", HOUSES, ids=str)
def test_mia_is_looked_at_equalled_or_folded_to(rules: Rules) -> None:
    """Where folding is forbidden, whoever would fold looks."""
    table, mia = of_all_sorts(rules), sayings(rules)[-1]
    for state, previous in enumerate(lasts(rules)):
        row = min(state, rules.top)
        found = frequencies(lambda rng, s=previous: table.answer_to(mia, s, rng=rng))  # type: ignore[misc]
        look = table.doubts[row, -1]
        equal = 0 if table.equals is None else table.equals[row]
        rest = 1 - look - equal
        fold = rest if rules.may_fold else 0
        assert as_often(found, {"look": look + rest - fold, "believe": equal, "fold": fold})


@pytest.mark.parametrize("key", RULES)
def test_every_ready_made_player_can_be_asked_everything_under_any_rules(key: str) -> None:
    rules, rng = RULES[key], np.random.default_rng(1)
    kept = [o for o in rules.variant if o not in rules.toast and not rules.shows(rules.tier(o))]
    for player in CHARACTERS.values():
        for last in lasts(rules):
            legal = rules.legal_calls(last)
            for roll in kept[::3]:
                assert player.call(roll, last, rules=key, rng=rng) in legal
                assert player.throws_again(roll, last, rules=rules, lives=(1, 2), rng=rng) in (
                    True, False,
                )  # fmt: skip
            for call in legal:
                answer = player.answer_to(call, last, rules=rules, rng=rng)
                if rules.tier(call) == rules.top:
                    may = {"look", *["fold"] * rules.may_fold, *["believe"] * rules.mia_equalled}
                    assert answer in may
                else:
                    assert answer in ("doubt", "believe")


def test_tied_outcomes_go_by_the_first_of_their_tier() -> None:
    rules = Rules("points")
    assert HONEST.call(54, rules=rules) == rules.tier_outcomes(5)[0] == Outcome(6, 3)
    assert HONEST.call(9, rules=rules) == Outcome(6, 3)  # players say the sum
    assert doubter(54).answer_to(9, rules=rules) == "doubt"


def test_all_ways_to_say_an_outcome_are_understood() -> None:
    ways: list[Any] = [54, "54", (4, 5), Outcome(5, 4), np.int64(54), "4,5"]
    assert {HONEST.call(way, last=43) for way in ways} == {Outcome(5, 4)}
    assert {HONEST.call(65, last=way) for way in ways} == {Outcome(6, 5)}
    refused: list[Any] = [54.0, True, 45, None, "mia"]
    for wrong in refused:
        with pytest.raises((TypeError, ValueError)):
            HONEST.answer_to(wrong)  # it must raise
    assert HONEST.answer_to(54) == "believe"
    with pytest.raises(TypeError):
        HONEST.answer_to(54.0)  # type: ignore[call-overload]  # also when 54 was asked before


def test_what_is_certain_draws_nothing_and_all_else_one_number() -> None:
    rng = Fixed(0.5)
    HONEST.call(65, 54, rng=rng)
    HONEST.answer_to(21, rng=rng)
    HONEST.throws_again(65, rng=rng)
    assert rng.asked == 0
    RANDOM.call(65, 54, rng=rng)
    RANDOM.answer_to(61, 54, rng=rng)
    assert rng.asked == 2


def test_a_seed_gives_the_same_decision_and_a_generator_goes_on() -> None:
    assert len({RANDOM.call(65, rng=7) for _ in range(5)}) == 1
    rng = np.random.default_rng(7)
    assert len({RANDOM.call(65, rng=rng) for _ in range(50)}) > 5
    for wrong in ("x", -1, 1.5):
        with pytest.raises((TypeError, ValueError)):
            HONEST.call(65, rng=wrong)  # type: ignore[arg-type]  # though nothing is drawn


BLIND = Rules(second_throw="blind")
HOUSE = STANDARD.with_rethrown(31)


@pytest.mark.parametrize(
    ("ask", "why"),
    [
        (lambda: HONEST.call(31, rules="kiriki", last=21), "nobody calls after"),
        (lambda: HONEST.call(31, rules=Rules(HOUSE)), "31 is rethrown in"),
        (lambda: HONEST.call(32, rules=Rules(toast=32)), "not 32: it is a toast"),
        (lambda: HONEST.throws_again("32", rules=Rules(toast=32)), "not '32': it is a toast"),
        (lambda: HONEST.call(21, rules=Rules(thrown_mia="next")), "not 21: it is shown at once"),
        (lambda: HONEST.call(None), "not None: these rules know no blind throw"),
        (lambda: HONEST.call(43, last=21), "nobody calls after 21"),
        (lambda: HONEST.answer_to(54, 61), "last must be at least 62, .* called after 61, not 54"),
        (lambda: HONEST.answer_to(54, 54), "last must be at least 61"),
        (lambda: HONEST.answer_to(54, 21), "nobody calls after 21"),
        (lambda: HONEST.answer_to(54, blind=True), "blind must be False"),
        (lambda: HONEST.answer_to(54, may_pass=True), "may_pass must be False"),
        (
            lambda: HONEST.answer_to(
                54, may_pass=True, rules=Rules(unseen_pass="free"), lives=(3, 3)
            ),
            "may_pass must be False: among two",
        ),
        (lambda: HONEST.call(43, lives=(3,)), "lives are those of 2 to 20 seats"),
        (lambda: HONEST.call(43, lives=(0, 3)), "lives must leave me and somebody else in"),
        (lambda: HONEST.call(43, lives=(3, 0, 0)), "lives must leave me and somebody else in"),
        (lambda: HONEST.call(43, lives=(3, 101)), "lives must be from 0 to 100, not 101"),
        (lambda: HONEST.call(43, rules="poker"), "'poker' are no rules"),
        (lambda: HONEST.table(Rules()).call(43, rules="kiriki"), "is a table for"),
        (
            lambda: TableStrategy("mute", [[[1]]], [[1]]).call(43),
            "mute is a table for no rules in particular",
        ),
    ],
)
def test_questions_that_no_game_asks_are_refused(ask: Callable[[], object], why: str) -> None:
    for _ in range(2):  # what is known already is checked too
        with pytest.raises(ValueError, match=why):
            ask()


def test_a_blind_throw_needs_a_table_that_says_what_to_call() -> None:
    plain = RANDOM.table(Rules())
    mute = TableStrategy("mute", plain.calls, plain.doubts)
    with pytest.raises(ValueError, match="mute never throws again, and its table has no blind"):
        mute.call(None, rules=BLIND)
    assert mute.throws_again(43, rules=BLIND) is False
    assert mute.answer_to(54, rules=BLIND, blind=True, rng=1) in ("doubt", "believe")
    forced = Rules(second_throw="blind", mia_equalled=True)
    assert mute.call(None, 21, rules=forced) == Outcome(2, 1)


def test_a_cup_is_handed_on_where_that_is_allowed_and_else_believed() -> None:
    rules = Rules(unseen_pass="liable")
    assert SNIPER.answer_to(66, rules=rules, may_pass=True) == Outcome(6, 6)
    assert SNIPER.answer_to(66, rules=rules) == "believe"
    assert SNIPER.answer_to(66, 66, rules=rules) == "believe"  # handed on with the same call
    assert SNIPER.answer_to(21, rules=rules, may_pass=True) == "look"


def test_a_solution_for_two_plays_a_duel_by_rules_that_know_a_pass() -> None:
    rules = Rules(unseen_pass="liable")
    table = solve_round().strategy
    assert table.call(65, rules=rules, lives=(3, 3)) == Outcome(6, 5)
    with pytest.raises(ValueError, match="says nothing about a cup"):
        table.call(65, rules=rules, lives=(3, 3, 3))


def test_a_match_solution_plays_by_the_lives() -> None:
    strategy = solve_match(Rules(lives=3)).strategy
    assert isinstance(strategy, Decider)
    for mine, theirs in ((3, 1), (1, 3), (2, 2)):
        table = strategy.at(mine, theirs)
        for number in np.linspace(0, 1, 50, endpoint=False).tolist():
            for roll in (31, 43, 21):
                asked = strategy.call(roll, 32, lives=(mine, theirs), rng=Fixed(number))
                assert asked == table.call(roll, 32, rng=Fixed(number))
            heard = strategy.answer_to(54, 32, lives=(mine, theirs), rng=Fixed(number))
            assert heard == table.answer_to(54, 32, rng=Fixed(number))


def test_a_match_solution_must_know_the_lives_and_only_those_of_two() -> None:
    strategy = solve_match(Rules(lives=2)).strategy
    with pytest.raises(ValueError, match=r"optimal plays .* give lives=\(2, 2\)"):
        strategy.call(54)
    with pytest.raises(ValueError, match="matches of 2 players, not of 3"):
        strategy.call(54, lives=(1, 1, 1))
    with pytest.raises(ValueError, match="solved for 1 to 2 lives, not for 3 against 1"):
        strategy.call(54, lives=(3, 1))
    with pytest.raises(TypeError, match="lives must be a whole number"):
        strategy.call(54, lives=(1.0, 1))  # type: ignore[arg-type]  # it must raise
    with pytest.raises(ValueError, match="is solved for"):
        strategy.call(54, rules="kiriki", lives=(1, 1))


def test_the_first_decision_of_a_match_makes_one_table() -> None:
    """All of six lives take as long as to solve the match."""
    strategy = solve_match(Rules(lives=4)).strategy
    strategy.answer_to(54, lives=(3, 4), rng=1)
    assert list(strategy._made_at) == [(3, 4)]
    assert strategy.at(3, 4) is strategy.at(3, 4)


@pytest.mark.parametrize(
    "copied", [copy.copy, copy.deepcopy, lambda p: pickle.loads(pickle.dumps(p))]
)
@pytest.mark.parametrize(
    "player", [HONEST, LIAR.table(Rules()), solve_match(Rules(lives=1)).strategy], ids=str
)
def test_who_has_decided_can_be_copied(
    player: Decider, copied: Callable[[Decider], Decider]
) -> None:
    said = player.call(43, lives=(1, 1), rng=1)
    again = copied(player)
    assert "_made" not in vars(again)
    assert again.call(43, lives=(1, 1), rng=1) == said


def test_rules_have_the_hash_of_their_values() -> None:
    assert hash(Rules(lives=3)) == hash(Rules(lives=3)) != hash(Rules(lives=4))
    rules = Rules(lives=3)
    hash(rules)
    assert "_hash" not in pickle.loads(pickle.dumps(rules)).__dict__
    assert pickle.loads(pickle.dumps(rules)) == rules


def test_players_forget_decisions_by_too_many_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mia_stats.game.decision._MOST_KEPT", 3)
    player = doubter(42)
    for penalty in range(8):
        assert player.call(65, rules=Rules(mia_penalty=penalty)) == Outcome(6, 5)
        assert len(player._made) <= 3


def test_who_is_out_hands_no_cup_on() -> None:
    """Three seats of which one is out play a duel, which knows no unseen pass."""
    rules = Rules(unseen_pass="liable", ending="last_standing")
    with pytest.raises(ValueError, match="may_pass must be False"):
        SNIPER.answer_to(66, rules=rules, lives=(1, 0, 2), may_pass=True)
    assert SNIPER.answer_to(66, rules=rules, lives=(1, 1, 2), may_pass=True) == Outcome.parse(66)
