"""`skald map` as people call it."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import pytest

from tests.api.maps.files import dungeon_fog, dungeondraft, written
from tests.support.processes.terminal import skald


def test_a_map_is_written_and_reported(tmp_path: Path) -> None:
    (tmp_path / "crypt.dd2vtt").write_bytes(written(dungeondraft()))
    ran = skald("map", "crypt.dd2vtt", "--system", "fantasia", "-o", "ground.json", folder=tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert "2 were moved there" in ran.stderr
    found = json.loads((tmp_path / "ground.json").read_text())
    assert found["system"] == "fantasia"
    assert len(found["ground"]["edges"]) == 13
    assert found["backdrop"] == {"picture": "", "at": {"x": 0, "y": 0}, "width": 800, "height": 600}
    assert "no picture that can be read" in ran.stderr


@pytest.mark.parametrize(
    ("begins", "ending"), [(b"\x89PNG\r\n\x1a\n", "png"), (b"\xff\xd8\xff", "jpg"), (b"RIFF", "webp")]
)
def test_the_picture_is_written_beside_the_ground(tmp_path: Path, begins: bytes, ending: str) -> None:
    """As it was in the map; only its address is left to fill in."""
    picture = begins + bytes(range(256)) * 20
    image = base64.b64encode(picture).decode()
    (tmp_path / "crypt.dd2vtt").write_bytes(written(dungeondraft(image=image)))
    ran = skald("map", "crypt.dd2vtt", "--system", "minis", "--crop", "2,1,4,4", "-o", "ground.json", folder=tmp_path)
    assert f"ground.{ending}: its picture" in ran.stderr
    assert (tmp_path / f"ground.{ending}").read_bytes() == picture
    backdrop = json.loads((tmp_path / "ground.json").read_text())["backdrop"]
    assert backdrop == {"picture": "", "at": {"x": -200, "y": -100}, "width": 800, "height": 600}
    assert "with -o FILE" in skald("map", "crypt.dd2vtt", "--system", "minis", folder=tmp_path).stderr


def test_the_game_is_wanted(tmp_path: Path) -> None:
    """It says so, and which there are."""
    (tmp_path / "crypt.dd2vtt").write_bytes(written(dungeondraft()))
    ran = skald("map", "crypt.dd2vtt", folder=tmp_path)
    assert ran.returncode == 2
    assert "--system is wanted" in ran.stderr
    assert "dozen_die, fantasia" in ran.stderr


def test_to_the_terminal(tmp_path: Path) -> None:
    (tmp_path / "cave.df2vtt").write_bytes(written(dungeon_fog()))
    ran = skald("map", "cave.df2vtt", "--system", "fantasia", "--crop", "0,0,6,3", folder=tmp_path)
    assert json.loads(ran.stdout)["ground"]["space"]["height"] == 3


def test_what_is_wrong_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "none.uvtt").write_bytes(b"{}")
    for words in (["none.uvtt"], ["missing.uvtt"], ["none.uvtt", "--crop", "1"]):
        ran = skald("map", *words, "--system", "fantasia", folder=tmp_path)
        assert ran.returncode == 2
        assert len(ran.stderr.splitlines()) == 1
        assert "Traceback" not in ran.stderr
