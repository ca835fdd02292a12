"""The log of one game as JSON lines: a header, and a line for each event."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

from mia_stats.game.rules import Rules
from mia_stats.players.saved import rules_document, rules_from
from mia_stats.simulate.game_events import Event, document_of, event_of
from mia_stats.utils.checks import check_name, listed, shown, true_or_false, whole_number

__all__ = ["VERSION", "Header", "Log", "at_line", "header_line", "line_of", "read_log"]

VERSION: Final = 1
"""The version of the format that this library writes."""

_FORMAT = "mia_stats game"
_LARGEST = 50_000_000


class Header(NamedTuple):
    """What is known before the first throw."""

    names: tuple[str, ...]
    rules: Rules
    lives: tuple[int, ...]
    """By seat; none in a game of sips."""
    starter: int | None
    """As it was given: None where it was drawn."""
    public: bool


class Log(NamedTuple):
    """What a log says."""

    header: Header
    events: tuple[Event, ...]
    torn: str | None
    """What there is of a line that breaks off, where the log does."""


def header_line(header: Header) -> str:
    """Return the first line of a log."""
    document = {
        "format": _FORMAT,
        "version": VERSION,
        "public": header.public,
        "players": header.names,
        "lives": header.lives,
        "starter": header.starter,
        "rules": rules_document(header.rules),
    }
    return json.dumps(document, default=str) + "\n"


def line_of(event: Event) -> str:
    r"""Return the line of an event.

    Examples
    --------
    >>> line_of(Event("throw", 0, (2, 1)))
    '{"event": "throw", "seat": 0, "dice": [2, 1]}\n'
    """
    return json.dumps(document_of(event)) + "\n"


def read_log(text: str) -> Log:
    """Return what a log says; a last line that breaks off is no error.

    Raises
    ------
    TypeError
        If `text` is no string.
    ValueError
        If it is no log; the message names the line.
    """
    if not isinstance(text, str):
        raise TypeError(f"a log is read from text, not from {shown(text)}")
    if len(text) > _LARGEST:
        raise ValueError(f"a log has {_LARGEST} letters at most")
    lines = text.removeprefix("\ufeff").rstrip("\n").split("\n")
    if text.endswith("\n"):
        lines.append("")
    torn = lines.pop()  # nothing, where the last line is whole
    if torn.strip() and _is_whole(torn):  # only its end is missing, as some editors leave it
        lines.append(torn)
        torn = ""
    if not lines:
        raise ValueError(
            "line 1: a log has a header, which ends with its line; of a file give what is in it, "
            f"as Path(file).read_text(): {shown(text)}"
        )
    with_numbers = enumerate(lines, 1)
    header = at_line(*next(with_numbers), _header_of)
    events = tuple(_events(with_numbers))
    return Log(header, events, torn if torn.strip() else None)


def _events(lines: Iterable[tuple[int, str]]) -> Iterator[Event]:
    for number, line in lines:
        yield at_line(number, line, lambda line: event_of(_parsed(line)))


def at_line(number: int, given: Any, read: Any) -> Any:
    """Return what is read, with the number of its line in front of the errors."""
    try:
        return read(given)
    except (TypeError, ValueError) as error:
        raise ValueError(f"line {number}: {error}") from None


def _is_whole(line: str) -> bool:
    try:
        _parsed(line)
    except ValueError:
        return False
    return True


def _parsed(line: str) -> Any:
    try:
        return json.loads(line)
    except ValueError as error:  # json.JSONDecodeError, or an int of too many digits
        raise ValueError(f"this is no JSON: {error}") from None
    except RecursionError:
        raise ValueError("this is nested too deeply") from None


def _header_of(line: str) -> Header:
    document = _parsed(line)
    if not isinstance(document, dict) or document.get("format") != _FORMAT:
        raise ValueError(f"format: the log of a game says {_FORMAT!r} here")
    fields = {"format", "version", "public", "players", "lives", "starter", "rules"}
    wrong = sorted(fields ^ set(document))
    if wrong:
        what = "this field is missing" if wrong[0] in fields else "there is no such field"
        raise ValueError(f"{shown(wrong[0])}: {what}")
    if type(document["version"]) is not int or document["version"] != VERSION:
        raise ValueError(f"version: this library reads {VERSION}, not {shown(document['version'])}")
    names = tuple(check_name(name, "a player") for name in listed(document["players"], "players"))
    lives = listed(document["lives"], "lives")
    starter = document["starter"]
    return Header(
        names,
        rules_from(document["rules"]),
        tuple(whole_number(left, "lives", 1, 100) for left in lives),
        None if starter is None else whole_number(starter, "starter", 0, max(len(names) - 1, 0)),
        true_or_false(document["public"], "public"),
    )
