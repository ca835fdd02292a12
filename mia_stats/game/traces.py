"""What shows that somebody has drawn or remembers: the state of generators, and what is held."""

from __future__ import annotations

import pickle
import random
from hashlib import blake2b

import numpy as np

__all__ = ["drawn", "drawn_by_anybody", "held"]


def drawn(rng: np.random.Generator) -> object:
    """Return what changes as soon as something is drawn, also by a generator made of this one.

    Examples
    --------
    >>> rng = np.random.default_rng(1)
    >>> before = drawn(rng)
    >>> child = rng.spawn(1)
    >>> drawn(rng) == before
    False
    """
    spawned = getattr(rng.bit_generator.seed_seq, "n_children_spawned", 0)
    return rng.bit_generator.state, spawned


def drawn_by_anybody() -> bytes:
    """Return the state of the generators that all code shares."""
    return pickle.dumps((random.getstate(), np.random.get_state()))  # noqa: NPY002 - others draw


def held(thing: object) -> dict[str, bytes]:
    """Return a digest of each attribute of an object; what can't be pickled has none.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> list(held(SimpleNamespace(asked=1, how=lambda: None)))
    ['asked']
    """
    slots = [name for made in type(thing).__mro__ for name in _slots(made)]
    names = dict.fromkeys([*getattr(thing, "__dict__", {}), *slots])
    digests = {name: _digest(getattr(thing, name, None)) for name in names}
    return {name: digest for name, digest in digests.items() if digest is not None}


def _slots(made: type) -> list[str]:
    slots = vars(made).get("__slots__", ())
    return [slots] if isinstance(slots, str) else list(slots)


def _digest(value: object) -> bytes | None:
    try:
        return blake2b(pickle.dumps(value)).digest()
    except Exception:  # a lock, a function of its own, or whatever somebody's own class raises
        return None
