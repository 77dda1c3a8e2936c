"""Whole fights are played again by today's code, from their recorded rolls and answers, to the same events."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.service.proof.audit import AuditReport, audit
from engine.service.proof.export import read_export
from engine.service.registry import Registry
from tests.recordings import make
from tests.recordings.make import FOLDER, MUST_FAIL, path_of
from tests.recordings.recipes import RECIPES

QUICK = (
    "broken_off", "spell_disturbed", "nobody_stands", "fork", "overruled", "taken_back", "mercenaries_both_out",
)  # fmt: skip
"""Recipes that are played anew in every run."""


TYPED = ("typed_dice", "minis_skirmish", "saari_expedition", "mercenaries_raid", "mercenaries_ambush")
DICE = dict.fromkeys((*TYPED, "fork"), "NOT_PROVABLE")
"""What is known of the dice where they are not proven: nobody can know; a fork's parent keeps its secret."""


def judged(name: str) -> AuditReport:
    """What is proven of a recording."""
    if not path_of(name).exists():
        pytest.skip(f"not recorded yet: python -m tests.recordings.make {name}")
    with path_of(name).open("rb") as file:
        export = read_export(file)
    return audit(Registry.installed(), export.events, header=export.header, explain=True)


@pytest.mark.parametrize("name", RECIPES)
def test_a_recording_is_played_again_to_the_same_events(name: str) -> None:
    """Its chain holds, its dice are those of its secret, and every step makes what is recorded."""
    report = judged(name)
    assert report.chain.state == "PROVEN", report.chain
    assert report.replay.state == "PROVEN", report.replay
    assert report.dice.state == DICE.get(name, "PROVEN"), report.dice


def test_a_recording_that_was_forged_fails() -> None:
    """One wound is a point less, and every hash fits: only the rules can tell."""
    report = judged(MUST_FAIL)
    assert report.chain.state == "PROVEN"
    assert report.replay.state == "BROKEN"
    with path_of(MUST_FAIL).open("rb") as file:
        events = read_export(file).events
    wound = next(event.version for event in events if b'"type":"VitalChanged"' in event.public + (event.secret or b""))
    assert report.broken_at == wound


def test_every_file_has_a_recipe() -> None:
    """What nobody can make again would never be mended."""
    assert {path.stem for path in FOLDER.glob("*.ndjson")} <= {*RECIPES, MUST_FAIL}


@pytest.mark.parametrize("name", QUICK)
def test_a_recipe_gives_a_recording(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Played anew, written, read back, and played again from the file."""
    monkeypatch.setattr(make, "FOLDER", tmp_path)
    assert make.make(name) > 20
    test_a_recording_is_played_again_to_the_same_events(name)


def test_a_forged_recording_is_made_to_fail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its chain holds, its first wound does not."""
    monkeypatch.setattr(make, "FOLDER", tmp_path)
    make.make_must_fail()
    test_a_recording_that_was_forged_fails()
