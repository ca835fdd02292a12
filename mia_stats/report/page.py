"""One page that a player opens on a phone: what to do and say, odds and rules, offline."""

from __future__ import annotations

import json
import os
from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from urllib.parse import quote

from mia_stats._version import __version__
from mia_stats.ranking.catalogue import STANDARD, VARIANTS, VariantLike, find_variant
from mia_stats.report.contents import contents, data_of
from mia_stats.utils.files import file_path, write_whole
from mia_stats.words.languages import find_language

__all__ = ["report_html", "write_report"]

_PARTS = Path(__file__).parent
_SCRIPTS = (
    "stage.js",
    "solver.js",
    "order.js",
    "advice.js",
    "hand.js",
    "over.js",
    "parts.js",
    "below.js",
    "page.js",
)
_ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">'
    '<rect width="32" height="32" rx="6" fill="#a3144b"/><g fill="#fff">'
    '<circle cx="9" cy="9" r="3.4"/><circle cx="16" cy="16" r="3.4"/>'
    '<circle cx="23" cy="23" r="3.4"/></g></svg>'
)


def write_report(
    path: str | os.PathLike[str] = "mia.html",
    variant: VariantLike = STANDARD,
    *,
    language: str = "en",
) -> Path:
    """Write the page to a file, whole or not at all.

    Parameters
    ----------
    path : str or path-like
        The file.
    variant : VariantLike
        The variant that is shown first; all published ones can be chosen.
    language : {"en", "de", "da", "sv"}
        The language of the page where the reader's own is none of these, or no script runs.

    Returns
    -------
    Path
        `path`.

    Raises
    ------
    ModuleNotFoundError
        If Jinja2 is missing: `pip install "mia-stats[report]"`.
    ValueError
        If there is no such variant or language, or the suffix of the file is that of another
        format.
    OSError
        If the file can't be written.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_report(f"{folder}/mia.html").name
    'mia.html'
    """
    suffix = file_path(path).suffix
    if suffix.lower() not in ("", ".html", ".htm"):
        raise ValueError(f"the page is HTML, which is not what the suffix {suffix} says: use .html")
    return write_whole(path, report_html(variant, language=language))


def report_html(variant: VariantLike = STANDARD, *, language: str = "en") -> str:
    """Return the page as text: no part of it is loaded from elsewhere.

    Parameters
    ----------
    variant : VariantLike
        The variant that is shown first; one that is not published is added to the others.
    language : {"en", "de", "da", "sv"}
        The language of the page where the reader's own is none of these, or no script runs.

    Returns
    -------
    str
        HTML.

    Raises
    ------
    ModuleNotFoundError
        If Jinja2 is missing: `pip install "mia-stats[report]"`.
    ValueError
        If there is no such variant or language.

    Examples
    --------
    >>> report_html("meyer").startswith("<!DOCTYPE html>")
    True
    """
    first = find_variant(variant)
    language = find_language(language)
    try:
        from jinja2 import Environment, FileSystemLoader, StrictUndefined
        from markupsafe import Markup
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            f'the page needs {error.name}: pip install "mia-stats[report]"', name=error.name
        ) from None

    shown = dict(VARIANTS)
    chosen = first.key
    if shown.get(chosen) is not first:  # an object is itself, whatever its key
        chosen = f"{chosen} (own)" if chosen in VARIANTS else chosen
        shown = {chosen: first, **shown}
    style = (_PARTS / "page.css").read_text(encoding="utf-8")
    script = "".join((_PARTS / name).read_text(encoding="utf-8") for name in _SCRIPTS)
    data = json.dumps(data_of(shown, chosen), separators=(",", ":"), ensure_ascii=False)
    environment = Environment(
        loader=FileSystemLoader(_PARTS), autoescape=True, undefined=StrictUndefined
    )
    return environment.get_template("page.html").render(
        **contents(first, chosen, shown, language),
        version=__version__,
        icon=f"data:image/svg+xml,{quote(_ICON)}",
        style=Markup(style),
        style_hash=_hash(style),
        script=Markup(script),
        script_hash=_hash(script),
        data=Markup(data.replace("<", "\\u003c")),
    )


def _hash(text: str) -> str:
    """Return what a browser knows the only allowed style or script by."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"
