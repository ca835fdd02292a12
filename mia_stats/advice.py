"""What to do at the table: how often to doubt a call, and what to call, by optimal play for two."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar, overload

from numpy.typing import NDArray

from mia_stats.game.decision import Answer
from mia_stats.game.legal import check_call
from mia_stats.game.published_rules import RulesLike, find_rules
from mia_stats.game.rules import Rules
from mia_stats.game.said import round_wins, truths_and_lies
from mia_stats.game.table_strategy import TableStrategy
from mia_stats.ranking.outcomes import OutcomeLike
from mia_stats.solve.match import MatchSolution, solve_match
from mia_stats.solve.round import solve_round
from mia_stats.utils.checks import listed, shown, true_or_false, whole_number
from mia_stats.utils.tables import Cell, Table, percent

if TYPE_CHECKING:
    from typing_extensions import TypeVar as DefaultTypeVar  # type checkers bring it along

    Chance = DefaultTypeVar(
        "Chance", bound=Fraction | float, default=Fraction | float, covariant=True
    )
else:
    Chance = TypeVar("Chance", covariant=True)

__all__ = ["Advice", "advise"]

_MOST_LIVES = 20


@dataclass(frozen=True, repr=False)
class Advice(Table, Generic[Chance]):
    """What to do, and how often; made by `advise`.

    Parameters
    ----------
    text : str
        The advice in words.
    answers : dict of str to Fraction or float
        The chances to doubt and to believe (for Mia: to look, to fold, and to believe where Mia may
        be equalled); empty for an opener. They are Fractions, and floats where lives are given.
    calls : dict of str to Fraction or float
        The chances of the calls to make, with the roll; without one, those of an opener. None with
        a Mia that is shown at once.
    true : Fraction, float or None
        The chance that the last call is true, as optimal play makes it; None where such play
        never makes it.
    rolling_on : Fraction, float or None
        The chance to win the round, or with lives the match, after believing the last call.
    said : dict of str to str
        How players say the calls whose name they do not use: "8 (62=53)" where it is "62=53".
    again : Fraction or float
        The chance to throw again, blind, instead of the calls; with a roll, where it is allowed.
    blind : dict of str to Fraction or float
        The chances of the calls to make then.

    Examples
    --------
    >>> advise(54).answers["doubt"]
    Fraction(4, 17)
    """

    text: str
    answers: Mapping[Answer, Chance]
    calls: Mapping[str, Chance]
    true: Chance | None
    rolling_on: Chance | None
    said: Mapping[str, str] = field(default_factory=dict)
    again: Chance | Literal[0] = 0
    blind: Mapping[str, Chance] = field(default_factory=dict)

    @property
    def caption(self) -> str:
        """The advice in words."""
        return self.text

    @property
    def columns(self) -> Mapping[str, Sequence[Cell]]:
        """A row for each answer and for each call that is made with some chance."""
        calls = {f"call {name}": chance for name, chance in self.calls.items()}
        again = {"throw again": self.again} if self.again else {}
        chances = [*self.answers.values(), *again.values(), *calls.values()]
        return {"action": [*self.answers, *again, *calls], "chance": chances}

    @property
    def for_people(self) -> Mapping[str, Sequence[Cell]]:
        """As the columns, with each call as players say it."""
        calls = (f"call {self.said.get(name, name)}" for name in self.calls)
        again = ["throw again"] * bool(self.again)
        return {**self.columns, "action": [*self.answers, *again, *calls]}


@overload
def advise(
    last: OutcomeLike | None = None,
    *,
    previous: OutcomeLike | None = None,
    blind: bool = False,
    roll: OutcomeLike | None = None,
    lives: None = None,
    rules: RulesLike = Rules(),
) -> Advice[Fraction]: ...


@overload
def advise(
    last: OutcomeLike | None = None,
    *,
    previous: OutcomeLike | None = None,
    blind: bool = False,
    roll: OutcomeLike | None = None,
    lives: Sequence[int],
    rules: RulesLike = Rules(),
) -> Advice[float]: ...


def advise(
    last: OutcomeLike | None = None,
    *,
    previous: OutcomeLike | None = None,
    blind: bool = False,
    roll: OutcomeLike | None = None,
    lives: Sequence[int] | None = None,
    rules: RulesLike = Rules(),
) -> Advice[Any]:
    """Return how often to doubt the last call, and what to call with a roll.

    It is optimal for two: in a single round, or with `lives` in a match. Among three or more it
    protects nobody.

    Parameters
    ----------
    last : OutcomeLike, optional
        The last call; none where I open the round.
    previous : OutcomeLike, optional
        The call before it; none where the last one opened the round.
    blind : bool
        Whether the last call was made over a blind throw.
    roll : OutcomeLike, optional
        What I have thrown, after believing the last call.
    lives : sequence of two ints, optional
        Mine and theirs, 1 to 20. Without them the advice is for a round on its own.
    rules : RulesLike
        As for `solve_round` and, with lives, `solve_match`. A duel never has an unseen pass.

    Returns
    -------
    Advice
        In words and in numbers: in Fractions, or in floats where lives are given.

    Raises
    ------
    TypeError, ValueError
        If an argument is not allowed, a call is not above the one before, or the rules have no
        closed form.

    Examples
    --------
    >>> advise(54, previous=42).answers["doubt"]
    Fraction(4, 17)
    >>> {call: round(float(chance), 2) for call, chance in advise(65, roll=22).calls.items()}
    {'22': 1.0}
    """
    rules = find_rules(rules)
    if last is None and previous is not None:
        raise ValueError(f"there is no call before the last one, {shown(previous)}, without a last")
    blind = true_or_false(blind, "blind")
    if blind and (last is None or not rules.may_throw_again):
        raise ValueError("blind is about a last call, by rules with second_throw='blind'")
    made_in = rules.state(previous)
    play = _play(rules, None if lives is None else _both_lives(lives))
    advice: Advice[Any] = Advice("", {}, {}, None, None, dict(play.said))
    if last is not None:
        advice = _answer(play, made_in, rules.tier(last), blind=blind)
    if roll is not None:
        made = _call(play, rules.state(last), rules.tier(roll))
    elif last is None:
        made = {"calls": dict(play.opening_calls), "text": play.opening_in_words}
    else:
        return advice
    text = f"{advice.text} {made.pop('text')}".lstrip()
    return replace(advice, text=text, **made)


@dataclass(frozen=True, eq=False)
class _Play:
    """How both play a round by equal rules, whatever these call their variant."""

    rules: Rules
    mine: TableStrategy
    theirs: TableStrategy
    game: Literal["round", "match"]
    wins: Sequence[Any]
    """My chance to win it when I throw, by state."""

    @cached_property
    def names(self) -> Sequence[str]:
        """The name of each tier."""
        return [self.rules.tier_name(tier) for tier in range(self.rules.tier_count)]

    @cached_property
    def words(self) -> Sequence[str]:
        """How players call each tier."""
        return [self.rules.tier_words(tier) for tier in range(self.rules.tier_count)]

    @cached_property
    def said(self) -> Mapping[str, str]:
        """How players call the tiers whose name they do not use."""
        both = zip(self.names, self.words, strict=True)
        return {name: words for name, words in both if name != words}

    @cached_property
    def heard(self) -> tuple[NDArray[Any], NDArray[Any]]:
        """How often the other makes each call in each state, true and false."""
        return truths_and_lies(self.theirs, self.rules)

    @cached_property
    def heard_blind(self) -> tuple[NDArray[Any], NDArray[Any]]:
        """The same over blind throws."""
        return truths_and_lies(self.theirs, self.rules, blind=True)

    @cached_property
    def opening_calls(self) -> Mapping[str, Any]:
        """How often an opener makes each call, before it has thrown."""
        seen, blind = (truths_and_lies(self.mine, self.rules, blind=by) for by in (False, True))
        calls = enumerate((seen[0] + seen[1] + blind[0] + blind[1])[0].tolist())
        return {self.names[call]: chance for call, chance in calls if chance}

    def answers(self, made_in: int, call: int, *, blind: bool) -> dict[Answer, Any]:
        """Return the chances of my answers to a call that was made in a state."""
        row = min(made_in, self.rules.top)  # after Mia the tables go on with the row before it
        if call < self.rules.top:
            doubt = (self.mine.over_blind if blind else self.mine.doubts)[row].tolist()[call]
            return {"doubt": doubt, "believe": 1 - doubt}
        look, believe, fold = (
            part.tolist()[row] for part in self.mine.to_mia(self.rules, blind=blind)
        )
        if self.mine.equals is None:
            return {"look": look, "fold": fold}
        folds: dict[Answer, Any] = {"fold": fold} if self.rules.may_fold else {}
        return {"look": look, **folds, "believe": believe}

    @cached_property
    def opening_in_words(self) -> str:
        """What an opener does; with the lowest call itself it may have to lie upward too."""
        names, calls = self.words, self.mine.calls[0]
        lie = next(call for call, chance in enumerate(calls[0].tolist()) if chance)
        lowest = next(call for call in range(len(names)) if any(calls[:, call]))
        often, truth = "", calls[lowest, lowest]
        if truth != 1:
            often = f", with {names[lowest]} {percent(truth)} of the time"
        least = names[lowest + (truth != 1)]
        told = f"You open: tell the truth with {least} or better{often}"
        top = self.rules.top
        if self.rules.shows(top):
            told += f", show {names[top]}"
        elif calls[top, top] != 1:
            often = percent(calls[top, top])
            told += f", but with {names[top]} {often} of the time, and else call {names[top - 1]}"
        if self.mine.again is not None and (again := self.mine.again[0, 0]):
            told += f", and with less throw again {percent(again)} of the time, or else"
        else:
            told += ", and with less"
        return f"{told} call {names[lie]} or more."


def _both_lives(lives: Sequence[int]) -> tuple[int, int]:
    lives = listed(lives, "lives, mine and theirs,")
    if len(lives) != 2:
        raise ValueError(
            f"lives are two numbers, mine and theirs, not {shown(lives)}: the advice is for two; "
            "among more, best_response replies to given players, and solve_match(seats=3) has an "
            "equilibrium"
        )
    mine, theirs = (whole_number(number, "lives", 1, _MOST_LIVES) for number in lives)
    return mine, theirs


@lru_cache(maxsize=64)
def _play(rules: Rules, lives: tuple[int, int] | None) -> _Play:
    if lives is None:
        table = solve_round(rules).strategy
        return _Play(rules, table, table, "round", round_wins(table, rules))
    best = _match(replace(rules, lives=max(lives))).strategy
    wins = [state.value for state in best.stacks[lives]]
    return _Play(rules, best.at(*lives), best.at(*lives[::-1]), "match", wins)


@lru_cache(maxsize=6)  # one for each number of lives up to six; a long match takes some 90 MB
def _match(rules: Rules) -> MatchSolution:
    return solve_match(rules)


def _answer(play: _Play, made_in: int, call: int, *, blind: bool) -> Advice[Any]:
    """Return how often to doubt a call that was made in a state, and why."""
    rules = play.rules
    check_call(rules, made_in, call, lowest=rules.lowest_call(made_in))
    heard = play.heard_blind if blind else play.heard
    truthful, false = (part[made_in].tolist()[call] for part in heard)
    made = truthful + false
    true = truthful / made if made else None
    goes_on = call < rules.top or rules.may_equal_mia
    rolling_on = play.wins[call + 1] if goes_on else None
    answers = play.answers(made_in, call, blind=blind)
    text = _answer_in_words(play, call, made_in, answers, true, rolling_on, blind=blind)
    return Advice(text, answers, {}, true, rolling_on, dict(play.said))


def _call(play: _Play, state: int, rolled: int) -> dict[str, Any]:
    """Return what to call in a state with a throw, in numbers and in words."""
    rules, mine = play.rules, play.mine
    if rules.shows(rolled):
        text = f"With {play.words[rolled]}: show it, which ends the round."
        return {"calls": {}, "text": text}
    if state > rules.top:
        calls = {play.names[rules.top]: mine.calls[0, 0].sum()}
        return {"calls": calls, "text": _call_in_words(play, state, rolled, calls)}
    again = 0 if mine.again is None else mine.again.tolist()[state][rolled]
    chances = enumerate(mine.calls[state, rolled].tolist())
    calls = {play.names[call]: chance * (1 - again) for call, chance in chances if chance}
    if again == 1:
        calls = {}
    blind = {}
    if again and mine.blind is not None:
        chances = enumerate(mine.blind[state].tolist())
        blind = {play.names[call]: chance for call, chance in chances if chance}
    text = _call_in_words(play, state, rolled, calls, again, blind)
    return {"calls": calls, "again": again, "blind": blind, "text": text}


def _answer_in_words(
    play: _Play,
    tier: int,
    made_in: int,
    answers: Mapping[Answer, Any],
    true: Any,
    rolling_on: Any,
    *,
    blind: bool,
) -> str:
    names = play.words
    how = f"after {names[made_in - 1]}" if made_in else "as the opening call"
    if blind:
        how += ", blind"
    doing, often = next(iter(answers.items()))
    if often == 1:
        what = f"{doing.capitalize()} for certain"
    elif often == 0:
        what = f"Never {doing}"
    else:
        what = f"{doing.capitalize()} {percent(often)} of the time"
    if tier == play.rules.top and answers.get("believe"):
        what += f", and else answer it with {names[tier]}"
        if answers.get("fold"):
            what += f" ({percent(answers['believe'])}) or fold"
    if true is None:
        why = "who plays well never makes it here"
    else:
        why = f"who plays well makes it truthfully {percent(true)} of the time"
    if rolling_on is not None:
        why += f", and by rolling on you win the {play.game} {percent(rolling_on)} of the time"
    return f"They called {names[tier]} {how}. {what}: {why}."


def _call_in_words(
    play: _Play,
    state: int,
    rolled: int,
    calls: Mapping[str, Any],
    again: Any = 0,
    blind: Mapping[str, Any] | None = None,
) -> str:
    name, must = play.words[rolled], ""
    if state:
        last = play.words[state - 1]
        equal = play.rules.lowest_call(state) < state
        must = f", to be called {f'{last} or more' if equal else f'above {last}'}"
        must = f", to be called {last}" if state > play.rules.top else must
    if list(calls) == [play.names[rolled]]:
        return f"With {name}{must}: tell the truth."
    often = ((play.said.get(call, call), percent(chance)) for call, chance in calls.items())
    said = (
        f"{words.removesuffix(')')}; {chance})" if words.endswith(")") else f"{words} ({chance})"
        for words, chance in often
    )
    what = f"call {', '.join(said)}" if calls else ""
    if again:
        then = ", ".join(play.said.get(call, call) for call in blind or ())
        what = f"throw again ({percent(again)}), blind, and call {then}" + f"; or {what}" * bool(
            what
        )
    return f"With {name}{must}: {what}."
