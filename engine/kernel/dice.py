"""Dice: notation, and how a seeded face comes about.

A face of an `N`-sided die is derived so that anybody can do it again once the secret is out:

    message = "skald-dice-1|<encounter>|<version>|<die>|<attempt>|<entropy>"          ASCII
    x       = the first 8 bytes of HMAC-SHA256(key=secret, message), big-endian
    face    = x mod N + 1, unless x >= 2**64 - 2**64 mod N: then the next attempt (no face is likelier than another)

secret: 32 bytes; encounter: its id, "" for dice of a given seed (mode OPEN), which fall alike everywhere; version: of
the DiceRolled or Drawn event; die and attempt: from 0; entropy: hex SHA-256 over what seats added before the first
roll (each contribution's UTF-8 followed by a zero byte), "" where nobody did.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from engine.kernel.errors import Fault

_NOTATION = re.compile(r"(0|[1-9][0-9]{0,2})d([1-9][0-9]{0,3})\Z")
_SPACE = 1 << 64


class Dice(Struct, frozen=True):
    """`count` dice of `sides` sides. count 0 to 999, sides 1 to 9999."""

    count: int
    sides: int

    def __str__(self) -> str:
        return format_dice(self)


def parse_dice(notation: str) -> Dice:
    """`2d6` -> Dice(2, 6). ValueError for anything else; sums and factors belong to the rules."""
    found = _NOTATION.match(notation)
    if found is None:
        raise ValueError(f"{notation!r} is not dice: write <count>d<sides>, as in 2d6")
    return Dice(int(found[1]), int(found[2]))


def format_dice(dice: Dice) -> str:
    """Dice(2, 6) -> `2d6`."""
    return f"{dice.count}d{dice.sides}"


def commitment(secret: str) -> str:
    """What the first event publishes of a secret (hex): hex SHA-256 of its bytes."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def open_secret(seed: str) -> str:
    """The secret, hex, of dice whose seed is given and published."""
    return hashlib.sha256(seed.encode()).hexdigest()


def named_in_dice(encounter: str, mode: str) -> str:
    """The encounter as the derivation names it: dice of a given seed fall alike in every fight that does the same."""
    return "" if mode == "OPEN" else encounter


def stir(entropy: Sequence[str]) -> str:
    """The entropy's place in the message: hex SHA-256 over the contributions, "" for none."""
    return hashlib.sha256(b"".join(e.encode() + b"\0" for e in entropy)).hexdigest() if entropy else ""


def derive(secret: str, encounter: str, version: int, die: int, sides: int, stirred: str = "") -> int:
    """The face, 1 to `sides`, of die number `die` (from 0) of the roll at `version`. secret: hex."""
    key, limit, attempt = bytes.fromhex(secret), _SPACE - _SPACE % sides, 0
    while True:
        message = f"skald-dice-1|{encounter}|{version}|{die}|{attempt}|{stirred}".encode()
        x = int.from_bytes(hmac.digest(key, message, "sha256")[:8], "big")
        if x < limit:
            return x % sides + 1
        attempt += 1


class FaceSource(Protocol):
    """Where the faces of new rolls come from; None where a person types them."""

    def faces(self, version: int, dice: Dice, *, hidden: bool, entropy: Sequence[str]) -> tuple[int, ...] | None: ...


class SeededDice(Struct, frozen=True):
    """Provable dice of one encounter, as the derivation names it.

    Secrets: hex of 32 bytes; the hidden one serves rolls that players don't see.
    """

    encounter: str
    secret: str
    hidden_secret: str

    def faces(self, version: int, dice: Dice, *, hidden: bool, entropy: Sequence[str]) -> tuple[int, ...] | None:
        secret, stirred = self.hidden_secret if hidden else self.secret, stir(entropy)
        return tuple(derive(secret, self.encounter, version, i, dice.sides, stirred) for i in range(dice.count))


class PhysicalDice(Struct, frozen=True):
    """Dice that lie on a real table."""

    def faces(self, version: int, dice: Dice, *, hidden: bool, entropy: Sequence[str]) -> tuple[int, ...] | None:
        return None


class FedDice:
    """Faces fed by hand, for rules tests: `spent` must be true at the end, and a face too few is a fault."""

    def __init__(self, *faces: int) -> None:
        self.left = list(faces)

    @property
    def spent(self) -> bool:
        return not self.left

    def faces(self, version: int, dice: Dice, *, hidden: bool, entropy: Sequence[str]) -> tuple[int, ...] | None:
        if len(self.left) < dice.count:
            raise Fault(f"{dice} rolled, faces left: {self.left}")
        taken, self.left = tuple(self.left[: dice.count]), self.left[dice.count :]
        if any(not 1 <= face <= dice.sides for face in taken):
            raise Fault(f"{dice} cannot show {taken}")
        return taken


class TypedFaces:
    """Faces sent ahead with an order or an answer. Used in order, whole rolls only, all of them or the step is refused.

    seat: None: they serve any roll (the GM's); otherwise rolls of that seat only.
    """

    def __init__(self, faces: Sequence[int], seat: str | None) -> None:
        self.left = list(faces)
        self._seat = seat

    def take(self, dice: Dice, seats: tuple[str, ...]) -> tuple[int, ...] | None:
        """The next roll's faces; None where they have run out or are not for a roll of these seats."""
        if not self.left or (self._seat is not None and self._seat not in seats) or len(self.left) < dice.count:
            return None
        taken, self.left = tuple(self.left[: dice.count]), self.left[dice.count :]
        return taken
