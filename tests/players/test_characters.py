"""Facts about the ready-made players: what each of them does."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

import pytest

from mia_stats import (
    CALCULATOR,
    CHARACTERS,
    GAMBLER,
    HONEST,
    LIAR,
    LUCKY,
    MODEST,
    RANDOM,
    RULES,
    SNIPER,
    Character,
    Rules,
    doubter,
    simulate_games,
)

ALL_RULES = {
    **{key: RULES[key] for key in ("gamerules", "meyer")},
    "equal": Rules(call="at_least"),
    "liable": Rules(unseen_pass="liable"),
    "must look": Rules("points", mia_fold=None),
    "kinito": Rules("kinito-void", toast=66),
    "every house rule": Rules(
        "points", call="at_least", unseen_pass="liable", second_throw="blind", mia_equalled=True,
        thrown_mia="next", true_mia="others", mia_by="either", toast=65, mia_fold=None,
    ),
}  # fmt: skip


@pytest.mark.parametrize("rules", ALL_RULES.values(), ids=ALL_RULES)
@pytest.mark.parametrize("player", CHARACTERS.values(), ids=list(CHARACTERS))
def test_every_character_can_play_by_any_rules(player: Character, rules: Rules) -> None:
    """`TableStrategy` itself refuses rows that do not add up and illegal calls."""
    table = player.table(rules)
    assert table.exact
    assert table.table(rules) is table
    assert table.name == player.name
    assert player.table(rules) is table  # made once
    for state in range(rules.tier_count):
        lowest = rules.lowest_call(state)
        assert (table.calls[state].sum(axis=1) == 1).all()
        assert not table.calls[state, :, :lowest].any()


def test_the_honest_player_tells_the_truth_when_it_can() -> None:
    rules = Rules()
    calls, top = HONEST.table(rules).calls, rules.top
    for state in range(21):
        for rolled in range(21):
            assert calls[state, rolled, max(rolled, state)] == 1
    doubts = HONEST.table(rules).doubts
    assert all(doubts[state, top] == 1 for state in range(21))
    assert not doubts[:, :top].any()


def test_the_liar_never_tells_the_truth_but_of_mia() -> None:
    rules = Rules()
    calls = LIAR.table(rules).calls
    for state in range(21):
        for rolled in range(20):
            assert not calls[state, rolled, : rolled + 1].any()
    assert calls[0, 20, 20] == 1


def test_the_lucky_player_claims_the_best_third() -> None:
    calls = LUCKY.table(Rules()).calls
    assert not calls[:, :, :14].any()
    assert calls[0, 15, 15] == 1
    assert calls[0, 0, 14] == Fraction(1, 7)
    assert not LUCKY.table(Rules()).doubts.any()
    assert (LUCKY.table(Rules(mia_fold=None)).doubts[:, 20] == 1).all()


def test_the_sniper_is_honest_without_an_unseen_pass() -> None:
    sniper, honest = SNIPER.table(Rules()), HONEST.table(Rules())
    assert (sniper.calls == honest.calls).all()
    assert (sniper.doubts == honest.doubts).all()
    assert sniper.passes is None


def test_the_sniper_passes_on_what_is_hard_to_beat() -> None:
    rules = Rules(unseen_pass="free")
    passes = SNIPER.table(rules).passes
    assert passes is not None
    even = rules.tier(54)
    assert passes[0, even, even] == 1  # beaten exactly half the time
    assert not passes[:, even - 1].any()
    assert not passes[:, rules.top].any()


def test_a_doubter_doubts_from_a_call_on() -> None:
    doubts = doubter(54).table(Rules()).doubts
    eight = Rules().tier(54)
    assert doubts[0, eight] == doubts[0, 20] == 1
    assert doubts[0, eight - 1] == 0
    assert doubter("4 5") == doubter(54) is CHARACTERS["doubter-54"]
    with pytest.raises(ValueError, match="31 is rethrown"):
        doubter(31).table(Rules("mexen"))


def test_the_random_player_passes_in_both_forms() -> None:
    free, liable = (RANDOM.table(Rules(unseen_pass=p)).passes for p in ("free", "liable"))
    assert free is not None
    assert liable is not None
    assert free[0, 3, 3] == Fraction(1, 3)
    assert liable[0, 18, 18:].tolist() == [Fraction(1, 9)] * 3


def test_characters_are_found_by_name() -> None:
    assert CHARACTERS["Honest "] is HONEST
    with pytest.raises(ValueError, match=r"'honst' is no player \(did you mean 'honest'\?\)"):
        CHARACTERS["honst"]
    with pytest.raises(ValueError, match="write 54"):
        CHARACTERS["doubter-45"]
    assert "poker" not in CHARACTERS
    assert set(CHARACTERS.to_frame()["player"]) == set(CHARACTERS)


def test_rules_may_be_named_where_a_table_is_made() -> None:
    assert HONEST.table("school-paper").name == "honest"
    with pytest.raises(TypeError, match="5"):
        HONEST.table(5)  # type: ignore[arg-type]  # it must raise
    assert "doubter-99" not in CHARACTERS


@pytest.mark.parametrize(
    "given", [{"hands": lambda *_: {99: 1}}, {"speech": lambda *_: [0.5]}], ids=str
)
def test_a_character_calls_tiers(given: dict[str, Any]) -> None:
    parts = {"speech": HONEST.speech, "ears": HONEST.ears, **given}
    with pytest.raises((TypeError, ValueError), match=r"(a call|a pass) of own must be"):
        Character("own", "", **parts).table(Rules(unseen_pass="liable"))


def test_who_doubts_by_the_odds_doubts_by_the_truth_test_in_force() -> None:
    """No tier is likelier than not, so by the exact test every call is; else those above 61."""
    for truth, doubted in (("exact", 21), ("at_least", 11)):
        table = CHARACTERS["calculator"].table(Rules(truth=truth))  # type: ignore[arg-type]  # words
        assert sum(table.doubts[0]) == doubted


def test_every_character_meets_every_other() -> None:
    for pair in itertools.combinations(CHARACTERS.values(), 2):
        result = simulate_games(pair, Rules(lives=1), games=500, rng=1)
        assert result.losses.sum() == 500


def test_the_modest_player_calls_less_than_it_threw() -> None:
    """With 54 after nothing one of the eight lower calls, after 53 the truth; else as honest."""
    table = MODEST.table(Rules())
    assert table.calls[0, 8].tolist() == [Fraction(1, 8)] * 8 + [0] * 13
    assert table.calls[8, 8, 8] == 1
    assert table.calls[9, 3, 9] == 1
    assert (table.doubts == HONEST.table(Rules()).doubts).all()


def test_the_gambler_throws_again_rather_than_lie() -> None:
    rules = Rules(second_throw="blind")
    table = GAMBLER.table(rules)
    assert table.again is not None
    assert table.blind is not None
    for state in range(21):
        assert table.again[state].tolist() == [int(rolled < state) for rolled in range(21)]
        assert table.blind[state, state] == 1
    assert (table.calls == HONEST.table(rules).calls).all()
    without = GAMBLER.table(Rules())
    assert (without.again, without.blind) == (None, None)


def test_the_random_player_uses_what_the_rules_let_it() -> None:
    """It throws again half of the time; it looks, equals and folds alike where it may fold."""
    for mia_fold, chance in ((1, Fraction(1, 3)), (None, Fraction(1, 2))):
        rules = Rules(second_throw="blind", mia_equalled=True, mia_fold=mia_fold)
        table = RANDOM.table(rules)
        assert table.again is not None
        assert table.equals is not None
        assert set(table.again.ravel()) == {Fraction(1, 2)}
        assert set(table.equals) == set(table.doubts[:, 20]) == {chance}
    assert RANDOM.table(Rules()).equals is None


def test_who_doubts_by_the_odds_knows_that_a_hidden_throw_is_no_mia_where_it_is_shown() -> None:
    """18 of 36 rolls make 61 true, and 16 of the 34 that stay hidden; thrown blind, 18 again."""
    rules = Rules(thrown_mia="next", second_throw="blind")
    table = CALCULATOR.table(rules)
    assert table.doubts_blind is not None
    call = rules.tier(61)
    assert (table.doubts[0, call], table.doubts_blind[0, call]) == (1, 0)
    assert CALCULATOR.table(Rules()).doubts[0, call] == 0
