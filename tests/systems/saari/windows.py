"""The questions of this game as a table: fights that stand at each window."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct

from engine.kernel.state.decisions import Visibility
from engine.kernel.state.events import CombatantOut
from engine.kernel.structs.messages import Event, Order
from engine.systems.saari.content.kinds import Attack as By
from engine.systems.saari.content.kinds import Attribute, EffectPrice, EnemyAttack, Kind, Trait, Weapon
from engine.systems.saari.events import (
    ActionsPaid,
    AttackEnded,
    ComplicationChosen,
    FactorChanged,
    PartialGranted,
    RollApplied,
    RollOpened,
)
from engine.systems.saari.orders import (
    AdjustInitiative,
    Attack,
    AttackArea,
    Cast,
    Disengage,
    EndScene,
    FirstAid,
    GoOn,
    GroupAction,
    HarmAllies,
    Hold,
    MarkRoll,
    Move,
    OtherAction,
    PlaceAlly,
    ReachMilestone,
    Readied,
    Ready,
    ShakeOff,
    Spring,
    TakeUp,
    Trigger,
    Withdraw,
)
from engine.systems.saari.rules.turns.handlers import ORDER_HANDLERS
from engine.systems.saari.sheet import Ambush, Setup
from tests.systems.saari.bout import HEROES, Bout, npc, one, pc, zone
from tests.systems.saari.examples import ROUGH

OPEN, HIDDEN = Visibility.OPEN, Visibility.HIDDEN
HAIL = EnemyAttack(id="hail", name="Hail", kind=By.RANGED, kn=1, damage=2, area=True)
HOOK = Weapon(id="hook", name="Hook", melee=True, damage=1, effects=(EffectPrice(effect="push"),))
DELAY, NONE = Setup(delay=True), Setup(delay=False)


def begun(*entries: object, faces: tuple[int, ...] = (4, 4), setup: Setup = NONE, **more: object) -> Bout:
    """A fight whose first round has begun."""
    bout = Bout(*entries, setup=setup, **more)  # type: ignore[arg-type]
    bout.begin(*faces)
    return bout


# -- before the first round, and the clock
def lying_in_ambush(by: Ambush) -> Bout:
    """Ada and gob in one zone; one of them strikes first."""
    bout = Bout(pc("ada"), npc("gob", kp=9), setup=Setup(delay=False, ambush=by))
    bout.begin()
    return bout


def staying_ready() -> Bout:
    """Ada has readied an attack, and it is her next count."""
    bout = begun(pc("ada"), npc("gob"))
    bout.order(Ready(combatant="ada", action=Readied.ATTACK))
    return bout


def round_ends(*, ready: bool) -> Bout:
    """Nobody acts any more."""
    bout = begun(pc("ada"), npc("gob", initiative=1), faces=(1, 2) if ready else (4, 4), setup=NONE if ready else DELAY)
    bout.order(Ready(combatant="ada", action=Readied.MOVE, trigger=Trigger.CASTS) if ready else Hold(combatant="ada"))
    bout.order(Hold(combatant="gob"))
    return bout


def firing(*, hero: bool) -> Bout:
    """Somebody has readied an attack, and an enemy comes."""
    if hero:
        bout = begun(pc("ada"), npc("gob", at="middle", initiative=3))
        bout.order(Ready(combatant="ada", action=Readied.ATTACK, trigger=Trigger.APPROACHES))
        bout.answer("stay-ready")
        bout.order(Move(combatant="gob", to=zone("west")))
        return bout
    bout = begun(pc("ada", at="middle"), npc("gob", initiative=5))
    bout.order(Ready(combatant="gob", action=Readied.ATTACK, trigger=Trigger.APPROACHES))
    bout.order(Move(combatant="ada", to=zone("west")))
    assert bout.choices == ["pass"]  # she is not there yet: it is asked all the same, so that nobody learns what fits
    bout.answer("pass")
    return bout


def joining() -> Bout:
    """Ada leads a group; Bea may join."""
    bout = begun(pc("ada"), pc("bea", "ben"), npc("gob", at="east"), faces=(4, 4, 4, 2))
    bout.order(GroupAction(combatant="ada", attribute=Attribute.AGILITY))
    return bout


def improvising() -> Bout:
    """Ada does what no rule names."""
    bout = begun(pc("ada"), npc("gob"), setup=Setup(delay=False, rulings=True))
    bout.order(OtherAction(combatant="ada", note="She bars the door.", attribute=Attribute.MIGHT))
    return bout


def leading() -> Bout:
    """Ada leads Bea past gob, where the game master rules."""
    setup = Setup(delay=False, rulings=True)
    bout = begun(pc("ada"), pc("bea", "ben"), npc("gob", at="east"), faces=(4, 4, 4, 2), setup=setup)
    bout.order(GroupAction(combatant="ada", attribute=Attribute.AGILITY, target="gob"))
    return bout


# -- the field
def leaving() -> Bout:
    """Ada is engaged with gob, and strikes at orc, who is engaged with Bea."""
    foes = (npc("gob", initiative=7, kp=9), npc("orc", initiative=6, kp=9))
    bout = begun(pc("ada", personality=3), pc("bea", "ben"), *foes, faces=(4, 4, 4, 4, 4))
    bout.order(Attack(combatant="gob", target="ada"), 4, 2)
    bout.order(Attack(combatant="orc", target="bea"), 4, 2)
    assert bout.acting == ("ada",), bout.acting
    bout.order(Attack(combatant="ada", target="orc"))
    return bout


def crossing() -> Bout:
    """Into the thicket, where the game master rules."""
    setup = Setup(delay=False, rulings=True)
    bout = begun(pc("ada", at="glade"), npc("gob", at="bank"), setup=setup, ground=ROUGH)
    bout.order(Move(combatant="ada", to=zone("thicket")))
    return bout


def walking_off(*, hero: bool) -> Bout:
    """Out of an engagement without superiority: gob may strike, or Ada."""
    bout = begun(pc("ada"), npc("gob", initiative=5, kp=9))
    bout.order(Attack(combatant="gob", target="ada"), 4, 2)
    if not hero:
        bout.order(Move(combatant="ada", to=zone("middle")))
        return bout
    bout.order(Hold(combatant="ada"))
    bout.order(Move(combatant="gob", to=zone("middle")))
    return bout


def helped() -> Bout:
    """A veteran stands beside Ada."""
    bout = begun(pc("ada"), one("vet", HEROES, "ana", ref="veteran"), npc("gob", kp=9))
    bout.order(Attack(combatant="ada", target="gob"))
    return bout


def ally_struck() -> Bout:
    """Gob strikes at a veteran, in a scene where allies can be harmed."""
    setup = Setup(delay=False, allies_harmable=True)
    bout = begun(pc("ada"), one("vet", HEROES, "ana", ref="veteran"), npc("gob", initiative=9, kp=9), setup=setup)
    bout.order(Attack(combatant="gob", target="vet"))
    return bout


def among_opponents() -> Bout:
    """Gob strikes at a wolf of a third side."""
    wolf = one("wolf", "beasts", None, kind=Kind.NPC, kp=3, initiative=1)
    bout = begun(pc("ada"), wolf, npc("gob", initiative=9))
    bout.order(Attack(combatant="gob", target="wolf"))
    return bout


# -- a roll
def struck(*faces: int, setup: Setup = NONE, **sheet: object) -> Bout:
    """Gob strikes at Ada, before anybody else acts."""
    bout = begun(pc("ada", **sheet), npc("gob", initiative=9, kp=9), setup=setup)
    bout.order(Attack(combatant="gob", target="ada"), *faces)
    return bout


def parrying_for_ada() -> Bout:
    """Gob has hit Ada, who does not parry; Bea stands beside her."""
    bout = begun(pc("ada"), pc("bea", "ben"), npc("gob", initiative=9, kp=9), faces=(4, 4, 4, 4))
    bout.order(Attack(combatant="gob", target="ada"), 2, 2)
    bout.answer("let-pass")
    return bout


def striking(*faces: int, comrade: bool = False, setup: Setup = NONE, foe: dict[str, object] | None = None) -> Bout:
    """Ada strikes at gob."""
    beside = (pc("bea", "ben"),) if comrade else ()
    bout = begun(
        pc("ada", personality=3), *beside, npc("gob", kp=9, **(foe or {})),  # type: ignore[arg-type]
        faces=(4,) * (5 if comrade else 3), setup=setup,
    )  # fmt: skip
    bout.order(Attack(combatant="ada", target="gob"), *faces)
    return bout


def marked(*, late: bool) -> Bout:
    """The game master has marked Ada's next roll."""
    bout = begun(pc("ada"), npc("gob", kp=9))
    bout.order(MarkRoll(combatant="ada"), seat="gm")
    bout.order(Attack(combatant="ada", target="gob"))
    bout.answer("as-written", 4, 2, 2) if late else None
    return bout


def half_done() -> Bout:
    """Ada has failed to wake Bea, on a roll that is marked."""
    fallen = pc("bea", "ben", personality=0, now={"kp": 1, "mp": 0})
    bout = begun(pc("ada", now={"mp": 0}), fallen, npc("gob", initiative=5, kp=9), faces=(4, 4, 2, 2))
    bout.order(Attack(combatant="gob", target="bea"), 2, 2)
    while bout.waiting:
        bout.answer(bout.waiting[0].default)
    bout.order(MarkRoll(combatant="ada"), seat="gm")
    bout.order(FirstAid(combatant="ada", target="bea"))
    while bout.asked != ["AskPartial"]:
        bout.answer(bout.waiting[0].default, *((4, 2) if bout.asked == ["AskDifficulty"] else ()))
    return bout


def pushing(*, pushed: bool) -> Bout:
    """Ada's hook hits with one success over, between two zones."""
    ada = pc("ada", weapons=(), own_weapons=(HOOK,), at="middle")
    bout = begun(ada, npc("gob", kp=9, at="middle"))
    bout.order(Attack(combatant="ada", target="gob"), 4, 4)
    bout.answer("mix", uses={"push": 1}) if pushed else None
    return bout


def covering() -> Bout:
    """Hail on Ada and Bea; Ada has a success over, and Bea lacks one."""
    foe = npc("gob", initiative=9, kp=9, attacks=(HAIL,))
    bout = begun(pc("ada"), pc("bea", "ben"), foe, faces=(4, 4, 4, 4))
    bout.order(AttackArea(combatant="gob", means="hail", to=zone("west")), 4, 4, 2, 2)
    return bout


# -- the table
class Window(Struct, frozen=True, kw_only=True):
    """A question of the game.

    id: of the ledger. start: a fight that stands at it. asked: of whom, for whom. keys: the answers. default: what
    silence comes to. faces: that fall then. visibility: how much of it others see. told: where the game master chooses
    in secret: by each answer the events that tell everybody what he has chosen, and the dice that fall after it.
    """

    id: str
    kind: str
    rules: tuple[str, ...]
    start: Callable[[], Bout]
    asked: tuple[str, str]
    keys: tuple[str, ...]
    default: str
    faces: tuple[int, ...] = ()
    visibility: Visibility = OPEN
    told: Mapping[str, tuple[type[Event], tuple[int, ...]]] = {}


class Choice(Struct, frozen=True, kw_only=True):
    """A window that is no question: orders, and the field of theirs in which the choice is made.

    gm: only the game master's.
    """

    id: str
    orders: tuple[type[Order], ...]
    field: str = ""
    gm: bool = False


ANA, BEN, GM = ("ana", "ada"), ("ben", "bea"), ("gm", "gob")

WINDOWS = (
    Window(id="W-03", kind="AskAmbushStrike", rules=("SA-AMB-01",), asked=ANA, default="pass",
           start=lambda: lying_in_ambush(Ambush.BY_CHARACTERS), keys=("pass", "attack-sword", "attack-fists"),
           faces=(4, 4)),
    Window(id="W-04", kind="AskNpcAmbushStrike", rules=("SA-AMB-03", "G-66"), visibility=HIDDEN, asked=GM,
           default="pass", start=lambda: lying_in_ambush(Ambush.BY_ENEMIES), keys=("pass", "attack-club"),
           faces=(4, 4)),
    Window(id="W-07", kind="AskCancelReady", rules=("SA-READY-02",), asked=ANA, default="stay-ready",
           start=staying_ready, keys=("stay-ready", "cancel")),
    Window(id="W-11", kind="AskLeaving", rules=("SA-MELEE-04",), asked=ANA, default="accept", start=leaving,
           keys=("accept", "disengage")),
    Window(id="W-12", kind="AskCrossing", rules=("SA-MOVE-02", "G-66"), visibility=HIDDEN, asked=("gm", "ada"),
           default="flat", start=crossing, keys=("flat", "roll"),
           told={"flat": (ActionsPaid, ()), "roll": (RollOpened, (4, 4))}),
    Window(id="W-13 of an enemy", kind="AskNpcFreeStrike", rules=("SA-FREE-01", "G-66"), visibility=HIDDEN, asked=GM,
           default="let-go", start=lambda: walking_off(hero=False), keys=("let-go", "strike")),
    Window(id="W-13 of a character", kind="AskFreeStrike", rules=("SA-FREE-01",), asked=ANA,
           default="let-go", start=lambda: walking_off(hero=True), keys=("let-go", "strike")),
    Window(id="W-14 of a character", kind="AskFireReadied", rules=("SA-READY-04",), asked=ANA,
           default="pass", start=lambda: firing(hero=True), keys=("pass", "attack-sword", "attack-fists")),
    Window(id="W-14 of an enemy", kind="AskNpcFireReadied", rules=("SA-READY-04", "G-66"), visibility=HIDDEN, asked=GM,
           default="pass", start=lambda: firing(hero=False), keys=("pass", "attack-club")),
    Window(id="W-16", kind="AskDifficulty", rules=("SA-DICE-02",), visibility=HIDDEN, asked=("gm", "ada"),
           default="as-written", start=lambda: marked(late=False), keys=("as-written", "ruling"), faces=(4, 2, 2),
           told=dict.fromkeys(("as-written", "ruling"), (RollOpened, (4, 2, 2)))),
    Window(id="W-17", kind="AskHeldItem", rules=("SA-GEAR-11",), asked=ANA, default="item", keys=("item",),
           start=lambda: struck(weapons=(), shields=("shield", "tower_shield"), held=("shield", "tower_shield")),
           faces=(4, 2, 2, 2)),
    Window(id="W-18", kind="AskAllyHelp", rules=("SA-ALLY-04",), asked=ANA, default="alone", start=helped,
           keys=("alone", "helped"), faces=(4, 2, 2)),
    Window(id="W-19", kind="AskLateFactor", rules=("SA-EDGE-05",), visibility=HIDDEN, asked=("gm", "ada"),
           default="none", start=lambda: marked(late=True), keys=("none", "change"),
           told={"none": (RollApplied, ()), "change": (FactorChanged, ())}),
    Window(id="W-20", kind="AskParry", rules=("SA-PARRY-01",), asked=ANA, default="let-pass",
           start=lambda: struck(2, 2), keys=("let-pass", "parry", "mind-point")),
    Window(id="W-20 for a comrade", kind="AskParryForComrade", rules=("SA-PARRY-02",), asked=BEN, default="let-pass",
           start=parrying_for_ada, keys=("let-pass", "parry")),
    Window(id="W-21", kind="AskAssist", rules=("SA-ASSIST-01",), asked=BEN, default="stay-out",
           start=lambda: striking(2, 2, 2, comrade=True), keys=("stay-out", "assist")),
    Window(id="W-21 of a success", kind="AskFurtherAssist", rules=("SA-ASSIST-01", "SA-DICE-09"), asked=BEN,
           default="stay-out", start=lambda: striking(4, 2, 2, comrade=True), keys=("stay-out", "assist")),
    Window(id="W-22", kind="AskMindPoint", rules=("SA-MP-02",), asked=ANA, default="keep",
           start=lambda: striking(2, 2, 2), keys=("keep", "spend")),
    Window(id="W-22 early", kind="AskEarlyMindPoint", rules=("SA-MP-02",), asked=ANA, default="wait",
           start=lambda: striking(2, 2, 2, comrade=True, setup=Setup(delay=False, early_mind_points=True)),
           keys=("wait", "spend")),
    Window(id="W-23", kind="AskComplication", rules=("SA-COMP-05",), visibility=HIDDEN, asked=("gm", "ada"),
           default="lose_action", start=lambda: struck(1, 4, setup=Setup(delay=False, complications=True)),
           keys=("lose_action", "stunned", "other"),
           told=dict.fromkeys(("lose_action", "stunned", "other"), (ComplicationChosen, ()))),
    Window(id="W-24", kind="AskPartial", rules=("SA-DICE-13",), visibility=HIDDEN, asked=("gm", "ada"),
           default="failure", start=half_done, keys=("failure", "partial"),
           told={"failure": (RollApplied, ()), "partial": (PartialGranted, ())}),
    Window(id="W-25", kind="AskAttackExtras", rules=("SA-XATK-03", "SA-XATK-04"), asked=ANA, default="damage",
           start=lambda: pushing(pushed=False), keys=("damage", "mix", "no-damage")),
    Window(id="W-25 pushing", kind="AskPush", rules=("SA-XATK-02",), asked=ANA, default="push",
           start=lambda: pushing(pushed=True), keys=("push",)),
    Window(id="W-26", kind="AskCoverage", rules=("SA-XDEF-01",), asked=ANA, default="keep", start=covering,
           keys=("keep", "cover")),
    Window(id="W-29", kind="AskAllyHarm", rules=("SA-ALLY-02", "G-66"), visibility=HIDDEN, asked=GM,
           default="unharmed", start=ally_struck, keys=("unharmed", "harmed"),
           told={"unharmed": (AttackEnded, ()), "harmed": (CombatantOut, ())}),
    Window(id="W-29 of an opponent", kind="AskNpcHarm", rules=("G-54", "G-66"), visibility=HIDDEN, asked=GM,
           default="unharmed", start=among_opponents, keys=("unharmed", "harmed"),
           told=dict.fromkeys(("unharmed", "harmed"), (AttackEnded, ()))),
    Window(id="W-31", kind="AskCarryOver", rules=("SA-DELAY-01",), asked=ANA, default="lapse",
           start=lambda: round_ends(ready=False), keys=("lapse", "carry")),
    Window(id="W-32", kind="AskCancelReady", rules=("SA-READY-03",), asked=ANA, default="stay-ready",
           start=lambda: round_ends(ready=True), keys=("stay-ready", "cancel"), faces=(4, 4)),
    Window(id="W-36", kind="AskJoinGroup", rules=("SA-GROUP-06",), asked=BEN, default="stay-out", start=joining,
           keys=("stay-out", "join"), faces=(4, 4)),
    Window(id="G-02", kind="AskNpcParry", rules=("G-02",), visibility=HIDDEN, asked=GM, default="let-pass",
           start=lambda: striking(foe={"traits": (Trait.PARRY,)}), keys=("let-pass", "parry"), faces=(4, 2, 2)),
    Window(id="G-63", kind="AskTask", rules=("G-63",), asked=("gm", "ada"), default="as-proposed",
           start=improvising, keys=("as-proposed", "rule", "forbid")),
    Window(id="G-63 of a group", kind="AskGroupTask", rules=("SA-GROUP-02", "G-63"), asked=("gm", "ada"),
           default="as-proposed", start=leading, keys=("as-proposed", "rule", "forbid")),
)  # fmt: skip

ORDERED = (
    Choice(id="W-05, W-15", orders=(PlaceAlly,), gm=True),
    Choice(id="W-06", orders=(AdjustInitiative,), gm=True),
    Choice(id="W-08", orders=(Hold, Attack, Move, Withdraw, Disengage, Cast, AttackArea, FirstAid, Ready, OtherAction)),
    Choice(id="W-09", orders=tuple(one for one in ORDER_HANDLERS if one not in (Hold, TakeUp)), field="held"),
    Choice(id="W-27", orders=(AttackArea, Cast), field="victims"),
    Choice(id="W-28", orders=(Attack, Cast), field="target"),
    Choice(id="W-29 in a scene", orders=(HarmAllies,), gm=True),
    Choice(id="W-30", orders=(AttackArea, Cast), field="victims"),
    Choice(id="W-30 of a hazard", orders=(Spring,), field="victims", gm=True),
    Choice(id="W-33", orders=(ShakeOff,)),
    Choice(id="W-35", orders=(ReachMilestone,), gm=True),
    Choice(id="W-37", orders=(EndScene, GoOn), gm=True),
)  # fmt: skip
"""What nobody is asked for: it is ordered. W-01 and W-02 are the setup, W-10 and W-34 are done by themselves."""
