"""The questions of this game as a table: fights that stand at each window."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from engine.systems.dozen_die.content.kinds import Tag
from engine.systems.dozen_die.orders import Act, Charge, March, Move
from tests.systems.dozen_die.bout import Bout, ana, at, ben, creature
from tests.systems.dozen_die.grounds import ground, path
from tests.systems.dozen_die.laid import Ground, Setup

ARCHER = {"skills": {"melee": 1, "shooting": 1}, "weapons": ("longbow",)}
WIDE = "........\n........\na...x...\n........\n........"


def slowed() -> Bout:
    """Ana's a march through a river is not paid for to its end."""
    bout = Bout("a.......b", ana("a"), ben("b"), setup=ground(".~~~....."))
    bout.draw("heroes")
    bout.order(March(combatant="a", to=at(3)), 7)
    return bout


def fallen() -> Bout:
    """Ana's a has jumped from a roof, to beside a foe."""
    rows = ("2....", ".....", ".....")
    bout = Bout(".....\n.....\n..b..", ana("a", place=at(0, 0, 2)), ben("b"), setup=ground(*rows))
    bout.start("a")
    bout.order(Move(combatant="a", path=path((1, 1, 0))))
    return bout


def between_two() -> Bout:
    """Ana's a has come beside two foes at once; a creature looks on from afar."""
    bout = Bout("...b....n\na........\n...c.....", ana("a"), ben("b"), ben("c"), creature("n"))
    bout.start("a")
    bout.order(Move(combatant="a", path=path((1, 1), (2, 1))))
    return bout


def pack() -> Bout:
    """Two rats of Ana's have come to a foe; a creature looks on from afar."""
    rats = [ana(who, pack="rats", st=6, mv=4) for who in "rs"]
    others = (ben("x", st=6), ana("z", place=at(9, 3)), creature("n", place=at(9, 0)))
    bout = Bout("r.........\n...x......\ns.........\n..........", *rats, *others)
    bout.start("r")
    bout.order(Charge(combatant="r", target="x", path=path((1, 0), (2, 0))))
    bout.order(Charge(combatant="s", target="x", path=path((1, 2), (2, 2))))
    return bout


def parting() -> Bout:
    """One of the rats has fought and lost; the other is still beside the foe."""
    bout = pack()
    bout.answer("s-x", 2, 4)
    bout.answer(bout.waiting[0].default, 1)
    return bout


def pushing() -> Bout:
    """Ana's a has charged, and won."""
    bout = Bout(WIDE, ana("a", st=6), ben("x"))
    bout.start("a")
    bout.order(Charge(combatant="a", target="x"), 3, 12)
    return bout


def pocketed() -> Bout:
    """Ana's a has won against a foe who has nowhere to go but past those around him."""
    around = (ana("b"), ana("c"), ana("d"))
    bout = Bout(
        "........ .b...... .ax.c... .d...... ........", ana("a", st=6), *around, ben("x"), setup=Setup(restored=True)
    )
    bout.start("a")
    bout.order(Charge(combatant="a", target="x"), 3, 12)
    return bout


def shoving() -> Bout:
    """Ana's a shoves a foe instead of fighting him."""
    bout = Bout(WIDE, ana("a", st=4, skills={"melee": 1, "shove": 2}), ben("x"))
    bout.start("a")
    bout.order(Charge(combatant="a", target="x", skill="shove"))
    return bout


def turning() -> Bout:
    """A templar may drive away one of the undead."""
    dead = [creature(name, tags=(Tag.UNDEAD,)) for name in "xy"]
    bout = Bout("......... a..x.....b ...y..... .........", ana("a", ref="templar"), *dead, ben("b"))
    bout.start("a")
    bout.order(Act(combatant="a", skill="turn_undead"), 1, 12, 12)
    return bout


def picking_a_lock() -> Bout:
    """A door of which nothing says how hard it is."""
    bout = Bout(".a..x", ana("a", skills={"lockpicking": 1}), ben("x"), setup=Setup(ground=Ground(rows=("..+..",))))
    bout.start("a")
    bout.order(Act(combatant="a", skill="lockpicking", place=at(2)))
    return bout


def passing_archers() -> Bout:
    """Ana's a runs past two archers of Ben's."""
    bout = Bout("a.....\n......\n......\n.x..y.", ana("a"), ben("x", aw=1, **ARCHER), ben("y", aw=1, **ARCHER))
    bout.start("a")
    bout.order(Move(combatant="a", path=path((1, 0), (2, 0), (3, 0))))
    return bout


def charging_a_witch() -> Bout:
    """A witch can repel who charges her."""
    bout = Bout("..a..w..", ana("a"), ben("w", ref="witch"))
    bout.start("a")
    bout.order(Charge(combatant="a", target="w"))
    return bout


def praying() -> Bout:
    """A templar prays before an archer and a witch."""
    bout = Bout("a...xw", ana("a", ref="templar"), ben("x", aw=4, **ARCHER), ben("w", ref="witch"))
    bout.start("a")
    bout.order(Act(combatant="a", skill="pray"))
    return bout


class Window(Struct, frozen=True, kw_only=True):
    """A question of the game.

    id: of the ledger. start: a fight that stands at it. seat: whom it asks. keys: the answers. default: what silence
    comes to.
    """

    id: str
    kind: str
    start: Callable[[], Bout]
    seat: str
    keys: tuple[str, ...]
    default: str


WINDOWS = (
    Window(
        id="DD-W07",
        kind="GoOnHow",
        start=slowed,
        seat="ana",
        keys=("keep", "stop", "turn", "turn-path"),
        default="keep",
    ),
    Window(
        id="DD-W08",
        kind="ReactToMove",
        start=passing_archers,
        seat="ben",
        keys=("shoot:x:longbow", "shoot:y:longbow", "hold", "pass"),
        default="pass",
    ),
    Window(
        id="DD-W09",
        kind="ReactToCharge",
        start=charging_a_witch,
        seat="ben",
        keys=("use:w:repel", "pass"),
        default="pass",
    ),
    Window(
        id="DD-W10",
        kind="ReactToAction",
        start=praying,
        seat="ben",
        keys=("shoot:x:longbow", "use:w:spark", "use:w:jinx", "pass"),
        default="pass",
    ),
    Window(id="DD-W11", kind="FightWhom", start=between_two, seat="ana", keys=("b", "c"), default="b"),
    Window(id="DD-W11", kind="WhichFights", start=pack, seat="ana", keys=("r-x", "s-x"), default="r-x"),
    Window(
        id="DD-W12",
        kind="PushWhere",
        start=pushing,
        seat="ana",
        keys=("5-1", "5-2", "3-3", "4-3", "5-3"),
        default="5-3",
    ),
    Window(
        id="DD-W13", kind="RetreatWhere", start=pocketed, seat="ben", keys=("3-0", "4-0", "3-4", "4-4"), default="3-0"
    ),
    Window(id="DD-W14", kind="SeparateNext", start=parting, seat="ben", keys=("r-1-0", "r-1-1"), default="r-1-0"),
    Window(id="DD-W15", kind="ResistHow", start=shoving, seat="ben", keys=("dx", "st"), default="dx"),
    Window(id="DD-W16", kind="AffectWhom", start=turning, seat="ana", keys=("nobody", "some"), default="nobody"),
    Window(
        id="DD-W17",
        kind="HowHard",
        start=picking_a_lock,
        seat="gm",
        keys=("VERY_EASY", "EASY", "NORMAL", "HARD", "VERY_HARD"),
        default="HARD",
    ),
    Window(id="DD-W18", kind="LandWhere", start=fallen, seat="ana", keys=("1-0", "2-0", "0-1", "0-2"), default="1-0"),
)
