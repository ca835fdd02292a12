"""Facts about what a strategy in code may say, by the rules, whoever asks it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from mia_stats import (
    BELIEVE,
    DOUBT,
    AnswerSituation,
    CallSituation,
    Rules,
    simulate_games,
)
from mia_stats.game.legal import legal_answers, legal_calls

PLAIN, LIABLE, FREE = Rules(), Rules(unseen_pass="liable"), Rules(unseen_pass="free")
AT: Any = {"seat": [0], "seat_lives": [[1, 1, 1]]}


def says(**what: Any) -> Any:
    """Return somebody who says this, whatever is asked."""
    return SimpleNamespace(
        name="talker", **{name: lambda _seen, _rng, said=said: said for name, said in what.items()}
    )


def calls(said: Any, state: int, rules: Rules = PLAIN, who: Any = None) -> Any:
    seen = CallSituation(rules, np.array([state]), **AT, rolled=np.array([0]))
    player = who or says(choose_call=said)
    return legal_calls(player, seen, np.random.default_rng(1)).tolist()


def answers(
    said: Any, call: int, rules: Rules = PLAIN, may_pass: bool = False, who: Any = None
) -> Any:
    heard = {"call": np.array([call]), "may_pass": np.array([may_pass])}
    seen = AnswerSituation(rules, np.array([0]), **AT, **heard)
    return legal_answers(who or says(answer=said), seen, np.random.default_rng(1)).tolist()


@pytest.mark.parametrize("call", [9, 20])
def test_a_call_must_be_higher_than_the_last_one(call: int) -> None:
    assert calls([call], 9) == [call]


def test_a_call_may_repeat_the_last_one_where_that_is_a_rule() -> None:
    assert calls([8], 9, Rules(call="at_least")) == [8]
    with pytest.raises(ValueError, match=r"called tier 8 \(54\): legal is 9 \(61\) to 20 \(21\)"):
        calls([8], 9)
    with pytest.raises(ValueError, match=r"called tier 21 \(none\)"):
        calls([21], 9)


def test_a_call_of_mia_is_looked_at_where_folding_is_forbidden() -> None:
    assert answers([BELIEVE], 20) == [BELIEVE]
    assert answers([DOUBT], 20, Rules(mia_fold=None)) == [DOUBT]
    with pytest.raises(ValueError, match=r"to the call 21: legal is LOOK \(-2\)$"):
        answers([BELIEVE], 20, Rules(mia_fold=None))


def test_a_cup_is_handed_on_only_where_it_may_be_and_with_what_may_be() -> None:
    assert answers([12], 8, LIABLE, may_pass=True) == [12]
    assert answers([8], 8, FREE, may_pass=True) == [8]
    for said, rules, may in ((12, LIABLE, False), (7, LIABLE, True), (9, FREE, True)):
        with pytest.raises(ValueError, match=f"talker answered {said} to the call 54"):
            answers([said], 8, rules, may)


@pytest.mark.parametrize("said", [[1, 2], 1, [1.0], [True], None, [[1]], [[1], [1, 2]], ["9"]])
def test_what_is_said_is_an_array_of_whole_numbers(said: Any) -> None:
    for ask in (calls, answers):
        with pytest.raises(ValueError, match="talker must give a whole number for each"):
            ask(said, 0)


def test_who_changes_what_it_has_seen_is_checked_by_what_it_was_asked() -> None:
    class Vandal:
        name = "vandal"

        def choose_call(self, seen: Any, rng: Any) -> Any:
            seen.state[:] = 0
            return seen.state

        def answer(self, seen: Any, rng: Any) -> Any:
            seen.may_pass[:], seen.call[:] = True, 3
            return seen.call

    with pytest.raises(ValueError, match="called tier 0"):
        calls(None, 9, who=Vandal())
    with pytest.raises(ValueError, match="answered 3 to the call 64"):
        answers(None, 12, LIABLE, who=Vandal())


def test_masked_answers_are_no_answers() -> None:
    class Masked:
        name = "masked"

        def choose_call(self, seen: Any, rng: np.random.Generator) -> Any:
            return np.ma.masked_array(seen.lowest, mask=True)

        def answer(self, seen: Any, rng: np.random.Generator) -> Any:
            return np.full(len(seen.call), DOUBT)

    with pytest.raises(ValueError, match="masked must give a whole number for each call"):
        simulate_games([Masked(), "honest"], games=10, rng=1)


def test_a_single_answer_for_all_games_is_told_what_is_due() -> None:
    class Single:
        name = "single"

        def choose_call(self, seen: Any, rng: np.random.Generator) -> Any:
            return seen.lowest

        def answer(self, seen: Any, rng: np.random.Generator) -> Any:
            return DOUBT

    with pytest.raises(ValueError, match=r"as np\.where\(doubting, .*\) does, not -2"):
        simulate_games([Single(), "honest"], games=10, rng=1)
