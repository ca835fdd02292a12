"""Facts about the command that writes the page for a phone, or serves it."""

from __future__ import annotations

import io
import os
import re
import signal
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from urllib.request import urlopen

import pytest

from mia_stats.cli import main, report
from mia_stats.report import page, serve
from mia_stats.report.page import report_html
from mia_stats.report.serve import PageServer
from tests.cli.helpers import error, output

pytest.importorskip("jinja2", reason='pip install "mia-stats[report]"')
segno = pytest.importorskip("segno", reason='pip install "mia-stats[report]"')

SOON = 60  # seconds; a test that waits so long has failed
BLOCKS = {" ": (1, 1), "▀": (0, 1), "▄": (1, 0), "█": (0, 0)}
"""The upper and the lower module of a QR code, where 1 is dark, as on a dark terminal."""


class TestFile:
    """The page as a file."""

    def test_the_command_writes_it(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = tmp_path / "out.html"
        assert output(capsys, "report", "-o", str(path), "--variant", "meyer") == f"{path}\n"
        assert '<option value="little-mia" selected>' in path.read_text(encoding="utf-8")
        assert "'poker'" in error(capsys, "report", "-o", str(path), "--variant", "poker")

    def test_it_has_a_name_of_its_own(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr(page, "report_html", lambda *_, **__: "the page")
        assert output(capsys, "report") == "mia.html\n"
        assert Path("mia.html").read_text() == "the page"
        assert "Is a directory" in error(capsys, "report", "-o", "")

    def test_it_speaks_the_language_of_its_readers(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        german = output(capsys, "report", "--language", "de", "-o", "-")
        assert german == report_html(language="de") != report_html()
        assert "known are en, de, da, sv" in error(capsys, "report", "--language", "fr")

    def test_the_command_prints_it(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert output(capsys, "report", "-o", "-") == report_html()

    @pytest.mark.parametrize("words", [[], ["--serve", "0"]])
    def test_without_jinja_the_error_says_what_to_install(
        self, words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setitem(sys.modules, "jinja2", None)
        assert 'pip install "mia-stats[report]"' in error(capsys, "report", *words)


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[PageServer]:
    """Return the servers that a command has started, which stop as soon as they run."""
    servers: list[PageServer] = []

    def run(server: PageServer, ready: object) -> None:
        assert callable(ready)
        servers.append(server)
        ready()

    monkeypatch.setattr(PageServer, "run", run)
    monkeypatch.setattr(report, "report_html", lambda variant, **_: f"the page of {variant}")
    return servers


def in_a_network(monkeypatch: pytest.MonkeyPatch, address: str | None = "192.168.7.7") -> None:
    monkeypatch.setattr(serve, "network_address", lambda: address)


def modules(lines: list[str]) -> list[list[int]]:
    """Return the modules that blocks show: 1 is dark."""
    pairs = [[BLOCKS[block] for block in line] for line in lines]
    return [[pair[half] for pair in row] for row in pairs for half in (0, 1)]


def code(address: str) -> list[list[int]]:
    """Return the modules of the QR code of an address, with its margin, and a dark last row.

    They are odd in number, so that one row more is printed, in the colour of the terminal.
    """
    rows = [[*map(int, row)] for row in segno.make(address, micro=False).matrix_iter(border=4)]
    assert len(rows) % 2 == 1
    return [*rows, [1] * len(rows)]


class TestServe:
    """The page on a port of this machine."""

    def test_it_says_where_and_how_to_stop(
        self, served: list[PageServer], capsys: pytest.CaptureFixture[str]
    ) -> None:
        printed = output(capsys, "report", "--serve", "0", "--variant", "meyer")
        port = served[0].server_port
        assert printed == (
            f"The page is at http://127.0.0.1:{port}/ (Ctrl-C stops it)\n"
            f"\nStopped; port {port} is free again.\n"
        )
        assert served[0].html == "the page of meyer"

    def test_an_order_of_ones_own(
        self, served: list[PageServer], capsys: pytest.CaptureFixture[str]
    ) -> None:
        order = "21 66 55 44 33 22 11 65 64 63 62 61 54 53 52 51 43 42 41 32 31"
        output(capsys, "report", "--serve", "0", "--order", order)
        assert served[0].html.endswith("own")

    def test_the_port_is_8000_where_none_is_given(
        self,
        served: list[PageServer],
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        ports: list[int] = []

        def refuse(server: PageServer) -> None:
            ports.append(int(server.server_address[1]))
            raise OSError(98, "no")

        monkeypatch.setattr(PageServer, "server_bind", refuse)
        assert "port 8000: " in error(capsys, "report", "--serve")
        assert ports == [8000]

    def test_a_port_in_use(self, capsys: pytest.CaptureFixture[str]) -> None:
        with PageServer(0) as other:
            said = error(capsys, "report", "--serve", str(other.server_port))
        assert said == (
            f"mia-stats: port {other.server_port}: something else uses it; "
            "take another one, or 0 for any that is free\n"
        )

    @pytest.mark.parametrize(
        ("words", "part"),
        [
            (["--lan"], "give --serve too"),
            (["--lan", "-o", "-"], "give --serve too"),
            (["-o", "mia.html", "--serve"], "not allowed with"),
            (["--serve", "-o", "x.html"], "not allowed with"),
            (["--serve", "65536"], "the port must be from 0 to 65535, not 65536"),
            (["--serve", "1e17"], "the port must be from 0 to 65535"),
            (["--serve", "http"], "no whole number"),
            (["--serve", "0", "--variant", "poker"], "'poker'"),
        ],
        ids=lambda value: " ".join(value) if isinstance(value, list) else "",
    )
    def test_what_makes_no_sense_is_refused(
        self, words: list[str], part: str, tmp_path: Path, capsys: pytest.CaptureFixture[str],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:  # fmt: skip
        monkeypatch.chdir(tmp_path)
        assert part in error(capsys, "report", *words)
        assert not list(tmp_path.iterdir())

    def test_a_pipe_reads_where_it_is_and_a_signal_ends_it(self) -> None:
        with subprocess.Popen(
            [sys.executable, "-m", "mia_stats", "report", "--serve", "0"], text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        ) as process, ExitStack() as at_last:  # fmt: skip
            at_last.callback(process.kill)  # where all else fails
            assert process.stdout is not None
            first = process.stdout.readline()
            (address,) = re.findall(r"http://127\.0\.0\.1:\d+/", first)
            with urlopen(address, timeout=SOON) as answer:
                assert answer.read().decode() == report_html()
            process.send_signal(signal.SIGTERM)
            out, err = process.communicate(timeout=SOON)
        assert (process.returncode, err) == (0, "")
        assert out.startswith("\nStopped")


class TestNetwork:
    """To phones it is opened on request, never unsaid, and with a code to scan."""

    def test_it_says_so_and_shows_a_code(
        self,
        served: list[PageServer],
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        in_a_network(monkeypatch)
        first, second, *drawn, _, _ = output(capsys, "report", "--serve", "0", "--lan").splitlines()
        port = served[0].server_port
        assert first == f"The page is at http://127.0.0.1:{port}/ (Ctrl-C stops it)"
        address = f"http://192.168.7.7:{port}/"
        assert second == f"Anybody in this network can open it too, at {address}"
        assert modules(drawn) == code(address)

    def test_without_a_network_it_says_that(
        self,
        served: list[PageServer],
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        in_a_network(monkeypatch, None)
        _, second, *rest = output(capsys, "report", "--serve", "0", "--lan").splitlines()
        assert second == "There is no network: only this machine can open it."
        assert len(rest) == 2

    @pytest.mark.parametrize("columns", [20, 32, 33])
    def test_a_narrow_terminal_has_no_room_for_it(
        self,
        columns: int,
        served: list[PageServer],
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        in_a_network(monkeypatch)
        monkeypatch.setattr(report, "width_of", lambda _: columns)
        printed = output(capsys, "report", "--serve", "0", "--lan")
        assert ("█" in printed) == (columns == 33)
        left_out = f"The QR code is left out: it is 33 columns wide, this is {columns}.\n"
        assert (left_out in printed) == (columns < 33)

    @pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8", "cp437", "utf-16"])
    def test_an_encoding_without_blocks_can_not_show_it(
        self, encoding: str, served: list[PageServer], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        in_a_network(monkeypatch)
        raw = io.BytesIO()
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding))
        assert main(["report", "--serve", "0", "--lan"]) == 0
        printed = raw.getvalue().decode(encoding)
        left_out = f"The QR code is left out: the standard output is {encoding}, without blocks."
        assert (left_out in printed) != ("▀█" in printed)
        assert (left_out in printed) == (encoding in ("ascii", "cp1252"))
        assert "?" not in printed

    def test_without_segno_the_error_says_what_to_install(
        self,
        served: list[PageServer],
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        in_a_network(monkeypatch)
        monkeypatch.setitem(sys.modules, "segno", None)
        said = error(capsys, "report", "--serve", "0", "--lan")
        assert said == 'mia-stats: the QR code needs segno: pip install "mia-stats[report]"\n'
        assert not served

    @pytest.mark.parametrize("colours", [{"TERM": "xterm"}, {"TERM": "dumb"}, {"NO_COLOR": "1"}])
    def test_on_a_terminal_it_is_light_and_dark_whatever_the_terminal_is(
        self, colours: dict[str, str]
    ) -> None:
        """Unless there are no colours to be had."""
        pty = pytest.importorskip("pty", reason="there are no pseudo-terminals here")
        program = (
            "from mia_stats.report import serve; serve.network_address = lambda: '192.168.7.7'; "
            "from mia_stats.cli import main, report; "
            "report.report_html = lambda _, **__: 'the page'; "
            "raise SystemExit(main(['report', '--serve', '0', '--lan']))"
        )
        ours, theirs = pty.openpty()
        names = ("FORCE_COLOR", "NO_COLOR")
        env = {name: value for name, value in os.environ.items() if name not in names}
        env |= {"PYTHONIOENCODING": "utf-8", "COLUMNS": "80", "TERM": "xterm"} | colours
        process = subprocess.Popen(
            [sys.executable, "-c", program], stdin=theirs, stdout=theirs, stderr=theirs, env=env
        )
        os.close(theirs)
        with process, os.fdopen(ours, "rb", buffering=0) as terminal, ExitStack() as at_last:
            at_last.callback(process.kill)  # where all else fails
            shown = b""
            while shown.count(b"\n") < 19:  # two lines and a code
                shown += terminal.read(1 << 16)
            process.send_signal(signal.SIGINT)
            while shown.count(b"\n") < 21:
                shown += terminal.read(1 << 16)
            assert process.wait(SOON) == 0
        *drawn, _, last = shown.decode().split("\r\n")[2:-1]
        assert last.startswith("Stopped; port ")
        coloured = [re.fullmatch("\x1b\\[38;5;231;48;5;16m(.*)\x1b\\[0m", line) for line in drawn]
        plain = [found[1] if found else line for found, line in zip(coloured, drawn, strict=True)]
        assert all(coloured) == (colours == {"TERM": "xterm"})
        assert any(coloured) == all(coloured)
        (port,) = re.findall(r"port (\d+) ", last)
        assert modules(plain) == code(f"http://192.168.7.7:{port}/")
