"""Facts about what can't have happened; see test_game_log.py for whole logs."""

from __future__ import annotations

import pytest

from mia_stats import FAIR, Event, Rules
from mia_stats.simulate.game_replay import retell
from mia_stats.simulate.game_state import Position


def test_nothing_is_retold_after_the_end() -> None:
    position = Position(Rules(), (6, 6), 0, phase="over")
    with pytest.raises(ValueError, match="the game is over"):
        retell(position, Event("toast"), public=False)


@pytest.mark.parametrize("seat", [None, 1, 2])
def test_who_opens_is_in_where_that_is_drawn(seat: int | None) -> None:
    rules = Rules(next_starter="random", ending="last_standing", dice=FAIR)
    position = Position(rules, (3, 0), 0, round=4)
    with pytest.raises(ValueError, match="a seat that is in"):
        retell(position, Event("round", seat), public=True)
    retell(position, Event("round", 0), public=True)
    assert (position.opener, position.round) == (0, 5)
