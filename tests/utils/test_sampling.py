"""Facts about drawing from small distributions: by the chances, and the same on every machine."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from mia_stats.utils.sampling import AliasTable, ChanceTable, bits, block_seeds, generator
from tests.helpers import binomial, within


class Evenly:
    """In place of a generator: all numbers of 32 bits whose lowest ones are 0, each once."""

    def __init__(self, size: int, *, lowest: int = 0) -> None:
        step = (1 << 32) // size
        self.words = (np.arange(size, dtype=np.uint64) * step + lowest).astype("<u4").view("<u8")

    def integers(self, *_: Any, **__: Any) -> NDArray[np.uint64]:
        """Return two of the numbers in each word of 64 bits, as `bits` asks for them."""
        return self.words.astype(np.uint64)


def counts(table: AliasTable | ChanceTable, row: int, size: int, lowest: int = 0) -> dict[int, int]:
    """Return how often each value comes when every random number comes once."""
    evenly: Any = Evenly(size, lowest=lowest)
    drawn = table.draw(evenly, np.full(size, row))
    values, found = np.unique(drawn, return_counts=True)
    return dict(zip(values.tolist(), found.tolist(), strict=True))


FIRST_OF_SEED_1 = [2032329983, 2198257139, 3243419750, 4082210491]
"""The first random numbers of 32 bits, as recorded with numpy 2.4."""


class TestAliasTable:
    """Draws from rows of chances."""

    def test_each_value_has_exactly_its_share_of_all_random_numbers(self) -> None:
        """Chances in 1024ths take 5 bits for the column and 5 for the share: 2**10 numbers."""
        shares = [[1, 1023], [341, 342, 0, 341], [256, 256, 512], [*range(31), 559]]
        table = AliasTable([Fraction(share, 1024) for share in row] for row in shares)
        for number, row in enumerate(shares):
            expected = {value: share for value, share in enumerate(row) if share}
            assert counts(table, number, 1024) == expected
            assert counts(table, number, 1024, lowest=(1 << 22) - 1) == expected

    @pytest.mark.parametrize("chances", [[Fraction(1, 3)] * 3, [Fraction(1, 7), Fraction(6, 7)]])
    def test_other_chances_are_off_by_a_number_in_each_column(self, chances: list[Any]) -> None:
        found = counts(AliasTable([chances, [Fraction(1, 2)] * 2]), 0, 1 << 16)
        for value, chance in enumerate(chances):
            assert abs(found[value] - chance * (1 << 16)) <= 32

    def test_a_chance_of_0_never_comes(self) -> None:
        """Not by the smallest random number of a column nor by the largest."""
        table = AliasTable([[0, Fraction(1, 3), 0, Fraction(2, 3)], [0.5, 0, 0, 0.5]])
        for row, possible in ((0, {1, 3}), (1, {0, 3})):
            for lowest in (0, (1 << 22) - 1):
                assert set(counts(table, row, 1024, lowest)) == possible

    def test_a_tiny_chance_is_kept_to_32_bits(self) -> None:
        """One of 2**32 numbers makes it; half of that is too little."""
        for chance, comes in ((Fraction(1, 1 << 32), True), (Fraction(1, 1 << 33), False)):
            table = AliasTable([[chance, 1 - chance], [Fraction(1, 2)] * 2])
            smallest = {
                *counts(table, 0, 1024),
                *counts(table, 0, 1024, lowest=(1 << 22) - 1),
            }
            assert (0 in smallest) is comes

    def test_values_may_stand_for_others(self) -> None:
        table = AliasTable([[Fraction(1, 4), 0, Fraction(3, 4)]], [-2, -1, 127])
        assert counts(table, 0, 1024) == {-2: 256, 127: 768}

    def test_each_draw_is_from_its_own_row(self) -> None:
        table = AliasTable([[1, 0], [0, 1], [Fraction(1, 2), Fraction(1, 2)]])
        rows = np.array([0, 1, 2, 1, 0] * 200)
        drawn = table.draw(generator(3), rows)
        assert (drawn[rows == 0] == 0).all()
        assert (drawn[rows == 1] == 1).all()
        assert set(drawn[rows == 2].tolist()) == {0, 1}

    def test_a_row_without_chances_is_no_hindrance(self) -> None:
        table = AliasTable([[0, 0], [0, 1]])
        assert table.draw(generator(1), np.array([1, 1])).tolist() == [1, 1]

    def test_certain_rows_take_no_random_number(self) -> None:
        """They are the same with any generator, which stays where it was."""
        rng = generator(1)
        drawn = AliasTable([[0, 1], [1, 0]]).draw(rng, np.array([0, 1, 0]))
        assert drawn.tolist() == [1, 0, 1]
        assert rng.random() == generator(1).random()

    def test_the_first_row_is_drawn_from_without_naming_it(self) -> None:
        table = AliasTable([[Fraction(1, 3), Fraction(2, 3)], [1, 0]])
        first = table.draw_first(generator(4), 100)
        assert (first == table.draw(generator(4), np.zeros(100, np.intp))).all()

    def test_counts_are_right_within_their_error(self) -> None:
        """4 standard errors, with a seed."""
        chances, n = [Fraction(1, 21 * 11) * place for place in range(1, 22)], 200_000
        drawn = AliasTable([chances]).draw_first(generator(2), n)
        for value, chance in enumerate(chances):
            assert within(int((drawn == value).sum()), *binomial(n, float(chance)))

    def test_the_same_draws_on_every_machine(self) -> None:
        """Whole numbers decide, and so does the order of the columns: other ones, other games.

        Two equal chances fill 16 columns each, the last value first: so the lower half of all
        random numbers makes 1. Those of seed 1 are recorded in `TestBits`.
        """
        table = AliasTable([[Fraction(1, 2), Fraction(1, 2)]])
        assert bits(generator(1), 4).tolist() == FIRST_OF_SEED_1
        assert [number >> 31 for number in FIRST_OF_SEED_1] == [0, 1, 1, 1]
        assert table.draw_first(generator(1), 4).tolist() == [1, 0, 0, 0]


class TestChanceTable:
    """Draws of whether something happens."""

    def test_each_chance_has_exactly_its_share_of_all_random_numbers(self) -> None:
        table = ChanceTable([Fraction(1, 1024), Fraction(1, 2), 0.75, 0, 1])
        for row, expected in enumerate((1, 512, 768, 0, 1024)):
            assert counts(table, row, 1024).get(1, 0) == expected
            assert counts(table, row, 1024, lowest=(1 << 22) - 1).get(1, 0) == expected

    def test_certain_chances_take_no_random_number(self) -> None:
        rng = generator(1)
        drawn = ChanceTable([0, 1, Fraction(1), 0.0]).draw(rng, np.array([0, 1, 2, 3, 1]))
        assert drawn.tolist() == [0, 1, 1, 0, 1]
        assert rng.random() == generator(1).random()

    def test_what_happens_is_1_and_else_0(self) -> None:
        drawn = ChanceTable([Fraction(1, 3)]).draw(generator(1), np.zeros(90_000, np.intp))
        assert drawn.dtype == np.int8
        assert set(drawn.tolist()) == {0, 1}
        assert within(int(drawn.sum()), *binomial(90_000, 1 / 3))


class TestBits:
    """Random numbers of 32 bits."""

    @pytest.mark.parametrize("n", [0, 1, 2, 7])
    def test_they_are_the_halves_of_what_the_generator_makes(self, n: int) -> None:
        """The lower half comes first on every machine, whatever the order of its bytes."""
        raw: list[int] = np.random.PCG64(1).random_raw(4).tolist()
        halves = [half for word in raw for half in (word & (1 << 32) - 1, word >> 32)]
        assert bits(generator(1), n).tolist() == halves[:n]

    def test_the_first_of_seed_1_are_known(self) -> None:
        """Numpy keeps the streams of PCG64 and SeedSequence fixed."""
        assert bits(generator(1), 4).tolist() == FIRST_OF_SEED_1

    def test_a_generator_is_moved_on_by_whole_words(self) -> None:
        rng, other = generator(1), generator(1)
        bits(rng, 3)
        bits(other, 4)
        assert rng.random() == other.random() != generator(1).random()


class TestGenerator:
    """What a seed stands for."""

    def test_the_same_seed_is_the_same_generator(self) -> None:
        for seed in (0, 7, (1 << 4096) - 1, np.int8(7), np.random.SeedSequence(7)):
            assert generator(seed).random() == generator(seed).random()  # type: ignore[arg-type]  # numpy's int
        assert generator(7).random() == generator(np.random.SeedSequence(7)).random()
        assert generator(7).random() != generator(8).random()

    def test_a_generator_is_handed_back_and_moved_on(self) -> None:
        rng = np.random.default_rng(3)
        assert generator(rng) is rng
        first, second = generator(rng).random(), generator(rng).random()
        assert first != second

    @pytest.mark.parametrize("rng", [-1, 1 << 4096, True, 1.5, "7", b"7", [1]], ids=type)
    def test_what_is_no_seed(self, rng: Any) -> None:
        with pytest.raises((TypeError, ValueError), match="rng, the seed, must be"):
            generator(rng)


class TestBlockSeeds:
    """A seed for each block of work."""

    def test_blocks_differ_and_come_again(self) -> None:
        first, second = (list(islice(block_seeds(generator(7)), 3)) for _ in range(2))
        drawn = [[generator(seed).random() for seed in seeds] for seeds in (first, second)]
        assert drawn[0] == drawn[1]
        assert len(set(drawn[0])) == 3
        assert [seed.spawn_key for seed in first] == [(0,), (1,), (2,)]

    def test_a_generator_counts_by_its_state_and_is_moved_on(self) -> None:
        """By 4 words of 64 bits, at once, however many blocks there are."""
        rng, copied = np.random.default_rng(5), np.random.default_rng(5)
        rng.spawn(2)
        first, same = next(block_seeds(rng)), next(block_seeds(copied))
        assert first.entropy == same.entropy
        moved = np.random.default_rng(5)
        moved.bit_generator.random_raw(4)
        assert rng.random() == copied.random() == moved.random()
        assert next(block_seeds(rng)).entropy != first.entropy

    def test_the_first_seeds_are_known(self) -> None:
        """Those of the generator itself: its next four words are the entropy."""
        raw = np.random.PCG64(7).random_raw(4).tolist()
        assert next(block_seeds(generator(7))).entropy == raw
