"""Pictures: maps and portraits that a server keeps beside the encounters that show them, and for a host's next ones."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.structs.errors import RuleRefusal
from engine.store.picture import KeptPicture, PictureRoom, PicturesFull
from engine.store.port import NOTHING, Store, host_stream


class UnknownPicture(RuleRefusal):
    """There is no such picture in an encounter, or not for the caller: both in the same words."""

    def __init__(self, field: str = "picture") -> None:
        super().__init__("there is no such picture here", code="UNKNOWN", field=field)


class Pictures:
    """The pictures of one store. room: of each encounter and each host.

    They belong to an encounter, or to a host himself (`of_host`): these are for encounters that he is about to create.
    """

    def __init__(self, store: Store, room: PictureRoom) -> None:
        self._store, self._room = store, room

    async def put(self, encounter: str, picture: KeptPicture, content: bytes) -> None:
        """Keep a picture; the same one counts once. RuleRefusal where there is no room."""
        try:
            await self._put(encounter, picture, content)
        except PicturesFull as full:
            raise RuleRefusal(_reason(full)) from None

    async def of(self, encounter: str) -> list[KeptPicture]:
        """The pictures of an encounter, by id."""
        return await self._store.pictures(encounter)

    async def read(self, encounter: str, id: str) -> tuple[KeptPicture, bytes]:
        """A picture with its bytes. UnknownPicture if there is none."""
        found = await self._store.read_picture(encounter, id)
        if found is None:
            raise UnknownPicture
        return found

    async def drop(self, encounter: str, id: str) -> None:
        """Drop a picture, if there is one: so a call may be repeated."""
        await self._store.drop_picture(await self._host(encounter), encounter, id)

    async def bring(self, encounter: str, ids: Sequence[str], source: str | None = None) -> tuple[str, ...]:
        """Keep pictures of other encounters beside this one too, and count them against its own host.

        source: the encounter that has them; None: any of the same host. Returns those that it does not have now: there
        was no room, or nobody has them.
        """
        if not ids:
            return ()
        holders = {}
        if source is None:
            holders = {id: holder for holder, id in await self._store.picture_holders(await self._host(encounter))}
        missing = []
        for id in ids:
            holder = holders.get(id) if source is None else source
            found = None if holder is None else await self._store.read_picture(holder, id)
            try:
                if found is None:
                    missing.append(id)
                else:
                    await self._put(encounter, *found)
            except PicturesFull:
                missing.append(id)
        return tuple(missing)

    async def _put(self, encounter: str, picture: KeptPicture, content: bytes) -> None:
        host, room = await self._host(encounter), self._room
        if encounter == of_host(host):
            room = PictureRoom(room.of_host, room.bytes_of_host, room.of_host, room.bytes_of_host)
        try:
            await self._store.put_picture(host, encounter, picture, content, room)
        except PicturesFull as full:
            if not full.of_host or not await self._drop_gone(host):
                raise
            await self._store.put_picture(host, encounter, picture, content, room)

    async def _drop_gone(self, host: str) -> bool:
        """Drop the pictures of encounters that are no longer in the store; whether there were any."""
        holders = await self._store.picture_holders(host)
        encounters = list(dict.fromkeys(encounter for encounter, _ in holders if encounter != of_host(host)))
        heads = dict(zip(encounters, await self._store.heads(encounters), strict=True))
        gone = [(encounter, id) for encounter, id in holders if encounter in heads and heads[encounter].head == NOTHING]
        for encounter, id in gone:
            await self._store.drop_picture(host, encounter, id)
        return bool(gone)

    async def _host(self, encounter: str) -> str:
        if encounter.startswith(of_host("")):
            return encounter.removeprefix(of_host(""))
        return (await self._store.standings([encounter]))[0].host


def of_host(host: str) -> str:
    """What stands for a host where an encounter is named; "": for the operator."""
    return host_stream(host)


def _reason(full: PicturesFull) -> str:
    if full.of_host and full.of_bytes:
        return f"your fights have {full.most} bytes of pictures at most: remove some first"
    if full.of_host:
        return f"your fights have {full.most} pictures at most: remove some first"
    if full.of_bytes:
        return f"this fight has {full.most} bytes of pictures at most: remove some first"
    return f"this fight has {full.most} pictures at most: remove some first"
