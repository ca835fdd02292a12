"""Facts about the play that advice goes by: an equilibrium of more than two, and best replies."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from mia_stats import (
    CHARACTERS,
    Mixture,
    Player,
    Rules,
    Seen,
    TableStrategy,
    advise,
    best_response,
    recognise,
    solve_match,
    truth_chance,
)
from mia_stats.advice.play import _match, best_of_two, well_played

HALF = Fraction(1, 2)


def test_only_so_many_rounds_and_matches_are_kept() -> None:
    assert best_of_two.cache_info().maxsize == well_played.cache_info().maxsize == 64
    assert _match.cache_info().maxsize == 6


class TestEquilibrium:
    """Without players, the lives of three and more ask for an equilibrium."""

    def test_it_is_the_play_of_the_match(self) -> None:
        match = solve_match(Rules(lives=3), seats=3)
        advice = advise(64, lives=(3, 2, 1))
        assert advice.by == "equilibrium"
        assert advice.answers["doubt"] == match.strategy.at(3, 2, 1).doubts[0, 12]
        true = truth_chance(64, match.strategy, lives=(1, 3, 2), rules=match.rules)
        assert advice.true == true

    def test_who_opens_with_one_life_never_loses(self) -> None:
        """As the equilibrium of three with one life each says; nobody else is sure."""
        opener = advise(lives=(1, 1, 1))
        assert sum(opener.calls.values()) == pytest.approx(1)
        for roll in (31, 54, 66):
            advice = advise(roll=roll, lives=(1, 1, 1))
            assert [advice.brings[call] for call in advice.calls] == pytest.approx(
                [1] * len(advice.calls)
            )

    @pytest.mark.parametrize("ending", ["first_out", "last_standing"])
    @pytest.mark.parametrize("starter", ["standard", "loser", "random"])
    def test_no_answer_brings_more_than_the_one_given(self, ending: Any, starter: Any) -> None:
        rules = Rules(lives=3, ending=ending, next_starter=starter)
        for last, previous in product((54, 64, 66, 21), (None, 52)):
            advice = advise(last, previous=previous, lives=(2, 3, 1), rules=rules)
            brings: Any = advice.brings
            for answer, chance in advice.answers.items():
                if chance > 0 and answer in brings:
                    assert brings[answer] >= max(brings.values()) - 1e-9

    def test_it_says_whom_it_does_not_protect(self) -> None:
        assert advise(lives=(2, 2, 2)).text.endswith(
            "That is one equilibrium of 3 with lives 2, 2, 2, yours first: best if all others play "
            "by it too, and no protection from others who play badly."
        )


class TestReplies:
    """With players it is the best reply to them."""

    def test_in_a_round_between_two(self) -> None:
        rules, advice = Rules(), advise(54, players=["liar"])
        assert (advice.by, advice.true) == ("best reply", 0)
        assert advice.answers == {"doubt": 1, "believe": 0}
        assert advice.brings["doubt"] == 1
        assert advice.text == (
            "Doubt. Liar opens with 54 only as a lie; after believing, liar doubts you 52.8 % of "
            "the time. Doubting brings +1.00 lives, believing +0.48. That is the best reply to "
            "liar, in a round on its own."
        )
        whole = [
            p * max(advise(roll=rules.tier_outcomes(tier)[0], players=["liar"]).brings.values())
            for tier, p in enumerate(rules.throw_chances)
        ]
        assert sum(whole) == best_response("liar").opening

    def test_in_a_game_of_three(self) -> None:
        others, lives = ["honest", "liar"], (3, 2, 4)
        reply = best_response(others, lives=lives)
        table = reply.strategy.at(*lives)
        for last, roll in product((None, 42, 61), (31, 54, 66)):
            state = Rules().state(last)
            call = next(iter(advise(last, roll=roll, players=others, lives=lives).calls))
            assert table.calls[state, Rules().tier(roll), Rules().tier(call)] == 1
        for last in (42, 61, 66):
            doubt = advise(last, players=others, lives=lives).answers["doubt"]
            assert doubt == table.doubts[0, Rules().tier(last)]

    def test_what_it_brings_is_the_chance_to_win(self) -> None:
        """Who opens wins as often as the mean of what it calls, by what it throws, brings."""
        others, lives, rules = ["honest", "liar"], (2, 1, 2), Rules()
        reply = best_response(others, lives=lives)
        whole = sum(
            rules.throw_chances[tier]
            * max(
                advise(
                    roll=rules.tier_outcomes(tier)[0], players=others, lives=lives
                ).brings.values()
            )
            for tier in range(rules.tier_count)
        )
        assert whole == pytest.approx(1 - reply.loses[0])

    @pytest.mark.parametrize("starter", ["standard", "loser", "random"])
    def test_it_brings_most(self, starter: Any) -> None:
        rules = Rules("meyer-toast-high", lives=2, next_starter=starter, mia_penalty=1)
        for last in (54, 65, 66, rules.tier_outcomes(rules.top)[0]):
            advice = advise(last, players=["random", "liar"], rules=rules)
            brings: Any = advice.brings
            best = next(answer for answer, chance in advice.answers.items() if chance == 1)
            assert brings[best] == max(brings.values())

    def test_lives_are_those_of_the_rules_among_more(self) -> None:
        players, rules = ["honest", "liar"], Rules(lives=2)
        assert advise(54, players=players, rules=rules) == advise(
            54, players=players, rules=rules, lives=(2, 2, 2)
        )
        assert "with lives 2, 2, 2" in advise(54, players=players, rules=rules).text

    def test_who_changes_is_asked_again(self) -> None:
        class Moody:
            name, like = "moody", "liar"

            def table(self, rules: Rules) -> TableStrategy:
                table = CHARACTERS[self.like].table(rules)
                return TableStrategy(self.name, **table.tables, rules=rules)

        moody = Moody()
        players: list[Player] = [Mixture({moody: 1}), moody]
        assert [advise(54, players=[player]).true for player in players] == [0, 0]
        moody.like = "honest"
        assert [advise(54, players=[player]).true for player in players] == [1, 1]

    def test_a_solution_may_sit_there(self) -> None:
        match = solve_match(Rules(lives=2))
        advice = advise(54, players=[match.strategy], lives=(2, 2), rules=match.rules)
        assert max(advice.brings.values()) == pytest.approx(advice.rolling_on)

    @pytest.mark.parametrize(
        ("given", "why"),
        [
            ({"players": []}, "one at least"),
            ({"players": "honest"}, "must be a list"),
            ({"players": ["honest", "liar"], "lives": (3, 2)}, "a list of 3 numbers"),
            ({"players": ["honest"] * 6}, "1 to 5 players, not 6"),
            ({"players": ["poker"]}, "is no player"),
            ({"players": [solve_match(Rules(lives=1)).strategy]}, "give lives, mine first"),
            (
                {"players": ["honest", "liar"], "rules": Rules(unseen_pass="free")},
                "with an unseen pass among 3",
            ),
            ({"players": ["honest"], "rules": Rules(toast=32)}, "toasts have no closed form"),
            ({"lives": (2, 2, 2), "rules": Rules(unseen_pass="free")}, "among 3, has no closed"),
        ],
    )
    def test_what_is_not_known(self, given: Any, why: str) -> None:
        with pytest.raises((TypeError, ValueError), match=why):
            advise(54, **given)


class TestMixtures:
    """The best reply to who is one of several is that to how they play on average."""

    def test_it_is_the_reply_to_the_mean(self) -> None:
        who = recognise([Seen(call=65, shown=31), Seen(heard=54, answer="believe")])
        mean = who.table(Rules())
        for last in (42, 54, 65, 21):
            advice, plain = (advise(last, players=[player]) for player in (who, mean))
            assert (advice.answers, advice.true) == (plain.answers, plain.true)
        assert isinstance(advise(54, players=[who]).true, Fraction)
        long = recognise([Seen(call=65)] * 60)
        assert isinstance(advise(54, players=[long]).true, float)  # not of hundreds of digits
        assert isinstance(truth_chance(54, long), Fraction)
        assert advise(54, players=[long]).true == pytest.approx(truth_chance(54, long))
        assert "the mean of liar (51.2 %) and random (48.8 %)" in advise(54, players=[who]).text

    def test_the_chance_that_it_is_true_is_that_of_the_mixture(self) -> None:
        either = {"honest": HALF, "liar": HALF}
        advice = advise(65, previous=64, players=["lucky", either], lives=(2, 2, 2))
        assert advice.true == pytest.approx(truth_chance(65, either, previous=64))
