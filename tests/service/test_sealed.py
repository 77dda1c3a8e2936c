"""What is sealed or kept from a seat stays so: in forks, files, past versions, and from whoever tries every value."""

from __future__ import annotations

import hashlib
import io
import itertools
from collections.abc import Iterator, Sequence
from typing import Any
from unittest.mock import patch

import msgspec
import pytest

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.decide import Choice
from engine.kernel.state.redaction.audience import strings_in
from engine.kernel.structs.errors import RuleRefusal
from engine.service.encounters import Encounters
from engine.service.proof.export import ExportedEvent, read_export
from engine.service.registry import Registry
from engine.service.writing.importing import ImportRefused, import_export
from engine.store.memory import MemoryStore
from tests.support.secrecy import masquerade
from tests.support.slices import masque

REGISTRY = Registry([Rulebook(masque.system)])


async def dancing() -> tuple[Encounters, str, int]:
    """Aino dances with Bo, and Bo's mask is chosen: the service, the fight, and Aino's decision."""
    service = Encounters(MemoryStore(), REGISTRY)
    fight = (await service.create(masquerade.masque())).id
    await service.submit(fight, "gm", {"sliceMasque": {"begin": {}}})
    await service.submit(fight, "ana", {"sliceMasque": {"scheme": {"combatant": "aino", "plan": "star"}}})
    await service.submit(fight, "gm", {"sliceMasque": {"foretell": {"number": 1}}})
    await service.submit(fight, "ana", {"sliceMasque": {"dance": {"combatant": "aino", "target": "bo"}}})
    window = (await service.view(fight, "gm")).seen.fight.window
    assert window is not None
    mine, his = window.asked
    await service.answer(fight, "ben", his.decision, Choice("sun"))
    return service, fight, mine.decision


async def exported(service: Encounters, fight: str, seat: str | None) -> bytes:
    return b"".join([line async for line in service.export(fight, seat)])


async def test_with_a_seats_eyes_the_gm_does_not_read_what_is_sealed() -> None:
    """Ben reads what he has chosen himself; who looks through the GM's seat at what Ben sees does not."""
    service, fight, _ = await dancing()
    last = (await service.view(fight, "gm")).version
    own = await service.seen_events(fight, "ben", last, last)
    assert b'"sun"' in msgspec.json.encode([one.recorded for one in own])
    through = await service.seen_events(fight, "ben", last, last, through="gm")
    assert b'"sun"' not in msgspec.json.encode([one.recorded for one in through])


async def test_nobody_reads_a_sealed_answer_before_all_are_in() -> None:
    """Not the GM either, and not he who forks: in a branch of his own he could answer the rest himself."""
    service, fight, mine = await dancing()
    sealed = (await service.view(fight, "gm")).version
    for seat in ("gm", "ana", "eve"):
        told = await service.seen_events(fight, seat, 1, sealed)
        assert b'"sun"' not in msgspec.json.encode([one.recorded for one in told[-1:]]), seat
        lines = (await exported(service, fight, seat)).splitlines()
        assert b'"choice":"sun"' not in lines[-1], seat
    with pytest.raises(RuleRefusal, match="sealed") as refused:
        await service.fork(fight, "gm", sealed)
    assert refused.value.field == "at"
    branch = await service.fork(fight, "gm", sealed - 1)
    assert b'"choice":"sun"' not in await exported(service, branch.id, "gm")
    await service.answer(fight, "ana", mine, Choice("moon"))
    branch = await service.fork(fight, "gm", sealed)
    window = branch.seen.fight.window
    assert window is not None
    assert [asked.answered for asked in window.asked] == [False, True]


async def test_what_a_seat_sees_of_a_past_version_is_what_it_saw_then() -> None:
    """Before the answers are laid open and after it: the same state, the same events."""
    service, fight, mine = await dancing()
    version = (await service.view(fight, "eve")).version
    seats = ("gm", "ana", "ben", "eve", None)
    before = {s: ((await service.view(fight, s)).seen, await service.seen_events(fight, s, 1, version)) for s in seats}
    await service.answer(fight, "ana", mine, Choice("moon"))
    assert b'"sun"' in msgspec.json.encode(
        [t.recorded for t in await service.seen_events(fight, "eve", version + 1, 99)]
    )
    for seat in seats:
        seen, told = (await service.view(fight, seat, version)).seen, await service.seen_events(fight, seat, 1, version)
        assert (seen, told) == before[seat], seat


async def test_a_file_with_parts_left_out_is_nobodys_fight() -> None:
    """What a player keeps proves what he saw; it is not played on, by him or by anybody else."""
    service, fight, _ = await dancing()
    for seat in ("ana", "gm"):
        file = read_export(io.BytesIO(await exported(service, fight, seat)))
        with pytest.raises(ImportRefused, match="import a whole export"):
            await import_export(MemoryStore(), REGISTRY, file)


# -- guessing
MASKS = ("moon", "sun", "star")


def guesses(secret: bytes) -> Iterator[bytes]:
    """The secret part with every value in the place of what somebody may not know: he knows all else of it."""
    event = msgspec.json.decode(secret)
    data = event["data"]
    for name in [n for n, value in data.items() if value in MASKS]:
        for mask in MASKS:
            yield msgspec.json.encode({**event, "data": {**data, name: mask}}, order="sorted")
    for name in [n for n in data if n in ("omen", "faces")]:
        for face in range(1, 101):
            value = [face] if name == "faces" else face
            yield msgspec.json.encode({**event, "data": {**data, name: value}}, order="sorted")


def found(whole: Sequence[ExportedEvent], mine: Sequence[ExportedEvent], known: Sequence[str]) -> list[int]:
    """Versions whose secret part is found by trying every value against all that a seat has.

    known: whatever may have been used as a salt, or have been hashed with it: all texts of the file, and nothing.
    """
    hit = []
    for event, seen in zip(whole, mine, strict=True):
        if not seen.digest:
            continue
        assert event.secret is not None
        targets = {seen.digest, seen.hash}
        previous = mine[seen.version - 2].hash
        for guess, salt in itertools.product(guesses(event.secret), known):
            bare = hashlib.sha256(salt.encode() + guess).hexdigest()
            behind = hashlib.sha256(guess + salt.encode()).hexdigest()
            chained = hashlib.sha256(f"{previous}\n".encode() + event.public + f"\n{bare}".encode()).hexdigest()
            if targets & {bare, behind, chained}:
                hit.append(seen.version)
                break
    return hit


async def material() -> tuple[Sequence[ExportedEvent], Sequence[ExportedEvent], list[str]]:
    """The whole of a fight, what Eve keeps of it, and everything in there that could be a salt."""
    service, fight, _ = await dancing()
    whole = read_export(io.BytesIO(await exported(service, fight, None)))
    file = await exported(service, fight, "eve")
    mine = read_export(io.BytesIO(file))
    texts = [text for line in file.splitlines() for text in strings_in(msgspec.json.decode(line))]
    report: Any = await service.audit(fight)
    known = dict.fromkeys(["", fight, report.head.hash, *texts])
    return whole.events, mine.events, list(known)


async def test_no_hash_gives_a_secret_part_away() -> None:
    """Who knows all of an event but one word of three, or one face of a hundred, does not find it by trying."""
    whole, mine, known = await material()
    assert sum(1 for event in mine if event.digest) >= 4
    assert found(whole, mine, known) == []


async def test_a_salt_that_everybody_knows_is_found_out() -> None:
    """So the search above can find something."""
    with patch("engine.service.randomness.salt", lambda: "Masque"):
        whole, mine, known = await material()
    assert len(found(whole, mine, known)) >= 4


async def test_a_digest_without_a_salt_is_found_out() -> None:
    """A forgotten salt, in the digest and so in the chain."""

    def bare(salt: str, secret: bytes | None) -> str:
        return "" if secret is None else hashlib.sha256(secret).hexdigest()

    # A store that seals so also checks so.
    with (
        patch("engine.store.chain.digest", bare),
        patch("engine.store.chain.first_break", lambda *_: None),
        patch("engine.service.proof.export.digest", bare),
    ):
        whole, mine, known = await material()
    assert len(found(whole, mine, known)) >= 4
