"""The windows of an attack.  [MM-DW-05, MM-DW-14, MM-DW-16, MM-DW-17, MM-DW-22]"""

from __future__ import annotations

from typing import Any

from engine.kernel.state.decisions import Visibility
from engine.systems.mongolian_mercenaries.orders import Attack, EndTurn
from tests.systems.mongolian_mercenaries.bout import Bout, foe, pc
from tests.systems.mongolian_mercenaries.windows.window import Window

PRIVATE = Visibility.PRIVATE
SLOW = {"speed": 1, "strength": 9, "toughness": 8}


def attacked(*faces: int, open: bool = True, talents: tuple[str, ...] = ()) -> Bout:
    """Bob has attacked Ada."""
    sheet: dict[str, Any] = {"attributes": SLOW, "talents": talents}
    bout = Bout(pc(rank=1, lucky=False, **sheet), foe(rank=1, fight_proficiency=3, health=30, toughness=8), open=open)
    bout.begin()
    bout.order(Attack(combatant="bob", target="ada"), *faces)
    return bout


def gm_attacked() -> Bout:
    """Ada has attacked Bob, who can sidestep."""
    bout = Bout(pc(rank=1, lucky=False), foe(rank=1, talents=("sidestep",)))
    bout.begin()
    bout.order(Attack(combatant="ada", target="bob"))
    return bout


def bereft() -> Bout:
    """Bea has fallen beside Ada."""
    sheet: dict[str, Any] = {"attributes": SLOW, "talents": ("avenger",)}
    party = (pc(rank=1, lucky=False, **sheet), pc("bea", "ben", rank=2, attributes={"speed": 1}, now={"health": 1}))
    bout = Bout(*party, foe(rank=1))
    bout.begin()
    bout.order(Attack(combatant="bob", target="bea"), 6, 6)
    return bout


def missed() -> Bout:
    """Ada has missed, and may try her luck."""
    bout = Bout(pc(rank=1, attributes={"luck": 2}), foe(rank=1))
    bout.begin()
    bout.order(Attack(combatant="ada", target="bob"), 2, 2, 5)
    return bout


def escaping() -> Bout:
    """Ada has failed the second test of her day, of which the first was not repeated."""
    bout = missed()
    bout.answer("keep")
    bout.order(EndTurn(combatant="ada"))
    bout.order(EndTurn(combatant="bob"))
    bout.order(Attack(combatant="ada", target="bob"), 3, 3, 5)
    return bout


def about(trigger: str, **more: Any) -> dict[str, Any]:
    """What the question to Ada is about."""
    return {"combatant": "ada", "trigger": trigger, "other": "bob", **more}


WINDOWS: tuple[Window, ...] = (
    Window(
        id="luck",
        rules=("MM-DW-05", "MM-LUCK-01"),
        kind="AskLuckyBreak",
        visibility=PRIVATE,
        start=missed,
        seats=("ana",),
        about={"combatant": "ada", "purpose": "HIT", "tested": "long_blade", "luck": 2},
        keys=("keep", "repeat"),
        default="keep",
    ),
    Window(
        id="luck-later",
        rules=("MM-DW-05",),
        kind="AskLuckyBreak",
        visibility=PRIVATE,
        start=escaping,
        seats=("ana",),
        about={"combatant": "ada", "luck": 2},
        keys=("keep", "repeat"),
        default="keep",
    ),
    Window(
        id="attacked",
        rules=("MM-DW-14", "MM-TAL-04"),
        kind="AskReaction",
        visibility=PRIVATE,
        start=lambda: attacked(talents=("sidestep",)),
        seats=("ana",),
        about=about("ATTACKED"),
        keys=("pass", "sidestep"),
        default="pass",
        faces=(2, 2, 2),
    ),
    Window(
        id="attacked-gm",
        rules=("MM-DW-14",),
        kind="AskReaction",
        visibility=PRIVATE,
        start=gm_attacked,
        seats=("gm",),
        about={"combatant": "bob", "trigger": "ATTACKED", "other": "ada"},
        keys=("pass", "sidestep"),
        default="pass",
        faces=(2, 2, 2),
    ),
    Window(
        id="attacked-closed",
        rules=("MM-DW-14",),
        kind="AskReaction",
        visibility=PRIVATE,
        start=lambda: attacked(open=False),
        seats=("ana",),
        about=about("ATTACKED"),
        keys=("pass",),
        default="pass",
        faces=(6, 2, 2),
    ),
    Window(
        id="hit",
        rules=("MM-DW-16",),
        kind="AskReaction",
        visibility=PRIVATE,
        start=lambda: attacked(6, 7, 2, talents=("parry",)),
        seats=("ana",),
        about=about("HIT"),
        keys=("pass", "parry"),
        default="pass",
    ),
    Window(
        id="missed",
        rules=("MM-DW-17",),
        kind="AskReaction",
        visibility=PRIVATE,
        start=lambda: attacked(2, 2, 2, talents=("counter",)),
        seats=("ana",),
        about=about("MISSED"),
        keys=("pass", "counter"),
        default="pass",
    ),
    Window(
        id="ally-falls",
        rules=("MM-DW-22",),
        kind="AskReaction",
        visibility=PRIVATE,
        start=bereft,
        seats=("ana",),
        about={"combatant": "ada", "trigger": "ALLY_ELIMINATED", "other": "bea"},
        keys=("pass", "avenger"),
        default="pass",
    ),
)
