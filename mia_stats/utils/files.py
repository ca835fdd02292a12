"""Write files whole or not at all."""

from __future__ import annotations

import errno
import os
from typing import TYPE_CHECKING

from mia_stats.utils.checks import shown

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["file_path", "write_whole"]


_STREAMS = {"/dev/stdout": 1, "/dev/stderr": 2}
_SYSTEM = (("/", "dev", "fd"), ("/", "proc"))  # what is open already


def file_path(path: str | os.PathLike[str]) -> Path:
    """Return the path that is meant; a number is none, though `open` would take it.

    Raises
    ------
    TypeError
        If it is neither text nor path-like.
    """
    from pathlib import Path

    if not isinstance(path, str | os.PathLike):
        raise TypeError(f"a path is text or path-like, not {shown(path)}")
    return Path(path)


def write_whole(path: str | os.PathLike[str], content: str | bytes) -> Path:
    """Write a file so that at every moment the old one is intact or the new one is complete.

    Parameters
    ----------
    path : str or path-like
        An existing file is replaced; a pipe or device such as /dev/stdout is added to.
    content : str or bytes
        Text is encoded as UTF-8.

    Returns
    -------
    Path
        `path`.

    Raises
    ------
    OSError
        If the file can't be written; nothing is left behind.
    """
    given, path = path, file_path(path)
    if os.fspath(given).endswith(os.sep):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), os.fspath(given))
    data = content.encode() if isinstance(content, str) else content
    try:
        if str(path) in _STREAMS:
            with os.fdopen(os.dup(_STREAMS[str(path)]), "wb") as stream:
                stream.write(data)
        elif path.parts[:3] in _SYSTEM or path.parts[:2] in _SYSTEM or _is_device(path):
            with path.open("ab") as stream:
                stream.write(data)
        else:
            _replace(path, data)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None  # not that of the draft
    return path


def _is_device(path: Path) -> bool:
    """Return whether something is there that is no file, such as a pipe."""
    return path.exists() and not path.is_file()


def _replace(path: Path, data: bytes) -> None:
    target = file_path(os.path.realpath(path))  # a link stays a link
    if target.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    draft = target.with_name(f".{os.urandom(8).hex()}.tmp")
    try:
        with draft.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            draft.chmod(target.stat().st_mode)
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)
