"""https by the proxies of deploy/: pages, streams that come as they happen, sockets, and who asks."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from api.config import from_environment
from api.replay.filed import LARGEST_FILE as LARGEST_EXPORT
from api.rest.routes import ROUTES
from tests.api.fights import WATCH, Bridge
from tests.api.maps.files import dungeondraft, written
from tests.api.table import ADMIN, Table, free_port
from tests.api.vtt.test_behind_https import addresses, manifests
from tests.guide.blocks import GUIDE, blocks
from tests.support.amounts import PATIENCE, groups
from tests.support.processes.terminal import ROOT, environment

DEPLOY = ROOT / "deploy"
NAME = "skald.example.org"
"""What stands in the recipes for a name of one's own."""
HTTPS, LIMITS = GUIDE / "https.md", GUIDE / "limits.md"


def recipes() -> dict[str, tuple[str, str]]:
    """The two commands of each recipe as the guide gives them, by the program: one for Skald, one for the proxy."""
    found = [block.text.splitlines() for block in blocks(HTTPS) if block.words == ("sh",)]
    return {re.findall(r"sudo (?:\w+=\S+ )?(caddy|nginx)", proxy)[0]: (skald, proxy) for skald, proxy in found}


class Proxy:
    """A proxy that runs. trust: what accepts its certificate."""

    def __init__(self, port: int, plain: int, trust: ssl.SSLContext) -> None:
        self.port, self.plain, self.trust = port, plain, trust
        self.url, self.origin = f"https://localhost:{port}", f"https://localhost:{port}"


def programs(folder: Path, **here: str) -> str:
    """A PATH on which `sudo` needs no password, `skald` is the code under test, and these stand for themselves."""
    found = folder / "bin"
    found.mkdir()
    known = {"sudo": 'exec env "$@"', "skald": f'exec {sys.executable} -m api.cli "$@"', **here}
    for name, what in known.items():
        (found / name).write_text(f"#!/bin/sh\n{what}\n")
        (found / name).chmod(0o755)
    return f"{found}:{os.environ['PATH']}"


@contextmanager
def running(command: str, folder: Path, at: Path, **around: str) -> Iterator[None]:
    """A program in the foreground, ended by SIGTERM. command: a line of a shell; at: where it is typed."""
    with (folder / "program.log").open("ab") as log:
        line = ["sh", "-c", f"exec env {command}"]
        process = subprocess.Popen(line, cwd=at, stdout=log, stderr=log, env=environment(**around))
        try:
            yield
        finally:
            process.terminate()
            try:
                process.wait(PATIENCE)
            finally:
                process.kill()
                process.wait()


def until(there: Callable[[], bool], folder: Path, seconds: float = 15) -> None:
    """Wait until a program is so far. AssertionError with what it said."""
    end = time.monotonic() + seconds
    while not there():
        assert time.monotonic() < end, (folder / "program.log").read_text(errors="replace")[-3000:]
        time.sleep(0.1)


def answers(url: str, trust: ssl.SSLContext | bool = True) -> bool:
    """Whether an address answers well."""
    try:
        return httpx.get(url, verify=trust).status_code == 200
    except httpx.HTTPError:
        return False


def _up(proxy: Proxy, folder: Path) -> Proxy:
    """Wait until it lets a request through."""
    until(lambda: answers(f"{proxy.url}/livez", proxy.trust), folder)
    return proxy


@contextmanager
def caddy(to: str, folder: Path) -> Iterator[Proxy]:
    """deploy/Caddyfile as it is, by the guide's command, on loopback and free ports, with its own authority."""
    if shutil.which("caddy") is None:
        pytest.skip("there is no caddy on the PATH: install it to try deploy/Caddyfile")
    plain, port = free_port(), free_port()
    settings = {
        "HTTPS_TO": to,
        "HTTPS_BIND": "127.0.0.1",
        "HTTPS_PLAIN_PORT": str(plain),
        "HTTPS_PORT": str(port),
        "XDG_DATA_HOME": str(folder / "data"),
        "XDG_CONFIG_HOME": str(folder / "config"),
        "HOME": str(folder),
        "PATH": programs(folder),
    }
    _, command = recipes()["caddy"]
    assert f"HTTPS_NAME={NAME} " in command
    with running(command.replace(NAME, "localhost"), folder, ROOT, **settings):
        root = folder / "data" / "caddy" / "pki" / "authorities" / "local" / "root.crt"
        until(root.exists, folder)
        yield _up(Proxy(port, plain, ssl.create_default_context(cafile=str(root))), folder)


@contextmanager
def nginx(to: str, folder: Path) -> Iterator[Proxy]:
    """deploy/nginx.conf with another name, ports and certificate, brought to an nginx by the guide's command."""
    program = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if program is None or shutil.which("openssl") is None:
        pytest.skip("there is no nginx, or no openssl, on the PATH: install them to try deploy/nginx.conf")
    plain, port, (key, certificate) = free_port(), free_port(), (folder / "key.pem", folder / "certificate.pem")
    kind = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
    whose = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    files = ["-keyout", str(key), "-out", str(certificate)]
    subprocess.run(["openssl", "req", *kind, *whose, *files], check=True, capture_output=True)
    site = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    assert sum(NAME in line for line in site.splitlines()) == 4, "the guide says how many lines to edit"
    for told, here in (
        ("server 127.0.0.1:8765;", f"server {to};"),
        ("listen 80;", f"listen 127.0.0.1:{plain};"),
        ("listen 443 ssl;", f"listen 127.0.0.1:{port} ssl;"),
        (f"server_name {NAME};", "server_name localhost;"),
        (f"/etc/letsencrypt/live/{NAME}/fullchain.pem", str(certificate)),
        (f"/etc/letsencrypt/live/{NAME}/privkey.pem", str(key)),
    ):
        assert told in site
        site = site.replace(told, here)
    sites = folder / "conf.d"
    for made in (sites, folder / "deploy"):
        made.mkdir()
    (folder / "deploy" / "nginx.conf").write_text(site)
    paths = "".join(
        f"  {name}_temp_path {folder / name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off; worker_processes 1; pid {folder / 'pid'}; error_log stderr;\nevents {{}}\n"
        f"http {{\n  access_log off;\n{paths}  include {sites}/*.conf;\n}}\n"
    )
    path = programs(folder, nginx=f'exec {program} -p {folder} -c {folder / "nginx.conf"} "$@"')
    _, command = recipes()["nginx"]
    assert " /etc/nginx/conf.d/" in command
    with running("nginx", folder, folder, PATH=path):
        until(lambda: (folder / "pid").exists() and bool((folder / "pid").read_text()), folder)
        line = ["sh", "-c", command.replace("/etc/nginx/conf.d", str(sites))]
        subprocess.run(line, cwd=folder, env=environment(PATH=path), check=True, capture_output=True, timeout=PATIENCE)
        yield _up(Proxy(port, plain, ssl.create_default_context(cafile=str(certificate))), folder)


@pytest.fixture(scope="module", params=[caddy, nginx], ids=["caddy", "nginx"])
def proxy(request: pytest.FixtureRequest, table: Table, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    """Each of them, in front of the same service."""
    with request.param(f"127.0.0.1:{table.port}", tmp_path_factory.mktemp("proxy")) as started:
        yield started


RATE = 20
"""Requests in a minute of one address to the service that the guide's command starts."""


@pytest.fixture(
    scope="module",
    params=[(caddy, "127.0.0.1"), (caddy, "[::1]"), (nginx, "127.0.0.1")],
    ids=["caddy", "caddy-ipv6", "nginx"],
)
def both(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    """Skald and a proxy, by the two commands of the guide. The proxy reaches Skald from this address."""
    kind, host = request.param
    folder, port = tmp_path_factory.mktemp("skald"), free_port()
    if host == "[::1]" and not _has_ipv6():
        pytest.skip("this machine has no IPv6")
    settings = {
        "SKALD_HOST": host.strip("[]"),
        "SKALD_PORT": str(port),
        "SKALD_DATA": str(folder / "data"),
        "SKALD_RATE_PER_ADDRESS": str(RATE),
        "PATH": programs(folder),
        "PYTHONPATH": str(ROOT),
    }
    command, _ = recipes()[kind.__name__]
    with running(command, folder, folder, **settings):
        until(lambda: answers(f"http://{host}:{port}/readyz"), folder, 60)
        with kind(f"{host}:{port}", tmp_path_factory.mktemp("proxy")) as started:
            yield started


def _has_ipv6() -> bool:
    try:
        with socket.socket(socket.AF_INET6) as tried:
            tried.bind(("::1", 0))
    except OSError:
        return False
    return True


def test_each_recipe_is_two_commands_that_stand_also_in_its_file() -> None:
    """The same lines, in the guide and in the head of the file in deploy/. The one for Skald trusts this machine."""
    found = recipes()
    assert found.keys() == {"caddy", "nginx"}
    for skald, _ in found.values():
        setting, *command = skald.split()
        assert from_environment(dict([setting.split("=")])).trusted_proxies == ("127.0.0.1", "::1")
        assert command == ["skald", "serve"]
    for program, file in (("caddy", "Caddyfile"), ("nginx", "nginx.conf")):
        lines = (DEPLOY / file).read_text(encoding="utf-8").splitlines()
        assert [line.removeprefix("#     ") for line in lines if line.startswith("#     ")] == [*found[program]]


def test_plain_http_leads_to_https(proxy: Proxy) -> None:
    """With the same path."""
    answer = httpx.get(f"http://localhost:{proxy.plain}/play?x=1", follow_redirects=False)
    assert answer.status_code in (301, 308)
    assert answer.headers["location"].startswith("https://localhost")
    assert answer.headers["location"].endswith("/play?x=1")


def test_pages_and_requests_go_through(proxy: Proxy, fight: Bridge) -> None:
    """Pages with their policies, and requests; what is larger than a request may be Skald refuses itself."""
    with httpx.Client(base_url=proxy.url, verify=proxy.trust, timeout=PATIENCE) as client:
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
    with httpx.Client(base_url=proxy.url, verify=proxy.trust, timeout=PATIENCE, headers=headers) as client:
        taken = client.post("/v1/maps?system=fantasia", content=largest)
        assert taken.status_code == 200, taken.text[:300]
        assert taken.json()["report"]["picture"] is True
        refused = client.post("/v1/maps?system=fantasia", content=largest + b" ")
        assert (refused.status_code, refused.json()["code"]) == (413, "TOO_LARGE")


def test_the_guide_names_all_headers_that_a_proxy_has_to_set() -> None:
    """Those that the recipe for nginx sets, for whoever has another proxy: Caddy sets them by itself."""
    others = HTTPS.read_text(encoding="utf-8").partition("## Any other proxy\n")[2]
    headers = re.findall(r"proxy_set_header (\S+)", (DEPLOY / "nginx.conf").read_text(encoding="utf-8"))
    assert "X-Forwarded-Proto" in headers
    assert [name for name in headers if f"`{name}`" not in others] == []


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
        httpx.AsyncClient(base_url=proxy.url, verify=proxy.trust, timeout=PATIENCE) as client,
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
    async with connect(address, origin=proxy.origin, **more) as opened:  # type: ignore[arg-type]
        await opened.send(json.dumps({"type": "connection_init", "payload": {"token": fight.tokens["ana"]}}))
        assert json.loads(await opened.recv())["type"] == "connection_ack"
        watch = {"query": WATCH, "variables": {"id": fight.id, "after": fight.open("ana")["version"]}}
        await opened.send(json.dumps({"type": "subscribe", "id": "1", "payload": watch}))
        await asyncio.to_thread(fight.act, "gm", {"gm": {"note": {"note": "by socket", "to": ["ana"]}}})
        async with asyncio.timeout(3):
            while "by socket" not in str(await opened.recv()):
                pass
    with pytest.raises(InvalidStatus):
        async with connect(address, origin="https://elsewhere.example", **more):
            pass


@pytest.mark.sampled(groups(1))
def test_manifests_name_addresses_of_https(both: Proxy) -> None:
    """Of Foundry and its zip, and of the extension for Roll20: virtual tables are pages of https."""
    with client_from("127.0.0.4", both) as client:
        told = manifests(client.get)
    assert len(told) == 2
    for one in told:
        assert addresses(one)
        assert all(address.startswith(f"{both.url}/") for address in addresses(one)), addresses(one)


def test_so_does_that_of_owlbear(both: Proxy) -> None:
    """Where the SDK is there."""
    with client_from("127.0.0.5", both) as client:
        answer = client.get("/vtt/owlbear/manifest.json")
    if answer.status_code == 503:
        pytest.skip("the SDK of Owlbear Rodeo is missing: `make assets` builds it")
    found = addresses(answer.json())
    assert len(found) > 3
    assert all(address.startswith(f"{both.url}/") for address in found), found


def test_who_asks_is_told_and_cannot_be_claimed(both: Proxy) -> None:
    """Each address has its own rate behind the proxy, whatever it says of itself."""

    def statuses(address: str) -> set[int]:
        with client_from(address, both) as client:
            claims = [{"x-forwarded-for": f"203.0.113.{n}"} for n in range(RATE + 10)]
            return {client.get("/v1/systems", headers=claim).status_code for claim in claims}

    assert statuses("127.0.0.2") == {200, 429}
    assert 200 in statuses("127.0.0.3")


def client_from(address: str, proxy: Proxy) -> httpx.Client:
    """A client at one of this machine's addresses."""
    through = httpx.HTTPTransport(verify=proxy.trust, local_address=address)
    return httpx.Client(base_url=proxy.url, transport=through, timeout=PATIENCE)
