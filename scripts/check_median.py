"""Check the claims "54 is the median" and "in Danish Meyer it is 62", and say what is true."""

from __future__ import annotations

import signal
import sys

from mia_stats import LITTLE_MIA, STANDARD, Outcome, Variant, medians, odds

EXPECTED = {
    STANDARD: {"lower": [54], "upper": [61], "even": [54], "even_or_tie": [61], "middle": [62]},
    LITTLE_MIA: {"lower": [61], "upper": [62], "even": [61], "even_or_tie": [62], "middle": [63]},
}


def main() -> int:
    """Print claims, numbers and verdicts; return 0 only if the facts are as expected."""
    standard = _report(STANDARD, "54 is the median roll", [62, 61, 54])
    print(
        "Verdict: true in the sense that is meant. A call of 54 is beaten by a strictly better\n"
        "roll exactly half the time. A statistician calls both 54 and 61 medians: half of all\n"
        "rolls are 61 or better, the other half 54 or worse. 62 is just the middle of the list.\n"
    )
    meyer = _report(LITTLE_MIA, "in Danish Meyer the average roll is 62", [63, 62, 61])
    print(
        "Verdict: true where a call may be equalled, for half of all rolls are 62 or better.\n"
        "Where a call must be beaten, the even call is 61, as 54 is in the standard order.\n"
    )
    return 0 if standard and meyer else 1


def _report(variant: Variant, claim: str, calls: list[int]) -> bool:
    """Print a claim and its numbers; return whether they are as expected."""
    print(f'Claim: "{claim}"\n')
    print(odds(variant).only(*calls))
    print()
    found = medians(variant)
    print(found)
    print()
    as_expected = all(
        getattr(found, name) == tuple(map(Outcome.parse, expected))
        for name, expected in EXPECTED[variant].items()
    )
    if not as_expected:
        print(f"These are not the recorded facts: {EXPECTED[variant]}", file=sys.stderr)
    return as_expected


if __name__ == "__main__":
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # `| head` is no error
    raise SystemExit(main())
