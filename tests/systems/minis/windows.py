"""The questions of this game as a table: fights that stand at each window, and what silence comes to there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from engine.kernel.state.combatant import Point
from engine.kernel.state.decisions import Visibility
from engine.kernel.state.events import PolicySet
from engine.systems.minis.orders import Attack
from engine.systems.minis.rules.magic import control
from engine.systems.minis.sheet import OpportunityAttacks, Setup
from engine.systems.minis.state import Verb
from tests.systems.minis.bout import Bout, ana, ben, place
from tests.systems.minis.casts import cast, ready
from tests.systems.minis.steps import at, move

OPEN, PRIVATE, SEALED = Visibility.OPEN, Visibility.PRIVATE, Visibility.SEALED


# -- the fights, each at its window
def quietly(bout: Bout, unasked: str) -> Bout:
    """The table does not ask a kind of question; "": it asks all."""
    if unasked:
        bout.arena.fact(PolicySet(kind=unasked, asked=False))
    return bout


def deploying(unasked: str = "") -> Bout:
    """Ada and Amy have no places yet, nor has Bob."""
    bout = quietly(Bout(ana(), ana("amy"), ben()), unasked)
    bout.begin()
    return bout


def declaring(unasked: str = "") -> Bout:
    """Amy is too slow for the first round; the game master has nobody."""
    bout = quietly(Bout(ana(at=(0, 0)), ana("amy", at=(0, 300), initiative=2), ben(at=(900, 0))), unasked)
    bout.begin()
    return bout


def leaving(unasked: str = "") -> Bout:
    """Ada walks out of Bob's reach; he has two melee weapons."""
    bout = Bout(ana(at=(0, 0)), ben(at=(50, 0), weapons=("long_sword", "dagger", "sling")))
    bout.begin()
    bout.declare("ada")
    quietly(bout, unasked).order(move("ada", (-200, 0)))
    return bout


def shooting(unasked: str = "") -> Bout:
    """Ada shoots at Cid beside Bob, where that provokes."""
    foes = ben(at=(0, 50), towards=(0, -1)), ben("cid", at=(900, 0), hp=30)
    agreed = Setup(opportunity_attacks=OpportunityAttacks.SHOOTING_TOO)
    bout = Bout(ana(at=(0, 0), weapons=("long_bow",)), *foes, setup=agreed)
    bout.begin()
    bout.declare("ada")
    quietly(bout, unasked).order(Attack(combatant="ada", target="cid"), *((1,) if unasked else ()))
    return bout


def fighting(unasked: str = "") -> Bout:
    """Ada attacks Bob with the dagger; he has a sword and a bow."""
    bout = Bout(
        ana(at=(0, 0), weapons=("short_sword", "dagger")), ben(at=(80, 0), weapons=("short_sword", "short_bow"))
    )
    bout.begin()
    bout.declare("ada")
    quietly(bout, unasked).order(Attack(combatant="ada", target="bob", weapon="dagger"))
    return bout


def burning(unasked: str = "") -> Bout:
    """Bob and Amy, a friend, are in the path."""
    bout = quietly(ready(ben(at=(300, 0)), ana("amy", at=(600, 0))), unasked)
    cast(bout, "fireball", at=(1600, 0))
    return bout


def commanding(unasked: str = "") -> Bout:
    """Bob, who has a bow, has come under Command."""
    bout = quietly(ready(ben(at=(300, 0), weapons=("long_bow",)), ben("cid", at=(900, 0))), unasked)
    cast(bout, "command", "bob", 1)
    return bout


def obeying(unasked: str, order: str, **picks: Any) -> Bout:
    """Bob is under Ada's Command, and at his place."""
    cid = ben("cid", at=(300, 80), towards=(0, 1), hp=30, initiative=1)
    bout = ready(ben(at=(300, 0), initiative=5), cid)
    cast(bout, "command", "bob", 1)
    bout.answer(order, **picks)
    bout.end("ada")
    while "bob" not in bout.waiting[0].question["combatants"]:
        bout.declare()
    quietly(bout, unasked).declare("bob")
    return bout


def going(unasked: str = "") -> Bout:
    """He is to go four inches to the north."""
    return obeying(unasked, "move-to", place={"point": {"x": 2700, "y": 2000}})


def holding(unasked: str = "") -> Bout:
    """He holds; Cid of his own side is an enemy now, in reach."""
    return obeying(unasked, "hold")


# -- what silence comes to
def placed(bout: Bout) -> None:
    """The first of Ana's at the first free spot, half an inch in."""
    assert bout.who("ada").place == place(50 - 2400, 50 - 2400)
    assert bout.mini("ada").facing == Point(2350, 2350)


def undeclared(bout: Bout) -> None:
    """The round passes; nobody holds back."""
    assert (bout.own.init_round, bout.own.slots, bout.own.holdings) == (4, (), ())


def gone(bout: Bout) -> None:
    """Nobody strikes, and the way is gone to its end."""
    assert (at(bout), bout.life("ada"), bout.mini("bob").used.opportunity) == ((-200, 0), 10, False)


def shot(bout: Bout) -> None:
    """Nobody strikes, and the shot flies."""
    assert (bout.life("ada"), bout.life("cid"), bout.mini("bob").used.opportunity) == (10, 25, False)


def by_dice(bout: Bout) -> None:
    """A die each: head and parry; the weapon named with the attack hits."""
    assert bout.life("bob") == 10 - 3


def cancelled(bout: Bout) -> None:
    """Nothing is spent."""
    assert (bout.mini("ada").used.spell_attacks, bout.acting) == (0, "ada")


def holds(bout: Bout) -> None:
    """Without an order the mini holds."""
    assert control.order_of(bout.state, "bob").verb is Verb.HOLD


def went(bout: Bout) -> None:
    """By the shortest way."""
    assert at(bout, "bob") == (300, -400)


def stayed(bout: Bout) -> None:
    """It has waited, and strikes nobody."""
    assert (at(bout, "bob"), bout.mini("bob").used.acted, bout.life("cid")) == ((300, 0), False, 30)


class Window(Struct, frozen=True):
    """A window. asked: (seat, the mini or side that the question is about). keys: of the offers to the first of them.

    silence: what holds after every default; faces: of the dice behind them.
    """

    id: str
    rules: tuple[str, ...]
    start: Callable[..., Bout]
    kind: str
    asked: tuple[tuple[str, str], ...]
    keys: tuple[str, ...]
    default: str
    visibility: Visibility
    silence: Callable[[Bout], None]
    faces: tuple[int, ...] = ()


WINDOWS = (
    Window("DW-02", ("MN-GAP-29",), deploying, "DeployNext", (("ana", "ada amy"),), ("place",), "place", OPEN, placed),
    Window(
        "DW-03",
        ("MN-TURN-02", "MN-GAP-03"),
        declaring,
        "DeclareWhom",
        (("ana", "ada"), ("ben", "bob")),
        ("these", "nobody", "nobody-until"),
        "nobody",
        SEALED,
        undeclared,
    ),
    Window(
        "DW-07",
        ("MN-GAP-08", "MN-GAP-38"),
        leaving,
        "StrikeAtLeaving",
        (("ben", "bob"),),
        ("strike", "decline"),
        "decline",
        OPEN,
        gone,
    ),
    Window(
        "DW-07 at a shot",
        ("MN-GAP-08",),
        shooting,
        "StrikeAtShooting",
        (("ben", "bob"),),
        ("strike", "decline"),
        "decline",
        OPEN,
        shot,
        (1,),
    ),
    Window(
        "DW-09",
        ("MN-OPEN-01", "MN-GAP-06"),
        fighting,
        "FightHow",
        (("ana", "ada"), ("ben", "bob")),
        ("head", "thrust", "parry", "die"),
        "die",
        SEALED,
        by_dice,
        (1, 5),
    ),
    Window(
        "DW-11",
        ("MN-SPL-09", "MN-GAP-26"),
        burning,
        "ConfirmFireball",
        (("ana", "ada"),),
        ("cast", "cancel"),
        "cancel",
        PRIVATE,
        cancelled,
    ),
    Window(
        "DW-12",
        ("MN-CMD-08", "MN-GAP-31"),
        commanding,
        "FirstOrder",
        (("ana", "bob"),),
        ("hold", "attack", "shoot", "follow", "guard", "move-to", "run-to"),
        "hold",
        OPEN,
        holds,
    ),
    Window(
        "DW-17 on the way", ("MN-GAP-31", "MN-GAP-49"), going, "CarryOut", (("ana", "bob"),), ("go",), "go", OPEN, went
    ),
    Window(
        "DW-17 at its place",
        ("MN-GAP-31", "MN-GAP-49"),
        holding,
        "CarryOut",
        (("ana", "bob"),),
        ("stay", "strike", "turn"),
        "stay",
        OPEN,
        stayed,
    ),
)
