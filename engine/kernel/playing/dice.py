"""Dice: notation, and the derivation of seeded faces.

A face of an `N`-sided die is derived so that anybody can recompute it once the secret is revealed:

    message = "skald-dice-1|<encounter>|<version>|<die>|<attempt>|<entropy>"          ASCII
    x       = the first 8 bytes of HMAC-SHA256(key=secret, message), big-endian
    face    = x mod N + 1, unless x >= 2**64 - 2**64 mod N: then the next attempt (no face is likelier than another)

secret: 32 bytes; encounter: its id, "" for dice of a given seed (mode OPEN), which fall alike everywhere; version: of
the DiceRolled or Drawn event; die and attempt: from 0; entropy: hex SHA-256 over what seats added before the first roll
(each contribution's UTF-8 followed by a zero byte), "" where nobody did.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Protocol

from msgspec import Struct

from engine.kernel.state.fight import Fight
from engine.kernel.structs.errors import FacesRefused, Fault

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
    """The published commitment to a secret (hex): hex SHA-256 of its bytes."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


EPOCHS = 4096
"""How many dice secrets a campaign has, one for each epoch."""


def first_of_epochs(root: str) -> str:
    """The secret, hex, of the first epoch of a campaign's dice. root: of 32 random bytes, hex; it is the last one's.

    Each secret is the commitment to the next one: so the first commitment binds all of them, and none of them can be
    chosen after somebody has added to the dice.
    """
    for _ in range(EPOCHS - 1):
        root = commitment(root)
    return root


def epochs_after(root: str, committed: str) -> int | None:
    """How many epochs come after the one with this commitment; None: it is none of this root's."""
    for number in range(EPOCHS):
        root = commitment(root)
        if root == committed:
            return number
    return None


def in_epoch(root: str, after: int) -> str:
    """The secret, hex, of the epoch that has so many after it."""
    for _ in range(after):
        root = commitment(root)
    return root


def open_secret(seed: str) -> str:
    """The secret, hex, of dice whose seed is given and published."""
    return hashlib.sha256(seed.encode()).hexdigest()


def encounter_in_dice(encounter: str, mode: str) -> str:
    """The encounter id used in the derivation: dice of a given seed fall alike in every fight that does the same."""
    return "" if mode == "OPEN" else encounter


def entropy_digest(entropy: Sequence[str]) -> str:
    """The entropy part of the message: hex SHA-256 over the contributions, "" for none."""
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
    """Where the faces of new rolls come from; None where a person types them.

    hidden: the rules hide the roll from players. typed: the first event says that a person types it (`Fight.types`).
    """

    def faces(
        self, version: int, dice: Dice, *, hidden: bool, typed: bool, entropy: Sequence[str]
    ) -> tuple[int, ...] | None: ...


class SeededDice(Struct, frozen=True):
    """Provable dice of one encounter, but for the rolls that people type. encounter: as the derivation uses it.

    Secrets: hex of 32 bytes; the hidden one is for rolls that players do not see.
    """

    encounter: str
    secret: str
    hidden_secret: str

    def faces(
        self, version: int, dice: Dice, *, hidden: bool, typed: bool, entropy: Sequence[str]
    ) -> tuple[int, ...] | None:
        if typed:
            return None
        secret, stirred = self.hidden_secret if hidden else self.secret, entropy_digest(entropy)
        return tuple(derive(secret, self.encounter, version, i, dice.sides, stirred) for i in range(dice.count))


class RunDice:
    """Dice of a fight that is played on to see what may come of it: of their own seed, whoever would roll them.

    Each roll is named by who rolls, what for, and how often he has done so: two ways on from one moment get the same
    faces for the same rolls, and their difference is less of luck.
    """

    def __init__(self, seed: str) -> None:
        self._secret = open_secret(seed)
        self._rolls: Counter[tuple[str, str, Dice]] = Counter()

    def roll(self, by: str, why: str, dice: Dice) -> tuple[int, ...]:
        """The faces of the next roll of that name."""
        name = (by, why, dice)
        self._rolls[name] += 1
        stirred = f"{by}|{why}"
        return tuple(derive(self._secret, "", self._rolls[name], die, dice.sides, stirred) for die in range(dice.count))

    def faces(self, version: int, dice: Dice, *, hidden: bool, typed: bool, entropy: Sequence[str]) -> tuple[int, ...]:
        """See FaceSource: of a roll that has no name."""
        return self.roll("", "", dice)


class PhysicalDice(Struct, frozen=True):
    """Physical dice, rolled at a real table."""

    def faces(
        self, version: int, dice: Dice, *, hidden: bool, typed: bool, entropy: Sequence[str]
    ) -> tuple[int, ...] | None:
        return None


class ScriptedDice:
    """Faces supplied by rules tests: `spent` must be true at the end, and a missing face is a Fault."""

    def __init__(self, *faces: int) -> None:
        self.left = list(faces)

    @property
    def spent(self) -> bool:
        return not self.left

    def faces(
        self, version: int, dice: Dice, *, hidden: bool, typed: bool, entropy: Sequence[str]
    ) -> tuple[int, ...] | None:
        if len(self.left) < dice.count:
            raise Fault(f"{dice} rolled, faces left: {self.left}")
        taken, self.left = tuple(self.left[: dice.count]), self.left[dice.count :]
        if any(not 1 <= face <= dice.sides for face in taken):
            raise Fault(f"{dice} cannot show {taken}")
        return taken


class TypedFaces:
    """Faces sent ahead with an order or an answer: used in order, whole rolls only.

    At the first roll that they do not fit they are all discarded, and that roll is asked for. They are not refused,
    since whether that roll comes may depend on what their sender may not know.

    seat: None: they serve any roll (the GM's); otherwise rolls of that seat only.
    """

    def __init__(self, faces: Sequence[int], seat: str | None) -> None:
        self.left = list(faces)
        self.seat = seat

    def take(self, dice: Dice, seats: tuple[str, ...]) -> tuple[int, ...] | None:
        """The next roll's faces; None where they have run out, or are not for this roll."""
        if not self.left or (self.seat is not None and self.seat not in seats) or not self.fit(dice):
            return None
        taken, self.left = tuple(self.left[: dice.count]), self.left[dice.count :]
        return taken

    def asks_together(self, version: int) -> bool:
        """Whether the rolls that rules name together are asked for at once, from this version on."""
        return True

    def require_typing(self, seen: Callable[[], Fight]) -> None:
        """FacesRefused for any faces in a fight where nobody types, as far as their sender knows.

        seen: works out what the sender sees of the fight.
        """
        if self.left and not seen().anybody_types:
            raise FacesRefused("this fight rolls its own dice: leave `faces` out")

    def fit(self, dice: Dice) -> bool:
        """Whether these dice can show the first of the faces."""
        first = self.left[: dice.count]
        return len(first) == dice.count and all(1 <= face <= dice.sides for face in first)

    def require(self, dice: Dice, *, exactly: bool = False) -> None:
        """FacesRefused unless these dice can show the first of the faces; exactly: and no more are left."""
        count, first = len(self.left), self.left[: dice.count]
        if count < dice.count:
            raise FacesRefused(f"too few faces: {self.left}; {dice} wants {dice.count}")
        if exactly and count > dice.count:
            raise FacesRefused(f"too many faces: {self.left}; {dice} wants {dice.count}")
        if not self.fit(dice):
            raise FacesRefused(f"{dice} cannot show {first}: each face is 1 to {dice.sides}")
