"""What good play would have done where a person decided: the optimum for two, else the chances.

And what is best against the others, as they seem to play.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from mia_stats.advice.advise import Advice, advise
from mia_stats.exact.recognition import Posterior
from mia_stats.game.rules import Rules, chance_true
from mia_stats.ranking.outcomes import Outcome
from mia_stats.simulate.game_state import Act
from mia_stats.simulate.game_view import View
from mia_stats.utils.tables import percent

__all__ = ["reviewed"]

_DID = {"doubt": "doubted", "believe": "believed", "look": "looked at", "fold": "folded to"}
_DOING = {"doubt": "doubting", "believe": "believing", "look": "looking", "fold": "folding"}
_MOST_STATES = 5_000  # of a game, so that a reply to it is found while nobody waits


def reviewed(seen: View, act: Act, others: Sequence[Posterior] = ()) -> str:
    """Return what good play does where somebody has acted, and what that was.

    Parameters
    ----------
    seen : View
        What the person knew.
    act : Act
        What the person did.
    others : sequence of Posterior
        Who those are who are in, from the left on, as far as the person could know.

    Returns
    -------
    str
        How often optimal play does the same, where two play by rules that can be solved; else what
        a fresh throw does. Then what is best against the others, where they are given and a best
        reply is known.
    """
    advice = _advice(seen)
    if isinstance(act, Outcome) and seen.due == "call":
        said = _call(seen, act, advice)
    elif act == "again":
        said = _again(seen, advice)
    else:
        said = _answer(seen, act, advice)
    return f"{said} {_against(seen, act, others)}".rstrip()


def _advice(seen: View) -> tuple[str, Advice[Any]] | None:
    """Return optimal play for two, of the match or else of the round; None where none is known."""
    if len(_in_play(seen)) != 2:
        return None
    asked = _asked(seen)
    ways: Sequence[tuple[str, Callable[[], Advice[Any]]]] = [
        ("match", lambda: advise(**asked, lives=_lives_first(seen))),
        ("round", lambda: advise(**asked)),
    ]
    for of, ask in ways:
        try:
            best = _here(seen, ask())
        except ValueError:  # a match that can't be solved, or no such round
            continue
        return None if best is None else (of, best)
    return None


def _asked(seen: View) -> dict[str, Any]:
    """Return what `advise` is asked about where somebody acts."""
    blind = seen.dice == "thrown_blind"
    asked: dict[str, Any] = {"last": seen.last, "rules": seen.rules}
    if seen.due == "answer":
        return asked | {"previous": seen.previous, "blind": blind}
    if blind:  # over which all calls are alike, whatever was thrown before
        return asked | {"roll": seen.rules.tier_outcomes(0)[0]}
    return asked | {"roll": seen.roll and Outcome.from_dice(*seen.roll)}


def _here(seen: View, best: Advice[Any]) -> Advice[Any] | None:
    """Return advice with the calls over the throw that there is: blind ones, or None without."""
    if seen.dice == "thrown_blind" and seen.due == "call":
        return replace(best, again=0, calls=best.blind) if best.blind else None
    return best


def _in_play(seen: View) -> Sequence[int]:
    """Return the seats that are in, from one's own on."""
    seats = range(len(seen.players))
    from_mine = [(seat + (seen.seat or 0)) % len(seats) for seat in seats]
    return [seat for seat in from_mine if not seen.lives or seen.lives[seat]]


def _lives_first(seen: View) -> tuple[int, ...]:
    return tuple(seen.lives[seat] for seat in _in_play(seen) if seen.lives)


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
    did, blind = f"You handed {heard} on unseen", seen.dice == "thrown_blind"
    if not isinstance(act, Outcome):
        did = f"You {_DID[act]} {heard}"
    elif rules.passer_is_liable:
        did += f" with {_words(rules, act)}"
    if isinstance(act, Outcome):
        return f"{did}. {_true(rules, act if rules.passer_is_liable else call, blind=blind)}"
    if advice is None:
        beaten = f" {_beaten(rules, call)}" if act == "believe" and not rules.may_equal else ""
        return f"{did}. {_true(rules, call, blind=blind)}{beaten}"
    of, best = advice
    often = 0 if act == "again" else best.answers.get(act, 0)
    true = ""
    if best.true is not None:
        true = f"; called so, it is true {_often(best.true)}"
    return f"{did}. Optimal play of the {of} does so {_often(often)}{true}."


def _again(seen: View, advice: tuple[str, Advice[Any]] | None) -> str:
    rolled = Outcome.from_dice(*(seen.roll or (2, 1)))
    did = f"You gave {rolled} away to throw blind"
    if advice is not None:
        of, best = advice
        return f"{did}. Optimal play of the {of} does so {_often(best.again)}."
    return f"{did}. {_beaten(seen.rules, rolled, 'A fresh throw')}"


def _against(seen: View, act: Act, others: Sequence[Posterior]) -> str:
    """Return what is best against the others, as they seem; nothing where that is not known."""
    lives = _lives_first(seen)
    if not (others and lives) or math.prod(left + 1 for left in lives) > _MOST_STATES:
        return ""
    asked = _asked(seen) | {"lives": lives, "players": list(others)}
    try:
        best = _here(seen, advise(**asked))
    except ValueError:  # no best reply is known by these rules
        return ""
    if best is None:
        return ""
    known = "As they seemed to play" if any(who.seen for who in others) else "Not knowing them"
    true = ""
    if seen.due == "answer" and best.true is not None:
        true = f" {_words(seen.rules, seen.last)} was true {_often(best.true)}, and"
    doing, done = _best(seen, act, best)
    return f"{known},{true} {doing} was best{', as you did' * done}."


def _best(seen: View, act: Act, best: Advice[Any]) -> tuple[str, bool]:
    """Return in words what is advised, and whether it was done."""
    if seen.due == "answer":
        answer = max(best.answers, key=lambda word: float(best.answers[word]))
        return _DOING[answer], act == answer
    if best.again == 1 or not best.calls:
        return "throwing again, blind,", act == "again"
    name = max(best.calls, key=lambda call: float(best.calls[call]))
    same = isinstance(act, Outcome) and seen.rules.tier_name(seen.rules.tier(act)) == name
    return f"calling {best.said.get(name, name)}", same


def _true(rules: Rules, call: Outcome, *, blind: bool = False) -> str:
    """Return how often a throw makes a call true."""
    often = _often(chance_true(rules, rules.tier(call), blind=blind))
    return f"A fresh throw makes {_words(rules, call)} true {often}."


def _beaten(rules: Rules, call: Outcome, what: str = "The next throw") -> str:
    """Return how often a throw can be called truthfully after a call; a toast can't."""
    tier = rules.tier(call)
    if tier == rules.top:
        return _true(rules, call)
    how = "equals or beats" if rules.may_equal else "beats"
    return f"{what} {how} it {_often(sum(rules.throw_chances[tier + (not rules.may_equal) :]))}."


def _often(chance: Any) -> str:
    if chance in (0, 1):
        return "always" if chance else "never"
    return f"{percent(chance)} of the time"


def _words(rules: Rules, call: Outcome | None) -> str:
    return "nothing" if call is None else rules.variant.in_words(call)
