"""What every store owes the pictures of encounters: judged on memory and on each real server."""

from __future__ import annotations

import asyncio

import pytest

from engine.store.picture import KeptPicture, PictureRoom, PicturesFull
from engine.store.port import Store
from engine.store.redis import RedisStore

ROOM = PictureRoom(of_fight=3, bytes_of_fight=100, of_host=5, bytes_of_host=150)
FIGHT, OTHER, THIRD = "a1", "b2", "c3"


def picture(id: str, size: int = 10) -> tuple[KeptPicture, bytes]:
    """A picture of so many bytes."""
    return KeptPicture(id, "image/webp", 4, 3, size), b"\0%" + b"x" * (size - 2)


async def put(store: Store, fight: str, id: str, size: int = 10, host: str = "ana", room: PictureRoom = ROOM) -> None:
    await store.put_picture(host, fight, *picture(id, size), room)


async def test_a_picture_comes_back_as_it_was_put(store: Store) -> None:
    """Listed without its bytes, read with them; put once more it counts once."""
    for _ in range(5):
        await put(store, FIGHT, "p")
    await put(store, FIGHT, "o")
    assert await store.pictures(FIGHT) == [picture("o")[0], picture("p")[0]]
    assert await store.read_picture(FIGHT, "p") == picture("p")
    assert (await store.read_picture(FIGHT, "q"), await store.read_picture(OTHER, "p")) == (None, None)
    assert await store.pictures(OTHER) == []
    assert await store.picture_holders("ana") == [(FIGHT, "o"), (FIGHT, "p")]
    assert await store.picture_holders("ben") == await store.picture_holders("") == []


@pytest.mark.parametrize(
    ("there", "one", "most", "of_bytes", "of_host"),
    [
        ([(FIGHT, 10)] * 3, (FIGHT, 10), 3, False, False),
        ([(FIGHT, 50)] * 2, (FIGHT, 10), 100, True, False),
        ([(FIGHT, 10)] * 3 + [(OTHER, 10)] * 2, (OTHER, 10), 5, False, True),
        ([(FIGHT, 70), (OTHER, 70)], (THIRD, 11), 150, True, True),
    ],
)
async def test_beyond_a_limit_nothing_is_kept(
    store: Store, there: list[tuple[str, int]], one: tuple[str, int], most: int, of_bytes: bool, of_host: bool
) -> None:
    """Neither of the encounter nor of its host; what is there already may be put again, and another host has room."""
    for number, (fight, size) in enumerate(there):
        await put(store, fight, f"p{number}", size)
    with pytest.raises(PicturesFull) as full:
        await put(store, one[0], "more", one[1])
    assert (full.value.most, full.value.of_bytes, full.value.of_host) == (most, of_bytes, of_host)
    assert await store.read_picture(one[0], "more") is None
    assert len(await store.picture_holders("ana")) == len(there)
    await put(store, there[0][0], "p0", there[0][1])
    await put(store, "d4", "more", one[1], host="ben")


async def test_what_is_dropped_gives_its_room_back(store: Store) -> None:
    for name in ("p", "q", "r"):
        await put(store, FIGHT, name)
    assert await store.drop_picture("ana", FIGHT, "q") is True
    assert await store.drop_picture("ana", FIGHT, "q") is False
    assert (await store.read_picture(FIGHT, "q"), len(await store.pictures(FIGHT))) == (None, 2)
    await put(store, FIGHT, "s")


async def test_of_many_at_once_no_more_are_kept_than_there_is_room_for(store: Store) -> None:
    """The limit is checked with the writing, not before it."""
    outcomes = await asyncio.gather(*(put(store, FIGHT, f"p{n}") for n in range(12)), return_exceptions=True)
    assert sum(isinstance(one, PicturesFull) for one in outcomes) == 9
    assert len(await store.pictures(FIGHT)) == len(await store.picture_holders("ana")) == 3


async def test_pictures_lie_among_the_keys_of_their_encounter(store: Store) -> None:
    """Whatever deletes these deletes them too, and a backup has them."""
    if not isinstance(store, RedisStore):
        pytest.skip("only a server has keys")
    await put(store, FIGHT, "p")
    for name in ("pictures", "pictures:bytes"):
        assert await store._command("DEL", f"skald:{{{FIGHT}}}:{name}") == 1
    assert (await store.pictures(FIGHT), await store.read_picture(FIGHT, "p")) == ([], None)
