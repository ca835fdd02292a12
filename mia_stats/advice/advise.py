"""What to do at the table: how often to doubt a call, and what to call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar, overload

from mia_stats.advice.play import Play, best_of_two, reply_to, well_played
from mia_stats.advice.words import (
    answer_in_words,
    call_in_words,
    opening_in_words,
    source_in_words,
)
from mia_stats.exact.truth import true_share
from mia_stats.game.decision import Answer
from mia_stats.game.legal import check_call
from mia_stats.game.published_rules import RulesLike, find_rules
from mia_stats.game.rules import Rules
from mia_stats.game.said import truths_and_lies
from mia_stats.players.player import Player
from mia_stats.ranking.outcomes import OutcomeLike
from mia_stats.utils.checks import listed, shown, true_or_false, whole_number
from mia_stats.utils.tables import Cell, Table

if TYPE_CHECKING:
    from typing_extensions import TypeVar as DefaultTypeVar  # type checkers bring it along

    Chance = DefaultTypeVar(
        "Chance", bound=Fraction | float, default=Fraction | float, covariant=True
    )
else:
    Chance = TypeVar("Chance", covariant=True)

__all__ = ["Advice", "advise"]

_MOST_LIVES = 20
_PARTS = ("answers", "calls", "blind", "brings", "said")


@dataclass(frozen=True, repr=False)
class Advice(Table, Generic[Chance]):
    """What to do, and how often; made by `advise`.

    Parameters
    ----------
    text : str
        The advice in words: what to do, why, what that brings, and what the advice goes by.
    answers : dict of str to Fraction or float
        The chances to doubt and to believe (for Mia: to look, to fold, and to believe where Mia may
        be equalled); empty for an opener. They are Fractions, and floats where lives are given, or
        where somebody else plays by chances in floats or may be one of several.
    calls : dict of str to Fraction or float
        The chances of the calls to make, with the roll; without one, those of an opener. None with
        a Mia that is shown at once.
    true : Fraction, float or None
        The chance that the last call is true, as who made it plays; None where it is never made so.
    rolling_on : Fraction, float or None
        The chance to win the round, or with lives the match, or not to lose the game of more, after
        believing the last call.
    said : dict of str to str
        How players say the calls whose name they do not use: "8 (62=53)" where it is "62=53".
    again : Fraction or float
        The chance to throw again, blind, instead of the calls; with a roll, where it is allowed.
    blind : dict of str to Fraction or float
        The chances of the calls to make then.
    brings : dict of str to Fraction or float
        What each answer and each legal call over the roll brings: my chance to win a match, or not
        to lose a game of more, and in a round on its own the lives that I win, less those that I
        lose. A doubt of what is never called is not in it.
    by : {"optimum", "equilibrium", "best reply"}
        What the advice goes by.
    of : {"round", "match", "game"}
        What is to be won: a round on its own, a match of two, or a game of more.

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
    brings: Mapping[str, Chance] = field(default_factory=dict)
    by: Literal["optimum", "equilibrium", "best reply"] = "optimum"
    of: Literal["round", "match", "game"] = "round"

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
        acts = [*self.answers, *again, *self.calls]
        brings = [None if (value := self.brings.get(act)) is None else float(value) for act in acts]
        columns: dict[str, Sequence[Cell]] = {
            "action": [*self.answers, *again, *calls], "chance": chances,
        }  # fmt: skip
        return columns | ({"brings": brings} if self.brings else {})

    def heading(self, column: str) -> str:
        """Return what people are shown above a column: for what an act brings, what that is.

        Parameters
        ----------
        column : str
            Its name.

        Returns
        -------
        str
            Such as "lives won".

        Examples
        --------
        >>> advise(54).heading("brings"), advise(54, lives=(3, 2)).heading("brings")
        ('lives won', 'then wins')
        """
        brings = {"round": "lives won", "match": "then wins", "game": "then does not lose"}
        return brings[self.of] if column == "brings" else super().heading(column)

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
    players: None = None,
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
    players: Sequence[Player] | None = None,
    rules: RulesLike = Rules(),
) -> Advice[float]: ...


@overload
def advise(
    last: OutcomeLike | None = None,
    *,
    previous: OutcomeLike | None = None,
    blind: bool = False,
    roll: OutcomeLike | None = None,
    lives: Sequence[int] | None = None,
    players: Sequence[Player],
    rules: RulesLike = Rules(),
) -> Advice[Fraction | float]: ...


def advise(
    last: OutcomeLike | None = None,
    *,
    previous: OutcomeLike | None = None,
    blind: bool = False,
    roll: OutcomeLike | None = None,
    lives: Sequence[int] | None = None,
    players: Sequence[Player] | None = None,
    rules: RulesLike = Rules(),
) -> Advice[Any]:
    """Return how often to doubt the last call, and what to call with a roll.

    Against players who are known it is the best reply to them. Without, it is optimal for two: in a
    single round, or with `lives` in a match; with the lives of three and more it is an equilibrium,
    which protects nobody from others who play badly.

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
    lives : sequence of int, optional
        Mine, and then those of the others who are in, from my left on: the last are those of who
        made the last call. Without them the advice for two is for a round on its own.
    players : sequence of Player, optional
        The others, from my left on; the last has made the last call. One may be a `Posterior`, or
        chances of who it is: then it is the best reply to how they play on average. Without `lives`
        each of several has those of the rules.
    rules : RulesLike
        As for `solve_round`, with lives `solve_match`, and with players `best_response`. A duel
        never has an unseen pass.

    Returns
    -------
    Advice
        In words and in numbers: in Fractions, or in floats where lives are given, or several
        players, or chances in floats or of who somebody is.

    Raises
    ------
    TypeError, ValueError
        If an argument is not allowed, a call is not above the one before, or no such play is known
        by these rules or with so many lives; the message says what works instead.

    Examples
    --------
    >>> advise(54, previous=42).answers["doubt"]
    Fraction(4, 17)
    >>> {call: round(float(chance), 2) for call, chance in advise(65, roll=22).calls.items()}
    {'22': 1.0}

    The liar to my right calls 54, when I have three lives:

    >>> print(advise(54, lives=(3, 2, 4), players=["honest", "liar"]).text)
    Doubt. Liar opens with 54 only as a lie; after believing, honest doubts you 5.6 % of the ...
    """
    rules = find_rules(rules)
    if last is None and previous is not None:
        raise ValueError(f"there is no call before the last one, {shown(previous)}, without a last")
    blind = true_or_false(blind, "blind")
    if blind and (last is None or not rules.may_throw_again):
        raise ValueError("blind is about a last call, by rules with second_throw='blind'")
    made_in = rules.state(previous)
    call = None if last is None else rules.tier(last)
    if call is not None:
        check_call(rules, made_in, call, lowest=rules.lowest_call(made_in))
    play = _play(rules, lives, players)
    thrown = None if roll is None else (rules.state(last), rules.tier(roll))
    asked = made_in, call, blind, thrown
    if asked not in play.told:
        play.told[asked] = _advice(play, *asked)
    told: Advice[Any] = play.told[asked]
    own: dict[str, Any] = {part: dict(getattr(told, part)) for part in _PARTS}  # theirs to change
    if rules.may_pass and play.of != "game":
        own["text"] = f"{told.text} Between two no cup is handed on unseen."
    return replace(told, **own)


def _play(rules: Rules, lives: Sequence[int] | None, players: Sequence[Player] | None) -> Play:
    """Return the play that the advice goes by."""
    if players is not None:
        others = listed(players, "players, the others from my left on,")
        if not others:
            raise ValueError("players are the others at the table, one at least, not []")
        return reply_to(others, rules, lives)
    if lives is None:
        return best_of_two(rules)
    of_all = listed(lives, "lives, mine first and then those of the others,")
    if len(of_all) < 2:
        raise ValueError(
            f"lives are mine and theirs, from my left on: two numbers or more, not {shown(lives)}"
        )
    return well_played(
        rules, tuple(whole_number(number, "lives", 1, _MOST_LIVES) for number in of_all)
    )


def _advice(
    play: Play, made_in: int, call: int | None, blind: bool, thrown: tuple[int, int] | None
) -> Advice[Any]:
    """Return what to do about a call, or with a throw in a state."""
    advice: Advice[Any] = Advice("", {}, {}, None, None, play.said, by=play.by, of=play.of)
    if call is not None:
        advice = _answered(advice, play, made_in, call, blind=blind)
    if thrown is not None:
        advice = _called(advice, play, *thrown)
    elif call is None:
        advice = replace(advice, text=opening_in_words(play), calls=_opening_calls(play))
    return replace(advice, text=f"{advice.text} {source_in_words(play)}")


def _answered(
    advice: Advice[Any], play: Play, state: int, call: int, *, blind: bool
) -> Advice[Any]:
    """Return how often to doubt a call that was made in a state, and why."""
    true = true_share(play.tables[-1], play.rules, state, call, blind=blind)
    answers = _answers(play, state, call, blind=blind)
    brings: dict[str, Any] = {}
    for answer in answers:
        value = play.brings.throwing[call + 1] if answer == "believe" else play.brings.folding
        if answer in ("doubt", "look"):
            value = play.brings.doubting(state, call, blind=blind)
        if value is not None:
            brings[answer] = play.within(value)
    goes_on = call < play.rules.top or play.rules.may_equal_mia
    return replace(
        advice,
        text=answer_in_words(play, state, call, answers, true, brings, blind=blind),
        answers=answers,
        true=true,
        rolling_on=play.winning[call + 1] if goes_on else None,
        brings=brings,
    )


def _answers(play: Play, state: int, call: int, *, blind: bool) -> dict[Answer, Any]:
    """Return the chances of my answers to a call that was made in a state."""
    rules, mine = play.rules, play.mine
    row = min(state, rules.top)  # after Mia the tables go on with the row before it
    if call < rules.top:
        doubt = (mine.over_blind if blind else mine.doubts)[row].tolist()[call]
        return {"doubt": doubt, "believe": 1 - doubt}
    look, believe, fold = (part.tolist()[row] for part in mine.to_mia(rules, blind=blind))
    folds: dict[Answer, Any] = {"fold": fold} if rules.may_fold else {}
    equals: dict[Answer, Any] = {} if mine.equals is None else {"believe": believe}
    return {"look": look, **folds, **equals}


def _opening_calls(play: Play) -> dict[str, Any]:
    """Return how often an opener makes each call, before it has thrown."""
    seen, blind = (truths_and_lies(play.mine, play.rules, blind=by) for by in (False, True))
    calls = enumerate((seen[0] + seen[1] + blind[0] + blind[1])[0].tolist())
    return {play.labels[call]: min(chance, 1) for call, chance in calls if chance}


def _called(advice: Advice[Any], play: Play, state: int, rolled: int) -> Advice[Any]:
    """Return what to call in a state with a throw, and why."""
    rules, mine = play.rules, play.mine
    again: Any = 0
    calls: dict[str, Any] = {}
    blind: dict[str, Any] = {}
    brings: dict[str, Any] = {}
    if state > rules.top:
        calls = {play.labels[rules.top]: mine.calls[0, 0].sum()}
    elif not rules.shows(rolled):
        again = 0 if mine.again is None else mine.again.tolist()[state][rolled]
        chances = enumerate(mine.calls[state, rolled].tolist())
        made = {call: chance * (1 - again) for call, chance in chances if chance and again != 1}
        calls = {play.labels[call]: chance for call, chance in made.items()}
        brings = {
            play.labels[call]: play.within(play.brings.calling(state, call, rolled))
            for call in range(rules.lowest_call(state), rules.tier_count)
        }
        if again and mine.blind is not None:
            chances = enumerate(mine.blind[state].tolist())
            blind = {play.labels[call]: chance for call, chance in chances if chance}
    return replace(
        advice,
        text=call_in_words(play, state, rolled, calls, brings, again, blind),
        calls=calls,
        again=again,
        blind=blind,
        brings={**advice.brings, **brings},
    )
