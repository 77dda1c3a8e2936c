"""What an order would do, as far as its seat sees: whom it concerns, and dice with their terms and chances.

Chances are exact. What reactions may change is not foreseen: the chance says so. Against somebody whose figures are
closed the dice are told with what the seat knows of them, and no chance. What is left out here is taken from playing
the order without dice.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from engine.kit import Odds, Place
from engine.kit.ground import SceneArea
from engine.kit.scene import Foreseen, PreviewTarget, PreviewTest, chance_of
from engine.systems.mongolian_mercenaries.cards.moments import reactions_at
from engine.systems.mongolian_mercenaries.content.kinds import Area, When
from engine.systems.mongolian_mercenaries.orders import Attack, Block, Cast, ChangeDistance, ChangePosition, Screen
from engine.systems.mongolian_mercenaries.rules.attack import course, declaring
from engine.systems.mongolian_mercenaries.rules.basics import lookup, positions
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.basics.sums import Part, because
from engine.systems.mongolian_mercenaries.rules.blows import active_cards, weapons
from engine.systems.mongolian_mercenaries.rules.blows.strike import Strike
from engine.systems.mongolian_mercenaries.rules.field import changing_distance, changing_position
from engine.systems.mongolian_mercenaries.rules.magic import casting, resistance, targets
from engine.systems.mongolian_mercenaries.rules.magic import course as spells
from engine.systems.mongolian_mercenaries.rules.roll import judging
from engine.systems.mongolian_mercenaries.rules.roll.plan import Plan
from engine.systems.mongolian_mercenaries.scene.texts import SceneTexts


def foreseen(seen: MercenariesFight, thing: Struct, locale: str) -> Foreseen | None:
    """What an order would do; None where there is nothing to add. RuleRefusal where the rules refuse it."""
    who = getattr(thing, "combatant", None)
    if not isinstance(who, str) or who not in seen.own.fighters or not _open(seen, who):
        return None
    if seen.own.field is None or not lookup.on_field(seen, who):
        return None
    texts = SceneTexts(seen, locale)
    match thing:
        case Attack():
            return _attacking(seen, texts, thing)
        case ChangeDistance():
            return _changing_distance(seen, texts, thing)
        case ChangePosition():
            return _stepping(seen, texts, thing)
        case Cast():
            return _casting(seen, texts, thing)
        case Screen() | Block():
            return Foreseen(affected=_targets(texts, (thing.target,)))
    return None


def _attacking(seen: MercenariesFight, texts: SceneTexts, order: Attack) -> Foreseen:
    """The hit test against each target: of one roll each reads the dice of its own pool.  [MM-ATK-02, MM-MULTI-02]"""
    declaring.check(seen, order)
    strike = declaring.strike_of(seen, order)
    seen = weapons.drawn(seen, strike.attacker, strike.means)
    tests = tuple(_hit(seen, texts, strike, target) for target in strike.targets)
    return Foreseen(affected=_targets(texts, strike.targets), tests=tests)


def _hit(seen: MercenariesFight, texts: SceneTexts, strike: Strike, target: str) -> PreviewTest:
    plan = course.plan_of(seen, strike, target)
    odds = None
    if _open(seen, target):
        odds = course.chance(seen, strike, target, plan.left) if not plan.automatic else Odds(good=0, of=1)
    asked = reactions_at(active_cards.of_strike(seen, strike, target, when=When.ATTACKED))
    return _test(texts, "preview.hit", plan, odds, provided="provided.reactions" if asked else "")


def _changing_distance(seen: MercenariesFight, texts: SceneTexts, order: ChangeDistance) -> Foreseen:
    """Both dice are rolled; whose speed is closed, of that no chance is told.  [MM-MOVE-01]"""
    changing_distance.check(seen, order)
    who, target = order.combatant, order.target
    if _open(seen, target):
        plan = changing_distance.plan_of(seen, who, target)
        test = _test(texts, "preview.distance", plan, judging.odds(plan))
    else:
        test = _test(texts, "preview.distance", changing_distance.own_side(seen, who, target), None)
    return Foreseen(affected=_targets(texts, (target,)), tests=(test,))


def _stepping(seen: MercenariesFight, texts: SceneTexts, order: ChangePosition) -> Foreseen | None:
    """The ally that changes places; the way is that of the order.  [MM-MOVE-05]"""
    to = changing_position.after(seen, order.combatant, order.heading)
    ally = positions.who_stands(seen, lookup.side_of(seen, order.combatant), to)
    if ally is None:
        return None
    return Foreseen(affected=(PreviewTarget(combatant=ally, label=texts.say("preview.swap")),))


def _casting(seen: MercenariesFight, texts: SceneTexts, order: Cast) -> Foreseen:
    """The spell test; what resists it afterwards is not part of the chance.  [MM-MAG-21]"""
    casting.check(seen, order)
    cast = casting.casting_of(seen, order)
    reached = tuple(target for target in cast.targets if not resistance.immune(seen, cast.caster, target, cast.spell))
    plan = spells.plan_of(seen, cast, reached)
    odds = None
    if all(_open(seen, target) for target in cast.targets):
        pool = plan.left
        odds = Odds(good=0, of=1) if plan.automatic else resistance.odds(seen, cast.caster, reached, cast.spell, pool)
    areas = () if cast.spell.area is None else (_area(seen, cast.caster, cast.spell.area),)
    test = _test(texts, "preview.spell", plan, odds)
    return Foreseen(areas=areas, affected=_targets(texts, cast.targets), tests=(test,))


def _area(seen: MercenariesFight, who: str, area: Area) -> SceneArea:
    """The positions of a spell for an area, whoever stands there.  [MM-MAG-10, RUL-47]"""
    side = targets.side_of(seen, who, area)
    return SceneArea(places=tuple(Place(side=side, rank=rank) for rank in area.positions))


def _open(seen: MercenariesFight, who: str) -> bool:
    """Whether the seat knows somebody's figures."""
    fighter = seen.own.fighters.get(who)
    return fighter is not None and fighter.figures is not None


def _targets(texts: SceneTexts, among: Iterable[str]) -> tuple[PreviewTarget, ...]:
    label = texts.say("preview.target")
    return tuple(PreviewTarget(combatant=combatant, label=label) for combatant in among)


def _test(texts: SceneTexts, label: str, plan: Plan, odds: Odds | None, *, provided: str = "") -> PreviewTest:
    """A test as it would be rolled. Of an empty pool no die falls, and it fails.  [MM-TEST-05]"""
    theirs = tuple(Part(part.source, part.amount, part.rule, part.who) for part in plan.against)
    return PreviewTest(
        label=texts.say(label),
        combatant=plan.tester,
        target=plan.opponent,
        dice="0d8" if plan.automatic else judging.dice(plan),
        chance=None if odds is None else chance_of(odds.good, odds.of),
        provided=texts.say(provided) if provided and odds is not None else "",
        terms=because(faces=(plan.value, *plan.modifiers), against=theirs).terms,
        rule=plan.rule,
    )
