"""Facts about the words in which a person is told what happens at the table."""

from __future__ import annotations

from typing import Any

import pytest

from mia_stats import Game, Person, Rules
from mia_stats.cli.talk import Talk
from tests.simulate.game_helpers import told

NAMES = [Person("Ann"), Person("Bob"), Person("Cid")]


def said(game: Game, seat: int = 0) -> list[str]:
    """Return all that is said of a game to who sits in a seat."""
    return list(Talk(game, seat).events(game.events))


def play(rules: Rules, rolls: list[Any], *acts: Any, n: int = 3, **more: Any) -> Game:
    game = told(NAMES[:n], rolls, rules, **more)
    for act in acts:
        game.act(act)
    return game


def test_a_round_in_which_a_lie_is_caught() -> None:
    game = play(Rules(), [31, 32, 41], 54, "believe", 61, "doubt")
    assert said(game) == [
        "Round 1: you open.", "You call 54.", "Bob believes.", "Bob calls 61.", "Cid doubts.",
        "The dice: 3 and 2, read 32.", "A lie: Bob loses 1 life.", "Round 2: Cid opens.",
    ]  # fmt: skip
    assert said(game, 1)[2:7] == [
        "You believe.", "You call 61.", "Cid doubts.", "The dice: 3 and 2, read 32.",
        "A lie: you lose 1 life.",
    ]  # fmt: skip


def test_a_true_call_and_mia() -> None:
    game = play(Rules(), [61, 21, 41], 61, "doubt", 54, "believe", 66)
    assert "It is true: Bob loses 1 life." in said(game)
    game = play(Rules(), [21, 41], 21, "look")
    assert said(game)[1:5] == [
        "You call 21.", "Bob looks.", "The dice: 2 and 1, read 21.",
        "It is true: Bob loses 2 lives.",
    ]  # fmt: skip
    game = play(Rules(), [21, 41], 21, "fold")
    assert said(game)[2:4] == ["Bob folds.", "Bob loses 1 life."]


def test_a_mia_that_is_shown_and_several_who_pay() -> None:
    game = play(Rules(thrown_mia="others"), [21, 41])
    assert said(game)[1:4] == [
        "The dice: 2 and 1, read 21.", "A Mia is shown at once: Bob loses 2 lives.",
        "Cid loses 2 lives.",
    ]  # fmt: skip


def test_a_toast_a_blind_throw_and_a_cup_that_is_handed_on() -> None:
    rules = Rules("meyer", toast=32, second_throw="blind", unseen_pass="liable")
    game = play(rules, [32, 41, 65, 31], "again", 54, 61, "doubt")
    assert said(game)[1:7] == [
        "The dice: 3 and 2, read 32.", "A toast! All drink, and you open again.",
        "You throw once more, without looking.", "You call 54.",
        "Bob hands the cup on unseen, with 61.", "Cid doubts.",
    ]  # fmt: skip
    talk = Talk(game, 0)
    assert list(talk.throws(game.events[:-2])) == [
        "you threw blind 6 and 5, read 65: called 54, Bob passed 61"
    ]


def test_what_lay_there_is_told_after_the_round() -> None:
    game = play(Rules(truth="exact"), [31, (3, 5), 41], 54, "believe", 53 + 8, "doubt")
    assert list(Talk(game, 2).throws(game.events)) == [
        "Ann threw 3 and 1, read 31: called 54, a lie",
        "Bob threw 3 and 5, read 53: called 61, a lie",
    ]


@pytest.mark.parametrize(
    ("rules", "lives", "acts", "end"),
    [
        (Rules(), (6, 1, 6), [54, "doubt"], "The game is over: Bob has lost, and you have won."),
        (Rules(), (1, 6, 6), [66, "doubt"], "The game is over: you have lost."),
        (Rules(true_mia="others"), (6, 2, 1), [21, "look"],
         "The game is over: Bob and Cid have lost, and you have won."),
        (Rules(true_mia="others", ending="last_standing"), (6, 2, 1), [21, "look"],
         "The game is over: you have won."),
    ],
)  # fmt: skip
def test_the_end(rules: Rules, lives: Any, acts: list[Any], end: str) -> None:
    roll = 21 if 21 in acts else 54
    assert said(play(rules, [roll, 31], *acts, lives=lives))[-1] == end


def test_who_has_won_is_named() -> None:
    rules = Rules(true_mia="others", ending="last_standing", lives=1)
    assert said(play(rules, [21], 21, "look"), 1)[-1] == "The game is over: Ann has won."


def test_sips() -> None:
    rules = Rules(forfeit="sip", ending="rounds", rounds=2, lie_penalty=2)
    game = play(rules, [31, 21], 54, "doubt", 21, "look")
    assert said(game)[4] == "A lie: you have 2 sips."
    assert said(game)[-2:] == ["It is true: Cid has a whole drink.", "The game is over."]
    talk = Talk(game, 0)
    assert talk.standing() == "Drunk: you 2 sips, Bob 0 sips, Cid 0 sips and 1 whole drink."
    first = next(at for at, event in enumerate(game.events) if at and event.what == "round")
    assert talk.standing(game.events[first:]) == "Drunk: you 2 sips, Bob 0 sips, Cid 0 sips."


def test_the_lives_after_a_round_that_others_have_followed_already() -> None:
    game = play(Rules(thrown_mia="next"), [54, 21, 21, 31], 66, "doubt")
    talk = Talk(game, 0)
    ends = [at for at, event in enumerate(game.events) if at and event.what == "round"]
    assert [talk.standing(game.events[end:]) for end in ends] == [
        "Lives: you 5, Bob 6, Cid 6.", "Lives: you 5, Bob 6, Cid 4.", "Lives: you 5, Bob 4, Cid 4.",
    ]  # fmt: skip


def test_players_of_one_name() -> None:
    game = told([None, Person("Bob"), Person("Bob")], [31])
    assert Talk(game, 0).names == ["you", "Bob (seat 1)", "Bob (seat 2)"]
