"""The secrets of dice: fresh for each fight and each fork, never foreseen by a revert, revealed with the end alone."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from engine.kernel.playing.dice import commitment
from engine.kernel.state import events as e
from engine.kernel.structs.errors import RuleRefusal
from engine.service.encounters import Encounters
from engine.service.proof.audit import audit
from engine.service.proof.export import seen_event
from engine.service.reading.views import FightView, decode_whole
from engine.store.port import Appended, Entry, Store
from tests.support.fights.fights import new_fight
from tests.support.fights.played import BOOK, REGISTRY, play, played

BEGIN = {"fantasia": {"begin": {}}}
GROUPS = {"groupRolls": [{"group": "goblin", "each": True}]}
"""So that beginning asks nothing and rolls at once."""
END = {"gm": {"end": {}}}


@pytest.fixture
def service(store: Store) -> Encounters:
    return Encounters(store, REGISTRY)


async def begun(service: Encounters) -> FightView:
    """A seeded fight in which initiative was rolled."""
    made = await service.create(new_fight(dice="SEEDED", setup=GROUPS))
    return (await service.submit(made.id, "gm", BEGIN)).view


def falls(entries: list[Entry]) -> dict[int, tuple[Any, ...]]:
    """Version -> what fell there."""
    events = [decode_whole(BOOK, entry) for entry in entries]
    return {r.version: (r.event.dice, *r.event.faces) for r in events if isinstance(r.event, e.DiceRolled)}


def ended(entries: list[Entry]) -> e.EncounterEnded:
    event = decode_whole(BOOK, entries[-1]).event
    assert isinstance(event, e.EncounterEnded)
    return event


async def test_every_fight_and_every_fork_has_secrets_of_its_own(service: Encounters, store: Store) -> None:
    """Also two forks of one version, and the fork of a fork."""
    fight = await begun(service)
    fights = [fight.id]
    for parent in (fight, fight, None):
        at = parent or await service.view(fights[-1], "gm")
        fights.append((await service.fork(at.id, "gm", at.version)).id)
    fights.append((await begun(service)).id)
    kept = [await store.secrets(one) for one in fights]
    known = [secret for one in kept if one is not None for secret in (one.dice, one.hidden)]
    assert len(known) == 2 * len(fights)
    assert len(set(known)) == len(known)
    assert all(len(bytes.fromhex(secret)) == 32 for secret in known)


async def test_a_fork_foretells_nothing_of_its_parent(service: Encounters) -> None:
    """The same order at the same version falls otherwise there; and its end reveals its own secret only."""
    fight = await begun(service)
    branch = await service.fork(fight.id, "gm", fight.version)
    await service.submit(branch.id, "gm", END)
    told = ended((await service.entries(branch.id))[1])
    await service.submit(fight.id, "gm", END)
    first = ended((await service.entries(fight.id))[1])
    assert {told.dice_secret, told.hidden_secret}.isdisjoint({first.dice_secret, first.hidden_secret})
    assert commitment(told.dice_secret) == branch.commitment != fight.commitment == commitment(first.dice_secret)


async def test_a_fork_of_an_ended_fight_is_unforeseen_too(service: Encounters) -> None:
    """All of the parent's secrets are known by then; the fork's faces do not follow from them."""
    fight = await service.create(new_fight(dice="SEEDED", setup=GROUPS))
    await service.submit(fight.id, "gm", BEGIN)
    await service.submit(fight.id, "gm", END)
    before = (await service.entries(fight.id))[1]
    branch = await service.fork(fight.id, "gm", fight.version)
    await service.submit(branch.id, "gm", BEGIN)
    await service.submit(branch.id, "gm", END)
    after = (await service.entries(branch.id))[1]
    assert ended(after).dice_secret != ended(before).dice_secret
    report = audit(BOOK, after)
    assert report.proven, report
    assert len(falls(after)) > 2


async def test_a_fork_that_is_asked_for_twice_at_once_has_one_secret(
    service: Encounters, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever request was kept: the dice that fall later rest on what was committed to, and that is revealed."""
    fight = await begun(service)
    append, drawn, kept = store.append, asyncio.Event(), asyncio.Event()
    calls = iter(range(2))

    async def together(*arguments: Any, **more: Any) -> Appended:
        """The first that has drawn its secrets is kept, but not before the second has drawn its own."""
        if next(calls, 2) == 0:
            await drawn.wait()
            done = await append(*arguments, **more)
            kept.set()
            return done
        drawn.set()
        await kept.wait()
        return await append(*arguments, **more)

    monkeypatch.setattr(store, "append", together)
    first, second = await asyncio.gather(*(service.fork(fight.id, "gm", 7, key="what if") for _ in range(2)))
    assert first.id == second.id
    await service.submit(first.id, "gm", BEGIN)
    await service.submit(first.id, "gm", END)
    report = audit(BOOK, (await service.entries(first.id))[1])
    assert report.proven, report


async def test_whatever_is_reverted_no_die_falls_again(service: Encounters) -> None:
    """The same order, over and over from the same state: each time at new versions, and as those say."""
    fight = await begun(service)
    for _ in range(6):
        await service.submit(fight.id, "gm", {"gm": {"revert": {"to": 7}}})
        await service.submit(fight.id, "gm", BEGIN)
    await service.submit(fight.id, "gm", END)
    entries = (await service.entries(fight.id))[1]
    assert audit(BOOK, entries).proven
    fallen = falls(entries)
    assert len(fallen) >= 7 * 6
    rows = [tuple(list(fallen.values())[n : n + 6]) for n in range(0, 42, 6)]
    assert len(set(rows)) == len(rows), "a revert brought the same initiative back"


async def test_a_revert_cannot_undo_the_end_nor_any_correction_touch_what_dice_rest_on(service: Encounters) -> None:
    """Neither secret, commitment, entropy, mode nor whether dice have fallen is a field that somebody can set."""
    fight = await begun(service)
    for path in ("commitment", "entropy", "entropyBy", "rolled", "dice", "id", "seats", "status"):
        with pytest.raises(RuleRefusal, match="a path begins with one of"):
            await service.submit(fight.id, "gm", {"gm": {"correct": {"path": path, "value": ""}}})
    await service.submit(fight.id, "gm", END)
    for command in ({"revert": {"to": 3}}, {"correct": {"path": "name", "value": "x"}}, {"end": {}}):
        with pytest.raises(RuleRefusal, match="this fight has ended"):
            await service.submit(fight.id, "gm", {"gm": command})


async def test_an_ended_fight_gives_players_the_open_secret_and_never_the_hidden_one(service: Encounters) -> None:
    """Not by event, nor export; the GM gets both. What binds the hidden one stands before everybody, as a hash."""
    fight = await played(service)
    entries = (await service.entries(fight))[1]
    both = ended(entries)
    assert both.hidden_secret is not None
    for seat in ("ana", "ben", "eve", None):
        event = (await service.seen_events(fight, seat, len(entries), len(entries)))[0].recorded.event
        assert isinstance(event, e.EncounterEnded)
        assert (event.dice_secret, event.hidden_secret) == (both.dice_secret, None)
        kept = [seen_event(entry, seat or "nobody") for entry in entries]
        assert both.hidden_secret.encode() not in b"".join(one.public + (one.secret or b"") for one in kept)
        first = decode_whole(BOOK, entries[0]).event
        assert isinstance(first, e.EncounterCreated)
        assert first.hidden_commitment == commitment(both.hidden_secret)
    gms = (await service.seen_events(fight, "gm", len(entries), len(entries)))[0].recorded.event
    assert gms == both


async def test_no_secret_stands_in_the_stream_before_the_end(service: Encounters, store: Store) -> None:
    """Neither in any entry nor in any state folded from it, whoever may read them."""
    fight = (await service.create(new_fight(dice="SEEDED", setup=GROUPS))).id
    await service.submit(fight, "gm", BEGIN)
    await play(service, fight, random.Random(2), 20)
    kept = await store.secrets(fight)
    assert kept is not None
    entries = (await service.entries(fight))[1]
    body = b"".join(entry.public + (entry.secret or b"") + entry.salt.encode() for entry in entries)
    body += repr((await service.view(fight, "gm")).position).encode()
    for secret in (kept.dice, kept.hidden):
        assert secret.encode() not in body
        assert bytes.fromhex(secret) not in body
