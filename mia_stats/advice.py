"""What to do at the table: how often to doubt a call, and what to call, by optimal play for two."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

from mia_stats.game.published_rules import RulesLike, find_rules
from mia_stats.game.reply import truths_and_lies
from mia_stats.game.rules import Rules
from mia_stats.game.table_strategy import TableStrategy
from mia_stats.ranking.outcomes import OutcomeLike
from mia_stats.solve.match import MatchSolution, solve_match
from mia_stats.solve.round import RoundSolution, solve_round
from mia_stats.utils.checks import listed, shown, whole_number
from mia_stats.utils.tables import Cell, Table, percent

__all__ = ["Advice", "Plan", "advise", "plan"]

_MOST_LIVES = 20


@dataclass(frozen=True, repr=False)
class Advice(Table):
    """What to do, and how often; made by `advise`.

    Parameters
    ----------
    text : str
        The advice in words.
    answers : dict of str to number
        The chances to doubt and to believe (for Mia: to look and to fold); empty for an opener.
    calls : dict of str to number
        The chances of the calls to make, with the roll; without one, those of an opener.
    true : number or None
        The chance that the last call is true, as optimal play makes it; None where such play
        never makes it.
    rolling_on : number or None
        The chance to win the round, or with lives the match, after believing the last call.

    Examples
    --------
    >>> advise(54).answers["doubt"]
    Fraction(4, 17)
    """

    text: str
    answers: dict[str, Any]
    calls: dict[str, Any]
    true: Any
    rolling_on: Any

    @property
    def caption(self) -> str:
        """The advice in words."""
        return self.text

    @property
    def columns(self) -> Mapping[str, Sequence[Cell]]:
        """A row for each answer and for each call that is made with some chance."""
        rows = {**self.answers, **{f"call {name}": chance for name, chance in self.calls.items()}}
        return {"action": list(rows), "chance": list(rows.values())}


def advise(
    last: OutcomeLike | None = None,
    *,
    previous: OutcomeLike | None = None,
    roll: OutcomeLike | None = None,
    lives: Sequence[int] | None = None,
    rules: RulesLike = Rules(),
) -> Advice:
    """Return how often to doubt the last call, and what to call with a roll.

    It is optimal for two: in a single round, or with `lives` in a match. Among three or more it
    protects nobody.

    Parameters
    ----------
    last : OutcomeLike, optional
        The last call; none where I open the round.
    previous : OutcomeLike, optional
        The call before it; none where the last one opened the round.
    roll : OutcomeLike, optional
        What I have thrown, after believing the last call.
    lives : sequence of two ints, optional
        Mine and theirs, 1 to 20. Without them the advice is for a round on its own.
    rules : RulesLike
        As for `solve_round` and, with lives, `solve_match`. A duel never has an unseen pass.

    Returns
    -------
    Advice
        In words and in numbers.

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
    made_in = rules.state(previous)
    play = _play(rules, lives)
    advice = Advice("", {}, {}, None, None)
    if last is not None:
        advice = _answer(play, rules, made_in, rules.tier(last))
    if roll is not None:
        calls, text = _call(play, rules, rules.state(last), rules.tier(roll))
    elif last is None:
        calls, text = _opening_calls(rules, play.mine), _opening_in_words(rules, play.mine)
    else:
        return advice
    return replace(advice, calls=calls, text=f"{advice.text} {text}".lstrip())


@dataclass(frozen=True)
class _Play:
    """How both play, and my chance to win when I throw, by state."""

    mine: TableStrategy
    theirs: TableStrategy
    wins: Sequence[Any]


def _play(rules: Rules, lives: Sequence[int] | None) -> _Play:
    if lives is None:
        table = solve_round(rules).strategy
        return _Play(table, table, _round_wins(rules))
    lives = listed(lives, "lives, mine and theirs,")
    if len(lives) != 2:
        raise ValueError(f"lives are two numbers, mine and theirs, not {shown(lives)}")
    mine, theirs = (whole_number(number, "lives", 1, _MOST_LIVES) for number in lives)
    best = _match(replace(rules, lives=max(mine, theirs)), rules.variant.said).strategy
    wins = [state.value for state in best.stacks[mine, theirs]]
    return _Play(best.at(mine, theirs), best.at(theirs, mine), wins)


@lru_cache(maxsize=16)
def _match(rules: Rules, _said: object) -> MatchSolution:
    return solve_match(rules)


@lru_cache(maxsize=16)
def _round_wins(rules: Rules) -> list[Fraction]:
    """Return the chance that who throws in each state wins the round, when both play well."""
    table = solve_round(rules).strategy
    true, false = truths_and_lies(table, rules)
    wins = [Fraction(0)] * (rules.tier_count + 1)  # nobody throws after Mia, which is folded to
    for state in range(rules.top, -1, -1):
        lowest, doubts = rules.lowest_call(state), table.doubts[state]
        believed = (true[state] + false[state]) * (1 - doubts)
        onward = sum(believed[call] * (1 - wins[call + 1]) for call in range(state, rules.top + 1))
        again = believed[lowest] if lowest < state else 0  # comes back, the other way round
        wins[state] = (sum(doubts * true[state]) + onward + again) / (1 + again)
    return wins


def _truth(table: TableStrategy, rules: Rules, state: int, call: int) -> Any:
    """Return the chance that a call made in a state is true, or None where it is never made."""
    true, false = (part[state, call] for part in truths_and_lies(table, rules))
    return true / (true + false) if true + false else None


def _answer(play: _Play, rules: Rules, made_in: int, call: int) -> Advice:
    """Return how often to doubt a call that was made in a state, and why."""
    if call < rules.lowest_call(made_in):
        least = "at least" if rules.may_equal else "above"
        raise ValueError(
            f"a call of {rules.tier_name(call)} is not {least} {rules.tier_name(made_in - 1)}"
        )
    mia = call == rules.top
    doing, else_doing = ("look", "fold") if mia else ("doubt", "believe")
    doubt = play.mine.doubts[made_in, call]
    true = _truth(play.theirs, rules, made_in, call)
    rolling_on = None if mia else play.wins[call + 1]
    text = _answer_in_words(rules, call, made_in, doing, doubt, true, rolling_on)
    return Advice(text, {doing: doubt, else_doing: 1 - doubt}, {}, true, rolling_on)


def _call(play: _Play, rules: Rules, state: int, rolled: int) -> tuple[dict[str, Any], str]:
    """Return what to call in a state with a throw, in numbers and in words."""
    chances = enumerate(play.mine.calls[state, rolled])
    calls = {rules.tier_name(call): chance for call, chance in chances if chance}
    return calls, _call_in_words(rules, state, rolled, calls)


def _answer_in_words(
    rules: Rules,
    tier: int,
    made_in: int,
    doing: str,
    often: Any,
    true: Any,
    rolling_on: Any,
) -> str:
    name = rules.tier_name
    how = f"after {name(made_in - 1)}" if made_in else "as the opening call"
    if often == 1:
        what = f"{doing.capitalize()} for certain"
    elif often == 0:
        what = f"Never {doing}"
    else:
        what = f"{doing.capitalize()} {percent(often)} of the time"
    if true is None:
        why = "who plays well never makes it here"
    else:
        why = f"who plays well makes it truthfully {percent(true)} of the time"
    if rolling_on is not None:
        why += f", and by rolling on you win {percent(rolling_on)} of the time"
    return f"They called {name(tier)} {how}. {what}: {why}."


def _call_in_words(rules: Rules, state: int, rolled: int, calls: Mapping[str, Any]) -> str:
    name, must = rules.tier_name, ""
    if state:
        last = name(state - 1)
        must = f", to be called {f'{last} or more' if rules.may_equal else f'above {last}'}"
    if list(calls) == [name(rolled)]:
        return f"With {name(rolled)}{must}: tell the truth."
    said = ", ".join(f"{call} ({percent(chance)})" for call, chance in calls.items())
    return f"With {name(rolled)}{must}: call {said}."


def _opening_in_words(rules: Rules, table: TableStrategy) -> str:
    """Return what an opener does; with the lowest call itself it may have to lie upward too."""
    liar = table.calls[0, 0].tolist()
    lie = next(call for call, chance in enumerate(liar) if chance)
    lowest = next(call for call in range(rules.tier_count) if any(table.calls[0, :, call]))
    name, truth = rules.tier_name, table.calls[0, lowest, lowest]
    if truth == 1:
        often, least = "", name(lowest)
    else:
        often, least = f", with {name(lowest)} {percent(truth)} of the time", name(lowest + 1)
    return (
        f"You open: tell the truth with {least} or better{often}, "
        f"and with less call {name(lie)} or more."
    )


def _opening_calls(rules: Rules, table: TableStrategy) -> dict[str, Any]:
    """Return how often an opener makes each call, before it has thrown."""
    true, false = truths_and_lies(table, rules)
    calls = enumerate((true + false)[0].tolist())
    return {rules.tier_name(call): chance for call, chance in calls if chance}


@dataclass(frozen=True, repr=False)
class Plan(Table):
    """The lies and doubts of optimal play after one last call; made by `plan`.

    Parameters
    ----------
    solution : RoundSolution
        Optimal play of the whole round.
    state : int
        After which call; see `Rules`.

    Examples
    --------
    >>> frame = plan().to_frame()
    >>> frame.loc[frame["call"] == "21", "doubt_exact"].item()
    '23/36'
    """

    solution: RoundSolution
    state: int

    @property
    def caption(self) -> str:
        """The threshold and the value, in words."""
        rules, solved = self.solution.rules, self.solution.states[self.state]
        where = f"after {rules.tier_name(self.state - 1)}" if self.state else "at the start"
        value = f"who calls wins {float(solved.value):+.4f} lives"
        if solved.threshold is None:
            return f"{rules.variant.title}, {where}: {value}; more must lie than can be believed"
        lowest = rules.tier_name(solved.threshold)
        return f"{rules.variant.title}, {where}: {value}; never call less than {lowest}"

    @property
    def columns(self) -> Mapping[str, Sequence[Cell]]:
        """A row for each legal call, best first: how often it is true, a lie, and doubted."""
        rules, solved = self.solution.rules, self.solution.states[self.state]
        calls = range(rules.top, rules.lowest_call(self.state) - 1, -1)
        true, false = truths_and_lies(self.solution.strategy, rules)
        return {
            "call": [rules.tier_name(call) for call in calls],
            "truth": [true[self.state, call] for call in calls],
            "lie": [false[self.state, call] for call in calls],
            "doubt": [solved.doubts[call] for call in calls],
        }


def plan(last: OutcomeLike | None = None, *, rules: RulesLike = Rules()) -> Plan:
    """Return the lies and doubts of optimal play after a last call, as a table.

    Parameters
    ----------
    last : OutcomeLike, optional
        None is the start of the round.
    rules : RulesLike
        As for `solve_round`.

    Returns
    -------
    Plan
        A table with a row for each legal call, best first.

    Raises
    ------
    ValueError
        If nobody calls after the last call, or the rules have no closed form.

    Examples
    --------
    >>> plan().caption
    'Mia, at the start: who calls wins +0.2971 lives; never call less than 52'
    """
    solution = solve_round(rules)
    return Plan(solution, solution.rules.state(last))
