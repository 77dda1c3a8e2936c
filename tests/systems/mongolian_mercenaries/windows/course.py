"""The windows of the course.  [MM-DW-02 to MM-DW-06, MM-DW-27 to MM-DW-29]"""

from __future__ import annotations

from engine.kernel.state.decisions import Visibility
from engine.systems.mongolian_mercenaries.content.kinds import Battlefield, Cover, Distance, LootRow, Position
from engine.systems.mongolian_mercenaries.orders import EndTurn
from engine.systems.mongolian_mercenaries.sheet import Cause, Preparedness
from engine.systems.mongolian_mercenaries.sides import PARTY
from tests.systems.mongolian_mercenaries.bout import PLAIN, Bout, at, foe, pc
from tests.systems.mongolian_mercenaries.windows.window import Window

CLOSE = Distance.CLOSE
COVERED = Battlefield(id="f", name="F", positions=(Position(side=PARTY, rank=2, cover=Cover.LIGHT),))


def testing() -> Bout:
    """Enemies from ambush: one of the party tests perception."""
    entries = (pc(rank=1, lucky=False), pc("bea", "ben", rank=2, lucky=False), foe(rank=1))
    bout = Bout(*entries, setup=at(CLOSE, cause=Cause.AMBUSH))
    bout.begin(choose=True)
    return bout


def taking(began: Preparedness, field: Battlefield = PLAIN) -> Bout:
    """Ada takes a position."""
    bout = Bout(pc(), foe(rank=1), setup=at(CLOSE, field, party=began))
    bout.begin(choose=True)
    return bout


def entering() -> Bout:
    """Zoe comes from reserve."""
    bout = Bout(*(pc(f"p{n}", rank=n) for n in range(1, 6)), pc("zoe", "ben"), foe(rank=1, speed=-9))
    bout.begin()
    for who in ("p2", "p4"):
        bout.correct(f"combatants.{who}.vitals.health.now", 0)
    for who in ("p1", "p3", "p5", "bob"):
        bout.order(EndTurn(combatant=who))
    return bout


def unlucky() -> Bout:
    """Ada has failed a test of the opening."""
    bout = Bout(pc(rank=1), foe(rank=1), setup=at(CLOSE, cause=Cause.AMBUSH))
    bout.begin(9, choose=True)
    return bout


def beaten() -> Bout:
    """Bob lies there."""
    loot = (LootRow(successes=1, items=("dagger",)),)
    bout = Bout(pc(rank=1, skills={"looting": 1}), pc("bea", "ben", rank=2), foe(rank=1, loot=loot))
    bout.begin()
    bout.correct("combatants.bob.vitals.health.now", 0)
    while not bout.waiting:
        bout.order(EndTurn(combatant=bout.acting[0]))
    return bout


def sharing() -> Bout:
    """Ada has found a dagger."""
    bout = beaten()
    bout.answer("loot", 6)
    return bout


def stuck() -> Bout:
    """Ten rounds without any change."""
    bout = Bout(pc(rank=1), foe(rank=1), setup=at(CLOSE))
    bout.begin()
    while not bout.waiting:
        bout.order(EndTurn(combatant=bout.acting[0]))
    return bout


OPEN, PRIVATE, SEALED = Visibility.OPEN, Visibility.PRIVATE, Visibility.SEALED

WINDOWS: tuple[Window, ...] = (
    Window(
        id="tester",
        rules=("MM-DW-02", "MM-TEST-07"),
        kind="AskSurpriseTester",
        visibility=OPEN,
        start=testing,
        seats=("ana", "ben"),
        about={"tested": "perception"},
        keys=("test-1", "test-2"),
        default="test-1",
        faces=(1,),
    ),
    Window(
        id="prepared",
        rules=("MM-DW-03",),
        kind="AskPosition",
        visibility=OPEN,
        start=lambda: taking(Preparedness.PREPARED),
        seats=("ana",),
        about={"combatant": "ada"},
        keys=("stand",),
        default="stand",
    ),
    Window(
        id="ready",
        rules=("MM-DW-04",),
        kind="AskPosition",
        visibility=OPEN,
        start=lambda: taking(Preparedness.READY, COVERED),
        seats=("ana",),
        about={"combatant": "ada"},
        keys=("stand", "cover"),
        default="stand",
    ),
    Window(
        id="lucky-break",
        rules=("MM-DW-05", "MM-LUCK-01"),
        kind="AskLuckyBreak",
        visibility=PRIVATE,
        start=unlucky,
        seats=("ana",),
        about={"combatant": "ada", "tested": "perception", "luck": 3},
        keys=("keep", "repeat"),
        default="keep",
    ),
    Window(
        id="reserve",
        rules=("MM-DW-06", "RUL-52"),
        kind="AskPosition",
        visibility=OPEN,
        start=entering,
        seats=("ben",),
        about={"combatant": "zoe"},
        keys=("stand",),
        default="stand",
    ),
    Window(
        id="looting",
        rules=("MM-DW-27", "RUL-59"),
        kind="AskLooting",
        visibility=OPEN,
        start=beaten,
        seats=("ana", "ben"),
        about={"defeated": ["bob"]},
        keys=("leave", "loot"),
        default="leave",
    ),
    Window(
        id="sharing",
        rules=("MM-DW-28",),
        kind="AskTaker",
        visibility=OPEN,
        start=sharing,
        seats=("ana", "ben"),
        about={"finder": "ada", "item": "dagger"},
        keys=("take-1", "take-2", "drop"),
        default="take-1",
    ),
    Window(
        id="stalemate",
        rules=("MM-DW-29", "RUL-84"),
        kind="AskBreakOff",
        visibility=SEALED,
        start=stuck,
        seats=("ana",),
        about={"side": "party", "quiet": 10},
        keys=("go-on", "break-off"),
        default="go-on",
    ),
)
