"""Facts about the best play against a fixed strategy."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from mia_stats import (
    CHARACTERS,
    HONEST,
    OUTCOMES,
    RULES,
    Dice,
    MatchStrategy,
    Rules,
    TableStrategy,
    Variant,
    best_response,
    evaluate,
    exploit_table,
    exploitability,
    match_exploitability,
    solve_match,
    solve_round,
)
from mia_stats.exact.rounds import weigh_round
from mia_stats.game.rules import CAUGHT, CAUSES
from mia_stats.players.player import table_of
from tests.helpers import EQUAL, NextTier, climber, dice, named, orders


def by_iteration(table: TableStrategy, rules: Rules, sweeps: int) -> tuple[float, float]:
    """Return what a best response gets as opener and as answerer, by iterating values.

    A round of so many calls at most, whatever may be repeated in it; one that is cut off is worth
    nothing. Written apart from the library's own best response, which solves the loop.
    """
    k, top = rules.tier_count, rules.top
    p = np.array([float(chance) for chance in rules.throw_chances])
    calls, doubts = table.calls.astype(float), table.doubts.astype(float)
    rolled, call = np.arange(k)[:, None], np.arange(k)[None, :]
    true = rolled == call if rules.truth == "exact" else rolled >= call
    win, lose = np.ones(k), -np.ones(k)
    win[top], lose[top] = rules.mia_penalty, -rules.mia_lie_penalty
    legal = np.array([[b >= rules.lowest_call(s) for b in range(k)] for s in range(k)])
    said = p[None, :, None] * calls  # by state, throw, call
    heard, honest = said.sum(axis=1), (said * true).sum(axis=1)
    seen = -(honest * win + (heard - honest) * lose)
    opens, answers = np.zeros(k), np.zeros(k)  # by state
    for _ in range(sweeps):
        after_belief = np.append(opens[1:], 0.0)
        believed = heard * after_belief
        believed[:, top] = seen[:, top]
        if rules.mia_fold is not None:
            believed[:, top] = -heard[:, top] * rules.mia_fold
        new_answers = np.maximum(seen, believed).sum(axis=1)
        kept = np.append(answers[1:], 0.0)
        kept = np.broadcast_to(kept, (k, k)).copy()
        kept[:, top] = 0 if rules.mia_fold is None else rules.mia_fold
        doubted = doubts[:, None, :]
        brings = (1 - doubted) * kept[:, None, :] + doubted * np.where(true, win, lose)
        brings = np.where(legal[:, None, :], brings, -np.inf)
        opens, answers = brings.max(axis=2) @ p, new_answers
    return float(opens[0]), float(answers[0])


@pytest.mark.parametrize("name", list(CHARACTERS))
@pytest.mark.parametrize(
    ("call", "truth"), [("higher", "at_least"), ("higher", "exact"), ("at_least", "at_least")]
)
def test_the_response_wins_what_it_says(name: str, call: Any, truth: Any) -> None:
    """Followed throw by throw, the response gets its value, as opener and as responder."""
    rules = Rules(call=call, truth=truth)
    reply = best_response(name, rules)
    table = CHARACTERS[name].table(rules)
    costs = {"lie_caught": 1, "mia_lie_caught": 1, "wrong_doubt": 1, "mia_folded": 1,
             "mia_looked_at": 2}  # fmt: skip
    for tables, mine, value in (
        ((reply.strategy, table), 0, reply.opening),
        ((table, reply.strategy), 1, reply.answering),
    ):
        won = Fraction(0)
        for (liable, responder, number, _), chance in weigh_round(tables, rules).ends.items():
            cause = CAUSES[number]
            loser = liable if cause in ("lie_caught", "mia_lie_caught") else responder
            won += chance * costs[cause] * (-1 if loser == mine else 1)
        assert won == value


@pytest.mark.parametrize("rules", [EQUAL, replace(RULES["kiriki"], thrown_mia="hidden")], ids=str)
@pytest.mark.parametrize("name", list(CHARACTERS))
def test_iterating_values_finds_no_better_response(name: str, rules: Rules) -> None:
    reply = best_response(name, rules)
    table = CHARACTERS[name].table(rules)
    expected = by_iteration(table, rules, 1000)  # long rounds: both may equal low calls for a while
    assert (float(reply.opening), float(reply.answering)) == pytest.approx(expected, abs=1e-9)


@pytest.mark.long
@settings(max_examples=100)
@given(orders(), dice, st.integers(0, 2**32))
def test_iterating_values_finds_no_better_response_to_any_table(
    variant: Variant, dice: Dice, seed: int
) -> None:
    rules, rng = Rules(variant, dice, call="at_least"), np.random.default_rng(seed)
    k = rules.tier_count
    calls, doubts = rng.random((k, k, k)), rng.random((k, k))
    for state in range(k):
        calls[state, :, : rules.lowest_call(state)] = 0
        doubts[state, : rules.lowest_call(state)] = 0
    calls /= calls.sum(axis=2, keepdims=True)
    reply = best_response(TableStrategy("any", calls, doubts), rules)
    expected = by_iteration(TableStrategy("any", calls, doubts), rules, 400)
    assert (float(reply.opening), float(reply.answering)) == pytest.approx(expected, abs=1e-9)


def test_rules_not_given_are_those_of_the_table() -> None:
    dear = solve_round(Rules(mia_penalty=5)).strategy
    assert exploitability(dear) == 0
    assert exploitability(dear, Rules()) > 0
    assert best_response(dear).rules == dear.rules


def test_every_character_can_be_exploited() -> None:
    table = exploit_table()
    assert [response.against for response in table.responses] == list(CHARACTERS)
    frame = table.to_frame()
    assert (frame["exploitability"] > 0.3).all()
    assert [Fraction(text) for text in frame["exact"]] == [
        exploitability(name) for name in CHARACTERS
    ]


def test_the_plan_in_words() -> None:
    assert best_response("lucky").plan == (
        "Open: with 31 to 21 call 21. As responder doubt opening calls of 21."
    )
    assert best_response("liar").plan == (
        "Open: with 31 to 21 the truth. As responder doubt opening calls of 32 to 21."
    )


def test_the_plan_says_where_to_throw_again() -> None:
    """Who doubts all but blind calls loses one life to the truth, and two by a fold to Mia."""
    rules = Rules(second_throw="blind", mia_fold=2)
    doubts = np.ones((21, 21), int)
    for state in range(21):
        doubts[state, :state] = 0
    table = TableStrategy("wary", HONEST.table(Rules()).calls, doubts, doubts_blind=0 * doubts,
                          rules=rules)  # fmt: skip
    assert best_response(table, rules).plan == (
        "Open: with 31 to 66 throw again, blind, and call 21, with 21 the truth. "
        "As responder doubt no opening call."
    )


def test_a_response_does_better_than_optimal_play_would() -> None:
    value = solve_round().value
    for name in CHARACTERS:
        reply = best_response(name)
        assert reply.opening >= value
        assert reply.answering >= -value


def test_a_table_of_floats_gives_floats() -> None:
    exact = solve_round().strategy
    rounded = type(exact)("rounded", exact.calls.astype(float), exact.doubts.astype(float))
    assert exploitability(rounded) == pytest.approx(0, abs=1e-14)


def test_a_response_to_who_repeats_for_ever_ends_the_round() -> None:
    """Both would call 31 for ever; who doubts it once has lost, so the response calls more."""
    k = EQUAL.tier_count
    calls = np.zeros((k, k, k), int)
    for state in range(k):
        calls[state, :, EQUAL.lowest_call(state)] = 1
    repeats = TableStrategy("repeats", calls, np.zeros((k, k), int), rules=EQUAL)
    rules = replace(EQUAL, mia_fold=1)
    assert best_response(repeats, rules).opening == 1  # a call of Mia is folded to


def test_a_long_name_can_be_responded_to() -> None:
    assert best_response(named("x" * 200)).exploitability == exploitability("honest")


HOUSES = {
    "call": ("higher", "at_least"),
    "truth": ("at_least", "exact"),
    "mia_fold": (None, 1, 2),
    "second_throw": ("never", "blind"),
    "thrown_mia": ("hidden", "next", "others"),
    "true_mia": ("doubter", "others"),
    "mia_equalled": (False, True),
    "mia_by": ("call", "dice", "either"),
    **dict.fromkeys(("lie_penalty", "doubt_penalty", "mia_penalty", "mia_lie_penalty"), (1, 2, 3)),
}
"""House rules, and the values that they are drawn from."""


class Drawn:
    """Rules of a small order, and tables of a few chances each, by a generator."""

    def __init__(self, rng: random.Random) -> None:
        outcomes = rng.sample(OUTCOMES, len(OUTCOMES))
        cut, second = sorted(rng.sample(range(1, 20), 2))
        tiers = [outcomes[:cut], outcomes[cut:second], outcomes[second:]]
        weights = [rng.randint(1, 4) for _ in range(6)]
        house: Any = {name: rng.choice(values) for name, values in HOUSES.items()}
        self.rng = rng
        self.rules = Rules(Variant.from_order("small", tiers), Dice(weights), **house)

    def row(self, legal: range) -> list[Fraction]:
        """Return chances of three calls, of which some are legal."""
        parts = [self.rng.randint(0, 3) * (call in legal) for call in range(3)]
        parts[2] += not sum(parts)
        return [Fraction(part, sum(parts)) for part in parts]

    def table(self) -> TableStrategy:
        """Return a table with all that the rules allow."""
        rules, rng = self.rules, self.rng
        legal = [range(rules.lowest_call(state), 3) for state in range(3)]
        calls: Any = [[self.row(row) for _ in range(3)] for row in legal]
        thirds: Any = [[[Fraction(rng.randint(0, 3) * (call in row), 3) for call in range(3)]
                   for row in legal] for _ in range(2)]  # fmt: skip
        more: dict[str, Any] = {}
        if rules.may_throw_again:
            more["again"] = [[Fraction(rng.randint(0, 3), 3) for _ in range(3)] for _ in legal]
            more["blind"] = [self.row(row) for row in legal]
            more["doubts_blind"] = thirds[1]
        if rules.mia_equalled:
            looks = thirds if rules.may_throw_again else thirds[:1]
            left = [1 - max(doubts[state][2] for doubts in looks) for state in range(3)]
            more["equals"] = [Fraction(rng.randint(0, 2), 2) * part for part in left]
        return TableStrategy("drawn", calls, thirds[0], **more, rules=rules)


def won(mine: TableStrategy, other: TableStrategy, rules: Rules, seat: int) -> Fraction:
    """Return the lives that one gains in a round on the other, from a seat; 0 is the opener's."""
    gained, tables = Fraction(0), (mine, other) if seat == 0 else (other, mine)
    for end, chance in weigh_round(tables, rules).ends.items():
        cause = CAUSES[end.cause]
        loser = end.caller if cause in CAUGHT else end.doubter
        gained += chance * rules.costs[cause] * (-1 if loser == seat else 1)
    return gained


def changes(table: TableStrategy, rules: Rules) -> Iterator[TableStrategy]:
    """Yield a table with each one of its choices made in another way."""
    kept = table.tables
    doubts = [name for name in ("doubts", "doubts_blind") if name in kept]
    for state in range(3):
        for call in range(rules.lowest_call(state), 3):
            for rolled in range(3):
                other: dict[str, Any] = {
                    name: kept[name].copy() for name in ("calls", "again") if name in kept
                }
                other["calls"][state, rolled] = [int(b == call) for b in range(3)]
                if "again" in other:
                    other["again"][state, rolled] = 0
                yield TableStrategy("other", **{**kept, **other}, rules=rules)
            if "blind" in kept:
                blind = kept["blind"].copy()
                blind[state] = [int(b == call) for b in range(3)]
                yield TableStrategy("other", **{**kept, "blind": blind}, rules=rules)
            for name in doubts:
                doubted = kept[name].copy()
                doubted[state, call] = 1 - doubted[state, call]
                if call < 2 or not kept.get("equals", np.zeros(3))[state]:
                    yield TableStrategy("other", **{**kept, name: doubted}, rules=rules)
        if "again" in kept:
            for rolled in range(3):
                again = kept["again"].copy()
                again[state, rolled] = 1
                yield TableStrategy("other", **{**kept, "again": again}, rules=rules)
        if "equals" in kept:
            other = {name: kept[name].copy() for name in (*doubts, "equals")}
            other["equals"][state] = 1 - other["equals"][state]
            for name in doubts:
                other[name][state, 2] = 0
            yield TableStrategy("other", **{**kept, **other}, rules=rules)


def check_reply_by_rounds(seed: int) -> bool:
    """Compare the reply to a drawn table with rounds that are weighed; return whether it could be.

    What the response says it wins is what rounds with it bring, and no change of one choice brings
    more, nor does any of some other tables: so no policy does, for one that is not best can be
    bettered in one choice.
    """
    drawn = Drawn(random.Random(seed))
    rules, table = drawn.rules, drawn.table()
    try:
        reply = best_response(table, rules)
    except ValueError as error:
        assert "may never end" in str(error)
        return False
    wins = (reply.opening, reply.answering)
    try:
        got = tuple(won(reply.strategy, table, rules, seat) for seat in (0, 1))
    except ValueError:
        got = None
    if got != wins:  # a table has one place for answers to Mia of two kinds
        assert rules.mia_equalled
        assert rules.may_equal or rules.may_throw_again
    others = [drawn.table() for _ in range(5)]
    for other in (*changes(reply.strategy, rules), *others):
        try:
            found = [won(other, table, rules, seat) for seat in (0, 1)]
        except ValueError as error:
            assert "never ends" in str(error)
        else:
            assert all(new <= old for new, old in zip(found, wins, strict=True))
    return got == wins


@pytest.mark.parametrize("seed", range(12))
def test_no_change_betters_the_response_by_any_house_rules(seed: int) -> None:
    check_reply_by_rounds(seed)


@pytest.mark.long
def test_no_change_betters_any_response_by_any_house_rules() -> None:
    assert sum(check_reply_by_rounds(seed) for seed in range(100)) > 60


TWO = Variant.from_order(
    "two", [[o for o in OUTCOMES if o.kind != "mixed"], [o for o in OUTCOMES if o.kind == "mixed"]]
)
"""Two tiers: Mia or any double, and anything else."""


def match_by_iteration(table: TableStrategy, rules: Rules, sweeps: int = 300) -> float:
    """Return what a best response gains in a match, by iterating values at all lives.

    From the words of the rules alone: who loses what, who opens next between two, and what is
    legal. Each state of the match is weighed by what was found for fewer lives.
    """
    k, top, most = rules.tier_count, rules.top, rules.lives
    p = np.array([float(chance) for chance in rules.throw_chances])
    calls, doubts = table.calls.astype(float), table.doubts.astype(float)
    rolled, call = np.arange(k)[:, None], np.arange(k)[None, :]
    true = rolled == call if rules.truth == "exact" else rolled >= call
    legal = np.array([[b >= rules.lowest_call(s) for b in range(k)] for s in range(k)])
    said = p[None, :, None] * calls
    heard, honest = said.sum(axis=1), (said * true).sum(axis=1)
    wins: dict[tuple[int, int, bool], float] = {}  # by my lives, theirs, and whether I open

    def lost(mine: bool, cost: int, lives: tuple[int, int], doubter: bool) -> float:
        """Return my chance to win after somebody has lost so many, `doubter` telling if I did."""
        left = (lives[0] - cost * mine, lives[1] - cost * (not mine))
        if min(left) <= 0:
            return float(left[0] > 0)
        if rules.next_starter == "random":
            return (wins[(*left, True)] + wins[(*left, False)]) / 2
        opens = {"standard": not mine, "winner": not mine, "loser": mine, "doubter": doubter}
        return wins[(*left, opens[rules.next_starter])]

    pairs = [(mine, theirs) for mine in range(1, most + 1) for theirs in range(1, most + 1)]
    for lives in sorted(pairs, key=sum):
        end: dict[bool, Any] = {}
        for me in (True, False):  # who has called
            seen = np.array(
                [[lost(me != kept, cost, lives, not me) for kept, cost in zip(
                    (True, False), (rules.mia_penalty, rules.mia_lie_penalty) if b == top
                    else (1, 1), strict=True)] for b in range(k)]
            )  # fmt: skip
            fold = rules.mia_fold and lost(not me, rules.mia_fold, lives, not me)
            end[me] = (seen[:, 0], seen[:, 1], fold)
        opens, answers = np.zeros(k), np.zeros(k)
        for _ in range(sweeps):
            looked = honest * end[False][0] + (heard - honest) * end[False][1]
            believed = heard * np.append(opens[1:], 0.0)
            believed[:, top] = looked[:, top] if end[False][2] is None else (
                heard[:, top] * end[False][2]
            )  # fmt: skip
            kept = np.broadcast_to(np.append(answers[1:], 0.0), (k, k)).copy()
            kept[:, top] = 0 if end[True][2] is None else end[True][2]
            doubted = doubts[:, None, :]
            shown = np.where(true, end[True][0], end[True][1])
            brings = (1 - doubted) * kept[:, None, :] + doubted * shown
            brings = np.where(legal[:, None, :], brings, -np.inf)
            opens, answers = brings.max(axis=2) @ p, np.maximum(looked, believed).sum(axis=1)
        wins[(*lives, True)], wins[(*lives, False)] = opens[0], answers[0]
    return (wins[most, most, True] + wins[most, most, False] - 1) / 2


class TestMatch:
    """How much somebody can be exploited in a match, who plays the same whatever the lives are."""

    @pytest.mark.parametrize("player", [*CHARACTERS, "optimal"])
    @pytest.mark.parametrize("call", ["higher", "at_least"])
    def test_where_all_costs_one_life_a_match_of_one_life_is_a_round(
        self, player: str, call: Any
    ) -> None:
        """To win a life instead of losing one is a gain of two lives, and of one match."""
        rules = Rules(lives=1, mia_penalty=1, call=call)
        gain = match_exploitability(player, rules)
        assert gain == pytest.approx(float(exploitability(player, rules)) / 2, abs=1e-12)
        assert (abs(gain) < 1e-12) == (player == "optimal")

    @pytest.mark.parametrize(
        "rules",
        [
            Rules(lives=2),
            Rules(lives=2, call="at_least"),
            Rules(lives=2, next_starter="random"),
            Rules("points", lives=2, mia_penalty=2, mia_lie_penalty=3, mia_fold=2, truth="exact"),
            Rules("meyer", lives=2, call="at_least", mia_fold=None, next_starter="loser"),
            Rules("kiriki", Dice([1, 1, 2, 2, 2, 2]), lives=2, next_starter="doubter"),
        ],
        ids=str,
    )
    def test_iterating_values_finds_no_better_response_in_a_match(self, rules: Rules) -> None:
        for name in ("honest", "liar", "random", "doubter-64", "optimal"):
            table = table_of(name, rules)
            expected = match_by_iteration(table, rules)
            assert match_exploitability(name, rules) == pytest.approx(expected, abs=1e-9)

    @pytest.mark.parametrize("name", ["honest", "liar", "random"])
    @pytest.mark.parametrize("lives", [1, 2])
    def test_no_counter_that_is_blind_to_lives_gains_more(self, name: str, lives: int) -> None:
        """All there are with two tiers: a call for each of two throws, and three doubts."""
        rules = Rules(TWO, lives=lives, mia_penalty=1)
        best = Fraction(0)
        for low, high, *doubts in product((0, 1), repeat=5):
            calls = np.zeros((2, 2, 2), int)
            calls[0, [0, 1], [low, high]] = calls[1, :, 1] = 1
            answers = [[doubts[0], doubts[1]], [0, doubts[2]]]
            counter = TableStrategy("counter", calls, answers, rules=rules)
            best = max(best, Fraction(evaluate([counter, name], rules).wins[0]))
        gain = match_exploitability(name, rules)
        if lives == 1:  # there are no other lives to look at
            assert gain == pytest.approx(float(best - Fraction(1, 2)), abs=1e-12)
        assert gain >= best - Fraction(1, 2) - Fraction(1, 10**12)

    def test_a_solution_that_plays_a_table_at_all_lives_is_as_good_as_the_table(self) -> None:
        rules = Rules(lives=3)
        table = solve_round(rules).strategy

        class Deaf(MatchStrategy):
            def at(self, mine: int, *others: int) -> TableStrategy:
                return table

        solved = solve_match(rules).strategy
        deaf = Deaf("deaf", solved.rules, solved.stacks)
        assert match_exploitability(deaf) == pytest.approx(match_exploitability(table), abs=1e-14)
        assert match_exploitability(table) > 1e-3  # the best play of a round is not that of a match
        assert abs(match_exploitability(solved)) < 1e-12

    def test_the_rules_are_those_given_or_those_it_was_made_for(self) -> None:
        rules = Rules("points", lives=2, unseen_pass="liable")
        table = CHARACTERS["random"].table(rules)
        assert match_exploitability(table) == match_exploitability("random", rules)
        assert match_exploitability(table, replace(rules, lives=1)) != match_exploitability(table)
        assert match_exploitability("honest") == match_exploitability("honest", "wikipedia")
        solved = solve_match(Rules(lives=2)).strategy
        assert match_exploitability(solved, Rules(lives=2)) == match_exploitability(solved)
        with pytest.raises(ValueError, match=r"optimal is solved for Rules\(lives=2\), not for"):
            match_exploitability(solved, Rules(lives=3))

    @pytest.mark.parametrize(
        ("changes", "shown"),
        [
            ({"forfeit": "sip", "ending": "rounds", "rounds": 3}, "a game of sips"),
            ({"mia_penalty": 0}, "mia_penalty=0"),
            ({"mia_fold": 0}, "mia_fold=0"),
            ({"toast": 32}, "toasts"),
        ],
    )
    def test_rules_that_it_can_not_weigh_are_refused(self, changes: Any, shown: str) -> None:
        with pytest.raises(ValueError, match=f"{shown}.*simulate_games and evaluate"):
            match_exploitability("honest", Rules(**changes))

    def test_own_strategies_become_tables_first(self) -> None:
        own = NextTier()
        for weigh in (best_response, exploitability, match_exploitability):
            with pytest.raises(TypeError, match=r"TableStrategy\.from_strategy"):
                weigh(own)
        with pytest.raises(TypeError, match=r"TableStrategy\.from_strategy"):
            evaluate([own, "liar"])
        table = TableStrategy.from_strategy(own)
        assert exploitability(table) == exploitability(climber())
        assert match_exploitability(table, Rules(lives=1)) > 0.3
        assert evaluate([table, "liar"]).wins[0] > 0


def test_several_players_are_not_one() -> None:
    several: Any = ["liar", "liar"]
    for ask in (exploitability, lambda them: exploit_table([them])):
        with pytest.raises(TypeError, match="that of one player, not of"):
            ask(several)
