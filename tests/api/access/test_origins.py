"""Pages of other sites: refused as browsers want it, and told to the operator."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest
import websockets
from websockets.sync.client import connect

from api.access import origins
from api.access.origins import MOST, cleaned, log_refused
from engine.store.server import PrivateServer
from tests.api.table import Table, serving
from tests.support.processes.servers import flush

ALLOWED, OTHER = "https://vtt.example", "https://evil.example"


@pytest.fixture(scope="module")
def table(server: PrivateServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    flush(server)
    with serving(server.url, tmp_path_factory.mktemp("data"), {"origins": (ALLOWED,)}) as running:
        yield running


@pytest.fixture(autouse=True)
def nothing_told(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING, origins.__name__)
    origins._logged_until.clear()


def told(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.name == origins.__name__]


@pytest.mark.parametrize("way", ["request", "preflight", "socket"])
def test_a_refused_origin_stands_in_the_log(table: Table, caplog: pytest.LogCaptureFixture, way: str) -> None:
    """Once, however often it comes, with the setting that lets it in."""
    for _ in range(3):
        if way == "socket":
            with pytest.raises(websockets.InvalidStatus):
                connect(
                    f"ws://127.0.0.1:{table.port}/graphql",
                    origin=websockets.Origin(OTHER),
                    subprotocols=[websockets.Subprotocol("graphql-transport-ws")],
                )
        elif way == "preflight":
            headers = {"origin": OTHER, "access-control-request-method": "POST"}
            assert table.http.options("/graphql", headers=headers).status_code == 400
        else:
            assert "access-control-allow-origin" not in table.get("/v1/systems", origin=OTHER).headers
    (line,) = told(caplog)
    assert line.startswith(f"a page of {OTHER} was refused ")
    assert "SKALD_ORIGINS" in line


@pytest.mark.parametrize("origin", [ALLOWED, "http://127.0.0.1:{port}", "https://127.0.0.1:{port}", ""])
def test_who_is_allowed_or_at_home_is_no_news(table: Table, caplog: pytest.LogCaptureFixture, origin: str) -> None:
    """The server's own pages name their origin too; behind a proxy it is of https."""
    headers = {"origin": origin.format(port=table.port)} if origin else {}
    assert table.get("/v1/systems", **headers).status_code == 200
    assert told(caplog) == []


def test_what_is_told_is_clean_and_bounded(caplog: pytest.LogCaptureFixture) -> None:
    """Nobody writes lines, colours or whole books into the log, nor fills it with names he makes up."""
    assert cleaned("https://a.example\n\x1b[31m\u202e<b>") == "https://a.example??[31m??b?"
    assert len(cleaned("https://" + "a" * 10_000)) == origins.LONGEST
    assert cleaned("null") == "null"
    for number in range(3 * MOST):
        log_refused(f"https://{number}.example", "a socket")
    assert len(told(caplog)) == MOST
