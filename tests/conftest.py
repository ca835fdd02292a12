"""What all tests share: the same chance in every run, and each published variant in turn."""

from __future__ import annotations

import os
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import settings

from mia_stats import VARIANTS, Variant

pytest.register_assert_rewrite("tests.cli.helpers", "tests.plotting.helpers")  # they assert

settings.register_profile("default", deadline=None)  # machines are shared and noisy
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "default")


@pytest.fixture(autouse=True, scope="session")
def _the_same_every_time() -> Iterator[None]:
    """Give a test without a seed the same one in every run: what passes once passes again."""
    make = np.random.default_rng
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(np.random, "default_rng", lambda rng=None: make(0 if rng is None else rng))
        yield


@pytest.fixture(params=list(VARIANTS))
def published(request: pytest.FixtureRequest) -> Variant:
    """Each published variant in turn."""
    return VARIANTS[request.param]
