"""One message on its way: what is connected to, what is read of the answer, and how long all of it may take."""

from __future__ import annotations

import asyncio
import ssl
import subprocess
import time
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from ipaddress import ip_address
from pathlib import Path

import pytest

from api.webhooks import sending
from api.webhooks.address import read_address
from api.webhooks.networks import Address, read_networks
from api.webhooks.sending import Answered, Names, NotSent, Sender
from tests.support.amounts import PATIENCE

HOME = read_networks(["127.0.0.0/8"])
OK = b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"


class Lookup:
    """Answers in turn, and counts how often it is asked."""

    def __init__(self, *found: Sequence[str]) -> None:
        self.found, self.asked = list(found), 0

    async def __call__(self, host: str, port: int) -> list[Address]:
        self.asked += 1
        return [ip_address(one) for one in self.found[min(self.asked, len(self.found)) - 1]]


class Server:
    """port: where it listens; heard: what came, of each connection."""

    def __init__(self) -> None:
        self.port, self.heard = 0, list[bytes]()


@asynccontextmanager
async def server(
    *answer: bytes | float, host: str = "127.0.0.1", context: ssl.SSLContext | None = None
) -> AsyncGenerator[Server, None]:
    """Answers each connection with these bytes; a number: seconds of silence between them."""
    made = Server()

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        made.heard.append(b"")
        try:
            made.heard[-1] += await reader.readuntil(b"\r\n\r\n")
            made.heard[-1] += await reader.read(65_536)
            for part in answer:
                if isinstance(part, bytes):
                    writer.write(part)
                    await writer.drain()
                else:
                    await asyncio.sleep(part)
        except (OSError, EOFError):
            pass
        finally:
            writer.close()

    listening = await asyncio.start_server(talk, host, 0, ssl=context)
    made.port = listening.sockets[0].getsockname()[1]
    try:
        yield made
    finally:
        listening.close()


async def send(address: str, lookup: Lookup, *, seconds: float = 5, body: bytes = b"{}") -> Answered:
    """Send a message there."""
    return await Sender(HOME, lookup, seconds=seconds).send(read_address(address), [("Webhook-Id", "1")], body)


async def failed(address: str, lookup: Lookup, **more: float) -> str:
    """Why it was not sent."""
    with pytest.raises(NotSent) as caught:
        await send(address, lookup, **more)
    return caught.value.code


async def test_a_message_arrives_at_the_judged_address_under_its_name() -> None:
    """One lookup, one connection; the request names the host as the address does."""
    async with server(OK) as there:
        lookup = Lookup(["127.0.0.1"])
        assert await send(f"http://hook.example:{there.port}/a?b=1", lookup, body=b'{"a": 1}') == Answered(200)
        assert lookup.asked == 1
        head, _, body = there.heard[0].partition(b"\r\n\r\n")
        lines = head.decode().split("\r\n")
        assert lines[0] == "POST /a?b=1 HTTP/1.1"
        assert f"Host: hook.example:{there.port}" in lines
        assert {"Content-Length: 8", "Connection: close", "Webhook-Id: 1"} <= set(lines)
        assert body == b'{"a": 1}'


async def test_a_name_that_changes_is_judged_by_what_is_connected_to() -> None:
    """The second answer of the resolver would be inside: it is never asked for."""
    async with server(OK, host="127.0.0.2") as inside, server(OK) as outside:
        lookup = Lookup(["127.0.0.1"], ["127.0.0.2"])
        sender = Sender(read_networks(["127.0.0.1/32"]), lookup, seconds=5)
        assert (await sender.send(read_address(f"http://a.example:{outside.port}"), [], b"{}")).status == 200
        with pytest.raises(NotSent, match="ADDRESS"):
            await sender.send(read_address(f"http://a.example:{inside.port}"), [], b"")
        assert (len(outside.heard), inside.heard) == (1, [])


@pytest.mark.parametrize(
    "found",
    [["10.0.0.1"], ["::1"], ["::ffff:10.0.0.1"], ["64:ff9b::a00:1"], ["2002:a00:1::1"], ["127.0.0.1", "10.0.0.1"], []],
)
async def test_one_address_inside_condemns_a_name(found: list[str]) -> None:
    """Whatever else it has; and a name without addresses is told in the same word."""
    async with server(OK) as there:
        assert await failed(f"http://a.example:{there.port}", Lookup(found)) == "ADDRESS"
        assert there.heard == []


async def test_names_are_looked_up_for_real_and_off_the_loop() -> None:
    """`localhost` is this machine, which is refused unless it is named; a name that is none is told alike."""
    names = Names()
    try:
        assert {str(one) for one in await names("localhost", 1)} & {"127.0.0.1", "::1"}
        for host in ("localhost", "no.such.name.invalid"):
            with pytest.raises(NotSent, match="ADDRESS"):
                await Sender((), names, seconds=5).send(read_address(f"https://{host}"), [], b"")
    finally:
        names.close()


async def test_redirects_are_not_followed() -> None:
    """They are an answer like any other that is no success, also where they lead to what may be reached."""
    async with (
        server(OK) as other,
        server(b"HTTP/1.1 307 Elsewhere\r\nlocation: http://127.0.0.1:%d/\r\n\r\n" % other.port) as there,
    ):
        assert await send(f"http://a.example:{there.port}", Lookup(["127.0.0.1"])) == Answered(307)
        assert other.heard == []


async def test_nothing_but_the_status_is_read() -> None:
    """A body without an end is not waited for, and takes no memory."""
    endless = b"x" * 65_536
    async with server(b"HTTP/1.1 200 OK\r\n\r\n", *[endless] * 400) as there:
        before = time.monotonic()
        assert (await send(f"http://a.example:{there.port}", Lookup(["127.0.0.1"]))).status == 200
        assert time.monotonic() - before < 30


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        ([b"SSH-2.0-OpenSSH_9\r\n"], "ANSWER"),
        ([b"HTTP/1.1 200 OK\r\n" + b"x: y\r\n" * 20_000], "ANSWER"),
        ([b"HTTP/1.1 200 OK\r\nx: " + b"y" * 200_000], "ANSWER"),
        ([b"HTTP/1.1 100 Continue\r\n\r\n" * 5_000], "ANSWER"),
        ([b"HTTP/1.1 200 OK\r\n"], "ANSWER"),
        ([], "ANSWER"),
        ([5.0], "TIMEOUT"),
        ([b"HTTP/1.1 200 OK\r\n", 5.0], "TIMEOUT"),
        ([part for _ in range(100) for part in (b"HTTP/1.1 100 Continue\r\n\r\n", 0.05)], "TIMEOUT"),
    ],
)
async def test_what_is_no_answer_ends_in_time(answer: list[bytes | float], code: str) -> None:
    """However it drips."""
    async with server(*answer) as there:
        before = time.monotonic()
        assert await failed(f"http://a.example:{there.port}", Lookup(["127.0.0.1"]), seconds=0.5) == code
        assert time.monotonic() - before < 30


async def test_a_refused_connection_goes_on_to_the_next_address() -> None:
    """In turn; if none takes one, that is told."""
    async with server(OK) as there:
        assert (await send(f"http://a.example:{there.port}", Lookup(["127.0.0.9", "127.0.0.1"]))).status == 200
        assert await failed(f"http://a.example:{there.port}", Lookup(["127.0.0.9"])) == "CONNECTION"


async def test_a_lookup_that_hangs_ends_in_time() -> None:
    """With everything else."""

    class Hangs(Lookup):
        async def __call__(self, host: str, port: int) -> list[Address]:
            await asyncio.sleep(60)
            return []

    assert await failed("http://a.example", Hangs(), seconds=0.2) == "TIMEOUT"


@pytest.mark.parametrize(("header", "wait"), [("120", 120), ("999999", 3600), ("soon", 0), ("-1", 0), ("9" * 30, 0)])
async def test_a_receiver_may_ask_for_time(header: str, wait: int) -> None:
    """In seconds, up to an hour."""
    answer = f"HTTP/1.1 503 Later\r\nretry-after: {header}\r\n\r\n".encode()
    async with server(answer) as there:
        assert await send(f"http://a.example:{there.port}", Lookup(["127.0.0.1"])) == Answered(503, wait)


# -- https
@pytest.fixture
def certificate(tmp_path: Path) -> Callable[[str], tuple[ssl.SSLContext, Path]]:
    """Makes a certificate for a name, signed by itself."""

    def made(name: str) -> tuple[ssl.SSLContext, Path]:
        key, file = tmp_path / "key.pem", tmp_path / "certificate.pem"
        command = [
            "openssl",
            "req",
            "-x509",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:P-256",
            "-nodes",
            "-days",
            "2",
        ]
        command += [
            "-keyout",
            str(key),
            "-out",
            str(file),
            "-subj",
            f"/CN={name}",
            "-addext",
            f"subjectAltName=DNS:{name}",
        ]
        try:
            subprocess.run(command, check=True, capture_output=True, timeout=PATIENCE)
        except (OSError, subprocess.CalledProcessError) as error:
            pytest.skip(f"openssl makes no certificate here: {error}")
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(file, key)
        return context, file

    return made


@pytest.mark.parametrize("name", ["hook.example", "other.example"])
async def test_a_certificate_is_judged_by_the_name_and_not_by_the_address(
    certificate: Callable[[str], tuple[ssl.SSLContext, Path]], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """The name goes along when the connection is made (SNI); another's certificate is refused, and so is an unknown
    one's."""
    context, file = certificate(name)
    asked: list[str | None] = []
    context.sni_callback = lambda socket, server_name, own: asked.append(server_name)
    trusted = ssl.create_default_context(cafile=str(file))
    async with server(OK, context=context) as there:
        address = f"https://hook.example:{there.port}/"
        assert await failed(address, Lookup(["127.0.0.1"])) == "CONNECTION"
        monkeypatch.setattr(sending, "_trusted", lambda: trusted)
        if name == "hook.example":
            assert (await send(address, Lookup(["127.0.0.1"]))).status == 200
        else:
            assert await failed(address, Lookup(["127.0.0.1"])) == "CONNECTION"
        assert set(asked) == {"hook.example"}
        assert sum(map(len, there.heard)) > 0 if name == "hook.example" else not any(there.heard)
