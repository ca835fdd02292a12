"""What a table of chances says, true and false, and the best reply to it between two."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mia_stats.game.rules import Rules, holds
from mia_stats.game.settings import PRICES
from mia_stats.game.stakes import Stakes, round_stakes
from mia_stats.game.table_strategy import TableStrategy

__all__ = ["check_reply", "respond", "round_wins", "spoken", "truths_and_lies"]


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


def spoken(
    table: TableStrategy, rules: Rules, *, exact: bool
) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp], NDArray[Any]]:
    """Return all that a player says: states, throws, calls, and the chance of both in the state.

    Parameters
    ----------
    table : TableStrategy
        The player.
    rules : Rules
        The house rules.
    exact : bool
        Whether the chances are Fractions, as those of the table must be then, or floats.

    Returns
    -------
    states, throws, calls, chances : array, shape (n,)
        One after another, without chances of 0.
    """
    kind = object if exact else np.float64
    state, rolled, call = np.nonzero(table.calls)
    chances = table.calls[state, rolled, call].astype(kind)
    chances *= np.array(rules.throw_chances, kind)[rolled]
    some = np.flatnonzero(chances)
    return state[some], rolled[some], call[some], chances[some]


def truths_and_lies(
    table: TableStrategy, rules: Rules, *, blind: bool = False
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return how often a player makes each call truthfully, and how often as a lie.

    Parameters
    ----------
    table : TableStrategy
        The player.
    rules : Rules
        The house rules.
    blind : bool
        Whether the calls over a blind throw are meant, or those over a throw that the player saw.

    Returns
    -------
    true, false : array, shape (states, K)
        By state and call; Fractions where the table is exact. There are K states, and one more
        after a call of Mia that may be equalled. A Mia that is shown is no call.

    Examples
    --------
    After 54, who is honest calls 61 with it, or with anything that is less:

    >>> from mia_stats import HONEST
    >>> true, false = truths_and_lies(HONEST.table(Rules()), Rules())
    >>> true[9, 9], false[9, 9]
    (Fraction(1, 18), Fraction(1, 2))
    """
    state, rolled, call, chances = (_said_blind if blind else _said)(table, rules)
    honest = holds(rules, rolled, call)
    true, false = (_total(table, rules, state, call, chances, which) for which in (honest, ~honest))
    return true, false


def _total(
    table: TableStrategy, rules: Rules, state: Any, call: Any, chances: Any, which: Any
) -> NDArray[Any]:
    """Return the sum of some chances by state and call."""
    shape = rules.last_state + 1, rules.tier_count
    total = np.full(shape, Fraction(0) if table.exact else 0.0)
    np.add.at(total, (state[which], call[which]), chances[which])
    return total


def _by_state(table: NDArray[Any], rules: Rules) -> NDArray[Any]:
    """Return a row for each state: the one after a call of Mia reads the row before it."""
    return np.concatenate([table, table[-1:]]) if rules.may_equal_mia else table


def _throws_seen(table: TableStrategy, rules: Rules) -> NDArray[Any]:
    """Return the chance of each throw that its thrower sees and nobody is shown."""
    chances = np.array(rules.throw_chances, object if table.exact else np.float64)
    return np.where(rules.shows(np.arange(rules.tier_count)), chances[0] * 0, chances)


def _said(table: TableStrategy, rules: Rules) -> tuple[Any, Any, Any, Any]:
    """Return as `spoken` does what is said over throws that are seen, after any last call."""
    state, rolled, call, chances = spoken(table, rules, exact=table.exact)
    if rules.may_equal_mia:
        throws = np.arange(rules.tier_count)
        ends = [0 * throws + rules.last_state, throws, 0 * throws + rules.top]
        state, rolled, call = (
            np.concatenate(both) for both in zip((state, rolled, call), ends, strict=True)
        )
        chances = np.concatenate([chances, _throws_seen(table, rules)])
    if table.again is not None:
        again = table.again if table.exact else table.again.astype(np.float64)
        chances = chances * (1 - _by_state(again, rules)[state, rolled])
    some = np.flatnonzero(~rules.shows(rolled) & (chances != 0))
    return state[some], rolled[some], call[some], chances[some]


def _said_blind(table: TableStrategy, rules: Rules) -> tuple[Any, Any, Any, Any]:
    """Return the same of what is said over blind throws."""
    if table.again is None or table.blind is None:
        nothing = np.zeros(0, np.intp)
        return nothing, nothing, nothing, np.zeros(0, object if table.exact else np.float64)
    kind = object if table.exact else np.float64
    again = _by_state(table.again.astype(kind), rules) @ _throws_seen(table, rules)
    call = _by_state(table.blind.astype(kind), rules)
    if rules.may_equal_mia:
        call[-1] = [0] * rules.top + [1]
    throws = np.array(rules.throw_chances, kind)
    chances = again[:, None, None] * throws[:, None] * call[:, None, :]
    state, rolled, called = np.nonzero(chances)
    return state, rolled, called, chances[state, rolled, called]


def round_wins(table: TableStrategy, rules: Rules) -> list[Fraction]:
    """Return the chance that who throws in each state wins the round, when both play by a table.

    The last state is the one after a call of Mia; where that may not be equalled, nobody throws.
    """
    wins = [Fraction(0)] * (rules.tier_count + 1)
    answers = [
        (*truths_and_lies(table, rules, blind=blind), _Answers(table, rules, blind=blind))
        for blind in (False, True)
    ]
    shown = 1 - sum(_throws_seen(table, rules)) if rules.shows(rules.top) else 0
    for state in range(rules.last_state, -1, -1):
        lowest = rules.lowest_call(state)
        won, again = shown, Fraction(0)
        for true, false, answer in answers:
            for call in range(lowest, rules.tier_count):
                made = true[state, call] + false[state, call]
                onward = made * answer.onward[state][call]
                won += answer.doubts[state][call] * true[state, call]
                won += made * answer.folds[state][call] + onward * (1 - wins[call + 1])
                if call + 1 == state:  # comes back, the other way round
                    again += onward
        wins[state] = won / (1 + again)
    return wins


class _Answers:
    """How a table answers each call in each state, where its dice were seen or thrown blind.

    It doubts, folds, or goes on to throw itself; the three add up to 1.
    """

    def __init__(self, table: TableStrategy, rules: Rules, *, blind: bool) -> None:
        doubts = table.over_blind if blind else table.doubts
        if not table.exact:
            doubts = doubts.astype(np.float64)
        self.doubts: list[list[Any]] = _by_state(doubts, rules).tolist()
        zero = self.doubts[0][0] * 0
        equals = [zero] * rules.tier_count if table.equals is None else table.equals.tolist()
        equals = _by_state(np.array(equals, object), rules).tolist()
        self.onward = [[1 - doubt for doubt in row] for row in self.doubts]
        self.folds = [[zero] * rules.tier_count for _ in self.doubts]
        for state, equal in enumerate(equals):
            doubt = self.doubts[state][rules.top]
            self.onward[state][rules.top] = equal
            self.folds[state][rules.top] = 1 - doubt - equal
            if not rules.may_fold:
                self.doubts[state][rules.top] = 1 - equal
                self.folds[state][rules.top] = zero


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
    answers: _Answers
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
            state, rolled, call, chances = (_said_blind if blind else _said)(table, rules)
            mia = _total(table, rules, state, call, chances, rolled == rules.top)
            usual = [
                stakes.true[b] if holds(rules, rules.top, b) else stakes.lie[b]
                for b in range(self.k)
            ]
            doubted = doubted + mia * (np.array(stakes.over_mia) - np.array(usual))
        chosen = [[""] * self.k for _ in true]
        answers = _Answers(table, rules, blind=blind)
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
        if len(self.heard) == 1:
            return None, self.zero
        brings = {}
        for call in range(lowest, self.k):
            doubt, kept = self._offers(self.heard[1], state, call)
            shown = sum(
                chance * self.mine.of(rolled, call, true=holds(self.rules, rolled, call))
                for rolled, chance in enumerate(self.chances)
            )
            brings[call] = kept + doubt * shown
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
