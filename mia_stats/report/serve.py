"""Serve the page over HTTP to the browsers of this machine, or of its network too."""

from __future__ import annotations

import errno
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from selectors import EVENT_READ, DefaultSelector
from socketserver import TCPServer
from types import FrameType
from typing import Any

from mia_stats.utils.checks import whole_number

__all__ = ["PageServer", "network_address"]

_THIS_MACHINE = "127.0.0.1"
_EVERYWHERE = "0.0.0.0"
_STOP = frozenset({signal.SIGINT, signal.SIGTERM})
_ELSEWHERE = ("192.0.2.1", "10.255.255.254", "172.31.255.254", "192.168.255.254", "169.254.1.1")
_TAKE_ANOTHER = "take another one, or 0 for any that is free"
_REASONS = {
    errno.EADDRINUSE: f"something else uses it; {_TAKE_ANOTHER}",
    errno.EACCES: f"it needs rights that you do not have; {_TAKE_ANOTHER}",
}


def network_address() -> str | None:
    """Return the IPv4 address of this machine in its network, or None where there is none.

    No packet is sent: a datagram socket that is given a peer chooses its own address at once.
    Where there is no way out of the network, the name of the machine may have one.
    """
    return next(filter(_is_of_a_network, _addresses()), None)


def _addresses() -> Iterator[str]:
    """Yield what may be the address, the likeliest first."""
    yield from map(_address_towards, _ELSEWHERE)
    with suppress(OSError, UnicodeError):  # a name that nobody knows, or that is none
        yield from socket.gethostbyname_ex(socket.gethostname())[2]


def _address_towards(peer: str) -> str:
    """Return the address that a datagram to a peer would be sent from, or nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        try:
            sender.connect((peer, 9))
        except OSError:
            return ""
        return str(sender.getsockname()[0])


def _is_of_a_network(address: str) -> bool:
    return bool(address) and address != _EVERYWHERE and not address.startswith("127.")


class PageServer(ThreadingHTTPServer):
    """A server of one page, which is at `/`; it has the port from the start.

    Each request has a thread of its own, that nobody waits for: who is slow, or says nothing,
    keeps neither the others nor the end waiting.

    Parameters
    ----------
    port : int
        The port, or 0 for any that is free.
    lan : bool
        Whether the other machines of the network may open the page too.

    Attributes
    ----------
    address : str
        Where this machine opens the page.
    network_address : str or None
        Where the others do; None without `lan`, and where no network is found.
    html : str
        The page.

    Raises
    ------
    OSError
        If the port can't be had, because another program has it or for lack of rights.
    TypeError
        If `port` is no integer.
    ValueError
        If there is no such port.

    Examples
    --------
    >>> from threading import Thread
    >>> from urllib.request import urlopen
    >>> with PageServer(0) as server:
    ...     server.html = "<!DOCTYPE html><title>Mia</title>"
    ...     Thread(target=server.handle_request).start()
    ...     urlopen(server.address).read()
    b'<!DOCTYPE html><title>Mia</title>'
    """

    daemon_threads = True
    allow_reuse_address = os.name == "posix"  # elsewhere it takes the port of a running server

    def __init__(self, port: int = 8000, *, lan: bool = False) -> None:
        port = whole_number(port, "the port", 0, 65535)
        self.html = ""
        network = network_address() if lan else None
        try:
            super().__init__((_EVERYWHERE if network else _THIS_MACHINE, port), _Handler)
        except OSError as error:
            reason = _REASONS.get(error.errno or 0, f"{error.strerror}; {_TAKE_ANOTHER}")
            raise OSError(error.errno, reason, f"port {port}") from None
        self.address = f"http://{_THIS_MACHINE}:{self.server_port}/"
        self.network_address = f"http://{network}:{self.server_port}/" if network else None

    def server_bind(self) -> None:
        """Take the port, without a look at name servers, which may take long to answer."""
        TCPServer.server_bind(self)
        host, self.server_port = self.socket.getsockname()
        self.server_name = str(host)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say what went wrong, unless a client has gone away."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)

    def run(self, ready: Callable[[], object]) -> None:
        """Answer until Ctrl-C or SIGTERM, which raise nothing here.

        Parameters
        ----------
        ready : callable
            It is called when both would stop the server, and somebody may be told that it runs.

        Raises
        ------
        ValueError
            If this is not the main thread, which alone hears of signals.
        """
        self.timeout = 0  # who comes has come already, or is gone again
        with _signals() as signals, DefaultSelector() as selector:
            selector.register(self, EVENT_READ)
            selector.register(signals, EVENT_READ)
            ready()
            while True:
                for key, _ in selector.select():
                    if key.fileobj is self:
                        self.handle_request()
                    elif _STOP & {*signals.recv(1 << 10)}:
                        return


@contextmanager
def _signals() -> Iterator[socket.socket]:
    """Return a socket with a byte for each signal that asks the process to stop."""
    heard, ours = socket.socketpair()
    with heard, ours:
        ours.setblocking(False)
        before = signal.set_wakeup_fd(ours.fileno(), warn_on_full_buffer=False)
        handlers = {number: signal.signal(number, _nothing) for number in _STOP}
        try:
            yield heard
        finally:
            for number, handler in handlers.items():
                signal.signal(number, signal.SIG_DFL if handler is None else handler)
            signal.set_wakeup_fd(before)


def _nothing(_number: int, _frame: FrameType | None) -> None:
    """Let the byte on the socket say it all: an exception might hit any line."""


class _Handler(BaseHTTPRequestHandler):
    """Answers one request: the page for `/`, and a line of text for all else."""

    server: PageServer
    timeout = 60  # seconds for a whole page, which a phone far from the router may need
    error_content_type = "text/plain; charset=utf-8"
    error_message_format = "%(code)d %(message)s: %(explain)s\n"

    def do_GET(self) -> None:
        """Send the page."""
        self._answer()

    def do_HEAD(self) -> None:
        """Send what stands above the page."""
        self._answer()

    def _answer(self) -> None:
        if self.path.partition("?")[0] != "/":
            self.send_error(HTTPStatus.NOT_FOUND, explain="there is one page, at /")
            return
        page = self.server.html.encode()
        tag = f'"{sha256(page).hexdigest()[:32]}"'
        known = ",".join(self.headers.get_all("If-None-Match", ())).split(",")
        is_known = {tag, "*"} & {one.strip().removeprefix("W/") for one in known}
        self.send_response(HTTPStatus.NOT_MODIFIED if is_known else HTTPStatus.OK)
        if not is_known:
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(page)))
        self.send_header("ETag", tag)
        self.send_header("Cache-Control", "no-cache")
        self.end_headers()
        if not is_known and self.command == "GET":
            self.wfile.write(page)

    def end_headers(self) -> None:
        """End the headers with one that all answers have."""
        self.send_header("X-Content-Type-Options", "nosniff")
        super().end_headers()

    def version_string(self) -> str:
        """Return who answers, whatever Python that is."""
        return "mia-stats"

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as it is overridden
        """Keep the terminal quiet: it shows the address, and a code to scan."""
