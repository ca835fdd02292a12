"""What the tests of saved strategies share."""

from __future__ import annotations

from typing import Any

MALFORMED: list[tuple[dict[str, Any], str]] = [
    ({"version": 4}, "version: this library reads versions 1 to 3, not 4"),
    ({"version": True}, "version"),
    ({"version": None}, "version"),
    ({"format": "csv"}, "format"),
    ({"name": 5}, "name: the name of a strategy is a text, not 5"),
    ({"name": None}, "name: the name of a strategy is a text, not None"),
    ({"extra": 1}, "'extra': a strategy of version 3 has no such field"),
    ({"version": 2}, "'again': a strategy of version 2 has no such field"),
    ({"stacks": {}}, "'again': the solution of a match has no such field"),
    ({"again": [["1/2"]]}, "again of honest must have shape"),
    ({"equals": [[["1/2"]]]}, "equals of honest must have 1 dimensions"),
    ({"equals": ["1/2"] * 21}, "equals"),
    ({"doubts_blind": 5}, "doubts_blind"),
    ({"blind": [[float("nan")]]}, "blind of honest must be chances from 0 to 1, not nan"),
    ({"calls": None}, "calls: this field is missing"),
    ({"doubts": "x"}, "doubts: a chance is a number or a text"),
    ({"doubts": [["1/0"]]}, "doubts: a chance can't be '1/0'"),
    ({"doubts": [["9" * 10**6]]}, "doubts: a chance is"),
    ({"doubts": [[[[["1"]]]]]}, "doubts"),
    ({"doubts": [[True]]}, "doubts: chances are lists"),
    ({"doubts": [["1", "0"]]}, "doubts"),
    ({"calls": [[["1/2"]]]}, "must have shape"),
    ({"calls": {"0": 1}}, "calls: chances are lists"),
    ({"rules": None}, "rules: rules are an object, not None"),
    ({"rules": {"lives": 0}}, "rules: lives must be from 1 to 100, not 0"),
    ({"rules": {"poker": 1}}, "rules: there is no rule 'poker'"),
    ({"rules": {"variant": "poker"}}, "rules: 'poker' is no variant"),
    ({"rules": {"variant": {"key": "x"}}}, "rules: a variant has key, tiers and rethrown"),
    ({"rules": {"dice": 5}}, "rules: dice are written as text"),
    ({"rules": {"variant": "points"}}, "honest is a table for 21 tiers, but points has 15"),
]
"""Changes to the file of HONEST that spoil it, and what the error says."""
