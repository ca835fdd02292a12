"""What good play would have done where a person decided: the optimum for two, else the chances."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mia_stats.advice import Advice, advise
from mia_stats.chances.odds import beat_probability
from mia_stats.game.rules import Rules
from mia_stats.ranking.outcomes import Outcome
from mia_stats.simulate.game_state import Act
from mia_stats.simulate.game_view import View
from mia_stats.utils.tables import percent

__all__ = ["reviewed"]

_DID = {"doubt": "doubted", "believe": "believed", "look": "looked at", "fold": "folded to"}


def reviewed(seen: View, act: Act) -> str:
    """Return what good play does where somebody has acted, and what that was.

    Parameters
    ----------
    seen : View
        What the person knew.
    act : Act
        What the person did.

    Returns
    -------
    str
        How often optimal play does the same, where two play by rules that can be solved; else what
        a fresh throw does.
    """
    advice = _advice(seen)
    if isinstance(act, Outcome) and seen.due == "call":
        return _call(seen, act, advice)
    if act == "again":
        return _again(seen)
    return _answer(seen, act, advice)


def _advice(seen: View) -> tuple[str, Advice[Any]] | None:
    """Return optimal play for two, of the match or else of the round; None where none is known."""
    blind = seen.dice == "thrown_blind"
    if len(seen.players) != 2 or blind:
        return None
    asked: dict[str, Any] = {"last": seen.last, "rules": seen.rules}
    if seen.due == "call":
        asked["roll"] = seen.roll and Outcome.from_dice(*seen.roll)
    else:
        asked["previous"] = seen.previous
    ways: Sequence[tuple[str, Callable[[], Advice[Any]]]] = [
        ("match", lambda: advise(**asked, lives=_lives_first(seen))),
        ("round", lambda: advise(**asked)),
    ]
    for of, ask in ways:
        try:
            return of, ask()
        except ValueError:  # a match that can't be solved, or no such round
            continue
    return None


def _lives_first(seen: View) -> tuple[int, ...]:
    seat = seen.seat or 0
    return seen.lives[seat:] + seen.lives[:seat]


def _call(seen: View, act: Outcome, advice: tuple[str, Advice[Any]] | None) -> str:
    rules = seen.rules
    over = f" over {Outcome.from_dice(*seen.roll)}" if seen.roll else " blind"
    after = f" after {_words(rules, seen.last)}" if seen.last else ""
    did = f"You called {_words(rules, act)}{over}{after}"
    if advice is None:
        return f"{did}. {_beaten(rules, act)}"
    of, best = advice
    name = rules.tier_name(rules.tier(act))
    often = best.calls.get(name, 0)
    if often == 1:
        return f"{did}, as optimal play of the {of} always does."
    most = max(best.calls, key=lambda call: float(best.calls[call]))
    calls = f"calls {best.said.get(most, most)}"
    if best.calls[most] == 1:
        return f"{did}. Optimal play of the {of} {calls}."
    if most == name:
        return f"{did}, which optimal play of the {of} does most: {_often(often)}."
    usual = f"it {calls} {_often(best.calls[most])}"
    return f"{did}. Optimal play of the {of} does so {_often(often)}; most of all {usual}."


def _answer(seen: View, act: Act, advice: tuple[str, Advice[Any]] | None) -> str:
    rules, call = seen.rules, seen.last
    assert call is not None, "there is a call to answer"
    heard = _words(rules, call)
    did = f"You handed {heard} on unseen"
    if not isinstance(act, Outcome):
        did = f"You {_DID[act]} {heard}"
    elif rules.passer_is_liable:
        did += f" with {_words(rules, act)}"
    if isinstance(act, Outcome):
        return f"{did}. {_true(rules, act if rules.passer_is_liable else call)}"
    if advice is None:
        beaten = f" {_beaten(rules, call)}" if act == "believe" and not rules.may_equal else ""
        return f"{did}. {_true(rules, call)}{beaten}"
    of, best = advice
    often = 0 if act == "again" else best.answers.get(act, 0)
    true = ""
    if best.true is not None:
        true = f"; called so, it is true {_often(best.true)}"
    return f"{did}. Optimal play of the {of} does so {_often(often)}{true}."


def _again(seen: View) -> str:
    rolled = Outcome.from_dice(*(seen.roll or (2, 1)))
    better = beat_probability(rolled, seen.rules.variant, dice=seen.rules.dice)
    return f"You gave {rolled} away to throw blind: a fresh throw is better {_often(better)}."


def _true(rules: Rules, call: Outcome) -> str:
    """Return how often a fresh throw makes a call true."""
    tier = rules.tier(call)
    true = sum(p for rolled, p in enumerate(rules.throw_chances) if rules.is_true(rolled, tier))
    return f"A fresh throw makes {_words(rules, call)} true {_often(true)}."


def _beaten(rules: Rules, call: Outcome) -> str:
    """Return how often the next throw can be called truthfully after a call."""
    if rules.tier(call) == rules.top:
        return _true(rules, call)
    more = beat_probability(call, rules.variant, dice=rules.dice, or_tie=rules.may_equal)
    how = "equals or beats" if rules.may_equal else "beats"
    return f"The next throw {how} it {_often(more)}."


def _often(chance: Any) -> str:
    if chance in (0, 1):
        return "always" if chance else "never"
    return f"{percent(chance)} of the time"


def _words(rules: Rules, call: Outcome | None) -> str:
    return "nothing" if call is None else rules.variant.in_words(call)
