"""https by the proxies of deploy/: pages, streams that come as they happen, sockets, and who asks."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from api.replay.filed import LARGEST_FILE as LARGEST_EXPORT
from api.rest.routes import ROUTES
from tests.api.fights import WATCH, Bridge
from tests.api.maps.files import dungeondraft, written
from tests.api.table import ADMIN, Table, free_port, serving
from tests.guide.blocks import GUIDE
from tests.support.terminal import ROOT

DEPLOY = ROOT / "deploy"
HTTPS, LIMITS = GUIDE / "https.md", GUIDE / "limits.md"


class Proxy:
    """A proxy that runs. trust: what accepts its certificate."""

    def __init__(self, port: int, plain: int, trust: ssl.SSLContext) -> None:
        self.port, self.plain, self.trust = port, plain, trust
        self.url, self.origin = f"https://localhost:{port}", f"https://localhost:{port}"


@contextmanager
def running(command: list[str], folder: Path, **environment: str) -> Iterator[None]:
    """A program in the foreground, ended by SIGTERM."""
    with (folder / "proxy.log").open("wb") as log:
        process = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log, env={**os.environ, **environment})
        try:
            yield
        finally:
            process.terminate()
            try:
                process.wait(15)
            finally:
                process.kill()
                process.wait()


def _up(proxy: Proxy, folder: Path) -> Proxy:
    """Wait until it lets a request through."""
    end = time.monotonic() + 15
    while time.monotonic() < end:
        try:
            if httpx.get(f"{proxy.url}/livez", verify=proxy.trust).status_code == 200:
                return proxy
        except httpx.HTTPError:
            time.sleep(0.1)
    raise AssertionError((folder / "proxy.log").read_text(errors="replace")[-3000:])


@contextmanager
def caddy(table: Table, folder: Path) -> Iterator[Proxy]:
    """deploy/Caddyfile as it is, on loopback and free ports, with a certificate of its own authority."""
    if shutil.which("caddy") is None:
        pytest.skip("there is no caddy on the PATH: install it to try deploy/Caddyfile")
    plain, port = free_port(), free_port()
    settings = {
        "HTTPS_NAME": "localhost",
        "HTTPS_TO": f"127.0.0.1:{table.port}",
        "HTTPS_BIND": "127.0.0.1",
        "HTTPS_PLAIN_PORT": str(plain),
        "HTTPS_PORT": str(port),
        "XDG_DATA_HOME": str(folder / "data"),
        "XDG_CONFIG_HOME": str(folder / "config"),
        "HOME": str(folder),
    }
    with running(["caddy", "run", "--config", str(DEPLOY / "Caddyfile"), "--adapter", "caddyfile"], folder, **settings):
        root = folder / "data" / "caddy" / "pki" / "authorities" / "local" / "root.crt"
        end = time.monotonic() + 15
        while not root.exists() and time.monotonic() < end:
            time.sleep(0.1)
        assert root.exists(), (folder / "proxy.log").read_text(errors="replace")[-3000:]
        yield _up(Proxy(port, plain, ssl.create_default_context(cafile=str(root))), folder)


@contextmanager
def nginx(table: Table, folder: Path) -> Iterator[Proxy]:
    """deploy/nginx.conf with another name, ports and certificate, inside the `http` that a system brings."""
    program = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if program is None or shutil.which("openssl") is None:
        pytest.skip("there is no nginx, or no openssl, on the PATH: install them to try deploy/nginx.conf")
    plain, port, (key, certificate) = free_port(), free_port(), (folder / "key.pem", folder / "certificate.pem")
    kind = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
    whose = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    files = ["-keyout", str(key), "-out", str(certificate)]
    subprocess.run(["openssl", "req", *kind, *whose, *files], check=True, capture_output=True)
    site = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    for told, here in (
        ("server 127.0.0.1:8765;", f"server 127.0.0.1:{table.port};"),
        ("listen 80;", f"listen 127.0.0.1:{plain};"),
        ("listen 443 ssl;", f"listen 127.0.0.1:{port} ssl;"),
        ("server_name skald.example.org;", "server_name localhost;"),
        ("/etc/letsencrypt/live/skald.example.org/fullchain.pem", str(certificate)),
        ("/etc/letsencrypt/live/skald.example.org/privkey.pem", str(key)),
    ):
        assert told in site
        site = site.replace(told, here)
    (folder / "site.conf").write_text(site)
    paths = "".join(
        f"  {name}_temp_path {folder / name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off; worker_processes 1; pid {folder / 'pid'}; error_log stderr;\nevents {{}}\n"
        f"http {{\n  access_log off;\n{paths}  include {folder / 'site.conf'};\n}}\n"
    )
    with running([program, "-p", str(folder), "-c", str(folder / "nginx.conf")], folder):
        yield _up(Proxy(port, plain, ssl.create_default_context(cafile=str(certificate))), folder)


@pytest.fixture(scope="module", params=[caddy, nginx], ids=["caddy", "nginx"])
def proxy(request: pytest.FixtureRequest, table: Table, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    """Each of them, in front of the same service."""
    with request.param(table, tmp_path_factory.mktemp("proxy")) as started:
        yield started


def test_plain_http_leads_to_https(proxy: Proxy) -> None:
    """With the same path."""
    answer = httpx.get(f"http://localhost:{proxy.plain}/play?x=1", follow_redirects=False)
    assert answer.status_code in (301, 308)
    assert answer.headers["location"].startswith("https://localhost")
    assert answer.headers["location"].endswith("/play?x=1")


def test_pages_and_requests_go_through(proxy: Proxy, fight: Bridge) -> None:
    """Pages with their policies, and requests; what is larger than a request may be Skald refuses itself."""
    with httpx.Client(base_url=proxy.url, verify=proxy.trust, timeout=30) as client:
        page = client.get("/play")
        assert page.status_code == 200
        assert "frame-ancestors" in page.headers["content-security-policy"]
        token = {"authorization": f"Bearer {fight.tokens['ana']}"}
        assert client.get(f"/v1/encounters/{fight.id}", headers=token).json()["id"]
        refused = client.post(f"/v1/encounters/{fight.id}/commands", headers=token, json={"command": "x" * 2_000_000})
        assert refused.status_code == 413
        assert refused.json()["code"]


def test_the_largest_file_goes_through(proxy: Proxy) -> None:
    """A map, which is larger than any other file that a route takes. One byte more Skald refuses in its own words."""
    most = max(route.file for route in ROUTES)
    largest = written(dungeondraft(image="A" * (most - len(written(dungeondraft(image=""))))))
    assert len(largest) == most
    headers = {"authorization": f"Bearer {ADMIN}", "content-type": "application/octet-stream"}
    with httpx.Client(base_url=proxy.url, verify=proxy.trust, timeout=60, headers=headers) as client:
        taken = client.post("/v1/maps?system=fantasia", content=largest)
        assert taken.status_code == 200, taken.text[:300]
        assert taken.json()["report"]["picture"] is True
        refused = client.post("/v1/maps?system=fantasia", content=largest + b" ")
        assert (refused.status_code, refused.json()["code"]) == (413, "TOO_LARGE")


def test_the_guide_says_how_large_it_is() -> None:
    """To whoever sets up another proxy, and in the chapter on limits."""
    megabytes = f"{max(route.file for route in ROUTES) // 1_000_000} MB"
    assert f"- Take bodies up to {megabytes}" in HTTPS.read_text(encoding="utf-8")
    assert f"| {megabytes}; {LARGEST_EXPORT // 1_000_000} MB |" in LIMITS.read_text(encoding="utf-8")


@pytest.mark.parametrize(("media", "mark"), [("text/event-stream", "data: "), ("application/x-ndjson", '{"version"')])
async def test_streams_come_as_they_happen(proxy: Proxy, fight: Bridge, media: str, mark: str) -> None:
    """Each event within a second of the act, while the answer goes on."""
    headers = {"authorization": f"Bearer {fight.tokens['ana']}", "accept": media}
    after = fight.open("ana")["version"]
    path = f"/v1/encounters/{fight.id}/events?after={after}&follow=true"
    async with (
        httpx.AsyncClient(base_url=proxy.url, verify=proxy.trust, timeout=30) as client,
        client.stream("GET", path, headers=headers) as answer,
    ):
        lines = answer.aiter_lines()
        for n in range(2):
            wish = {"gm": {"note": {"note": f"note {n}", "to": ["ana"]}}}
            assert (await asyncio.to_thread(fight.act, "gm", wish))["__typename"] == "Accepted"
            async with asyncio.timeout(1.5):
                while mark not in (line := await anext(lines)) or f"note {n}" not in line:
                    pass


async def test_sockets_go_through_from_the_same_origin(proxy: Proxy, fight: Bridge) -> None:
    """A page of that address may open one, and a page of another may not."""
    address = proxy.url.replace("https", "wss") + "/graphql"
    more: dict[str, Any] = {"ssl": proxy.trust, "subprotocols": ["graphql-transport-ws"]}
    async with connect(address, origin=proxy.origin, **more) as socket:  # type: ignore[arg-type]
        await socket.send(json.dumps({"type": "connection_init", "payload": {"token": fight.tokens["ana"]}}))
        assert json.loads(await socket.recv())["type"] == "connection_ack"
        watch = {"query": WATCH, "variables": {"id": fight.id, "after": fight.open("ana")["version"]}}
        await socket.send(json.dumps({"type": "subscribe", "id": "1", "payload": watch}))
        await asyncio.to_thread(fight.act, "gm", {"gm": {"note": {"note": "by socket", "to": ["ana"]}}})
        async with asyncio.timeout(3):
            while "by socket" not in str(await socket.recv()):
                pass
    with pytest.raises(InvalidStatus):
        async with connect(address, origin="https://elsewhere.example", **more):
            pass


@pytest.mark.parametrize("kind", [caddy, nginx])
def test_who_asks_is_told_and_cannot_be_claimed(
    kind: Callable[[Table, Path], AbstractContextManager[Proxy]], redis_url: str, tmp_path: Path
) -> None:
    """Each address has its own rate behind the proxy, whatever it says of itself."""
    settings = {"rate_per_address": 20, "trusted_proxies": ("127.0.0.1",)}
    with serving(redis_url, tmp_path / "data", settings) as table, kind(table, tmp_path) as proxy:

        def statuses(address: str) -> set[int]:
            through = httpx.HTTPTransport(verify=proxy.trust, local_address=address)
            with httpx.Client(base_url=proxy.url, transport=through) as client:
                claims = [{"x-forwarded-for": f"203.0.113.{n}"} for n in range(30)]
                return {client.get("/v1/systems", headers=claim).status_code for claim in claims}

        assert statuses("127.0.0.2") == {200, 429}
        assert 200 in statuses("127.0.0.3")
