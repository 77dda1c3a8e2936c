"""Companies of each game have played three fights, with something between: all is proven, by two programs."""

from __future__ import annotations

import shutil
import subprocess
from io import BytesIO

import msgspec
import pytest

from engine.service.proof.audit import audit
from engine.service.proof.campaign_file import judge_campaign, read_exports
from engine.service.registry import Registry
from tests.guide.test_campaign_proof import CHECK
from tests.recordings.companies import COMPANIES, make, path_of
from tests.support.amounts import PATIENCE

FIGHTS = 3


@pytest.mark.parametrize("name", COMPANIES)
def test_a_company_is_played_again_to_the_same_events(name: str) -> None:
    """The campaign and each of its fights: chain, dice and rules; and together they are whole."""
    registry = Registry.installed()
    exports = read_exports(BytesIO(path_of(name).read_bytes()))
    assert len(exports) == FIGHTS + 1
    for export in exports:
        report = audit(registry, export.events, header=export.header, explain=True)
        assert report.proven, report
    verdict = judge_campaign(registry, exports)
    assert (verdict.state, verdict.detail) == ("PROVEN", f"{FIGHTS} fights, each as the campaign names it")
    told = [msgspec.json.decode(event.secret or event.public)["type"] for event in exports[0].events]
    assert told.count("DiceEpochClosed") == told.count("FightSettled") == FIGHTS
    between = [told.index("FightSettled"), len(told)]
    assert "CommandAccepted" in told[between[0] : between[1]]


@pytest.mark.parametrize("name", COMPANIES)
def test_a_company_is_proven_by_a_program_that_was_written_from_the_guide(name: str) -> None:
    """It knows no rules, and finds a fight that is missing."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no Node on the PATH: install it to try the check in JavaScript")
    done = subprocess.run([node, CHECK, path_of(name)], capture_output=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stdout.decode().splitlines()[-1]) == (
        4,
        f"{FIGHTS} fights, each as the campaign names it",
    )


def test_a_company_is_recorded_anew() -> None:
    """Played, written, and read back."""
    assert len(read_exports(BytesIO(make("saari")))) == FIGHTS + 1
