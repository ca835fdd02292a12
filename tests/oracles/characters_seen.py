"""What one player shows of itself in plain Python: are its calls true, and who may it be.

It shares no code with the library: of the rules it reads bare values, and says itself what they
mean. Every number is a Fraction, found by looking at each of the 36 rolls; floats are taken for the
Fractions that they are.

Calls are tiers, 0 the worst; a state is 0 at the start of a round, and one more than the last call
after it; dice are a pair, the higher one first.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple, TypeAlias

__all__ = [
    "Dice",
    "Play",
    "Thing",
    "Throw",
    "answered",
    "called",
    "is_true",
    "joined",
    "likelihood",
    "mean_play",
    "play_of",
    "posterior",
    "seen_in_log",
    "throws",
    "tier_of",
    "truth",
]

Dice: TypeAlias = tuple[int, int]
Rows: TypeAlias = list[list[Fraction]]


class Play(NamedTuple):
    """The tables of a player, as nested lists of Fractions; None is a table that it has not."""

    calls: list[Rows]
    doubts: Rows
    passes: list[Rows] | None = None
    again: Rows | None = None
    blind: Rows | None = None
    doubts_blind: Rows | None = None
    equals: list[Fraction] | None = None


class Thing(NamedTuple):
    """One thing that was seen of a player: a call that it made, or an answer to one it heard.

    `state` is the one in which that call was made. An answer is a word, or the call with which the
    cup was handed on unseen; `may_pass` says whether that was allowed.
    """

    state: int
    call: int | None = None
    shown: Dice | None = None
    heard: int | None = None
    answer: str | int | None = None
    blind: bool = False
    may_pass: bool = False


def play_of(table: Any) -> Play:
    """Return the tables of anything that has them under their names."""
    return Play(*(_exact(getattr(table, name)) for name in Play._fields))


def _exact(part: Any) -> Any:
    if hasattr(part, "tolist"):
        part = part.tolist()
    if isinstance(part, list):
        return [_exact(entry) for entry in part]
    return None if part is None else Fraction(part)


# The dice


class Throw(NamedTuple):
    """Some dice that may lie there, and how often they do."""

    dice: Dice
    tier: int
    chance: Fraction
    is_toast: bool
    ends_round: bool
    """Whether who looks at them shows them at once: a toast, or a Mia that is not hidden."""


@lru_cache(maxsize=64)
def throws(rules: Any) -> tuple[Throw, ...]:
    """Return all dice that may lie there; what is rethrown never does."""
    weights: dict[Dice, Fraction] = {}
    for first, second in product(range(1, 7), repeat=2):
        dice = max(first, second), min(first, second)
        weight = Fraction(rules.dice.first[first - 1]) * rules.dice.second[second - 1]
        if dice not in _pairs(rules.variant.rethrown) and weight:
            weights[dice] = weights.get(dice, Fraction(0)) + weight
    found = []
    for dice, weight in weights.items():
        tier, is_toast = tier_of(rules, dice), dice in _pairs(rules.toast)
        is_shown = tier == _top(rules) and rules.thrown_mia != "hidden"
        chance = weight / sum(weights.values())
        found.append(Throw(dice, tier, chance, is_toast, is_toast or is_shown))
    return tuple(found)


def tier_of(rules: Any, dice: Dice) -> int:
    """Return the tier of some dice."""
    for tier, outcomes in enumerate(reversed(rules.variant.tiers)):
        if dice in _pairs(outcomes):
            return tier
    raise AssertionError(f"{dice} is in no tier")


def _pairs(outcomes: Iterable[Any]) -> list[Dice]:
    return [(outcome.high, outcome.low) for outcome in outcomes]


def is_true(rules: Any, throw: Throw, call: int) -> bool:
    """Return whether a call is true over what lies there; over a toast none is."""
    right = throw.tier == call if rules.truth == "exact" else throw.tier >= call
    return right and not throw.is_toast


def _top(rules: Any) -> int:
    return len(rules.variant.tiers) - 1


# What is called


def called(
    play: Play, rules: Any, state: int, call: int, *, blind: bool = False
) -> dict[Throw, Fraction]:
    """Return by throw the chance that it lies there and is called so, by one who is to throw.

    What is left of certainty are other calls, and throws that are no call: toasts that are drunk
    to, and a Mia that is shown at once. With `blind` it throws again without looking, and calls.
    """
    found: dict[Throw, Fraction] = {}
    goes_again = Fraction(0)
    for throw in throws(rules):
        if throw.ends_round:
            continue
        again = _again(play, rules, state, throw.tier)
        goes_again += throw.chance * again
        says = throw.chance * (1 - again) * _call(play.calls, rules, state, call, throw.tier)
        if says:
            found[throw] = says
    if not blind:
        return found
    if not goes_again:
        return {}
    assert play.blind is not None, "who throws again must know what to call then"
    says = goes_again * _call(play.blind, rules, state, call)
    return {throw: says * throw.chance for throw in throws(rules)} if says else {}


def _again(play: Play, rules: Any, state: int, tier: int) -> Fraction:
    if play.again is None or rules.second_throw == "never":
        return Fraction(0)
    return play.again[min(state, _top(rules))][tier]


def _call(table: Any, rules: Any, state: int, call: int, tier: int | None = None) -> Fraction:
    """Return the chance of a call; after a Mia that was believed there is but one."""
    if state > _top(rules):
        return Fraction(call == _top(rules))
    row = table[state] if tier is None else table[state][tier]
    return Fraction(row[call])


def truth(
    players: Iterable[tuple[Fraction, Play]],
    rules: Any,
    state: int,
    call: int,
    *,
    blind: bool = False,
    handed_on: Sequence[int] = (),
) -> Fraction | None:
    """Return the chance that a call is true, given that it is made by one of some players.

    Each has a chance to be the one. Once the cup was handed on, it is the last call that is asked
    about: who hands it on has not seen the dice.
    """
    asked = handed_on[-1] if handed_on else call
    made = true = Fraction(0)
    for weight, play in players:
        for throw, chance in called(play, rules, state, call, blind=blind).items():
            made += weight * chance
            true += weight * chance * is_true(rules, throw, asked)
    return true / made if made else None


# What is answered


def answered(play: Play, rules: Any, thing: Thing) -> Fraction:
    """Return the chance of an answer to the call that was heard."""
    assert thing.heard is not None, "it is an answer"
    top, call, answer = _top(rules), thing.heard, thing.answer
    row = min(thing.state, top)
    over_blind = thing.blind and play.doubts_blind is not None
    doubts = play.doubts_blind if over_blind else play.doubts
    assert doubts is not None, "there are doubts at least"
    doubt = doubts[row][call]
    if call == top:
        believes = Fraction(0)
        if rules.mia_equalled and play.equals is not None:
            believes = play.equals[row]
        rest = 1 - doubt - believes
        folds = rules.mia_fold is not None
        chances = {
            "look": doubt if folds else doubt + rest,
            "fold": rest if folds else Fraction(0),
            "believe": believes,
        }
        return chances.get(str(answer), Fraction(0))
    passes = [Fraction(0)] * (top + 1)
    if thing.may_pass and play.passes is not None:
        passes = play.passes[row][call]
    if isinstance(answer, int):
        return passes[answer]
    return {"doubt": doubt, "believe": 1 - doubt - sum(passes)}.get(str(answer), Fraction(0))


# Who it is


def likelihood(play: Play, rules: Any, thing: Thing) -> Fraction:
    """Return how likely a player is to be seen doing something where it has come to that."""
    if thing.call is None:
        return answered(play, rules, thing)
    made = called(play, rules, thing.state, thing.call, blind=thing.blind)
    shown = thing.shown
    there = (chance for throw, chance in made.items() if shown in (None, throw.dice))
    return sum(there, Fraction(0))


def posterior(
    things: Iterable[Thing], candidates: Mapping[str, tuple[Fraction, Play]], rules: Any
) -> dict[str, Fraction]:
    """Return who one player is with which chance, after all that was seen of it.

    Candidates have a chance to begin with, and are those that `joined` gives.
    """
    chances = {label: prior for label, (prior, _) in candidates.items()}
    for thing in things:
        for label, (_, play) in candidates.items():
            if chances[label]:
                chances[label] *= likelihood(play, rules, thing)
    total = sum(chances.values())
    assert total, "nobody can have done all this"
    return {label: chance / total for label, chance in chances.items()}


def joined(
    candidates: Mapping[str, tuple[Fraction, Play]],
) -> dict[str, tuple[Fraction, Play]]:
    """Return the candidates, of whom those that play the same are one, "honest = sniper"."""
    groups: list[tuple[list[str], Fraction, Play]] = []
    for name, (prior, play) in candidates.items():
        for at, (names, so_far, other) in enumerate(groups):
            if _in_full(play) == _in_full(other):
                groups[at] = ([*names, name], so_far + prior, other)
                break
        else:
            groups.append(([name], prior, play))
    return {" = ".join(names): (prior, play) for names, prior, play in groups}


def _in_full(play: Play) -> Play:
    """Return the tables with those that it has not, as they are meant then."""
    k = len(play.doubts)
    nothing = [Fraction(0)] * k
    again = play.again or [nothing] * k
    return Play(
        play.calls,
        play.doubts,
        play.passes or [[nothing] * k] * k,
        again,
        play.blind if any(map(any, again)) else None,
        play.doubts_blind or play.doubts,
        play.equals or nothing,
    )


def mean_play(players: Sequence[tuple[Fraction, Play]], rules: Any) -> Play:
    """Return the play of one who is each of some players with a chance, drawn for each decision.

    What is called over a throw, seen or not, is weighed by how often it comes to that.
    """
    weights = [weight for weight, _ in players]
    plays = [_in_full(play) for _, play in players]
    k = len(plays[0].doubts)
    tiers = range(k)
    calls = []
    for state, tier in product(tiers, tiers):
        stay = [w * (1 - _rows(p.again)[state][tier]) for w, p in zip(weights, plays, strict=True)]
        calls.append(_mean(stay, [play.calls[state][tier] for play in plays]))
    blind = []
    for state in tiers:
        goes = [
            weight * throw.chance * _rows(play.again)[state][throw.tier] * (not throw.ends_round)
            for weight, play in zip(weights, plays, strict=True)
            for throw in throws(rules)
        ]
        rows = [play.blind[state] if play.blind else play.calls[state][0] for play in plays]
        blind.append(_mean(goes, [row for row in rows for _ in throws(rules)]))
    return Play(
        [calls[k * state : k * (state + 1)] for state in tiers],
        _mean(weights, [play.doubts for play in plays]),
        _mean(weights, [play.passes for play in plays]),
        _mean(weights, [play.again for play in plays]),
        blind if any(any(map(any, _rows(play.again))) for play in plays) else None,
        _mean(weights, [play.doubts_blind for play in plays]),
        _mean(weights, [play.equals for play in plays]),
    )


def _rows(table: Rows | None) -> Rows:
    assert table is not None, "it is written in full"
    return table


def _mean(weights: Sequence[Fraction], parts: Sequence[Any]) -> Any:
    """Return the mean of nested lists; of those alike where it never comes to any of them."""
    if isinstance(parts[0], list):
        return [_mean(weights, rows) for rows in zip(*parts, strict=True)]
    if not any(weights):
        weights = [Fraction(1)] * len(weights)
    total = sum(weight * part for weight, part in zip(weights, parts, strict=True))
    return total / sum(weights)


# A whole game, as all have seen it


def seen_in_log(log: str, seat: int, rules: Any) -> list[Thing]:
    """Return what all have seen of a seat, by the lines of a public log."""
    header, *events = [json.loads(line) for line in log.splitlines()]
    top, seats = _top(rules), len(header["players"])
    lives = list(header["lives"]) or [1] * seats
    found: list[Thing] = []
    state, call = 0, None  # where the last call was made, and its tier
    blind, passed = False, 0
    own: int | None = None  # where the call over the dice that lie there stands in what is found
    for event in events:
        what, who = event["event"], event.get("seat")
        if what in ("round", "toast"):
            state, call = 0, None
        if what == "throw":
            blind, passed, own = event.get("blind", False), 0, None
        said = None
        if "call" in event:
            high, low = divmod(event["call"], 10)
            said = tier_of(rules, (high, low))
        alive = sum(left > 0 for left in lives)
        most = {"never": 0, "liable": alive - 2, "free": min(1, alive - 2)}[rules.unseen_pass]
        if what == "call":
            state, call = 0 if call is None else call + 1, said
            if who == seat:
                own = len(found)
                found.append(Thing(state, said, blind=blind))
        elif what in ("answer", "pass"):
            assert call is not None, "there is a call to answer"
            if who == seat:
                answer = event["answer"] if what == "answer" else said
                over_blind, may_pass = blind and not passed, passed < most and call < top
                found.append(
                    Thing(state, heard=call, answer=answer, blind=over_blind, may_pass=may_pass)
                )
            if what == "pass":
                passed += 1
                if rules.unseen_pass == "liable":
                    state, call = call + 1, said
        elif what == "show" and said is not None and own is not None:
            found[own] = found[own]._replace(shown=(max(event["dice"]), min(event["dice"])))
        elif what == "forfeit" and rules.forfeit == "life":
            lives[who] -= event["lost"]
    return found
