"""All replies without chance to one player in a round of two, weighed one by one, in plain Python.

Every choice is tried with every other one, so it is for orders of few tiers. It shares no code with
the library: of the rules it reads bare values. Values are the lives that who replies wins, as
Fractions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import prod
from typing import Any, Literal, NamedTuple, TypeAlias

from tests.oracles.characters_seen import Play, Thing, answered, called, is_true, throws

__all__ = ["MOST", "Act", "Place", "Replies"]

MOST = 10_000
"""How many replies are weighed at most."""

Act: TypeAlias = str | int
"""A word, or the tier of a call."""


class Place(NamedTuple):
    """Where who replies must decide: as far as it knows, one place."""

    what: Literal["throws", "threw blind", "hears"]
    state: int
    """Where it throws, or where the call that it hears was made."""
    tier: int = 0
    """What it has thrown, or the call that it hears."""
    blind: bool = False
    """Whether that call was made over a blind throw."""


Reply: TypeAlias = Mapping[Place, Act]


class _Line(NamedTuple):
    """A value, and its slope in what it is worth that the other one throws in the same state."""

    value: Fraction = Fraction(0)
    slope: Fraction = Fraction(0)

    def plus(self, share: Fraction, other: _Line) -> _Line:
        return _Line(self.value + share * other.value, self.slope + share * other.slope)


class Replies:
    """All replies to one player by rules without toasts, in which each end costs lives."""

    def __init__(self, play: Play, rules: Any) -> None:
        assert not rules.toast, "toasts are not known here"
        assert rules.forfeit == "life", "sips are not known here"
        self.play, self.rules = play, rules
        self.top = len(rules.variant.tiers) - 1
        self.last_state = self.top + rules.mia_equalled
        self.seen: dict[int, Fraction] = {}
        """The chance of each tier that its thrower keeps hidden."""
        for throw in throws(rules):
            if not throw.ends_round:
                self.seen[throw.tier] = self.seen.get(throw.tier, Fraction(0)) + throw.chance
        self.shown = rules.mia_penalty * (1 - sum(self.seen.values()))
        """What a Mia that is shown brings its thrower, before anything is thrown."""

    # Who wins what

    @cached_property
    def settled(self) -> dict[tuple[int, int], Fraction]:
        """What a call over some tier brings the caller when the dice are shown, by both."""
        rules, found = self.rules, {}
        for throw, call in product(throws(rules), range(self.top + 1)):
            calls_mia, is_mia = call == self.top, throw.tier == self.top
            mia = {"call": calls_mia, "dice": is_mia, "either": calls_mia or is_mia}[rules.mia_by]
            brings = -rules.mia_lie_penalty if mia else -rules.lie_penalty
            if is_true(rules, throw, call):
                brings = rules.mia_penalty if mia else rules.doubt_penalty
            found[throw.tier, call] = Fraction(brings)
        return found

    @cached_property
    def over_blind(self) -> list[Fraction]:
        """What a call over a blind throw brings the caller when the dice are shown."""
        found = [Fraction(0)] * (self.top + 1)
        for throw, call in product(throws(self.rules), range(self.top + 1)):
            found[call] += throw.chance * self.settled[throw.tier, call]
        return found

    @cached_property
    def answers(self) -> dict[Place, tuple[Fraction, Fraction, Fraction]]:
        """How often the other one sees, believes and folds to each call that it may hear."""
        found = {}
        states, calls = range(self.last_state + 1), range(self.top + 1)
        for state, call, blind in product(states, calls, (False, True)):
            heard = Thing(state, heard=call, blind=blind)
            words = ("look" if call == self.top else "doubt", "believe", "fold")
            sees, believes, folds = (
                answered(self.play, self.rules, heard._replace(answer=word)) for word in words
            )
            found[Place("hears", state, call, blind)] = sees, believes, folds
        return found

    @cached_property
    def heard(self) -> dict[Place, tuple[Fraction, Fraction]]:
        """How often a call of the other one is heard, and what it brings the caller if seen."""
        found = {}
        for state in range(self.last_state + 1):
            for call, blind in product(range(self.top + 1), (False, True)):
                made = called(self.play, self.rules, state, call, blind=blind)
                brings = sum(
                    (chance * self.settled[throw.tier, call] for throw, chance in made.items()),
                    Fraction(0),
                )
                if made:
                    place = Place("hears", state, call, blind)
                    found[place] = sum(made.values(), Fraction(0)), brings
        return found

    # All replies

    def acts(self, place: Place) -> list[Act]:
        """Return what may be done."""
        rules = self.rules
        if place.what == "hears":
            if place.tier < self.top:
                return ["doubt", "believe"]
            may = [True, rules.mia_fold is not None, rules.mia_equalled]
            words = zip(["look", "fold", "believe"], may, strict=True)
            return [word for word, is_legal in words if is_legal]
        lowest = place.state if rules.call == "higher" else max(place.state - 1, 0)
        calls: list[Act] = list(range(min(lowest, self.top), self.top + 1))
        if place.what == "throws" and rules.second_throw != "never":
            calls.append("again")
        return calls

    def asked(self, *at: Place) -> dict[Place, list[Act]]:
        """Return all places that it may come to from some on, with what may be done there."""
        found: dict[Place, list[Act]] = {}
        waiting = list(at)
        while waiting:
            place = waiting.pop()
            if place in found:
                continue
            found[place] = self.acts(place)
            for act in found[place]:
                waiting += self.following(place, act)
        return found

    def following(self, place: Place, act: Act) -> Iterator[Place]:
        """Yield where who replies must decide next."""
        if act == "again":
            yield Place("threw blind", place.state)
        elif act == "believe":
            for tier in self.seen:
                yield Place("throws", place.tier + 1, tier)
        elif isinstance(act, int):
            _, believes, _ = self.answers[Place("hears", place.state, act, is_blind(place))]
            yield from (heard for heard in self.heard if believes and heard.state == act + 1)

    def each(self, *at: Place) -> Iterator[Reply]:
        """Yield every reply from some places on."""
        asked = self.asked(*at)
        assert prod(map(len, asked.values())) <= MOST, f"there are too many replies at {at}"
        for acts in product(*asked.values()):
            yield dict(zip(asked, acts, strict=True))

    # What they are worth

    def best(self, at: Place) -> dict[Act, Fraction]:
        """Return by what is done at a place how much the best reply of those that do it wins."""
        found: dict[Act, Fraction] = {}
        for reply in self.each(at):
            worth = self.worth(reply, at)
            act = reply[at]
            found[act] = max(worth, found.get(act, worth))
        return found

    def best_opening(self) -> Fraction:
        """Return what the best reply wins that opens the round."""
        own = [Place("throws", 0, tier) for tier in self.seen]
        return max(self.solved(reply, 0)[0][0] for reply in self.each(*own))

    def best_answering(self) -> Fraction:
        """Return what the best reply wins where the other one opens."""
        opened = [heard for heard in self.heard if heard.state == 0]
        return max(self.solved(reply, 0)[1][0] for reply in self.each(*opened))

    def worth(self, reply: Reply, at: Place) -> Fraction:
        """Return what a reply wins from one place on."""
        lowest = at.tier + 1 if at.what == "hears" else at.state
        mine, theirs = self.solved(reply, lowest)
        if at.what == "hears":
            often, _ = self.heard[at]
            return self.replied(reply, at, at.state, mine).value / often
        line = self.threw(reply, at, theirs)
        return line.value + line.slope * theirs.get(at.state, Fraction(0))

    def solved(self, reply: Reply, lowest: int) -> tuple[dict[int, Fraction], dict[int, Fraction]]:
        """Return what a reply wins where it is to throw, and where the other one is, by state.

        A call that repeats the last one leads back to the state that it was made in.
        """
        mine: dict[int, Fraction] = {}
        theirs: dict[int, Fraction] = {}
        for state in range(self.last_state, lowest - 1, -1):
            places = [Place("throws", state, tier) for tier in self.seen]
            me = _Line(self.shown)
            if all(place in reply for place in places):
                for place in places:
                    me = me.plus(self.seen[place.tier], self.threw(reply, place, theirs))
            them = _Line(-self.shown)
            for heard in self.heard:
                if heard.state == state and heard in reply:
                    them = them.plus(Fraction(1), self.replied(reply, heard, state, mine))
            assert me.slope * them.slope < 1, "a round must end"
            mine[state] = (me.value + me.slope * them.value) / (1 - me.slope * them.slope)
            theirs[state] = them.value + them.slope * mine[state]
        return mine, theirs

    def threw(self, reply: Reply, place: Place, theirs: Mapping[int, Fraction]) -> _Line:
        """Return what a reply wins that has thrown and is to call."""
        act, blind = reply[place], is_blind(place)
        if act == "again":
            return self.threw(reply, Place("threw blind", place.state), theirs)
        assert isinstance(act, int), "it is a call"
        sees, believes, folds = self.answers[Place("hears", place.state, act, blind)]
        shown = self.over_blind[act] if blind else self.settled[place.tier, act]
        line = _Line(sees * shown + folds * (self.rules.mia_fold or 0))
        if act + 1 == place.state or not believes:
            return line._replace(slope=believes)
        return line.plus(believes, _Line(theirs[act + 1]))

    def replied(
        self, reply: Reply, heard: Place, state: int, mine: Mapping[int, Fraction]
    ) -> _Line:
        """Return what a reply wins with its answer to a call, times how often that is made."""
        often, brings = self.heard[heard]
        if reply[heard] in ("doubt", "look"):
            return _Line(-brings)
        if reply[heard] == "fold":
            return _Line(-often * self.rules.mia_fold)
        if heard.tier + 1 == state and state not in mine:
            return _Line(slope=often)
        return _Line(often * mine[heard.tier + 1])


def is_blind(place: Place) -> bool:
    """Return whether a call there is made over a blind throw."""
    return place.what == "threw blind"
