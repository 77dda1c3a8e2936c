"""A fight of Saari in memory, with dice fed by hand: every face must be used up.

    bout = Bout(pc("ada", personality=2), npc("gob", ref="goblin"))
    bout.begin(4, 4)                                     Ada's initiative: 2 + 2 successes
    bout.order(Attack(combatant="ada", target="gob"), 5, 5)
    bout.npc_order(Attack(combatant="gob", target="ada"), 1, 2)

Ana plays Ada and others of the side `heroes`; the game master plays the side `foes`. All stand in the zone `west` of
the usual ground: west, middle, east. Unless a setup says so no actions are carried over. Comrades are asked whether
they assist a success, unless `further` is false.
"""

from __future__ import annotations

from typing import Any

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.state.combatant import Place
from engine.kernel.state.events import PolicySet
from engine.kernel.state.ground.ground import Ground
from engine.kernel.state.orders import Begin, Entry
from engine.kernel.state.seat import SeatEntry
from engine.kernel.structs.messages import Event, Recorded, plain
from engine.systems.saari import system
from engine.systems.saari.content.kinds import EnemyAttack, Kind, TargetNumbers
from engine.systems.saari.ground import BARE
from engine.systems.saari.questions import AskFurtherAssist
from engine.systems.saari.sheet import Setup, Sheet
from engine.systems.saari.state import Fighter, SaariState
from tests.support.fights import bout
from tests.support.fights.arena import Arena

BOOK: Rulebook[SaariState] = Rulebook(system)

SEATS = (
    SeatEntry("gm", "The GM", "GM"),
    SeatEntry("ana", "Ana", "PLAYER"),
    SeatEntry("ben", "Ben", "PLAYER"),
    SeatEntry("eye", "A guest", "SPECTATOR"),
)
HEROES, FOES = "heroes", "foes"


def zone(key: str) -> Place:
    """A zone as a place."""
    return Place(zone=key)


def one(
    name: str,
    side: str,
    seat: str | None,
    *,
    at: str | None = "west",
    now: dict[str, int] | None = None,
    seen_by: tuple[str, ...] | None = None,
    **figures: Any,
) -> Entry:
    """Somebody who enters. now: present vitals; figures: of the sheet."""
    return BOOK.enter(
        id=name,
        name=name.title(),
        side=side,
        seat=seat,
        place=None if at is None else zone(at),
        vitals=now,
        seen_by=seen_by,
        sheet=Sheet(**figures),
    )  # type: ignore[call-arg]


def pc(name: str = "ada", seat: str = "ana", **more: Any) -> Entry:
    """A character with 2 in every attribute: 7 kp, 4 mp, a sword."""
    return one(name, HEROES, seat, **({} if "ref" in more else {"weapons": ("sword",)}) | more)


def npc(name: str = "gob", *, kn: int = 1, damage: int = 1, melee: int = 1, **more: Any) -> Entry:
    """An enemy: 3 kp, initiative 2, attacked against `melee`, attacking with `kn` and `damage`."""
    plain_one: dict[str, Any] = {
        "kind": Kind.NPC,
        "kp": 3,
        "initiative": 2,
        "kn": TargetNumbers(melee=melee),
        "attacks": (EnemyAttack(id="club", name="Club", kn=kn, damage=damage),),
    }
    return one(name, FOES, None, **({} if "ref" in more else plain_one) | more)


class Bout(bout.Bout):
    """A fight of the given combatants."""

    def __init__(
        self,
        *entries: Entry,
        setup: Setup | None = None,
        ground: Ground = BARE,
        further: bool = True,
        house: dict[str, Any] | None = None,
    ) -> None:
        told = plain(setup or Setup(delay=False))
        super().__init__(Arena(BOOK, entries, setup=told, seats=SEATS, ground=ground, name="Test", house_rules=house))
        if further:
            self.arena.fact(PolicySet(kind=AskFurtherAssist.__name__, asked=True))

    def begin(self, *faces: int) -> list[Event]:
        """The fight begins; faces: of the characters' initiative."""
        return self.order(Begin(), *faces, seat="gm")

    def keep(self, new: list[Recorded]) -> list[Event]:
        """Opponents without the trait are asked whether they parry, only to keep who has it a secret: none does."""
        while asked := next((one for one in self.waiting if one.kind == "AskNpcParry" and len(one.offers) == 1), None):
            passed = self.arena.answer(asked.seats[0], asked.default, {}, decision=asked.decision)
            skipped = passed[0].version - 1  # its opening
            new = [*(one for one in new if one.version != skipped), *passed[1:]]
        return super().keep(new)

    # -- looking
    @property
    def own(self) -> SaariState:
        found: SaariState = self.state.own
        return found

    def fighter(self, name: str) -> Fighter:
        """A combatant's part of the state."""
        return self.own.fighters[name]

    def kp(self, name: str) -> int:
        """Body points left."""
        return self.who(name).vitals["kp"].now

    def mp(self, name: str) -> int:
        """Mind points left."""
        return self.who(name).vitals["mp"].now

    def actions(self, name: str) -> int:
        """Actions left."""
        return self.fighter(name).actions

    @property
    def acting(self) -> tuple[str, ...]:
        """Who acts now."""
        found: tuple[str, ...] = self.state.fight.acting
        return found
