"""Advice against given players is as good as the best of all replies, tried one by one."""

from __future__ import annotations

import random
from collections.abc import Mapping
from fractions import Fraction
from math import prod
from typing import Any, Final

import numpy as np
import pytest

from mia_stats import Advice, Mixture, Outcome, Rules, Seen, TableStrategy, advise, recognise
from tests.oracles.characters_seen import Play, Thing, mean_play, play_of, posterior, truth
from tests.oracles.pure_replies import Act, Place, Replies
from tests.oracles.settings import random_setting, random_table, small_order
from tests.oracles.table_reply import answers_lose, calls_lose
from tests.oracles.test_table_reply import always, drawn_tables, known

SMALL: Final[list[tuple[int, dict[str, Any]]]] = [
    (4, {}),
    (4, {"mia_fold": None, "truth": "exact", "mia_by": "either"}),
    (4, {"unseen_pass": "liable", "lie_penalty": 2}),
    (3, {"thrown_mia": "next", "mia_penalty": 3}),
    (3, {"mia_equalled": True, "mia_by": "dice"}),
    (2, {"call": "at_least", "doubt_penalty": 2}),
    (3, {"second_throw": "blind"}),
    (3, {"second_throw": "blind", "thrown_mia": "others", "truth": "exact"}),
]
MOST: Final = 1500
"""How many replies are tried at one place at most."""


def outcome(rules: Rules, tier: int) -> Outcome:
    """Return an outcome of a tier."""
    return rules.tier_outcomes(tier)[0]


def last_call(rules: Rules, state: int) -> Outcome | None:
    """Return the call after which somebody calls in a state."""
    return outcome(rules, state - 1) if state else None


def advised(advice: Advice, rules: Rules, place: Place) -> dict[Act, Any]:
    """Return what is advised at a place, with how often."""
    if place.what == "hears":
        return {word: chance for word, chance in advice.answers.items() if chance}
    names = [rules.tier_name(tier) for tier in range(rules.tier_count)]
    calls: dict[Act, Any] = {names.index(name): chance for name, chance in advice.calls.items()}
    acts = {call: chance * (1 - advice.again) for call, chance in calls.items()}
    acts["again"] = advice.again
    return {act: chance for act, chance in acts.items() if chance}


def asked(rules: Rules, place: Place, rng: random.Random) -> dict[str, Any]:
    """Return what is asked at a place."""
    if place.what == "hears":
        return {
            "last": outcome(rules, place.tier),
            "previous": last_call(rules, place.state),
            "blind": place.blind,
        }
    kept = [o for o in rules.tier_outcomes(place.tier) if chance_of(rules, o)]
    return {"last": last_call(rules, place.state), "roll": rng.choice(kept)}


def chance_of(rules: Rules, thrown: Outcome) -> Fraction:
    """Return by how much weight an outcome is thrown."""
    first, second = rules.dice.first, rules.dice.second
    high, low = thrown.high - 1, thrown.low - 1
    return Fraction(first[high] * second[low] + first[low] * second[high])


def check(advice: Advice, best: Mapping[Any, Any], acts: Mapping[Act, Any]) -> None:
    """Check that whatever is advised is as good as the best."""
    assert sum(acts.values()) == pytest.approx(1)
    for act in acts:
        assert best[act] == pytest.approx(max(best.values()), abs=1e-9), (act, best, advice.text)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("k", "fields"), SMALL, ids=str)
def test_no_reply_of_a_round_wins_more(k: int, fields: dict[str, Any], seed: int) -> None:
    """Between two, against one who plays each decision as a mixture does."""
    rng = random.Random(f"{k} {fields} {seed}")
    rules = Rules(small_order(rng, k), **fields)
    tables = [random_table(rng, rules, name) for name in "abc"]
    shares = [Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)]
    players = list(zip(shares, map(play_of, tables), strict=True))
    mixture = Mixture(dict(zip(tables, shares, strict=True)))
    replies = Replies(mean_play(players, rules.for_two()), rules.for_two())
    places = [*replies.heard]
    states = range(rules.last_state + 1)
    places += [Place("throws", state, tier) for state in states for tier in replies.seen]
    few = [at for at in places if 1 < prod(map(len, replies.asked(at).values())) <= MOST]
    for place in rng.sample(few, min(len(few), 8)):
        question = asked(rules, place, rng)
        advice = advise(**question, players=[mixture], rules=rules)
        check(advice, replies.best(place), advised(advice, rules, place))
        if place.what == "hears":
            how = (rules, place.state, place.tier)
            assert advice.true == truth(players, *how, blind=place.blind)
        elif advice.again:
            blind = Place("threw blind", place.state)
            names = [rules.tier_name(tier) for tier in range(rules.tier_count)]
            calls: dict[Act, Any] = {
                names.index(name): chance for name, chance in advice.blind.items() if chance
            }
            check(advice, replies.best(blind), calls)


@pytest.mark.parametrize("seed", range(6))
def test_who_was_recognised_is_replied_to_as_the_mixture_that_it_may_be(seed: int) -> None:
    rng = random.Random(seed)
    rules = Rules(small_order(rng, 4))
    tables = [random_table(rng, rules, name) for name in "abc"]
    plays = {table.name: (Fraction(1, 3), play_of(table)) for table in tables}
    heard = rng.randrange(3)
    chances = posterior([Thing(0, heard=heard, answer="believe")], plays, rules)
    who = recognise([Seen(heard=outcome(rules, heard), answer="believe")], tables, rules=rules)
    players = [(chances[name], play) for name, (_, play) in plays.items()]
    replies = Replies(mean_play(players, rules), rules)
    for place in replies.heard:
        if place.state == heard + 1:
            advice = advise(**asked(rules, place, rng), players=[who], rules=rules)
            check(advice, replies.best(place), advised(advice, rules, place))
            assert advice.true == truth(players, rules, place.state, place.tier)


@pytest.mark.parametrize("seed", range(20))
def test_no_reply_in_a_game_loses_less(seed: int) -> None:
    """Among two and three, with lives: who sits to my right has called, or I am to call."""
    rng = random.Random(seed)
    rules, n = known(random_setting(rng)[0], rng), rng.randint(2, 3)
    k = rules.tier_count
    lives = tuple(rng.randint(1, 2) for _ in range(n))
    tables = [
        TableStrategy(f"table {at}", *(np.array(part, dtype=float) for part in table))
        for at, table in enumerate(drawn_tables(rng, rules, n))
    ]
    players: list[Any] = [*tables[: n - 1]]
    mixed = rng.randrange(n - 1)
    shares = [Fraction(1, 4), Fraction(3, 4)]
    both = [players[mixed], tables[-1]]
    players[mixed] = Mixture(dict(zip(both, shares, strict=True)))
    plays = [[(Fraction(1), play_of(table))] for table in tables[: n - 1]]
    plays[mixed] = list(zip(shares, map(play_of, both), strict=True))
    others = [always(floats(mean_play(one, rules))) for one in plays]

    state = rng.randrange(k)
    call = rng.randrange(rules.lowest_call(state), k)
    true = truth(plays[-1], rules, state, call)
    if true is not None:
        place = Place("hears", state, call)
        question = asked(rules, place, rng)
        del question["blind"]
        advice = advise(**question, lives=lives, players=players, rules=rules)
        loses = answers_lose(others, rules, lives, state, call)
        wins = {word: 1 - chance for word, chance in loses.items()}
        check(advice, wins, advised(advice, rules, place))
        assert advice.true == pytest.approx(float(true), abs=1e-12)

    hidden = [tier for tier in range(k) if rules.throw_chances[tier] and not rules.shows(tier)]
    place = Place("throws", state, rng.choice(hidden))
    question = asked(rules, place, rng)
    advice = advise(**question, lives=lives, players=players, rules=rules)
    lost = calls_lose(others, rules, lives, state, place.tier)
    check(advice, {c: 1 - chance for c, chance in lost.items()}, advised(advice, rules, place))


def floats(play: Play) -> Any:
    """Return calls and doubts in floats, which are faster."""
    return np.array(play.calls, dtype=float), np.array(play.doubts, dtype=float)
