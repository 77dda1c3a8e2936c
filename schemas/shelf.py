"""Shelves of hosts in the API: items, their contents, and the file that they are exported to and imported from."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from engine.kernel.state.combatant import Condition, Place
from engine.kernel.state.fight import DiceMode, OddsPolicy, SingleAnswers
from engine.kernel.state.ground.backdrop import Backdrop
from engine.kernel.state.ground.ground import Ground
from engine.kernel.state.looks import Looks
from engine.kernel.state.side import SideEntry
from engine.kernel.state.typed_by import NOBODY_TYPES, TypedBy
from engine.kernel.structs.ids import Id, Seat
from engine.kernel.structs.numbers import Amount, Version
from schemas.requests import HouseWishes, Name, SeatRequest
from schemas.types import Instant, Request, Wire

ShelfKind = Literal["SHEET", "PARTY", "MAP", "SETUP", "FIGHT"]
OnExisting = Literal["KEEP", "REPLACE", "BOTH"]
Imported = Literal["ADDED", "REPLACED", "KEPT", "SAME"]

FORMAT, FORMAT_VERSION = "skald-shelf", 1
"""What a file says of itself."""


# -- contents ---------------------------------------------------------------------------------------------------------
class ShelfCombatant(Request, frozen=True, kw_only=True):
    """Content of a SHEET: a combatant as `createEncounter` takes it, of which only the sheet has to be there.

    id: the combatant's name in orders. seat: who plays it. vitals: present values that differ from the sheet's.
    seen_by: the only seats that see it. looks: how it is shown; absent: plain.
    """

    id: Id | None = None
    name: Name | None = None
    side: Id | None = None
    seat: Seat | None = None
    place: Place | None = None
    vitals: dict[str, Amount] | None = None
    conditions: tuple[Condition, ...] = ()
    seen_by: tuple[Seat, ...] | None = None
    sheet: dict[str, Any]
    looks: Looks | None = None


class ShelfParty(Request, frozen=True, kw_only=True):
    """Content of a PARTY: combatants, and the seats of those who play them."""

    seats: Annotated[tuple[SeatRequest, ...], msgspec.Meta(max_length=100)] = ()
    combatants: Annotated[tuple[ShelfCombatant, ...], msgspec.Meta(min_length=1, max_length=200)]


class ShelfMap(Request, frozen=True, kw_only=True):
    """Content of a MAP: a ground, and the picture below it."""

    ground: Ground
    backdrop: Backdrop | None = None


class ShelfSetup(Request, frozen=True, kw_only=True):
    """Content of a SETUP: what is agreed before play. All fields are those of `createEncounter`."""

    setup: dict[str, Any] | None = None
    dice: DiceMode = "SEEDED"
    typed_by: TypedBy = NOBODY_TYPES
    single_answers: SingleAnswers = SingleAnswers()
    house_rules: HouseWishes | None = None
    odds: OddsPolicy = "MASTER"
    figures_open: bool = False
    sides: Annotated[tuple[SideEntry, ...], msgspec.Meta(max_length=100)] = ()
    looks: Looks | None = None


# -- items ------------------------------------------------------------------------------------------------------------
class ShelfSummary(Wire, frozen=True, kw_only=True):
    """An item of your shelves in a listing. kind and key name it.

    system: the game it is for; null: a MAP for every game. version: grows with every change. size: of the content as
    JSON, in bytes.
    """

    kind: ShelfKind
    key: str
    name: str
    system: str | None
    version: int
    size: int
    updated_at: Instant


class ShelfItem(ShelfSummary, frozen=True, kw_only=True):
    """An item of your shelves. kind and key name it.

    system: the game it is for; null: a MAP for every game. version: grows with every change. size: of the content as
    JSON, in bytes. content: as it was sent; of a FIGHT the input of `createEncounter`.
    """

    content: Any


class ShelfItemBody(Request, frozen=True, kw_only=True):
    """What is put on a shelf, in place of what was there. name: what people call it.

    system: the game it is for; absent: a MAP for every game. content: of a SHEET a combatant, of a PARTY `seats` and
    `combatants`, of a MAP `ground` and `backdrop`, of a SETUP `setup`, `houseRules`, `dice`, `typedBy`, `figuresOpen`,
    `singleAnswers`, `odds`, `sides` and `looks`, of a FIGHT the input of `createEncounter`. expected_version: refuse if
    the item has changed; 0: if there is one.
    """

    name: Name
    system: str | None = None
    content: dict[str, Any]
    expected_version: Version | None = None


class PutShelfItemRequest(ShelfItemBody, frozen=True, kw_only=True):
    """What is put on a shelf, in place of what was there. kind and key name it. name: what people call it.

    system: the game it is for; absent: a MAP for every game. content: of a SHEET a combatant, of a PARTY `seats` and
    `combatants`, of a MAP `ground` and `backdrop`, of a SETUP `setup`, `dice`, `typedBy`, `figuresOpen`, `sides` and
    `looks`, of a FIGHT the input of `createEncounter`. expected_version: refuse if the item has changed; 0: if there is
    one.
    """

    kind: ShelfKind
    key: Id


class SaveToShelfBody(Request, frozen=True, kw_only=True):
    """What of a fight is put on a shelf, as it was created: PARTY (combatants of players), MAP, SETUP, or the FIGHT.

    key, name: of the item. expected_version: refuse if the item has changed; 0: if there is one.
    """

    kind: ShelfKind
    key: Id
    name: Name
    expected_version: Version | None = None


class SaveToShelfRequest(SaveToShelfBody, frozen=True, kw_only=True):
    """What of a fight is put on a shelf, as it was created: PARTY (combatants of players), MAP, SETUP, or the FIGHT.

    key, name: of the item. expected_version: refuse if the item has changed; 0: if there is one.
    """

    encounter: str


class RemoveShelfItemRequest(Request, frozen=True, kw_only=True):
    """An item to be removed. expected_version: refuse if it has changed."""

    kind: ShelfKind
    key: str
    expected_version: Version | None = None


class ShelfItemRemoved(Wire, frozen=True, kw_only=True):
    """The item is removed."""

    kind: ShelfKind
    key: str


class ShelfItemSaved(Wire, frozen=True, kw_only=True):
    """The item is on the shelf."""

    item: ShelfSummary


class ShelfPage(Wire, frozen=True, kw_only=True):
    """Items of your shelves by kind and key. after: where the next page begins; null on the last one."""

    items: tuple[ShelfSummary, ...]
    after: str | None


# -- files ------------------------------------------------------------------------------------------------------------
class ShelfNameRequest(Request, frozen=True, kw_only=True):
    """Names an item of your shelves."""

    kind: ShelfKind
    key: Id


class ShelfFileItem(Wire, frozen=True, kw_only=True):
    """An item in a file. system: null: a MAP for every game."""

    kind: ShelfKind
    key: str
    name: str
    system: str | None
    content: Any


class ShelfFile(Wire, frozen=True, kw_only=True):
    """Items of shelves as a file, for `importShelf`. format, version: what a reader of the file looks at first."""

    format: str
    version: int
    items: tuple[ShelfFileItem, ...]


class ShelfFileEntry(Request, frozen=True, kw_only=True):
    """An item of a file that is read."""

    kind: ShelfKind
    key: Id
    name: Name
    system: str | None = None
    content: dict[str, Any]


class ImportShelfRequest(Request, frozen=True, kw_only=True):
    """A file of shelves. existing: what to do with items that have a kind and key of the file."""

    file: Any
    existing: OnExisting = "KEEP"


class ShelfImportedItem(Wire, frozen=True, kw_only=True):
    """What became of an item of a file. key: on the shelf; file_key: in the file; outcome: what happened."""

    kind: ShelfKind
    key: str
    file_key: str
    outcome: Imported


class ShelfImported(Wire, frozen=True, kw_only=True):
    """The file is imported. items: in the file's order."""

    items: tuple[ShelfImportedItem, ...]
