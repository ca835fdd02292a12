"""How likely a call is true, by who makes it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from mia_stats.game.decision import lives_of_all
from mia_stats.game.legal import check_blind, check_call, check_pass
from mia_stats.game.published_rules import RulesLike, find_rules
from mia_stats.game.rules import Rules, holds
from mia_stats.game.said import behind
from mia_stats.game.settings import MOST_SEATS
from mia_stats.game.table_strategy import TableStrategy
from mia_stats.players.player import Mixture, Player, one_player, table_at
from mia_stats.ranking.outcomes import OutcomeLike
from mia_stats.utils.checks import listed, shown, true_or_false

__all__ = ["true_share", "truth_chance"]


def truth_chance(
    call: OutcomeLike,
    player: Player,
    *,
    previous: OutcomeLike | None = None,
    blind: bool = False,
    handed_on: Sequence[OutcomeLike] = (),
    lives: Sequence[int] | None = None,
    rules: RulesLike = Rules(),
) -> Fraction | float | None:
    """Return the chance that a call is true, when this player makes it.

    Parameters
    ----------
    call : OutcomeLike
        What the player has called.
    player : Player
        Who: a ready-made player or its name, a table, the solution of a match, a `Posterior`, or
        chances of who it is, as {"honest": 0.7, "liar": 0.3}. Those count as they are before this
        call, which says something about who it is itself.
    previous : OutcomeLike, optional
        The call before it; none where it opens the round.
    blind : bool
        Whether the player has called over a blind throw.
    handed_on : sequence of OutcomeLike
        The calls with which others have handed the cup on unseen since, in their order. The chance
        is that of the last one, which the dice of the player make true or not.
    lives : sequence of int, optional
        The lives of all seats: the player's own first, and then to its left. Who plays by the lives
        needs them; with those of two it is a duel, without an unseen pass.
    rules : RulesLike
        The house rules, or the key of a published set.

    Returns
    -------
    Fraction, float or None
        A Fraction where the table of the player is exact. None where it never makes this call
        there. A toast that lies there unseen makes nothing true.

    Raises
    ------
    TypeError, ValueError
        If an argument is not allowed, a call is not above the one before, the cup can't be handed
        on so, or the player has no table of chances.

    Examples
    --------
    >>> truth_chance(65, "honest"), truth_chance(65, "liar"), truth_chance(65, "lucky")
    (Fraction(1, 1), Fraction(0, 1), None)
    >>> round(float(truth_chance(65, {"honest": Fraction(9, 10), "liar": Fraction(1, 10)})), 4)
    0.8996

    After 64, who is honest may have to call 65 over less:

    >>> truth_chance(65, "honest", previous=64)
    Fraction(1, 14)
    """
    rules = find_rules(rules)
    of_all = None if lives is None else lives_of_all(lives)
    blind = true_or_false(blind, "blind")
    check_blind(rules, blind)
    state, last = rules.state(previous), rules.tier(call)
    check_call(rules, state, last, lowest=rules.lowest_call(state))
    onward = _handed_on(handed_on, last, rules, of_all)
    true, made = 0, 0
    for chance, table in _tables(player, rules, of_all):
        of_one = _true_and_made(table, rules, state, last, blind=blind, onward=onward)
        true, made = true + chance * of_one[0], made + chance * of_one[1]
    return true / made if made else None


def _tables(
    player: Player, rules: Rules, lives: tuple[int, ...] | None
) -> Iterator[tuple[Any, TableStrategy]]:
    """Yield the tables of all who it may be, with their chances, however long these are."""
    player = one_player(player)
    if not isinstance(player, Mixture):
        yield Fraction(1), table_at(player, rules, lives)
        return
    for one, chance in zip(player.players, player.weights, strict=True):
        for part, table in _tables(one, rules, lives):
            yield chance * part, table


def true_share(
    table: TableStrategy, rules: Rules, state: int, call: int, *, blind: bool
) -> Fraction | float | None:
    """Return how often a call that a table makes in a state is true; None where it never does.

    Examples
    --------
    >>> from mia_stats import HONEST
    >>> true_share(HONEST.table(Rules()), Rules(), 13, 13, blind=False)
    Fraction(1, 14)
    """
    true, made = _true_and_made(table, rules, state, call, blind=blind, onward=call)
    return true / made if made else None


def _true_and_made(
    table: TableStrategy, rules: Rules, state: int, call: int, *, blind: bool, onward: int
) -> tuple[Any, Any]:
    """Return how often a call is made in a state over dice that make another true, and at all.

    The other is the one with which the cup was handed on since.
    """
    throws = behind(table, rules, blind=blind).get((state, call), {})
    true = (
        chance
        for rolled, chance in throws.items()
        if rolled < rules.tier_count and holds(rules, rolled, onward)  # a toast is beyond
    )
    return sum(true, Fraction(0)), sum(throws.values(), Fraction(0))


def _handed_on(
    calls: Sequence[OutcomeLike], last: int, rules: Rules, lives: tuple[int, ...] | None
) -> int:
    """Return the tier of the last call, once the cup has been handed on unseen with some."""
    passes = listed(calls, "handed_on, the calls with which the cup was handed on,", MOST_SEATS)
    alive = MOST_SEATS if lives is None else sum(left > 0 for left in lives)
    for passed, call in enumerate(passes):
        onward = rules.tier(call)
        if not rules.may_hand_on(last, passed, alive):
            raise ValueError(
                f"after {rules.tier_words(last)} the cup is not handed on unseen with "
                f"{shown(call)}: with unseen_pass={rules.unseen_pass!r} that may be done "
                f"{rules.most_passes(alive)} times after one throw"
                f"{'' if lives is None else f' among {alive}'}, and never after the top call"
            )
        check_pass(rules, last, onward)
        last = onward
    return last
