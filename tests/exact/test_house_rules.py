"""Facts about the house rules: on paper, by a chain of every position, and by evaluation."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest

from mia_stats import Dice, Rules, TableStrategy, Variant, evaluate
from mia_stats.game.settings import MiaBy
from tests.helpers import THREE
from tests.oracles.agreement import astray, means, measured, spread
from tests.oracles.exact_chain import Expected, exact_chain
from tests.oracles.settings import random_setting

LOW, DOUBLE, MIA = range(3)
P_LOW, P_DOUBLE, P_MIA = 28 / 36, 6 / 36, 2 / 36
ALWAYS_MIA = Dice([1, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0])
AT_START = 0
"""The state before the first call; after LOW it is 1, after DOUBLE 2, after a believed Mia 3."""

STARTERS = {"standard": 2, "loser": 1, "winner": 0, "doubter": 1, "after_doubter": 2}
"""Who of three opens after seat 1 has wrongly doubted seat 0."""


def player(
    *,
    calls: Mapping[tuple[int, int], int] | int | None = None,
    doubts: Mapping[tuple[int, int], float] | None = None,
    passes: Mapping[tuple[int, int, int], float] | None = None,
    again: bool = False,
    blind: int = MIA,
    doubts_blind: Mapping[tuple[int, int], float] | None = None,
    equals: Sequence[float] | None = None,
) -> TableStrategy:
    """Return an honest player of three tiers who looks at Mia, but for what is said otherwise.

    A number for `calls` is what it opens with, whatever it threw; `doubts` go by state and call.
    """
    says = np.zeros((3, 3, 3))
    for state in range(3):
        for rolled in range(3):
            says[state, rolled, max(state, rolled)] = 1
    if isinstance(calls, int):
        calls = {(AT_START, rolled): calls for rolled in range(3)}
    for where, call in (calls or {}).items():
        says[where] = np.eye(3)[call]
    after = np.zeros((3, 3))
    for state in range(3):
        after[state, max(state, blind)] = 1

    def chances(given: Mapping[tuple[int, int], float] | None) -> Any:
        found = np.zeros((3, 3))
        found[:, MIA] = 1
        for where, chance in (given or {}).items():
            found[where] = chance
        return found

    handed_on = np.zeros((3, 3, 3))
    for place, chance in (passes or {}).items():
        handed_on[place] = chance
    return TableStrategy(
        "somebody",
        says,
        chances(doubts),
        handed_on if passes else None,
        again=np.ones((3, 3)) if again else None,
        blind=after if again else None,
        doubts_blind=None if doubts_blind is None else chances(doubts_blind),
        equals=None if equals is None else np.array(equals, dtype=float),
    )


HONEST = player()
DOUBTER = player(doubts={(AT_START, LOW): 1, (AT_START, DOUBLE): 1})
FOLDER = player(doubts={(state, MIA): 0 for state in range(3)})
CALLS_DOUBLE, CALLS_MIA = player(calls=DOUBLE), player(calls=MIA)


def sips(variant: Variant = THREE, rounds: int = 1, **more: Any) -> Rules:
    """Return the rules of some rounds in which nobody goes out."""
    return Rules(variant, ending="rounds", forfeit="sip", rounds=rounds, **more)


def weighed(
    players: Sequence[TableStrategy], rules: Rules, lives: Sequence[int] | None, starter: int
) -> Expected:
    """Return what the chain of positions says, once the evaluation has said the same."""
    result = exact_chain(players, rules, lives, starter)
    found = means(evaluate(players, rules, lives=lives, starter=starter))
    assert found == pytest.approx(means(result), abs=1e-9)
    return result


def first_round(players: Sequence[Any], **more: Any) -> Expected:
    """Return what one round comes to that seat 0 opens."""
    return weighed(players, sips(**more), None, 0)


def forfeits(result: Expected) -> dict[str, Any]:
    """Return who forfeits why, without causes that never happen."""
    return {
        cause: pytest.approx(seats.tolist())
        for cause, seats in result.forfeits.items()
        if seats.any()
    }


class TestPrices:
    """What a round costs, and whom."""

    def test_a_caught_lie_and_a_wrong_doubt_cost_what_they_are_said_to(self) -> None:
        """A call of a double over three kinds of dice: whoever is wrong loses both lives."""
        rules = Rules(THREE, lives=2, lie_penalty=2, doubt_penalty=2)
        result = weighed([CALLS_DOUBLE, DOUBTER], rules, (2, 2), 0)
        assert result.loses == pytest.approx([P_LOW, P_DOUBLE + P_MIA])
        assert result.rounds == pytest.approx(1)

    def test_a_lie_that_costs_nothing_is_counted_all_the_same(self) -> None:
        """Seat 0 opens again after each lie, until it is wrongly doubted."""
        rules = Rules(THREE, lives=1, lie_penalty=0, next_starter="loser")
        result = weighed([CALLS_DOUBLE, DOUBTER], rules, (1, 1), 0)
        rounds = 1 / (P_DOUBLE + P_MIA)
        assert result.loses == pytest.approx([0, 1])
        assert result.rounds == pytest.approx(rounds)
        assert forfeits(result) == {"lie_caught": [rounds - 1, 0], "wrong_doubt": [0, 1]}

    @pytest.mark.parametrize(
        ("mia_by", "rounds"), [("call", 1), ("dice", 2), ("either", 1)], ids=str
    )
    def test_a_false_call_of_mia_costs_its_own_price_or_that_of_a_lie(
        self, mia_by: MiaBy, rounds: int
    ) -> None:
        """Dice that make no Mia, and a caller with two lives who opens again."""
        rules = Rules(
            THREE, dice=Dice([0, 0, 1, 1, 1, 1]), mia_lie_penalty=2, mia_by=mia_by,
            next_starter="loser",
        )  # fmt: skip
        result = weighed([CALLS_MIA, HONEST], rules, (2, 2), 0)
        assert result.loses == pytest.approx([1, 0])
        assert result.rounds == pytest.approx(rounds)

    @pytest.mark.parametrize("mia_by", ["call", "dice", "either"])
    def test_a_false_call_of_mia_is_a_common_lie_where_dice_make_the_price(
        self, mia_by: str
    ) -> None:
        cause = "lie_caught" if mia_by == "dice" else "mia_lie_caught"
        assert forfeits(first_round([CALLS_MIA, HONEST], mia_by=mia_by)) == {
            cause: [1 - P_MIA, 0],
            "mia_looked_at": [0, P_MIA],
        }

    def test_a_lower_call_over_mia_dice_is_an_ordinary_one_where_the_call_makes_the_price(
        self,
    ) -> None:
        assert forfeits(first_round([CALLS_DOUBLE, DOUBTER], mia_by="call")) == {
            "lie_caught": [P_LOW, 0],
            "wrong_doubt": [0, P_DOUBLE + P_MIA],
        }

    @pytest.mark.parametrize("mia_by", ["dice", "either"])
    def test_who_doubts_a_lower_call_over_mia_dice_has_looked_at_mia(self, mia_by: str) -> None:
        assert forfeits(first_round([CALLS_DOUBLE, DOUBTER], mia_by=mia_by)) == {
            "lie_caught": [P_LOW, 0],
            "wrong_doubt": [0, P_DOUBLE],
            "mia_looked_at": [0, P_MIA],
        }

    @pytest.mark.parametrize("mia_by", ["dice", "either"])
    def test_by_the_exact_truth_a_lower_call_over_mia_dice_is_a_lie_about_mia(
        self, mia_by: str
    ) -> None:
        result = first_round([CALLS_DOUBLE, DOUBTER], mia_by=mia_by, truth="exact")
        assert forfeits(result) == {
            "lie_caught": [P_LOW, 0],
            "wrong_doubt": [0, P_DOUBLE],
            "mia_lie_caught": [P_MIA, 0],
        }

    @pytest.mark.parametrize("mia_by", ["call", "dice", "either"])
    def test_a_fold_costs_the_price_of_a_fold_for_no_dice_are_seen(self, mia_by: MiaBy) -> None:
        rules = Rules(THREE, dice=ALWAYS_MIA, mia_fold=3, mia_penalty=1, mia_by=mia_by)
        result = weighed([HONEST, FOLDER], rules, (3, 3), 0)
        assert result.loses == pytest.approx([0, 1])
        assert forfeits(result) == {"mia_folded": [0, 1]}

    def test_all_others_pay_for_a_true_call_of_mia(self) -> None:
        result = first_round([CALLS_MIA, HONEST, HONEST], true_mia="others")
        assert forfeits(result) == {
            "mia_lie_caught": [1 - P_MIA, 0, 0],
            "mia_looked_at": [0, P_MIA, P_MIA],
        }

    def test_only_the_doubter_pays_for_mia_dice_under_a_lower_call(self) -> None:
        players = [CALLS_DOUBLE, DOUBTER, HONEST]
        result = first_round(players, true_mia="others", mia_by="either")
        assert result.forfeits["mia_looked_at"] == pytest.approx([0, P_MIA, 0])

    def test_whole_drinks_are_paid_at_the_prices_of_mia_only(self) -> None:
        """The numbers of sips are those of a lie, a doubt and a fold."""
        rules = sips(lie_penalty=2, doubt_penalty=3, mia_by="either", mia_penalty=7, mia_fold=4)
        result = evaluate([CALLS_DOUBLE, DOUBTER], rules, starter=0)
        assert [float(sips) for sips in result.sips] == pytest.approx([2 * P_LOW, 3 * P_DOUBLE])
        assert [float(drinks) for drinks in result.drinks] == pytest.approx([0, P_MIA])


class TestShownMia:
    """A thrown Mia that is shown at once."""

    @pytest.mark.parametrize(("thrown_mia", "third"), [("next", 0.0), ("others", P_MIA)])
    def test_the_next_seat_or_all_others_pay_for_it(self, thrown_mia: str, third: float) -> None:
        """Seat 0 says that it threw a double, and is right, wherever it gets to speak."""
        result = first_round([CALLS_DOUBLE, DOUBTER, HONEST], thrown_mia=thrown_mia)
        assert result.forfeits["mia_looked_at"] == pytest.approx([0, P_MIA, third])
        assert result.forfeits["wrong_doubt"] == pytest.approx([0, P_DOUBLE, 0])

    @pytest.mark.parametrize("true_mia", ["doubter", "others"])
    @pytest.mark.parametrize("mia_by", ["call", "dice", "either"])
    def test_it_alone_says_who_pays(self, true_mia: str, mia_by: str) -> None:
        result = first_round(
            [HONEST] * 3, dice=ALWAYS_MIA, thrown_mia="next", true_mia=true_mia, mia_by=mia_by
        )
        assert forfeits(result) == {"mia_looked_at": [0, 1, 0]}

    def test_it_costs_what_a_true_mia_costs(self) -> None:
        rules = Rules(THREE, dice=ALWAYS_MIA, thrown_mia="next", mia_penalty=3)
        result = weighed([HONEST] * 2, rules, (1, 3), 0)
        assert result.loses == pytest.approx([0, 1])
        assert result.rounds == pytest.approx(1)

    def test_it_is_a_round_but_no_call(self) -> None:
        result = first_round([HONEST] * 2, dice=ALWAYS_MIA, thrown_mia="next")
        assert result.rounds == pytest.approx(1)
        assert result.calls == pytest.approx([0, 0])

    def test_a_call_of_mia_is_a_lie_then(self) -> None:
        result = first_round([CALLS_MIA, HONEST], thrown_mia="next")
        assert result.calls == pytest.approx([1 - P_MIA, 0])
        assert result.lies == pytest.approx([1 - P_MIA, 0])

    def test_mia_thrown_blind_stays_hidden_and_is_settled_as_ever(self) -> None:
        """Two out of 36 are shown; of the others each is thrown again, and called Mia."""
        players = [player(again=True), HONEST, HONEST]
        result = first_round(players, thrown_mia="others", second_throw="blind")
        true = (1 - P_MIA) * P_MIA
        assert forfeits(result) == {
            "mia_looked_at": [0, P_MIA + true, P_MIA],
            "mia_lie_caught": [(1 - P_MIA) ** 2, 0, 0],
        }
        assert result.lies == pytest.approx([(1 - P_MIA) ** 2, 0, 0])

    def test_it_is_counted_where_it_costs_nothing(self) -> None:
        """Seat 0 shows Mia until it throws something else, and is doubted rightly."""
        rules = Rules(
            THREE, lives=1, thrown_mia="others", mia_penalty=0, truth="exact", next_starter="winner"
        )
        liar = player(calls={(AT_START, LOW): DOUBLE, (AT_START, DOUBLE): LOW})
        result = weighed([liar, DOUBTER, HONEST], rules, (1, 1, 1), 0)
        shown = P_MIA / (1 - P_MIA)
        assert forfeits(result) == {"mia_looked_at": [0, shown, shown], "lie_caught": [1, 0, 0]}

    def test_a_toast_of_the_top_tier_is_a_toast(self) -> None:
        result = first_round([CALLS_DOUBLE, DOUBTER], thrown_mia="next", toast=21)
        assert result.toasts == pytest.approx(2 / 34)
        assert result.forfeits["mia_looked_at"].tolist() == [0, 0]


class TestWhoOpensNext:
    """Who opens, and who is out."""

    @pytest.mark.parametrize(("next_starter", "opener"), STARTERS.items())
    @pytest.mark.parametrize("thrown_mia", ["next", "others"])
    def test_after_a_shown_mia_the_next_seat_counts_as_a_wrong_doubter(
        self, next_starter: str, opener: int, thrown_mia: str
    ) -> None:
        result = first_round(
            [HONEST] * 3,
            rounds=2,
            dice=ALWAYS_MIA,
            thrown_mia=thrown_mia,
            next_starter=next_starter,
        )
        paid = np.zeros(3)
        for thrower in (0, opener):
            if thrown_mia == "next":
                paid[(thrower + 1) % 3] += 1
            else:
                paid += np.arange(3) != thrower
        assert result.forfeits["mia_looked_at"] == pytest.approx(paid)

    @pytest.mark.parametrize(("next_starter", "opener"), STARTERS.items())
    def test_where_all_others_pay_who_looked_counts_as_a_wrong_doubter(
        self, next_starter: str, opener: int
    ) -> None:
        result = first_round(
            [HONEST] * 3, rounds=2, dice=ALWAYS_MIA, true_mia="others", next_starter=next_starter
        )
        assert result.calls == pytest.approx(np.eye(3)[0] + np.eye(3)[opener])

    @pytest.mark.parametrize(
        ("next_starter", "opener"),
        [("standard", 1), ("loser", 0), ("winner", 1), ("doubter", 1), ("after_doubter", 2)],
    )
    def test_after_a_caught_lie_the_doubter_was_right(self, next_starter: str, opener: int) -> None:
        """Dice that make no Mia; who opens the second round calls once more."""
        liars = [CALLS_MIA] * 3
        rules = sips(rounds=2, dice=Dice([0, 0, 1, 1, 1, 1]), next_starter=next_starter)
        result = weighed(liars, rules, None, 0)
        assert result.calls == pytest.approx(np.eye(3)[0] + np.eye(3)[opener])

    def test_random_gives_all_who_are_in_equal_chances(self) -> None:
        """Seat 1 is out at once, and one of the three others shows the next Mia."""
        rules = Rules(
            THREE, dice=ALWAYS_MIA, thrown_mia="next", mia_penalty=1, next_starter="random",
            ending="last_standing",
        )  # fmt: skip
        result = weighed([HONEST] * 4, rules, (1, 1, 1, 1), 0)
        # Among 0, 2 and 3 who is left of the opener goes out, then one of two.
        assert result.places[:, 3] == pytest.approx([0, 1, 0, 0])
        assert result.places[:, 2] == pytest.approx([1 / 3, 0, 1 / 3, 1 / 3])
        assert result.wins == pytest.approx([1 / 3, 0, 1 / 3, 1 / 3])

    @pytest.mark.parametrize("next_starter", [*STARTERS, "random"])
    def test_after_a_toast_the_same_seat_opens_again(self, next_starter: str) -> None:
        result = first_round([CALLS_DOUBLE, DOUBTER], toast=66, next_starter=next_starter)
        assert result.calls == pytest.approx([1, 0])
        assert result.toasts == pytest.approx(1 / 35)
        assert result.rounds == pytest.approx(1)

    def test_the_seat_left_of_the_doubter_opens_whoever_was_right(self) -> None:
        liar = player(calls={(AT_START, LOW): DOUBLE})
        for opener in (liar, player(calls=LOW)):  # caught in a lie, or wrongly doubted
            players = [opener, DOUBTER, CALLS_MIA]
            rules = sips(
                rounds=2,
                next_starter="after_doubter",
                dice=Dice([0, 0, 1, 0, 0, 0], [1] * 2 + [0] * 4),
            )
            result = weighed(players, rules, None, 0)
            assert result.calls == pytest.approx([1, 0, 1])

    def test_who_folds_counts_as_the_doubter(self) -> None:
        players = [CALLS_MIA, FOLDER, CALLS_MIA]
        result = first_round(players, rounds=2, next_starter="after_doubter")
        assert result.calls == pytest.approx([1, 0, 1])

    def test_seats_that_go_out_together_share_the_better_place(self) -> None:
        """Two of four are both third, and nobody is fourth; then 3 opens, for 1 and 2 are out."""
        rules = Rules(
            THREE, dice=ALWAYS_MIA, thrown_mia="others", mia_penalty=1, ending="last_standing"
        )
        result = weighed([HONEST] * 4, rules, (2, 1, 1, 2), 0)
        assert result.places.tolist() == pytest.approx(
            np.array([[0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 1, 0], [1, 0, 0, 0]])
        )
        assert result.rounds == pytest.approx(3)  # 3 has a life when it opens, and 0 two of them

    def test_with_first_out_every_seat_that_is_out_has_lost(self) -> None:
        rules = Rules(THREE, dice=ALWAYS_MIA, thrown_mia="others", mia_penalty=1)
        result = weighed([HONEST] * 4, rules, (2, 1, 1, 2), 0)
        assert result.loses == pytest.approx([0, 1, 1, 0])
        assert result.wins == pytest.approx([1, 0, 0, 1])


class TestSecondThrow:
    """A second throw, without looking."""

    RULES: Mapping[str, Any] = {"second_throw": "blind"}
    THROWS_AGAIN = player(again=True, blind=DOUBLE)

    def test_there_is_one_at_most_and_its_chances_are_those_of_any_throw(self) -> None:
        result = first_round([self.THROWS_AGAIN, DOUBTER], **self.RULES)
        assert result.lies == pytest.approx([P_LOW, 0])
        assert forfeits(result) == {"lie_caught": [P_LOW, 0], "wrong_doubt": [0, 1 - P_LOW]}

    def test_rethrown_outcomes_are_thrown_again_until_they_count(self) -> None:
        """Without 65 there are 26 low rolls, 6 doubles and 2 of Mia."""
        low = [outcome for outcome in THREE.tiers[2] if outcome.label != "65"]
        variant = Variant.from_order("less", [*THREE.tiers[:2], tuple(low)], rethrown=[65])
        result = first_round([self.THROWS_AGAIN, DOUBTER], variant=variant, **self.RULES)
        assert result.lies == pytest.approx([26 / 34, 0])

    def test_a_toast_thrown_blind_is_found_by_a_doubt(self) -> None:
        """One round needs two throws in a row without 66; all drink at each 66."""
        result = first_round([self.THROWS_AGAIN, DOUBTER], toast=66, **self.RULES)
        tries = (36 / 35) ** 2
        assert result.toasts == pytest.approx(tries - 1)
        assert result.calls == pytest.approx([tries * 35 / 36, 0])
        assert result.lies == pytest.approx([tries * 35 / 36 * P_LOW, 0])
        assert result.rounds == pytest.approx(1)

    def test_a_toast_that_is_folded_to_is_lost_unseen(self) -> None:
        players = [player(again=True, blind=MIA), FOLDER]
        result = first_round(players, toast=66, **self.RULES)
        assert result.toasts == pytest.approx(1 / 35)
        assert forfeits(result) == {"mia_folded": [0, 1]}

    def test_a_toast_that_is_believed_is_lost_unseen(self) -> None:
        """Seat 0 throws 66 blind at times; seat 1 believes it, and must call Mia."""
        rules = dict(self.RULES, toast=66)
        result = first_round([self.THROWS_AGAIN, HONEST], **rules)
        # The throw of seat 1 may be a toast, and then seat 0 opens once more.
        assert result.toasts == pytest.approx((36 / 35) ** 2 - 1)
        assert result.lies[0] == pytest.approx((36 / 35) * P_LOW)

    def test_calls_over_a_toast_are_never_lies_also_by_the_exact_truth(self) -> None:
        players = [player(again=True, blind=MIA), FOLDER]
        result = first_round(players, toast=66, truth="exact", **self.RULES)
        assert result.lies == pytest.approx([33 / 36, 0])

    def test_a_blind_call_is_answered_by_a_table_of_its_own(self) -> None:
        believer = player(doubts_blind={(AT_START, DOUBLE): 1})
        result = first_round([self.THROWS_AGAIN, believer], **self.RULES)
        assert result.lies == pytest.approx([P_LOW, 0])
        assert result.calls == pytest.approx([1, 0])

    def test_without_that_table_it_is_answered_as_any_call(self) -> None:
        assert first_round([self.THROWS_AGAIN, DOUBTER], **self.RULES).calls == pytest.approx(
            [1, 0]
        )

    def test_once_handed_on_liably_it_counts_as_handed_on(self) -> None:
        """Seat 2 doubts what is handed on, and nothing that is called blind; seat 1 is liable."""
        passer = player(
            passes={(AT_START, DOUBLE, DOUBLE): 1}, doubts={(2, DOUBLE): 0.5}, doubts_blind={}
        )
        last = player(doubts={(2, DOUBLE): 1}, doubts_blind={})
        players = [self.THROWS_AGAIN, passer, last]
        result = first_round(players, unseen_pass="liable", **self.RULES)
        assert result.calls == pytest.approx([1, 1, 0])
        assert forfeits(result) == {
            "lie_caught": [0, P_LOW, 0],
            "wrong_doubt": [0, 0, 1 - P_LOW],
        }

    def test_it_is_a_fresh_throw_for_a_free_pass(self) -> None:
        passer = player(passes={(AT_START, DOUBLE, DOUBLE): 1}, doubts_blind={})
        last = player(doubts={(AT_START, DOUBLE): 1}, doubts_blind={})
        players = [self.THROWS_AGAIN, passer, last]
        result = first_round(players, unseen_pass="free", **self.RULES)
        assert result.calls == pytest.approx([1, 0, 0])
        assert forfeits(result) == {
            "lie_caught": [P_LOW, 0, 0],
            "wrong_doubt": [0, 0, 1 - P_LOW],
        }


class TestPasses:
    """Cups that are handed on unseen."""

    def test_a_liable_pass_may_raise_to_mia(self) -> None:
        """Its receiver answers in the state after a double: it folds there."""
        passer = player(passes={(AT_START, DOUBLE, MIA): 1}, doubts={(2, DOUBLE): 0.5})
        last = player(doubts={(2, MIA): 0, (2, DOUBLE): 0.5})
        result = first_round([CALLS_DOUBLE, passer, last], unseen_pass="liable")
        assert forfeits(result) == {"mia_folded": [0, 0, 1]}
        assert result.lies == pytest.approx([P_LOW, 1 - P_MIA, 0])

    def test_who_made_the_call_of_mia_last_is_the_one_who_does_not_pay(self) -> None:
        passer = player(passes={(AT_START, DOUBLE, MIA): 1}, doubts={(2, DOUBLE): 0.5})
        players = [CALLS_DOUBLE, passer, player(doubts={(2, DOUBLE): 0.5})]
        result = first_round(players, unseen_pass="liable", true_mia="others")
        assert forfeits(result) == {
            "mia_lie_caught": [0, 1 - P_MIA, 0],
            "mia_looked_at": [P_MIA, 0, P_MIA],
        }

    def test_a_duel_has_none(self) -> None:
        """Seat 1 believes instead, and calls what it threw, or Mia."""
        passer = player(passes={(AT_START, DOUBLE, DOUBLE): 1}, doubts={(2, DOUBLE): 0.5})
        players = [CALLS_DOUBLE, passer]
        assert first_round(players, unseen_pass="liable").calls == pytest.approx([1, 1])

    @pytest.mark.parametrize(("seats", "passes"), [(3, 1), (4, 2), (5, 3)])
    def test_a_cup_never_returns_to_who_threw_it(self, seats: int, passes: int) -> None:
        """All would hand the cup on; who threw it hears nothing, for the last one believes."""
        passer = player(
            calls={(2, rolled): MIA for rolled in range(3)},
            passes={(state, DOUBLE, DOUBLE): 1 for state in (AT_START, 2)},
        )
        result = first_round([CALLS_DOUBLE] + [passer] * (seats - 1), unseen_pass="liable")
        assert result.calls == pytest.approx(np.ones(seats))
        assert result.calls.sum() == pytest.approx(1 + passes + 1)

    def test_a_free_pass_is_made_once(self) -> None:
        """Seat 2 would hand the cup on too, but believes instead, and calls."""
        passer = player(passes={(AT_START, DOUBLE, DOUBLE): 1})
        result = first_round([CALLS_DOUBLE, passer, passer, HONEST], unseen_pass="free")
        assert result.calls == pytest.approx([1, 0, 1, 0])

    def test_a_call_that_was_handed_on_may_be_equalled_by_at_least(self) -> None:
        """Seat 0 calls a double, seat 1 hands it on, and seat 2 believes and calls it again."""
        passer = player(passes={(AT_START, DOUBLE, DOUBLE): 1}, doubts={(2, DOUBLE): 0.5})
        believer = player(
            calls={(2, rolled): DOUBLE for rolled in range(3)}, doubts={(1, LOW): 0.5}
        )
        opener = player(calls=DOUBLE, doubts={(2, DOUBLE): 1})
        result = first_round([opener, passer, believer], unseen_pass="liable", call="at_least")
        assert result.calls == pytest.approx([1, 1, 1])
        assert forfeits(result) == {
            "lie_caught": [0, 0, P_LOW],
            "wrong_doubt": [1 - P_LOW, 0, 0],
        }

    def test_a_free_pass_leaves_the_state_as_it_was_by_at_least(self) -> None:
        passer = player(passes={(AT_START, DOUBLE, DOUBLE): 1}, doubts={(1, LOW): 0.5})
        last = player(doubts={(AT_START, DOUBLE): 1, (1, LOW): 0.5})
        players = [player(calls=DOUBLE, doubts={(1, LOW): 0.5}), passer, last]
        result = first_round(players, unseen_pass="free", call="at_least")
        assert forfeits(result) == {
            "lie_caught": [P_LOW, 0, 0],
            "wrong_doubt": [0, 0, 1 - P_LOW],
        }


class TestEqualledMia:
    """A call of Mia that is believed, and answered by Mia."""

    def test_who_believes_must_call_mia(self) -> None:
        result = first_round(
            [CALLS_MIA, player(equals=[1, 0, 0], doubts={(0, MIA): 0})], mia_equalled=True
        )
        assert result.calls == pytest.approx([1, 1])
        assert forfeits(result) == {"mia_lie_caught": [0, 1 - P_MIA], "mia_looked_at": [P_MIA, 0]}

    def test_it_goes_round_any_number_of_times(self) -> None:
        """Each believes a second Mia half of the time: 1 + 1/2 + 1/4 + … more are called."""
        half = {(0, MIA): 0.0, (2, MIA): 0.5}
        players = [player(calls=MIA, equals=[1, 0, 0.5], doubts=half) for _ in range(3)]
        result = first_round(players, mia_equalled=True)
        assert result.calls.sum() == pytest.approx(3)

    def test_nothing_but_mia_answers_mia_also_where_calls_may_be_equalled(self) -> None:
        """After a double seat 1 would call a double, and after Mia it can't."""
        believer = player(
            calls={(2, rolled): DOUBLE for rolled in range(3)},
            equals=[1, 0, 0],
            doubts={(0, MIA): 0, (1, LOW): 0.5},
        )
        opener = player(calls=MIA, doubts={(1, LOW): 0.5})
        result = first_round([opener, believer], mia_equalled=True, call="at_least")
        assert result.calls == pytest.approx([1, 1])
        assert result.forfeits["mia_lie_caught"] == pytest.approx([0, 1 - P_MIA])

    def test_the_rest_folds(self) -> None:
        shares = player(equals=[0.25, 0, 0], doubts={(0, MIA): 0.5})
        result = first_round([CALLS_MIA, shares], mia_equalled=True)
        assert result.forfeits["mia_folded"] == pytest.approx([0, 0.25])
        assert result.calls == pytest.approx([1, 0.25])

    def test_the_rest_looks_where_nobody_may_fold(self) -> None:
        shares = player(equals=[0.25, 0, 0], doubts={(0, MIA): 0.5})
        result = first_round([CALLS_MIA, shares], mia_equalled=True, mia_fold=None)
        assert result.forfeits["mia_looked_at"] == pytest.approx([0.25 * P_MIA, 0.75 * P_MIA])

    def test_after_a_believed_mia_the_last_row_says_who_throws_again_and_who_looks(self) -> None:
        """Seat 1 throws again after a believed Mia, and seat 0 folds to what it calls blind."""
        caller = player(calls=MIA, doubts_blind={(2, MIA): 0})
        believer = player(equals=[1, 0, 0], doubts={(0, MIA): 0}, again=True)
        result = first_round([caller, believer], mia_equalled=True, second_throw="blind")
        assert forfeits(result) == {"mia_folded": [1, 0]}

    def test_a_mia_thrown_after_a_believed_one_is_shown_too(self) -> None:
        believer = player(equals=[1, 0, 0], doubts={(0, MIA): 0})
        result = first_round([CALLS_MIA, believer], mia_equalled=True, thrown_mia="next")
        shown_second = (1 - P_MIA) * P_MIA
        assert result.forfeits["mia_looked_at"] == pytest.approx([shown_second, P_MIA])
        assert result.calls == pytest.approx([1 - P_MIA, (1 - P_MIA) ** 2])


class TestThreeWays:
    """The chain of positions, the plain engine and the evaluation, over all rules at once."""

    @pytest.mark.parametrize("seed", range(10))
    def test_games_in_plain_python_agree_with_the_chain(self, seed: int) -> None:
        games = 800
        rules, tables, lives, starter = random_setting(random.Random(1000 + seed))
        expected = means(exact_chain(tables, rules, lives, starter))
        played = measured(tables, rules, lives, starter, games=games, seed=seed)
        counts = {label: float(values.sum()) for label, values in played.items()}
        assert not astray(counts, expected, spread(played), games, 10 * len(expected))

    @pytest.mark.parametrize("chunk", range(10))
    def test_the_evaluation_agrees_with_the_chain(self, chunk: int) -> None:
        for seed in range(30 * chunk, 30 * chunk + 30):
            rules, tables, lives, starter = random_setting(random.Random(seed))
            expected = means(exact_chain(tables, rules, lives, starter))
            found = means(evaluate(tables, rules, lives=lives, starter=starter))
            assert found == pytest.approx(expected, rel=1e-9, abs=1e-9), (seed, rules)

    def test_the_places_of_the_chain_are_whole(self) -> None:
        """Wins and losses make the games, and seats that go out together leave a place empty."""
        for seed in range(60):
            rules, tables, lives, starter = random_setting(random.Random(seed))
            result = exact_chain(tables, rules, lives, starter)
            if rules.ending != "rounds":
                assert result.wins + result.loses == pytest.approx(1)
            if rules.ending == "last_standing":
                assert result.places.sum(axis=1) == pytest.approx(1)
                assert result.places[:, 0] == pytest.approx(result.wins)
