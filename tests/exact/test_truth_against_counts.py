"""Truth and recognition agree with an oracle in plain Python, and with games that are counted."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import count
from math import inf, lgamma, log, sqrt
from typing import Any, Final, NamedTuple

import pytest

from mia_stats import (
    CHARACTERS,
    Dice,
    Game,
    Mixture,
    Outcome,
    Rules,
    Seen,
    TableStrategy,
    Variant,
    recognise,
    solve_match,
    truth_chance,
)
from tests.oracles.characters_seen import (
    Play,
    Thing,
    answered,
    called,
    joined,
    likelihood,
    play_of,
    posterior,
    seen_in_log,
    throws,
    truth,
)
from tests.oracles.settings import random_setting

FALSE_ALARM: Final = 1e-6
"""The chance that a whole test fails where both sides are right."""


# The words of the library for what the oracle says in tiers


def last_call(rules: Rules, state: int) -> Outcome | None:
    """Return the call after which somebody calls in a state."""
    return rules.tier_outcomes(state - 1)[0] if state else None


def seen_as(rules: Rules, thing: Thing) -> Seen:
    """Return what was seen, as the library is told of it."""

    def outcome(tier: int | None) -> Outcome | None:
        return None if tier is None else rules.tier_outcomes(tier)[-1]

    return Seen(
        last_call(rules, thing.state),
        call=outcome(thing.call),
        shown=None if thing.shown is None else Outcome.from_dice(*thing.shown),
        heard=outcome(thing.heard),
        answer=outcome(thing.answer) if isinstance(thing.answer, int) else thing.answer,
        blind=thing.blind,
        may_pass=thing.may_pass,
    )


def thing_of(rules: Rules, seen: Seen) -> Thing:
    """Return in tiers what the library has seen."""
    words = ("doubt", "believe", "look", "fold", None)
    dice = None if seen.shown is None else Outcome.parse(seen.shown)
    return Thing(
        rules.state(seen.previous),
        call=None if seen.call is None else rules.tier(seen.call),
        shown=None if dice is None else (dice.high, dice.low),
        heard=None if seen.heard is None else rules.tier(seen.heard),
        answer=seen.answer if seen.answer in words else rules.tier(seen.answer),
        blind=seen.blind,
        may_pass=seen.may_pass,
    )


def may_be_called(rules: Rules) -> Iterator[tuple[int, int, bool]]:
    """Yield all states with the calls that may be made there, over blind throws too."""
    for state in range(rules.last_state + 1):
        for call in range(rules.lowest_call(state), rules.tier_count):
            yield state, call, False
            if rules.may_throw_again:
                yield state, call, True


def drawn_shares(rng: random.Random, n: int) -> list[Fraction]:
    """Return chances that add up to 1, none of them 0."""
    parts = [rng.randint(1, 9) for _ in range(n)]
    return [Fraction(part, sum(parts)) for part in parts]


def close(exact: Fraction | None, tables: Sequence[TableStrategy]) -> Any:
    """Return what a chance must be equal to: itself, or nearly where a table is of floats."""
    if exact is None or all(table.exact for table in tables):
        return exact
    return pytest.approx(float(exact), abs=1e-12)


class TestAgainstTheOracle:
    """Drawn rules, and drawn tables."""

    @pytest.mark.parametrize("seed", range(40))
    def test_every_call_is_true_as_often(self, seed: int) -> None:
        rng = random.Random(seed)
        rules, tables, *_ = random_setting(rng)
        table = rng.choice(tables)
        only = [(Fraction(1), play_of(table))]
        shares = drawn_shares(rng, len(tables))
        mixed = list(zip(shares, map(play_of, tables), strict=True))
        mixture = dict(zip(tables, shares, strict=True))
        asked: list[tuple[Any, Any, Sequence[TableStrategy]]] = [
            (table, only, [table]),
            (rng.choice([mixture, Mixture(mixture)]), mixed, tables),
        ]
        for player, players, made_of in asked:
            for state, call, blind in may_be_called(rules):
                outcome = rng.choice(rules.tier_outcomes(call))
                found = truth_chance(
                    outcome, player, previous=last_call(rules, state), blind=blind, rules=rules
                )
                expected = truth(players, rules, state, call, blind=blind)
                assert found == close(expected, made_of), (state, call, blind)
                if found is not None:
                    assert isinstance(found, Fraction) == all(t.exact for t in made_of)

    @pytest.mark.parametrize("seed", range(40))
    def test_who_hands_on_is_right_as_often(self, seed: int) -> None:
        """It calls without having seen the dice that another has thrown."""
        rng = random.Random(seed)
        settings = (random_setting(rng) for _ in count())
        rules, tables, *_ = next(drawn for drawn in settings if drawn[0].may_pass)
        shares = drawn_shares(rng, len(tables))
        players = list(zip(shares, map(play_of, tables), strict=True))
        mixture = Mixture(dict(zip(tables, shares, strict=True)))
        for state, call, blind in may_be_called(rules):
            if call == rules.top:
                continue
            passes = [call]
            for _ in range(rng.randint(0, 2) if rules.passer_is_liable else 0):
                if passes[-1] < rules.top:
                    passes.append(rng.randint(passes[-1], rules.top))
            if rules.passer_is_liable:
                passes = passes[rng.randint(0, len(passes) - 1) :]
            found = truth_chance(
                rules.tier_outcomes(call)[0],
                mixture,
                previous=last_call(rules, state),
                blind=blind,
                handed_on=[rules.tier_outcomes(passed)[0] for passed in passes],
                rules=rules,
            )
            expected = truth(players, rules, state, call, blind=blind, handed_on=passes)
            assert found == close(expected, tables), (state, call, blind, passes)

    @pytest.mark.parametrize("seed", range(40))
    def test_a_game_tells_the_same_of_who_it_is(self, seed: int) -> None:
        """What all see of a seat is what the public log says, and so are the chances."""
        rng = random.Random(seed)
        rules, tables, lives, _ = random_setting(rng, 4)
        seats = rng.randint(2, 4)
        game = Game(tables[:seats], rules, rng=seed, lives=None if lives is None else lives[:seats])
        game.run()
        shares = drawn_shares(rng, 4)
        prior = dict(zip(tables, shares, strict=True))
        plays = {t.name: (share, play_of(t)) for t, share in prior.items()}
        for seat in range(seats):
            things = seen_in_log(game.log(public=True), seat, rules)
            seen = game.seen_of(seat)
            assert [thing_of(rules, one) for one in seen] == things
            told = [seen_as(rules, thing) for thing in things]
            for first in {len(things), rng.randint(0, len(things))}:
                expected = posterior(things[:first], joined(plays), rules)
                for heard in (seen[:first], told[:first]):
                    found = recognise(heard, tables, prior=prior, rules=rules).chances
                    assert list(found) == list(expected)
                    for label, chance in expected.items():
                        assert found[label] == close(chance, tables)

    @pytest.mark.parametrize("seed", range(24))
    def test_the_mean_of_players_calls_and_answers_as_they_do(self, seed: int) -> None:
        """In one decision, a mixture is seen to do something as often as one who is drawn."""
        rng = random.Random(seed)
        rules, tables, *_ = random_setting(rng, 3)
        if seed % 3 == 0:  # who would throw again even a Mia that is shown before it can
            tables = tuple(CHARACTERS[name].table(rules) for name in ("random", "gambler", "liar"))
        shares = drawn_shares(rng, 3)
        players = list(zip(shares, map(play_of, tables), strict=True))
        mixture = Mixture(dict(zip(tables, shares, strict=True)))
        mean = play_of(mixture.table(rules))
        for state, call, blind in may_be_called(rules):
            alike = called(mean, rules, state, call, blind=blind)
            each = [(share, called(p, rules, state, call, blind=blind)) for share, p in players]
            for throw in throws(rules):
                as_they_do = sum(share * made.get(throw, 0) for share, made in each)
                assert alike.get(throw, 0) == close(Fraction(as_they_do), tables)
        for state in range(rules.last_state + 1):
            for call in range(rules.lowest_heard(state), rules.tier_count):
                self.check_answers(rules, state, call, players, mean, tables)

    def check_answers(
        self,
        rules: Rules,
        state: int,
        call: int,
        players: Sequence[tuple[Fraction, Play]],
        mean: Play,
        tables: Sequence[TableStrategy],
    ) -> None:
        may_pass = rules.may_pass and call < rules.top
        for blind in {False, rules.may_throw_again}:
            for answer in ("doubt", "believe", "look", "fold", *range(rules.tier_count)):
                heard = Thing(state, heard=call, answer=answer, blind=blind, may_pass=may_pass)
                as_they_do = sum(share * answered(play, rules, heard) for share, play in players)
                assert answered(mean, rules, heard) == close(Fraction(as_they_do), tables)

    @pytest.mark.parametrize("seed", range(12))
    def test_who_was_recognised_plays_on_as_those_it_may_be(self, seed: int) -> None:
        rng = random.Random(seed)
        rules, tables, *_ = random_setting(rng, 3)
        game = Game(tables[:2], rules, rng=seed)
        for _ in range(4):
            if not game.over:
                game.step()
        things = seen_in_log(game.log(public=True), 0, rules)
        plays = {t.name: (Fraction(1, 3), play_of(t)) for t in tables}
        chances = posterior(things, plays, rules)
        who = recognise(game.seen_of(0), tables, rules=rules)
        players = [(chances[name], play) for name, (_, play) in plays.items()]
        for state, call, blind in may_be_called(rules):
            found = truth_chance(
                rules.tier_outcomes(call)[0],
                who,
                previous=last_call(rules, state),
                blind=blind,
                rules=rules,
            )
            assert found == close(truth(players, rules, state, call, blind=blind), tables)

    def test_who_plays_by_lives_is_known_by_them(self) -> None:
        """A solution of a match is asked with its own lives first."""
        rules = Rules("points", lives=2)
        optimal = solve_match(rules).strategy
        for lives in ((1, 2), (2, 1)):
            play = play_of(optimal.at(*lives))
            honest = play_of(CHARACTERS["honest"].table(rules))
            for state, call in ((0, 9), (0, 14), (3, 5), (10, 12)):
                expected = truth([(Fraction(1), play)], rules, state, call)
                outcome, last = rules.tier_outcomes(call)[0], last_call(rules, state)
                found = truth_chance(outcome, optimal, previous=last, lives=lives, rules=rules)
                assert found == (None if expected is None else pytest.approx(float(expected)))
                for thing in (
                    Thing(state, call=call),
                    Thing(state, heard=call, answer="look" if call == 14 else "doubt"),
                ):
                    both = [likelihood(one, rules, thing) for one in (play, honest)]
                    seen = seen_as(rules, thing)
                    by_lives = Seen(
                        seen.previous,
                        call=seen.call,
                        heard=seen.heard,
                        answer=seen.answer,
                        lives=lives,
                    )
                    if sum(both):
                        who = recognise([by_lives], [optimal, "honest"], rules=rules)
                        chances = [float(one / sum(both)) for one in both]
                        assert list(who.chances.values()) == pytest.approx(chances)

    def test_who_can_have_done_none_of_it(self) -> None:
        """The first thing that rules out all that are left is named."""
        honest = [Seen(call=54, shown=54), Seen(54, call=65, shown=54), Seen(call=11)]
        with pytest.raises(ValueError, match=r"seen\[1\]"):
            recognise(honest, ["honest", "doubter-54"])
        lies = [Seen(call=54, shown=31), Seen(call=31, shown=31)]
        with pytest.raises(ValueError, match=r"seen\[1\]"):
            recognise(lies, ["honest", "liar"])

    def test_who_plays_the_same_is_one(self) -> None:
        """Without a pass and a second throw, two characters play as the honest one."""
        who = recognise([Seen(call=54, shown=31)]).chances
        assert next(iter(who)) == "honest = sniper = gambler"
        assert len(who) == len(CHARACTERS) - 2
        before = recognise([]).chances
        assert before["honest = sniper = gambler"] == Fraction(3, 10)
        assert before["liar"] == Fraction(1, 10)
        for rules in (Rules(unseen_pass="free"), Rules(second_throw="blind")):
            plays = {n: (Fraction(1, 10), play_of(c.table(rules))) for n, c in CHARACTERS.items()}
            assert recognise([], rules=rules).chances == {
                label: prior for label, (prior, _) in joined(plays).items()
            }


# Games that are counted


class How(NamedTuple):
    """How a call was made, and by whom."""

    player: str
    state: int
    call: int
    blind: bool
    handed_on: tuple[int, ...] = ()
    """The calls with which the cup was handed on since; the last one is asked about."""


def calls_in(game: Game) -> Iterator[tuple[How, bool]]:
    """Yield all calls of a game with whether they are true, and those of who hands on."""
    rules = game.rules
    state, blind = 0, False
    dice: Outcome | None = None
    made: How | None = None
    for event in game.events:
        if event.what in ("round", "toast"):
            state = 0
        elif event.what == "throw":
            assert event.dice is not None, "a game in full says what was thrown"
            dice, blind = Outcome.from_dice(*event.dice), event.blind
        elif event.call is not None and event.what in ("call", "pass"):
            assert event.seat is not None, "somebody calls"
            assert dice is not None, "over dice"
            call = rules.tier(event.call)
            if event.what == "call":
                made = How(game.players[event.seat], state, call, blind)
            else:
                assert made is not None, "there is a call to hand on"
                made = made._replace(handed_on=(*made.handed_on, call))
            state = call + 1
            yield made, dice not in rules.toast and rules.is_true(rules.tier(dice), call)


def chance_of(how: How, rules: Rules) -> Any:
    """Return the chance that the library gives a call."""
    return truth_chance(
        rules.tier_outcomes(how.call)[0],
        how.player,
        previous=last_call(rules, how.state),
        blind=how.blind,
        handed_on=[rules.tier_outcomes(passed)[0] for passed in how.handed_on],
        rules=rules,
    )


def bet(right: int, of: int, chance: Fraction | float) -> float:
    """Return the log of what becomes of 1, bet at the odds of a chance that it is another one.

    It is spread evenly over what the chance may be instead. Where it is right, the mean of the
    capital is 1 after each bet, whenever one stops: so by Ville's inequality it comes to a million
    at any time in one of a million tests at most.
    """
    wrong = of - right
    if (right and chance <= 0) or (wrong and chance >= 1):
        return inf
    paid = right * log(chance) if right else 0.0
    paid += wrong * log(1 - chance) if wrong else 0.0
    return lgamma(right + 1) + lgamma(wrong + 1) - lgamma(of + 2) - paid


BLIND: Final[dict[str, Any]] = {"second_throw": "blind", "toast": [44, 32]}
LOW: Final = (61, 54, 53, 52, 51, 43, 42, 41, 32)
TIED: Final = Variant.from_order(
    "tied", [21, (66, 55, 44), (33, 22, 11), (65, 64, 63, 62), LOW], rethrown=[31]
)
COUNTED: Final[list[tuple[Rules, list[str], int]]] = [
    (Rules(), [*CHARACTERS], 120),
    (
        Rules(lives=8, unseen_pass="liable", truth="exact", thrown_mia="next", **BLIND),
        ["random", "gambler", "sniper", "calculator", "liar"],
        120,
    ),
    (
        Rules(TIED, call="at_least", unseen_pass="free", mia_equalled=True, lives=8, **BLIND),
        ["random", "lucky", "gambler", "modest"],
        160,
    ),
    (
        Rules(TIED, Dice([1, 2, 3, 4, 5, 6]), unseen_pass="liable", lives=8, thrown_mia="others"),
        ["random", "blind", "sniper", "doubter-54"],
        160,
    ),
]


class TestAgainstCounts:
    """Games with hidden dice: how often each call was true."""

    @pytest.mark.parametrize(("rules", "players", "games"), COUNTED)
    def test_calls_are_true_as_often_as_counted(
        self, rules: Rules, players: list[str], games: int
    ) -> None:
        """Each chance is bet against, and each player; nobody gets rich."""
        made: Counter[How] = Counter()
        right: Counter[How] = Counter()
        for number in range(games):
            seats = players[number % len(players) :] + players[: number % len(players)]
            game = Game(seats, rules, rng=number)
            game.run()
            for how, true in calls_in(game):
                if len(how.handed_on) < 2:  # so that it is known how many bets there are at most
                    made[how] += 1
                    right[how] += true
        k = rules.tier_count
        bets = len(players) * (k + 1) * k * 2 * (k + 1)
        unlikely = log(2 * bets / FALSE_ALARM)
        excess = dict.fromkeys(players, 0.0)
        calls = dict.fromkeys(players, 0)
        for how, often in made.items():
            chance = chance_of(how, rules)
            assert chance is not None, f"{how} is never called"
            assert bet(right[how], often, chance) < unlikely, f"{right[how]} of {often}: {how}"
            if not how.handed_on:
                excess[how.player] += right[how] - often * float(chance)
                calls[how.player] += often
        # By Hoeffding's lemma exp(step * excess - step**2 / 8 * calls) is on average 1 at most at
        # each time, for either sign; so the line below is crossed ever with half the alarms.
        lines = log(4 * len(players) / FALSE_ALARM)
        step = sqrt(8 * lines / 2000)
        for player in players:
            assert abs(excess[player]) < lines / step + step / 8 * calls[player], player

    def test_one_of_several_opens_with_the_truth_as_often_as_counted(self) -> None:
        """Who it is is drawn before it throws: the call says something of that too."""
        shares = {"honest": Fraction(1, 2), "liar": Fraction(3, 10), "lucky": Fraction(1, 5)}
        drawn = random.Random(1).choices([*shares], [float(p) for p in shares.values()], k=3000)
        made: Counter[int] = Counter()
        right: Counter[int] = Counter()
        rules = Rules()
        for number, player in enumerate(drawn):
            game = Game([player, "honest"], rules, rng=number, starter=0)
            game.step()
            ((how, true),) = calls_in(game)
            made[how.call] += 1
            right[how.call] += true
        unlikely = log(rules.tier_count / FALSE_ALARM)
        for call, often in made.items():
            one_of: Any
            for one_of in (shares, Mixture(shares)):
                chance = truth_chance(rules.tier_outcomes(call)[0], one_of)
                assert chance is not None
                assert bet(right[call], often, chance) < unlikely, f"{right[call]} of {often}"

    def test_who_believes_and_calls_is_right_as_often_as_counted(self) -> None:
        """What it has answered says who may be calling."""
        shares = {"liar": Fraction(1, 2), "doubter-54": Fraction(1, 4), "random": Fraction(1, 4)}
        drawn = random.Random(2).choices([*shares], [2, 1, 1], k=2000)
        made: Counter[tuple[int, int]] = Counter()
        right: Counter[tuple[int, int]] = Counter()
        rules = Rules(TIED)
        for number, player in enumerate(drawn):
            game = Game(["random", player], rules, rng=number, starter=0)
            game.step()
            game.step()
            if game.due == "call" and game.round == 1:
                game.step()
                _, (how, true) = calls_in(game)
                made[how.state, how.call] += 1
                right[how.state, how.call] += true
        unlikely = log(rules.tier_count**2 / FALSE_ALARM)
        assert len(made) == 10
        for (state, call), often in made.items():
            heard = last_call(rules, state)
            seen = [Seen(heard=heard, answer="believe")]
            who = recognise(seen, [*shares], prior=shares, rules=rules)
            chance = truth_chance(rules.tier_outcomes(call)[0], who, previous=heard, rules=rules)
            assert chance is not None
            assert bet(right[state, call], often, chance) < unlikely


# Who it is, drawn and then recognised


def sharpened(chances: Mapping[str, Any], power: float) -> dict[str, float]:
    """Return chances that are surer of themselves, or less."""
    powers = {label: float(chance) ** power for label, chance in chances.items()}
    return {label: chance / sum(powers.values()) for label, chance in powers.items()}


def label_of(name: str, chances: Mapping[str, Any]) -> str:
    """Return the label that somebody goes by."""
    return next(label for label in chances if name in label.split(" = "))


RECOGNISED: Final[list[tuple[Rules, int]]] = [
    (Rules(lives=1), 700),
    (
        Rules(TIED, lives=2, call="at_least", unseen_pass="liable", mia_equalled=True, **BLIND),
        500,
    ),
]


class TestWhoItIs:
    """A player is drawn, and recognised by what it does in a game."""

    @pytest.mark.parametrize(("rules", "runs"), RECOGNISED)
    def test_it_is_who_it_seems_as_often_as_the_chances_say(self, rules: Rules, runs: int) -> None:
        """Given all that was seen, it is each candidate with the chance that is said of it.

        So the sum of what is missed by has a mean of 0, run by run, and by Hoeffding's inequality
        it strays from that by more than the bound in one of a million tests at most. And who bets
        on it at the odds of the posterior, by other chances, does not get rich.
        """
        rng = random.Random(3)
        missed: dict[str, float] = {}
        of_truth = 0.0
        capital = {"surer": 0.0, "less sure": 0.0, "has seen nothing": 0.0}
        before = recognise([], rules=rules).chances
        for run in range(runs):
            name = rng.choice([*CHARACTERS])
            game = Game([name, "random", "calculator"], rules, rng=run)
            game.run()
            chances = recognise(game.seen_of(0), rules=rules).chances
            assert sum(chances.values()) == 1
            is_label = label_of(name, chances)
            assert chances[is_label] > 0
            for label, chance in chances.items():
                missed[label] = missed.get(label, 0.0) + (label == is_label) - float(chance)
            of_truth += float(chances[is_label] - sum(c * c for c in chances.values()))
            says = {
                "surer": sharpened(chances, 2),
                "less sure": sharpened(chances, 0.5),
                "has seen nothing": before,
            }
            for better, instead in says.items():
                capital[better] += log(instead[is_label] / chances[is_label])
        bound = sqrt(runs / 2 * log(2 * (len(before) + 1) / FALSE_ALARM))
        assert set(missed) == set(before)
        assert max(map(abs, missed.values())) < bound
        assert abs(of_truth) < bound
        assert max(capital.values()) < log(len(capital) / FALSE_ALARM)

    def test_a_wrong_one_seldom_seems_nearly_sure(self) -> None:
        """Of two alike, the wrong one comes to 95 % at any time in one of 19 games at most.

        The chance of the wrong one over that of the right one has a mean of 1 after each thing that
        is seen, and 95 % is 19 to 1: by Ville's inequality. How often it comes to that in all games
        is bounded by Chernoff.
        """
        pairs = [("honest", "modest"), ("liar", "random"), ("random", "lucky")]
        reached = runs = 0
        for pair in pairs:
            for right, wrong in (pair, pair[::-1]):
                for run in range(40):
                    game = Game([right, "random"], Rules(TIED, lives=3), rng=run)
                    game.run()
                    seen = game.seen_of(0)
                    who: Any = None
                    runs += 1
                    for first in range(1, len(seen) + 1):
                        who = recognise(seen[:first], pair, rules=game.rules).chances
                        if who[wrong] >= Fraction(19, 20):
                            reached += 1
                            break
        often, most = reached / runs, 1 / 19
        if often > most:
            unlikely = often * log(often / most) + (1 - often) * log((1 - often) / (1 - most))
            assert runs * unlikely < log(1 / FALSE_ALARM)
        assert reached > 0  # else nothing would have been tried
