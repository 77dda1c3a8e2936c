"""The questions of this game as a table: fights that stand at each window."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from engine.kernel.state.decisions import Visibility
from engine.kernel.state.orders import Begin
from engine.systems.fantasia import orders as o
from engine.systems.fantasia import questions as q
from engine.systems.fantasia.content.kinds import Attribute
from engine.systems.fantasia.sheet import Initiative, Sheet
from tests.systems.fantasia.bout import Bout, at, foe, hero, sheet
from tests.systems.fantasia.laid import Setup
from tests.systems.fantasia.test_status import blow, cast, mage

OPEN, PRIVATE = Visibility.OPEN, Visibility.PRIVATE


class Window(Struct, frozen=True):
    """A window that is a question. start: a fight in which it is open, for this seat. options: the keys of all."""

    id: str
    asks: type[q.Question[Any]]
    start: Callable[[], Bout]
    seat: str
    options: tuple[str, ...]
    default: str
    seen: Visibility = OPEN

    @property
    def kind(self) -> str:
        """The question's type."""
        return self.asks.__name__


def begun(bout: Bout, *faces: int) -> Bout:
    bout.order(Begin(), *faces, seat="gm")
    return bout


def after(bout: Bout, order: o.Order, *faces: int, seat: str | None = None) -> Bout:
    bout.order(order, *faces, seat=seat)
    return bout


def then(bout: Bout, key: str, *faces: int, **picks: Any) -> Bout:
    bout.answer(key, *faces, **picks)
    return bout


def in_sides(initiative: Initiative, *faces: int) -> Bout:
    bout = Bout(hero(), hero("friend"), foe(seat="bea"), begin=False, setup=Setup(initiative=initiative))
    return begun(bout, *faces)


def fumbled(*others: Any) -> Bout:
    """The hero shoots at the foe of bea's, with two ones."""
    bout = Bout(hero(figures=sheet(weapons=("dagger",)), place=at(0)), foe(seat="bea", place=at(1)), *others)
    return after(bout, blow(weapon="dagger"), 1, 1)


def watched() -> Bout:
    """The foe of bea's holds an attack ready; the hero attacks."""
    bout = Bout(foe(seat="bea"), hero())
    bout.order(o.Ready(combatant="foe", action=o.Readied.ATTACK))
    bout.end("foe")
    return after(bout, blow())


def delayed() -> Bout:
    bout = Bout(hero(), foe(), hero("friend"))
    bout.order(o.Delay(combatant="hero"))
    bout.end("foe")
    return bout


def struck(reaction: str) -> Bout:
    bout = Bout(hero(figures=sheet(hp=60)), foe(figures=sheet(reactions=(reaction,), hp=60), seat="bea"))
    return after(bout, blow(), 6, 5)


def spelled(spell: str, *faces: int, **more: Any) -> Bout:
    bout = Bout(hero(figures=mage(spell)), foe(seat="bea", **more), foe("other", seat="bea"))
    return after(bout, cast(spell, "foe"), *faces)


def helped(spell: str = "protect") -> Bout:
    """Bea's is of the same side here, and is to be protected."""
    return after(Bout(hero(figures=mage(spell)), hero("friend", seat="bea"), foe()), cast(spell, "friend"))


def himself() -> Bout:
    """An imp casts on himself what makes one, and no more."""
    return after(Bout(hero(figures=mage("imp"), conditions=("imp",)), foe()), cast("imp", "hero"))


def swept() -> Bout:
    bout = Bout(hero(figures=sheet(techniques=("sweep",))), foe("f1"), foe("f2"), foe("f3"))
    order = o.UseTechnique(attacker="hero", technique="sweep", weapon="unarmed", targets=("f2", "f1"))
    return after(bout, order, 6, 6)


def confused() -> Bout:
    bout = Bout(foe(), hero(conditions=("confused",)), hero("friend"))
    bout.end("foe", 1)
    return bout


def feverish() -> Bout:
    bout = after(Bout(hero(conditions=("fever",)), foe()), o.OtherAction(combatant="hero", purpose="lift"))
    return then(bout, "allow")


def resting() -> Bout:
    bout = after(Bout(hero(), foe(conditions=("dead",))), o.CallOff(), seat="gm")
    return after(bout, o.Rest(combatants=("hero",), hours=3), seat="gm")


def won() -> Bout:
    bout = Bout(hero(), foe(conditions=("unconscious",)))
    bout.end("hero")
    return bout


HIT, MAGIC, WOUND = q.ReactToHit, q.ReactToMagic, q.ReactToWound
ROWS = ("die", *(f"row-{n}" for n in range(1, 7)), "own")
PHASES = ("checks", "ranged", "melee", "items", "magic")
ATTRIBUTES = ("strength", "agility", "vitality", "mind")
GROUP = (foe("g1", Sheet(ref="goblin")), foe("g2", Sheet(ref="goblin")), hero())
LEAP = o.Jump(combatant="hero", centimetres=200)
READ = o.CheckAttribute(combatant="hero", attribute=Attribute.MIND, purpose="read")
FRIENDS = (hero("beside", place=at(0, 1)), hero("behind", place=at(-1)))

WINDOWS = (
    Window("DW-02", q.GroupInitiative, lambda: begun(Bout(*GROUP, begin=False)), "gm", ("shared", "each"), "shared"),
    Window("DW-05", q.SideTie, lambda: in_sides(Initiative.SIDES, 3, 3, 2, 4), "gm", ("again", "interleave"), "again"),
    Window("DW-08", q.NextAttack,
           lambda: after(Bout(hero(figures=sheet(multi_attack=2)), foe(), foe("other")), blow(), 1, 2), "ana",
           ("same", "hold", "attack-unarmed"), "same", PRIVATE),
    Window("DW-10", q.OpposeGrapple,
           lambda: after(Bout(hero(), foe(seat="bea")), o.Grapple(attacker="hero", target="foe")), "bea",
           ("higher", "strength", "agility"), "higher"),
    Window("DW-11", q.UseReadied, watched, "bea", ("hold", "attack-unarmed", "grapple"), "hold", PRIVATE),
    Window("DW-12", HIT, lambda: struck("evade"), "bea", ("hold", "foe-evade"), "hold", PRIVATE),
    Window("DW-12", MAGIC, lambda: spelled("fire", 6, 5, figures=sheet(reactions=("spell_ward",))), "bea",
           ("hold", "foe-spell_ward"), "hold", PRIVATE),
    Window("DW-12", WOUND, lambda: then(struck("counter"), "hold", 1), "bea",
           ("hold", "foe-counter-attack-unarmed"), "hold", PRIVATE),
    Window("DW-13", q.ActNow, delayed, "ana", ("wait", "act"), "wait"),
    Window("DW-14", q.Willing, helped, "bea", ("willing", "unwilling"), "willing"),
    Window("DW-14", q.Willing, lambda: spelled("protect"), "bea", ("willing", "unwilling"), "unwilling"),
    Window("DW-14", q.Willing, lambda: helped("mini"), "bea", ("willing", "unwilling"), "unwilling"),
    Window("DW-14", q.Willing, himself, "ana", ("willing", "unwilling"), "willing"),
    Window("DW-16", q.FumbleEffect, fumbled, "gm", ROWS, "die", PRIVATE),
    Window("DW-17", q.FreeAttack, lambda: then(fumbled(), "row-4"), "bea", ("hold", "attack-unarmed"), "hold"),
    Window("DW-18", q.AllyHit, lambda: then(fumbled(*FRIENDS), "row-6"), "gm", ("beside", "behind"), "beside"),
    Window("DW-19", q.CriticalTarget, swept, "ana", ("f2", "f1"), "f2"),
    Window("DW-24", q.ConfusedDeed, confused, "gm", ("chance", "attack-unarmed"), "chance", PRIVATE),
    Window("DW-27", q.CountsAsEffort, feverish, "gm", ("counts", "does-not"), "counts"),
    Window("DW-30", q.RestShare, resting, "gm", ("hourly", "own"), "hourly"),
    Window("DW-31", q.WindDrags, lambda: spelled("aero", 6, 5, 1, 1, conditions=("float",)), "gm",
           ("stays", "dragged"), "stays"),
    Window("DW-33", q.AllowAction,
           lambda: after(Bout(hero(), foe()), o.OtherAction(combatant="hero", purpose="shout")), "gm",
           ("refuse", "allow"), "refuse"),
    Window("DW-34", q.EndBattle, won, "gm", ("over", "go-on"), "over"),
    Window("DW-35", q.JumpAttribute, lambda: after(Bout(hero(), foe()), LEAP), "gm", ATTRIBUTES, "agility"),
    Window("DW-35", q.SetCheck, lambda: after(Bout(hero(), foe()), READ), "gm", ("refuse", "action", "free"), "refuse"),
    Window("DW-36", q.DeclareAction, lambda: in_sides(Initiative.PHASES, 6, 5, 1, 2), "ana", PHASES, "melee", PRIVATE),
)  # fmt: skip
