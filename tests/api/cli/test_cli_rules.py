"""`skald diff-rules`: a recorded fight of a toy under the rules of other versions; exit codes, words and JSON."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from api.cli import main
from engine.kernel.authoring.rule_system import RuleSystem
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.authoring.system import Table
from engine.kernel.state.fight import Fight
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import Event, Order
from engine.service.proof.export import export_lines
from engine.service.registry import Registry
from engine.store.memory import MemoryStore
from tests.support.toys.edition import Both, First, Newest, begun, strike, upgraded
from tests.support.toys.skirmish import Own, Rest

Run = Callable[..., tuple[int, str, str]]


class Strict(Newest):
    """Nobody rests."""

    _harm, _rolls_first = 1, False

    def play(self, order: Order, table: Table[Own]) -> None:
        """Only strikes."""
        if isinstance(order, Rest):
            raise RuleRefusal("nobody rests any more", rule="ED-4")
        super().play(order, table)


class Unable(Newest):
    """It cannot make its state of what happened by then."""

    def evolve(self, own: Own, event: Event, fight: Fight) -> Own:
        """Nobody enters."""
        if fight.combatants:
            raise ValueError("nobody enters any more")
        return super().evolve(own, event, fight)


def installed(monkeypatch: pytest.MonkeyPatch, game: RuleSystem[Own]) -> None:
    """Of this version alone."""
    registry = Registry([Rulebook(game)])
    monkeypatch.setattr(Registry, "installed", classmethod(lambda cls: registry))


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fight of version 1: whole, and as Ana sees it."""
    folder = tmp_path_factory.mktemp("files")

    async def made() -> None:
        service = upgraded(MemoryStore(), First())
        id = await begun(service)
        await strike(service, id)
        book, entries = await service.entries(id)
        for name, seat in (("old", None), ("ana", "ana")):
            (folder / name).write_bytes(b"".join(export_lines(entries, book, seat)))

    asyncio.run(made())
    return folder


@pytest.fixture
def said(files: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs the command with a game installed; (exit code, what it printed, what it complained of)."""
    monkeypatch.chdir(files)

    def run(game: RuleSystem[Own], *words: str) -> tuple[int, str, str]:
        installed(monkeypatch, game)
        code = main(["diff-rules", *words])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


def test_the_first_event_that_comes_out_another_way_is_shown(said: Run) -> None:
    """Version 2 rolls where version 1 has asked: both in words, with rules and versions, and as they are stored."""
    code, out, err = said(Both(), "old")
    assert (code, err) == (1, "")
    first, step, recorded, today, was, now = out.splitlines()
    assert first == "DIFFERS at version 10: the events before it are the same under version 2 of the rules"
    assert step.split()[:2] == ["step", "9"]
    assert recorded.startswith("recorded       10  ")
    assert recorded.endswith("[ED-1, version 1]")
    assert today.startswith("today          10  ")
    assert today.endswith("[ED-2, version 2]")
    assert "DiceRolled" in today
    assert (json.loads(was)["type"], json.loads(now)["type"]) == ("DecisionOpened", "DiceRolled")


def test_it_is_told_to_programs(said: Run) -> None:
    """One line, with both events whole."""
    code, out, _ = said(Newest(), "old", "--json")
    (line,) = out.splitlines()
    told = json.loads(line)
    assert code == 1
    assert {name: told[name] for name in ("finding", "system", "rules", "today", "version", "step")} == {
        "finding": "DIFFERS",
        "system": "edition",
        "rules": 1,
        "today": 2,
        "version": 10,
        "step": 9,
    }
    assert (told["recorded"]["rule"], told["made"]["rule"]) == ("ED-1", "ED-2")
    assert told["reason"] is None


def test_rules_that_make_the_same_events_are_the_same(said: Run) -> None:
    """By which version an order was played is no difference."""

    class Renamed(First):
        version = 2

    code, out, _ = said(Renamed(), "old")
    assert (code, out.startswith("SAME: version 2 of the rules makes all ")) == (0, True)
    code, out, _ = said(First(), "old", "--json")
    assert (code, json.loads(out)["finding"]) == (0, "SAME")


def test_an_order_that_is_refused_today_is_told_with_its_rule(said: Run) -> None:
    code, out, _ = said(Strict(), "old")
    assert code == 1
    assert "today              nothing, under version 2: nobody rests any more  [ED-4]" in out
    told = json.loads(said(Strict(), "old", "--json")[1])
    assert (told["made"], told["reason"], told["rule"]) == (None, "nobody rests any more", "ED-4")
    assert told["recorded"]["type"] == "CommandAccepted"


def test_what_cannot_be_compared_says_why(said: Run, files: Path) -> None:
    """A seat's file, one with a gap, one in another byte form, and rules that cannot read the fight."""
    lines = (files / "old").read_bytes().splitlines(keepends=True)
    (files / "gap").write_bytes(b"".join([*lines[:5], *lines[6:]]))
    (files / "bent").write_bytes(b"".join(lines).replace(b'"face', b'"fac\\u0065'))
    for game, name, why in (
        (Both(), "ana", "what a seat sees: too little"),
        (Both(), "gap", "broken at version 5"),
        (Both(), "bent", "line"),
        (Unable(), "old", "nobody enters any more"),
    ):
        code, out, err = said(game, name)
        assert (code, out) == (2, ""), name
        assert err.startswith("skald: this cannot be compared: ")
        assert why in err
