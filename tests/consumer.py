"""What programs of others write with types: no test runs it, `scripts/check_package.py` checks it.

It is checked against the wheel, by mypy and by pyright, both as strict as they can be.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import assert_type

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

import mia_stats as mia
from mia_stats import plotting


def writes(table: mia.Table) -> None:
    assert_type(table.to_csv(), str)
    assert_type(table.to_json(), str)
    assert_type(table.to_html(), str)
    assert_type(table.to_latex(), str)
    assert_type(table.to_csv("x.csv"), None)
    assert_type(table.to_json(Path("x.json")), None)
    assert_type(table.to_html("x.html"), None)
    assert_type(table.to_latex("x.tex"), None)


def reads_odds(call: mia.OutcomeLike, variant: mia.VariantLike) -> mia.OddsRow:
    writes(mia.odds(variant))
    assert_type(mia.beat_probability(call, variant, rolls=2), Fraction)
    assert_type(mia.medians(variant).even, mia.Outcomes)
    assert_type(mia.sample_outcomes(5, variant), NDArray[np.intp])
    assert_type(mia.find_variant(variant).next_above(call), mia.Outcomes)
    assert_type(mia.find_variant(variant).tiers[0], mia.Tier)
    assert_type(mia.VARIANTS["meyer"], mia.Variant)
    assert_type(mia.check_claims()[0].verdict, mia.Verdict)
    return mia.odds(variant)[call]


def wins(mine: mia.PartlyKnown, theirs: mia.PartlyKnown) -> Fraction:
    return mia.duel_odds(mine, theirs).win


def of_a_kind(outcomes: Sequence[mia.OutcomeLike], kind: mia.Kind) -> mia.Outcomes:
    return mia.Outcomes(o for o in map(mia.Outcome.parse, outcomes) if o.kind == kind)


def takes_advice() -> None:
    alone, match = mia.advise(54, roll=43), mia.advise(54, lives=(3, 2))
    assert_type(alone.answers["doubt"], Fraction)
    assert_type(alone.calls, Mapping[str, Fraction])
    assert_type(alone.true, Fraction | None)
    assert_type(match.answers["believe"], float)
    assert_type(match.rolling_on, float | None)
    assert_type(list(alone.answers), list[mia.Answer])
    assert_type([chance(alone, "doubt"), chance(match, "fold")], list[Fraction | float])


def chance(advice: mia.Advice, answer: mia.Answer) -> Fraction | float:
    return advice.answers.get(answer, 0.0)


def asks(lives: tuple[int, int] | None) -> mia.Advice:
    return mia.advise(21, lives=lives)


def weighs(players: Sequence[mia.Player], cause: mia.Cause) -> Fraction | float:
    weighed = mia.evaluate(players)
    assert_type(weighed.wins, tuple[Fraction | float, ...])
    assert_type(weighed.rounds, Fraction | float)
    assert_type(mia.exploitability(players[0]), Fraction | float)
    assert_type(mia.solve_round().values[54], Fraction)
    assert_type(mia.solve_round().threshold, mia.Outcome | None)
    return sum(weighed.forfeits[cause])


def chooses(
    call: mia.CallRule,
    truth: mia.TruthRule,
    unseen_pass: mia.UnseenPass,
    next_starter: mia.NextStarter,
    ending: mia.Ending,
    forfeit: mia.ForfeitRule,
) -> mia.Rules:
    rules = mia.Rules("points", call=call, truth=truth, ending=ending, forfeit=forfeit)
    assert_type(rules.costs, dict[mia.Cause, int])
    assert_type(rules.lowest_call(3), int)
    assert_type(rules.is_true(8, 9), bool)
    return mia.Rules(rules.variant, unseen_pass=unseen_pass, next_starter=next_starter)


def plays(
    players: Sequence[mia.Player], rules: mia.RulesLike, rng: mia.RandomLike, cause: mia.Cause
) -> int:
    games = mia.simulate_games(players, rules, games=10, rng=rng)
    assert_type(games, mia.SimulatedGames)
    return int(games.forfeits[:, mia.CAUSES.index(cause)].sum())


def decides(player: mia.Decider, file: str, rng: mia.RandomLike) -> mia.Outcome:
    assert_type(player.answer_to(54, 42, rng=rng), mia.Answer)
    assert_type(player.answer_to(54, may_pass=True), mia.Answer | mia.Outcome)
    assert_type(player.throws_again("43", last=(4, 2)), bool)
    strategy, rules = mia.load_strategy(file)
    assert_type(strategy, mia.TableStrategy | mia.MatchStrategy)
    return strategy.call(65, rules=rules, lives=(3, 2))


def replies(player: mia.Player, others: Sequence[mia.Player]) -> mia.Outcome:
    assert_type(mia.best_response("liar"), mia.BestResponse)
    assert_type(mia.best_response(player, "meyer"), mia.BestResponse)
    assert_type(mia.best_response(others, lives=[3, 2, 2]), mia.TableResponse)
    return mia.best_response(["liar", mia.HONEST]).strategy.call(65, lives=(3, 2, 2))


def watches(game: mia.Game, seat: int) -> Fraction | float | None:
    seen = game.seen_of(seat)
    assert_type(seen, tuple[mia.Seen, ...])
    who = mia.recognise([*seen, mia.Seen(54, call=61, shown="42")], ["honest", mia.LIAR])
    assert_type(who.chances, Mapping[str, Fraction | float])
    later = mia.recognise([], prior=who, rules=game.rules)
    mixed: list[mia.Player] = [later, {"honest": 0.5, "liar": 0.5}, {"honest": Fraction(1)}]
    assert_type(mia.advise(54, players=mixed), mia.Advice[Fraction | float])
    assert_type(mia.advise(54, lives=(3, 2, 2, 2), players=mixed), mia.Advice[float])
    return mia.truth_chance(54, mia.Mixture({"liar": 1}), previous=42, lives=game.lives)


def draws(ax: Axes) -> str:
    return plotting.plot_rolls(54, "meyer", ax=ax).get_title()


class Coward:
    """A strategy of one's own, which need not say that it is one."""

    name = "coward"

    def choose_call(self, seen: mia.CallSituation, rng: object) -> mia.Tiers:
        return seen.rules.lowest_call(seen.state)

    def answer(self, seen: mia.AnswerSituation, rng: object) -> mia.Tiers:
        return seen.call * 0 + mia.DOUBT


PLAYERS: list[mia.Player] = [Coward(), mia.HONEST, mia.doubter(61), "liar"]
DECIDERS: list[mia.Decider] = [mia.HONEST, mia.doubter(61), mia.solve_match().strategy]
STRATEGY: mia.Strategy = Coward()
