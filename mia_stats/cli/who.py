"""Who the others at the table play like, by what all have seen of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mia_stats.cli.talk import Talk
from mia_stats.exact.recognition import Posterior, ready_made, recognise
from mia_stats.game.seen import Seen
from mia_stats.simulate.game_events import Event
from mia_stats.simulate.game_view import View

__all__ = ["Who", "likely"]

_NAMED = 3
_SURE = 0.995  # which would be rounded to 100 %


class Who:
    """Says after each round who the others play like, and knows it in the next one.

    Parameters
    ----------
    talk : Talk
        What is said at the table: of which game, and to whom.
    """

    def __init__(self, talk: Talk) -> None:
        self.talk = talk
        self.rules = talk.game.rules
        names = ready_made(self.rules)
        self.prior = dict.fromkeys(names, 1 / len(names))  # floats, in which replies are quick
        seats = len(talk.names)
        self.others = [(talk.seat + n) % seats for n in range(1, seats)]
        self.known: dict[int, Posterior | None] = dict.fromkeys(self.others, self._recognised([]))
        self.seen: dict[int, Sequence[Seen]] = {}
        self.read = 0  # of so many events

    def around(self, seen: View) -> list[Posterior]:
        """Return who those who are in may be, from the left of the person on.

        It is by the rounds before; nothing where somebody plays like none of the ready-made.
        """
        known = [self.known[at] for at in self.others if not seen.lives or seen.lives[at]]
        some = [who for who in known if who is not None]
        return some if len(some) == len(known) else []

    def after(self, events: Sequence[Event], end: int) -> Iterator[str]:
        """Yield a line for each who is in after a round that ends there, or has acted in it."""
        if len(events) != self.read:
            self.seen = {seat: self.talk.game.seen_of(seat) for seat in self.others}
            self.read = len(events)
        number = sum(event.what == "round" for event in events[:end])
        left = self.talk.left(events[end:])
        for seat in self.others:
            seen = [thing for thing in self.seen[seat] if (thing.round or 0) <= number]
            self.known[seat] = self._recognised(seen)
            acted = bool(seen) and seen[-1].round == number
            if acted or not left or left[seat]:
                yield f"{self.talk.names[seat]}{likely(self.known[seat])}"

    def _recognised(self, seen: Sequence[Seen]) -> Posterior | None:
        """Return who somebody may be; None where none of the ready-made does what was seen."""
        try:
            return recognise(seen, list(self.prior), prior=self.prior, rules=self.rules)
        except ValueError:
            return None


def likely(who: Posterior | None) -> str:
    """Return what is said of a player who is known so far, after the name.

    Examples
    --------
    >>> from mia_stats import Seen
    >>> likely(recognise([Seen(call=65), Seen(call=61)]))
    ' plays like: honest/sniper/gambler 46 %, doubter-54 15 %, calculator 15 %, others 23 %'
    >>> likely(recognise([Seen(heard=54, answer="doubt")], ["honest", "liar"]))
    ': of the ready-made only liar plays like this'
    """
    if who is None:
        return " plays like none of the ready-made players"
    if not who.seen:
        return ": nothing seen yet"
    chances = {name.replace(" = ", "/"): float(chance) for name, chance in who.chances.items()}
    first, *others = sorted(chances, key=lambda name: -chances[name])
    if not any(chances[name] for name in others):
        return f": of the ready-made only {first} play{'s' * ('/' not in first)} like this"
    if chances[first] >= _SURE:
        return f" plays like: {first} > 99 %"
    named = [first, *(name for name in others[: _NAMED - 1] if round(100 * chances[name]))]
    parts = {name: chances[name] for name in named}
    parts["others"] = sum(chances[name] for name in others if name not in named)
    shares = {name: round(100 * chance) for name, chance in parts.items()}
    return " plays like: " + ", ".join(
        f"{name} {share} %" for name, share in shares.items() if share
    )
