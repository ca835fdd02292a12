"""Facts about the script that checks the claims about the average roll."""

from __future__ import annotations

import subprocess
import sys

import pytest

from mia_stats import LITTLE_MIA
from scripts import check_median
from tests.helpers import ROOT

SCRIPT = ROOT / "scripts" / "check_median.py"


def test_the_script_checks_both_claims() -> None:
    run = subprocess.run([sys.executable, SCRIPT], capture_output=True, text=True, check=True)
    assert '"54 is the median roll"' in run.stdout
    assert '"in Danish Meyer the average roll is 62"' in run.stdout
    assert run.stdout.count("Verdict: true") == 2


def test_the_script_fails_when_the_facts_are_others(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert check_median.main() == 0
    monkeypatch.setitem(check_median.EXPECTED[LITTLE_MIA], "even", [62])
    assert check_median.main() == 1
    assert "not the recorded facts" in capsys.readouterr().err
