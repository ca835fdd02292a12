"""Facts about single games, told move by move: scripted dice and answers, the real engine."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from mia_stats import BELIEVE, DOUBT, Rules
from mia_stats.game.rules import CAUSES
from mia_stats.players.seating import Seating
from mia_stats.simulate.engine import play
from mia_stats.simulate.results import SimulatedGames

LETTERS = "ABCD"


class Story:
    """A game as a list of moves, such as "A throws 54 calls 61" or "B doubts"."""

    def __init__(self, rules: Rules, moves: str) -> None:
        self.rules = rules
        self.moves: Iterator[str] = iter(filter(None, map(str.strip, re.split(r"[;\n]", moves))))
        self.next = next(self.moves, "")
        self.seen: list[Any] = []

    def take(self, expected: str) -> str:
        move = self.next
        assert re.match(expected, move), f"the game goes on with {expected!r}, not with {move!r}"
        self.next = next(self.moves, "")
        return move

    def throw(self, n: int) -> Any:
        assert n == 1
        thrown = self.next.split()[2]
        if self.next.endswith("toast"):
            self.take(". throws .. toast")
            return np.array([self.rules.tier_count])
        return np.array([self.rules.tier(thrown)])

    def seat(self, letter: str) -> Seat:
        return Seat(letter, self)


class Seat:
    """A player who makes the moves of the story that are its own."""

    def __init__(self, letter: str, story: Story) -> None:
        self.name = letter
        self.story = story

    def choose_call(self, seen: Any, rng: np.random.Generator) -> Any:
        self.story.seen.append(seen)
        called = self.story.take(f"{self.name} throws .. calls").split()[4]
        tier = int(called[1:]) if called.startswith("#") else self.story.rules.tier(called)
        return np.array([tier])

    def answer(self, seen: Any, rng: np.random.Generator) -> Any:
        self.story.seen.append(seen)
        _, did, *rest = self.story.take(f"{self.name} (believes|doubts|looks|folds|passes)").split()
        if did == "passes":
            return np.array([self.story.rules.tier(rest[0])])
        return np.array([BELIEVE if did in ("believes", "folds") else DOUBT])


def follow(
    story: Story, players: tuple[Any, ...], rules: Rules, lives: tuple[int, ...], starter: int
) -> SimulatedGames:
    """Play the one game that a story tells."""
    game = Seating(tuple(LETTERS[: len(players)]), players, rules, lives, starter)
    return play(game, 1, np.random.default_rng(0), story.throw)


def tell(moves: str, rules: Rules, lives: tuple[int, ...], starter: int = 0) -> SimulatedGames:
    """Play one game as the moves say, to its very end, and return what was counted."""
    story = Story(rules, moves)
    players = tuple(story.seat(letter) for letter in LETTERS[: len(lives)])
    tally = follow(story, players, rules, lives, starter)
    assert story.next == "", f"the game is over before {story.next!r}"
    assert tally.games == 1
    return tally


def loser(tally: SimulatedGames) -> str:
    """Return the letters of the seats that lost the game."""
    return "".join(LETTERS[seat] for seat in np.flatnonzero(tally.losses))


def forfeits(tally: SimulatedGames) -> dict[str, str]:
    """Return who forfeited for which cause, such as {"lie_caught": "AAB"}."""
    return {
        cause: "".join(LETTERS[s] * n for s, n in enumerate(tally.forfeits[:, number].tolist()))
        for number, cause in enumerate(CAUSES)
        if tally.forfeits[:, number].any()
    }


ONE = (1, 1)


class TestTruth:
    """What counts as a lie."""

    def test_a_doubted_54_over_a_54_costs_the_doubter(self) -> None:
        assert loser(tell("A throws 54 calls 54; B doubts", Rules(), ONE)) == "B"

    def test_a_call_below_the_roll_is_true(self) -> None:
        assert loser(tell("A throws 33 calls 31; B doubts", Rules(), ONE)) == "B"

    def test_a_call_below_the_roll_is_a_lie_under_the_exact_test(self) -> None:
        assert loser(tell("A throws 33 calls 31; B doubts", Rules(truth="exact"), ONE)) == "A"
        assert loser(tell("A throws 33 calls 33; B doubts", Rules(truth="exact"), ONE)) == "B"

    @pytest.mark.parametrize("thrown", [31, 32, 54, 65, 11, 66, 21])
    def test_an_opening_call_of_the_lowest_outcome_is_never_a_lie(self, thrown: int) -> None:
        tally = tell(f"A throws {thrown} calls 31; B doubts", Rules(), ONE)
        assert loser(tally) == "B"
        assert tally.lies.tolist() == [0, 0]

    def test_a_call_above_the_roll_is_a_lie(self) -> None:
        tally = tell("A throws 53 calls 54; B doubts", Rules(), ONE)
        assert loser(tally) == "A"
        assert tally.lies.tolist() == [1, 0]
        assert forfeits(tally) == {"lie_caught": "A"}

    def test_tied_outcomes_make_each_other_true(self) -> None:
        assert loser(tell("A throws 53 calls 62; B doubts", Rules("points"), ONE)) == "B"

    def test_a_mia_called_31_goes_on_as_31(self) -> None:
        moves = "A throws 21 calls 31; B believes; B throws 31 calls 32; A doubts"
        assert loser(tell(moves, Rules(), ONE)) == "B"

    def test_a_66_over_a_mia_is_true_and_costs_one_life(self) -> None:
        moves = "A throws 21 calls 66; B doubts; A throws 31 calls 31; B doubts"
        assert forfeits(tell(moves, Rules(), (2, 2))) == {"wrong_doubt": "BB"}


class TestLegalCalls:
    """What may be called."""

    def test_54_after_54_is_illegal_when_calls_must_be_higher(self) -> None:
        moves = "A throws 54 calls 54; B believes; B throws 54 calls 54"
        with pytest.raises(ValueError, match=r"B called tier 8 \(54\): legal is 9 \(61\) to 20"):
            tell(moves, Rules(), ONE)

    def test_54_after_54_is_legal_when_calls_may_be_equalled(self) -> None:
        moves = "A throws 54 calls 54; B believes; B throws 54 calls 54; A doubts"
        assert loser(tell(moves, Rules(call="at_least"), ONE)) == "A"

    @pytest.mark.parametrize("call", ["higher", "at_least"])
    def test_53_after_54_is_illegal_in_both(self, call: Any) -> None:
        moves = "A throws 54 calls 54; B believes; B throws 66 calls 53"
        with pytest.raises(ValueError, match=r"B called tier 7 \(53\)"):
            tell(moves, Rules(call=call), ONE)

    def test_a_new_round_may_open_with_31(self) -> None:
        moves = "A throws 66 calls 66; B doubts; A throws 31 calls 31; B doubts"
        assert loser(tell(moves, Rules(), (2, 2))) == "B"

    @pytest.mark.parametrize("call", ["#-2", "#-1", "#21", "#99"])
    def test_a_doubt_before_any_call_and_other_nonsense_are_errors(self, call: str) -> None:
        with pytest.raises(
            ValueError, match=r"A called tier .*none.*legal is 0 \(31\) to 20 \(21\)"
        ):
            tell(f"A throws 54 calls {call}", Rules(), ONE)

    def test_a_pass_where_there_is_none_is_an_error(self) -> None:
        with pytest.raises(ValueError, match="B answered 8 to the call 54: legal is BELIEVE"):
            tell("A throws 54 calls 54; B passes 54", Rules(), ONE)


class TestMia:
    """What a call of the top tier costs."""

    def test_looking_at_a_true_mia_costs_two(self) -> None:
        tally = tell("A throws 21 calls 21; B looks", Rules(), (2, 2))
        assert forfeits(tally) == {"mia_looked_at": "B"}
        assert loser(tally) == "B"

    def test_a_false_mia_costs_the_caller_one(self) -> None:
        moves = "A throws 66 calls 21; B looks; B throws 31 calls 32; A doubts"
        tally = tell(moves, Rules(), (2, 1))
        assert forfeits(tally) == {"mia_lie_caught": "A", "lie_caught": "B"}

    def test_a_fold_costs_one(self) -> None:
        moves = "A throws 31 calls 21; B folds; A throws 31 calls 21; B folds"
        assert forfeits(tell(moves, Rules(), (1, 2))) == {"mia_folded": "BB"}

    def test_the_penalties_are_those_of_the_rules(self) -> None:
        rules = Rules(mia_penalty=3, mia_fold=2, mia_lie_penalty=4)
        tell("A throws 21 calls 21; B looks; A throws 32 calls 32; B doubts", rules, (1, 4))
        tell("A throws 31 calls 21; B folds; A throws 32 calls 32; B doubts", rules, (1, 3))
        tell("A throws 31 calls 21; B looks; B throws 32 calls 32; A doubts", rules, (5, 1))

    def test_no_life_is_lost_below_zero(self) -> None:
        tally = tell("A throws 21 calls 21; B looks", Rules(mia_penalty=100), (1, 1, 1))
        assert tally.losses.tolist() == [0, 1, 0]
        assert tally.wins.tolist() == [1, 0, 1]

    def test_mia_is_the_top_tier_whatever_it_is_called(self) -> None:
        moves = "A throws 11 calls 11; B looks"
        assert forfeits(tell(moves, Rules("mexico-us"), (2, 2))) == {"mia_looked_at": "B"}
        moves = "A throws 65 calls 21; B looks"
        assert forfeits(tell(moves, Rules("kinito"), (2, 2))) == {"mia_looked_at": "B"}

    def test_who_must_look_can_not_fold(self) -> None:
        with pytest.raises(ValueError, match=r"B answered -1 to the call 21: legal is LOOK"):
            tell("A throws 31 calls 21; B folds", Rules(mia_fold=None), ONE)


class TestNextStarter:
    """Who opens the next round."""

    def test_after_a_wrong_doubt_the_seat_to_the_left_of_the_doubter(self) -> None:
        moves = "A throws 54 calls 54; B doubts; C throws 31 calls 32; A doubts"
        assert forfeits(tell(moves, Rules(), (1, 2, 1))) == {"wrong_doubt": "B", "lie_caught": "C"}

    def test_after_a_fold_too(self) -> None:
        tell("A throws 54 calls 21; B folds; C throws 31 calls 32; A doubts", Rules(), (1, 2, 1))

    def test_who_doubts_rightly_opens(self) -> None:
        moves = "A throws 53 calls 54; B doubts; B throws 31 calls 32; C doubts"
        assert forfeits(tell(moves, Rules(), (2, 1, 1))) == {"lie_caught": "AB"}

    @pytest.mark.parametrize(
        ("next_starter", "caught", "wrong"),
        [("standard", "B", "C"), ("loser", "A", "B"), ("winner", "B", "A"), ("doubter", "B", "B")],
    )
    def test_the_house_rules(self, next_starter: Any, caught: str, wrong: str) -> None:
        rules = Rules(next_starter=next_starter)
        left = dict(zip("ABC", "BCA", strict=True))
        for first, opener, lives in (
            ("A throws 31 calls 54; B doubts", caught, (2, 2, 2)),
            ("A throws 54 calls 54; B doubts", wrong, (2, 2, 2)),
            ("A throws 54 calls 21; B folds", wrong, (2, 2, 2)),
        ):
            story = Story(rules, f"{first}; {opener} throws 54 calls 54; {left[opener]} stops")
            players = tuple(story.seat(letter) for letter in "ABC")
            with pytest.raises(AssertionError, match=f"not with '{left[opener]} stops'"):
                follow(story, players, rules, lives, 0)

    def test_a_seat_that_is_out_hands_on_to_its_left(self) -> None:
        """B's lie is caught by C, and B is out: C opens, never B or D."""
        rules = Rules(ending="last_standing")
        moves = """
            A throws 31 calls 31; B believes; B throws 31 calls 54; C doubts
            C throws 31 calls 32; D doubts; D throws 31 calls 32; A doubts"""
        tally = tell(moves, rules, (1, 1, 1, 1))
        assert forfeits(tally) == {"lie_caught": "BCD"}
        assert tally.wins.tolist() == [1, 0, 0, 0]
        assert tally.places.tolist() == [[1, 0, 0, 0], [0, 0, 0, 1], [0, 0, 1, 0], [0, 1, 0, 0]]

    def test_the_loser_opens_unless_it_is_out(self) -> None:
        rules = Rules(ending="last_standing", next_starter="loser")
        moves = """
            A throws 54 calls 54; B doubts; C throws 54 calls 54; A doubts
            C throws 31 calls 31; A doubts"""
        with pytest.raises(AssertionError):  # A has two lives and opens itself
            tell(moves, rules, (2, 1, 1))
        moves = """
            A throws 54 calls 54; B doubts; C throws 54 calls 54; A doubts
            A throws 31 calls 31; C doubts"""
        assert tell(moves, rules, (2, 1, 1)).wins.tolist() == [1, 0, 0]

    def test_a_duel_goes_on_after_players_drop_out(self) -> None:
        rules = Rules(ending="last_standing")
        moves = """
            A throws 31 calls 32; B doubts; B throws 54 calls 54; C doubts
            B throws 31 calls 32; C doubts; C throws 65 calls 65; B doubts"""
        tally = tell(moves, rules, (1, 2, 2))
        assert tally.wins.tolist() == [0, 0, 1]
        assert tally.places[:, 0].tolist() == [0, 0, 1]


class TestUnseenPass:
    """The cup is handed on unseen."""

    def test_who_passes_is_liable(self) -> None:
        rules = Rules(unseen_pass="liable")
        tally = tell("A throws 42 calls 54; B passes 61; C doubts", rules, (1, 1, 1))
        assert forfeits(tally) == {"lie_caught": "B"}
        assert tally.calls.tolist() == [1, 1, 0]
        assert tally.lies.tolist() == [1, 1, 0]

    def test_a_pass_may_repeat_the_call(self) -> None:
        rules = Rules(unseen_pass="liable")
        tally = tell("A throws 54 calls 54; B passes 54; C doubts", rules, (1, 1, 1))
        assert forfeits(tally) == {"wrong_doubt": "C"}
        assert tally.calls.tolist() == [1, 1, 0]

    def test_a_pass_below_the_call_is_an_error(self) -> None:
        with pytest.raises(ValueError, match="B answered 7 to the call 54"):
            tell("A throws 54 calls 54; B passes 53", Rules(unseen_pass="liable"), (1, 1, 1))

    def test_after_a_free_pass_who_threw_stays_liable(self) -> None:
        rules = Rules(unseen_pass="free")
        tally = tell("A throws 42 calls 54; B passes 54; C doubts", rules, (1, 1, 1))
        assert forfeits(tally) == {"lie_caught": "A"}
        assert tally.calls.tolist() == [1, 0, 0]

    def test_a_free_pass_repeats_the_call(self) -> None:
        with pytest.raises(ValueError, match="B answered 9 to the call 54"):
            tell("A throws 42 calls 54; B passes 61; C doubts", Rules(unseen_pass="free"), (1,) * 3)

    def test_only_the_first_receiver_passes_freely(self) -> None:
        rules = Rules(unseen_pass="free")
        with pytest.raises(ValueError, match="C answered 8 to the call 54: legal is BELIEVE"):
            tell("A throws 42 calls 54; B passes 54; C passes 54", rules, (1,) * 4)

    def test_a_new_throw_may_be_passed_again(self) -> None:
        moves = """
            A throws 31 calls 32; B passes 32; C believes; C throws 42 calls 42; D passes 42
            A doubts"""
        assert forfeits(tell(moves, Rules(unseen_pass="free"), (1,) * 4)) == {"wrong_doubt": "A"}

    def test_the_cup_never_returns_to_who_threw_it(self) -> None:
        """Of three players one may pass, of four two: n − 2."""
        rules = Rules(unseen_pass="liable")
        with pytest.raises(ValueError, match="C answered 9 to the call 61"):
            tell("A throws 42 calls 54; B passes 61; C passes 61", rules, (1, 1, 1))
        tally = tell("A throws 42 calls 54; B passes 61; C passes 62; D doubts", rules, (1,) * 4)
        assert forfeits(tally) == {"lie_caught": "C"}

    @pytest.mark.parametrize("unseen_pass", ["liable", "free"])
    def test_a_duel_has_no_pass(self, unseen_pass: Any) -> None:
        with pytest.raises(ValueError, match="B answered 8 to the call 54"):
            tell("A throws 42 calls 54; B passes 54", Rules(unseen_pass=unseen_pass), ONE)

    @pytest.mark.parametrize("unseen_pass", ["liable", "free"])
    def test_mia_is_never_passed_on(self, unseen_pass: Any) -> None:
        with pytest.raises(ValueError, match="B answered 20 to the call 21"):
            tell("A throws 42 calls 21; B passes 21", Rules(unseen_pass=unseen_pass), (1,) * 3)

    def test_a_liable_pass_may_claim_mia(self) -> None:
        rules = Rules(unseen_pass="liable")
        tally = tell("A throws 42 calls 54; B passes 21; C looks", rules, (1, 1, 1))
        assert forfeits(tally) == {"mia_lie_caught": "B"}

    def test_after_a_pass_the_believer_throws_and_calls_higher(self) -> None:
        rules = Rules(unseen_pass="liable")
        moves = "A throws 42 calls 54; B passes 61; C believes; C throws 31 calls 62; A doubts"
        assert forfeits(tell(moves, rules, (1, 1, 1))) == {"lie_caught": "C"}

    def test_seats_that_are_out_do_not_count_for_passes(self) -> None:
        rules = Rules(unseen_pass="liable", ending="last_standing")
        moves = "A throws 54 calls 54; B doubts; C throws 42 calls 54; A passes 54"
        with pytest.raises(ValueError, match="A answered 8"):
            tell(moves, rules, (1, 1, 1))


class TestToastsAndSips:
    """Drinking Mia."""

    def test_a_toast_ends_the_round_and_the_same_seat_opens_again(self) -> None:
        rules = Rules("meyer", toast=32)
        moves = """
            A throws 42 calls 42; B believes; B throws 32 toast
            A throws 32 toast; A throws 42 calls 41; B doubts"""
        tally = tell(moves, rules, ONE)
        assert tally.toasts == 2
        assert tally.round_counts.tolist() == [0, 1]
        assert loser(tally) == "B"

    def test_a_toast_of_a_later_round_goes_to_who_opened_it(self) -> None:
        rules = Rules("meyer", toast=32)
        moves = """
            A throws 42 calls 61; B doubts; B throws 42 calls 42; C believes; C throws 32 toast
            B throws 42 calls 61; C doubts"""
        assert forfeits(tell(moves, rules, (2, 1, 1))) == {"lie_caught": "AB"}

    def test_sips_are_counted_over_a_number_of_rounds(self) -> None:
        rules = Rules(forfeit="sip", ending="rounds", rounds=3)
        moves = """
            A throws 31 calls 54; B doubts; B throws 54 calls 21; A folds
            B throws 21 calls 21; A looks"""
        tally = tell(moves, rules, (6, 6))
        assert forfeits(tally) == {"lie_caught": "A", "mia_folded": "A", "mia_looked_at": "A"}
        assert not tally.losses.any()
        assert not tally.wins.any()
        assert tally.round_counts.tolist() == [0, 0, 0, 1]


class TestWhatPlayersSee:
    """Nobody sees hidden dice."""

    def test_an_answer_does_not_depend_on_the_dice(self) -> None:
        seen = []
        for thrown in (31, 66):
            story = Story(Rules(), f"A throws {thrown} calls 54; B doubts")
            follow(story, (story.seat("A"), story.seat("B")), story.rules, ONE, 0)
            seen.append(story.seen[1])
        assert not hasattr(seen[0], "rolled")
        assert vars(seen[0]).keys() == vars(seen[1]).keys()
        for name, value in vars(seen[0]).items():
            assert np.all(value == getattr(seen[1], name))

    def test_lives_are_seen_from_the_player(self) -> None:
        story = Story(Rules(), "C throws 31 calls 54; A doubts")
        players = tuple(story.seat(letter) for letter in "ABC")
        follow(story, players, Rules(), (3, 2, 1), 2)
        assert story.seen[0].lives.tolist() == [[1, 3, 2]]
        assert story.seen[1].lives.tolist() == [[3, 2, 1]]
        assert story.seen[1].call.tolist() == [8]
        assert story.seen[1].state.tolist() == [0]
