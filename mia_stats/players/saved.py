"""Strategies as JSON: to keep them, and to hand them to programs in other languages."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields, replace
from fractions import Fraction
from typing import Any, Final

from mia_stats.chances.dice import Dice
from mia_stats.game.published_rules import RulesLike, find_rules
from mia_stats.game.reply_by_lives import ReplyByLives
from mia_stats.game.rules import Rules
from mia_stats.game.strategy import TABLES
from mia_stats.game.table_strategy import TableStrategy
from mia_stats.players.player import Player, names_player, rules_for, table_of
from mia_stats.players.saved_match import CONVENTION, match_document, match_from
from mia_stats.ranking.catalogue import VARIANTS
from mia_stats.ranking.variants import Variant
from mia_stats.solve.match_strategy import MatchStrategy
from mia_stats.utils.checks import check_name, shown
from mia_stats.utils.files import file_path, write_whole

__all__ = [
    "VERSION",
    "load_strategy",
    "rules_document",
    "rules_from",
    "save_strategy",
    "strategy_from_json",
    "strategy_to_json",
]

VERSION: Final = 3
"""The version of the format that this library writes; it reads the earlier ones too."""

_FORMAT = "mia_stats strategy"
_LARGEST = 50_000_000
_FRACTION = re.compile(r"[0-9]{1,4300}(/[0-9]{1,4300})?")
_FIRST = ("calls", "doubts", "passes")
_TABLES = {1: _FIRST, 2: _FIRST, VERSION: tuple(TABLES)}
"""The tables of each version."""
_CONVENTION = (
    "Tiers are numbered from 0, the worst. State 0 is before the first call, state a + 1 after a "
    "call of tier a; a call is answered in the state in which it was made. calls[state][thrown]"
    "[call], doubts[state][call] and passes[state][call][onward] are chances; the doubt of the top "
    "call is a look. A cup that was handed on unseen is answered in the state that the pass has "
    "left: call + 1 after a liable pass, the same as before after a free one. again[state][thrown] "
    "is the chance to throw once more, blind, blind[state][call] that of the call after it, "
    "doubts_blind[state][call] the doubt of such a call until it is handed on (doubts where it is "
    "null), and equals[state] the chance to believe the top call. Nobody does what is null. The "
    "state after a top call that was believed reads the last row."
)
_NAMES = ("title", "aliases", "other_names", "region", "source", "remark")


def strategy_to_json(strategy: Player, rules: RulesLike | None = None) -> str:
    """Return a strategy and its rules as JSON, without loss.

    Parameters
    ----------
    strategy : Player
        A ready-made player, its name, a table of chances, or the solution of a match.
    rules : RulesLike, optional
        The house rules, or the key of a published set. Where they are not given, those that a table
        was made for, else the default ones. A match solution has its own alone.

    Returns
    -------
    str
        Fractions are text such as "1/3", floats are numbers.

    Raises
    ------
    TypeError
        If the strategy has no table.
    ValueError
        If it does not suit the rules, or is too large to be read again: 50 million bytes.

    Examples
    --------
    >>> text = strategy_to_json("honest")
    >>> strategy_from_json(text)[0].name
    'honest'
    """
    import json

    document: dict[str, Any] = {"format": _FORMAT, "version": VERSION}
    if type(strategy) is MatchStrategy:  # one derived from it may play otherwise
        name, rules = strategy.name, _rules_solved_for(strategy, rules)
        document["convention"] = CONVENTION
        play: dict[str, Any] = {"stacks": match_document(strategy)}
        if strategy.seats > 2:
            play["seats"] = strategy.seats
    elif isinstance(strategy, ReplyByLives):
        raise TypeError(
            f"{shown(strategy.name)} plays by the lives of all, which is not saved: best_response "
            "finds it again; .at(*lives) is the table for some lives alone"
        )
    else:
        rules = rules_for(strategy) if rules is None else find_rules(rules)
        table = table_of(strategy, rules)
        name, document["convention"] = table.name, _CONVENTION
        parts = {part: getattr(table, part) for part in TABLES}
        play = {part: None if held is None else held.tolist() for part, held in parts.items()}
    document |= {"name": name, "rules": rules_document(rules), **play}
    text = json.dumps(document, default=str, ensure_ascii=False) + "\n"
    if (size := len(text.encode())) > _LARGEST:
        raise ValueError(
            f"{name} takes {size:,} bytes as JSON, and a strategy is read again up to "
            f"{_LARGEST:,}: {_what_is_large(play)}"
        )
    return text


def _rules_solved_for(strategy: MatchStrategy, rules: RulesLike | None) -> Rules:
    if rules is not None and find_rules(rules) != strategy.rules:
        raise ValueError(
            f"{strategy.name} is saved with the rules that it is solved for, {strategy.rules}, not "
            f"with {find_rules(rules)}"
        )
    return strategy.rules


def _what_is_large(play: Mapping[str, Any]) -> str:
    """Return which field is the largest one."""
    if "stacks" in play:
        return f"stacks holds the play of {len(play['stacks'])} different lives"
    sizes = {name: len(str(part)) for name, part in play.items()}
    largest = max(sizes, key=lambda name: sizes[name])
    return f"{largest} alone takes {sizes[largest]:,}"


def save_strategy(
    path: str | os.PathLike[str], strategy: Player, rules: RulesLike | None = None
) -> None:
    """Write a strategy and its rules to a JSON file, whole or not at all.

    Parameters
    ----------
    path : str or path-like
        The file.
    strategy : Player
        A ready-made player, its name, a table of chances, or the solution of a match.
    rules : RulesLike, optional
        The house rules, or the key of a published set. Where they are not given, those that a table
        was made for, else the default ones. A match solution has its own alone.

    Raises
    ------
    TypeError, ValueError
        As `strategy_to_json`.
    OSError
        If the file can't be written.

    Examples
    --------
    >>> save_strategy("/dev/null", "honest")
    """
    if _plays(path) and not _plays(strategy):
        said = f"{shown(strategy)}, {shown(path)}"
        raise TypeError(f"the file comes first, then the strategy: save_strategy({said})")
    write_whole(path, strategy_to_json(strategy, rules))


def _plays(given: object) -> bool:
    """Return whether something is a player and no file."""
    return names_player(given) or hasattr(given, "table") or isinstance(given, MatchStrategy)


def load_strategy(path: str | os.PathLike[str]) -> tuple[TableStrategy | MatchStrategy, Rules]:
    """Return the strategy of a JSON file, and the rules that it is for.

    Parameters
    ----------
    path : str or path-like
        The file.

    Returns
    -------
    TableStrategy or MatchStrategy, Rules
        The strategy, checked, which plays as the one that was saved; and the rules of the file.

    Raises
    ------
    ValueError
        If the file holds no strategy; the message names the field that is wrong.
    OSError
        If it can't be read.

    Examples
    --------
    >>> load_strategy("/dev/null")
    Traceback (most recent call last):
    ...
    ValueError: /dev/null: this is no JSON: Expecting value: line 1 column 1 (char 0)
    """
    with file_path(path).open("rb") as file:
        data = file.read(_LARGEST + 1)
    with _read_from(path):
        if len(data) > _LARGEST:
            raise ValueError(f"the file has more than {_LARGEST:,} bytes, which no strategy has")
        return strategy_from_json(data.decode())


def strategy_from_json(text: str) -> tuple[TableStrategy | MatchStrategy, Rules]:
    """Return the strategy that `strategy_to_json` has written, and the rules that it is for.

    Parameters
    ----------
    text : str
        What `strategy_to_json` has returned.

    Returns
    -------
    TableStrategy or MatchStrategy, Rules
        The strategy, checked, which plays as the one that was saved; and the rules of the text.

    Raises
    ------
    TypeError
        If `text` is no string.
    ValueError
        If it holds no strategy; the message names the field that is wrong.

    Examples
    --------
    >>> strategy_from_json('{"format": "mia_stats strategy", "version": 4}')
    Traceback (most recent call last):
    ...
    ValueError: version: this library reads versions 1 to 3, not 4
    """
    import json

    if not isinstance(text, str):
        raise TypeError(f"a strategy is read from text, not from {shown(text)}")
    try:
        document = json.loads(text)
    except ValueError as error:  # json.JSONDecodeError, or an int of too many digits
        raise ValueError(f"this is no JSON: {error}") from None
    except RecursionError:
        raise ValueError("this is no strategy: it is nested too deeply") from None
    if not isinstance(document, dict) or document.get("format") != _FORMAT:
        raise ValueError(f"format: a strategy says {_FORMAT!r} here")
    version = document.get("version")
    if type(version) is not int or version not in _TABLES:
        raise ValueError(
            f"version: this library reads versions 1 to {VERSION}, not {shown(version)}"
        )
    of_match = version == VERSION and "stacks" in document
    parts = ("stacks", "seats") if of_match else _TABLES[version]
    unknown = set(document) - {"format", "version", "convention", "name", "rules", *parts}
    if unknown:
        what = "the solution of a match" if of_match else f"a strategy of version {version}"
        raise ValueError(f"{shown(sorted(unknown)[0])}: {what} has no such field")
    with _read_from("rules"):
        rules = rules_from(document.get("rules"))
    with _read_from("name"):
        name = check_name(document.get("name"), "a strategy")
    if of_match:
        with _read_from("stacks"):
            return match_from(document["stacks"], name, rules, document.get("seats")), rules
    return _table_from(document, name, rules), rules


def _table_from(document: Mapping[str, Any], name: str, rules: Rules) -> TableStrategy:
    tables = {}
    for part in _TABLES[document["version"]]:
        with _read_from(part):
            tables[part] = _chances(document.get(part), 3)
    for part in _FIRST[:2]:
        if tables[part] is None:
            raise ValueError(f"{part}: this field is missing")
    try:
        if document["version"] == 1:  # who wrote it did not check what is said of repeated calls
            TableStrategy(name, **tables).table(rules)
        return TableStrategy(name, **tables, rules=rules)
    except TypeError as error:
        raise ValueError(str(error)) from None


@contextmanager
def _read_from(place: object) -> Iterator[None]:
    """Put the place, a file or a field, in front of the errors of what is read from it."""
    try:
        yield
    except (TypeError, ValueError) as error:
        raise ValueError(f"{place}: {error}") from None


def _chances(value: Any, depth: int) -> Any:
    """Return nested lists with fractions in place of their texts."""
    if value is None or (isinstance(value, int | float) and not isinstance(value, bool)):
        return value
    if isinstance(value, str):
        if not _FRACTION.fullmatch(value):
            raise ValueError(f"a chance is a number or a text such as '1/3', not {shown(value)}")
        try:
            return Fraction(value)
        except ZeroDivisionError:
            raise ValueError(f"a chance can't be {shown(value)}") from None
    if isinstance(value, list) and depth:
        return [_chances(item, depth - 1) for item in value]
    raise ValueError(f"chances are lists of lists of numbers, not {shown(value)}")


def rules_document(rules: Rules) -> dict[str, Any]:
    """Return the rules by name; what JSON does not know, dice and outcomes, becomes text there."""
    document = {field.name: getattr(rules, field.name) for field in fields(rules)}
    variant = {field.name: getattr(rules.variant, field.name) for field in fields(Variant)}
    return document | {"variant": variant}


def rules_from(document: Any) -> Rules:
    """Return the rules that `rules_document` has written, and JSON has kept.

    Raises
    ------
    TypeError, ValueError
        If a rule is unknown, or its value is not allowed.
    """
    if not isinstance(document, Mapping):
        raise ValueError(f"rules are an object, not {shown(document)}")
    given = dict(document)
    unknown = set(given) - {field.name for field in fields(Rules)}
    if unknown:
        raise ValueError(f"there is no rule {shown(sorted(unknown)[0])}")
    if "variant" in given:
        given["variant"] = _variant_from(given["variant"])
    if "dice" in given:
        given["dice"] = Dice.parse(given["dice"])
    return Rules(**given)


def _variant_from(document: Any) -> Variant:
    """Return the variant that is written, itself: what else has its name is not looked up."""
    if isinstance(document, str):
        return VARIANTS[document]
    needed = {"key", "tiers", "rethrown"}
    if not isinstance(document, Mapping) or not needed <= set(document) <= {*needed, *_NAMES}:
        raise ValueError(f"a variant has key, tiers and rethrown, not {shown(document)}")
    variant = Variant.from_order(document["key"], document["tiers"], rethrown=document["rethrown"])
    said = {name: document[name] for name in _NAMES if name in document}
    if said:
        return replace(variant, **said)
    published = VARIANTS.values()  # version 1 says no more of them
    return next((p for p in published if p == variant and p.key == variant.key), variant)
