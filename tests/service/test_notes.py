"""Notes of the game master: for himself, or for those whom he names."""

from __future__ import annotations

import io
from typing import Any

import msgspec
import pytest

from engine.kernel.state import events as k
from engine.kernel.structs.errors import RuleRefusal
from engine.service.encounters import Encounters
from engine.service.proof.audit import audit
from engine.service.proof.export import read_export
from engine.service.proof.verdict import Verdict
from engine.service.registry import Registry
from engine.store.memory import MemoryStore
from tests.support.contract.mutations import Line, sealed
from tests.support.fights.fights import new_fight

WORDS = "The ogre is the queen's brother"


def note(**more: Any) -> dict[str, Any]:
    """The order."""
    return {"gm": {"note": {"note": WORDS, **more}}}


async def played() -> tuple[Encounters, str]:
    """A service with a fight in it."""
    service = Encounters(MemoryStore(), Registry.installed())
    return service, (await service.create(new_fight())).id


async def reads(service: Encounters, fight: str, seat: str | None) -> bytes:
    """The last event as a seat gets it, in its file and in words."""
    version = (await service.view(fight, "gm")).version
    told = await service.seen_events(fight, seat, version, version)
    # A file for nobody's seat is the operator's: it holds everything.
    file = b"" if seat is None else b"".join([line async for line in service.export(fight, seat)])
    return msgspec.json.encode([one.recorded for one in told]) + b"".join(file.splitlines()[-1:])


@pytest.mark.parametrize(("to", "readers"), [([], {"gm"}), (["ana"], {"gm", "ana"})])
async def test_a_note_is_read_by_those_whom_it_is_for(to: list[str], readers: set[str]) -> None:
    """The others find that something was written, and not by what kind of event, nor for whom."""
    service, fight = await played()
    before = await service.view(fight, "gm")
    await service.submit(fight, "gm", note(to=to))
    after = await service.view(fight, "gm")
    assert after.version == before.version + 1
    assert after.seen.own == before.seen.own
    seats = [*after.seen.fight.seats, None]
    assert {"gm", "ana"} < set(seats)
    for seat in seats:
        read = await reads(service, fight, seat)
        assert (WORDS.encode() in read) is (seat in readers), seat
        assert (b"oted" in read) is (seat in readers), seat


async def test_a_note_is_written_by_the_gm_and_for_seats_that_are_there() -> None:
    """A refusal says which is not, and nothing is written."""
    service, fight = await played()
    before = (await service.view(fight, "gm")).version
    for seat, order, field in (
        ("ana", note(), None),
        ("gm", note(to=["nobody"]), "command.gm.note.to"),
        ("gm", {"gm": {"note": {"note": ""}}}, "command.gm.note.note"),
    ):
        with pytest.raises(RuleRefusal) as refused:
            await service.submit(fight, seat, order)
        assert refused.value.field == field or field is None
    assert (await service.view(fight, "gm")).version == before


async def test_a_note_stops_nothing_and_nothing_takes_it_back() -> None:
    """It is written while the fight pauses, and stays readable when the fight goes back."""
    service, fight = await played()
    start = (await service.view(fight, "gm")).version
    await service.submit(fight, "gm", {"gm": {"pause": {}}})
    await service.submit(fight, "gm", note())
    await service.submit(fight, "gm", {"gm": {"revert": {"to": start}}})
    head = (await service.view(fight, "gm")).version
    told = await service.seen_events(fight, "gm", start + 1, head)
    assert [type(one.recorded.event) for one in told] == [k.Paused, k.Noted, k.Reverted]


@pytest.mark.parametrize("to", [[], ["ana"]])
async def test_an_audit_makes_a_note_again(to: list[str]) -> None:
    """For those whom it names; one that was written for others, or by a player, is found."""
    service, fight = await played()
    await service.submit(fight, "gm", note(to=to))
    file = b"".join([page async for page in service.export(fight, None)])
    lines = [msgspec.json.decode(line) for line in file.splitlines()]
    assert replayed(lines).state == "PROVEN"
    for forged in ({"to": ["gm", "ben"]}, {"seat": "ana"}):
        changed = msgspec.json.decode(msgspec.json.encode(lines))
        changed[-1].update({key: value for key, value in forged.items() if key == "to"})
        changed[-1]["secret"].update({key: value for key, value in forged.items() if key == "seat"})
        verdict = replayed(changed)
        assert (verdict.state, verdict.version) == ("BROKEN", len(lines) - 1), forged


def replayed(lines: list[Line]) -> Verdict:
    """What an audit says of the rules' part, in a chain that was made anew."""
    export = read_export(io.BytesIO(sealed(lines)))
    return audit(Registry.installed(), export.events, header=export.header).replay
