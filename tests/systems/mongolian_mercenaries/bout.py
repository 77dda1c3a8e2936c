"""A fight of Mongolian Mercenaries in memory, with dice fed by hand: every face must be used up.

    bout = Bout(pc("ada", skills={"long_blade": 3}), foe("bob", ref="bandit"))
    bout.begin()                                              no dice: initiative is computed
    bout.order(Attack(combatant="ada", target="bob"), 6, 7, 1)  the faces of the hit test
    bout.answer("repeat", 6, 6, 6)                              Lucky Break

Ana plays Ada and others of the party; the game master plays the enemies. Unless a setup says so they meet at close
distance on a bare open field. Lucky Break is asked only of who has not used it: `pc(..., lucky=False)` has.
"""

from __future__ import annotations

from typing import Any

import msgspec

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.state.combatant import Place
from engine.kernel.state.orders import Begin, Entry
from engine.kernel.state.seat import SeatEntry
from engine.kernel.structs.messages import Event, plain
from engine.systems.mongolian_mercenaries import system
from engine.systems.mongolian_mercenaries.content.kinds import Battlefield, Creature, Distance
from engine.systems.mongolian_mercenaries.sheet import Setup, Sheet
from engine.systems.mongolian_mercenaries.sides import ENEMIES, PARTY
from engine.systems.mongolian_mercenaries.state import Fighter, MercenariesState
from tests.support.fights import bout
from tests.support.fights.arena import Arena

BOOK: Rulebook[MercenariesState] = Rulebook(system)

SEATS = (
    SeatEntry("gm", "The GM", "GM"),
    SeatEntry("ana", "Ana", "PLAYER"),
    SeatEntry("ben", "Ben", "PLAYER"),
    SeatEntry("eye", "A guest", "SPECTATOR"),
)

PLAIN = Battlefield(id="plain", name="Plain")
"""Open, large, well lit, with nothing on it."""


def at(distance: Distance, field: Battlefield = PLAIN, **more: Any) -> Setup:
    """A setup at a distance."""
    return Setup(own_battlefield=field, distance=distance, **more)


def one(
    name: str,
    side: str,
    seat: str | None,
    sheet: Sheet,
    *,
    rank: int | None = None,
    now: dict[str, int] | None = None,
    seen_by: tuple[str, ...] | None = None,
) -> Entry:
    """Somebody who enters. rank: its position; now: present vitals."""
    return BOOK.enter(
        id=name,
        name=name.title(),
        side=side,
        seat=seat,
        place=None if rank is None else Place(rank=rank),
        vitals=now,
        seen_by=seen_by,
        sheet=sheet,
    )  # type: ignore[call-arg]


def pc(
    name: str = "ada",
    seat: str = "ana",
    *,
    rank: int | None = None,
    now: dict[str, int] | None = None,
    lucky: bool = True,
    **figures: Any,
) -> Entry:
    """A character with 3 in every attribute: 8 Health, 5 Power, INC 4, Long Blade 3 and a sabre of Damage 3."""
    usual: dict[str, Any] = {"skills": {"long_blade": 3}, "weapons": ("sabre",)}
    return one(name, PARTY, seat, Sheet(**(usual | figures), lucky_break_used=not lucky), rank=rank, now=now)


def card(**figures: Any) -> Creature:
    """An enemy's card: speed 2, Toughness 3, 9 Health, Fight Proficiency 2, Damage 1, no Armour, no Dodge."""
    usual: dict[str, Any] = {"id": "brute", "name": "Brute", "speed": 2, "health": 9, "damage": 1}
    return Creature(**(usual | figures))


def foe(
    name: str = "bob",
    *,
    rank: int | None = None,
    now: dict[str, int] | None = None,
    seen_by: tuple[str, ...] | None = None,
    ref: str | None = None,
    **figures: Any,
) -> Entry:
    """An enemy of the game master's, by a card of the catalogue or one made of these figures."""
    sheet = Sheet(ref=ref) if ref is not None else Sheet(card=card(**figures))
    return one(name, ENEMIES, None, sheet, rank=rank, now=now, seen_by=seen_by)


OPENING = ("AskPosition", "AskEquipment")
"""What the opening asks of everybody."""


class Bout(bout.Bout):
    """A fight of the given combatants."""

    def __init__(
        self, *entries: Entry, setup: Setup | None = None, open: bool = True, house: dict[str, Any] | None = None
    ) -> None:
        told = plain(msgspec.structs.replace(setup or at(Distance.CLOSE), hidden_enemy_sheets=not open))
        super().__init__(Arena(BOOK, entries, setup=told, seats=SEATS, name="Test", house_rules=house))

    def begin(self, *faces: int, choose: bool = False) -> list[Event]:
        """The fight begins; faces: of what the opening rolls or draws.

        choose: what the opening asks is left open; otherwise everybody takes the default position.
        """
        if choose:
            return self.order(Begin(), *faces, seat="gm")
        assert self.arena.fed is not None
        self.arena.feed(*faces)
        made = self.arena.order("gm", Begin())
        while self.asked and self.asked[0] in OPENING:
            asked = self.waiting[0]
            made += self.arena.answer(asked.seats[0], asked.default, decision=asked.decision)
        return self.keep(made)

    # -- looking
    @property
    def own(self) -> MercenariesState:
        found: MercenariesState = self.state.own
        return found

    def fighter(self, name: str) -> Fighter:
        """A combatant's part of the state."""
        return self.own.fighters[name]

    def health(self, name: str) -> int:
        """Health left."""
        return self.who(name).vitals["health"].now

    def rank(self, name: str) -> int | None:
        """The number of its position; None: in reserve."""
        place = self.who(name).place
        return None if place is None else place.rank

    @property
    def acting(self) -> tuple[str, ...]:
        """Who acts now."""
        found: tuple[str, ...] = self.state.fight.acting
        return found

    @property
    def queue(self) -> tuple[str, ...]:
        """The queue of the round."""
        found: tuple[str, ...] = self.state.fight.turn_order
        return found
