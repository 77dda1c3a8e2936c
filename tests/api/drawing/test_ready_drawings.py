"""Ready-made fights as pictures: as they will stand on the table, for everybody, in every language."""

from __future__ import annotations

import re
from typing import Any

import pytest

from api.drawing.options import Options
from api.operations.ready_drawings import draw_ready
from engine.kernel.words.ready_fights import ready_fights_of
from engine.service.registry import Registry
from tests.api.table import Table

GAMES = Registry.installed().books
BRIDGE = "/v1/systems/fantasia/fights/bridge.svg"


@pytest.mark.parametrize("game", GAMES)
def test_everybody_stands_on_the_picture(game: str) -> None:
    """Also where a game places people only as a fight begins."""
    for ready in ready_fights_of(GAMES[game].system, "en"):
        drawn = draw_ready(GAMES[game], ready.key, Options(panel=False)).decode()
        tokens = set(re.findall(r'data-part="token"[^>]* data-combatant="([^"]+)"', drawn))
        standing: Any = ready.request["combatants"]
        assert len(tokens) == len(standing), ready.key
        assert ready.title in drawn


def test_nobody_needs_a_token_for_it(table: Table) -> None:
    """In the language that is asked for; kept by who has it."""
    found = table.http.get(f"{BRIDGE}?width=320&theme=dark&locale=fi")
    assert found.status_code == 200
    assert found.headers["content-type"].startswith("image/svg+xml")
    assert found.headers["cache-control"] == "public, max-age=300"
    assert "sandbox" in found.headers["content-security-policy"]
    title = next(one.title for one in ready_fights_of(GAMES["fantasia"].system, "fi") if one.key == "bridge")
    assert title in found.text
    again = table.http.get(f"{BRIDGE}?width=320&theme=dark&locale=fi", headers={"if-none-match": found.headers["etag"]})
    assert again.status_code == 304


@pytest.mark.parametrize(
    ("address", "status"),
    [
        (BRIDGE.replace("bridge", "nowhere"), 404),
        (BRIDGE.replace("fantasia", "nothing"), 404),
        (f"{BRIDGE}?width=1", 400),
        (f"{BRIDGE}?theme=pink", 400),
    ],
)
def test_what_cannot_be_drawn_is_refused(table: Table, address: str, status: int) -> None:
    """In words, as everywhere."""
    found = table.http.get(address)
    assert found.status_code == status
    assert found.json()["detail"]
