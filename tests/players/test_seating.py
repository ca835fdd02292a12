"""Facts about who may sit down, and with how many lives."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mia_stats import Rules, TableStrategy, evaluate, simulate_games
from mia_stats.players.seating import table_of, take_seats


@pytest.mark.parametrize("players", [[], ["honest"], ["honest"] * 13])
def test_a_game_has_2_to_12_players(players: list[str]) -> None:
    with pytest.raises(ValueError, match="2 to 12 players"):
        take_seats(players, Rules())


@pytest.mark.parametrize("players", ["honest", None, 2, {"honest", "liar"}])
def test_players_are_a_list(players: Any) -> None:
    with pytest.raises(TypeError, match="one for each seat"):
        take_seats(players, Rules())


@pytest.mark.parametrize("player", [None, 5, object(), Rules(), TableStrategy])
def test_a_player_needs_a_way_to_play(player: Any) -> None:
    with pytest.raises(TypeError, match=r"no table of chances|not the class"):
        take_seats([player, "honest"], Rules())
    with pytest.raises(TypeError):
        table_of(player, Rules())


@pytest.mark.parametrize("lives", [b"\x03\x02", {3, 2}, {3: 1, 2: 1}, np.array(3)])
def test_lives_are_a_list(lives: Any) -> None:
    for ask in (
        lambda: simulate_games(["honest"] * 2, games=10, lives=lives),
        lambda: evaluate(["honest"] * 2, lives=lives),
    ):
        with pytest.raises((TypeError, ValueError), match=r"lives.* must be a list"):
            ask()
