"""The whole game in plain Python, one game after another, for any rules and any players.

It shares no code with the simulator but the rules themselves, so the benchmark measures one
against the other, and the tests compare their results.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from mia_stats import BELIEVE, DOUBT, ROLLS, Outcome, Rules, TableStrategy

__all__ = ["PlainHonest", "PlainPlayer", "PlainTable", "PlainTally", "play_plainly"]


@dataclass
class Seen:
    """What a player sees."""

    state: int
    lowest: int
    lives: list[int]
    rolled: int = -1
    call: int = -1
    may_pass: bool = False


class PlainPlayer(Protocol):
    """Somebody who is asked turn by turn."""

    def choose_call(self, seen: Seen) -> int:
        """Return the tier to call."""

    def answer(self, seen: Seen) -> int:
        """Return BELIEVE, DOUBT, or the call with which the cup is passed on."""


@dataclass
class PlainHonest:
    """Tells the truth where it is legal, and looks at Mia only."""

    top: int

    def choose_call(self, seen: Seen) -> int:
        """Return the throw, or the lowest legal call."""
        return max(seen.rolled, seen.lowest)

    def answer(self, seen: Seen) -> int:
        """Return DOUBT for Mia."""
        return DOUBT if seen.call == self.top else BELIEVE


@dataclass
class PlainTable:
    """Draws from a table of chances."""

    table: TableStrategy
    rng: random.Random

    def choose_call(self, seen: Seen) -> int:
        """Return a call by its chances."""
        return self._draw(self.table.calls[seen.state, seen.rolled])

    def answer(self, seen: Seen) -> int:
        """Return an answer by its chances."""
        doubt = self.table.doubts[seen.state, seen.call]
        if self.table.passes is None:
            return DOUBT if self.rng.random() < doubt else BELIEVE
        passes = self.table.passes[seen.state, seen.call]
        drawn = self._draw([doubt, *passes, 1 - doubt - sum(passes)])
        if drawn == 0:
            return DOUBT
        return drawn - 1 if drawn <= len(passes) and seen.may_pass else BELIEVE

    def _draw(self, chances: Sequence[float]) -> int:
        return self.rng.choices(range(len(chances)), [float(chance) for chance in chances])[0]


@dataclass
class PlainTally:
    """What is counted over the games, by seat."""

    losses: list[int]
    wins: list[int]
    forfeits: list[dict[str, int]]
    calls: list[int]
    lies: list[int]
    toasts: int = 0
    rounds: list[int] = field(default_factory=list)


def play_plainly(players: Sequence[PlainPlayer], rules: Rules, games: int, seed: int) -> PlainTally:
    """Play games and return what happened."""
    n = len(players)
    tally = PlainTally([0] * n, [0] * n, [{} for _ in range(n)], [0] * n, [0] * n)
    rng = random.Random(seed)
    throws = _throws(rules)
    for _ in range(games):
        _Game(players, rules, tally, rng, throws).play()
    return tally


def _throws(rules: Rules) -> tuple[list[int], list[int]]:
    """Return what each of the rolls that are kept makes, and their weights one upon another."""
    tiers, weights = [], [0]
    for first, second in ROLLS:
        outcome = Outcome.from_dice(first, second)
        if outcome not in rules.variant.rethrown:
            tiers.append(TOAST if outcome in rules.toast else rules.tier(outcome))
            weight = rules.dice.first[first - 1] * rules.dice.second[second - 1]
            weights.append(weights[-1] + weight)
    return tiers, weights[1:]


TOAST = -1


class _Game:
    """One game, from its first throw to its end."""

    def __init__(
        self,
        players: Sequence[PlainPlayer],
        rules: Rules,
        tally: PlainTally,
        rng: random.Random,
        throws: tuple[list[int], list[int]],
    ) -> None:
        self.players, self.rules, self.tally, self.rng = players, rules, tally, rng
        self.lives = [rules.lives] * len(players)
        self.tiers, self.weights = throws
        self.rounds = 0

    def play(self) -> None:
        opener = self.rng.randrange(len(self.players))
        while True:
            opener = self.play_round(opener)
            if self.over():
                self.tally.rounds.append(self.rounds)
                return

    def over(self) -> bool:
        rules, tally = self.rules, self.tally
        if rules.ending == "rounds":
            return self.rounds == rules.rounds
        alive = [lives > 0 for lives in self.lives]
        if (rules.ending == "first_out" and not all(alive)) or (
            rules.ending == "last_standing" and sum(alive) == 1
        ):
            for seat, lives in enumerate(alive):
                (tally.wins if lives else tally.losses)[seat] += 1
            return True
        return False

    def left(self, seat: int) -> int:
        seat = (seat + 1) % len(self.players)
        while self.lives[seat] == 0:
            seat = (seat + 1) % len(self.players)
        return seat

    def seen(self, seat: int, state: int) -> Seen:
        lives = self.lives[seat:] + self.lives[:seat]
        lowest = max(state - 1, 0) if self.rules.call == "at_least" else state
        return Seen(state, lowest, lives)

    def play_round(self, opener: int) -> int:
        """Play one round and return who opens the next one."""
        rules, tally = self.rules, self.tally
        caller, state = opener, 0
        while True:
            rolled = self.rng.choices(self.tiers, cum_weights=self.weights)[0]
            if rolled == TOAST:
                tally.toasts += 1
                caller, state = opener, 0
                continue
            seen = self.seen(caller, state)
            seen.rolled = rolled
            call = self.players[caller].choose_call(seen)
            if not seen.lowest <= call <= rules.top:
                raise ValueError(f"illegal call {call}")
            self.count_call(caller, rolled, call)
            liable, responder, passed = caller, self.left(caller), 0
            while True:
                seen = self.seen(responder, state)
                seen.call, seen.may_pass = call, self.may_pass(call, passed)
                answer = self.players[responder].answer(seen)
                if answer < 0:
                    break
                if not seen.may_pass or answer < call:
                    raise ValueError(f"illegal pass {answer}")
                passed += 1
                if rules.unseen_pass == "liable":
                    state, call, liable = call + 1, answer, responder
                    self.count_call(responder, rolled, call)
                responder = self.left(responder)
            if answer == DOUBT or call == rules.top:
                return self.settle(liable, responder, rolled, call, answer)
            caller, state = responder, call + 1

    def may_pass(self, call: int, passed: int) -> bool:
        alive = sum(lives > 0 for lives in self.lives)
        most = {"never": 0, "free": min(1, alive - 2), "liable": alive - 2}
        return call < self.rules.top and passed < most[self.rules.unseen_pass]

    def count_call(self, seat: int, rolled: int, call: int) -> None:
        self.tally.calls[seat] += 1
        self.tally.lies[seat] += self.is_false(rolled, call)

    def is_false(self, rolled: int, call: int) -> bool:
        return rolled != call if self.rules.truth == "exact" else rolled < call

    def settle(self, liable: int, responder: int, rolled: int, call: int, answer: int) -> int:
        rules, mia = self.rules, call == self.rules.top
        caught = answer == DOUBT and self.is_false(rolled, call)
        loser, winner = (liable, responder) if caught else (responder, liable)
        if answer != DOUBT:
            cause, cost = "mia_folded", rules.mia_fold or 0
        elif caught:
            cause, cost = ("mia_lie_caught", rules.mia_lie_penalty) if mia else ("lie_caught", 1)
        else:
            cause, cost = ("mia_looked_at", rules.mia_penalty) if mia else ("wrong_doubt", 1)
        counts = self.tally.forfeits[loser]
        counts[cause] = counts.get(cause, 0) + 1
        self.rounds += 1
        if rules.forfeit == "life":
            self.lives[loser] = max(0, self.lives[loser] - cost)
        if not any(self.lives[seat] for seat in range(len(self.lives)) if seat != loser):
            return loser
        match rules.next_starter:
            case "loser":
                starter = loser
            case "winner":
                starter = winner
            case "doubter":
                starter = responder
            case "standard":
                starter = responder if caught else self.left(responder)
        return starter if self.lives[starter] else self.left(starter)
