"""Facts about what all have seen of a seat in a game."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from mia_stats import CHARACTERS, Game, Outcome, Rules, Seen, recognise

RULES = [
    Rules(lives=3),
    Rules(lives=3, unseen_pass="liable", ending="last_standing"),
    Rules(lives=3, unseen_pass="free", thrown_mia="next"),
    Rules("meyer-toast", lives=3, mia_equalled=True, call="at_least"),
    Rules("kiriki", lives=3, second_throw="blind", toast=32),
    Rules(forfeit="sip", ending="rounds", rounds=10),
]


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_a_public_log_gives_the_same(rules: Rules) -> None:
    game = Game(["random", "sniper", "gambler"], rules, rng=3)
    game.run()
    public = Game.replay(game.log(public=True))
    for seat in range(3):
        assert game.seen_of(seat) == public.seen_of(seat)


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_each_decision_is_seen_once(rules: Rules) -> None:
    game = Game(["random", "random", "random"], rules, rng=4)
    game.run()
    for seat in range(3):
        decisions = [
            event for event in game.events
            if event.seat == seat and event.what in ("call", "pass", "answer")
        ]  # fmt: skip
        seen = game.seen_of(seat)
        said = [thing.call or thing.answer for thing in seen]
        assert said == [event.call or event.answer for event in decisions]
        rounds = [thing.round or 0 for thing in seen]
        assert rounds == sorted(rounds)


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_what_is_seen_is_what_the_player_does(rules: Rules) -> None:
    """Nobody is ever ruled out who really sat there."""
    for seed in range(3):
        game = Game(["liar", "random", "sniper"], rules, rng=seed)
        game.run()
        for seat, name in enumerate(("liar", "random", "sniper")):
            chances = recognise(game.seen_of(seat), rules=rules).chances
            assert next(c for who, c in chances.items() if name in who.split(" = ")) > 0


def test_a_round_by_hand() -> None:
    """Seat 0 opens with 54 over 31, seat 1 calls 61 over it, and seat 0 doubts rightly."""
    begun = Game([None, None], Rules(lives=2), rng=1, starter=0).log().splitlines()
    events = [
        {"event": "round", "seat": 0},
        {"event": "throw", "seat": 0, "dice": [3, 1]},
        {"event": "call", "seat": 0, "call": 54},
        {"event": "answer", "seat": 1, "answer": "believe"},
        {"event": "throw", "seat": 1, "dice": [4, 2]},
        {"event": "call", "seat": 1, "call": 61},
        {"event": "answer", "seat": 0, "answer": "doubt"},
        {"event": "show", "seat": 0, "dice": [4, 2], "call": 61, "caller": 1},
    ]
    game = Game.replay("\n".join([begun[0], *map(json.dumps, events)]))
    here: dict[str, Any] = {"lives": (2, 2), "round": 1}
    first, second, dice = (Outcome.parse(label) for label in (54, 61, 42))
    assert game.seen_of(0) == (
        Seen(call=first, **here), Seen(first, heard=second, answer="doubt", **here),
    )  # fmt: skip
    assert game.seen_of(1) == (
        Seen(heard=first, answer="believe", **here), Seen(first, call=second, shown=dice, **here),
    )  # fmt: skip


def test_dice_are_those_of_the_last_throw() -> None:
    """They lie under the last call of the round, whoever has handed the cup on since."""
    rules = Rules(lives=6, unseen_pass="liable")
    counts: Counter[str] = Counter()
    for seed in range(20):
        game = Game(["random"] * 4, rules, rng=seed)
        game.run()
        shows = sum(event.what == "show" for event in game.events)
        shown = [thing for seat in range(4) for thing in game.seen_of(seat) if thing.shown]
        assert len(shown) == shows
        counts["shown"] += shows
    assert counts["shown"] > 100


@pytest.mark.parametrize("seat", [-1, 3, 1.0, "0", None])
def test_a_seat_that_is_not_there(seat: Any) -> None:
    with pytest.raises((TypeError, ValueError), match="seat must be"):
        Game(list(CHARACTERS)[:3]).seen_of(seat)
