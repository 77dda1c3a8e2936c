"""A campaign with its fights as one file: whole it is proven; what is dropped, exchanged or altered is found."""

from __future__ import annotations

from io import BytesIO

import pytest
from msgspec import structs

from engine.service.encounters import Encounters
from engine.service.proof.audit import audit
from engine.service.proof.campaign_file import judge_campaign, read_exports
from engine.service.proof.export import Export, export_lines
from engine.service.registry import Registry
from engine.store.memory import MemoryStore
from tests.service.campaigns.test_campaigns import begun, company, end, hurt
from tests.support.fights.played import forged


async def two_nights(registry: Registry) -> list[Export]:
    """A campaign of two fights, each of which hurts Cloud, and one that was released."""
    service = Encounters(MemoryStore(), registry)
    made = await service.create(company())
    names = [made.id]
    for hp in (30, 20):
        fight = (await begun(service, made.id, "cloud")).fight
        names.append(fight)
        await hurt(service, fight, "cloud", hp)
        await end(service, fight)
        digest = (await service.campaigns.proposal(made.id, fight)).digest
        await service.campaigns.settle(made.id, "gm", fight, digest)
    left = (await begun(service, made.id, "vivi")).fight
    names.append(left)
    await service.campaigns.release(made.id, "gm", left)
    written = b""
    for name in names:
        book, entries = await service.entries(name)
        written += b"".join(export_lines(entries, book, None))
    return read_exports(BytesIO(written))


@pytest.fixture(scope="module")
def registry() -> Registry:
    return Registry.installed()


async def test_a_whole_file_is_proven(registry: Registry) -> None:
    """All its fights are in it, each as the campaign's chain names it."""
    exports = await two_nights(registry)
    verdict = judge_campaign(registry, exports)
    assert (verdict.state, verdict.detail) == ("PROVEN", "3 fights, each as the campaign names it")


async def test_what_is_dropped_exchanged_or_cut_is_found(registry: Registry) -> None:
    """A fight left out, another in its place, its end cut off, one that is none of the campaign's, one told twice."""
    campaign, first, second, third = await two_nights(registry)
    *_, stranger = await two_nights(registry)
    cut = structs.replace(
        first,
        header=structs.replace(first.header, version=first.header.version - 1, hash=first.events[-2].hash),
        events=first.events[:-1],
    )
    exchanged = structs.replace(second, header=structs.replace(second.header, encounter=first.header.encounter))
    for parts in (
        [campaign, second, third],
        [campaign, exchanged, second, third],
        [campaign, cut, second, third],
        [campaign, first, second, third, stranger],
        [campaign, first, first, second, third],
        [first, second, third],
    ):
        assert judge_campaign(registry, parts).state == "BROKEN"


async def test_a_line_that_sets_something_else_is_found(registry: Registry) -> None:
    """Its hash made anew: the rules know what the change of a fight makes of what a member has."""
    service = Encounters(MemoryStore(), registry)
    made = await service.create(company())
    fight = (await begun(service, made.id, "cloud")).fight
    await hurt(service, fight, "cloud", 30)
    await end(service, fight)
    digest = (await service.campaigns.proposal(made.id, fight)).digest
    await service.campaigns.settle(made.id, "gm", fight, digest)
    book, entries = await service.entries(made.id)
    line = next(entry.version for entry in entries if b'"Carried"' in (entry.secret or entry.public))
    assert audit(book, entries).replay.state == "PROVEN"
    other = forged(entries, line, lambda event: "data" in event and event["data"].update(value=31))
    report = audit(book, other)
    assert (report.replay.state, report.replay.version) == ("BROKEN", line)
