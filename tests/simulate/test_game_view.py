"""Facts about what each seat knows of one game, and about what it may do."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from mia_stats import Game
from tests.simulate.game_helpers import told

PEOPLE = [None, None, None]


class TestWhatIsSeen:
    """Hidden dice stay hidden."""

    def test_only_the_thrower_sees_its_roll(self) -> None:
        game = told(PEOPLE, [(4, 5), 66])
        assert [game.sees(seat).roll for seat in (0, 1, 2, None)] == [(4, 5), None, None, None]
        game.act(61)
        assert [game.sees(seat).roll for seat in (0, 1, 2)] == [(4, 5), None, None]
        game.act("believe")
        assert [game.sees(seat).roll for seat in (0, 1, 2)] == [None, (6, 6), None]

    def test_events_are_those_that_the_seat_has_seen(self) -> None:
        game = told(PEOPLE, [(4, 5), 66])
        game.act(61)
        game.act("believe")
        dice = [
            [e.dice for e in game.sees(seat).events if e.what == "throw"] for seat in (0, 1, None)
        ]
        assert dice == [[(4, 5), None], [None, (6, 6)], [None, None]]

    def test_there_is_no_such_seat(self) -> None:
        game = Game([None, None], rng=1)
        for seat in (2, -1, 1.5, True, "0"):
            with pytest.raises((TypeError, ValueError), match="seat"):
                game.sees(seat)  # type: ignore[arg-type]

    def test_a_view_can_be_sent_to_another_process(self) -> None:
        view = Game([None, None], rng=1).sees(0)
        assert pickle.loads(pickle.dumps(view)) == view

    def test_a_view_can_not_be_changed(self) -> None:
        with pytest.raises(AttributeError):
            Game([None, None], rng=1).sees(0).roll = (2, 1)  # type: ignore[misc]

    @pytest.mark.parametrize("item", [45, None, "dubt", 61, "doubt", [1, 2, 3]])
    def test_they_are_not_among_what_is_legal(self, item: Any) -> None:
        game = told([None, None], [54, 54])
        game.act(61)
        game.act("believe")
        assert item not in game.legal
