"""One game of Mia, step by step: for people, bots and servers."""

from __future__ import annotations

import copy
import warnings
from collections.abc import Sequence
from typing import Any, Literal, Self

from mia_stats.game.published_rules import RulesLike
from mia_stats.game.rules import Rules
from mia_stats.game.seen import Seen
from mia_stats.game.strategy import Strategy
from mia_stats.players.seating import Seating
from mia_stats.ranking.outcomes import Outcome, OutcomeLike
from mia_stats.simulate.game_chance import Fortune
from mia_stats.simulate.game_events import Event
from mia_stats.simulate.game_log import Header, at_line, header_line, line_of, read_log
from mia_stats.simulate.game_players import Person, Seated, asked, seat_all
from mia_stats.simulate.game_replay import retell
from mia_stats.simulate.game_seen import seen_of
from mia_stats.simulate.game_state import Act, Position
from mia_stats.simulate.game_view import HOW_DICE_LIE, Acts, View, read_act
from mia_stats.utils.checks import listed, shown, true_or_false, whole_number
from mia_stats.utils.sampling import RandomLike
from mia_stats.utils.tables import Cell, as_html

__all__ = ["Game"]


class Game:
    """One game, step by step: who is to act, what is legal, and what has happened.

    Parameters
    ----------
    players : sequence of Player, Person or None
        2 to 20, in the order of their seats, each passing the cup to the next. A `Person`, or None
        for one without a name, acts by `act`; all others by `step`.
    rules : RulesLike
        The house rules, or the key of a published set.
    rng : None, int, SeedSequence or Generator
        Where the dice and the chance of the players come from: the same seed and the same acts
        make the same game. It is other chance than that of `simulate_games`.
    starter : int, optional
        The seat that opens the first round; drawn where it is not given.
    lives : sequence of int, optional
        The lives of each seat, where they are not those of the rules.

    Raises
    ------
    TypeError, ValueError
        If an argument is not allowed, or somebody can't play by these rules.

    Notes
    -----
    Dice are thrown as soon as somebody must throw, so a seat that is to call has thrown already.
    Whoever believes a call throws, and is to act again.

    A copy plays on by itself. It goes on with the same chance: dice that a search tries out would
    be those that really come, so give the copy another: `Game.replay(game.log(), players, rng=1)`.
    Copies share ready-made players, and `copy.deepcopy` copies those in code.

    Examples
    --------
    >>> game = Game([Person("Ann"), "honest"], rng=5, starter=0)
    >>> game.to_act, game.due, game.sees(0).roll, len(game.legal)
    (0, 'call', (5, 5), 21)
    >>> game.act(66)
    (Event('call', seat=0, call=66),)
    >>> for event in game.step():
    ...     print(event)
    Event('answer', seat=1, answer='believe')
    Event('throw', seat=1, dice=(5, 6))
    >>> game.act("doubt")
    Traceback (most recent call last):
    ...
    ValueError: seat 1, honest, is to act, and no person: let it, by step() or run()
    """

    def __init__(
        self,
        players: Sequence[Seated],
        rules: RulesLike = Rules(),
        *,
        rng: RandomLike = None,
        starter: int | None = None,
        lives: Sequence[int] | None = None,
    ) -> None:
        seating = seat_all(players, rules, lives, starter)
        self._begin(seating, Fortune.of(seating.rules, rng))
        self._go_on()

    @classmethod
    def _by(cls, seating: Seating, chance: Fortune, *, public: bool = False) -> Self:
        """Return a game before its first event, with its dice from anywhere."""
        game = cls.__new__(cls)
        game._begin(seating, chance, public=public)
        return game

    def _begin(self, seating: Seating, chance: Fortune, *, public: bool = False) -> None:
        self._seating, self._chance, self._public = seating, chance, public
        self._position = Position(seating.rules, seating.lives, seating.starter)
        self._events: list[Event] = []
        self._torn: str | None = None

    # What everybody knows

    @property
    def players(self) -> tuple[str, ...]:
        """The names, by seat."""
        return self._seating.names

    @property
    def rules(self) -> Rules:
        """The house rules."""
        return self._seating.rules

    @property
    def lives(self) -> tuple[int, ...]:
        """What each seat has left; nothing in a game of sips."""
        return () if self.rules.for_sips else self._position.lives

    @property
    def round(self) -> int:
        """Which round it is, from 1."""
        return self._position.round

    @property
    def to_act(self) -> int | None:
        """The seat that must act; None when the game is over, or a log breaks off at a throw."""
        return self._position.to_act

    @property
    def due(self) -> Literal["call", "answer"] | None:
        """What it must do."""
        phase = self._position.phase
        return phase if phase == "call" or phase == "answer" else None

    @property
    def legal(self) -> Acts:
        """What it may do: outcomes to call or to hand the cup on with, best first, and words.

        "doubt" or "believe" answer a call, "look", "fold" or "believe" one of Mia; "again" throws
        once more, blind, instead of a call.
        """
        return Acts(self._position.legal(), self.rules.variant)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._position.phase == "over"

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won: all that are in when the game ends; nobody in one of sips."""
        return (self._events[-1].winners or ()) if self.over else ()

    @property
    def places(self) -> tuple[int, ...]:
        """The place of each seat once the last one standing has won; else nothing."""
        return (self._events[-1].places or ()) if self.over else ()

    @property
    def sips(self) -> tuple[int, ...]:
        """The sips of each seat, in a game of sips."""
        return self._paid(self.rules.sips)

    @property
    def drinks(self) -> tuple[int, ...]:
        """The whole drinks of each seat, in a game of sips."""
        return self._paid(self.rules.drinks)

    def _paid(self, prices: Any) -> tuple[int, ...]:
        paid = [0] * len(self.players)
        for event in self._events if self.rules.for_sips else ():
            if event.what == "forfeit" and event.seat is not None:
                paid[event.seat] += prices[event.cause]
        return tuple(paid)

    @property
    def public(self) -> bool:
        """Whether this is what a public log has told, without the dice that were hidden."""
        return self._public

    @property
    def torn(self) -> str | None:
        """The rest of the line at which the log of a replayed game broke off, if it did."""
        return self._torn

    @property
    def events(self) -> tuple[Event, ...]:
        """What has happened, hidden dice included; see `sees` for what a seat knows of it."""
        return tuple(self._events)

    def sees(self, seat: int | None = None) -> View:
        """Return what a seat knows.

        Parameters
        ----------
        seat : int, optional
            Which; somebody who looks on where it is not given.

        Returns
        -------
        View
            What is the seat's own, and what all have seen.

        Raises
        ------
        TypeError, ValueError
            If there is no such seat.

        Examples
        --------
        >>> game = Game([None, None], rng=5, starter=0)
        >>> [game.sees(seat).roll for seat in (0, 1, None)]
        [(5, 5), None, None]
        """
        if seat is not None:
            seat = whole_number(seat, "seat", 0, len(self.players) - 1)
        at = self._position
        own = seat == at.seat and not at.blind
        return View(
            seat=seat, players=self.players, rules=self.rules, lives=self.lives, round=at.round,
            opener=at.opener, to_act=self.to_act, due=self.due, legal=self.legal,
            last=at.outcome(at.call), previous=at.outcome(at.made_in - 1 if at.made_in else None),
            calls_made=at.calls_made, last_caller=at.liable if at.calls_made else None,
            thrower=at.seat, dice=HOW_DICE_LIE[at.how_dice_lie], roll=at.dice if own else None,
            shown=at.shown, events=tuple(event.seen_by(seat) for event in self._events),
        )  # fmt: skip

    def seen_of(self, seat: int) -> tuple[Seen, ...]:
        """Return what all have seen of a seat, by which `recognise` says who it is.

        Parameters
        ----------
        seat : int
            Whose calls and answers.

        Returns
        -------
        tuple of Seen
            In their order, with the lives and the round; dice where they were shown, so that a
            public log gives the same.

        Raises
        ------
        TypeError, ValueError
            If there is no such seat.

        Examples
        --------
        >>> game = Game(["lucky", "honest"], rng=1, starter=0)
        >>> game.step()[0], game.seen_of(0)
        (Event('call', seat=0, call=21), (Seen(call=21, lives=(6, 6), round=1),))
        """
        seat = whole_number(seat, "seat", 0, len(self.players) - 1)
        seating = self._seating
        start = Position(seating.rules, seating.lives, seating.starter)
        return seen_of(start, self._events, seat)

    # What is done

    def act(self, act: OutcomeLike) -> tuple[Event, ...]:
        """Let the person who is to act do something.

        Parameters
        ----------
        act : Outcome, int, str or pair of ints
            One of `legal`. An outcome is said in any form: 54, "54", (4, 5), or by the sum that
            players of the variant call.

        Returns
        -------
        tuple of Event
            What has happened: the act, and what followed by itself, hidden dice included; what a
            seat may know of each, `Event.seen_by` says.

        Raises
        ------
        TypeError, ValueError
            If it is not legal, or nobody or no person is to act. Nothing has changed then.

        Examples
        --------
        >>> game = Game([None, None], rng=1, starter=0)
        >>> game.act(45)
        Traceback (most recent call last):
        ...
        ValueError: 45 is no outcome: the larger die comes first, so write 54; legal is a call of...
        """
        player = self._who_acts()
        seat = self._position.to_act
        if seat is None:
            raise ValueError("nobody is to act before the dice are thrown: let them, by step()")
        if not isinstance(player, Person):
            raise ValueError(
                f"seat {seat}, {player.name}, is to act, and no person: let it, by step() or run()"
            )
        legal = self._position.legal_words()
        try:
            meant = read_act(act, self.rules.variant)
            if isinstance(meant, Outcome):
                self.rules.tier(meant)  # says so where it is rethrown
        except (TypeError, ValueError) as error:
            raise type(error)(f"{error}; legal is {legal}") from None
        if meant not in self._position.legal():
            raise ValueError(f"{shown(act)} is not legal here: legal is {legal}")
        return self._done(meant)

    def step(self) -> tuple[Event, ...]:
        """Let the player who is to act do so once.

        Returns
        -------
        tuple of Event
            What has happened: the act, and what followed by itself.

        Raises
        ------
        ValueError
            If a person is to act, the game is over, or a strategy says something illegal. Nothing
            has changed then, but for the generator, where the strategy has drawn from it.

        Examples
        --------
        >>> Game(["lucky", "honest"], rng=1, starter=0).step()
        (Event('call', seat=0, call=21),)
        """
        player = self._who_acts()
        if self._position.to_act is None:  # a log broke off
            return self._happened(len(self._events))
        if isinstance(player, Person):
            raise ValueError(
                f"seat {self._position.to_act}, {player.name}, is to act, and a person: by act()"
            )
        return self._done(asked(player, self._position, self._chance.players))

    def run(self) -> tuple[Event, ...]:
        """Let players act until a person must, or the game is over.

        Returns
        -------
        tuple of Event
            What has happened.

        Raises
        ------
        ValueError
            If a strategy says something illegal, or the players take more than 10000 turns and 1000
            more for each life (or round) of the game; then it may never end.

        Examples
        --------
        >>> game = Game(["liar", "honest", "lucky"], rng=1)
        >>> game.run()[-1], game.lives
        (Event('end', winners=(1, 2)), (0, 6, 1))
        """
        start, turns = len(self._events), self._position.turns
        most = self._seating.most_turns
        while not self.over and not isinstance(self._who_acts(), Person):
            self.step()
            if self._position.turns - turns > most:
                raise ValueError(
                    f"a game of {', '.join(dict.fromkeys(self.players))} has taken more than "
                    f"{most} turns; it may never end under these rules"
                )
        return tuple(self._events[start:])

    def _who_acts(self) -> Any:
        """Return who is to act, or raise where nobody ever will."""
        if self._public:
            raise ValueError("a public log does not say what lies under the cup: it can't go on")
        if self.over:
            raise ValueError("nobody is to act, for the game is over")
        seat = self._position.to_act
        return None if seat is None else self._seating.players[seat]

    def _done(self, act: Act) -> tuple[Event, ...]:
        """Do what is legal, and let happen what follows."""
        start = len(self._events)
        self._happen(self._position.decided(act, self._chance))
        return self._happened(start)

    def _happened(self, start: int) -> tuple[Event, ...]:
        self._go_on()
        return tuple(self._events[start:])

    def _happen(self, event: Event) -> None:
        self._position.apply(event)
        self._events.append(event)

    def _go_on(self) -> None:
        """Let happen what follows by itself, until somebody must act."""
        shown = 0
        while (event := self._position.following(self._chance)) is not None:
            self._happen(event)
            shown += event.what == "show"
            if shown > self._seating.most_turns:
                raise ValueError(
                    f"more than {shown - 1} throws in a row were shown at once, as toasts or Mia; "
                    "the game may never end"
                )

    # What is kept

    def log(self, *, public: bool = False) -> str:
        """Return what has happened as JSON lines: a header, and an object for each event.

        Parameters
        ----------
        public : bool
            Whether the dice that nobody was shown are left out, which everybody may read then.

        Returns
        -------
        str
            Each line ends with a line feed. Calls are labels such as 54.

        Raises
        ------
        TypeError
            If `public` is no bool.

        Examples
        --------
        >>> game = Game([None, None], rng=5, starter=0)
        >>> print(game.log().splitlines()[-1])
        {"event": "throw", "seat": 0, "dice": [5, 5]}
        >>> print(game.log(public=True).splitlines()[-1])
        {"event": "throw", "seat": 0}
        """
        public = true_or_false(public, "public") or self._public
        events = (event.seen_by(None) if public else event for event in self._events)
        return header_line(self._header(public)) + "".join(map(line_of, events))

    def _header(self, public: bool) -> Header:
        seating = self._seating
        lives = () if self.rules.for_sips else seating.lives
        return Header(seating.names, seating.rules, lives, seating.starter, public)

    @classmethod
    def replay(
        cls, log: str, players: Sequence[Seated] | None = None, *, rng: RandomLike = None
    ) -> Self:
        """Return the game that a log tells, to its last whole line.

        Parameters
        ----------
        log : str
            What `log` has returned, or the first part of it.
        players : sequence of Player, Person or None, optional
            Who plays on; people of the same names where it is not given.
        rng : None, int, SeedSequence or Generator
            Where the chance to come is from.

        Returns
        -------
        Game
            In the same state. A public log gives the same public state, and a game that can't go
            on. Where a line breaks off, the game is that of the lines before, a `UserWarning` says
            so, and `torn` holds the rest.

        Raises
        ------
        TypeError, ValueError
            If this is no log, something in it can't have happened, or players do not suit its
            rules; the message names the line.

        Examples
        --------
        >>> game = Game([None, "liar"], rng=5, starter=0)
        >>> again = Game.replay(game.log())
        >>> again.sees(0).roll, again.to_act
        ((5, 5), 0)
        """
        told = read_log(log)
        header = told.header
        chance = Fortune.of(header.rules, rng)

        def seated(_: Header) -> Seating:
            people = [Person(name) for name in header.names]
            return seat_all(people, header.rules, header.lives or None, header.starter)

        seating = at_line(1, header, seated)
        if players is not None:
            given = listed(players, "players, one for each seat,")
            if len(given) != len(header.names):
                raise ValueError(f"players must be {len(header.names)}, not {len(given)}")
            seating = seat_all(given, header.rules, header.lives or None, header.starter)
        game = cls._by(seating, chance, public=header.public)

        def retold(event: Event) -> None:
            retell(game._position, event, public=header.public)
            game._events.append(event)

        for number, event in enumerate(told.events, 2):
            at_line(number, event, retold)
        game._torn = told.torn
        if told.torn is not None:
            warnings.warn(
                f"line {len(told.events) + 2} breaks off: the game is that of the lines before it",
                stacklevel=2,
            )
        return game

    def __copy__(self) -> Self:
        return self._copied(self._seating)

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        players = tuple(
            copy.deepcopy(player, memo) if isinstance(player, Strategy) else player
            for player in self._seating.players
        )
        return self._copied(self._seating._replace(players=players))

    def _copied(self, seating: Seating) -> Self:
        chance = copy.copy(self._chance)
        chance.rng, chance.players = copy.deepcopy((chance.rng, chance.players))
        game = self._by(seating, chance, public=self._public)
        game._position, game._events = copy.copy(self._position), self._events.copy()
        game._torn = self._torn
        return game

    def __eq__(self, other: object) -> bool:
        """Return whether the same has happened among the same names, by the same rules."""
        if not isinstance(other, Game):
            return NotImplemented
        mine, theirs = ((g._header(g._public), g._events) for g in (self, other))
        return mine == theirs

    __hash__ = None  # type: ignore[assignment]  # it goes on

    def _in_words(self) -> str:
        if self.over:
            state = "over"
        elif self.to_act is None:
            state = "to be gone on with"
        else:
            state = f"{shown(self.players[self.to_act])} to {self.due}"
        return f"a game of {len(self.players)}: round {self.round}, {state}"

    def _repr_html_(self) -> str:
        """Return who plays and what each has left, for notebooks."""
        columns: dict[str, Sequence[Cell]] = {
            "seat": range(len(self.players)), "player": self.players,
        }  # fmt: skip
        if self.rules.for_sips:
            columns |= {"sips": self.sips, "drinks": self.drinks}
        else:
            columns["lives"] = self.lives
        return as_html(self._in_words().capitalize(), columns)

    def __repr__(self) -> str:
        return f"<Game: {self._in_words().removeprefix('a game of ')}>"
