"""Facts about the plan of a round."""

from __future__ import annotations

import pytest

from mia_stats import Rules, plan


class TestPlan:
    """The whole of optimal play after one call."""

    def test_each_call_carries_the_lies_that_make_it_believable(self) -> None:
        frame = plan().to_frame().set_index("call")
        assert frame.loc["21", "doubt_exact"] == "23/36"
        assert frame.loc["54", "lie_exact"] == "19/306"
        assert frame["truth"].sum() + frame["lie"].sum() == pytest.approx(1)
        assert not frame.loc["51":"31", ["truth", "lie", "doubt"]].to_numpy().any()

    def test_after_66_only_mia_is_left(self) -> None:
        table = plan(66)
        assert list(table.to_frame()["call"]) == ["21"]
        assert "more must lie than can be believed" in table.caption
        with pytest.raises(ValueError, match="nobody calls after 21"):
            plan(21)

    def test_a_plan_holds_the_repeated_call(self) -> None:
        calls = plan(54, rules=Rules(call="at_least")).columns["call"]
        assert calls[-1] == "54"

    def test_calls_are_told_as_players_say_them_and_kept_by_their_name(self) -> None:
        rules = Rules("points")
        table = plan(8, rules=rules)
        assert "after 8 (62=53)" in table.caption
        assert "9 (63=54)" in str(table)
        assert list(table.to_frame()["call"])[-1] == "63=54"

    def test_in_a_frame_a_better_call_is_greater(self) -> None:
        frame = plan(54).to_frame()
        assert list(frame.loc[frame["call"] >= "66", "call"]) == ["21", "66"]
        assert frame["call"].max() == "21"

    def test_a_plan_says_what_is_called_blind(self) -> None:
        frame = plan(rules=Rules("kiriki", second_throw="blind")).to_frame()
        assert frame[["truth", "lie", "blind"]].to_numpy().sum() == pytest.approx(1)
        assert set(frame["doubt_blind"]) <= {0, 1}

    def test_after_a_mia_that_may_be_equalled_mia_is_left(self) -> None:
        table = plan(21, rules="meyer")
        assert list(table.to_frame()["call"]) == ["21"]
        assert table.to_frame()["doubt_exact"].item() == "1"
