"""Facts about who a player is by what was seen: by hand, and by many simulated rounds."""

from __future__ import annotations

import json
import pickle
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from mia_stats import (
    CHARACTERS,
    HONEST,
    Game,
    Mixture,
    Rules,
    Seen,
    TableStrategy,
    doubter,
    evaluate,
    recognise,
    solve_match,
    solve_round,
    truth_chance,
)

HALF = Fraction(1, 2)
LIE = Seen(call=65, shown=31)
BOTH = ["honest", "random"]


class TestByHand:
    """Two hypotheses, and the rule of Bayes."""

    def test_an_opening_call_of_65(self) -> None:
        """Honest makes it in 2 of 36 cases, random in 1 of 21."""
        who = recognise([Seen(call=65)], BOTH)
        honest, random = Fraction(2, 36), Fraction(1, 21)
        assert who.chances == {
            "honest": honest / (honest + random), "random": random / (honest + random),
        }  # fmt: skip
        assert who.prior == dict.fromkeys(BOTH, HALF)

    def test_three_of_them_weigh_the_cube(self) -> None:
        who = recognise([Seen(call=65)] * 3, BOTH)
        assert who.chances["honest"] / who.chances["random"] == Fraction(42, 36) ** 3

    def test_dice_that_were_shown_are_used(self) -> None:
        """Over a 65 that it has, random calls 65 once in 21 times, and honest always."""
        who = recognise([Seen(call=65, shown=65)], BOTH)
        assert who.chances["honest"] == Fraction(21, 22)
        assert recognise([LIE], BOTH).chances == {"honest": 0, "random": 1}

    def test_an_answer(self) -> None:
        who = recognise([Seen(heard=54, answer="doubt")], ["liar", "calculator", "doubter-54"])
        assert who.chances == {
            "liar": Fraction(1, 3), "calculator": 0, "doubter-54": Fraction(2, 3),
        }  # fmt: skip
        assert who.most_likely == "doubter-54"

    def test_the_order_does_not_matter(self) -> None:
        things = [LIE, Seen(54, heard=61, answer="believe"), Seen(call=54)]
        assert recognise(things).chances == recognise(things[::-1]).chances

    def test_what_was_known_before_counts(self) -> None:
        who = recognise(
            [Seen(call=65)],
            BOTH,
            prior={"honest": Fraction(1, 7), "random": Fraction(6, 7)},
        )
        assert who.chances["honest"] == Fraction(42, 36) / (Fraction(42, 36) + 6)

    def test_a_posterior_goes_on_from_where_it_is(self) -> None:
        things = [Seen(call=65), Seen(heard=54, answer="believe"), Seen(61, call=62)]
        once = recognise(things)
        twice = recognise(things[1:], prior=recognise(things[:1]))
        assert once.chances == twice.chances

    def test_nothing_seen_changes_nothing(self) -> None:
        who = recognise([], BOTH)
        assert who.chances == who.prior
        assert who.seen == 0

    def test_those_who_play_the_same_are_one(self) -> None:
        who = recognise([])
        assert "honest = sniper = gambler" in who.chances
        assert who.prior["honest = sniper = gambler"] == Fraction(3, len(CHARACTERS))
        apart = recognise([], rules=Rules(unseen_pass="free"))
        assert {"honest = gambler", "sniper"} < set(apart.chances)


class TestWhatIsRefused:
    """Evidence that nobody gives, and what can't have happened."""

    def test_what_nobody_does_is_said(self) -> None:
        with pytest.raises(
            ValueError,
            match=r"nobody of honest, modest .*: not also seen\[1\], Seen\(call=65, shown=31\)",
        ):
            recognise([Seen(call=54), LIE], ["honest", "modest"])

    def test_what_two_do_but_no_single_one_is_said_too(self) -> None:
        """Modest never opens with the 65 that it has, and honest never with the 64 over it."""
        things = [Seen(call=65, shown=65), Seen(call=64, shown=65)]
        for thing in things:
            recognise([thing], ["honest", "modest"])
        with pytest.raises(ValueError, match=r"seen\[1\]"):
            recognise(things, ["honest", "modest"])

    def test_who_had_no_chance_before_has_none_after(self) -> None:
        with pytest.raises(ValueError, match="nobody of honest does"):
            recognise([LIE], BOTH, prior={"honest": 1})
        assert recognise([Seen(call=65)], BOTH, prior={"honest": 1}).chances["random"] == 0

    @pytest.mark.parametrize(
        ("seen", "why"),
        [
            ([Seen(call=54), Seen(61, call=54)], r"seen\[1\], Seen\(61, call=54\): a call of 54"),
            ([Seen(call=54, shown=17)], r"seen\[0\]"),
            ([Seen(call=45)], r"seen\[0\].*write 54"),
            ([54], r"seen\[0\] must be a Seen"),
            (54, "must be a list"),
        ],
    )
    def test_a_line_that_makes_no_sense_is_named(self, seen: Any, why: str) -> None:
        with pytest.raises((TypeError, ValueError), match=why):
            recognise(seen)

    @pytest.mark.parametrize(
        ("given", "why"),
        [
            ({"candidates": []}, "one player or more"),
            ({"candidates": ["honest", "Honest"]}, "names of their own: 'honest' is several"),
            ({"candidates": ["honest", "poker"]}, "is no player"),
            ({"candidates": [object()]}, "is not"),
            ({"candidates": BOTH, "prior": {"liar": 1}}, "liar, who is no candidate"),
            ({"candidates": BOTH, "prior": {"honest": HALF}}, "must add up to 1"),
            ({"candidates": BOTH, "prior": {"honest": 2, "random": -1}}, "from 0 to 1, not 2"),
            ({"candidates": BOTH, "prior": {"honest": "1"}}, "must be a whole number, not '1'"),
            ({"candidates": BOTH, "prior": [1, 0]}, "mapping of their chances"),
            ({"candidates": {"honest": 0.9, "liar": 0.1}}, "how likely each is goes to prior"),
            ({"candidates": Mixture({"honest": 1})}, "how likely each is goes to prior"),
            (
                {"candidates": ["optimal", "liar"], "prior": {solve_round().strategy: 1}},
                "optimal, who is no candidate",
            ),
        ],
    )
    def test_who_it_may_be(self, given: Any, why: str) -> None:
        with pytest.raises((TypeError, ValueError), match=why):
            recognise([Seen(call=65)], **given)


class TestPosterior:
    """What `recognise` returns."""

    def test_it_plays_as_the_candidates_do_on_average(self) -> None:
        who = recognise([Seen(call=65)] * 3, BOTH)
        assert isinstance(who, Mixture)
        mean = Mixture(who.chances)
        assert truth_chance(65, who) == truth_chance(65, mean)
        assert evaluate([who, "liar"], Rules(lives=1)).loses == evaluate(
            [mean, "liar"], Rules(lives=1)
        ).loses  # fmt: skip
        assert str(who.call(54)) == "54"

    def test_who_played_the_same_may_play_otherwise_by_other_rules(self) -> None:
        """Honest and sniper are one until cups are handed on; then only sniper does that."""
        who, passes = recognise([Seen(call=65)]), Rules(unseen_pass="liable")
        handed = [Seen(heard=54, answer=54, lives=(3, 3, 3))]
        assert recognise(handed, prior=who, rules=passes).chances["sniper"] > 0
        once = recognise([Seen(call=65), *handed], ["sniper", "random"], rules=passes)
        prior = recognise([Seen(call=65)], ["sniper", "random"])
        twice = recognise(handed, ["sniper", "random"], prior=prior, rules=passes)
        assert once.chances == twice.chances
        assert who.table(passes).passes is not None
        assert who.name.startswith("mean of honest (42.")

    def test_it_is_a_table_best_first(self) -> None:
        who = recognise([LIE])
        frame = who.to_frame()
        assert list(frame.columns) == ["player", "before", "chance"]
        assert frame["chance"].is_monotonic_decreasing
        assert frame["chance"].sum() == pytest.approx(1)
        assert json.loads(who.to_json())[0]["player"] == who.most_likely
        assert "by 1 thing seen" in who.caption
        assert repr(who) == "<Posterior: liar (51.2 %) and random (48.8 %)>"
        assert "<table>" in who._repr_html_()

    def test_it_travels(self) -> None:
        who = recognise([LIE])
        assert pickle.loads(pickle.dumps(who)).chances == who.chances

    def test_thousands_of_things_make_long_fractions_and_short_tables(self) -> None:
        who = recognise([Seen(call=65), Seen(call=54)] * 3000, ["honest", "liar"])
        assert sum(who.chances.values()) == 1
        assert len(str(who)) < 300
        assert len(who.to_csv()) < 300

    def test_floats_make_floats(self) -> None:
        table = HONEST.table(Rules())
        own = TableStrategy(
            "own", table.calls.astype(float) * 0.5 + 0.5 * LIAR_CALLS, table.doubts.astype(float)
        )
        who = recognise([Seen(call=65)] * 2000, [own, "honest"])
        assert all(type(chance) is float for chance in who.chances.values())
        assert sum(who.chances.values()) == pytest.approx(1)
        assert type(recognise([], BOTH, prior=dict.fromkeys(BOTH, 0.5)).chances["honest"]) is float


LIAR_CALLS = CHARACTERS["liar"].table(Rules()).calls.astype(float)


def test_who_plays_by_the_lives_is_known_by_them() -> None:
    strategy, rules = solve_match(Rules(lives=2)).strategy, Rules(lives=2)
    call = rules.tier_outcomes(int(strategy.at(2, 1).calls[0, 0].argmax()))[0]
    who = recognise([Seen(call=call, lives=(2, 1))], [strategy, "liar"], rules=rules)
    throws, called = map(float, rules.throw_chances), rules.tier(call)
    rows = (strategy.at(2, 1).calls[0, :, called], LIAR_CALLS[0, :, called])
    own, other = np.array(rows) @ np.array(list(throws))
    assert who.chances["optimal"] == pytest.approx(own / (own + other))
    with pytest.raises(ValueError, match="give lives="):
        recognise([Seen(call=call)], [strategy, "liar"], rules=rules)


def test_a_doubter_is_known_by_its_first_doubt() -> None:
    players = [doubter(54), doubter(61), doubter(62)]
    who = recognise([Seen(heard=61, answer="doubt"), Seen(heard=54, answer="believe")], players)
    assert who.chances == {"doubter-54": 0, "doubter-61": 1, "doubter-62": 0}


def test_after_some_rounds_the_right_one_of_two_has_95_percent() -> None:
    """In 30 of 30 games between strangers, by what all have seen in at most 40 rounds."""
    rules = Rules(forfeit="sip", ending="rounds", rounds=40)
    for right, wrong in (("liar", "random"), ("honest", "modest"), ("lucky", "blind")):
        for seed in range(10):
            game = Game([right, "doubter-54"], rules, rng=seed)
            game.run()
            seen = Game.replay(game.log(public=True)).seen_of(0)
            assert recognise(seen, [right, wrong], rules=rules).chances[right] >= Fraction(95, 100)
