"""Pictures that the server keeps, in the API: maps and portraits of a fight."""

from __future__ import annotations

from schemas.types import Request, Wire


class KeptPicture(Wire, frozen=True, kw_only=True):
    """A picture that the server keeps. key: the SHA-256 of its bytes, in hex.

    address: what stands for it in looks and in a backdrop. width, height: in pixels. size: bytes.
    """

    key: str
    address: str
    media: str
    width: int
    height: int
    size: int


class PictureRemoved(Wire, frozen=True, kw_only=True):
    """The picture is no longer kept: where a fight still names it, nothing is shown.

    encounter: null: it was your own.
    """

    encounter: str | None
    picture: str


class RemovePictureRequest(Request, frozen=True, kw_only=True):
    """A picture that is kept no longer, by key. encounter: the fight that it is kept for; absent: your next ones."""

    picture: str
    encounter: str | None = None
