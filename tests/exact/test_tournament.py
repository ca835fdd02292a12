"""Facts about every player against every other."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mia_stats import (
    CHARACTERS,
    HONEST,
    Rules,
    TableStrategy,
    evaluate,
    exploit_table,
    tournament,
)
from tests.helpers import named


def test_chances_of_a_pair_add_up() -> None:
    result = tournament(list(CHARACTERS), Rules(lives=2))
    assert result.wins + result.wins.T == pytest.approx(np.ones((len(CHARACTERS),) * 2))
    honest, liar = 0, 1
    pair = evaluate(["honest", "liar"], Rules(lives=2))
    assert result.wins[honest, liar] == pytest.approx(float(pair.wins[0]), abs=1e-12)


def test_the_frame_has_a_column_for_each_player() -> None:
    frame = tournament(["honest", "optimal"], "meyer").to_frame()
    assert list(frame.columns) == ["player", "honest", "optimal", "mean"]
    assert frame["honest"].tolist()[1] > 0.5


@pytest.mark.parametrize(
    ("players", "rules", "shown"),
    [
        ("honest", Rules(), "must be a list"),
        (["honest"], Rules(), "2 or more"),
        (["honest", "honest"], Rules(), "different names"),
        (["honest", "nobody"], Rules(), "'nobody' is no player"),
        (["honest", "liar"], "drinking", "nobody wins"),
    ],
)
def test_bad_tournaments(players: Any, rules: Any, shown: str) -> None:
    with pytest.raises((TypeError, ValueError), match=shown):
        tournament(players, rules)


def test_a_column_is_never_lost() -> None:
    for name in ("player", "mean"):
        with pytest.raises(ValueError, match="columns of the table"):
            tournament([named(name), "liar"])


def test_without_players_all_ready_made_ones_play() -> None:
    assert tournament(rules=Rules(lives=1)).players == tuple(CHARACTERS)
    assert [r.against for r in exploit_table().responses] == list(CHARACTERS)


def test_the_name_of_a_player_is_told_as_it_is() -> None:
    honest = HONEST.table(Rules())
    mine = TableStrategy("my_own_v2", honest.calls, honest.doubts)
    text = tournament([mine, "liar"], Rules(lives=1)).to_text()
    assert text.splitlines()[2].split() == ["player", "my_own_v2", "liar", "mean"]
