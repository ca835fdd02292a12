"""Facts about the events of one game, and how they are written."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mia_stats import Event, Game, Outcome
from mia_stats.simulate.game_events import document_of, event_of


def test_every_event_of_a_game_comes_back_from_json() -> None:
    for rules in ("gamerules", "meyer-engine", "german-party", "drinking"):
        game = Game(["liar", "random", "sniper"], rules, rng=1)
        game.run()
        for event in game.events:
            assert event_of(json.loads(json.dumps(document_of(event)))) == event


def test_a_throw_is_seen_by_who_looks_at_it() -> None:
    seen, blind = Event("throw", 1, (2, 1)), Event("throw", 1, (2, 1), blind=True)
    assert [seen.seen_by(seat).dice for seat in (0, 1, None)] == [None, (2, 1), None]
    assert [blind.seen_by(seat).dice for seat in (0, 1, None)] == [None, None, None]
    assert Event("show", 1, (2, 1)).seen_by(None).dice == (2, 1)


def test_it_is_shown_in_a_line_by_what_belongs_to_it() -> None:
    assert repr(Event("toast")) == "Event('toast')"
    assert repr(Event("call", 0, call=Outcome(5, 4))) == "Event('call', seat=0, call=54)"


@pytest.mark.parametrize(
    ("document", "part"),
    [
        (None, "an event is an object"),
        ([], "an event is an object"),
        ({}, "event must be"),
        ({"event": "poker"}, "'poker'"),
        ({"event": 7}, "event must be"),
        ({"event": "call", "cal": 54}, "'cal': an event has no such field"),
        ({"event": "call", "call": 45}, "write 54"),
        ({"event": "call", "call": "54"}, "whole number"),
        ({"event": "call", "call": None}, "whole number"),
        ({"event": "call", "seat": -1}, "seat must be from 0"),
        ({"event": "call", "seat": True}, "whole number"),
        ({"event": "call", "seat": 10**400}, "seat must be from 0"),
        ({"event": "throw", "dice": [7, 1]}, "dice must be from 1 to 6"),
        ({"event": "throw", "dice": [1]}, "dice must be two numbers"),
        ({"event": "throw", "dice": "11"}, "a list of numbers"),
        ({"event": "throw", "blind": False}, "true or left out"),
        ({"event": "answer", "answer": "pass"}, "'doubt'"),
        ({"event": "forfeit", "cause": "poker"}, "'lie_caught'"),
        ({"event": "end", "winners": 1}, "a list of numbers"),
    ],
    ids=str,
)
def test_what_is_no_event(document: Any, part: str) -> None:
    with pytest.raises((TypeError, ValueError), match=part):
        event_of(document)
