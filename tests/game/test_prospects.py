"""Facts about what decisions in a round bring."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from mia_stats import CHARACTERS, HONEST, LIAR, Rules, best_response, evaluate, solve_round
from mia_stats.game.prospects import Prospects, prospects, win_worth
from mia_stats.game.reply import round_worth
from mia_stats.game.stakes import round_stakes
from mia_stats.game.table_strategy import TableStrategy
from tests.game.test_said import HOUSES
from tests.helpers import THREE


def in_lives(rules: Rules, *tables: TableStrategy) -> Prospects:
    """Return what decisions bring in a round on its own, in Fractions."""
    one = Fraction(1)
    worth = round_worth(rules, round_stakes(rules, one), round_stakes(rules, -one), exact=True)
    return prospects(tables, rules, worth)


def test_good_play_is_worth_what_is_solved() -> None:
    solved = solve_round()
    best = solved.strategy
    found = in_lives(Rules(), best, best)
    assert found.throwing[0] == solved.value
    assert found.answering[0] == -solved.value


def test_a_best_reply_brings_what_it_says() -> None:
    reply = best_response("liar")
    found = in_lives(Rules(), reply.strategy, LIAR.table(Rules()))
    assert (found.throwing[0], found.answering[0]) == (reply.opening, reply.answering)


def test_what_a_doubt_brings() -> None:
    """After 64, who is honest has the 65 that it calls in 2 of 28 cases (28 throws call it)."""
    rules, honest = Rules(), HONEST.table(Rules())
    found = in_lives(rules, honest, honest)
    brings = found.doubting(rules.state(64), rules.tier(65), blind=False)
    assert brings == Fraction(26, 28) - Fraction(2, 28)
    assert found.doubting(rules.state(64), rules.tier(66), blind=False) == -1
    assert found.folding == -1


def test_what_a_call_brings() -> None:
    """Nobody doubts an honest 66 but by calling Mia over it, true in 2 of 36 cases."""
    rules, honest = Rules(), HONEST.table(Rules())
    found = in_lives(rules, honest, honest)
    state, mia, best = 0, rules.top, rules.tier(66)
    assert found.calling(state, mia, mia) == 2  # it is looked at
    assert found.calling(state, mia, best) == -1
    assert found.calling(state, best, 0) == Fraction(34, 36) - 2 * Fraction(2, 36)


def test_how_often_a_call_is_doubted() -> None:
    """Liar doubts half of all calls and looks at Mia, which is called in 2 of 36 cases."""
    rules, honest, liar = Rules(), HONEST.table(Rules()), LIAR.table(Rules())
    assert in_lives(rules, honest, liar).doubted(0) == Fraction(34, 72) + Fraction(2, 36)
    shown = Rules(thrown_mia="next")  # which is no call
    tables = (player.table(shown) for player in (HONEST, LIAR))
    assert in_lives(shown, *tables).doubted(0) == Fraction(1, 2)


def test_a_call_that_is_never_made_says_nothing_of_its_dice() -> None:
    rules, table = Rules(), CHARACTERS["lucky"].table(Rules())
    assert in_lives(rules, table, table).doubting(0, rules.tier(65), blind=False) is None


class TestWins:
    """Who wins a round in which both play by the same table."""

    @pytest.mark.parametrize(
        "rules",
        [
            *(replace(house, variant=THREE, toast=()) for house in HOUSES),
            Rules(THREE, mia_equalled=True),
            Rules(THREE, mia_equalled=True, call="at_least", mia_fold=None),
            Rules(THREE, second_throw="blind", thrown_mia="next"),
            Rules(THREE, second_throw="blind", mia_equalled=True, call="at_least"),
        ],
        ids=str,
    )
    @pytest.mark.parametrize("name", ["honest", "liar", "random"])
    def test_who_opens_wins_as_often_as_rounds_say(self, name: str, rules: Rules) -> None:
        """Where all costs one life, in a match of one."""
        rules = replace(rules, lives=1, mia_penalty=1)
        table = CHARACTERS[name].table(rules)
        worth = win_worth(rules, exact=True)
        wins = prospects([table, table], rules.for_two(), worth).throwing[0]
        assert wins == evaluate([name, name], rules, starter=0).wins[0]
