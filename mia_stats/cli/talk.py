"""What is said at the table: the events of a game in words, to the person who plays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from mia_stats.ranking.outcomes import Outcome
from mia_stats.simulate.game import Game
from mia_stats.simulate.game_events import Event
from mia_stats.utils.tables import counted

__all__ = ["Talk"]

_ANSWERS = {"believe": "believes", "doubt": "doubts", "look": "looks", "fold": "folds"}


class Talk:
    """Says what happens in a game to who sits in one seat.

    Parameters
    ----------
    game : Game
        The game.
    seat : int
        Where the person sits, who is called "you".
    """

    def __init__(self, game: Game, seat: int) -> None:
        self.game, self.seat = game, seat
        often = Counter(game.players)
        self.names = [
            name if often[name] == 1 else f"{name} (seat {at})"
            for at, name in enumerate(game.players)
        ]
        self.names[seat] = "you"

    def does(self, seat: int | None, verb: str) -> str:
        """Return that somebody does something: "liar doubts", "you doubt"."""
        if seat is None or seat != self.seat:
            return f"{self.names[seat or 0]} {verb}"
        first, _, rest = verb.partition(" ")
        plain = {"has": "have", "passes": "pass"}.get(first, first.removesuffix("s"))
        return f"you {plain}{' ' * bool(rest)}{rest}"

    def call(self, outcome: Outcome | None) -> str:
        """Return a call as players say it."""
        return "nothing" if outcome is None else self.game.rules.variant.in_words(outcome)

    def events(self, events: Sequence[Event]) -> Iterator[str]:
        """Yield a sentence for each event of a game that others notice."""
        yield from filter(None, (self.event(events, at) for at in range(len(events))))

    def event(self, events: Sequence[Event], at: int) -> str:
        """Return a sentence for one event, by those before it; nothing for what nobody notices."""
        said = self._said(events, at)
        return said[0].upper() + said[1:] if said.startswith("you ") else said

    def _said(self, events: Sequence[Event], at: int) -> str:
        event = events[at]
        seat = event.seat
        match event.what:
            case "round":
                number = sum(events[n].what == "round" for n in range(at + 1))
                return f"Round {number}: {self.does(seat, 'opens')}."
            case "throw" if event.blind:
                return self.does(seat, "throws once more, without looking.")
            case "call":
                return self.does(seat, f"calls {self.call(event.call)}.")
            case "pass":
                return self.does(seat, f"hands the cup on unseen, with {self.call(event.call)}.")
            case "answer":
                return self.does(seat, _ANSWERS[event.answer or "doubt"]) + "."
            case "show" if event.dice:
                return f"The dice: {dice_in_words(event.dice)}."
            case "toast":
                return (
                    f"A toast! All drink, and {self.does(self._opener(events, at), 'opens again')}."
                )
            case "forfeit":
                return self._forfeit(events, at)
            case "end":
                return self._end(event)
        return ""

    def _opener(self, events: Sequence[Event], at: int) -> int | None:
        return next(events[n].seat for n in range(at, -1, -1) if events[n].what == "round")

    def _forfeit(self, events: Sequence[Event], at: int) -> str:
        """Return why somebody pays, and what."""
        event = events[at]
        why = {
            "lie_caught": "A lie: ", "mia_lie_caught": "A lie: ", "wrong_doubt": "It is true: ",
            "mia_looked_at": "It is true: ", "mia_folded": "",
        }[event.cause or "lie_caught"]  # fmt: skip
        if events[at - 1].what == "forfeit":
            why = ""
        elif not any(e.what == "answer" for e in events[at - 2 : at]):
            why = "A Mia is shown at once: "
        return f"{why}{self.does(event.seat, self._price(event))}."

    def _price(self, event: Event) -> str:
        rules, cause = self.game.rules, event.cause
        if cause is not None and rules.for_sips:
            drinks = rules.drinks[cause]
            return "has a whole drink" if drinks else f"has {counted(rules.sips[cause], 'sip')}"
        lost = event.lost or 0
        return f"loses {lost} {'life' if lost == 1 else 'lives'}"

    def _end(self, event: Event) -> str:
        if self.game.rules.for_sips:
            return "The game is over."
        if not self.game.rules.plays_on:
            lost = [at for at in range(len(self.names)) if at not in (event.winners or ())]
            *first, last = (self.names[at] for at in lost)
            who = f"{', '.join(first)} and {last}" if first else last
            verb = "have" if len(lost) > 1 or lost == [self.seat] else "has"
            won = "" if self.seat in lost else ", and you have won"
            return f"The game is over: {who} {verb} lost{won}."
        winner = (event.winners or (0,))[0]
        return f"The game is over: {self.does(winner, 'has won')}."

    def left(self, later: Sequence[Event] = ()) -> list[int]:
        """Return the lives of each seat before some later events; nothing in a game of sips."""
        lives = list(self.game.lives)
        for event in later if lives else ():
            if event.what == "forfeit" and event.seat is not None:
                lives[event.seat] += event.lost or 0
        return lives

    def standing(self, later: Sequence[Event] = ()) -> str:
        """Return what each seat has left, or has drunk, before some later events."""
        game, rules = self.game, self.game.rules
        if lives := self.left(later):
            left = zip(self.names, lives, strict=True)
            return f"Lives: {', '.join(f'{name} {number}' for name, number in left)}."
        sips, drinks = list(game.sips), list(game.drinks)
        for event in later:
            if event.what == "forfeit" and event.seat is not None and event.cause is not None:
                sips[event.seat] -= rules.sips[event.cause]
                drinks[event.seat] -= rules.drinks[event.cause]
        drunk = zip(self.names, sips, drinks, strict=True)
        return "Drunk: " + ", ".join(
            f"{name} {counted(few, 'sip')}" + f" and {counted(many, 'whole drink')}" * bool(many)
            for name, few, many in drunk
        ) + "."  # fmt: skip

    def throws(self, happened: Sequence[Event]) -> Iterator[str]:
        """Yield what lay under the cup in a round, and what was called over it."""
        rules = self.game.rules
        thrown, who, calls = None, None, list[str]()
        for event in [*happened, Event("throw")]:
            if event.what == "throw":
                if thrown is not None and calls:
                    blind = " blind" * thrown.blind
                    dice = dice_in_words(thrown.dice or (2, 1))
                    yield f"{self.names[who or 0]} threw{blind} {dice}: {', '.join(calls)}"
                thrown, who, calls = event, event.seat, []
            elif event.what in ("call", "pass") and thrown is not None and event.call is not None:
                outcome = Outcome.from_dice(*(thrown.dice or (2, 1)))
                verb = "called" if event.what == "call" else f"{self.names[event.seat or 0]} passed"
                lie = outcome not in rules.toast and not rules.is_true(
                    outcome, rules.tier_outcomes(rules.tier(event.call))[0]
                )
                calls.append(f"{verb} {self.call(event.call)}{', a lie' * lie}")


def dice_in_words(dice: tuple[int, int]) -> str:
    """Return how two dice lie, and how they are read.

    Examples
    --------
    >>> dice_in_words((2, 1))
    '2 and 1, read 21'
    """
    return f"{dice[0]} and {dice[1]}, read {Outcome.from_dice(*dice)}"
