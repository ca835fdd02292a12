"""The whole game in plain Python, one game after another, for any rules and any players.

It shares no code with the simulator but the rules themselves, so the benchmark measures one
against the other, and the tests compare their results.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from mia_stats import BELIEVE, DOUBT, ROLLS, Outcome, Rules, TableStrategy

__all__ = ["EQUAL", "PlainHonest", "PlainPlayer", "PlainTable", "PlainTally", "play_plainly"]

EQUAL = -9
"""The answer that believes a call of Mia, and throws to call it again."""


@dataclass
class Seen:
    """What a player sees."""

    state: int
    lowest: int
    lives: list[int]
    rolled: int = -1
    call: int = -1
    may_pass: bool = False
    blind: bool = False
    may_equal: bool = False


class PlainPlayer(Protocol):
    """Somebody who is asked turn by turn."""

    def choose_call(self, seen: Seen) -> int:
        """Return the tier to call."""

    def answer(self, seen: Seen) -> int:
        """Return BELIEVE, DOUBT, EQUAL, or the call with which the cup is passed on.

        To Mia, BELIEVE means to fold.
        """


@runtime_checkable
class ThrowsAgain(Protocol):
    """A player who may throw once more without looking, where the rules have it."""

    def throws_again(self, seen: Seen) -> bool:
        """Return whether to throw once more, having seen the dice."""

    def call_blind(self, seen: Seen) -> int:
        """Return the tier to call over dice that nobody has seen."""


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
        calls = self.table.calls
        return (
            self._draw(calls[seen.state, seen.rolled]) if seen.state < len(calls) else seen.lowest
        )

    def throws_again(self, seen: Seen) -> bool:
        """Return whether to throw once more, by its chance."""
        again = self.table.again
        return again is not None and self.rng.random() < again[self._row(seen), seen.rolled]

    def call_blind(self, seen: Seen) -> int:
        """Return a call over dice that nobody has seen, by its chances."""
        blind = self.table.blind
        assert blind is not None, "who throws again must know what to call then"
        return self._draw(blind[seen.state]) if seen.state < len(blind) else seen.lowest

    def answer(self, seen: Seen) -> int:
        """Return an answer by its chances."""
        table, row = self.table, self._row(seen)
        doubts = (
            table.doubts_blind if seen.blind and table.doubts_blind is not None else table.doubts
        )
        doubt = doubts[row, seen.call]
        if seen.call == len(doubts) - 1:
            drawn = self.rng.random()
            if drawn < doubt:
                return DOUBT
            if not seen.may_equal or table.equals is None:
                return BELIEVE
            return EQUAL if drawn < doubt + table.equals[row] else BELIEVE
        if table.passes is None:
            return DOUBT if self.rng.random() < doubt else BELIEVE
        passes = table.passes[row, seen.call]
        drawn = self._draw([doubt, *passes, 1 - doubt - sum(passes)])
        if drawn == 0:
            return DOUBT
        return drawn - 1 if drawn <= len(passes) and seen.may_pass else BELIEVE

    def _row(self, seen: Seen) -> int:
        return min(seen.state, len(self.table.doubts) - 1)

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


def play_plainly(
    players: Sequence[PlainPlayer],
    rules: Rules,
    games: int,
    seed: int,
    *,
    lives: Sequence[int] | None = None,
    starter: int | None = None,
) -> PlainTally:
    """Play games and return what happened; no starter is one that is drawn for each game."""
    n = len(players)
    tally = PlainTally([0] * n, [0] * n, [{} for _ in range(n)], [0] * n, [0] * n)
    rng = random.Random(seed)
    table = _Table(players, rules, tally, rng, lives)
    for _ in range(games):
        table.play(starter)
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
NOTHING = -2


class _Table:
    """Where the players sit, and play each game from its first throw to its end."""

    def __init__(
        self,
        players: Sequence[PlainPlayer],
        rules: Rules,
        tally: PlainTally,
        rng: random.Random,
        lives: Sequence[int] | None,
    ) -> None:
        self.players, self.rules, self.tally, self.rng = players, rules, tally, rng
        self.at_first = [rules.lives] * len(players) if lives is None else list(lives)
        self.tiers, self.weights = _throws(rules)
        self.top = rules.top
        self.again: list[ThrowsAgain | None] = [None] * len(players)
        if rules.second_throw == "blind":
            self.again = [p if isinstance(p, ThrowsAgain) else None for p in players]
        self.shown = self.top if rules.thrown_mia != "hidden" else NOTHING
        self.prices = {
            "lie_caught": rules.lie_penalty,
            "mia_lie_caught": rules.mia_lie_penalty,
            "wrong_doubt": rules.doubt_penalty,
            "mia_folded": rules.mia_fold,
            "mia_looked_at": rules.mia_penalty,
        }

    def play(self, starter: int | None) -> None:
        self.lives, self.rounds = self.at_first.copy(), 0
        opener = self.rng.randrange(len(self.players)) if starter is None else starter
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
        return Seen(state, min(lowest, self.top), lives)

    def play_round(self, opener: int) -> int:
        """Play one round and return who opens the next one."""
        rules, tally = self.rules, self.tally
        caller, state = opener, 0
        while True:
            rolled = self.throw()
            if rolled == TOAST:
                tally.toasts += 1
                caller, state = opener, 0
                continue
            if rolled == self.shown:
                return self.show(caller)
            seen = self.seen(caller, state)
            seen.rolled = rolled
            second, blind = self.again[caller], False
            if second is not None and second.throws_again(seen):
                blind, rolled = True, self.throw()
                call = second.call_blind(self.seen(caller, state))
            else:
                call = self.players[caller].choose_call(seen)
            if not seen.lowest <= call <= self.top:
                raise ValueError(f"illegal call {call}")
            self.count_call(caller, rolled, call)
            liable, responder, passed = caller, self.left(caller), 0
            while True:
                seen = self.seen(responder, state)
                seen.call, seen.may_pass = call, self.may_pass(call, passed)
                seen.blind, seen.may_equal = blind and not passed, rules.mia_equalled
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
            if answer == BELIEVE and call == self.top:
                if rules.mia_fold is not None:
                    return self.end("mia_folded", liable, responder, [responder])
                answer = DOUBT
            if answer == DOUBT and rolled == TOAST:
                tally.toasts += 1
                caller, state = opener, 0
            elif answer == DOUBT:
                return self.settle(liable, responder, rolled, call)
            else:
                if call == self.top and not (answer == EQUAL and rules.mia_equalled):
                    raise ValueError(f"illegal answer {answer} to the top call")
                caller, state = responder, call + 1

    def throw(self) -> int:
        return self.rng.choices(self.tiers, cum_weights=self.weights)[0]

    def may_pass(self, call: int, passed: int) -> bool:
        alive = sum(lives > 0 for lives in self.lives)
        most = {"never": 0, "free": min(1, alive - 2), "liable": alive - 2}
        return call < self.top and passed < most[self.rules.unseen_pass]

    def count_call(self, seat: int, rolled: int, call: int) -> None:
        self.tally.calls[seat] += 1
        self.tally.lies[seat] += self.is_false(rolled, call)

    def is_false(self, rolled: int, call: int) -> bool:
        if rolled == TOAST:
            return False  # of a call over it nothing is ever known
        return rolled != call if self.rules.truth == "exact" else rolled < call

    def others(self, seat: int) -> list[int]:
        return [other for other, lives in enumerate(self.lives) if lives and other != seat]

    def show(self, thrower: int) -> int:
        """End the round by a thrown Mia; the next seat counts as having doubted wrongly."""
        following = self.left(thrower)
        payers = [following] if self.rules.thrown_mia == "next" else self.others(thrower)
        return self.end("mia_looked_at", thrower, following, payers)

    def settle(self, liable: int, responder: int, rolled: int, call: int) -> int:
        """End the round by a doubt or a look."""
        rules = self.rules
        called, thrown = call == self.top, rolled == self.top
        mia = {"call": called, "dice": thrown, "either": called or thrown}[rules.mia_by]
        if self.is_false(rolled, call):
            cause = "mia_lie_caught" if mia else "lie_caught"
            return self.end(cause, liable, responder, [liable], caught=True)
        all_pay = called and rules.true_mia == "others"
        payers = self.others(liable) if all_pay else [responder]
        return self.end("mia_looked_at" if mia else "wrong_doubt", liable, responder, payers)

    def end(
        self, cause: str, liable: int, responder: int, payers: list[int], *, caught: bool = False
    ) -> int:
        """Let some seats pay, and return who opens the next round."""
        self.rounds += 1
        cost = self.prices[cause] or 0
        for payer in payers:
            counts = self.tally.forfeits[payer]
            counts[cause] = counts.get(cause, 0) + 1
            if self.rules.forfeit == "life":
                self.lives[payer] = max(0, self.lives[payer] - cost)
        match self.rules.next_starter:
            case "loser":
                starter = liable if caught else responder
            case "winner":
                starter = responder if caught else liable
            case "doubter":
                starter = responder
            case "standard":
                starter = responder if caught else self.left(responder)
            case "after_doubter":
                starter = self.left(responder)
            case "random":
                starter = self.rng.choice([seat for seat, left in enumerate(self.lives) if left])
        return starter if self.lives[starter] else self.left(starter)
