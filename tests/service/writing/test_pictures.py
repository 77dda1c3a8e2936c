"""Pictures of encounters: whose room they take, and what becomes of those of encounters that are gone."""

from __future__ import annotations

import pytest

from engine.kernel.structs.errors import RuleRefusal
from engine.service.writing.pictures import Pictures, UnknownPicture
from engine.store.memory import MemoryStore
from engine.store.picture import KeptPicture, PictureRoom
from engine.store.port import NOTHING, Entry, HostLimits, ListingFigures

ROOM = PictureRoom(of_fight=2, bytes_of_fight=1000, of_host=2, bytes_of_host=1000)
FIGURES = ListingFigures("toy", "Toy", "running", "", "")


def picture(id: str) -> tuple[KeptPicture, bytes]:
    return KeptPicture(id, "image/webp", 4, 3, 5), b"bytes"


async def fight(store: MemoryStore, id: str, host: str, *, there: bool = True) -> str:
    """An encounter of a host; there: it was created."""
    if host:
        await store.admit(host, id, "", HostLimits(9, 9))
    if there:
        await store.append(id, NOTHING, [Entry(1, b"{}", "hash")], seat="", key=id, fingerprint="", figures=FIGURES)
    return id


async def test_what_is_brought_takes_the_room_of_its_own_host() -> None:
    """A copy of somebody else's fight takes none of his, and what has no room is told, by id."""
    store = MemoryStore()
    pictures = Pictures(store, ROOM)
    source, copy = await fight(store, "a1", "ana"), await fight(store, "b1", "ben")
    for id in ("p", "q"):
        await pictures.put(source, *picture(id))
    assert await pictures.bring(copy, ["p", "nothing"], source) == ("nothing",)
    assert await store.picture_holders("ben") == [(copy, "p")]
    assert len(await store.picture_holders("ana")) == 2
    assert await pictures.bring(copy, ["p"], source) == (), "a repeat brings nothing anew"
    await pictures.put(copy, *picture("r"))
    assert await pictures.bring(copy, ["p", "q"], source) == ("q",)
    mine = await fight(store, "b2", "ben")
    assert await pictures.bring(mine, ["p", "q"]) == ("p", "q"), "neither room, nor another host's"
    await pictures.drop(copy, "r")
    assert await pictures.bring(mine, ["p", "q"]) == ("q",)
    assert (await pictures.read(mine, "p"))[1] == b"bytes"
    with pytest.raises(UnknownPicture):
        await pictures.read(copy, "r")


async def test_encounters_that_are_gone_take_no_room() -> None:
    """Where it is needed their pictures are dropped; nobody else's are."""
    store = MemoryStore()
    pictures = Pictures(store, ROOM)
    gone, here = await fight(store, "a1", "ana", there=False), await fight(store, "a2", "ana")
    await pictures.put(gone, *picture("p"))
    await pictures.put(here, *picture("q"))
    await pictures.put(here, *picture("r"))
    assert await store.picture_holders("ana") == [(here, "q"), (here, "r")]
    assert await pictures.of(gone) == []
    other = await fight(store, "a3", "ana")
    with pytest.raises(RuleRefusal, match="your fights have 2 pictures at most"):
        await pictures.put(other, *picture("s"))
    with pytest.raises(RuleRefusal, match="this fight has 2 pictures at most"):
        await pictures.put(here, *picture("s"))
