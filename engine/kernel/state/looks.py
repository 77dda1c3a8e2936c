"""How people want things shown: colours, captions, pictures, and the names that other programs have for them.

No rule reads any of it.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Struct

KEPT = "picture:"
"""Before the id of a picture that the server keeps: with it, it stands where an address may stand."""
Address = Annotated[
    str,
    msgspec.Meta(
        max_length=500,
        pattern=r"^(https://[^\s/@?#\\]+([/?#][^\s\\]*)?|picture:[0-9a-f]{64})$(?!\n)",
        description="an https address without a user name and without blanks, or a picture that the server keeps",
    ),
]
"""An https address without a user name, at most 500 characters; or `picture:` and the id of one that is kept here."""
Colour = Annotated[
    str,
    msgspec.Meta(pattern=r"^#[0-9a-f]{6}$(?!\n)", description="a colour as #rrggbb, in small letters"),
]
Caption = Annotated[str, msgspec.Meta(max_length=12)]
Program = Annotated[
    str,
    msgspec.Meta(
        min_length=1,
        max_length=64,
        pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]*$(?!\n)",
        description="the name of a program: letters, digits, -, _ and ., with a letter or a digit first",
    ),
]


class Ref(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """What another program calls something. value: the program's id of it, at most 200 characters."""

    program: Program
    value: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class Looks(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """How something is shown. caption: at most 12 characters. portrait, picture: https addresses, or `picture:` and the
    id of a picture that the server keeps. refs: at most 8.

    picture: for the table, seen from above; portrait: for lists, and for the table where there is no picture. Whoever
    sees a picture fetches it from its address.
    """

    colour: Colour | None = None
    caption: Caption = ""
    portrait: Address | None = None
    picture: Address | None = None
    refs: Annotated[tuple[Ref, ...], msgspec.Meta(max_length=8)] = ()


PLAIN_LOOKS = Looks()
"""Of what nobody has given a look."""
