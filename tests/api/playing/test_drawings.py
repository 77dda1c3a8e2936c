"""Pictures of fights over REST: who gets them, how they are kept, and what they may do in a browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from api.drawing.drawing import draw, effort_of
from api.drawing.options import Options
from api.drawing.reading import read_scene
from api.replay.html import policy
from api.rest import drawings, replays
from engine.service.pool.process_pool import TookTooLong
from tests.api.fights import CREATE, Bridge
from tests.api.table import ADMIN, Table
from tests.support.browsers.browser import Tab
from tests.support.contract.scenes import SCENES, crowded
from tests.support.contract.tags import version_in
from tests.support.secrecy.replays import data_of


def path(fight: Bridge, more: str = "") -> str:
    return f"/v1/encounters/{fight.id}/scene.svg{more}"


def test_a_fight_is_drawn_from_the_scene_that_its_reader_gets(fight: Bridge) -> None:
    """The same as a client would draw from the JSON, now and at a past version."""
    for query in ("", "?at=3", "?at=3&locale=es"):
        got = fight.table.get(path(fight, query), fight.tokens["ana"])
        assert got.status_code == 200
        assert got.headers["content-type"].startswith("image/svg+xml")
        scene = fight.table.get(f"/v1/encounters/{fight.id}/scene{query}", fight.tokens["ana"]).json()
        locale = "es" if "locale" in query else "en"
        assert got.text == draw(scene, Options(title="Bridge", locale=locale))
        assert ElementTree.fromstring(got.text)[0].text == "Bridge"


def test_width_and_theme_are_chosen(fight: Bridge) -> None:
    """And refused in words where they are out of range."""
    token = fight.tokens["ana"]
    wide = ElementTree.fromstring(fight.table.get(path(fight, "?width=1280&theme=dark"), token).text)
    assert (wide.attrib["width"], wide.attrib["data-theme"]) == ("1280", "dark")
    for query, field in (("width=10", "width"), ("width=9999", "width"), ("theme=pink", "theme"), ("size=3", "size")):
        refused = fight.table.get(path(fight, f"?{query}"), token)
        assert (refused.status_code, refused.json()["field"]) == (400, field)


def test_a_picture_that_is_opened_as_a_page_runs_nothing(fight: Bridge) -> None:
    """Its policy allows its own style sheet and no more; its type is not guessed; it is kept for nobody else."""
    got = fight.table.get(path(fight), fight.tokens["ana"])
    rules = got.headers["content-security-policy"].split("; ")
    assert rules == ["default-src 'none'", "style-src 'unsafe-inline'", "sandbox", "frame-ancestors 'none'"]
    assert got.headers["x-content-type-options"] == "nosniff"
    assert got.headers["cache-control"] == "private"
    assert "Authorization" in got.headers["vary"]


def test_a_token_belongs_into_the_header(fight: Bridge) -> None:
    """In the address it would stand in logs and histories: it is not read there."""
    refused = fight.table.get(path(fight, f"?token={fight.tokens['ana']}"))
    assert refused.status_code == 401
    assert "<svg" not in refused.text


def test_an_unchanged_picture_is_not_sent_again(fight: Bridge) -> None:
    """By the ETag of its version."""
    token = fight.tokens["ana"]
    tag = fight.table.get(path(fight), token).headers["etag"]
    again = fight.table.get(path(fight), token, **{"if-none-match": tag})
    assert (again.status_code, again.content) == (304, b"")
    assert "sandbox" in again.headers["content-security-policy"]


def test_a_large_scene_is_drawn_in_another_process(table: Table) -> None:
    """With the same result, while the server answers others."""
    legend = [
        {"key": "open", "sign": ".", "look": "FLOOR"},
        {"key": "wall", "sign": "#", "look": "WALL", "step": "NEVER", "sight": "NEVER"},
    ]
    ground = {"space": {"kind": "GRID", "width": 100, "height": 60}, "rows": ["." * 99 + "#"] * 60, "legend": legend}
    one = {"id": "a", "name": "A", "side": "heroes", "sheet": {"dozenDie": {"ref": "veteran"}}}
    seats = [{"id": "gm", "name": "GM", "role": "GM"}]
    wish = {"system": "dozen_die", "name": "Bridge", "seats": seats, "combatants": [one], "ground": ground}
    made = table.data(CREATE, ADMIN, input=wish)["createEncounter"]
    assert "encounter" in made, made
    fight = Bridge(table, made)
    scene = table.get(f"/v1/encounters/{fight.id}/scene", ADMIN).json()
    assert effort_of(read_scene(scene)) > drawings.QUICK
    assert table.get(path(fight), ADMIN).text == draw(scene, Options(title="Bridge"))
    assert table.app.state.services.service.work.pids


def test_a_fight_is_sent_as_a_file_that_plays_itself(fight: Bridge) -> None:
    """What the reader's seat sees of it, under a policy of its own: its one script runs, apart from the site."""
    address = f"/v1/encounters/{fight.id}/replay.html"
    got = fight.table.get(address, fight.tokens["eve"], **{"accept-language": "fi"})
    assert got.status_code == 200
    assert got.headers["content-type"].startswith("text/html")
    assert got.headers["content-security-policy"] == f"{policy()}; sandbox allow-scripts; frame-ancestors 'none'"
    assert got.headers["content-disposition"] == f'attachment; filename="{fight.id}.html"'
    assert b'<html lang="fi">' in got.content
    data = data_of(got.content)
    assert data["version"] == version_in(got.headers["etag"])
    held = {"if-none-match": got.headers["etag"]}
    again = fight.table.get(address, fight.tokens["eve"], **{"accept-language": "fi", **held})
    assert (again.status_code, again.content) == (304, b"")
    assert fight.table.get(address, fight.tokens["eve"], **held).status_code == 200, "in English it is another page"
    assert fight.table.get(f"{address}?token={fight.tokens['eve']}").status_code == 401


@pytest.mark.parametrize(
    ("locale", "way_out"),
    [
        ("en", "let `skald replay` make the page"),
        ("es", "que `skald replay` haga la página"),
        ("fi", "`skald replay`"),
        ("pl", "utwórz stronę poleceniem `skald replay`"),
    ],
)
def test_a_fight_too_long_for_a_page_is_refused_with_the_way_out(
    fight: Bridge, monkeypatch: pytest.MonkeyPatch, locale: str, way_out: str
) -> None:
    """Before any work; in the reader's language."""
    monkeypatch.setattr(replays, "LONGEST", 1)
    got = fight.table.get(f"/v1/encounters/{fight.id}/replay.html", fight.tokens["ana"], **{"accept-language": locale})
    assert got.status_code == 422
    assert way_out in got.json()["detail"]
    assert "1" in got.json()["detail"]


def test_a_page_that_takes_too_long_is_refused_with_the_way_out(fight: Bridge, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the pool ends a job after its time."""

    async def over_events(*_: Any, **__: Any) -> Any:
        raise TookTooLong(15)

    monkeypatch.setattr(fight.table.app.state.services.service, "over_events", over_events)
    got = fight.table.get(f"/v1/encounters/{fight.id}/replay.html", fight.tokens["ana"])
    assert got.status_code == 503
    assert "more than 15 s: export the fight, and let `skald replay` make the page" in got.json()["detail"]


def test_a_served_replay_plays_from_a_disk(fight: Bridge, page: Tab, tmp_path: Path) -> None:
    """Saved to a disk and opened from there."""
    got = fight.table.get(f"/v1/encounters/{fight.id}/replay.html", fight.tokens["ana"])
    file = tmp_path / "fight.html"
    file.write_text(got.text)
    page.open(file.as_uri())
    page.until("document.documentElement.dataset.ready")
    assert page.text("h1") == "Bridge"


def test_the_effort_of_a_scene_is_known_before_it_is_drawn() -> None:
    """Small ones are drawn at once, and a board of 60 x 40 cells with 40 figures; a larger one is not."""
    assert all(effort_of(read_scene(make())) < drawings.QUICK for make in SCENES.values())
    assert effort_of(read_scene(crowded(60, 40, 40))) < drawings.QUICK
    large = read_scene(crowded(100, 60, 40))
    assert effort_of(large) > drawings.QUICK
    told = msgspec.json.encode(large)
    assert drawings.draw_scene(None, told, Options()) == draw(large).encode()  # type: ignore[arg-type]
