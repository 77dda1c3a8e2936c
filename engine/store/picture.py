"""What a store keeps of pictures: each lies beside the encounter that shows it, and counts against its host."""

from __future__ import annotations

from msgspec import Struct

from engine.kernel.structs.errors import SkaldError


class KeptPicture(Struct, frozen=True):
    """A picture as a listing shows it. id: the hex SHA-256 of its bytes; media: its media type; size: its bytes."""

    id: str
    media: str
    width: int
    height: int
    size: int


class PictureRoom(Struct, frozen=True):
    """Pictures, and bytes of them, that may be kept: so many of one encounter, so many of all of one host."""

    of_fight: int
    bytes_of_fight: int
    of_host: int
    bytes_of_host: int


class PicturesFull(SkaldError):
    """There is no room for one more picture.

    most: pictures, or (of_bytes) bytes, of the host (of_host), else of the encounter.
    """

    def __init__(self, most: int, *, of_bytes: bool, of_host: bool) -> None:
        whose, what = (
            "a host's encounters" if of_host else "an encounter",
            "bytes of pictures" if of_bytes else "pictures",
        )
        super().__init__(f"{whose} may have {most} {what} at most")
        self.most, self.of_bytes, self.of_host = most, of_bytes, of_host


ROOM = PictureRoom(of_fight=60, bytes_of_fight=16 * 1024 * 1024, of_host=600, bytes_of_host=128 * 1024 * 1024)
"""Of a service to which nobody says another one."""
