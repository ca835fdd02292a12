"""Who a player is, by what was seen of it: exact chances by the rule of Bayes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from mia_stats.exact.likelihood import habits, likelihood
from mia_stats.game.published_rules import RulesLike, find_rules
from mia_stats.game.rules import Rules
from mia_stats.game.seen import Heard, Made, Seen, settled_by
from mia_stats.players.characters import CHARACTERS, Character
from mia_stats.players.player import (
    Mixture,
    Player,
    mean_name,
    name_of,
    needs_lives,
    one_player,
    table_at,
    table_of,
)
from mia_stats.utils.checks import listed, shown
from mia_stats.utils.tables import Cell, Table, counted

__all__ = ["Posterior", "ready_made", "recognise"]

_MOST_SEEN = 20_000


class Posterior(Table, Mixture):
    """How likely a player is each of some candidates, by what was seen; made by `recognise`.

    It is a `Mixture` too, so it may stand for the player: `truth_chance(65, posterior)` is exact,
    and a best reply to it is one to the mean of how they play.

    Parameters
    ----------
    rules : Rules
        The house rules.
    seen : int
        How many things were seen.
    candidates : sequence of sequence of pairs of Player and number
        Who it may be, and how likely each was before; those who play the same under the rules are
        together.
    chances : sequence of Fraction or float
        How likely it is one of them after that.

    Examples
    --------
    >>> who = recognise([Seen(call=65), Seen(heard=54, answer="doubt")], ["calculator", "liar"])
    >>> who.most_likely, who.chances["liar"]
    ('liar', Fraction(1, 1))
    """

    rules: Rules
    seen: int
    _prior: dict[str, Fraction | float]
    _posterior: dict[str, Fraction | float]

    def __init__(
        self,
        rules: Rules,
        seen: int,
        candidates: Sequence[Sequence[tuple[Player, Fraction | float]]],
        chances: Sequence[Fraction | float],
    ) -> None:
        names = [" = ".join(name_of(player) for player, _ in alike) for alike in candidates]
        prior = [sum(own for _, own in alike) for alike in candidates]
        each = [
            (player, chance * own / before if before else chance)
            for alike, before, chance in zip(candidates, prior, chances, strict=True)
            for player, own in alike
        ]
        self._settle([player for player, _ in each], [share for _, share in each])
        first = [name_of(alike[0][0]) for alike in candidates]
        for part, value in (
            ("name", mean_name(first, chances)), ("rules", rules), ("seen", seen),
            ("_prior", dict(zip(names, prior, strict=True))),
            ("_posterior", dict(zip(names, chances, strict=True))),
        ):  # fmt: skip
            object.__setattr__(self, part, value)

    @property
    def prior(self) -> Mapping[str, Fraction | float]:
        """How likely it was each of them before, by name."""
        return dict(self._prior)

    @property
    def chances(self) -> Mapping[str, Fraction | float]:
        """How likely it is each of them, by name: "honest = sniper" where both play the same."""
        return dict(self._posterior)

    @property
    def most_likely(self) -> str:
        """The likeliest of them; of several the first."""
        return max(self._posterior, key=lambda name: self._posterior[name])

    @property
    def caption(self) -> str:
        """What was seen, what that rests on, and the rules."""
        return (
            f"Who it is, by {counted(self.seen, 'thing')} seen, if it is one of these (those who "
            f"can't be told apart are together); {self.rules.in_words(())}"
        )

    @property
    def columns(self) -> Mapping[str, Sequence[Cell]]:
        """A row for each of them, the likeliest first; `chances` has the Fractions.

        These have thousands of digits where much was seen.
        """
        people = self.for_people
        numbers = {name: list(map(float, people[name])) for name in ("before", "chance")}
        return {"player": people["player"], **numbers}

    @property
    def for_people(self) -> Mapping[str, Sequence[Any]]:
        """As the columns, in Fractions where they are short."""
        order = sorted(self._posterior, key=lambda name: -self._posterior[name])
        return {
            "player": order,
            "before": [self._prior[name] for name in order],
            "chance": [self._posterior[name] for name in order],
        }

    def __repr__(self) -> str:
        return f"<Posterior: {self.name.removeprefix('mean of ')}>"


def recognise(
    seen: Iterable[Seen],
    candidates: Iterable[Player] = CHARACTERS,
    *,
    prior: Mapping[Any, Fraction | float] | Mixture | None = None,
    rules: RulesLike = Rules(),
) -> Posterior:
    """Return how likely a player is each of some candidates, by what was seen of it.

    Dice that nobody was shown are summed over, and shown dice are used.

    Parameters
    ----------
    seen : iterable of Seen
        What the player did, in any order: its calls and answers, 20,000 at most. `Game.seen_of` has
        them for a seat of a game. Each decision counts by itself, as players decide.
    candidates : iterable of Player
        Who it may be; all ready-made players who can play by the rules where they are not given.
    prior : mapping of Player to Fraction or float, or Mixture, optional
        How likely it is each candidate before; those without a chance can't be it. All are alike
        where it is not given. A `Posterior` goes on from where it has come to.
    rules : RulesLike
        The house rules, or the key of a published set.

    Returns
    -------
    Posterior
        In Fractions where the prior and all tables are exact.

    Raises
    ------
    TypeError, ValueError
        If something that was seen can't happen by the rules, or nobody of the candidates does it;
        the message says which. If a candidate has no table, or two have the same name.

    Notes
    -----
    Fractions grow as long as the list: 20,000 things take some seconds, and minutes where tables
    have long Fractions themselves, as solved ones by house rules. With a prior of floats it is the
    same work, for floats are taken as the Fractions that they are.

    Examples
    --------
    After 54 it called 61, over what turned out to be 42; and it believed an opening call of 64:

    >>> seen = [Seen(54, call=61, shown=42), Seen(heard=64, answer="believe")]
    >>> who = recognise(seen, ["honest", "liar", "blind"])
    >>> who.chances
    {'honest': Fraction(24, 37), 'liar': Fraction(1, 37), 'blind': Fraction(12, 37)}
    >>> recognise([Seen(call=65, shown=31)], ["honest", "modest"])
    Traceback (most recent call last):
    ...
    ValueError: nobody of honest, modest does all that was seen: not also seen[0], Seen(call=65, ...
    """
    rules = find_rules(rules)
    things = listed(seen, "what was seen", _MOST_SEEN)
    if candidates is CHARACTERS:
        candidates = ready_made(rules)
    elif isinstance(candidates, Mapping | Mixture):
        raise TypeError(
            f"candidates are a list of players, not {shown(candidates)}: how likely each is goes "
            "to prior"
        )
    players = [one_player(player) for player in listed(candidates, "candidates")]
    before = _prior_of(players, prior)
    settled = [_settled(number, thing, rules) for number, thing in enumerate(things)]
    each = [_Candidate(player, rules, things) for player in players]
    alike: dict[object, list[int]] = {}
    for place, candidate in enumerate(each):
        alike.setdefault(candidate.plays, []).append(place)
    groups = list(alike.values())
    prior_of = [sum(before[place] for place in group) for group in groups]
    weights = [Fraction(chance) for chance in prior_of]
    for (thing, lives), (first, often) in _counted(things, settled).items():
        weights = [
            weight and weight * each[group[0]].chance_of(thing, lives) ** often
            for weight, group in zip(weights, groups, strict=True)
        ]
        if not any(weights):
            some = zip(players, before, strict=True)
            names = ", ".join(name_of(player) for player, chance in some if chance)
            raise ValueError(
                f"nobody of {names} does all that was seen: not also seen[{first}], "
                f"{things[first]!r}"
            )
    total = sum(weights)
    exact = all(candidate.exact for candidate in each) and not any(
        isinstance(chance, float) for chance in before
    )
    chances: list[Any] = [weight / total for weight in weights]
    return Posterior(
        rules,
        len(things),
        [[(players[place], before[place]) for place in group] for group in groups],
        chances if exact else list(map(float, chances)),
    )


def ready_made(rules: Rules) -> list[Player]:
    """Return the names of the ready-made players who can play by some rules.

    Who doubts from 54 on can't where 54 is thrown again.
    """

    def plays(name: str) -> bool:
        try:
            table_of(name, rules)
        except ValueError:
            return False
        return True

    return [name for name in CHARACTERS if plays(name)]


def _settled(number: int, thing: object, rules: Rules) -> Made | Heard:
    """Return what was seen in tiers and states, or say which thing is none."""
    if not isinstance(thing, Seen):
        raise TypeError(f"seen[{number}] must be a Seen, as Seen(54, call=61), not {shown(thing)}")
    try:
        return settled_by(rules, thing)
    except (TypeError, ValueError) as error:
        raise ValueError(f"seen[{number}], {thing!r}: {error}") from None


def _counted(
    things: Sequence[Seen], settled: Sequence[Made | Heard]
) -> dict[tuple[Made | Heard, Any], tuple[int, int]]:
    """Return what was seen with what lives, where first, and how often."""
    keys = [(key, thing.lives) for key, thing in zip(settled, things, strict=True)]
    first = {key: number for number, key in reversed(list(enumerate(keys)))}
    return {key: (first[key], often) for key, often in Counter(keys).items()}


def _prior_of(
    players: Sequence[Player], prior: Mapping[Any, Fraction | float] | Mixture | None
) -> list[Fraction | float]:
    """Return how likely each candidate is before anything is seen."""
    if not players:
        raise ValueError("candidates must be a list of one player or more, not []")
    names = [name_of(player) for player in players]
    twice = [name for name, often in Counter(names).items() if often > 1]
    if twice:
        raise ValueError(f"candidates must have names of their own: {shown(twice[0])} is several")
    if prior is None:
        return [Fraction(1, len(players))] * len(players)
    given = prior if isinstance(prior, Mixture) else Mixture(prior)
    before: list[Fraction | float] = [0 * given.weights[0]] * len(players)
    for who, weight in zip(given.players, given.weights, strict=True):
        places = [place for place, player in enumerate(players) if _is(player, who)]
        if not places:
            raise ValueError(
                f"prior has a chance for {name_of(who)}, who is no candidate: these are "
                f"{', '.join(names)}"
            )
        before[places[0]] += weight
    return before


def _is(player: Player, other: Player) -> bool:
    """Return whether two are the same player; a name is that of a ready-made one."""
    by_name = isinstance(player, str | Character) and isinstance(other, str | Character)
    return player is other or (by_name and name_of(player) == name_of(other))


class _Candidate:
    """How likely somebody does what was seen.

    Parameters
    ----------
    player : Player
        Who.
    rules : Rules
        The house rules.
    things : sequence of Seen
        What was seen, with the lives then.
    """

    def __init__(self, player: Player, rules: Rules, things: Sequence[Seen]) -> None:
        self.player, self.rules = player, rules
        duel = bool(things) and all(thing.lives and len(thing.lives) == 2 for thing in things)
        known = None if needs_lives(player) else table_at(player, rules, (1, 1) if duel else None)
        self.table = known
        self.exact = self.table is not None and self.table.exact

    @property
    def plays(self) -> object:
        """What is equal for candidates who play the same under the rules."""
        return self.player if self.table is None else habits(self.table, self.rules)

    def chance_of(self, thing: Made | Heard, lives: tuple[int, ...] | None) -> Fraction:
        """Return how likely this is, in the Fraction that a float is."""
        table = self.table or table_at(self.player, self.rules, lives)
        return Fraction(likelihood(thing, table, self.rules))
