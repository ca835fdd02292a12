"""Facts about what a shell completes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from mia_stats import CHARACTERS, RULES, VARIANTS
from mia_stats.cli.pictures import PICTURES
from tests.cli.helpers import error, output

pytest.importorskip("argcomplete", reason='pip install "mia-stats[completion]"')


def completed(
    line: str, folder: Path, program: str = "from mia_stats.cli import main; main()"
) -> set[str]:
    """Return what is suggested at the end of a line, by the protocol that the shells speak."""
    answer = folder / "answer"
    env = {
        "_ARGCOMPLETE": "1", "_ARGCOMPLETE_IFS": "\n", "_ARGCOMPLETE_STDOUT_FILENAME": str(answer),
        "COMP_LINE": line, "COMP_POINT": str(len(line.encode())),
    }  # fmt: skip
    run = subprocess.run(
        [sys.executable, "-c", program], env=os.environ | env, cwd=folder, capture_output=True,
        text=True, check=True,
    )  # fmt: skip
    assert run.stdout == ""
    return set(map(str.strip, answer.read_text(encoding="utf-8").split("\n")))


@pytest.mark.parametrize(
    ("line", "suggested"),
    [
        ("mia-stats od", {"odds"}),
        ("mia-stats help ev", {"evaluate"}),
        ("mia-stats odds --var", {"--variant"}),
        ("mia-stats odds --format ", {"table", "markdown", "csv", "json", "html", "latex"}),
        ("mia-stats odds 5", {"51", "52", "53", "54", "55"}),
        ("mia-stats advise 54 --previous 4", {"41", "42", "43", "44"}),
        ("mia-stats ranking --variant meyer-", {"meyer-toast", "meyer-toast-high"}),
        ("mia-stats figures --variant k", {key for key in VARIANTS if key.startswith("k")}),
        ("mia-stats simulate honest --rules p", {key for key in RULES if key.startswith("p")}),
        ("mia-stats simulate honest --call ", {"higher", "at_least"}),
        ("mia-stats figures --picture ", set(PICTURES)),
        ("mia-stats completion ", {"bash", "zsh", "fish", "--help"}),
        ("mia-stats simulate honest --games ", {""}),
        ("mia-stats odds -o sav", {"saved.json"}),
        ("mia-stats recognise sav", {"saved.json"}),
        ("mia-stats recognise log --candidates honest lia", {"liar"}),
        ("mia-stats recognise log --candidates sa", {"saved.json"}),
        ("mia-stats play liar --wh", {"--who"}),
        ("mia-stats figures cha", {"charts/"}),
    ],
)
def test_commands_options_and_values_are_completed(
    line: str, suggested: set[str], tmp_path: Path
) -> None:
    (tmp_path / "saved.json").touch()
    (tmp_path / "charts").mkdir()
    assert completed(line, tmp_path) == suggested


def test_players_are_names_and_files_of_strategies(tmp_path: Path) -> None:
    (tmp_path / "lionheart.json").touch()
    (tmp_path / "list.txt").touch()
    assert completed("mia-stats simulate honest li", tmp_path) == {"liar", "lionheart.json"}
    every = completed("mia-stats evaluate ", tmp_path)
    assert {*CHARACTERS, "optimal", "lionheart.json", "--exploit"} <= every
    assert "list.txt" not in every


def test_pandas_and_matplotlib_are_not_loaded_to_complete(tmp_path: Path) -> None:
    slow = "".join(f"sys.modules[{name!r}] = None; " for name in ("pandas", "matplotlib", "tqdm"))
    program = f"import sys; {slow}from mia_stats.cli import main; main()"  # none can be imported
    assert completed("mia-stats figures --picture surv", tmp_path, program) == {"survival"}


def test_argcomplete_is_loaded_for_shells_only() -> None:
    program = "import sys; from mia_stats.cli import main; main(['variants']); "
    run = subprocess.run(
        [sys.executable, "-c", program + "print('argcomplete' in sys.modules)"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert run.stdout.endswith("False\n")


@pytest.mark.parametrize("name", ["bash", "zsh", "fish"])
def test_each_shell_gets_what_it_reads(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    script = output(capsys, "completion", name)
    assert "mia-stats" in script
    assert "_ARGCOMPLETE" in script
    mark = {"bash": "complete -o", "zsh": "compdef ", "fish": "complete --command mia-stats"}
    assert mark[name] in script


def test_bash_completes_with_what_it_reads(tmp_path: Path) -> None:
    program = tmp_path / "mia-stats"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m mia_stats "$@"\n')
    program.chmod(0o755)
    line = (
        f'eval "$({program} completion bash)"; '
        'COMP_LINE="run odds --var"; COMP_POINT=14; COMP_WORDS=(run odds --var); COMP_CWORD=2; '
        f'_python_argcomplete {program}; echo "${{COMPREPLY[@]}}"'
    )
    run = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "--variant"


def test_without_argcomplete_the_error_says_what_to_install(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("argcomplete", "argcomplete.shell_integration"):
        monkeypatch.setitem(sys.modules, module, None)
    assert 'pip install "mia-stats[completion]"' in error(capsys, "completion", "bash")
