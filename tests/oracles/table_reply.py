"""The best reply of one seat to others who play by tables, for a whole game, in plain Python.

It shares no code with the library: of the rules it reads bare values, and says itself what they
mean. Every number is the chance that seat 0 loses, found backwards: from few lives to many, and in
a round from high calls to low ones. Tables of Fractions give Fractions.

A strategy is a function of the lives as its seat sees them, its own first and then to its left, 0
for who is out. It gives `calls[s][r][b]` and `doubts[s][b]`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple, TypeAlias

__all__ = [
    "At",
    "Table",
    "answers_lose",
    "best_reply_loses",
    "calls_lose",
    "first_loses",
    "gain_at",
    "gains",
    "table_loses",
]

Number: TypeAlias = Any
"""A Fraction, or a float where the tables hold floats."""

Lives: TypeAlias = tuple[int, ...]
Table: TypeAlias = tuple[Any, Any]
At: TypeAlias = Callable[[Lives], Table]
_Settled: TypeAlias = tuple[str, bool]


def best_reply_loses(others: Sequence[At], rules: Any, lives: Sequence[int]) -> list[Number]:
    """Return, by who opens, the least chance of seat 0 to lose.

    With "first_out" it loses by going out first, alone or with others, and with "last_standing" by
    not being the last. Games that it can prolong for ever are not lost.
    """
    return first_loses([None, *others], rules, lives)


def first_loses(play: Sequence[At | None], rules: Any, lives: Sequence[int]) -> list[Number]:
    """Return, by who opens, the chance of seat 0 to lose, which replies best if it has no table."""
    fates = _Fates(play, rules)
    return [fates.opened(tuple(lives), opener) for opener in range(len(lives))]


def answers_lose(
    others: Sequence[At], rules: Any, lives: Sequence[int], state: int, call: int
) -> dict[str, Number]:
    """Return the chance of seat 0 to lose by how it answers a call, replying best from then on.

    The last of the others has made the call in that state.
    """
    fates, view = _Fates([None, *others], rules), tuple(lives)
    caller = fates.n - 1
    table = fates.table(view, caller)
    assert table is not None, "the others have tables"
    throws = list(enumerate(fates.throws))[: None if rules.thrown_mia == "hidden" else -1]
    made = {dice: chance * table[0][state][dice][call] for dice, chance in throws}
    ends = {dice: fates.ended(view, caller, *fates.settles[dice][call]) for dice in made}
    shown = sum(chance * ends[dice] for dice, chance in made.items()) / sum(made.values())
    if call < fates.top:
        return {"doubt": shown, "believe": fates.rounds(view)[0, call + 1]}
    if rules.mia_fold is None:
        return {"look": shown}
    return {"look": shown, "fold": fates.ended(view, caller, "mia_folded", False)}


def calls_lose(
    others: Sequence[At], rules: Any, lives: Sequence[int], state: int, dice: int
) -> dict[int, Number]:
    """Return the chance of seat 0 to lose by what it calls with some dice, by tiers."""
    fates, view = _Fates([None, *others], rules), tuple(lives)
    following = fates.left(view, 0)

    def believed(call: int) -> _Line:
        return _Line(fates.rounds(view)[following, call + 1])

    legal = range(state if rules.call == "higher" else max(state - 1, 0), fates.top + 1)
    return {
        call: fates.heard(view, 0, state, call, {dice: Fraction(1)}, believed).value
        for call in legal
    }


def table_loses(tables: Sequence[At], rules: Any, lives: Sequence[int]) -> list[list[Number]]:
    """Return `loses[opener][seat]` where all play by tables."""
    n = len(lives)
    by_seat = [
        first_loses([*tables[seat:], *tables[:seat]], rules, (*lives[seat:], *lives[:seat]))
        for seat in range(n)
    ]
    return [[by_seat[seat][(opener - seat) % n] for seat in range(n)] for opener in range(n)]


def gains(at: At, rules: Any, lives: Sequence[int]) -> Number:
    """Return the most that one seat gains by leaving what all play, for the rest of the game.

    It is 0 just where nobody has a better reply from any lives up to these, whoever is to throw
    and whatever was called.
    """
    return gain_at(at, rules, lives)[0]


def gain_at(at: At, rules: Any, lives: Sequence[int]) -> tuple[Number, tuple[Lives, int, int]]:
    """Return the largest gain, and where it is made: lives of who gains on, thrower, state."""
    n = len(lives)
    played, best = _Fates([at] * n, rules), _Fates([None, *[at] * (n - 1)], rules)
    views: set[Lives] = set()
    for seat in range(n):
        views.update(product(*(range(most + 1) for most in (*lives[seat:], *lives[:seat]))))
    most: tuple[Number, tuple[Lives, int, int]] | None = None
    for view in sorted(views):
        if played.is_over(view) or not view[0]:
            continue
        for where, loses in played.rounds(view).items():
            gain = loses - best.rounds(view)[where]
            if most is None or gain > most[0]:
                most = gain, (view, *where)
    assert most is not None, "the game is over"
    return most


class _Line(NamedTuple):
    """A chance, and its slope in the guess of a chance that depends on it in turn.

    Where a call may be repeated, what it leads to can come back to where it came from.
    """

    value: Number
    slope: Number = 0

    def times(self, share: Number) -> _Line:
        return _Line(share * self.value, share * self.slope)


def _total(lines: Iterator[_Line]) -> _Line:
    value: Number = 0
    slope: Number = 0
    for line in lines:
        value += line.value
        slope += line.slope
    return _Line(value, slope)


class _Fates:
    """The chance that seat 0 loses; who has no table, which only seat 0 may, replies best."""

    def __init__(self, play: Sequence[At | None], rules: Any) -> None:
        unknown = {
            "toast": bool(rules.toast),
            "forfeit": rules.forfeit != "life",
            "unseen_pass": rules.unseen_pass != "never",
            "second_throw": rules.second_throw != "never",
            "mia_equalled": rules.mia_equalled,
        }
        assert not any(unknown.values()), f"rules that are not known here: {unknown}"
        self.play, self.rules, self.n = play, rules, len(play)
        self.top = len(rules.variant.tiers) - 1
        self.exact = _throws(rules)
        self.throws: list[Number] = list(self.exact)
        self.prices = {
            "lie_caught": rules.lie_penalty,
            "mia_lie_caught": rules.mia_lie_penalty,
            "wrong_doubt": rules.doubt_penalty,
            "mia_folded": rules.mia_fold,
            "mia_looked_at": rules.mia_penalty,
        }
        assert all(price is None or price >= 1 for price in self.prices.values())
        tiers = range(self.top + 1)
        self.settles = [[self.settled(dice, call) for call in tiers] for dice in tiers]
        self.known: dict[Lives, dict[tuple[int, int], Number]] = {}
        self.ends: dict[tuple[Lives, int, str, bool], Number] = {}
        self.tables: dict[tuple[int, Lives], Table] = {}

    def opened(self, lives: Lives, opener: int) -> Number:
        """Return the chance to lose when somebody is to open a round, who may be out."""
        if self.is_over(lives) or not lives[0]:
            return Fraction(not lives[0])
        while not lives[opener]:
            opener = (opener + 1) % self.n
        return self.rounds(lives)[opener, 0]

    def is_over(self, lives: Lives) -> bool:
        most_out = 0 if self.rules.ending == "first_out" else self.n - 2
        return lives.count(0) > most_out

    def rounds(self, lives: Lives) -> dict[tuple[int, int], Number]:
        """Return the chance to lose by who is to throw, and in which state."""
        if lives not in self.known:
            found: dict[tuple[int, int], Number] = {}
            for state in reversed(range(self.top + 1)):
                self.solve(lives, state, found)
            self.known[lives] = found
        return self.known[lives]

    def solve(self, lives: Lives, state: int, found: dict[tuple[int, int], Number]) -> None:
        """Find the chances of one state, which calls may lead back to.

        The chance when seat 0 throws is a concave function of itself, as no share is negative and
        seat 0 takes the least. Its least solution is that sought: 0 if 0 solves it. If not, there
        is but one, to which the solutions of the tangents come down, in finitely many steps.
        """
        chances = self.throw_by_all(lives, state, found, Fraction(0))
        if chances[0].value:
            guess: Number = Fraction(1)
            chances = self.throw_by_all(lives, state, found, guess)
            while (better := guess + (chances[0].value - guess) / (1 - chances[0].slope)) < guess:
                guess = better
                chances = self.throw_by_all(lives, state, found, guess)
        for thrower, line in chances.items():
            found[thrower, state] = line.value

    def throw_by_all(
        self, lives: Lives, state: int, found: Mapping[tuple[int, int], Number], guess: Number
    ) -> dict[int, _Line]:
        """Return the chances by who is to throw, given a guess of that when seat 0 is."""
        chances: dict[int, _Line] = {}
        repeated = _Line(guess, Fraction(1))
        for thrower in reversed([seat for seat in range(self.n) if lives[seat]]):
            following = self.left(lives, thrower)

            def believed(call: int, following: int = following, back: _Line = repeated) -> _Line:
                return back if call + 1 == state else _Line(found[following, call + 1])

            repeated = chances[thrower] = self.throw(lives, thrower, state, believed)
        return chances

    def throw(
        self, lives: Lives, thrower: int, state: int, believed: Callable[[int], _Line]
    ) -> _Line:
        """Return the chance when somebody is to throw and to call."""
        return _total(self.thrown(lives, thrower, state, believed))

    def thrown(
        self, lives: Lives, thrower: int, state: int, believed: Callable[[int], _Line]
    ) -> Iterator[_Line]:
        table = self.table(lives, thrower)
        legal = range(state if self.rules.call == "higher" else max(state - 1, 0), self.top + 1)
        throws = dict(enumerate(self.throws))
        if self.rules.thrown_mia != "hidden":
            yield _Line(throws.pop(self.top) * self.shown(lives, thrower))
        if table is None:
            known: dict[tuple[int, _Settled], _Line] = {}
            for dice, chance in throws.items():
                options = []
                for call in legal:
                    key = call, self.settles[dice][call]
                    if key not in known:
                        known[key] = self.heard(lives, thrower, state, call, {dice: 1}, believed)
                    options.append(known[key])
                yield min(options, key=lambda option: option.value).times(chance)
            return
        calls = table[0][state]
        for call in legal:
            made = {
                dice: chance * calls[dice][call]
                for dice, chance in throws.items()
                if calls[dice][call]
            }
            if made:
                yield self.heard(lives, thrower, state, call, made, believed)

    def heard(
        self,
        lives: Lives,
        caller: int,
        state: int,
        call: int,
        made: Mapping[int, Number],
        believed: Callable[[int], _Line],
    ) -> _Line:
        """Return the chance when a call is answered; `made` are the chances of dice under it."""
        answers = self.left(lives, caller)
        table = self.table(lives, answers)
        often = sum(made.values())
        shown: Number = sum(
            chance * self.ended(lives, caller, *self.settles[dice][call])
            for dice, chance in made.items()
        )
        doubted = _Line(shown)
        if call < self.top:
            otherwise = believed(call).times(often)
        elif self.rules.mia_fold is None:
            return doubted
        else:
            otherwise = _Line(often * self.ended(lives, caller, "mia_folded", False))
        if table is None:
            return min(doubted, otherwise, key=lambda option: option.value)
        doubt = table[1][state][call]
        return _total(iter([doubted.times(doubt), otherwise.times(1 - doubt)]))

    def table(self, lives: Lives, seat: int) -> Table | None:
        """Return the table of a seat, as its lists; floats in it make all numbers floats."""
        at = self.play[seat]
        if at is None:
            return None
        if (seat, lives) not in self.tables:
            calls, doubts = (_lists(part) for part in at(lives[seat:] + lives[:seat]))
            self.tables[seat, lives] = calls, doubts
            if isinstance(calls[0][0][0], float):
                self.throws = [float(chance) for chance in self.exact]
        return self.tables[seat, lives]

    def left(self, lives: Lives, seat: int) -> int:
        """Return who is next of those that are in."""
        seat = (seat + 1) % self.n
        while not lives[seat]:
            seat = (seat + 1) % self.n
        return seat

    def settled(self, dice: int, call: int) -> _Settled:
        """Return why somebody pays after a doubt or a look, and whether all others do."""
        lie = dice != call if self.rules.truth == "exact" else dice < call
        called, thrown = call == self.top, dice == self.top
        mia = {"call": called, "dice": thrown, "either": called or thrown}[self.rules.mia_by]
        if lie:
            return "mia_lie_caught" if mia else "lie_caught", False
        all_pay = called and self.rules.true_mia == "others"
        return "mia_looked_at" if mia else "wrong_doubt", all_pay

    def shown(self, lives: Lives, thrower: int) -> Number:
        """Return the chance after a Mia that its thrower shows."""
        return self.ended(lives, thrower, "mia_looked_at", self.rules.thrown_mia == "others")

    def ended(self, lives: Lives, caller: int, cause: str, all_pay: bool) -> Number:
        """Return the chance after a round; who pays is the caller caught, or who answered."""
        key = (lives, caller, cause, all_pay)
        if key not in self.ends:
            doubter, caught = self.left(lives, caller), cause.endswith("lie_caught")
            payers = {caller} if caught else {doubter}
            if all_pay:
                payers = {seat for seat in range(self.n) if lives[seat]} - {caller}
            after = tuple(
                max(0, left - self.prices[cause]) if seat in payers else left
                for seat, left in enumerate(lives)
            )
            following = doubter + 1
            still_in = [seat for seat in range(self.n) if after[seat]]
            openers = {
                "standard": [doubter if caught else following],
                "loser": [caller if caught else doubter],
                "winner": [doubter if caught else caller],
                "doubter": [doubter],
                "after_doubter": [following],
                "random": still_in,
            }[self.rules.next_starter]
            chances = [self.opened(after, opener % self.n) for opener in openers]
            self.ends[key] = sum(chances) / Fraction(len(openers))
        return self.ends[key]


def _throws(rules: Any) -> list[Fraction]:
    """Return the chance of each tier, the worst first, among the throws that count."""
    weights = [Fraction(0) for _ in rules.variant.tiers]
    for first, second in product(range(1, 7), repeat=2):
        thrown = max(first, second), min(first, second)
        for tier, outcomes in enumerate(reversed(rules.variant.tiers)):
            if thrown in [(outcome.high, outcome.low) for outcome in outcomes]:
                weights[tier] += Fraction(rules.dice.first[first - 1]) * Fraction(
                    rules.dice.second[second - 1]
                )
    return [weight / sum(weights) for weight in weights]


def _lists(part: Any) -> Any:
    return part.tolist() if hasattr(part, "tolist") else part
