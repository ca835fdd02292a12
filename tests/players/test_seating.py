"""Facts about who may sit down, and with how many lives."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pytest

from mia_stats import (
    CHARACTERS,
    HONEST,
    LIAR,
    POINTS,
    CallSituation,
    Character,
    MatchStrategy,
    Rules,
    RulesLike,
    TableStrategy,
    Tiers,
    best_response,
    evaluate,
    simulate_games,
    solve_match,
)
from mia_stats.players.player import table_of
from mia_stats.players.seating import take_seats


@pytest.mark.parametrize("players", [[], ["honest"], ["honest"] * 21])
def test_a_game_has_2_to_20_players(players: list[str]) -> None:
    with pytest.raises(ValueError, match="2 to 20 players"):
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


class TestDerived:
    """A class of one's own that derives from one of ours plays as it says itself."""

    def test_a_character_whose_table_is_another(self) -> None:
        class Pretender(Character):
            def table(self, rules: RulesLike) -> TableStrategy:
                return LIAR.table(rules)

        pretender = Pretender(HONEST.name, HONEST.text, HONEST.speech, HONEST.ears)
        assert evaluate([pretender, "honest"], Rules(lives=1)).players == ("liar", "honest")
        assert best_response(pretender).against == "liar"

    def test_a_table_that_refuses(self) -> None:
        class Shy(TableStrategy):
            def table(self, rules: RulesLike) -> TableStrategy:
                raise ValueError("I play no game")

        honest = HONEST.table(Rules())
        with pytest.raises(ValueError, match="I play no game"):
            evaluate([Shy("shy", honest.calls, honest.doubts), "honest"])

    def test_a_match_solution_that_calls_otherwise(self) -> None:
        """It calls the lowest tier that is legal, always, and so it lies in every later call."""

        class Low(MatchStrategy):
            def choose_call(self, seen: CallSituation, rng: np.random.Generator) -> Tiers:
                return seen.lowest

        rules = Rules(lives=2)
        best = solve_match(rules).strategy
        low = Low("low", best.rules, best.stacks)
        mine, theirs = simulate_games([low, best], rules, games=2000, rng=1).losses
        assert mine > 1.2 * theirs
        with pytest.raises(ValueError, match="the name of a strategy"):
            simulate_games([replace(best, name=""), best], rules, games=1)


@pytest.mark.parametrize("first", [Rules(), "wikipedia", "points", "meyer+points", POINTS])
@pytest.mark.parametrize("play", [evaluate, partial(simulate_games, games=10)])
def test_rules_in_the_place_of_the_players_are_noticed(first: Any, play: Any) -> None:
    with pytest.raises(TypeError, match=r"players come before the rules, and .* is none"):
        play(first, ["honest", "liar"])


@pytest.mark.parametrize("rules", ["points", "meyer+points", POINTS])
def test_a_variant_in_the_place_of_rules_is_told_what_to_write(rules: Any) -> None:
    with pytest.raises((TypeError, ValueError), match=r"is a variant.*: write Rules"):
        evaluate(["honest", "liar"], rules)


def test_a_variant_in_the_place_of_a_player_is_recognised() -> None:
    with pytest.raises(ValueError, match="'points' is a variant, not a player"):
        evaluate(["honest", "points"])
    with pytest.raises(ValueError, match="'wikipedia' is a set of house rules, not a player"):
        CHARACTERS["wikipedia"]


def test_names_of_players_are_found_however_they_are_typed() -> None:
    assert evaluate(["Honest", "Doubter 61"], Rules(lives=1)).players == ("honest", "doubter-61")
    assert "doubter-61" in CHARACTERS
    assert "doubter-45" not in CHARACTERS
    assert "poker" not in CHARACTERS


@pytest.mark.parametrize(
    ("player", "said"),
    [
        (solve_match(Rules(lives=2)).strategy, r"no single one: .*\.at\(2, 2\)"),
        (solve_match(Rules(lives=2)), r"is no player: give its \.strategy"),
        (best_response("honest"), r"is no player: give its \.strategy"),
        (type("Mute", (), {"choose_call": None, "answer": None})(), "lacks name"),
        (type("Deaf", (), {"choose_call": None, "name": "deaf"})(), "'deaf' is no .* lacks answer"),
    ],
)
def test_who_has_no_table_is_told_what_to_give(player: Any, said: str) -> None:
    with pytest.raises(TypeError, match=said):
        table_of(player, Rules())


def test_lives_are_one_a_seat() -> None:
    with pytest.raises(TypeError, match="lives are a list, one a seat, not 3; see"):
        evaluate(["honest", "liar"], lives=3)  # type: ignore[arg-type]  # it must raise


def test_optimal_is_found_by_its_name_alone() -> None:
    with pytest.raises(ValueError, match="'optimal' is not ready-made but solved"):
        CHARACTERS["optimal"]


class TestOptimalOfADuel:
    """The optimum of a duel protects nobody at a larger table, and is called by its name there."""

    def test_it_is_optimal_between_two_only(self) -> None:
        assert take_seats(["optimal", "honest"], Rules()).names == ("optimal", "honest")
        three = take_seats(["optimal", "honest", "optimal"], Rules()).names
        assert three == ("optimal of a duel", "honest", "optimal of a duel")

    def test_results_say_what_to_use_instead(self) -> None:
        for result in (
            evaluate(["optimal", "liar", "honest"]),
            simulate_games(["optimal", "liar", "honest"], games=1, rng=1),
        ):
            assert "solve_match(rules, seats=3)" in result.caption
            assert "best_response" in result.caption
        assert "best_response" not in evaluate(["optimal", "liar"]).caption
