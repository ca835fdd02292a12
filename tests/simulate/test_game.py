"""Facts about one game, step by step: who acts, what is legal, what each seat sees, how it ends."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

from mia_stats import (
    BELIEVE,
    CHARACTERS,
    DOUBT,
    HONEST,
    RULES,
    Dice,
    Event,
    Game,
    Outcome,
    Person,
    Rules,
    best_response,
    solve_match,
)
from mia_stats.simulate.game_players import seat_all
from tests.helpers import NextTier
from tests.simulate.game_helpers import Scripted, Whim, by_engine, counted, drawn_setting, told

COUNTS = ("wins", "losses", "forfeits", "calls", "lies", "places")
PEOPLE = [None, None, None]
LAST = Rules(ending="last_standing")


def kinds(events: tuple[Event, ...]) -> str:
    return " ".join(event.what for event in events)


def paid(game: Game) -> list[tuple[int | None, str | None, int | None]]:
    """Return who has paid, why, and how many lives."""
    return [(e.seat, e.cause, e.lost) for e in game.events if e.what == "forfeit"]


class TestAgainstTheEngine:
    """The same dice and the same decisions come to the same end as where many games are played."""

    @pytest.mark.parametrize("first", range(0, 300, 50))
    def test_by_all_house_rules(self, first: int) -> None:
        """What strategies see on the way is the same too."""
        for seed in range(first, first + 50):
            rules, lives, starter, n = drawn_setting(seed)
            mine, theirs = ([Whim(f"{i}", 100 * seed + i) for i in range(n)] for _ in range(2))
            tally, rolls = by_engine(theirs, rules, lives, starter, seed)
            game = Game._by(seat_all(mine, rules, lives, starter), Scripted(rules, rolls, seed))
            game._go_on()
            game.run()
            found = counted(game)
            for name in COUNTS:
                assert found[name] == getattr(tally, name).tolist(), (seed, name, rules)
            assert found["toasts"] == tally.toasts
            assert found["rounds"] == len(tally.round_counts) - 1
            assert [player.noted for player in mine] == [player.noted for player in theirs]

    @pytest.mark.parametrize("key", RULES)
    def test_all_ready_made_players_at_one_table(self, key: str) -> None:
        """What they do is legal, so the game can be told again."""
        game = Game(list(CHARACTERS), key, rng=1)
        game.run()
        assert game.over
        assert Game.replay(game.log()) == game


class TestPlay:
    """Told move by move."""

    def test_a_doubted_54_over_a_54_costs_the_doubter(self) -> None:
        game = told(PEOPLE, [54, 31])
        game.act(54)
        assert kinds(game.act("doubt")) == "answer show forfeit round throw"
        assert paid(game) == [(1, "wrong_doubt", 1)]
        assert game.lives == (6, 5, 6)
        assert game.to_act == 2  # the seat to the left of who doubted wrongly

    def test_who_believes_throws_and_is_to_call(self) -> None:
        game = told(PEOPLE, [54, (1, 2)])
        game.act(61)
        assert game.act("believe") == (
            Event("answer", 1, answer="believe"), Event("throw", 1, dice=(1, 2)),
        )  # fmt: skip
        assert (game.to_act, game.due) == (1, "call")
        assert game.legal[0] == Outcome(2, 1)
        assert game.legal[-1] == Outcome(6, 2)
        assert 61 not in game.legal

    def test_mia_is_looked_at_or_folded_to(self) -> None:
        game = told(PEOPLE, [54, 21])
        game.act(21)
        assert list(game.legal) == ["look", "fold"]
        assert "doubt" not in game.legal
        game.act("fold")
        assert paid(game) == [(1, "mia_folded", 1)]

    def test_mia_may_be_equalled_where_the_rules_say_so(self) -> None:
        rules = Rules(mia_equalled=True, mia_fold=None)
        game = told(PEOPLE, [54, 31, 21], rules)
        game.act(21)
        assert list(game.legal) == ["look", "believe"]
        game.act("believe")
        assert list(game.legal) == [Outcome(2, 1)]
        game.act(21)
        assert game.sees().previous == Outcome(2, 1)
        game.act("look")
        assert paid(game) == [(1, "mia_lie_caught", 1)]

    def test_a_cup_that_is_handed_on(self) -> None:
        """Free: the thrower stays responsible, and only the first may do it."""
        game = told(PEOPLE, [31, 31], Rules(unseen_pass="free"))
        game.act(54)
        assert list(game.legal) == ["doubt", "believe", Outcome(5, 4)]
        assert game.act(54) == (Event("pass", 1, call=Outcome(5, 4)),)
        assert list(game.legal) == ["doubt", "believe"]
        view = game.sees(2)
        assert (view.last_caller, view.thrower, view.dice) == (0, 0, "handed_on")
        game.act("doubt")
        assert paid(game) == [(0, "lie_caught", 1)]

    def test_who_hands_a_cup_on_may_be_liable(self) -> None:
        game = told(PEOPLE, [54, 31], Rules(unseen_pass="liable"))
        game.act(54)
        assert 21 in game.legal
        game.act(61)
        assert game.sees(2).previous == Outcome(5, 4)
        assert game.sees(2).last_caller == 1
        assert game.sees(2).calls_made == 2
        game.act("doubt")
        assert paid(game) == [(1, "lie_caught", 1)]

    def test_a_second_throw_is_blind(self) -> None:
        game = told(PEOPLE, [(3, 1), (5, 4), 31], Rules(second_throw="blind"))
        assert "again" in game.legal
        assert game.act("again") == (Event("throw", 0, dice=(5, 4), blind=True),)
        assert "again" not in game.legal
        assert game.sees(0).roll is None
        assert game.sees(0).dice == "thrown_blind"
        game.act(54)
        game.act("doubt")
        assert paid(game) == [(1, "wrong_doubt", 1)]

    def test_a_toast_is_no_round_and_the_same_seat_opens_again(self) -> None:
        game = told(PEOPLE, [54, 32, 61], Rules("meyer", toast=32))
        game.act(54)
        assert kinds(game.act("believe")) == "answer throw show toast throw"
        assert (game.round, game.to_act, game.due) == (1, 0, "call")
        assert game.sees(1).shown == (3, 2)
        assert game.sees().calls_made == 0

    def test_a_toast_thrown_blind_is_found_when_somebody_doubts(self) -> None:
        game = told(PEOPLE, [54, 32, 61], Rules("meyer", toast=32, second_throw="blind"))
        game.act("again")
        game.act(66)
        assert kinds(game.act("doubt")) == "answer show toast throw"
        assert paid(game) == []
        assert game.to_act == 0

    @pytest.mark.parametrize(("who", "payers"), [("next", [1]), ("others", [1, 2])])
    def test_a_thrown_mia_that_is_shown(self, who: Any, payers: list[int]) -> None:
        game = told(PEOPLE, [21, 31], Rules(thrown_mia=who))
        assert kinds(game.events) == "round throw show " + "forfeit " * len(payers) + "round throw"
        assert paid(game) == [(seat, "mia_looked_at", 2) for seat in payers]
        assert game.sees().opener == 2  # the next seat counts as a wrong doubter

    def test_one_life_left_and_a_price_of_two(self) -> None:
        game = told([None, None], [21], lives=(6, 1))
        game.act(21)
        game.act("look")
        assert paid(game) == [(1, "mia_looked_at", 1)]
        assert game.lives == (6, 0)
        assert (game.over, game.winners, game.to_act, game.legal) == (True, (0,), None, ())

    def test_who_goes_out_together_shares_a_place(self) -> None:
        rules = Rules(ending="last_standing", true_mia="others", lives=2)
        game = told([None] * 4, [21, 31, 31], rules, lives=(2, 2, 2, 5))
        game.act(21)
        game.act("look")
        assert game.lives == (2, 0, 0, 3)
        assert not game.over
        assert game.to_act == 3  # nobody who is out
        game = told([None] * 4, [21], rules)
        game.act(21)
        game.act("look")
        assert (game.winners, game.places) == ((0,), (1, 2, 2, 2))

    def test_sips_are_counted(self) -> None:
        rules = Rules(forfeit="sip", ending="rounds", rounds=2, lie_penalty=3)
        game = told(PEOPLE, [31, 21], rules)
        assert game.lives == game.sees(0).lives == ()
        game.act(54)
        game.act("doubt")
        game.act(21)
        game.act("look")
        assert (game.sips, game.drinks) == ((3, 0, 0), (0, 0, 1))
        assert (game.over, game.winners, game.places) == (True, (), ())

    def test_what_is_rethrown_is_thrown_again_in_secret(self) -> None:
        for seed in range(50):
            game = Game(PEOPLE, Rules("mexen"), rng=seed)
            (roll,) = (event.dice for event in game.events if event.what == "throw")
            assert roll is not None
            assert Outcome.from_dice(*roll) not in game.rules.variant.rethrown


class TestIllegalActs:
    """They are errors, and change nothing: no state, no log, no chance."""

    @pytest.mark.parametrize(
        ("act", "part"),
        [
            (45, "write 54; legal is a call of 62 or more"),
            (61, "61 is not legal here: legal is a call of 62 or more"),
            ("doubt", "'doubt' is not legal here"),
            ("again", "'again' is not legal"),
            ("dubt", "'dubt' is no outcome"),
            (None, "None is no outcome"),
            (True, "True is no outcome"),
            (7.5, "7.5 is no outcome"),
            (np.array([1, 2, 3]), "is no outcome"),
            ([54, 61], "a list of them"),
            ("x" * 10**6, "is no outcome"),
        ],
        ids=lambda value: str(value)[:20],
    )
    def test_in_the_place_of_a_call(self, act: Any, part: str) -> None:
        game = Game([None, None], rng=3, starter=0)
        game.act(61)
        game.act("believe")
        before, state = game.log(), game._chance.rng.bit_generator.state
        with pytest.raises((TypeError, ValueError), match=part) as error:
            game.act(act)
        assert len(str(error.value)) < 500
        assert game.log() == before
        assert game.sees(1) == Game.replay(before).sees(1)
        assert game._chance.rng.bit_generator.state == state

    @pytest.mark.parametrize("act", [54, 61, 21, "look", "fold", "again", "pass", 31])
    def test_in_the_place_of_an_answer(self, act: Any) -> None:
        game = Game(PEOPLE, rng=3, starter=0)
        game.act(54)
        before = game.log()
        with pytest.raises(ValueError, match="legal is 'doubt' or 'believe'"):
            game.act(act)
        assert game.log() == before

    def test_a_doubt_before_any_call(self) -> None:
        with pytest.raises(ValueError, match="not legal"):
            Game([None, None], rng=1).act("doubt")

    def test_the_sum_of_the_dice_is_a_call_where_players_say_so(self) -> None:
        game = told([None, None], [62, 54], Rules("points"))
        assert 8 in game.legal
        assert game.act(8) == (Event("call", 0, call=Outcome(6, 2)),)
        game.act("believe")
        assert 8 not in game.legal
        with pytest.raises(ValueError, match=r"legal is a call of 9 \(63=54\) or more"):
            game.act("53")

    def test_a_person_acts_for_no_player_and_no_player_for_a_person(self) -> None:
        game = Game([Person("Ann"), "honest"], rng=1, starter=0)
        with pytest.raises(ValueError, match="seat 0, Ann, is to act, and a person"):
            game.step()
        assert game.run() == ()
        game.act(21)
        with pytest.raises(ValueError, match="seat 1, honest, is to act, and no person"):
            game.act("look")

    def test_nobody_acts_in_a_game_that_is_over(self) -> None:
        game = Game(["honest", "liar"], rng=1)
        game.run()
        for acts in (game.step, lambda: game.act("doubt")):
            with pytest.raises(ValueError, match="the game is over"):
                acts()
        assert game.run() == ()

    def test_a_strategy_that_says_something_illegal(self) -> None:
        class Wrong(NextTier):
            def choose_call(self, seen: Any, rng: np.random.Generator) -> Any:
                return seen.lowest - 1

        game = Game([Wrong(), "honest"], rng=1, starter=0)
        before = game.log()
        with pytest.raises(ValueError, match="next tier called tier -1"):
            game.step()
        assert game.log() == before


class TestWhoPlays:
    """People, ready-made players, tables, match solutions, strategies in code."""

    def test_all_kinds_at_one_table(self) -> None:
        rules = Rules()
        table, whim = HONEST.table(rules), Whim("whim", 1)
        players: list[Any] = ["liar", HONEST, table, NextTier(), whim, "optimal"]
        game = Game(players, rules, rng=1)
        game.run()
        assert game.over
        assert game.players == (
            "liar", "honest", "honest", "next tier", "whim", "optimal of a duel",
        )  # fmt: skip

    def test_solutions_of_a_match_and_a_best_response(self) -> None:
        match = solve_match(Rules(lives=3)).strategy
        game = Game([match, best_response("liar").strategy], Rules(lives=3), rng=1)
        game.run()
        assert game.over
        with pytest.raises(ValueError, match="2 players"):
            Game([match, "liar", "liar"], Rules(lives=3))

    def test_the_same_seed_the_same_game(self) -> None:
        one, two, other = (Game(["liar", "random"], rng=seed) for seed in (5, 5, 6))
        for game in (one, two, other):
            game.run()
        assert one == two != other
        assert one.log() == two.log()

    @pytest.mark.parametrize(
        ("players", "part"),
        [
            ([None], "2 to 20 players"),
            ([None] * 21, "20 at most"),
            (Rules(), "players come before the rules"),
            ("honest", "must be a list"),
            (["honest", "Ann"], "'Ann' is no player"),
            ([None, 54], "54 has no table"),
            ([None, Person], "is an object, not the class"),
        ],
        ids=str,
    )
    def test_who_may_not(self, players: Any, part: str) -> None:
        with pytest.raises((TypeError, ValueError), match=part):
            Game(players)

    @pytest.mark.parametrize("name", ["", "\x1b[31m", "x" * 201, 54, None])
    def test_a_person_has_a_name(self, name: Any) -> None:
        with pytest.raises((TypeError, ValueError), match="name of a person"):
            Person(name)

    def test_players_who_never_end_a_game(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """That is their affair step by step, and an error where they run."""

        class Believer(NextTier):
            def answer(self, seen: Any, rng: np.random.Generator) -> Any:
                return np.full(len(seen.call), BELIEVE)

        rules = Rules(call="at_least", lives=1)
        game = Game([Believer(), Believer()], rules, rng=1)
        for _ in range(100):
            game.step()
        assert not game.over
        assert game._seating.most_turns == 12_000
        monkeypatch.setattr(type(game._seating), "most_turns", 120)
        with pytest.raises(ValueError, match="more than 120 turns; it may never end"):
            game.run()

    def test_dice_that_nearly_always_make_a_toast(self) -> None:
        dice = Dice([0, 10**17, 10**17, 0, 0, 1])
        rules = Rules("meyer", dice, toast=[32, 22, 33])
        with pytest.raises(ValueError, match="throws in a row were shown at once"):
            Game([None, None], rules, rng=1)


class TestCopies:
    """A game can be copied, kept and compared."""

    @pytest.mark.parametrize(
        "copied", [copy.copy, copy.deepcopy, lambda g: pickle.loads(pickle.dumps(g))]
    )
    def test_a_copy_plays_on_by_itself(self, copied: Any) -> None:
        game = Game([None, "random", Whim("whim", 1)], rng=1, starter=0)
        again = copied(game)
        assert again == game
        before = game.log()
        again.act(31)
        again.run()
        assert game.log() == before
        assert again != game
        game.act(31)
        if copied is not copy.copy:  # which shares the strategy, and its memory
            game.run()
            assert game == again

    def test_it_goes_on_so_it_has_no_hash(self) -> None:
        with pytest.raises(TypeError):
            hash(Game([None, None], rng=1))
        assert Game([None, None], rng=1) != 1

    def test_it_is_a_line_at_the_prompt_and_a_table_in_a_notebook(self) -> None:
        game = Game([Person("A & B"), "honest"], rng=1, starter=0)
        assert repr(game) == "<Game: 2: round 1, 'A & B' to call>"
        assert "A &amp; B" in game._repr_html_()
        sips = Game(["liar", "honest"], "drinking", rng=1)
        sips.run()
        assert "drinks" in sips._repr_html_()
        assert repr(sips) == "<Game: 2: round 20, over>"


class TestNobodySeesMore:
    """What lies under the cup is seen by who has thrown it, and by nobody after."""

    @pytest.mark.parametrize("acts", [(66, "believe"), (21, "fold")])
    def test_dice_of_before_are_gone_where_a_log_breaks_off(self, acts: Any) -> None:
        """Before the next throw there are no dice, whoever is to throw."""
        game = Game([None] * 3, rng=5, starter=0)
        for act in acts:
            game.act(act)
        cut = Game.replay("".join(game.log().splitlines(keepends=True)[:-1]))
        assert [cut.sees(seat).roll for seat in (0, 1, 2, None)] == [None] * 4

    def test_a_strategy_can_not_read_dice_off_its_generator(self) -> None:
        """Its numbers, also those before, are none of which dice are made."""

        class Draws:
            name = "draws"

            def __init__(self) -> None:
                self.drawn: list[float] = []

            def choose_call(self, seen: Any, rng: np.random.Generator) -> Any:
                self.drawn.append(rng.random())
                return seen.lowest

            def answer(self, seen: Any, rng: np.random.Generator) -> Any:
                before: Any = copy.deepcopy(rng)
                before.bit_generator.advance(-1)
                self.drawn.append(before.random())
                return np.full(len(seen.call), DOUBT)

        for seed in range(20):
            player, dice = Draws(), np.random.default_rng(seed)
            Game(["honest", player], rng=seed, starter=0).run()
            of_dice = {dice.random() for _ in range(200)}
            assert not of_dice & set(player.drawn)

    def test_what_is_legal_holds_no_game(self) -> None:
        legal = Game([None, None], rng=1).legal
        assert vars(legal) == {"variant": Rules().variant}
        assert 54 in copy.deepcopy(legal)

    def test_a_thrown_mia_that_costs_nothing_ends_no_game(self) -> None:
        dice = Dice([1, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0])
        with pytest.raises(ValueError, match="shown at once, as toasts or Mia; the game may never"):
            Game([None, None], Rules(dice=dice, thrown_mia="next", mia_penalty=0), rng=1)

    def test_dice_in_a_public_log_are_refused(self) -> None:
        log = Game([None, None], rng=1).log()
        with pytest.raises(ValueError, match="line 3: dice: a public log does not say"):
            Game.replay(log.replace('"public": false', '"public": true'))
