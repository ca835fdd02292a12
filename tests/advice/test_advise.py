"""Facts about advice at the table."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace
from fractions import Fraction
from typing import Any, assert_type, get_args

import pytest

from mia_stats import (
    STANDARD,
    VARIANTS,
    Answer,
    Dice,
    Rules,
    Variant,
    advise,
    beat_probability,
    evaluate,
    exploitability,
    solve_match,
    solve_round,
)
from mia_stats.utils.tables import percent


class TestAdvice:
    """What to do after a call of 54."""

    def test_an_opening_call_of_54_is_doubted_4_times_in_17(self) -> None:
        advice = advise(54)
        assert advice.answers == {"doubt": Fraction(4, 17), "believe": Fraction(13, 17)}
        assert advice.text == (
            "Doubt 23.5 % of the time, else believe. Who plays well opens with 54 truthfully "
            "47.2 % of the time. Doubting brings +0.06 lives, believing +0.06. That is optimal "
            "play for two, in a round on its own."
        )
        assert not advice.calls

    def test_doubting_and_believing_are_worth_the_same(self) -> None:
        """Doubting wins 1 − 2 · true lives, believing the value of the next state."""
        for call in (53, 54, 61, 65, 11, 66):
            advice = advise(call)
            assert advice.true is not None
            assert 1 - 2 * advice.true == solve_round().values[call]

    def test_how_often_to_doubt_depends_on_the_call_before(self) -> None:
        """After 42 the threshold is still 52, after 53 nothing below the call can be called."""
        assert advise(54).answers["doubt"] == Fraction(4, 17)
        assert advise(54, previous=53).answers["doubt"] != Fraction(4, 17)
        assert "after 53" in advise(54, previous=53).text

    def test_mia_is_looked_at_or_folded_to(self) -> None:
        advice = advise(21)
        assert advice.answers == {"look": Fraction(23, 36), "fold": Fraction(13, 36)}
        assert advice.rolling_on is None

    def test_who_throws_better_tells_the_truth(self) -> None:
        advice = advise(54, roll=65)
        assert advice.calls == {"65": 1}
        assert advice.text.startswith(
            "Tell the truth: call 65. You have 65, which must be called above 54. "
        )

    def test_who_throws_worse_spreads_its_lies(self) -> None:
        advice = advise(54, roll=43)
        assert sum(advice.calls.values()) == 1
        assert next(iter(advice.calls)) == "61"
        assert "43" not in advice.calls

    def test_an_opener_learns_the_threshold(self) -> None:
        assert advise().text == (
            "Tell the truth with 53 or better, with 52 48.3 % of the time, and with less call 53 "
            "or more. Opening brings +0.30 lives. That is optimal play for two, in a round on its "
            "own."
        )
        assert min(advise(roll=31).calls) == "11"
        assert next(iter(advise(roll=31).calls)) == "53"
        assert advise(roll=61).calls == {"61": 1}
        assert not advise(roll=61).answers

    def test_an_opener_without_a_roll_sees_its_calls(self) -> None:
        calls = advise().calls
        assert next(iter(calls)) == "52"
        assert sum(calls.values()) == 1

    def test_a_call_that_good_players_never_make(self) -> None:
        advice = advise(31)
        assert advice.true is None
        assert "Who plays well never opens with 31." in advice.text
        assert "doubt" not in advice.brings  # nobody knows what would lie there

    def test_lives_change_the_advice(self) -> None:
        assert advise(21, lives=(1, 6)).answers["look"] == 1
        assert advise(21, lives=(1, 6)).text.startswith("Look. ")
        far, near = (advise(54, lives=lives).answers["doubt"] for lives in ((6, 6), (1, 6)))
        assert far != near
        assert advise(54, lives=(3, 2)).answers["doubt"] == pytest.approx(
            solve_match(Rules(lives=3)).strategy.at(3, 2).doubts[0, 8]
        )

    def test_with_lives_believing_and_doubting_are_worth_the_same(self) -> None:
        """Rolling on wins `rolling_on`; doubting wins or loses one life and the next opening."""
        wins = solve_match().opener_wins
        advice = advise(54, lives=(4, 3))
        assert advice.true is not None
        doubt = (1 - advice.true) * wins[4, 2] + advice.true * (1 - wins[3, 3])
        assert doubt == pytest.approx(advice.rolling_on, abs=1e-12)

    @pytest.mark.parametrize(
        ("given", "shown"),
        [
            ({"last": 45}, "write 54"),
            ({"previous": 54}, "without a last"),
            ({"last": 42, "previous": 54}, "a call of 42 is not above 54"),
            ({"last": 54, "previous": 54}, "not above"),
            ({"last": 21, "roll": 54}, "nobody calls after 21"),
            ({"last": 54, "lives": (1,)}, "mine and theirs"),
            ({"last": 54, "lives": (7, 7, 7, 7, 8)}, "different lives"),
            ({"last": 54, "lives": (0, 1)}, "from 1 to 20"),
            ({"last": 54, "lives": "11"}, "'11'"),
            (
                {"last": 53, "previous": 54, "rules": Rules(call="at_least")},
                "a call of 53 is not at least 54",
            ),
            (
                {"last": 21, "previous": 21, "rules": Rules(call="at_least")},
                "nobody calls after 21",
            ),
            ({"last": 54, "previous": 21, "rules": "meyer"}, "a call of 54 is not at least 21"),
            ({"last": 54, "blind": True}, "second_throw='blind'"),
            ({"blind": True, "rules": Rules(second_throw="blind")}, "blind is about a last call"),
            ({"last": 54, "blind": 1}, "blind must be True or False"),
            ({"last": 31, "rules": Rules("mexen")}, "31 is rethrown"),
            ({"last": 54, "lives": (2, 2), "rules": Rules(mia_equalled=True)}, "in a single round"),
        ],
    )
    def test_questions_that_make_no_sense(self, given: Any, shown: str) -> None:
        with pytest.raises((TypeError, ValueError), match=shown):
            advise(**given)


class TestAskedOften:
    """A round and a match are solved once, and nobody can tell."""

    def test_nothing_is_solved_twice(self, monkeypatch: pytest.MonkeyPatch) -> None:
        questions: list[dict[str, Any]] = [{"lives": None}, {"lives": [3, 2]}]
        first = [advise(54, previous=42, roll=43, **question) for question in questions]
        for name in ("solve_round", "solve_match", "prospects"):
            monkeypatch.delattr(f"mia_stats.advice.play.{name}")
        assert [advise(54, previous=42, roll=43, **question) for question in questions] == first

    def test_who_changes_an_answer_changes_no_other(self) -> None:
        for lives in (None, (3, 2)):
            for given in ({}, {"last": 54, "roll": 43}, {"roll": 43}):
                question: Any = {**given, "lives": lives}
                spoiled, kept = advise(**question), advise(**question)
                for part in (spoiled.answers, spoiled.calls):
                    assert isinstance(part, dict)
                    part.clear()
                assert kept.calls
                assert advise(**question) == kept

    def test_equal_rules_by_other_names_get_the_same_advice_and_errors_of_their_own(self) -> None:
        own = Rules(Variant("own", STANDARD.tiers, title="Ours"))
        assert advise(54, rules=own) == advise(54)
        own = Rules(Variant("own", VARIANTS["mexen"].tiers, VARIANTS["mexen"].rethrown))
        for rules, name in ((Rules("mexen"), "mexen"), (own, "own")):
            with pytest.raises(ValueError, match=f"31 is rethrown in {name}"):
                advise(31, rules=rules)

    @pytest.mark.parametrize("lives", [(True, True), (1.0, 1.0), (1,), 1, "11", {1: 1, 2: 2}])
    def test_lives_that_look_like_known_ones_are_refused(self, lives: Any) -> None:
        advise(54, lives=(1, 1))
        with pytest.raises((TypeError, ValueError), match="lives"):
            advise(54, lives=lives)


class TestTypes:
    """What type checkers know, and whether it is so."""

    def test_a_round_is_weighed_in_fractions(self) -> None:
        advice = advise(54, roll=43)
        assert_type(advice.answers["doubt"], Fraction)
        assert_type(advice.rolling_on, Fraction | None)
        numbers = [*advice.answers.values(), *advice.calls.values(), advice.true, advice.rolling_on]
        assert {type(number) for number in numbers} == {Fraction}

    def test_a_match_is_weighed_in_floats(self) -> None:
        advice = advise(54, roll=43, lives=(3, 2))
        assert_type(advice.answers["doubt"], float)
        assert_type(advice.true, float | None)
        numbers = [*advice.answers.values(), *advice.calls.values(), advice.true, advice.rolling_on]
        assert {type(number) for number in numbers} == {float}

    def test_the_answers_are_those_of_the_type(self) -> None:
        words = [*advise(54).answers, *advise(21).answers]
        assert_type(words, list[Answer])
        assert tuple(words) == get_args(Answer)

    def test_advice_travels(self) -> None:
        advice = advise(54, roll=43)
        assert pickle.loads(pickle.dumps(advice)) == advice


class TestEqualledCalls:
    """Advice where calls may be equalled, as in Danish Meyer."""

    def test_danish_meyer_goes_on_answering(self) -> None:
        advice = advise(54, rules="meyer")
        assert sum(advice.answers.values()) == 1
        again = advise(54, previous=54, roll=54, rules="meyer")
        assert again.answers["doubt"] == 1
        assert again.text.startswith(
            "Tell the truth: call 54. You have 54, which must be called 54 or more. "
        )
        assert advise(53, previous=53, rules=Rules(call="at_least")).answers["doubt"] == 0

    def test_doubting_and_believing_are_worth_the_same(self) -> None:
        rules = Rules(call="at_least")
        for call in (54, 61, 65, 11, 66):
            true = advise(call, rules=rules).true
            assert true is not None
            assert 1 - 2 * true == solve_round(rules).values[call]

    def test_after_the_lowest_call_a_round_is_as_new(self) -> None:
        """Who believes a 31 may call all that an opener may, and wins as often."""
        rules = Rules(lives=1, call="at_least")
        opener = evaluate(["optimal"] * 2, rules, starter=0).wins[0]
        assert advise(31, rules=rules).rolling_on == opener

    def test_lives_count_too(self) -> None:
        rules = Rules(call="at_least")
        advice = advise(54, previous=54, roll=61, lives=(3, 2), rules=rules)
        wins = solve_match(replace(rules, lives=3)).strategy.stacks[3, 2]
        assert advice.rolling_on == pytest.approx(wins[rules.tier(54) + 1].value, abs=1e-12)


@pytest.mark.parametrize("unseen_pass", ["free", "liable"])
def test_a_duel_never_has_an_unseen_pass_so_it_is_advised(unseen_pass: Any) -> None:
    rules = Rules("ascending-doubles", unseen_pass=unseen_pass)
    plain = Rules("ascending-doubles")
    assert advise(54, rules=rules).answers == advise(54, rules=plain).answers
    assert solve_round(rules).value == solve_round(plain).value
    assert solve_match(rules).opener_wins[6, 6] == solve_match(plain).opener_wins[6, 6]
    for player in ("honest", "sniper", "liar"):
        assert exploitability(player, rules) == exploitability(player, plain)
        duel = [evaluate([player, "optimal"], by).wins[0] for by in (rules, plain)]
        assert duel[0] == duel[1]


def test_calls_are_told_as_players_say_them_and_kept_by_their_name() -> None:
    """By points players say 8 for 62 and 53; machines go on reading 62=53."""
    rules = Rules("points")
    advice = advise("8", previous=7, roll=9, rules=rules)
    assert advice.text.startswith(
        "Tell the truth: call 9 (63=54). You have 9 (63=54), which must be called above 8 (62=53). "
    )
    assert "calls 8 (62=53) after 7 (61=52=43)" in advise("8", previous=7, rules=rules).text
    assert list(advice.calls) == ["63=54"]
    assert "call 9 (63=54)" in str(advice)
    assert "call 9 (63=54)" in advice._repr_html_()
    assert json.loads(advice.to_json())[2]["action"] == "call 63=54"
    lie = advise(8, roll=31, rules=rules)
    often = {call: percent(chance) for call, chance in lie.calls.items()}
    nine, ten, eleven = (often[name] for name in ("63=54", "64", "65"))
    assert lie.text.startswith(f"Call 9 (63=54; {nine}), 10 (64; {ten}), 65 ({eleven}), ")
    assert pickle.loads(pickle.dumps(lie)) == lie


class TestHouseRules:
    """Advice by rules that people play: Mia on Mia, a blind second throw, a Mia that is shown."""

    def test_mia_may_be_answered_by_mia(self) -> None:
        advice = advise(21, rules="meyer")
        assert list(advice.answers) == ["look", "believe"]
        assert sum(advice.answers.values()) == 1
        assert "of the time, else answer it with 21. " in advice.text
        assert advice.rolling_on == Fraction(1, 18)  # who believes must throw another
        again = advise(21, previous=21, roll=54, rules="meyer")
        assert again.answers == {"look": 1, "believe": 0}
        assert again.calls == {"21": 1}
        assert again.text.startswith("Call 21. You have 54, which must be called 21. ")
        assert advise(21, roll=21, rules="meyer").text.startswith("Tell the truth: call 21. ")

    def test_a_fold_is_one_answer_of_three(self) -> None:
        answers = advise(21, rules=Rules(mia_equalled=True)).answers
        assert list(answers) == ["look", "fold", "believe"]
        assert answers["fold"] == 0  # it costs a life, and another Mia less
        dear = advise(21, rules=Rules(mia_equalled=True, mia_lie_penalty=2)).answers
        assert list(dear) == ["look", "fold"]

    def test_who_throws_little_throws_again(self) -> None:
        rules = Rules("kiriki", second_throw="blind")
        advice = advise(roll=31, rules=rules)
        assert 0 < advice.again <= 1
        assert advice.again + sum(advice.calls.values()) == 1
        assert sum(advice.blind.values()) == 1
        assert advice.text.startswith("Throw again")
        assert "throw again" in advice.columns["action"]
        best = advise(roll=66, rules=rules)
        assert (best.again, best.blind) == (0, {})
        assert sum(advise(rules=rules).calls.values()) == 1
        assert "throw again" in advise(rules=rules).text

    def test_a_blind_call_is_answered_by_itself(self) -> None:
        rules = Rules("kiriki", second_throw="blind")
        (call,) = advise(roll=31, rules=rules).blind
        heard = advise(call, blind=True, rules=rules)
        assert heard.answers == {"doubt": 1, "believe": 0}
        assert heard.text.startswith("Doubt. Who plays well opens with ")
        assert ", blind, truthfully" in heard.text
        assert heard.true == beat_probability(call, "kiriki", or_tie=True)
        assert heard.true != advise(call, rules=rules).true

    def test_a_shown_mia_is_no_call(self) -> None:
        advice = advise(54, roll=21, rules="german-party")
        assert not advice.calls
        assert advice.text.startswith("Show it: a thrown 21 ends the round. ")
        assert "show 21" in advise(rules="german-party").text

    def test_where_nobody_folds_nothing_is_said_of_it(self) -> None:
        for lives in (None, (3, 3), (2, 2, 2)):
            advice: Any = advise(21, lives=lives, rules=Rules(mia_fold=None))
            assert advice.answers == {"look": 1}
            assert "fold" not in advice.text
            assert "fold" not in advice.brings

    def test_throws_that_no_dice_make_are_not_told(self) -> None:
        rules = Rules(dice=Dice([0, 1, 1, 1, 1, 1]))
        lowest = next(iter(advise(rules=rules).calls))
        assert f"Tell the truth with {lowest} or better" in advise(rules=rules).text
        reply = advise(players=["liar"], rules=rules).text
        assert reply.startswith("With 32, 42 to 43, ")
        assert "21" not in reply

    def test_a_mia_may_be_called_less(self) -> None:
        """A wrong doubt costs more than a look at Mia."""
        rules = Rules(doubt_penalty=4)
        assert advise(roll=21, rules=rules).calls == {"66": 1}
        assert "but with 21 0.0 % of the time, and else call 66" in advise(rules=rules).text

    def test_matches_by_other_rules(self) -> None:
        assert advise(54, lives=(1, 1), rules="contest").answers["doubt"] > 0
        assert advise(54, lives=(3, 2), rules=Rules(lie_penalty=2)).answers["doubt"] > 0
        assert advise(54, lives=(2, 1), rules="contest").answers["doubt"] > 0  # a random opener
