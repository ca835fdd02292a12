"""Facts about advice in words: a verb first, why in a sentence, then the numbers."""

from __future__ import annotations

import re

import pytest

from mia_stats import CHARACTERS, Mixture, Rules, advise

VERBS = "Doubt|Believe|Look|Fold|Answer it|Call|Tell the truth|Show it|Throw again|With"


@pytest.mark.parametrize(
    "rules",
    [Rules(), Rules("meyer"), Rules("points"), Rules(thrown_mia="next"), Rules(mia_fold=None)],
    ids=str,
)
def test_a_verb_comes_first(rules: Rules) -> None:
    top = rules.tier_outcomes(rules.top)[0]
    for players in (None, ["liar"], [Mixture({"honest": 0.5, "random": 0.5})]):
        for last in (None, 54, top):
            for roll in (None, 31, 66):
                if roll is not None and last == top and not rules.may_equal_mia:
                    continue
                advice = advise(last, roll=roll, players=players, rules=rules)
                assert re.match(VERBS, advice.text), advice.text
                assert advice.text.count(" That is ") == 1
                assert not re.search(r"(?<![0-9])0\.0 %", advice.text), advice.text


def test_who_never_lies_there_and_who_always_does() -> None:
    said = {name: advise(54, players=[name]).text for name in ("honest", "liar", "lucky")}
    assert "Honest opens with 54 only when it is true; after believing, honest " in said["honest"]
    assert "Liar opens with 54 only as a lie; after believing, liar doubts you " in said["liar"]
    assert "Lucky never opens with 54; after believing, lucky never doubts you." in said["lucky"]


def test_calls_that_bring_the_same_are_said_once() -> None:
    assert "Each brings -1.00 lives." in advise(54, roll=43).text
    assert "That wins the match" in advise(54, roll=65, lives=(3, 2)).text


def test_an_opener_among_three_is_told_all_it_calls() -> None:
    """With three lives each it says 53 whatever it has; with others it mixes its lies."""
    assert advise(lives=(3, 3, 3)).text.startswith("With 31 to 21 call 53. Opening loses")
    text = advise(lives=(3, 2, 4)).text
    assert text.startswith("With 31 to 43 call 51 (")
    assert ", with 54 to 66 call 53, with 21 the truth. " in text


def test_whom_a_reply_is_to() -> None:
    for name in CHARACTERS:
        told = advise(65, players=[name]).text
        assert told.endswith(f"That is the best reply to {name}, in a round on its own.")
    three = advise(65, players=["honest", "liar"], lives=(1, 2, 3)).text
    assert three.endswith("the best reply to honest and liar, with lives 1, 2, 3, yours first.")
