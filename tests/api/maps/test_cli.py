"""`skald map` as people call it."""

from __future__ import annotations

import json
from pathlib import Path

from tests.api.maps.files import dungeon_fog, dungeondraft, written
from tests.support.terminal import skald


def test_a_map_is_written_and_reported(tmp_path: Path) -> None:
    (tmp_path / "crypt.dd2vtt").write_bytes(written(dungeondraft()))
    ran = skald("map", "crypt.dd2vtt", "--system", "fantasia", "-o", "ground.json", folder=tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert "4 of them moved" in ran.stderr
    found = json.loads((tmp_path / "ground.json").read_text())
    assert found["system"] == "fantasia"
    assert len(found["ground"]["edges"]) == 13


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
