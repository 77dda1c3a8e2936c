"""Normalising caches in their clients' setup: looking elsewhere never changes what is shown live (rule C9)."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from schemas.files import FOLDER
from tests.api.fights import Bridge, bridge, bridge_input
from tests.api.table import ADMIN, Table
from tests.conformance.node import MODULES, Node
from tests.conformance.scenes import duellists
from tests.guide.blocks import GUIDE, blocks


def played(table: Table, **more: Any) -> tuple[Bridge, dict[str, Any]]:
    """A fight with an open decision and all kinds of figures changed; and, by seat, its first order."""
    fight = bridge(table, combatants=duellists(), **more)
    orders = {
        "gm": {"gm": {"correct": {"path": "combatants.cloud.vitals.hp.now", "value": 17}}},
        "ana": {"fantasia": {"move": {"combatant": "cloud", "metres": 2}}},
    }
    for seat, command in orders.items():
        assert fight.act(seat, command, idempotencyKey="first")["__typename"] == "Accepted"
    first = {s: {"encounter": fight.id, "command": c, "idempotencyKey": "first"} for s, c in orders.items()}
    condition = {"key": "blink", "kind": "blink", "until": "rest"}
    attack = {"attacker": "cloud", "target": "steiner", "weapon": "sword_2"}
    for seat, command in (
        ("gm", {"gm": {"correct": {"path": "combatants.cloud.conditions", "value": [condition]}}}),
        ("ana", {"fantasia": {"attack": attack}}),
    ):
        assert fight.act(seat, command)["__typename"] == "Accepted"
    return fight, first


@pytest.mark.parametrize("seat", ["gm", "ana", "operator"])
@pytest.mark.parametrize("cache", ["apollo", "graphcache"])
def test_the_live_view_is_left_alone(node: Node, table: Table, cache: str, seat: str) -> None:
    """By past versions, another fight with the same combatants, or the answer to a repeated key."""
    key = f"{cache} of {seat}"
    fight, first = played(table, idempotencyKey=key)
    creation = bridge_input(combatants=duellists(), idempotencyKey=key)
    other = bridge(table, combatants=duellists())
    head = fight.open("gm")["version"]
    told = node.told(
        "caches.mjs",
        {
            "cache": cache,
            "url": f"{table.url}/graphql",
            "id": fight.id,
            "token": {**fight.tokens, "operator": ADMIN}[seat],
            "versions": [3, head // 2, head],
            "second": {"id": other.id, "token": other.tokens["gm"]},
            "repeated": {**first, "operator": creation}[seat],
        },
    )
    live, *rest = told["kept"]
    assert live["true"]["decisions"]
    assert live["true"]["combatants"][0]["conditions"]
    assert told["told"] == [live["true"]] * len(told["told"]) != []  # graphcache repeats itself, Apollo does not
    assert [kept["encounter"] for kept in told["kept"]] == [kept["true"] for kept in told["kept"]]
    # None of it equals the live view: an overwrite would have been noticed.
    assert all(kept["true"] != live["true"] for kept in rest)
    assert told["again"]["id"] == (fight.id if seat == "operator" else f"{fight.id}@{told['again']['version']}")


def cache_of_the_guide(folder: Path) -> Path:
    """The guide's Apollo policies, as a file beside the packages."""
    (block,) = [b.text for b in blocks(GUIDE / "caching.md") if "typePolicies" in b.text]
    (folder / "node_modules").symlink_to(MODULES)
    file = folder / "cache.mjs"
    file.write_text(block, encoding="utf-8")
    shutil.copy(FOLDER / "possible-types.json", folder)
    return file


@pytest.mark.parametrize("guided", [True, False])
def test_the_policies_of_the_guide(node: Node, table: Table, tmp_path: Path, guided: bool) -> None:
    """With them there are no warnings, parts that two queries read coexist, and pages make one log."""
    fight = bridge(table, combatants=duellists())
    given = {
        "url": f"{table.url}/graphql",
        "id": fight.id,
        "token": fight.tokens["ana"],
        "guide": str(cache_of_the_guide(tmp_path)) if guided else None,
        "command": {"fantasia": {"endTurn": {"combatant": "cloud"}}},
    }
    told = node.told("policies.mjs", given, NODE_OPTIONS="--conditions=development")  # as page bundlers set it
    if not guided:  # the case that the policies solve
        assert told["warned"]
        return
    assert told["warned"] == []
    assert told["rules"]["encounter"]["rules"]["setup"] == {"__typename": "FantasiaSetup"}
    assert told["shown"][:12] == list(range(1, 13))  # and then the last ones, which the live view has read
    assert told["shown"] == sorted(set(told["shown"]))
