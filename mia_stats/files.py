"""Write files whole or not at all."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

__all__ = ["write_whole"]


def write_whole(path: str | os.PathLike[str], content: str | bytes) -> Path:
    """Write a file so that at every moment the old one is intact or the new one is complete.

    Parameters
    ----------
    path : str or path-like
        An existing file is replaced; a pipe or device such as /dev/stdout is written to.
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
    path = Path(path)
    data = content.encode() if isinstance(content, str) else content
    if path.exists() and not path.is_file():
        path.write_bytes(data)  # a folder raises here
        return path
    target = path.resolve()  # a link stays a link
    draft = target.with_name(f".{secrets.token_hex(8)}.tmp")
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
    return path
