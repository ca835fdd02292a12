"""Facts about what all see of a player, and what nobody can have seen."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from mia_stats import Dice, Rules, Seen
from mia_stats.game.seen import Heard, Made, settled_by


class TestSeen:
    """A call or an answer."""

    @pytest.mark.parametrize(
        ("given", "why"),
        [
            ({}, "is a call, as .* or an answer"),
            ({"call": 54, "heard": 61, "answer": "doubt"}, "is a call, as .* or an answer"),
            ({"heard": 54}, "belong together"),
            ({"call": 54, "answer": "doubt"}, "belong together"),
            ({"heard": 54, "answer": "doubt", "shown": 54}, "who called, not of who answered"),
            ({"heard": 54, "answer": "doubts"}, "answer must be 'doubt', 'believe', 'look' or"),
            ({"call": 54, "blind": 1}, "blind must be True or False"),
            ({"call": 54, "may_pass": None}, "may_pass must be True or False"),
            ({"call": 54, "lives": (3,)}, "2 to 20 seats"),
            ({"call": 54, "lives": (0, 3)}, "must leave me"),
            ({"call": 54, "round": 0}, "round must be from 1"),
        ],
    )
    def test_what_is_neither_or_both_is_refused(self, given: Any, why: str) -> None:
        with pytest.raises((TypeError, ValueError), match=why):
            Seen(**given)

    def test_it_says_what_was_seen(self) -> None:
        assert repr(Seen(54, call=61, shown=42, round=3)) == "Seen(54, call=61, shown=42, round=3)"
        seen = Seen(heard=21, answer="look", lives=[3, 2])
        assert seen.lives == (3, 2)
        assert pickle.loads(pickle.dumps(seen)) == seen


class TestSettled:
    """In tiers and states, by the rules."""

    def test_a_call_and_an_answer(self) -> None:
        assert settled_by(Rules(), Seen(call=65, shown=(1, 2))) == Made(0, 13, False, 20)
        heard = settled_by(Rules(), Seen(54, heard=61, answer="believe"))
        assert heard == Heard(9, 9, False, False, "believe")

    def test_who_hands_the_cup_on_could_do_so(self) -> None:
        seen = Seen(heard=54, answer=61)
        assert settled_by(Rules(unseen_pass="liable"), seen) == Heard(0, 8, False, True, 9)

    def test_a_sum_is_read_where_players_call_it(self) -> None:
        assert settled_by(Rules("points"), Seen(call="8")) == Made(0, 4, False, None)

    def test_a_toast_is_called_over_blind_alone(self) -> None:
        rules = Rules(toast=32, second_throw="blind")
        assert settled_by(rules, Seen(call=54, shown=32, blind=True)) == Made(0, 8, True, 21)
        with pytest.raises(ValueError, match="nobody calls over a toast"):
            settled_by(rules, Seen(call=54, shown=32))

    @pytest.mark.parametrize(
        ("rules", "seen", "why"),
        [
            (Rules(), Seen(61, call=54), "a call of 54 is not above 61"),
            (Rules(), Seen(61, call=61), "a call of 61 is not above 61"),
            (Rules(call="at_least"), Seen(61, call=54), "a call of 54 is not at least 61"),
            (Rules(), Seen(61, heard=54, answer="doubt"), "a call of 54 is not above 61"),
            (Rules(), Seen(21, call=21), "nobody calls after 21"),
            (Rules(), Seen(call=45), "write 54"),
            (Rules(), Seen(call=54, shown=17), "1 to 6"),
            (Rules("mexen"), Seen(call=54, shown=31), "rethrown"),
            (Rules(dice=Dice([1, 1, 1, 1, 1, 0])), Seen(call=54, shown=61), "no roll of these"),
            (Rules(thrown_mia="next"), Seen(call=54, shown=21), "is shown at once"),
            (Rules(), Seen(call=54, blind=True), "second_throw='never'"),
            (Rules(), Seen(heard=54, answer="look"), "'look' is no answer to 54"),
            (Rules(), Seen(heard=21, answer="doubt"), "'doubt' is no answer to 21"),
            (Rules(mia_fold=None), Seen(heard=21, answer="fold"), "'fold' is no answer to 21"),
            (Rules(), Seen(heard=21, answer="believe"), "'believe' is no answer to 21"),
            (Rules(), Seen(heard=54, answer="45"), "answer: .*legal is 'doubt' or 'believe'"),
            (Rules(), Seen(heard=54, answer=61), "is not handed on with 61"),
            (Rules(), Seen(heard=54, answer=54), "no cup is handed on unseen here"),
            (Rules(unseen_pass="free"), Seen(heard=54, answer=61), "is not handed on with 61"),
            (Rules(unseen_pass="liable"), Seen(heard=54, answer=53), "is not handed on with 53"),
            (Rules(unseen_pass="liable"), Seen(heard=21, answer=21), "no cup is handed on"),
            (
                Rules(unseen_pass="liable"),
                Seen(heard=54, answer="doubt", may_pass=True, lives=(3, 2)),
                "among two",
            ),
        ],
        ids=repr,
    )
    def test_what_can_not_have_happened(self, rules: Rules, seen: Seen, why: str) -> None:
        with pytest.raises((TypeError, ValueError), match=why):
            settled_by(rules, seen)
