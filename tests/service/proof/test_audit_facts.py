"""What no command made is a fact that the table can state, by a seat that may; nothing that only rules decide."""

from __future__ import annotations

import io
from typing import Any

import msgspec
import pytest

from engine.kernel.playing.position import folded
from engine.kernel.structs.messages import plain
from engine.service.proof.audit import audit, decoded
from engine.service.proof.export import read_export
from engine.service.proof.verdict import Verdict
from engine.service.registry import Registry
from tests.support.contract.mutations import FIGHTS, Line, numbered, parts, recording, sealed

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


EVE = {"entry": {"seat": "eve2", "name": "Mia", "role": "SPECTATOR", "bot": None}}
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
    ("SeatRenamed", {"whose": "ana", "name": "Mia"}, "ana", True),
    ("SeatRenamed", {"whose": "ana", "name": "Mia"}, "nobody", False),
    ("SeatRemoved", {"whose": "gm", "name": "Mia"}, "gm", False),
    ("InvitationWithdrawn", {"invitation": "none", "whose": "ana"}, "gm", False),
    ("SeatJoined", {"invitation": "none", "whose": "gm"}, None, False),
    ("BotSet", {"whose": "ana", "bot": "GREEDY"}, "gm", True),
    ("BotSet", {"whose": "gm", "bot": "GREEDY"}, "ana", False),
    ("BotSet", {"whose": "ana", "bot": None}, "gm", False),
    ("ControlChanged", {"combatant": "goblin", "controller": "ana"}, "ana", False),
    ("ControlChanged", {"combatant": "goblin", "controller": "nobody"}, "gm", False),
    ("ControlOfferEnded", {"combatant": "goblin"}, "gm", False),
    ("LooksSet", {"looks": None}, "gm", True),
    ("LooksSet", {"looks": None}, "ana", False),
    ("LooksSet", {"looks": None}, None, False),
    ("CombatantLooksSet", {"combatant": "goblin", "looks": None}, "gm", True),
    ("CombatantLooksSet", {"combatant": "goblin", "looks": None}, "ana", False),
    ("CombatantLooksSet", {"combatant": "nobody", "looks": None}, "gm", False),
    ("SeatLooksSet", {"whose": "ana", "looks": None}, "ana", True),
    ("SeatLooksSet", {"whose": "gm", "looks": None}, "ana", False),
    ("SideLooksSet", {"side": "nobodys", "looks": None}, "gm", False),
    ("BackdropSet", {"backdrop": None}, "gm", True),
    ("BackdropSet", {"backdrop": None}, "ana", False),
]


@pytest.mark.parametrize(("type_", "data", "by", "goes"), FACTS)
def test_facts_are_stated_by_who_may(type_: str, data: dict[str, Any], by: str | None, goes: bool) -> None:
    """In the words of the table, where the fight stands so."""
    lines = running()
    assert replayed(lines)[0].state == "PROVEN"
    said, last = replayed(told(lines, type_, data, by=by))
    assert (said.state, said.version) == (("PROVEN", None) if goes else ("BROKEN", last))


def handed_to_ana(**opened: Any) -> list[Line]:
    """The goblin handed to Ana, who is told its figures in the same step. opened: what that says instead."""
    lines = running()
    events = read_export(io.BytesIO(sealed(lines))).events
    book = REGISTRY.book("fantasia")
    recorded, fault = decoded(book, events)
    position = folded(book, None, recorded)
    assert (fault, position is None) == (None, False)
    assert position is not None
    goblin = position.state.fight.combatants["goblin"]
    part = book.part_of(book.seen(position.state, "gm"), "goblin")
    data = {"combatant": "goblin", "vitals": goblin.vitals, "part": plain(part)}
    made = told(lines, "ControlChanged", {"combatant": "goblin", "controller": "ana"}, by="gm")
    changed = made[-1]["version"]
    secret = {
        **made[-1]["public"],
        "type": "FiguresOpened",
        "data": msgspec.to_builtins(data) | opened,
        "because": {"causes": [changed]},
    }
    told_ana = {"public": {"time": secret["time"]}, "secret": secret, "salt": "0" * 32, "to": ["gm", "ana"]}
    made.append(told_ana)
    numbered(made)
    return made


def test_who_is_given_a_combatant_is_told_its_figures() -> None:
    """In the same step: a handover stands with what it tells its taker, exactly; not without it."""
    made = handed_to_ana()
    said, last = replayed(made)
    assert (said.state, said.version) == ("PROVEN", None), said
    assert replayed(made[:-1])[0].state == "BROKEN"
    hale = made[-1]["secret"]["data"]["vitals"]
    other = handed_to_ana(vitals=hale | {"hp": {**hale["hp"], "now": hale["hp"]["now"] - 1}})
    assert (replayed(other)[0].state, replayed(other)[0].version) == ("BROKEN", last)
    for seats in (["gm"], ["gm", "ana", "ben"]):
        made[-1]["to"] = seats
        said, _ = replayed(made)
        assert (said.state, said.version) == ("BROKEN", last), seats


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
