"""What the tests of saved strategies share."""

from __future__ import annotations

from typing import Any

MALFORMED: list[tuple[dict[str, Any], str]] = [
    ({"version": 3}, "version: this library reads versions 1 and 2, not 3"),
    ({"version": True}, "version"),
    ({"version": None}, "version"),
    ({"format": "csv"}, "format"),
    ({"name": 5}, "name: a strategy has a name, not 5"),
    ({"extra": 1}, "'extra': a strategy has no such field"),
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
