"""What every store owes the shelves of hosts: judged on memory and on each real server."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from engine.store.port import Store
from engine.store.shelf import ItemToShelve, ShelfConflict, ShelfFull, ShelfLimits

MOMENT = "2026-01-01T00:00:00.000Z"
ROOM = ShelfLimits(items=100, size=10_000)


def item(key: str = "wolf", content: bytes = b'{"a": 1}', **more: Any) -> ItemToShelve:
    """A sheet for a shelf."""
    given = {"kind": "SHEET", "name": "Wolf", "system": "minis", "updated": MOMENT} | more
    return ItemToShelve(key=key, content=content, **given)


async def test_an_item_comes_back_as_it_was_put(store: Store) -> None:
    """Listed without its content, read with it; whatever its name and content hold."""
    odd = item("odd", b'{"text": "\\u0000 \xc3\xa9 %d"}', kind="MAP", name='Lång "namn" %d 1 2', system="")
    [first] = await store.shelve("ana", [item()], ROOM)
    [second] = await store.shelve("ana", [odd], ROOM)
    assert 0 < first < second
    listed = await store.shelf("ana")
    assert [(one.kind, one.key, one.name, one.system, one.version) for one in listed] == [
        ("MAP", "odd", odd.name, "", second),
        ("SHEET", "wolf", "Wolf", "minis", first),
    ]
    assert [one.size for one in listed] == [len(odd.content), len(item().content)]
    found = await store.read_shelved("ana", [("SHEET", "wolf"), ("SHEET", "odd"), ("MAP", "odd")])
    assert found == [(listed[1], item().content), None, (listed[0], odd.content)]
    assert await store.read_shelved("ana", []) == []


async def test_owners_see_nothing_of_each_other(store: Store) -> None:
    await store.shelve("ana", [item()], ROOM)
    assert await store.shelf("ben") == []
    assert await store.read_shelved("ben", [("SHEET", "wolf")]) == [None]
    assert await store.unshelve("ben", "SHEET", "wolf") is False
    assert await store.unshelve("ana", "SHEET", "wolf") is True
    assert await store.shelf("ana") == []


async def test_an_expected_version_is_checked(store: Store) -> None:
    """Against the item's version, 0 for none; the error names the actual one, and nothing is changed."""
    [made] = await store.shelve("ana", [item(expected=0)], ROOM)
    [changed] = await store.shelve("ana", [item(content=b"2", expected=made)], ROOM)
    assert changed > made
    for expected in (0, made, changed + 1):
        with pytest.raises(ShelfConflict) as caught:
            await store.shelve("ana", [item(content=b"3", expected=expected)], ROOM)
        assert (caught.value.key, caught.value.expected, caught.value.actual) == ("wolf", expected, changed)
        with pytest.raises(ShelfConflict) as caught:
            await store.unshelve("ana", "SHEET", "wolf", expected)
        assert (caught.value.expected, caught.value.actual) == (expected, changed)
    with pytest.raises(ShelfConflict) as caught:
        await store.shelve("ana", [item("bear", expected=made)], ROOM)
    assert caught.value.actual == 0
    [(_, content)] = [one for one in await store.read_shelved("ana", [("SHEET", "wolf")]) if one]
    assert content == b"2"


async def test_a_repeated_call_changes_nothing(store: Store) -> None:
    """A caller whose answer was lost gets the version that it made, also where it expects the one before."""
    [made] = await store.shelve("ana", [item(expected=0)], ROOM)
    assert await store.shelve("ana", [item(expected=0)], ROOM) == [made]
    assert await store.shelve("ana", [item()], ROOM) == [made]
    [renamed] = await store.shelve("ana", [item(name="Dire wolf", expected=made)], ROOM)
    assert renamed > made
    [(kept, _)] = [one for one in await store.read_shelved("ana", [("SHEET", "wolf")]) if one]
    assert kept.name == "Dire wolf"


async def test_versions_are_never_used_again(store: Store) -> None:
    """Whoever has the version of a removed item cannot overwrite one that was put there later."""
    [first] = await store.shelve("ana", [item()], ROOM)
    assert await store.unshelve("ana", "SHEET", "wolf", first) is True
    [again] = await store.shelve("ana", [item(content=b"2", expected=0)], ROOM)
    assert again > first


async def test_several_are_put_all_or_none(store: Store) -> None:
    """A conflict of one, or a limit, leaves all as they were."""
    [made] = await store.shelve("ana", [item()], ROOM)
    with pytest.raises(ShelfConflict):
        await store.shelve("ana", [item("bear", expected=0), item(content=b"2", expected=0)], ROOM)
    with pytest.raises(ShelfFull):
        await store.shelve("ana", [item("bear"), item("elk")], ShelfLimits(items=2, size=1000))
    assert [one.key for one in await store.shelf("ana")] == ["wolf"]
    versions = await store.shelve("ana", [item("bear", expected=0), item(), item("elk")], ROOM)
    assert versions[1] == made
    assert versions[0] == versions[2] > made
    with pytest.raises(ValueError, match="once"):
        await store.shelve("ana", [item(), item(content=b"2")], ROOM)
    assert await store.shelve("ana", [], ROOM) == []


async def test_limits_are_exact(store: Store) -> None:
    """The last item and the last byte fit; removing or shrinking makes room, also beyond a limit that was lowered."""
    room = ShelfLimits(items=2, size=10)
    await store.shelve("ana", [item("a", b"12345"), item("b", b"12345")], room)
    with pytest.raises(ShelfFull) as caught:
        await store.shelve("ana", [item("c", b"")], room)
    assert (caught.value.most, caught.value.of_bytes) == (2, False)
    with pytest.raises(ShelfFull) as caught:
        await store.shelve("ana", [item("a", b"123456")], room)
    assert (caught.value.most, caught.value.of_bytes) == (10, True)
    await store.shelve("ana", [item("a", b"123"), item("b", b"1234567")], room)
    await store.shelve("ana", [item("b", b"1234")], ShelfLimits(items=1, size=1))
    with pytest.raises(ShelfFull):
        await store.shelve("ana", [item("a", b"1234")], ShelfLimits(items=1, size=1))
    assert await store.unshelve("ana", "SHEET", "a") is True
    await store.shelve("ana", [item("c", b"123456")], room)
    with pytest.raises(ShelfFull):
        await store.shelve("ana", [item("c", b"1234567")], room)


async def test_racing_callers_stay_within_the_limits(store: Store) -> None:
    """Of thirty at once as many get in as there is room, and of thirty who expect one version one."""
    room = ShelfLimits(items=7, size=10_000)
    attempts = [store.shelve("ana", [item(f"w{n}", b"%d" % n)], room) for n in range(30)]
    outcomes = await asyncio.gather(*attempts, return_exceptions=True)
    assert sum(isinstance(outcome, list) for outcome in outcomes) == 7
    assert all(isinstance(outcome, (list, ShelfFull)) for outcome in outcomes)
    assert len(await store.shelf("ana")) == 7
    attempts = [store.shelve("ben", [item(content=b"%d" % n, expected=0)], ROOM) for n in range(30)]
    outcomes = await asyncio.gather(*attempts, return_exceptions=True)
    [won] = [outcome for outcome in outcomes if isinstance(outcome, list)]
    assert {outcome.actual for outcome in outcomes if isinstance(outcome, ShelfConflict)} == set(won)
