"""Check what users install: build both archives, look inside, install the wheel and use it."""

from __future__ import annotations

import doctest
import email
import json
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

DISTRIBUTED = """
from concurrent.futures import Executor

class Client:
    def get_executor(self) -> Executor: ...
"""
"""What stands for distributed, whose own functions have no types."""


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


def readme_program() -> str:
    """Return all Python of the README as one program, each line where it stands there."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    lines = [""] * text.count("\n")
    for block in re.finditer(r"^```py(?:thon)?\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        first = text.count("\n", 0, block.start(1))
        prompts = doctest.DocTestParser().get_examples(block[1])
        parts = [(prompt.lineno, prompt.source) for prompt in prompts] or [(0, block[1])]
        for start, source in parts:
            for place, line in enumerate(source.splitlines(), first + start):
                lines[place] = line
    return "\n".join(lines) + "\n"


def check_types(folder: Path, python: Path) -> None:
    """Type-check programs that use what is installed: the README, and one of all types."""
    run(python, "-m", "pip", "install", "--quiet", "pandas-stubs")
    (folder / "README.py").write_text(readme_program(), encoding="utf-8")
    shutil.copy(ROOT / "tests" / "consumer.py", folder)
    (folder / "distributed.pyi").write_text(DISTRIBUTED)
    (folder / "pyrightconfig.json").write_text(
        # a prompt prints the value of a line that does nothing with it
        json.dumps({"typeCheckingMode": "strict", "reportUnusedExpression": "none"})
    )
    programs = ("README.py", "consumer.py")
    run(sys.executable, "-m", "mypy", "--strict", "--python-executable", python, *programs,
        cwd=folder)  # fmt: skip
    print("checked: the README and a program that uses all types pass mypy --strict")
    run(sys.executable, "-m", "pyright", "--pythonpath", python, *programs, cwd=folder)
    print("checked: they pass pyright in its strict mode")


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
