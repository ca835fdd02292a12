"""Facts about what a person is told of good play after a round."""

from __future__ import annotations

from typing import Any

import pytest

from mia_stats import Rules, advise, beat_probability
from mia_stats.cli.review import reviewed
from mia_stats.utils.tables import percent
from tests.simulate.game_helpers import told


def last_review(rules: Rules, rolls: list[Any], acts: list[Any], n: int = 2, **more: Any) -> str:
    """Return what is said of the last of some acts."""
    game = told([None] * n, rolls, rules, **more)
    for act in acts[:-1]:
        game.act(act)
    assert game.to_act is not None
    seen = game.sees(game.to_act)
    (event, *_) = game.act(acts[-1])
    return reviewed(seen, event.answer or event.call or "again")


class TestForTwo:
    """The optimum, of the match where it can be solved."""

    def test_an_answer(self) -> None:
        best = advise(54, previous=42, lives=(6, 6))
        said = last_review(Rules(), [61, 54, 31, 32], [42, "believe", 54, "doubt"])
        assert best.true is not None
        assert said == (
            f"You doubted 54. Optimal play of the match does so {percent(best.answers['doubt'])} "
            f"of the time; called so, it is true {percent(best.true)} of the time."
        )

    def test_the_lives_count(self) -> None:
        best = advise(54, lives=(1, 3))
        said = last_review(Rules(lives=3), [61, 54, 31], [54, "doubt"], lives=(3, 1))
        assert percent(best.answers["doubt"]) in said

    def test_a_round_where_a_match_has_no_closed_form(self) -> None:
        rules = Rules(mia_equalled=True)
        best = advise(54, rules=rules)
        said = last_review(rules, [61, 54, 31], [54, "doubt"])
        assert "Optimal play of the round" in said
        assert percent(best.answers["doubt"]) in said

    def test_a_call(self) -> None:
        best = advise(65, roll=43, lives=(6, 6))
        said = last_review(Rules(), [65, 43], [65, "believe", 66])
        assert said.startswith("You called 66 over 43 after 65. Optimal play of the match does so ")
        assert percent(best.calls["66"]) in said
        assert "most of all it calls 21 " in said

    def test_the_call_that_is_made_most(self) -> None:
        said = last_review(Rules(), [65, 43], [65, "believe", 21])
        assert "which optimal play of the match does most" in said

    def test_the_truth_where_it_is_always_told(self) -> None:
        said = last_review(Rules(), [65], [65])
        assert said == "You called 65 over 65, as optimal play of the match always does."

    def test_a_call_that_is_never_made(self) -> None:
        said = last_review(Rules(), [65], [31])
        assert said == "You called 31 over 65. Optimal play of the match calls 65."

    def test_mia(self) -> None:
        said = last_review(Rules(), [65, 31], [21, "look"])
        assert said.startswith("You looked at 21. Optimal play of the match does so ")
        assert last_review(Rules(), [65, 31], [21, "fold"]).startswith("You folded to 21. Optimal")

    def test_a_sum(self) -> None:
        said = last_review(Rules("points"), [62], [8])
        assert said.startswith("You called 8 (62=53) over 62")


class TestChances:
    """Where no optimum is known: more than two, dice that nobody has seen, sips."""

    def test_an_answer(self) -> None:
        said = last_review(Rules(), [61, 31, 32], [54, "doubt"], n=3)
        assert said == ("You doubted 54. A fresh throw makes 54 true 55.6 % of the time.")

    def test_by_the_exact_test(self) -> None:
        said = last_review(Rules(truth="exact"), [61, 31, 32], [54, "believe"], n=3)
        assert "makes 54 true 5.6 % of the time" in said

    def test_where_calls_may_be_equalled(self) -> None:
        said = last_review(Rules(call="at_least"), [61], [54], n=3)
        assert (
            said == "You called 54 over 61. The next throw equals or beats it 55.6 % of the time."
        )

    def test_a_call_and_mia(self) -> None:
        said = last_review(Rules(), [61, 31], [21], n=3)
        assert said == "You called 21 over 61. A fresh throw makes 21 true 5.6 % of the time."

    @pytest.mark.parametrize(
        ("how", "words", "call"), [("free", "", "54"), ("liable", " with 61", "61")]
    )
    def test_a_cup_that_is_handed_on(self, how: Any, words: str, call: str) -> None:
        """Who hands it on liably answers for the new call."""
        rules = Rules(unseen_pass=how)
        said = last_review(rules, [61, 31], [54, 61 if how == "liable" else 54], n=3)
        assert said.startswith(f"You handed 54 on unseen{words}. A fresh throw makes {call} true")

    def test_a_blind_throw(self) -> None:
        rules = Rules(second_throw="blind")
        said = last_review(rules, [43, 31], ["again"])
        again = percent(advise(roll=43, rules=rules).again)
        gave = "You gave 43 away to throw blind."
        assert said == f"{gave} Optimal play of the round does so {again} of the time."
        of_three = last_review(rules, [43, 31], ["again"], n=3)
        better = percent(beat_probability(43))
        assert of_three == f"{gave} A fresh throw beats it {better} of the time."
        called = last_review(rules, [43, 31], ["again", 54])
        assert called.startswith("You called 54 blind. Optimal play of the round calls ")
        doubted = last_review(rules, [43, 31, 32], ["again", 54, "doubt"])
        assert advise(54, blind=True, rules=rules).answers["doubt"] == 0
        assert doubted == "You doubted 54. Optimal play of the round does so never."

    def test_sips(self) -> None:
        rules = Rules(forfeit="sip", ending="rounds", rounds=3)
        assert "A fresh throw makes" in last_review(rules, [43, 31], [54, "doubt"])

    def test_toasts_are_no_truth(self) -> None:
        said = last_review(Rules("meyer", toast=32), [43, 41, 42], [41, "doubt"], n=3)
        assert "makes 41 true 94.4 % of the time" in said
