"""Facts about strategies in code that are read off as tables, and about those that have none."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import mia_stats as mia
from mia_stats import (
    BELIEVE,
    CALCULATOR,
    DOUBT,
    HONEST,
    SNIPER,
    AnswerSituation,
    CallSituation,
    Character,
    Rules,
    TableStrategy,
    doubter,
    evaluate,
    exploitability,
    simulate_games,
    solve_match,
)
from tests.helpers import EQUAL, THREE, NextTier, binomial, climber, dice, orders, within
from tests.oracles.settings import random_setting

LIABLE = Rules(unseen_pass="liable")
FREE = Rules(unseen_pass="free")
OWN = np.random.default_rng(1)
Say = Callable[[Any, Any], Any]


class Own:
    """Calls the truth where it may and doubts from 61 on, or says what it is given to say."""

    def __init__(self, call: Say | None = None, answer: Say | None = None) -> None:
        self.name, self._call, self._answer = "own", call, answer

    def choose_call(self, seen: CallSituation, rng: np.random.Generator) -> Any:
        return self._call(seen, rng) if self._call else np.maximum(seen.rolled, seen.lowest)

    def answer(self, seen: AnswerSituation, rng: np.random.Generator) -> Any:
        if self._answer:
            return self._answer(seen, rng)
        return np.where(seen.call >= seen.rules.tier(61), DOUBT, BELIEVE)


class InCode:
    """A ready-made player who draws nothing, as somebody would write it: game by game, in words."""

    def __init__(self, character: Character) -> None:
        self.name, self.character = character.name, character

    def choose_call(self, seen: CallSituation, rng: np.random.Generator) -> Any:
        return [max(low, rolled) for low, rolled in zip(seen.lowest, seen.rolled, strict=True)]

    def answer(self, seen: AnswerSituation, rng: np.random.Generator) -> Any:
        return np.array([self._one(seen, i) for i in range(len(seen.call))], int)

    def _one(self, seen: AnswerSituation, i: int) -> int:
        rules, call = seen.rules, int(seen.call[i])
        chances = rules.throw_chances
        if call == rules.top:
            return DOUBT
        if self.character is SNIPER and seen.may_pass[i] and sum(chances[call + 1 :]) <= 0.5:
            return call
        if self.character is CALCULATOR:
            true = chances[call] if rules.truth == "exact" else sum(chances[call:])
            return DOUBT if true < Fraction(1, 2) else BELIEVE
        if self.character.name.startswith("doubter"):
            return DOUBT if call >= rules.tier(self.character.name[-2:]) else BELIEVE
        return BELIEVE


def same(found: TableStrategy, expected: TableStrategy) -> bool:
    """Return whether two tables play the same; no passes are passes of chance 0."""
    k = found.tier_count
    passes = [
        np.zeros((k, k, k), int) if table.passes is None else table.passes
        for table in (found, expected)
    ]
    return bool(
        (found.calls == expected.calls).all()
        and (found.doubts == expected.doubts).all()
        and (passes[0] == passes[1]).all()
    )


some_rules = st.builds(
    lambda variant, dice, repeats, truth, fold: Rules(
        variant, dice, 1, repeats[0], truth, repeats[1], mia_fold=fold
    ),
    orders() | st.sampled_from(["standard", "meyer", "points", "kiriki"]),
    dice,
    st.sampled_from(
        [("higher", "never"), ("at_least", "never"), ("higher", "liable"), ("higher", "free")]
    ),
    st.sampled_from(["at_least", "exact"]),
    st.sampled_from([None, 0, 1]),
)


class TestReadOff:
    """What a table says is what the strategy says."""

    @settings(max_examples=6)
    @given(some_rules, st.sampled_from(["honest", "sniper", "calculator", "doubter"]), st.data())
    def test_a_ready_made_player_in_code_has_its_own_table(
        self, rules: Rules, name: str, data: st.DataObject
    ) -> None:
        self.check_ready_made(rules, name, data)

    @pytest.mark.long
    @settings(max_examples=15)
    @given(some_rules, st.sampled_from(["honest", "sniper", "calculator", "doubter"]), st.data())
    def test_many_ready_made_players_in_code_have_their_own_tables(
        self, rules: Rules, name: str, data: st.DataObject
    ) -> None:
        self.check_ready_made(rules, name, data)

    def check_ready_made(self, rules: Rules, name: str, data: st.DataObject) -> None:
        kept = [outcome for tier in rules.variant.tiers for outcome in tier]
        character = {
            "honest": HONEST,
            "sniper": SNIPER,
            "calculator": CALCULATOR,
            "doubter": doubter(data.draw(st.sampled_from(kept))),
        }[name]
        expected = character.table(rules)
        found = TableStrategy.from_strategy(InCode(character), rules)
        assert found.exact
        assert found.name == character.name
        assert found.rules == rules
        assert same(found, expected)
        assert same(TableStrategy.from_strategy(InCode(character), rules, seats=4), expected)

    @pytest.mark.parametrize("seats", [2, 3, 4])
    @pytest.mark.parametrize("rules", [Rules(), EQUAL, LIABLE, FREE], ids=str)
    def test_at_a_table_of_so_many(self, rules: Rules, seats: int) -> None:
        """A pass among two there is none, and among three none of a cup that was handed on."""
        rules = replace(rules, lives=2)
        found = TableStrategy.from_strategy(InCode(SNIPER), rules, seats=seats)
        expected = SNIPER.table(rules.for_two() if seats == 2 else rules)
        assert found.rules == expected.rules
        assert (found.calls == expected.calls).all()
        assert (found.doubts == expected.doubts).all()
        if seats == 2 or not rules.may_pass:
            assert found.passes is None
            return
        assert found.passes is not None
        assert expected.passes is not None
        passes = expected.passes.copy()
        if rules == replace(LIABLE, lives=2) and seats == 3:
            states = np.arange(1, 21)
            passes[states, states - 1] = 0
        assert (found.passes == passes).all()

    def test_the_lowest_legal_call_however_it_is_read(self) -> None:
        for rules in (Rules(), Rules("points"), EQUAL):
            assert same(TableStrategy.from_strategy(NextTier(), rules), climber(rules))

    def test_an_own_strategy_is_weighed_as_it_plays(self) -> None:
        """Among three with a pass, and in a duel where calls may be equalled: 4 errors, a seed."""
        games = 40_000
        for rules, others in ((replace(LIABLE, lives=2), ["liar", "random"]),
                              (replace(EQUAL, lives=2), ["liar"])):  # fmt: skip
            own = InCode(SNIPER)
            table = TableStrategy.from_strategy(own, rules)
            expected = evaluate([table, *others], rules).loses
            found = simulate_games([own, *others], rules, games=games, rng=3).losses
            for seat, chance in enumerate(expected):
                assert within(found[seat], *binomial(games, float(chance)))

    @pytest.mark.parametrize("fold", [None, 1])
    def test_a_round_of_three_tiers_followed_throw_by_throw(self, fold: int | None) -> None:
        """Two strategies in code are asked at each throw; the chances are those of their tables."""
        rules = Rules(THREE, lives=1, mia_fold=fold)
        players: list[Any] = [
            Own(answer=lambda seen, _: np.where(seen.call > 0, DOUBT, BELIEVE)),
            NextTier(),
        ]
        rng, lives = np.random.default_rng(1), np.ones((1, 2), int)

        def opener_wins(state: int, seat: int) -> Fraction:
            """Return the chance that seat 0 wins from a throw of this seat on."""
            total = Fraction(0)
            at = (np.array([state]), np.array([seat]), lives)
            for rolled, chance in enumerate([Fraction(28, 36), Fraction(6, 36), Fraction(2, 36)]):
                seen = CallSituation(rules, *at, np.array([rolled]))
                call = int(players[seat].choose_call(seen, rng)[0])
                heard = (at[0], 1 - at[1], lives, np.array([call]), np.array([False]))
                answer = int(players[1 - seat].answer(AnswerSituation(rules, *heard), rng)[0])
                if answer == DOUBT:
                    total += chance * ((rolled >= call) == (seat == 0))
                elif call == 2:
                    total += chance * (seat == 0)
                else:
                    total += chance * opener_wins(call + 1, 1 - seat)
            return total

        tables = [TableStrategy.from_strategy(player, rules) for player in players]
        assert evaluate(tables, rules, starter=0).wins[0] == opener_wins(0, 0)
        assert evaluate(tables, rules, starter=1).wins[0] == opener_wins(0, 1)

    def test_one_that_doubts_from_61_is_the_doubter(self) -> None:
        table = TableStrategy.from_strategy(Own())
        rules = Rules(lives=1)
        assert exploitability(table) == exploitability("doubter-61")
        assert (
            evaluate([table, "liar", "lucky"], rules).wins
            == evaluate(["doubter-61", "liar", "lucky"], rules).wins
        )

    def test_rules_may_be_a_key(self) -> None:
        found = TableStrategy.from_strategy(InCode(HONEST), "meyer")
        assert same(found, HONEST.table("meyer"))

    def test_it_may_spoil_what_it_is_shown_and_use_its_answer_again(self) -> None:
        class Vandal(Own):
            buffer = np.zeros(100_000, int)

            def choose_call(self, seen: Any, rng: Any) -> Any:
                calls = self.buffer[: len(seen.state)]
                calls[:] = np.maximum(seen.rolled, seen.lowest)
                seen.state[:] = seen.rolled[:] = 0
                return calls

            def answer(self, seen: Any, rng: Any) -> Any:
                answers = self.buffer[: len(seen.state)]
                answers[:] = np.where(seen.call >= seen.rules.tier(61), DOUBT, BELIEVE)
                seen.state[:] = seen.call[:] = 0
                return answers

        more: dict[str, Any]
        for more in ({}, {"seats": 2}, {"lives": (1, 2)}):
            found = TableStrategy.from_strategy(Vandal(), **more)
            assert same(found, doubter(61).table(Rules()))


class Remembers(Own):
    """Doubts when its own last throw was good."""

    good = False

    def choose_call(self, seen: Any, rng: Any) -> Any:
        self.good = bool(seen.rolled[-1] > 12)
        return super().choose_call(seen, rng)

    def answer(self, seen: Any, rng: Any) -> Any:
        doubts = (seen.call > 8) & self.good | (seen.call == seen.rules.top)
        return np.where(doubts, DOUBT, BELIEVE)


class Counts(Own):
    """Doubts every third time."""

    times = 0

    def answer(self, seen: Any, rng: Any) -> Any:
        self.times += len(seen.call)
        return np.full(len(seen.call), BELIEVE if self.times % 3 else DOUBT)


def coin(draw: Callable[[int, Any], Any]) -> Say:
    """Return who tosses a coin and doubts, whatever it shows."""
    return lambda seen, rng: np.where(draw(len(seen.call), rng) < 0.5, DOUBT, DOUBT)


class TestRefused:
    """Who has no table, and the reason."""

    @pytest.mark.parametrize(
        "draw",
        [
            lambda n, rng: rng.random(n),
            lambda n, _: np.random.random(n),  # noqa: NPY002 - as somebody may
            lambda n, _: np.array([random.random() for _ in range(n)]),
        ],
        ids=["the generator that it is handed", "the global one of numpy", "that of Python"],
    )
    def test_who_draws_even_if_it_does_not_matter(self, draw: Any) -> None:
        with pytest.raises(ValueError, match=r"own draws random numbers.* the chances of what"):
            TableStrategy.from_strategy(Own(answer=coin(draw)))

    @pytest.mark.parametrize(
        "draw",
        [
            lambda n, _: OWN.random(n),
            lambda n, _: np.random.default_rng(1).random(n),
            lambda _, rng: copy.deepcopy(rng).random(),
        ],
        ids=["from its own", "from one that it makes anew", "from a copy"],
    )
    def test_who_draws_from_elsewhere(self, draw: Any) -> None:
        def answer(seen: Any, rng: Any) -> Any:
            return np.where((draw(len(seen.call), rng) < 0.5) & (seen.call < 20), BELIEVE, DOUBT)

        with pytest.raises(ValueError, match=r"own says \w+ to .* when it is asked again"):
            TableStrategy.from_strategy(Own(answer=answer))

    @pytest.mark.parametrize("who", [Remembers, Counts])
    def test_who_remembers(self, who: type[Own]) -> None:
        with pytest.raises(ValueError, match=r"own says \w+ to .* but \w+ when it is asked again"):
            TableStrategy.from_strategy(who())

    def test_who_looks_at_other_games(self) -> None:
        def call(seen: Any, _rng: Any) -> Any:
            return np.maximum(seen.lowest, seen.rolled.min())

        with pytest.raises(ValueError, match=r"own calls 31 with .* but .* when it is asked again"):
            TableStrategy.from_strategy(Own(call))

    @pytest.mark.parametrize("rules", [Rules(), Rules(mia_fold=None)], ids=str)
    def test_what_is_illegal_is_refused_as_in_a_game(self, rules: Rules) -> None:
        def over(seen: Any, _rng: Any) -> Any:
            return np.full(len(seen.state), BELIEVE)

        with pytest.raises(ValueError, match="own called tier -1"):
            TableStrategy.from_strategy(Own(call=over), rules)
        if rules.may_fold:
            assert TableStrategy.from_strategy(Own(answer=over), rules).doubts[0, 20] == 0
        else:
            with pytest.raises(ValueError, match="own answered -1 to the call 21: legal is LOOK"):
                TableStrategy.from_strategy(Own(answer=over), rules)

    @pytest.mark.parametrize("said", [None, [0], 1.5, "x", [[1], [1, 2]]])
    def test_what_is_no_array_of_whole_numbers(self, said: Any) -> None:
        with pytest.raises(ValueError, match="own must give a whole number for each"):
            TableStrategy.from_strategy(Own(call=lambda *_: said))

    def test_an_error_of_its_own_is_told_as_it_is(self) -> None:
        with pytest.raises(ZeroDivisionError):
            TableStrategy.from_strategy(Own(answer=lambda *_: 1 // 0))

    @pytest.mark.parametrize("rules", [LIABLE, FREE], ids=str)
    def test_who_does_not_believe_where_it_would_pass(self, rules: Rules) -> None:
        def answer(seen: Any, _rng: Any) -> Any:
            return np.where(seen.may_pass & (seen.call < 20), seen.call, DOUBT)

        message = r"own says a pass as 31 to 31, but DOUBT where the cup may not be handed on"
        with pytest.raises(ValueError, match=message):
            TableStrategy.from_strategy(Own(answer=answer), rules)
        TableStrategy.from_strategy(Own(answer=answer), rules, seats=2)  # there is no pass
        with pytest.raises(ValueError, match="but BELIEVE where the cup may not be handed on"):
            TableStrategy.from_strategy(
                Own(answer=lambda seen, _: np.where(seen.may_pass, DOUBT, BELIEVE)), rules
            )

    @pytest.mark.parametrize(
        "who", [Own, "honest", HONEST, HONEST.table(Rules()), None, 5, object(), len]
    )
    def test_what_is_no_strategy_in_code(self, who: Any) -> None:
        with pytest.raises(TypeError, match=r"an object, not the class Own|no strategy in code"):
            TableStrategy.from_strategy(who)

    def test_a_solution_draws(self) -> None:
        best = solve_match(Rules(lives=1)).strategy
        with pytest.raises(ValueError, match="optimal draws random numbers"):
            TableStrategy.from_strategy(best, best.rules, seats=2)

    def test_a_name_is_needed(self) -> None:
        nameless = Own()
        nameless.name = ""
        with pytest.raises(ValueError, match="the name of a strategy"):
            TableStrategy.from_strategy(nameless)


def careful(seen: Any, _rng: Any) -> Any:
    """Doubt 54 and more with one life, and nothing but Mia otherwise."""
    last = seen.lives[:, 0] == 1
    return np.where(last & (seen.call >= 8) | (seen.call == 20), DOUBT, BELIEVE)


class TestLives:
    """A table knows no lives and no seats."""

    @pytest.mark.parametrize("field", ["lives", "seat", "seat_lives"])
    def test_who_looks_at_them_must_say_how_many_play(self, field: str) -> None:
        def answer(seen: Any, _rng: Any) -> Any:
            assert len(getattr(seen, field)) == len(seen.call)
            return np.where(seen.call == seen.rules.top, DOUBT, BELIEVE)

        own = Own(answer=answer)
        with pytest.raises(ValueError, match=f"own looks at seen.{field}, .*give seats"):
            TableStrategy.from_strategy(own)
        for more in ({"seats": 3}, {"lives": (1, 2, 3)}):
            table = TableStrategy.from_strategy(own, Rules(lives=3), **more)
            assert same(table, HONEST.table(Rules()))

    def test_it_can_not_be_looked_at_in_other_ways(self) -> None:
        with pytest.raises(ValueError, match=r"own looks at seen\.__dict__"):
            TableStrategy.from_strategy(Own(answer=lambda seen, _: vars(seen)["seat"]))

    def test_play_that_depends_on_lives_needs_lives(self) -> None:
        own = Own(answer=careful)
        message = (
            r"own says BELIEVE to 54, but DOUBT with lives \(1, 1\), its own first, not \(6, 6\): "
            r"a table knows no lives; give .* lives=\(1, 1\)"
        )
        with pytest.raises(ValueError, match=message):
            TableStrategy.from_strategy(own, seats=2)
        last, safe = (TableStrategy.from_strategy(own, lives=lives) for lives in ((1, 6), (2, 1)))
        assert last.name == "own with lives 1, 6"
        assert same(last, doubter(54).table(Rules()))
        assert same(safe, HONEST.table(Rules()))
        assert same(TableStrategy.from_strategy(own, Rules(lives=1), seats=2), last)

    def test_lives_are_those_from_its_own_seat_on(self) -> None:
        """With three, the one to its left has one life: it is told 54 in every state it may be."""

        def call(seen: Any, _rng: Any) -> Any:
            bold = (seen.lives == (3, 1, 2)).all(axis=1)
            return np.where(bold, seen.rules.top, np.maximum(seen.rolled, seen.lowest))

        own = Own(call, careful)
        assert (TableStrategy.from_strategy(own, lives=(3, 1, 2)).calls[:, :, 20] == 1).all()
        assert TableStrategy.from_strategy(own, lives=(3, 2, 1)).calls[0, 3, 3] == 1

    def test_play_that_depends_on_the_seat_is_no_table(self) -> None:
        def call(seen: Any, _rng: Any) -> Any:
            return np.where(seen.seat == 1, seen.rules.top, np.maximum(seen.rolled, seen.lowest))

        for more in ({"seats": 2}, {"lives": (1, 1)}):
            with pytest.raises(ValueError, match="own calls 31 with 31, but 21 in seat 1, not in"):
                TableStrategy.from_strategy(Own(call), **more)

    def test_those_who_are_out_are_seen_where_the_others_play_on(self) -> None:
        """With two left nobody passes, so what it would do then says nothing."""

        def answer(seen: Any, _rng: Any) -> Any:
            two = (seen.lives > 0).sum(axis=1) == 2
            passes = seen.may_pass & ~two
            return np.where(passes, seen.call, np.where(seen.call == 20, DOUBT, BELIEVE))

        own, rules = Own(answer=answer), Rules(lives=2, unseen_pass="free")
        on = replace(rules, ending="last_standing")
        assert same(TableStrategy.from_strategy(own, rules, seats=3),
                    TableStrategy.from_strategy(own, on, seats=3))  # fmt: skip
        trusts_two = Own(answer=lambda seen, _: np.where(
            ((seen.lives > 0).sum(axis=1) == 2) & (seen.call < 20), BELIEVE, DOUBT))  # fmt: skip
        TableStrategy.from_strategy(trusts_two, rules, seats=3)
        with pytest.raises(ValueError, match=r"but BELIEVE with lives \(1, 0, 1\), its own first"):
            TableStrategy.from_strategy(trusts_two, on, seats=3)
        assert TableStrategy.from_strategy(own, on, lives=(2, 0, 1)).passes is None

    def test_sips_cost_no_lives(self) -> None:
        rules = Rules(forfeit="sip", ending="rounds", rounds=3)
        assert TableStrategy.from_strategy(Own(answer=careful), rules, seats=6).exact
        with pytest.raises(ValueError, match="nobody has lives in a game of sips"):
            TableStrategy.from_strategy(Own(), rules, lives=(1, 1))

    def test_what_takes_too_long_is_refused(self) -> None:
        message = "6 seats of 1 to 6 lives make 279,936 ways to sit, and 50,000 can be tried"
        with pytest.raises(ValueError, match=message):
            TableStrategy.from_strategy(Own(), seats=6)
        assert TableStrategy.from_strategy(Own()).exact
        assert TableStrategy.from_strategy(Own(), lives=(6,) * 6).exact

    @pytest.mark.parametrize(
        ("more", "shown"),
        [
            ({"seats": 1}, "seats must be from 2 to 20, not 1"),
            ({"seats": 2.0}, "seats must be a whole number"),
            ({"lives": (1,)}, r"lives must be those of 2 to 20 players, not \[1\]"),
            (
                {"lives": (1, 1), "seats": 3},
                r"lives must be those of seats=3 players, not \[1, 1\]",
            ),
            ({"lives": (0, 1)}, "lives must be from 1 to 100, not 0"),
            ({"lives": (1, 0)}, "lives must be from 1 to 100, not 0"),
            ({"lives": 3}, "must be a list"),
        ],
    )
    def test_lives_and_seats_are_numbers(self, more: Any, shown: str) -> None:
        with pytest.raises((TypeError, ValueError), match=shown):
            TableStrategy.from_strategy(Own(), **more)


class Bluffer:
    """Opens the worst throw with Mia once in ten times, by a generator of its own."""

    name = "bluffer"

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)

    def draw(self, n: int) -> Any:
        return self.rng.random(n)

    def choose_call(self, seen: CallSituation, rng: np.random.Generator) -> Any:
        bluffs = (seen.state == 0) & (seen.rolled == 0) & (self.draw(len(seen.rolled)) < 0.1)
        return np.where(bluffs, seen.rules.top, np.maximum(seen.rolled, seen.lowest))

    def answer(self, seen: AnswerSituation, rng: np.random.Generator) -> Any:
        return np.where(seen.call == seen.rules.top, DOUBT, BELIEVE)


class Hidden(Bluffer):
    """Keeps its generator where nobody sees it change."""

    generators: ClassVar[dict[int, np.random.Generator]] = {}

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.generators[seed] = np.random.default_rng(seed)

    def draw(self, n: int) -> Any:
        return self.generators[self.seed].random(n)


class Spawning(Bluffer):
    """Draws from a child of the generator that it is given, which is not moved on by that."""

    def choose_call(self, seen: CallSituation, rng: np.random.Generator) -> Any:
        self.rng = rng.spawn(1)[0]
        return super().choose_call(seen, rng)


class Learner(Bluffer):
    """Doubts Mia only once it was called often enough."""

    def __init__(self) -> None:
        self.heard = self.mias = 0

    def draw(self, n: int) -> Any:
        return np.ones(n)

    def answer(self, seen: AnswerSituation, rng: np.random.Generator) -> Any:
        self.heard += len(seen.call)
        self.mias += int(np.sum(seen.call == seen.rules.top))
        doubts = (seen.call == seen.rules.top) & (self.mias > self.heard / 4)
        return np.where(doubts, DOUBT, BELIEVE)


class Thrifty(Bluffer):
    """Works out once where it doubts, and keeps it."""

    def __init__(self) -> None:
        self.known: dict[int, bool] = {}

    def draw(self, n: int) -> Any:
        return np.ones(n)

    def answer(self, seen: AnswerSituation, rng: np.random.Generator) -> Any:
        calls = [int(call) for call in seen.call]
        for call in calls:
            self.known.setdefault(call, call >= 9)
        return np.where([self.known[call] for call in calls], DOUBT, BELIEVE)


class TestChanceAndMemory:
    """What is rarely said, and what is said later, is found."""

    @pytest.mark.parametrize("kind", [Bluffer, Hidden, Spawning])
    def test_a_rare_lie_is_found(self, kind: type[Bluffer]) -> None:
        """That none of 200 shows has a chance of 0.9^200, which is below 10^-9."""
        for seed in range(20):
            with pytest.raises(ValueError, match=r"draws|remembers"):
                TableStrategy.from_strategy(kind(seed))

    def test_who_learns_is_found_though_it_has_said_nothing_else_yet(self) -> None:
        with pytest.raises(ValueError, match="remembers something"):
            TableStrategy.from_strategy(Learner())

    def test_what_has_changed_is_named_though_something_else_can_not_be_looked_into(self) -> None:
        class Counting(Learner):
            def __init__(self) -> None:
                super().__init__()
                self.how = lambda: None

        with pytest.raises(ValueError, match="its attribute heard, and a table always"):
            TableStrategy.from_strategy(Counting())

    @pytest.mark.parametrize("first", [1, 7])
    def test_what_is_worked_out_late_is_no_memory(self, first: int) -> None:
        """The rules keep their chances, and a work array is kept from one question to the next."""

        class Late(Thrifty):
            def __init__(self) -> None:
                super().__init__()
                self.rules, self.out = Rules(), np.zeros(0)

            def choose_call(self, seen: CallSituation, rng: np.random.Generator) -> Any:
                if len(seen.rolled) == first:
                    assert sum(self.rules.throw_chances) == 1
                self.out = np.maximum(seen.rolled, seen.lowest)
                return self.out

        assert same(TableStrategy.from_strategy(Late()), doubter(61).table(Rules()))

    def test_who_keeps_what_it_has_worked_out_has_a_table(self) -> None:
        table = TableStrategy.from_strategy(Thrifty())
        assert same(table, doubter(61).table(Rules()))

    def test_who_looks_at_lives_and_hides_it_is_found(self) -> None:
        def answer(seen: Any, _: Any) -> Any:
            try:
                mine = seen.lives[:, 0]
            except Exception:
                mine = np.full(len(seen.state), 6)
            return np.where((mine == 1) | (seen.call == seen.rules.top), DOUBT, BELIEVE)

        with pytest.raises(ValueError, match=r"looks at seen\.lives"):
            TableStrategy.from_strategy(Own(answer=answer))

    def test_the_number_of_players_stands_in_the_name(self) -> None:
        assert TableStrategy.from_strategy(Own(), seats=3).name == "own among 3"
        assert TableStrategy.from_strategy(Own()).name == "own"


class Plain:
    """Plays in code what a table says, whose chances are all 0 or 1."""

    def __init__(self, table: TableStrategy) -> None:
        self.name, self.table = table.name, table
        empty = np.zeros((table.tier_count,) * 2, int)
        self.again = empty if table.again is None else table.again
        self.blind = empty if table.blind is None else table.blind
        self.equals = empty[0] if table.equals is None else table.equals

    def choose_call(self, seen: Any, rng: Any) -> Any:
        row, top = np.minimum(seen.state, seen.rules.top), seen.rules.top
        unseen = seen.rolled == mia.UNSEEN
        call = self.table.calls[row, seen.rolled].argmax(axis=1)
        call = np.where(unseen, self.blind[row].argmax(axis=1), call)
        call = np.where(seen.state > top, top, call)
        again = seen.may_throw_again & ~unseen & (self.again[row, seen.rolled] == 1)
        return np.where(again, mia.AGAIN, call)

    def answer(self, seen: Any, rng: Any) -> Any:
        row, top = np.minimum(seen.state, seen.rules.top), seen.rules.top
        answer = np.full(len(row), BELIEVE)
        if self.table.passes is not None:
            passes = self.table.passes[row, seen.call]
            some = (passes != 0).any(axis=1)
            answer = np.where(seen.may_pass & some, passes.argmax(axis=1), answer)
        equals = (seen.call == top) & (self.equals[row] == 1)
        doubts = np.where(seen.dice == mia.THROWN_BLIND, self.table.over_blind[row, seen.call],
                          self.table.doubts[row, seen.call]) == 1  # fmt: skip
        looks = doubts | ((seen.call == top) & ~equals & (not seen.rules.may_fold))
        return np.where(looks, DOUBT, np.where(equals, mia.EQUAL, answer))


class TestHouseRules:
    """What is read off under rules with a second throw, an equalled Mia and passes."""

    @pytest.mark.parametrize("seed", range(12))
    def test_a_certain_table_comes_back(self, seed: int) -> None:
        """Each of its tables as far as it can come up: the game that it plays is the same."""
        rng = random.Random(seed)
        rules, tables, lives, starter = random_setting(rng)
        certain = [self.certain(table, rules) for table in tables]
        read = [TableStrategy.from_strategy(Plain(table), rules) for table in certain]
        expected = evaluate(certain, rules, lives=lives, starter=starter)
        assert vars(evaluate(read, rules, lives=lives, starter=starter)) == vars(expected)

    def certain(self, table: TableStrategy, rules: Rules) -> TableStrategy:
        """Return the table that always says what is likeliest."""
        k = table.tier_count
        parts = {}
        for name, part in table.tables.items():
            chances = part.astype(float)
            if name in ("calls", "blind"):
                parts[name] = np.eye(k, dtype=int)[chances.argmax(axis=-1)]
            elif name == "passes":
                some = chances.sum(axis=-1, keepdims=True) > 0.25
                parts[name] = np.eye(k, dtype=int)[chances.argmax(axis=-1)] * some
            else:
                parts[name] = (chances > 0.5).astype(int)
        for name in ("doubts", "doubts_blind"):
            if "passes" in parts and name in parts:
                parts[name] *= ~parts["passes"].any(axis=-1)
            if "equals" in parts and name in parts:
                parts[name][:, -1] *= 1 - parts["equals"]
        if "equals" in parts and "doubts_blind" not in parts:
            parts["doubts"][:, -1] *= 1 - parts["equals"]
        return TableStrategy(table.name, **parts, rules=rules)

    def test_what_a_table_can_not_tell_apart_is_refused(self) -> None:
        handed = Rules(unseen_pass="liable")

        class Wary(NextTier):
            name = "wary"

            def answer(self, seen: Any, rng: Any) -> Any:
                return np.where(seen.dice == mia.HANDED_ON, DOUBT, BELIEVE)

        with pytest.raises(ValueError, match=r"DOUBT.*but BELIEVE over a throw that was looked at"):
            TableStrategy.from_strategy(Wary(), handed)

        class Late(NextTier):
            name = "late"

            def answer(self, seen: Any, rng: Any) -> Any:
                return np.where(seen.state > seen.rules.top, mia.EQUAL, DOUBT)

        with pytest.raises(ValueError, match="says EQUAL to 21 after 21, but DOUBT after 66"):
            TableStrategy.from_strategy(Late(), Rules(mia_equalled=True))

    @pytest.mark.parametrize("what", ["calls_made", "last_caller"])
    @pytest.mark.parametrize("more", [{}, {"seats": 2}, {"lives": (1, 2)}])
    def test_of_a_round_a_table_knows_the_last_call_alone(self, what: str, more: Any) -> None:
        class Counts(NextTier):
            name = "counts"

            def answer(self, seen: Any, rng: Any) -> Any:
                return np.where(getattr(seen, what) > 1, DOUBT, BELIEVE)

        with pytest.raises(ValueError, match=f"looks at seen.{what}.*only be simulated"):
            TableStrategy.from_strategy(Counts(), Rules(lives=2), **more)

    def test_who_never_throws_again_is_not_asked_about_unseen_dice(self) -> None:
        class Honest(NextTier):
            name = "own"

            def choose_call(self, seen: Any, rng: Any) -> Any:
                assert (seen.rolled >= 0).all()
                return np.maximum(seen.rolled, seen.lowest)

        table = TableStrategy.from_strategy(Honest(), Rules(second_throw="blind"))
        assert table.again is None
        assert table.blind is None
