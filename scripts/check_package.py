"""Check what users install: build both archives, look inside, install the wheel and use it."""

from __future__ import annotations

import email
import re
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

CONSUMER = '''
from fractions import Fraction

import mia_stats as mia
from mia_stats import plotting

chance: Fraction = mia.beat_probability(54, "meyer", rolls=2)
row: mia.OddsRow = mia.odds(mia.STANDARD)[(4, 5)]
best: tuple[mia.Outcome, ...] = mia.medians().even
rules: mia.Rules = mia.Rules("points", lives=3, next_starter="loser")
result: mia.SimulatedGames = mia.simulate_games([mia.HONEST, "liar"], rules, games=10, rng=1)
weighed: mia.Evaluation = mia.evaluate(["honest", mia.doubter(61)])
value: Fraction = mia.solve_round().values[54]
titles: list[str] = [plotting.plot_chances().get_title()]


class Coward:
    """A strategy of one's own."""

    name = "coward"

    def choose_call(self, seen: mia.CallSituation, rng: object) -> mia.Tiers:
        return seen.lowest

    def answer(self, seen: mia.AnswerSituation, rng: object) -> mia.Tiers:
        return seen.call * 0 + mia.DOUBT


player: mia.Strategy = Coward()
'''


def run(*command: str | Path, cwd: Path | None = None) -> str:
    """Run a command and return what it prints; its failure is that of the check."""
    done = subprocess.run(
        [*map(str, command)], cwd=cwd, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


def expect(fact: bool, what: str) -> None:
    """Say that a fact is checked, or stop where it is none."""
    if not fact:
        raise SystemExit(f"not so: {what}")
    print(f"checked: {what}")


def package_files() -> set[str]:
    """Return the files of the package that are kept under version control."""
    return set(run("git", "ls-files", "mia_stats", cwd=ROOT).split())


def check_archives(folder: Path) -> Path:
    """Build both archives, compare what is inside with the repository, and return the wheel."""
    run(sys.executable, "-m", "build", "--outdir", folder, ROOT)
    (wheel,), (sdist,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        info = next(name for name in names if name.endswith(".dist-info/METADATA"))
        metadata = email.message_from_bytes(archive.read(info))
        licence = archive.read(info.replace("METADATA", "licenses/LICENSE"))
    packed = {name for name in names if ".dist-info/" not in name}
    expect(packed == package_files(), f"{wheel.name} holds the package and nothing else")
    expect("mia_stats/py.typed" in packed, "py.typed is inside")
    expect(licence == (ROOT / "LICENSE").read_bytes(), "the licence is inside")
    expect(metadata["License-Expression"] == "MIT", "the metadata name the licence")
    expect(metadata["Requires-Python"] == ">=3.11", "the metadata name the Python versions")
    expect(
        metadata.get_payload(decode=True) == (ROOT / "README.md").read_bytes(),
        "the metadata hold the README",
    )
    with tarfile.open(sdist) as source:
        inside = {member.name.partition("/")[2] for member in source.getmembers()}
    rest = {"LICENSE", "PKG-INFO", "README.md", "pyproject.toml", ".gitignore"}
    expect(inside == package_files() | rest, f"{sdist.name} holds the package and its metadata")
    return wheel


def check_installed(folder: Path, wheel: Path) -> Path:
    """Install the wheel into an environment of its own, use it, and return its Python."""
    venv.create(folder / "venv", with_pip=True)
    python = folder / "venv" / "bin" / "python"
    run(python, "-m", "pip", "install", "--quiet", wheel)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = {re.split(r"[^\w-]", line)[0] for line in project["dependencies"]}
    tops = run(python, "-m", "pip", "list", "--not-required", "--format", "freeze")
    listed = {line.partition("==")[0] for line in tops.split()}
    expect(listed <= {"mia-stats", "mia_stats", "pip", "setuptools"}, "nothing else is installed")
    requires = run(python, "-m", "pip", "show", "mia-stats").split("Requires:")[1].split("\n")[0]
    expect(
        {name.strip() for name in requires.split(",")} == declared,
        f"it needs {', '.join(sorted(declared))} and no more",
    )
    command = folder / "venv" / "bin" / "mia-stats"
    expect("1/2 (50.0 %)" in run(command, "odds", "54", cwd=folder), "the command runs")
    figures = run(command, "figures", folder / "charts", cwd=folder)
    expect(all(Path(path).is_file() for path in figures.split()), "it draws the chart")
    return python


def check_types(folder: Path, python: Path) -> None:
    """Type-check a program that uses what is installed."""
    consumer = folder / "consumer.py"
    consumer.write_text(CONSUMER)
    run(sys.executable, "-m", "mypy", "--strict", "--python-executable", python, consumer,
        cwd=folder)  # fmt: skip
    print("checked: a program that uses it passes mypy --strict")
    run(sys.executable, "-m", "pyright", "--pythonpath", python, consumer, cwd=folder)
    print("checked: a program that uses it passes pyright")


def main() -> int:
    """Check everything; the status is 0 when all of it is so."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        wheel = check_archives(folder)
        python = check_installed(folder, wheel)
        check_types(folder, python)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
