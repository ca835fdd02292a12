"""Facts about the server of the page, asked by real clients on this machine."""

from __future__ import annotations

import errno
import os
import signal
import socket
import struct
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from email.message import Message
from functools import partial
from http.client import HTTPConnection
from threading import Event, Thread
from typing import Any

import pytest

from mia_stats.report import serve
from mia_stats.report.serve import PageServer, network_address

PAGE = "<!DOCTYPE html><title>Mäxchen</title>"
SOON = 60  # seconds; a test that waits so long has failed
BIG = 30_000_000  # letters, more than lie on the way between two programs


@pytest.fixture(name="server")
def running_server() -> Iterator[PageServer]:
    """Return a server that runs in a thread."""
    with PageServer(0) as running:
        running.html = PAGE
        thread = Thread(target=running.serve_forever, args=[0.01])
        thread.start()
        yield running
        running.shutdown()
        thread.join()


def ask(
    server: PageServer, path: str = "/", method: str = "GET", **headers: str
) -> tuple[int, Message, bytes]:
    """Return the status, the headers and the body of an answer."""
    client = HTTPConnection("127.0.0.1", server.server_port, timeout=SOON)
    try:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        client.request(method, path, headers=named)
        answer = client.getresponse()
        return answer.status, answer.headers, answer.read()
    finally:
        client.close()


def connected(port: int, said: bytes) -> socket.socket:
    """Return a client that has said something, and now waits."""
    client = socket.create_connection(("127.0.0.1", port), timeout=SOON)
    client.sendall(said)
    return client


class TestAnswers:
    """What a browser gets."""

    @pytest.mark.parametrize("path", ["/", "/?variant=meyer"])
    def test_the_page(self, server: PageServer, path: str) -> None:
        status, headers, body = ask(server, path)
        assert (status, body.decode()) == (200, PAGE)
        assert headers["Content-Type"] == "text/html; charset=utf-8"
        assert int(headers["Content-Length"]) == len(PAGE.encode()) == len(PAGE) + 1
        assert headers["Cache-Control"] == "no-cache"
        assert headers["X-Content-Type-Options"] == "nosniff"

    def test_head_is_the_same_without_the_page(self, server: PageServer) -> None:
        (_, whole, _), (status, headers, body) = ask(server), ask(server, method="HEAD")
        assert (status, body) == (200, b"")
        assert {*whole.items(), *headers.items()} - {*headers.items()} <= {("Date", whole["Date"])}

    @pytest.mark.parametrize("path", ["/mia.html", "/favicon.ico", "/../etc/passwd", "//x", "*"])
    def test_there_is_nothing_else(self, server: PageServer, path: str) -> None:
        status, headers, body = ask(server, path)
        assert (status, body) == (404, b"404 Not Found: there is one page, at /\n")
        assert headers["Content-Type"] == "text/plain; charset=utf-8"
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert ask(server, path, method="HEAD")[::2] == (404, b"")

    @pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "<b>"])
    def test_it_can_only_be_read(self, server: PageServer, method: str) -> None:
        status, headers, body = ask(server, method=method)
        assert status == 501
        assert headers["Content-Type"].startswith("text/plain")
        assert body.startswith(b"501 Unsupported method")

    def test_who_has_it_is_not_sent_it_again(self, server: PageServer) -> None:
        tag = ask(server)[1]["ETag"]
        for known in (tag, f"W/{tag}", f'"x", {tag}', "*"):
            for method in ("GET", "HEAD"):
                status, headers, body = ask(server, method=method, If_None_Match=known)
                assert (status, body) == (304, b"")
                assert headers["ETag"] == tag
                assert headers["Cache-Control"] == "no-cache"
        assert ask(server, If_None_Match='"x"')[0] == 200
        server.html = "another"
        assert ask(server, If_None_Match=tag)[0] == 200

    @pytest.mark.parametrize("path", ["/", "/x"])
    def test_it_does_not_tell_which_python_it_is(self, server: PageServer, path: str) -> None:
        _, headers, _ = ask(server, path)
        assert headers["Server"] == "mia-stats"

    def test_what_is_no_request_is_refused(self, server: PageServer) -> None:
        with connected(server.server_port, b"\x16\x03\x01 is how TLS begins\r\n\r\n") as client:
            assert b"400" in client.makefile("rb").read()
        assert ask(server)[0] == 200

    def test_it_says_nothing_of_requests(
        self, server: PageServer, capfd: pytest.CaptureFixture[str]
    ) -> None:
        for path in ("/", "/x"):
            ask(server, path)
        assert capfd.readouterr() == ("", "")


class TestClients:
    """They may be slow, silent or gone."""

    @pytest.mark.parametrize("said", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: me\r\n"])
    def test_who_does_not_finish_keeps_nobody_waiting(
        self, server: PageServer, said: bytes
    ) -> None:
        with connected(server.server_port, said):
            assert ask(server)[0] == 200
            server.shutdown()  # which would wait for a request that has no thread of its own
            server.server_close()  # and this for threads that are no daemons

    def test_who_does_not_read_keeps_nobody_waiting(self, server: PageServer) -> None:
        server.html = "x" * BIG
        with connected(server.server_port, b"GET / HTTP/1.1\r\n\r\n") as client:
            assert client.recv(4) == b"HTTP"
            assert ask(server, method="HEAD")[0] == 200

    def test_who_goes_away_is_no_error(
        self, monkeypatch: pytest.MonkeyPatch, server: PageServer, capfd: pytest.CaptureFixture[str]
    ) -> None:
        told, handle = Event(), server.handle_error

        def handled(*args: Any) -> None:
            handle(*args)
            told.set()

        monkeypatch.setattr(server, "handle_error", handled)
        server.html = "x" * BIG
        with connected(server.server_port, b"GET / HTTP/1.1\r\n\r\n") as client:
            assert client.recv(4) == b"HTTP"
            at_once = struct.pack("ii", 1, 0)
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, at_once)
        assert told.wait(SOON)
        assert capfd.readouterr() == ("", "")

    def test_an_error_of_our_own_is_told(
        self, server: PageServer, capfd: pytest.CaptureFixture[str]
    ) -> None:
        server.html = None  # type: ignore[assignment]  # it must fail
        with connected(server.server_port, b"GET / HTTP/1.1\r\n\r\n") as client:
            assert client.recv(4) == b""
        assert "AttributeError" in capfd.readouterr().err


class TestPort:
    """Where it listens."""

    def test_one_that_is_taken(self, server: PageServer) -> None:
        with pytest.raises(OSError, match="something else uses it; take another one") as caught:
            PageServer(server.server_port)
        assert caught.value.errno == errno.EADDRINUSE
        assert caught.value.filename == f"port {server.server_port}"

    @pytest.mark.parametrize(
        ("number", "part"),
        [
            (errno.EACCES, "it needs rights that you do not have; take another one, or 0"),
            (errno.EADDRNOTAVAIL, "the sky fell; take another one, or 0 for any that is free"),
        ],
    )
    def test_one_that_can_not_be_had(
        self, monkeypatch: pytest.MonkeyPatch, number: int, part: str
    ) -> None:
        def refuse(_: object) -> None:
            raise OSError(number, "the sky fell")

        monkeypatch.setattr(PageServer, "server_bind", refuse)
        with pytest.raises(OSError, match=part) as caught:
            PageServer(80)
        assert (caught.value.errno, caught.value.filename) == (number, "port 80")

    @pytest.mark.parametrize("port", [-1, 65536, 10**30])
    def test_there_are_65535(self, port: int) -> None:
        with pytest.raises(ValueError, match="the port must be from 0 to 65535"):
            PageServer(port)

    @pytest.mark.parametrize("port", ["8000", None, 80.5])
    def test_it_is_a_number(self, port: Any) -> None:
        with pytest.raises(TypeError, match="the port"):
            PageServer(port)

    def test_it_is_free_again_at_once(self) -> None:
        with PageServer(0) as first:
            first.html = PAGE
            thread = Thread(target=first.handle_request)
            thread.start()
            assert ask(first)[0] == 200
            thread.join()
        with PageServer(first.server_port) as second:
            assert second.address == first.address == f"http://127.0.0.1:{first.server_port}/"


class TestNetwork:
    """Who may come: this machine, or the network too."""

    def test_only_this_machine_as_a_rule(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(serve, "network_address", lambda: "192.168.7.7")
        with PageServer(0) as server:
            assert server.socket.getsockname()[0] == "127.0.0.1"
            assert server.network_address is None

    def test_everybody_where_that_is_asked_for(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(serve, "network_address", lambda: "192.168.7.7")
        with PageServer(0, lan=True) as server:
            assert server.socket.getsockname()[0] == "0.0.0.0"
            assert server.network_address == f"http://192.168.7.7:{server.server_port}/"
            assert server.address == f"http://127.0.0.1:{server.server_port}/"

    def test_without_a_network_it_stays_closed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(serve, "network_address", lambda: None)
        with PageServer(0, lan=True) as server:
            assert server.socket.getsockname()[0] == "127.0.0.1"
            assert server.network_address is None

    @pytest.mark.parametrize(
        ("towards", "of_the_name", "address"),
        [
            (["192.168.7.7"] * 5, [], "192.168.7.7"),
            (["", "10.1.1.1", "", "", ""], [], "10.1.1.1"),
            (["0.0.0.0", "127.0.0.1", "", "", ""], ["127.0.1.1", "172.16.0.9"], "172.16.0.9"),
            ([""] * 5, ["127.0.1.1"], None),
            ([""] * 5, None, None),
        ],
    )
    def test_the_address_in_the_network(
        self,
        monkeypatch: pytest.MonkeyPatch,
        towards: list[str],
        of_the_name: list[str] | None,
        address: str | None,
    ) -> None:
        """It is that of the way out; else what the name of the machine stands for."""

        def known(name: str) -> tuple[str, list[str], list[str]]:
            if of_the_name is None:
                raise socket.gaierror
            return name, [], of_the_name

        ways = iter(towards)
        monkeypatch.setattr(serve, "_address_towards", lambda _: next(ways))
        monkeypatch.setattr(socket, "gethostbyname_ex", known)
        assert network_address() == address

    def test_the_system_knows_where_a_packet_would_leave(self) -> None:
        assert serve._address_towards("127.0.0.1") == "127.0.0.1"
        assert serve._address_towards("255.255.255.255") == ""  # all at once is not allowed


class TestRun:
    """Until somebody stops it."""

    @pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
    def test_a_signal_stops_it_and_finds_all_as_before(self, number: signal.Signals) -> None:
        before = [signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)]
        with PageServer(0) as server:
            server.run(lambda: signal.raise_signal(number))
        assert [signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)] == before
        assert signal.set_wakeup_fd(-1) == -1

    @pytest.mark.skipif(not hasattr(signal, "SIGUSR1"), reason="there is no other signal")
    def test_no_other_signal_does(self) -> None:
        heard, answers = Event(), []
        before = signal.signal(signal.SIGUSR1, lambda *_: heard.set())

        def visit() -> None:
            signal.raise_signal(signal.SIGUSR1)
            heard.wait(SOON)
            answers.append(ask(server)[2].decode())
            os.kill(os.getpid(), signal.SIGINT)

        try:
            with PageServer(0) as server:
                server.html = PAGE
                visitor = Thread(target=visit)
                server.run(visitor.start)
                visitor.join()
        finally:
            signal.signal(signal.SIGUSR1, before)
        assert answers == [PAGE]

    def test_it_needs_the_main_thread(self) -> None:
        with PageServer(0) as server, ThreadPoolExecutor(1) as threads:
            with pytest.raises(ValueError, match="main thread"):
                threads.submit(server.run, lambda: None).result(SOON)
            assert signal.set_wakeup_fd(-1) == -1

    @pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
    @pytest.mark.parametrize("ignored", [False, True])
    def test_a_process_that_is_busy_ends_well(self, number: signal.Signals, ignored: bool) -> None:
        """Even where a shell that started it in the background had it ignore Ctrl-C."""
        program = (
            "from mia_stats.report.serve import PageServer\n"
            "with PageServer(0) as server:\n"
            f"    server.html = 'x' * {BIG}\n"
            "    server.run(lambda: print(server.server_port, flush=True))\n"
            "print('stopped')"
        )
        how = signal.SIG_IGN if ignored else signal.SIG_DFL
        with subprocess.Popen(
            [sys.executable, "-c", program], text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            preexec_fn=partial(signal.signal, signal.SIGINT, how),
        ) as process, ExitStack() as at_last:  # fmt: skip
            at_last.callback(process.kill)  # where all else fails
            assert process.stdout is not None
            port = int(process.stdout.readline())
            with (
                connected(port, b"GET / HT"),
                connected(port, b"GET / HTTP/1.1\r\n\r\n") as reader,
            ):
                assert reader.recv(4) == b"HTTP"  # and the rest is on its way
                process.send_signal(number)
                out, err = process.communicate(timeout=SOON)
        assert (process.returncode, out, err) == (0, "stopped\n", "")
        with PageServer(port) as server:
            assert server.server_port == port
