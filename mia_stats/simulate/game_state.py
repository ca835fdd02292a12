"""Where one game stands: what may be done in it, and what follows by rule or by chance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from mia_stats.game.decision import Answer
from mia_stats.game.rules import CAUSES, Rules
from mia_stats.game.strategy import HANDED_ON, LOOKED_AT, THROWN_BLIND
from mia_stats.ranking.outcomes import Outcome
from mia_stats.simulate.game_chance import Ended, Fortune
from mia_stats.simulate.game_events import Event, Roll

__all__ = ["Act", "Phase", "Position"]

Act: TypeAlias = Outcome | Answer | Literal["again"]
"""What a seat may do: call or hand the cup on with an outcome, answer, or throw again, blind."""

Phase: TypeAlias = Literal[
    "round", "throw", "show", "toast", "call", "answer", "forfeit", "end", "over"
]
"""What comes next: a call or an answer of somebody, or an event that follows by itself."""


@dataclass
class Position:
    """Where a game stands. It changes by events alone, and holds nothing that can be changed.

    `call` is the tier of the last call, made by `liable` in the state `made_in`; `seat` throws and
    calls, and `asked` answers. `dice` is None where a public log does not say.
    """

    rules: Rules
    lives: tuple[int, ...]
    starter: int | None
    phase: Phase = "round"
    round: int = 0
    opener: int = 0
    seat: int = 0
    asked: int = 0
    call: int | None = None
    made_in: int = 0
    liable: int = 0
    calls_made: int = 0
    passed: int = 0
    dice: Roll | None = None
    blind: bool = False
    shown: Roll | None = None
    looked: bool = False
    ended: Ended = (0, 0, 0)
    owing: tuple[int, ...] = ()
    out_at: tuple[int, ...] = ()
    """By seat, after how many rounds it went out; 0 is in."""
    turns: int = 0

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return len(self.lives)

    @property
    def alive(self) -> int:
        """How many are in."""
        return sum(left > 0 for left in self.lives)

    @property
    def state(self) -> int:
        """The state of the round for who calls."""
        return 0 if self.call is None else self.call + 1

    @property
    def to_act(self) -> int | None:
        """The seat that must call or answer, if somebody must."""
        if self.phase == "call":
            return self.seat
        return self.asked if self.phase == "answer" else None

    @property
    def how_dice_lie(self) -> int:
        """How the dice came to lie there, as strategies see it."""
        if self.passed:
            return HANDED_ON
        return THROWN_BLIND if self.blind else LOOKED_AT

    @property
    def may_throw_again(self) -> bool:
        """Whether who calls may throw once more instead."""
        return self.phase == "call" and self.rules.may_throw_again and not self.blind

    @property
    def may_pass(self) -> bool:
        """Whether who answers may hand the cup on."""
        return self.phase == "answer" and bool(
            self.rules.may_hand_on(self.call, self.passed, self.alive)
        )

    def outcome(self, tier: int | None) -> Outcome | None:
        """Return the first outcome of a tier."""
        return None if tier is None else self.rules.tier_outcomes(tier)[0]

    def legal(self) -> tuple[Act, ...]:
        """Return what who must act may do: calls best first, then words."""
        rules = self.rules
        if self.phase == "call":
            calls = rules.legal_calls(self.outcome(self.call))
            return (*calls, "again") if self.may_throw_again else tuple(calls)
        if self.phase != "answer" or self.call is None:
            return ()
        words: list[Act] = ["doubt", "believe"]
        if self.call == rules.top:
            words = ["look"]
            words += ["fold"] * rules.may_fold
            words += ["believe"] * rules.may_equal_mia
        if not self.may_pass:
            return tuple(words)
        highest = rules.highest_pass(self.call)
        passes = (rules.tier_outcomes(tier) for tier in range(highest, self.call - 1, -1))
        return (*words, *(outcome for tier in passes for outcome in tier))

    def legal_words(self) -> str:
        """Return what who must act may do, in words."""
        rules = self.rules
        words = [repr(act) for act in self.legal() if isinstance(act, str)]
        if self.phase == "call":
            words = [f"a call of {self._or_more(int(rules.lowest_call(self.state)))}", *words]
        elif self.may_pass and self.call is not None:
            onward = rules.tier_words(self.call)
            if rules.highest_pass(self.call) > self.call:
                onward = self._or_more(self.call)
            words.append(f"to hand the cup on with {onward}")
        *first, last = words
        return f"{', '.join(first)} or {last}" if first else last

    def _or_more(self, lowest: int) -> str:
        return self.rules.tier_words(lowest) + " or more" * (lowest < self.rules.top)

    def decided(self, act: Act, chance: Fortune) -> Event:
        """Return the event that a legal act is."""
        seat = self.to_act
        if act == "again":
            return Event("throw", seat, chance.throw(), blind=True)
        if isinstance(act, Outcome):
            call = self.outcome(self.rules.tier(act))
            return Event("call" if self.phase == "call" else "pass", seat, call=call)
        return Event("answer", seat, answer=act)

    def following(self, chance: Fortune) -> Event | None:
        """Return the event that follows by itself, if one does."""
        match self.phase:
            case "round":
                return Event("round", self._next_opener(chance))
            case "throw":
                return Event("throw", self.seat, chance.throw())
            case "show":
                if not self.looked:
                    return Event("show", self.seat, self.dice)
                call = self.outcome(self.call)
                return Event("show", self.asked, self.dice, call=call, caller=self.liable)
            case "toast":
                return Event("toast")
            case "forfeit":
                return self._forfeit(self.owing[0])
            case "end":
                return self._end()
        return None

    def _next_opener(self, chance: Fortune) -> int:
        if self.round:
            return chance.opener(self.ended, self.lives)
        return chance.starter(self.seats) if self.starter is None else self.starter

    def _forfeit(self, seat: int) -> Event:
        cause = self.ended[0]
        lost = None
        if not self.rules.for_sips:
            lost = min(self.rules.lives_lost(cause), self.lives[seat])
        return Event("forfeit", seat, cause=CAUSES[cause], lost=lost)

    def _end(self) -> Event:
        if self.rules.for_sips:
            return Event("end", winners=())
        winners = tuple(seat for seat, left in enumerate(self.lives) if left)
        places = None
        if self.rules.plays_on:
            stays = [at or self.round + 1 for at in self.out_at]
            places = tuple(1 + sum(other > mine for other in stays) for mine in stays)
        return Event("end", winners=winners, places=places)

    def apply(self, event: Event) -> None:
        """Let something happen that can happen here."""
        seat = self.seat if event.seat is None else event.seat
        match event.what:
            case "round":
                self.round += 1
                self.opener = seat
                self._open()
            case "throw":
                self.dice, self.blind, self.passed = event.dice, event.blind, 0
                self.phase = "show" if self.is_shown_at_once(event) else "call"
            case "show":
                self.shown = self.dice = event.dice
                self._show(self._tier_of(event.dice))
            case "toast":
                self._open()
            case "call":
                self.made_in, self.call, self.liable = self.state, self._tier(event.call), seat
                self._count_call()
                self.asked = self.rules.next_seat(seat + 1, self.lives)
                self.phase = "answer"
            case "pass":
                self._hand_on(seat, self._tier(event.call))
            case "answer":
                self._answer(seat, event.answer)
            case "forfeit":
                self._pay(seat, event.lost or 0)
            case "end":
                self.phase = "over"

    def is_shown_at_once(self, throw: Event) -> bool:
        """Return whether all see what somebody has thrown: a toast, or a Mia that is shown."""
        tier = self._tier_of(throw.dice)
        known = throw.dice is not None and not throw.blind
        return known and (tier is None or bool(self.rules.shows(tier)))

    def _tier(self, outcome: Outcome | None) -> int:
        assert outcome is not None, "a call names an outcome"
        return self.rules.tier(outcome)

    def _tier_of(self, dice: Roll | None) -> int | None:
        """Return the tier of some dice; None is a toast, or what nobody knows."""
        outcome = Outcome.from_dice(*dice) if dice else None
        return None if outcome is None or outcome in self.rules.toast else self.rules.tier(outcome)

    def _open(self) -> None:
        """Let the opener throw, with nothing called yet."""
        self._clear()
        self.seat, self.call, self.made_in, self.calls_made = self.opener, None, 0, 0
        self.looked, self.phase = False, "throw"

    def _clear(self) -> None:
        """Take the dice away, which nobody has a right to see any more."""
        self.dice, self.blind, self.passed = None, False, 0

    def _count_call(self) -> None:
        self.calls_made += 1
        self.turns += 1

    def _hand_on(self, seat: int, with_call: int) -> None:
        rules = self.rules
        assert self.call is not None, "there is a call to hand on"
        self.made_in, self.call, self.liable = rules.after_pass(
            self.made_in, self.call, with_call, self.liable, seat
        )
        self.passed += 1
        if rules.passer_is_liable:
            self._count_call()
        self.asked = rules.next_seat(seat + 1, self.lives)

    def _answer(self, seat: int, word: Answer | None) -> None:
        if word == "believe":
            self._clear()
            self.seat, self.phase = seat, "throw"
        elif word == "fold":
            cause = self.rules.cause(self.rules.top, seen=False, true=False)
            self._settle(cause, self.liable, seat, others=False)
        else:
            self.looked, self.phase = True, "show"

    def _show(self, rolled: int | None) -> None:
        """Settle the round, or drink, by the dice that all see."""
        rules = self.rules
        if rolled is None:
            self.phase = "toast"
        elif self.looked and self.call is not None:
            true = bool(rules.is_true(rolled, self.call))
            cause = rules.cause(self.call, seen=True, true=true, mia=rolled == rules.top)
            others = bool(rules.others_pay(self.call, cause))
            self._settle(cause, self.liable, self.asked, others=others)
        else:
            cause = rules.cause(rules.top, seen=True, true=True, mia=True)
            following = rules.next_seat(self.seat + 1, self.lives)
            self._settle(cause, self.seat, following, others=rules.shown_to_others)

    def _settle(self, cause: int, caller: int, doubter: int, *, others: bool) -> None:
        self.ended = (cause, caller, doubter)
        pays = self.rules.payers(cause, caller, doubter, others, self.lives)
        self.owing = tuple(np.flatnonzero(pays).tolist())
        self.phase = "forfeit"

    def _pay(self, seat: int, lost: int) -> None:
        left = self.lives[seat] - lost
        self.lives = (*self.lives[:seat], left, *self.lives[seat + 1 :])
        self.owing = self.owing[1:]
        if not left and lost:
            out_at = self.out_at or (0,) * self.seats
            self.out_at = (*out_at[:seat], self.round, *out_at[seat + 1 :])
        if not self.owing:
            over = self.rules.is_over(self.alive, self.seats)
            if self.rules.for_sips:
                over = self.round == self.rules.rounds
            self.phase = "end" if over else "round"
