"""What the tests of simulated games share."""

from __future__ import annotations

PLAYERS = ["honest", "liar", "lucky", "random"]
