"""The best reply to a table of chances between two."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mia_stats.game.rules import Rules, holds
from mia_stats.game.said import Answers, over_mia, truths_and_lies
from mia_stats.game.settings import PRICES
from mia_stats.game.stakes import Stakes, round_stakes
from mia_stats.game.table_strategy import TableStrategy

__all__ = ["check_reply", "respond"]


def check_reply(rules: Rules) -> None:
    """Raise where a best reply is not known, and say what works.

    Raises
    ------
    ValueError
        If the rules have toasts, are of sips, let something be had for nothing, or allow a round
        that never ends.
    """
    works = "simulate_games and evaluate weigh given strategies under any rules"
    if rules.toast:
        raise ValueError(f"toasts have no closed form here; {works}")
    if rules.for_sips:
        raise ValueError(f"a game of sips has no closed form here; {works}")
    name, chance = rules.tier_words(rules.top), rules.throw_chances[rules.top]
    if rules.may_equal and not chance:
        raise ValueError(
            "calls that may be equalled have no closed form where nobody can throw "
            f"{name}, for such a round may never end; {works}"
        )
    for price in PRICES:
        if getattr(rules, price) == 0:
            raise ValueError(f"{price}=0 has no closed form here, it must cost 1 or more; {works}")
    stakes = round_stakes(rules, Fraction(1))
    if rules.may_equal_mia and chance * stakes.true[-1] + (1 - chance) * stakes.lie[-1] >= 0:
        raise ValueError(
            f"an answer of {name} to {name} has no closed form where {name} is thrown so often "
            f"that nobody would look at it, for such a round may never end; {works}"
        )


def respond(
    table: TableStrategy,
    rules: Rules,
    mine: Stakes[Any],
    theirs: Stakes[Any],
) -> tuple[list[Any], list[Any], TableStrategy]:
    """Weigh every answer to a table, from the last state to the first.

    Parameters
    ----------
    table : TableStrategy
    rules : Rules
        The house rules.
    mine, theirs : Stakes
        What the responding player gets when it has called itself, and when the table has.

    Returns
    -------
    opening, answering : list of numbers, by state
        What the responder expects when it must call next, and when the table must.
    reply : TableStrategy
        A best response without chance. Where a table has one place for two answers to Mia, that to
        a throw that was seen, before Mia was equalled, stands there.
    """
    response = _Response(table, rules, mine, theirs)
    for state in range(rules.last_state, -1, -1):
        response.weigh(state)
    return response.opening, response.answering, response.reply()


@dataclass
class _Calls:
    """What the table says over throws of one kind, by state and call, and what is done about it."""

    often: list[list[Any]]
    doubted: list[list[Any]]
    """What the responder gets in all where it doubts."""
    answers: Answers
    """How the table answers such calls."""
    chosen: list[list[str]]
    """How the responder answers them."""


class _Response:
    """The best play against a table, on the way from the last state to the first."""

    def __init__(
        self, table: TableStrategy, rules: Rules, mine: Stakes[Any], theirs: Stakes[Any]
    ) -> None:
        self.table, self.rules, self.mine, self.theirs = table, rules, mine, theirs
        k = self.k = rules.tier_count
        self.chances: list[Any] = [p if table.exact else float(p) for p in rules.throw_chances]
        self.zero = self.chances[0] * 0
        self.close = 0 if table.exact else _CLOSE
        self.shown = rules.shows(rules.top)
        kinds = (False, True) if rules.may_throw_again else (False,)
        self.heard = [self._heard(blind) for blind in kinds]
        self.opening, self.answering = [self.zero] * (k + 1), [self.zero] * (k + 1)
        self.called = [[-1] * k for _ in range(k + 1)]  # nothing yet; `k` is another throw, blind
        self.called_blind = [-1] * (k + 1)

    def _heard(self, blind: bool) -> _Calls:
        table, rules, stakes = self.table, self.rules, self.theirs
        true, false = truths_and_lies(table, rules, blind=blind)
        doubted = true * np.array(stakes.true) + false * np.array(stakes.lie)
        if stakes.over_mia is not None:
            mia = over_mia(table, rules, blind=blind)
            usual = [
                stakes.true[b] if holds(rules, rules.top, b) else stakes.lie[b]
                for b in range(self.k)
            ]
            doubted = doubted + mia * (np.array(stakes.over_mia) - np.array(usual))
        chosen = [[""] * self.k for _ in true]
        answers = Answers(table, rules, blind=blind)
        return _Calls((true + false).tolist(), doubted.tolist(), answers, chosen)

    def weigh(self, state: int) -> None:
        """Weigh a state; where the last call may be repeated, it leads to itself.

        Two numbers are coupled then: what the response gets when it calls, and when it hears a
        call. Each policy is valued exactly and then bettered, until it can't be.
        """
        lowest = self.rules.lowest_call(state)
        repeats = lowest + 1 == state  # a call of `lowest` leads to this very state
        settled = self.zero  # by all calls heard but a repeated one
        if self.shown:
            settled += self.chances[-1] * self.theirs.true[-1]
        for heard in self.heard:
            for call in range(lowest + repeats, self.k):
                settled += self._answer(heard, state, call, again=True)
        if not repeats:
            self.answering[state] = settled
            self.opening[state], _ = self._call(state, lowest)
            return
        ended = [self._answer(heard, state, lowest, again=False) for heard in self.heard]
        often = [heard.often[state][lowest] for heard in self.heard]
        believes, valued = [False] * len(often), None
        self.answering[state] = settled + sum(ended)
        while True:
            value, again = self._call(state, lowest)
            policy = (*believes, *self.called[state], self.called_blind[state])
            if policy == valued:  # the values are its own, and no choice is better
                break
            valued = policy
            kept = sum((some for some, by in zip(often, believes, strict=True) if by), self.zero)
            if any(believes) and kept * again < 1:
                rest = settled + sum(end for end, by in zip(ended, believes, strict=True) if not by)
                base = value - again * self.answering[state]
                value = (base + again * rest) / (1 - again * kept)
                self.answering[state] = rest + kept * value
            self.opening[state] = value
            # who believes once goes on believing, since the other values only rise from here
            believes = [
                by or some * value > end + self.close
                for by, some, end in zip(believes, often, ended, strict=True)
            ]
        for heard, by in zip(self.heard, believes, strict=True):
            if by:
                heard.chosen[state][lowest] = "believe"

    def _answer(self, heard: _Calls, state: int, call: int, *, again: bool) -> Any:
        """Choose an answer, and return what it brings; `again` is whether to believe is one."""
        often, most = heard.often[state][call], heard.doubted[state][call]
        choice = "doubt"
        if again and (call < self.rules.top or self.rules.may_equal_mia):
            onward = often * self.opening[call + 1]
            if onward >= most:
                choice, most = "believe", onward
        if call == self.rules.top and self.theirs.fold is not None:
            folded = often * self.theirs.fold
            if folded >= most:
                choice, most = "fold", folded
        heard.chosen[state][call] = choice
        return most

    def _offers(self, heard: _Calls, state: int, call: int) -> tuple[Any, Any]:
        """Return how often a call of mine is doubted, and what it brings in all where it is not."""
        answers = heard.answers
        kept = answers.onward[state][call] * self.answering[call + 1]
        if call == self.rules.top and self.mine.fold is not None:
            kept += answers.folds[state][call] * self.mine.fold
        return answers.doubts[state][call], kept

    def _call(self, state: int, lowest: int) -> tuple[Any, Any]:
        """Choose a call for each throw; return what they bring, and how often one is repeated."""
        legal, rules, called = range(lowest, self.k), self.rules, self.called[state]
        seen = {call: self._offers(self.heard[0], state, call) for call in legal}
        true, false = (
            {call: kept + doubt * brings[call] for call, (doubt, kept) in seen.items()}
            for brings in (self.mine.true, self.mine.lie)
        )
        blind, blind_again = self._call_blind(state, lowest)
        value = again = self.zero
        for rolled, chance in enumerate(self.chances):
            if self.shown and rolled == rules.top:
                called[rolled] = rules.top
                value += chance * self.mine.true[-1]
                continue
            offers = {
                call: true[call] if holds(rules, rolled, call) else false[call] for call in legal
            }
            if rolled == rules.top and self.mine.over_mia is not None:
                for call, (doubt, kept) in seen.items():
                    offers[call] = kept + doubt * self.mine.over_mia[call]
            if blind is not None:
                offers[self.k] = blind
            best = max(offers.values())
            close = best - self.close
            for call in (called[rolled], rolled):  # no change for nothing, then truth
                if offers.get(call, close - 1) >= close:
                    break
            else:
                call = max(offers, key=offers.__getitem__)
            called[rolled] = call
            value += chance * offers[call]
            if call == self.k:
                again += chance * blind_again
            elif call + 1 == state:
                again += chance * self.heard[0].answers.onward[state][call]
        return value, again

    def _call_blind(self, state: int, lowest: int) -> tuple[Any, Any]:
        """Choose a call over a blind throw; return the same of it, and None where there is none."""
        if self.mine.over_blind is None:
            return None, self.zero
        brings = {}
        for call in range(lowest, self.k):
            doubt, kept = self._offers(self.heard[1], state, call)
            brings[call] = kept + doubt * self.mine.over_blind[call]
        best, call = max(brings.values()), self.called_blind[state]
        if brings.get(call, best - 1) < best - self.close:
            call = max(brings, key=brings.__getitem__)
        self.called_blind[state] = call
        repeated = self.heard[1].answers.onward[state][call] if call + 1 == state else self.zero
        return brings[call], repeated

    def reply(self) -> TableStrategy:
        """Return the choices as a table."""
        k, one = self.k, Fraction(1)
        calls = np.full((k, k, k), Fraction(0), object)
        more: dict[str, NDArray[Any]] = {}
        if len(self.heard) > 1:
            more = {"again": np.full((k, k), Fraction(0)), "blind": np.full((k, k), Fraction(0))}
        for state in range(k):
            for rolled, call in enumerate(self.called[state]):
                if call == k:
                    more["again"][state, rolled], call = one, max(rolled, state)
                calls[state, rolled, call] = one
            if more:
                more["blind"][state, self.called_blind[state]] = one
        doubts = [self._chosen(heard, "doubt") for heard in self.heard]
        if self.rules.may_equal_mia:
            more["equals"] = equals = self._chosen(self.heard[0], "believe")[:, -1]
            for chosen in doubts:
                chosen[:, -1] *= 1 - equals
        if len(doubts) > 1:
            more["doubts_blind"] = doubts[1]
        name = f"best response to {self.table.name}"[:200]
        return TableStrategy(name, calls, doubts[0], **more, rules=self.rules)

    def _chosen(self, heard: _Calls, answer: str) -> NDArray[Any]:
        """Return where an answer is chosen, by state and call, as chances of 0 and 1."""
        rows = [
            [Fraction(int(choice == answer)) for choice in row] for row in heard.chosen[: self.k]
        ]
        return np.array(rows, object)


_CLOSE = 1e-15  # a gain so small in floats is none
