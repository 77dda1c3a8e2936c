"""The REST API against its own description, by schemathesis: what it sends, it may; what it gets, it was told of."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.api.fights import Bridge
from tests.api.table import ADMIN
from tests.conformance.environment import Environment
from tests.conformance.node import HERE

FUZZING = HERE / "fuzzing"
LEAST = 400
"""Cases of a run: with fewer it has not looked."""


@pytest.fixture(scope="module")
def schemathesis() -> Environment:
    """schemathesis, installed once."""
    return Environment("schemathesis", "schemathesis==4.32.5")


@pytest.mark.parametrize("seat", ["operator", "ana"])
def test_the_description_holds(schemathesis: Environment, duel: Bridge, tmp_path: Path, seat: str) -> None:
    """All checks, over every operation, with well-formed and ill-formed requests, and sequences of them."""
    token = ADMIN if seat == "operator" else duel.tokens[seat]
    done = schemathesis.run(
        "schemathesis",
        f"--config-file={FUZZING / 'schemathesis.toml'}",
        "run",
        f"{duel.table.url}/openapi.json",
        f"--header=Authorization: Bearer {token}",
        "--checks=all",
        "--seed=1",
        "--max-examples=15",
        "--request-timeout=10",
        "--no-shrink",
        "--no-color",
        cwd=tmp_path,
        patience=180,
        PYTHONPATH=str(FUZZING),
        SCHEMATHESIS_HOOKS="hooks",
        FIGHT="" if seat == "operator" else duel.id,
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    cases = re.search(r"(\d+) generated, (\d+) passed", done.stdout)
    assert cases
    assert int(cases[2]) == int(cases[1]) >= LEAST
