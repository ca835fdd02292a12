"""What the tests of single games share: dice that are told, players with whims, and counts."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from mia_stats import AGAIN, BELIEVE, CAUSES, DOUBT, EQUAL, Game, Outcome, Rules
from mia_stats.players.seating import take_seats
from mia_stats.simulate.asking import joined
from mia_stats.simulate.engine import play
from mia_stats.simulate.game_chance import Fortune
from mia_stats.simulate.game_players import Seated, seat_all
from mia_stats.simulate.results import SimulatedGames
from tests.oracles.settings import random_setting

__all__ = ["Scripted", "Whim", "by_engine", "counted", "drawn_setting", "told"]


class Scripted(Fortune):
    """Dice that fall as they are told; who opens is drawn where the rules say so."""

    def __init__(self, rules: Rules, rolls: Iterable[tuple[int, int]], seed: int = 0) -> None:
        super().__init__(rules, np.random.default_rng(seed), np.random.default_rng(seed))
        self.rolls = list(rolls)

    def throw(self) -> tuple[int, int]:
        """Return the next roll."""
        return self.rolls.pop(0)


def told(
    players: Sequence[Seated], rolls: Iterable[Any], rules: Rules | None = None, **more: Any
) -> Game:
    """Return a game in which the dice fall as they are told, as labels or pairs; seat 0 opens."""
    seating = seat_all(players, rules or Rules(), more.get("lives"), more.get("starter", 0))
    dice = [roll if isinstance(roll, tuple) else (roll // 10, roll % 10) for roll in rolls]
    game = Game._by(seating, Scripted(seating.rules, dice))
    game._go_on()
    return game


class Whim:
    """A strategy in code that does anything legal, by chance of its own, and notes what it sees."""

    def __init__(self, name: str, seed: int) -> None:
        self.name, self.chance = name, random.Random(seed)
        self.noted: list[Any] = []

    def choose_call(self, seen: Any, rng: np.random.Generator) -> Any:
        """Call, as a rule low, or throw again."""
        self._note(seen, seen.rolled, seen.may_throw_again)
        if seen.may_throw_again[0] and self.chance.random() < 0.3:
            return np.array([AGAIN])
        higher = self.chance.choice([0, 0, 0, 1, 1, 2, 99])
        return np.minimum(seen.lowest + higher, seen.rules.top)

    def answer(self, seen: Any, rng: np.random.Generator) -> Any:
        """Answer, or hand the cup on."""
        self._note(seen, seen.call, seen.may_pass)
        rules, call = seen.rules, int(seen.call[0])
        legal = [DOUBT, BELIEVE]
        if call == rules.top:
            legal = [DOUBT] + [BELIEVE] * rules.may_fold + [EQUAL] * rules.mia_equalled
        if seen.may_pass[0]:
            legal += [call, self.chance.randint(call, rules.highest_pass(call))]
        return np.array([self.chance.choice(legal)])

    def _note(self, seen: Any, *more: Any) -> None:
        known = (seen.state, seen.lives, seen.seat, seen.calls_made, seen.last_caller, seen.dice)
        self.noted.append([part.tolist() for part in (*known, *more)])


def drawn_setting(seed: int) -> tuple[Rules, tuple[int, ...] | None, int, int]:
    """Return rules drawn over all that there are, lives, who opens, and how many play."""
    rules, tables, lives, starter = random_setting(random.Random(seed))
    return rules, lives, starter or 0, len(tables)


def by_engine(
    players: Sequence[Any], rules: Rules, lives: Any, starter: int | None, seed: int
) -> tuple[SimulatedGames, list[tuple[int, int]]]:
    """Play one game on the engine of many games, and return what it has counted, and the dice."""
    dice, rolls = Fortune.of(rules, seed), []

    def throw(n: int) -> Any:
        tiers = []
        for _ in range(n):
            rolls.append(dice.throw())
            outcome = Outcome.from_dice(*rolls[-1])
            tiers.append(rules.tier_count if outcome in rules.toast else rules.tier(outcome))
        return np.array(tiers)

    seating = take_seats(players, rules, lives, starter)
    seating = seating._replace(players=joined(seating.players, rules))
    return play(seating, 1, np.random.default_rng(seed), throw), rolls


def counted(game: Game) -> dict[str, Any]:
    """Return what happened in a game, as the engine counts it."""
    rules, n = game.rules, len(game.players)
    forfeits = np.zeros((n, len(CAUSES)), int)
    calls, lies, wins, losses = np.zeros((4, n), int)
    places = np.zeros((n, n), int)
    dice = Outcome(6, 5)
    for event in game.events:
        seat = event.seat
        if event.what == "throw":
            assert event.dice is not None
            dice = Outcome.from_dice(*event.dice)
        elif event.what == "forfeit":
            assert event.cause is not None
            forfeits[seat, CAUSES.index(event.cause)] += 1
        elif event.what == "call" or (event.what == "pass" and rules.passer_is_liable):
            assert event.call is not None
            calls[seat] += 1
            lies[seat] += dice not in rules.toast and not rules.is_true(dice, event.call)
        elif event.what == "end" and not rules.for_sips:
            wins[list(game.winners)] = 1
            losses = 1 - wins
            for at, place in enumerate(game.places):
                places[at, place - 1] = 1
    return {
        "wins": wins.tolist(), "losses": losses.tolist(), "forfeits": forfeits.tolist(),
        "calls": calls.tolist(), "lies": lies.tolist(), "places": places.tolist(),
        "toasts": sum(event.what == "toast" for event in game.events), "rounds": game.round,
    }  # fmt: skip
