"""All that readers are told in several languages, from one table."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Final

from mia_stats.utils.checks import nearest, shown

__all__ = ["LANGUAGES", "find_language", "translated", "words_in"]

LANGUAGES: Final = ("en", "de", "da", "sv")
"""English, German, Danish and Swedish, as HTML and browsers name them."""


def words_in(language: str) -> Mapping[str, str]:
    """Return all words of a language by their keys.

    Parameters
    ----------
    language : str
        One of `LANGUAGES`.

    Returns
    -------
    mapping of str to str
        Texts, in which names in braces are to be filled in.

    Raises
    ------
    TypeError, ValueError
        If there is no such language.

    Examples
    --------
    >>> words_in("de")["doubt"], words_in("da")["say"].format(call=54)
    ('Anzweifeln.', 'Meld 54.')
    """
    language = find_language(language)
    return {key: texts[language] for key, texts in _table().items()}


def translated(text: str, language: str) -> str:
    """Return what somebody says in English in a language; names and numbers as they are.

    Examples
    --------
    >>> translated("66 is beaten 6 % of the time", "de"), translated("gamerules.com", "de")
    ('66 wird in 6 % der Fälle geschlagen', 'gamerules.com')
    """
    words = words_in(language)
    for key, pattern in _said():
        if found := pattern.fullmatch(text):
            return words[key].format(**found.groupdict())
    return text


def find_language(language: object) -> str:
    """Return a language as `LANGUAGES` has it.

    Raises
    ------
    TypeError, ValueError
        If it is none of them; the message says what there is.

    Examples
    --------
    >>> find_language("DE")
    'de'
    """
    if not isinstance(language, str):
        raise TypeError(f"a language is one of {', '.join(LANGUAGES)}, not {shown(language)}")
    found = language.strip().lower()
    if found not in LANGUAGES:
        raise ValueError(
            f"{shown(language)} is none of the languages {', '.join(LANGUAGES)}"
            f"{nearest(found, LANGUAGES)}"
        )
    return found


@lru_cache(maxsize=1)
def _table() -> Mapping[str, Mapping[str, str]]:
    """Return the texts by key and language."""
    text = files(__package__).joinpath("words.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@lru_cache(maxsize=1)
def _said() -> Sequence[tuple[str, re.Pattern[str]]]:
    """Return the English texts of others by their keys, with whatever is filled in."""
    found = {key: words for key, words in words_in("en").items() if key.startswith("said_")}
    return [
        (key, re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+)", re.escape(text))))
        for key, text in found.items()
    ]
