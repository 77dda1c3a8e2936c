"""Files that somebody made to do harm: each is refused with a reason and leaves nothing behind, or is a fight.

Their chains are whole. Half of them say that they were played by other rules, so that nothing can be played again and
only what the events say gives them away. What is let in after all must be served to everybody, every version of it.
"""

from __future__ import annotations

import asyncio
import copy
import io
import random
import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from api.reading.earlier_events import earlier_events
from api.reading.encounter_node import EncounterNode
from api.reading.parts import PARTS
from api.reading.sources import Sources
from engine.kernel.structs.errors import RuleRefusal
from engine.service.encounters import Encounters
from engine.service.proof import folding
from engine.service.proof.audit import audit
from engine.service.proof.export import ExportUnreadable, Limits, read_export
from engine.service.proof.signing import Signer
from engine.service.registry import Registry
from engine.service.writing.importing import Imported, ImportRefused, import_export
from engine.store.memory import MemoryStore
from tests.support.contract.hostile import TIMES
from tests.support.contract.mutations import (
    FIGHTS,
    Line,
    bent,
    numbered,
    other_rules,
    parts,
    recording,
    sealed,
    shuffled,
    torn,
)

REGISTRY = Registry.installed()
SIGNER = Signer(bytes(32))
SMALL = sorted(path.stem for path in FIGHTS.iterdir() if path.stat().st_size < 60_000)
FILES = 200 * TIMES
BATCHES = 4


def brought(data: bytes) -> tuple[Imported | str, MemoryStore]:
    """What came of a file, and the store it was to go into: the fight, or why there is none, and then nothing is."""
    store = MemoryStore()
    try:
        return asyncio.run(import_export(store, REGISTRY, read_export(io.BytesIO(data)))), store
    except (ImportRefused, ExportUnreadable) as error:
        assert vars(MemoryStore()).keys() == vars(store).keys()
        for name, kept in vars(store).items():
            assert not isinstance(kept, (dict, set, list)) or not kept, f"it was refused, and left {name} behind"
        return str(error), store


async def serve(store: MemoryStore, encounter: str, chance: random.Random) -> None:
    """Everything that everybody may ask of a fight, at its head and at some versions before."""
    service = Encounters(store, REGISTRY)
    head = (await service.view(encounter, None)).version
    assert [listed.id for listed in await store.page(before=None, limit=5)] == [encounter]
    for at in (None, *(chance.randint(1, head) for _ in range(3))):
        seats = (await service.view(encounter, None, at)).position.state.fight.seats
        for seat in (None, *seats):
            view = await service.view(encounter, seat, at)
            node = EncounterNode(view, "es", Sources(service, SIGNER), pinned=at is not None)
            msgspec.json.encode(await node.answer(PARTS))
            told = await service.seen_events(encounter, seat, 1, at or head)
            for one in node.render(told, await earlier_events(service, encounter, seat, told)):
                msgspec.json.encode(one.as_answer())
            if at is None:
                assert [line async for line in service.export(encounter, seat or "nobody")]
    await service.audit(encounter)


def mutant(chance: random.Random) -> bytes:
    """A recording that was changed, its chain made anew."""
    lines = recording(chance.choice(SMALL))
    if chance.random() < 0.3:
        del lines[chance.randint(2, len(lines)) :]
    if chance.random() < 0.6:
        other_rules(lines)
    if chance.random() < 0.35 and len(lines) > 3:
        shuffled(lines, recording(chance.choice(SMALL)), chance)
        return sealed(lines)
    line = lines[chance.randint(1, min(len(lines) - 1, chance.choice([1, 8, 10**6])))]
    state = chance.getstate()
    for part in parts(line):  # both in the same way, where they have the same shape
        chance.setstate(state)
        bent(part, chance)
    return sealed(lines)


@pytest.mark.parametrize("batch", range(BATCHES))
def test_a_valid_chain_over_impossible_events(batch: int) -> None:
    """Whatever stands in them: a reason, and nothing is kept; or a fight that is served like any other."""
    refused = 0
    for seed in range(batch, FILES, BATCHES):
        chance = random.Random(seed)
        try:
            done, store = brought(mutant(chance))
            if isinstance(done, Imported):
                asyncio.run(serve(store, done.encounter, chance))
            refused += isinstance(done, str)
        except Exception as error:
            error.add_note(f"seed {seed}")
            raise
    assert FILES // BATCHES // 2 < refused < FILES // BATCHES


def test_torn_files() -> None:
    """No accident of bytes gives another fight: it is refused, or the very fight that was written."""
    lines = {name: (FIGHTS / f"{name}.ndjson").read_bytes() for name in SMALL}
    for seed in range(FILES):
        chance = random.Random(seed)
        name = chance.choice(SMALL)
        done, store = brought(torn(lines[name], chance))
        if isinstance(done, Imported):
            events = read_export(io.BytesIO(lines[name])).events
            kept = asyncio.run(store.read(done.encounter, 1, len(events)))
            assert kept == [event.entry() for event in events], f"seed {seed}"


# -- one by one
def data_of(lines: list[Line], kind: str) -> dict[str, Any]:
    """What the first event of a type says."""
    return next(part["data"] for line in lines[1:] for part in parts(line) if part.get("type") == kind)


def change(kind: str, **more: Any) -> Callable[[list[Line]], None]:
    """The first event of a type says this."""

    def do(lines: list[Line]) -> None:
        line = next(line for line in lines[1:] if any(part.get("type") == kind for part in parts(line)))
        for part in parts(line):
            part.get("data", {}).update(copy.deepcopy(more))

    return do


def envelope(at: int, **more: Any) -> Callable[[list[Line]], None]:
    """The envelope of an event says this. at: its version, or from the end."""
    return lambda lines: [part.update(more) for part in parts(lines[at])] and None


def seat(**more: Any) -> Callable[[list[Line]], None]:
    """The first seat is this."""
    return lambda lines: lines[1]["public"]["data"]["table"][0].update(more)


def added(type_: str, data: dict[str, Any], **more: Any) -> Callable[[list[Line]], None]:
    """One more event behind the last one."""

    def do(lines: list[Line]) -> None:
        last = next(parts(lines[-1]))
        event = {"rule": "", "schema": 1, "seat": "gm", "command": None, "time": last["time"]} | more
        lines.append({"public": event | {"type": type_, "data": data}})
        numbered(lines)

    return do


def ordered(order: dict[str, Any]) -> Callable[[list[Line]], None]:
    """The game master gave this order, which goes on."""
    return added("CommandAccepted", {"order": order, "by": "gm", "rules": 1}, command="new")


def again(at: int) -> Callable[[list[Line]], None]:
    """An event is there once more, right behind itself."""

    def do(lines: list[Line]) -> None:
        lines.insert(at + 1, copy.deepcopy(lines[at]))
        numbered(lines)

    return do


def raw(part: Callable[[bytes], bytes]) -> Callable[[list[Line]], None]:
    """The public part of the first event is written otherwise."""

    def do(lines: list[Line]) -> None:
        lines[1]["public"] = part(msgspec.json.encode(lines[1]["public"], order="sorted"))

    return do


JUMP = {"toVersion": 1, "kept": [], "note": "", "cancelled": False}

IMPOSSIBLE: list[tuple[str, Callable[[list[Line]], None], str]] = [
    ("an encounter that would be another key", change("EncounterCreated", encounter="a}:events"), "no id"),
    ("an encounter of two lines", change("EncounterCreated", encounter="01kfxqxw000000000000\n"), "no id"),
    ("an encounter of the year 10889", change("EncounterCreated", encounter="7zzzzzzzzzzzzzzzzzzz"), "no id"),
    ("a system that is not there", change("EncounterCreated", system="chess"), "chess"),
    ("a chain that is not known", change("EncounterCreated", chain="skald-chain-1/md5"), "md5"),
    ("no seat", change("EncounterCreated", table=[]), "GM"),
    ("nobody is the GM", seat(role="PLAYER"), "GM"),
    ("a seat with a space", seat(seat="gm never"), "'gm never' is no name"),
    ("a seat with a line", seat(seat="gm\nana"), "is no name"),
    ("a seat with a brace", seat(seat="gm}"), "is no name"),
    ("a seat without a name", seat(seat=""), "is no name"),
    ("a role that is none", seat(role="KING"), "version 1"),
    ("a combatant of an odd name", change("CombatantJoined", combatant="a b"), "is no name"),
    ("a combatant with a control character", change("CombatantJoined", combatant="a\x1b[2J"), "is no name"),
    ("a side of an odd name", change("CombatantJoined", side="heroes\n"), "is no name"),
    ("a combatant who is not there", added("CombatantReturned", {"combatant": "nobody"}), "nobody"),
    ("the same one twice", again(2), "there is a combatant"),
    ("an event that is none", added("DragonHatched", {}), "cannot be read"),
    ("an event without its fields", added("VitalChanged", {}), "cannot be read"),
    ("a field of another type", added("RoundBegan", {"round": "two"}), "cannot be read"),
    ("an address that is none", added("LooksSet", {"looks": {"picture": "javascript:alert(1)"}}), "cannot be read"),
    ("a number beyond 32 bits", added("RoundBegan", {"round": 2**31}), "32 bits"),
    ("a number beyond 64 bits", added("RoundBegan", {"round": 2**70}), "32 bits"),
    ("a number with a fraction", added("PolicySet", {"kind": "a", "asked": True, "pace": 0, "more": 1.5}), "no whole"),
    ("a draw from more than there is", added("Drawn", {"index": 1, "among": 2**65, "by": "gm", "why": ""}), "none of"),
    ("dice that are none", added("DiceRolled", {"dice": "1d0", "faces": [1], "by": "gm", "why": "fate"}), "not dice"),
    ("a fight begins again", again(1), "begins a second time"),
    ("a revert to what is to come", added("Reverted", JUMP | {"toVersion": 900}), "not before it"),
    ("a revert that keeps what is to come", added("Reverted", JUMP | {"kept": [900]}), "not before it"),
    ("an order never given", added("DecisionAnswered", {"decision": 1, "choice": "x", "how": "GM"}), "nobody asks"),
    ("an order that is a word", ordered({"fantasia": "attack"}), "no order"),
    ("an order without its fields", ordered({"fantasia": {"attack": "x"}}), "no order"),
    ("two orders at once", ordered({"fantasia": {"a": {}, "b": {}}}), "no order"),
    ("an order of another game", ordered({"chess": {"move": {}}}), "no order"),
    ("time of another form", envelope(-1, time="yesterday"), "no time"),
    ("time of a month that is none", envelope(-1, time="2026-13-01T00:00:00.000Z"), "no time"),
    ("time that has not come", envelope(-1, time="9999-12-31T23:59:59.999Z"), "not come yet"),
    ("time that runs backwards", envelope(-1, time="2001-01-01T00:00:00.000Z"), "before that of the event before"),
    ("an event of a Skald to come", envelope(1, schema=99), "newer Skald"),
    ("a version that is not its own", envelope(-1, version=2**53 + 1), "9007199254740993"),
    ("a version beyond all numbers", lambda lines: lines[-1].update(version=10**30), "stands where this one belongs"),
    ("a name twice in an object", raw(lambda part: part[:-1] + b',"version":1}'), "line 2"),
    ("white space", raw(lambda part: part.replace(b",", b", ", 1)), "line 2"),
    ("an escape that is not needed", raw(lambda part: part.replace(b'"version"', b'"\\u0076ersion"')), "line 2"),
    ("half a character", raw(lambda part: part.replace(b'"name":"', b'"name":"\\ud800')), "line 2"),
    ("bytes that are no text", raw(lambda part: part.replace(b'"name":"', b'"name":"\xff')), "line 2"),
    ("a number without end", raw(lambda part: re.sub(rb'"schema":\d', b'"schema":1e400', part)), "line 2"),
    ("a number that is none", raw(lambda part: re.sub(rb'"schema":\d', b'"schema":NaN', part)), "line 2"),
]  # fmt: skip


def material(which: str) -> list[Line]:
    """A fight that has ended; one that runs; one that runs, with dice that nobody proves, in which none have fallen."""
    match which:
        case "ended":
            return recording("surrendered")
        case "running":
            return recording("broken_off")[:-1]
    return recording("typed_dice")[:6]


@pytest.mark.parametrize("which", ["ended", "running", "unproven"])
@pytest.mark.parametrize("rules", ["ours", "others"])
@pytest.mark.parametrize(("what", "do", "says"), IMPOSSIBLE, ids=[row[0] for row in IMPOSSIBLE])
def test_impossible_exports_are_refused_in_words(
    what: str, do: Callable[[list[Line]], None], says: str, rules: str, which: str
) -> None:
    """Each is refused, in words, and whoever audits it comes to an end."""
    lines = material(which)
    if rules == "others":
        other_rules(lines)
    assert isinstance(brought(sealed(lines))[0], Imported)
    do(lines)
    done, _ = brought(data := sealed(lines))
    assert isinstance(done, str)
    assert len(done) < 600
    if which == "unproven" and rules == "others":  # nothing else is in the way
        assert says in done
    try:
        export = read_export(io.BytesIO(data))
    except ExportUnreadable:
        return
    audit(REGISTRY, export.events, header=export.header, explain=True)


@pytest.mark.parametrize("type_", ["Paused", "Resumed", "EncounterEnded", "RoundBegan", "SeatAdded"])
def test_nothing_happens_behind_the_end(type_: str) -> None:
    """Under other rules too: the secret is out, and a fight that goes on would be played with known dice."""
    lines = recording("surrendered")
    last = next(parts(lines[-1]))
    data = {
        "EncounterEnded": last["data"],
        "RoundBegan": {"round": 2},
        "SeatAdded": {"entry": {"seat": "eve", "name": "Eve", "role": "SPECTATOR"}},
    }.get(type_, {})
    other_rules(lines)
    added(type_, data)(lines)
    done, _ = brought(sealed(lines))
    assert isinstance(done, str)


def test_a_public_part_that_outsiders_cannot_be_told() -> None:
    """null where nothing is withheld: whoever may read the secret part would see a fight, the others an error."""
    lines = recording("must_fail")
    other_rules(lines)
    line = next(line for line in lines[1:] if "secret" in line and "data" in line["public"])
    name = next(name for name in line["public"]["data"] if line["public"]["data"][name] is not None)
    line["public"]["data"][name] = None
    done, _ = brought(sealed(lines))
    assert isinstance(done, str)


def test_a_fight_that_grows_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """More of anything than a table has would be folded ever more slowly: refused as soon as there is too much."""
    monkeypatch.setattr(folding, "MOST", 40)
    monkeypatch.setattr(folding, "LONGEST", 40)
    for rules in ("ours", "others"):
        lines = recording("broken_off")
        if rules == "others":
            other_rules(lines)
        for number in range(50):
            entry = {"seat": f"eve{number}", "name": "Eve", "role": "SPECTATOR"}
            added("SeatAdded", {"entry": entry})(lines)
        done, _ = brought(sealed(lines))
        assert isinstance(done, str), rules
    lines = recording("broken_off")[:2]
    other_rules(lines)
    order = {"order": {"fantasia": {"begin": {}}}, "by": "gm", "rules": 999, "withheld": None}
    added("CommandAccepted", order, command="2")(lines)
    for number in range(50):
        added("RoundBegan", {"round": number}, command="2")(lines)
    done, _ = brought(sealed(lines))
    assert isinstance(done, str)
    assert "at most 40 events" in done


# -- lines
def test_lines_that_decode_to_too_many_objects_are_refused() -> None:
    """Counted before they are read: no line becomes more objects than a table can have, nor does the file."""
    header = sealed(recording("broken_off")).splitlines(keepends=True)[0]
    few = Limits(line=1000, events=10, total=2000, values=100, all_values=150)
    line = b'{"version":1,"hash":"","public":{"a":%s}}\n'
    for says, lines in {
        "longer than 1000 bytes": [line % (b'"' + b"x" * 1000 + b'"')],
        "more than 100 values in a line": [line % (b"[" + b",".join([b"[]"] * 80) + b"]")],
        "more than 150 values in the file": [line % (b"[" + b",".join([b"1"] * 60) + b"]")] * 3,
        "more than 10 events": [line % b"1"] * 11,
        "longer than 2000 bytes": [line % (b'"' + b"x" * 900 + b'"')] * 3,
    }.items():
        with pytest.raises(ExportUnreadable, match=says):
            read_export(io.BytesIO(header + b"".join(lines)), few)


@pytest.mark.parametrize("deep", [b"[" * 100_000 + b"]" * 100_000, b'{"a":' * 100_000 + b"1" + b"}" * 100_000])
def test_nested_without_end(deep: bytes) -> None:
    """In the header, in an event, in what an event says."""
    header, *events = sealed(recording("broken_off")).splitlines(keepends=True)
    for data in (
        deep + b"\n",
        header.replace(b'"seat":null', b'"seat":' + deep),
        header.replace(b'"seat":null', b'"seat":null,"signature":' + deep),
        header + events[0].replace(b'"setup":{', b'"setup":{"a":%s,' % deep),
        header + b'{"version":1,"hash":"","public":%s}\n' % deep,
    ):
        done, _ = brought(data)
        assert isinstance(done, str)
        assert len(done) < 500


def test_nobody_is_in_the_store_of_a_fight_that_was_let_in_twice() -> None:
    """A second file of one encounter, with another history, changes nothing of the first."""
    data = (FIGHTS / "surrendered.ndjson").read_bytes()
    store = MemoryStore()
    done = asyncio.run(import_export(store, REGISTRY, read_export(io.BytesIO(data))))
    before = asyncio.run(store.read(done.encounter, 1, 1000))
    lines = recording("surrendered")
    other_rules(lines)
    with pytest.raises((ImportRefused, RuleRefusal)):
        asyncio.run(import_export(store, REGISTRY, read_export(io.BytesIO(sealed(lines)))))
    assert asyncio.run(store.read(done.encounter, 1, 1000)) == before
