"""The API against its own description, by schemathesis: what it sends, it may; what it gets, it was told of."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.api.fights import Bridge
from tests.api.table import ADMIN
from tests.conformance.environment import Environment
from tests.conformance.node import HERE

FUZZING = HERE / "fuzzing"
LEAST = 200
"""Cases of a run: with fewer it has not looked."""


@pytest.fixture(scope="module")
def schemathesis() -> Environment:
    """schemathesis, installed once."""
    return Environment("schemathesis", "schemathesis==4.32.5")


def fuzz(schemathesis: Environment, address: str, token: str, folder: Path, *options: str, **environment: str) -> None:
    """Let it at an address. AssertionError with what it found, or where it has hardly looked."""
    done = schemathesis.run(
        "schemathesis",
        f"--config-file={FUZZING / 'schemathesis.toml'}",
        "run",
        address,
        f"--header=Authorization: Bearer {token}",
        "--seed=1",
        "--request-timeout=10",
        "--no-shrink",
        "--no-color",
        *options,
        cwd=folder,
        patience=180,
        PYTHONPATH=str(FUZZING),
        **environment,
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    cases = re.search(r"(\d+) generated, (\d+) passed", done.stdout)
    assert cases
    assert int(cases[2]) == int(cases[1]) >= LEAST


@pytest.mark.parametrize("seat", ["operator", "ana"])
def test_the_description_holds(schemathesis: Environment, duel: Bridge, tmp_path: Path, seat: str) -> None:
    """All checks, over every operation of REST, with well-formed and ill-formed requests, and sequences of them."""
    token, own = (ADMIN, "") if seat == "operator" else (duel.tokens[seat], duel.id)
    options = ("--checks=all", "--max-examples=15")
    address = f"{duel.table.url}/openapi.json"
    fuzz(schemathesis, address, token, tmp_path, *options, SCHEMATHESIS_HOOKS="hooks", FIGHT=own)


def test_every_error_of_graphql_has_its_code(schemathesis: Environment, duel: Bridge, tmp_path: Path) -> None:
    """Valid documents with any values: none meets a fault of ours, and every error is of a kind that is known."""
    options = ("--checks=errors_have_codes", "--max-examples=20", "--mode=positive")
    fuzz(schemathesis, f"{duel.table.url}/graphql", ADMIN, tmp_path, *options, SCHEMATHESIS_HOOKS="codes")
