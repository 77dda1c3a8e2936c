"""The windows of the field: a failed test of movement, or of a trap, may be repeated.  [MM-DW-10, MM-DW-23]"""

from __future__ import annotations

from engine.kernel.state.decisions import Visibility
from engine.systems.mongolian_mercenaries.content.kinds import Battlefield, Distance, Position
from engine.systems.mongolian_mercenaries.orders import ChangeDistance, DisarmTrap, Escape
from tests.systems.mongolian_mercenaries.bout import PLAIN, Bout, at, foe, pc
from tests.systems.mongolian_mercenaries.windows.window import Window

SNARE = Battlefield(id="f", name="F", positions=(Position(side="party", rank=1, trap="snare"),))
PIT = Battlefield(id="f", name="F", positions=(Position(side="party", rank=2, trap="spike_pit"),))


def standing(distance: Distance, field: Battlefield = PLAIN, *faces: int) -> Bout:
    """Ada, who still has her Lucky Break, against Bob."""
    bout = Bout(pc(rank=1, skills={"security": 2, "long_blade": 3}), foe(rank=1), setup=at(distance, field))
    bout.begin(*faces)
    return bout


def too_slow() -> Bout:
    """Bob is faster."""
    bout = standing(Distance.MEDIUM)
    bout.order(ChangeDistance(combatant="ada", target="bob"), 1, 8)
    return bout


def caught() -> Bout:
    """She has not got away."""
    bout = standing(Distance.MEDIUM)
    bout.order(Escape(combatant="ada"), 20)
    return bout


def clumsy() -> Bout:
    """The trap is still there."""
    bout = standing(Distance.CLOSE, PIT)
    bout.order(DisarmTrap(combatant="ada", position=2), 10)
    return bout


def _lucky(id: str, rules: tuple[str, ...], start: object, tested: str, purpose: str) -> Window:
    return Window(
        id=id,
        rules=("MM-DW-05", *rules),
        kind="AskLuckyBreak",
        visibility=Visibility.PRIVATE,
        start=start,  # type: ignore[arg-type]
        seats=("ana",),
        about={"combatant": "ada", "tested": tested, "purpose": purpose},
        keys=("keep", "repeat"),
        default="keep",
    )


WINDOWS: tuple[Window, ...] = (
    _lucky("distance-failed", ("MM-DW-10", "MM-MOVE-01"), too_slow, "speed", "DISTANCE"),
    _lucky("escape-failed", ("MM-DW-10", "MM-MOVE-13"), caught, "speed", "ESCAPE"),
    _lucky("snared", ("MM-DW-23", "MM-FIELD-07"), lambda: standing(Distance.CLOSE, SNARE, 10), "dexterity", "TRAP"),
    _lucky("trap-not-disarmed", ("MM-SKILL-18",), clumsy, "security", "TRAP"),
)
