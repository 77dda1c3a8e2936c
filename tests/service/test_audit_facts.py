"""What no command made is a fact that the table can state, by a seat that may; nothing that only rules decide."""

from __future__ import annotations

import io
from typing import Any

import pytest

from engine.service.audit import audit
from engine.service.export import read_export
from engine.service.registry import Registry
from engine.service.verdict import Verdict
from tests.support.mutations import FIGHTS, Line, numbered, parts, recording, sealed

REGISTRY = Registry.installed()
BY_TABLE = {"CombatantJoined", "ControlChanged", "Corrected", "Reverted", "EncounterForked"}
"""What rules bring about, and people too: it takes more than its type to tell."""


def replayed(lines: list[Line]) -> tuple[Verdict, int]:
    """What an audit says of the rules' part, and how many events there are. The chain is made anew, so it holds."""
    export = read_export(io.BytesIO(sealed(lines)))
    report = audit(REGISTRY, export.events, header=export.header)
    assert report.chain.state == "PROVEN"
    return report.replay, len(export.events)


def running() -> list[Line]:
    """A fight that has not ended, its last step whole."""
    return recording("broken_off")[:-1]


def told(lines: list[Line], type_: str, data: dict[str, Any], *, by: str | None, **more: Any) -> list[Line]:
    """The fight with one more fact, which no command made."""
    time = next(parts(lines[-1]))["time"]
    event = {"rule": "", "schema": 1, "command": None, "seat": by, "time": time, "type": type_, "data": data}
    made = [*lines, {"public": event, **more}]
    numbered(made)
    return made


def test_nothing_that_rules_decide_happens_without_an_order() -> None:
    """Every kind of event that rules have made in a recorded fight, told once more as if it had come by itself."""
    kinds: set[str] = set()
    for path in sorted(FIGHTS.iterdir()):
        lines = recording(path.stem)
        while next(parts(lines[-1])).get("type") in ("EncounterEnded", None):
            lines.pop()
        for line in lines[1:]:
            *_, event = parts(line)
            if event.get("command") is None or event["type"] in kinds | BY_TABLE or path.stat().st_size > 70_000:
                continue
            kinds.add(event["type"])
            said, last = replayed(told(lines, event["type"], event["data"], by="gm"))
            assert said.state == "BROKEN", event["type"]
            assert said.version is not None, event["type"]
            assert said.version <= last, event["type"]
    assert {"VitalChanged", "CombatantOut", "OutcomeReached", "RoundBegan", "DiceRolled", "ConditionGained"} <= kinds


EVE = {"entry": {"seat": "eve2", "name": "Eve", "role": "SPECTATOR", "bot": None}}
POLICY = {"kind": "UseReadied", "asked": False, "pace": 0, "seconds": 0}
FACTS: list[tuple[str, dict[str, Any], str | None, bool]] = [
    ("Paused", {"note": ""}, "gm", True),
    ("Paused", {"note": ""}, "ana", False),
    ("Paused", {"note": ""}, None, False),
    ("Resumed", {"note": ""}, "gm", False),
    ("PolicySet", POLICY, "gm", True),
    ("PolicySet", POLICY, "ana", False),
    ("PolicySet", POLICY | {"kind": "Luck"}, "gm", False),
    ("SeatAdded", EVE, "gm", True),
    ("SeatAdded", EVE, None, True),
    ("SeatAdded", EVE, "ana", False),
    ("SeatAdded", {"entry": EVE["entry"] | {"seat": "gm"}}, "gm", False),
    ("SeatRenamed", {"whose": "ana", "name": "Anna"}, "ana", True),
    ("SeatRenamed", {"whose": "ana", "name": "Anna"}, "nobody", False),
    ("SeatRemoved", {"whose": "gm", "name": "Gil"}, "gm", False),
    ("InvitationWithdrawn", {"invitation": "none", "whose": "ana"}, "gm", False),
    ("SeatJoined", {"invitation": "none", "whose": "gm"}, None, False),
    ("BotSet", {"whose": "ana", "bot": "GREEDY"}, "gm", True),
    ("BotSet", {"whose": "gm", "bot": "GREEDY"}, "ana", False),
    ("BotSet", {"whose": "ana", "bot": None}, "gm", False),
    ("ControlChanged", {"combatant": "goblin", "controller": "ana"}, "gm", True),
    ("ControlChanged", {"combatant": "goblin", "controller": "ana"}, "ana", False),
    ("ControlChanged", {"combatant": "goblin", "controller": "nobody"}, "gm", False),
    ("ControlOfferEnded", {"combatant": "goblin"}, "gm", False),
]


@pytest.mark.parametrize(("type_", "data", "by", "goes"), FACTS)
def test_facts_are_stated_by_who_may(type_: str, data: dict[str, Any], by: str | None, goes: bool) -> None:
    """In the words of the table, where the fight stands so."""
    lines = running()
    assert replayed(lines)[0].state == "PROVEN"
    said, last = replayed(told(lines, type_, data, by=by))
    assert (said.state, said.version) == (("PROVEN", None) if goes else ("BROKEN", last))


def test_nobody_joins_who_was_not_entered() -> None:
    """Behind the first step it takes an order; without one it is nobody's."""
    lines = running()
    line = next(line for line in lines[1:] if any(part.get("type") == "CombatantJoined" for part in parts(line)))
    joined = {
        name: {**line[name], "time": next(parts(lines[-1]))["time"]} for name in ("public", "secret") if name in line
    }
    for part in joined.values():
        part["data"] = {**part["data"], "combatant": "late"}
    made = [*lines, {**{name: line[name] for name in ("salt", "to") if name in line}, **joined}]
    numbered(made)
    said, last = replayed(made)
    assert (said.state, said.version) == ("BROKEN", last)
