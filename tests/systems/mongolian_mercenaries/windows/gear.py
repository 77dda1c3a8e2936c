"""The windows of what is carried.  [MM-DW-03, MM-DW-25, MM-DW-28]"""

from __future__ import annotations

from engine.kernel.state.decisions import Visibility
from engine.systems.mongolian_mercenaries.content.kinds import Distance, LootRow
from engine.systems.mongolian_mercenaries.orders import EndTurn, HandOver
from engine.systems.mongolian_mercenaries.sheet import Preparedness
from tests.systems.mongolian_mercenaries.bout import Bout, at, foe, pc
from tests.systems.mongolian_mercenaries.windows.window import Window


def arming() -> Bout:
    """Ada is Prepared, and has a dagger in her backpack."""
    setup = at(Distance.CLOSE, party=Preparedness.PREPARED)
    bout = Bout(pc(rank=1, backpack=("dagger",)), foe(rank=1), setup=setup)
    bout.begin(choose=True)
    return bout


def asking_for() -> Bout:
    """Ada asks Bea for her potion."""
    bout = Bout(pc(rank=1), pc("bea", "ben", rank=2, items=("healing",)), foe(rank=1))
    bout.begin()
    bout.order(HandOver(combatant="ada", target="bea", want=("healing",)))
    return bout


def loaded() -> Bout:
    """Ada takes a mace from Bob; a bow and a sabre are all that she can carry."""
    loot = (LootRow(successes=1, items=("mace",)),)
    ada = pc(rank=1, weapons=("sabre", "bow"), items=("cursed_idol",), skills={"looting": 1})
    bout = Bout(ada, foe(rank=1, loot=loot))
    bout.begin()
    bout.correct("combatants.bob.vitals.health.now", 0)
    while not bout.waiting:
        bout.order(EndTurn(combatant=bout.acting[0]))
    bout.answer(next(key for key in bout.choices if key != "leave"), 6)
    bout.answer("take-1")
    return bout


WINDOWS: tuple[Window, ...] = (
    Window(
        id="equipment",
        rules=("MM-DW-03", "MM-PREP-02"),
        kind="AskEquipment",
        visibility=Visibility.OPEN,
        start=arming,
        seats=("ana",),
        about={"combatant": "ada"},
        keys=("keep", "hold_dagger", "ready_dagger"),
        default="keep",
    ),
    Window(
        id="handing over",
        rules=("MM-DW-25", "MM-ACT-10"),
        kind="AskHandOver",
        visibility=Visibility.PRIVATE,
        start=asking_for,
        seats=("ben",),
        about={"combatant": "bea", "other": "ada", "items": ["healing"]},
        keys=("no", "yes"),
        default="no",
    ),
    Window(
        id="dropping",
        rules=("MM-DW-28", "MM-EQ-07", "MM-END-07"),
        kind="AskDrop",
        visibility=Visibility.OPEN,
        start=loaded,
        seats=("ana",),
        about={"combatant": "ada"},
        keys=("drop-1", "drop-2", "drop-3"),
        default="drop-1",
    ),
)
