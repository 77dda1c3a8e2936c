"""What an order or an answer would do, as far as its seat sees: ways with their cost, attacks and spells by chance.

All figures are open in this game, so every chance is known. What others choose is not: the options of open combat, and
whether somebody strikes at whoever leaves its reach; there the chance says what it holds for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from msgspec import Struct, structs

from engine.kit import Place, Point, Question, RuleRefusal, Term
from engine.kit.ground import SceneArea, SceneDisc, SceneStrip
from engine.kit.scene import Foreseen, PreviewNext, PreviewTarget, PreviewTest, PreviewWay, chance_of
from engine.systems.minis.content.catalogue import SPELLS
from engine.systems.minis.content.kinds import Aim, Lasting
from engine.systems.minis.orders import Attack, Cast, GiveOrder, Move
from engine.systems.minis.questions import Confirmed, ConfirmFireball, StrikeAtLeaving, StrikeAtShooting, Struck
from engine.systems.minis.rules.basics import chances, lookup, positions, weapons
from engine.systems.minis.rules.basics.lookup import MinisFight
from engine.systems.minis.rules.basics.sums import Sum
from engine.systems.minis.rules.combat import attacks, damage, opportunity, strikes
from engine.systems.minis.rules.combat.damage import Hit
from engine.systems.minis.rules.combat.events import Manner
from engine.systems.minis.rules.magic import control, effects, fireball, magic, spells
from engine.systems.minis.rules.movement import allowance, movement, paths
from engine.systems.minis.rules.movement.paths import Piece
from engine.systems.minis.scene.texts import SceneTexts
from engine.systems.minis.sheet import OpenCombat

PERCENT = 100
_PER_HUNDREDTH = 10
"""Thousandths of an inch, in which ways are measured, in a hundredth."""
_DIE_CHANCE = 7, 15
"""Of an exchange by dice: a third is won at once, and 40 of 100 of the third in which both have the same option."""
_SAME_CHANCE = 40, 100
"""Of the d100 for the same option: 41-60 and 81-100 hit for the attacker.  [MN-OPEN-07]"""


def foreseen(seen: MinisFight, thing: Struct, locale: str) -> Foreseen | None:
    """What an order, or the body of an answer, would do; None where there is nothing to tell.

    RuleRefusal where the rules refuse it.
    """
    texts = SceneTexts(seen, locale)
    match thing:
        case Move():
            return _going(seen, texts, thing)
        case Attack():
            return _attacking(seen, texts, thing)
        case Cast():
            return _under_threat(seen, texts, thing.combatant, _casting(seen, texts, thing))
        case GiveOrder():
            return _ordering(seen, texts, thing)
        case Struck():
            return _striking(seen, texts, thing)
        case Confirmed():
            return _confirming(seen, texts, thing)
    return None


def _question(seen: MinisFight, kind: type[Question[Any]]) -> dict[str, Any] | None:
    """The figures of the open question of a kind."""
    asked = seen.fight.window.asked if seen.fight.window is not None else ()
    return next(
        (question.question for question in asked if question.kind == kind.__name__ and not question.answered), None
    )


# -- ways
def _going(seen: MinisFight, texts: SceneTexts, order: Move) -> Foreseen | None:
    """A way with its cost; a way that may only not end there may still go on.  [MN-GAP-36, MN-GAP-47]"""
    who, path = order.combatant, [stop.point for stop in order.path]
    refused, unfinished = movement.stuck(seen, who), ""
    if refused is not None:
        raise refused
    try:
        piece = paths.judged(seen, who, path)
    except RuleRefusal:
        piece = paths.begun(seen, who, path)
        unfinished = "path"
    charged = paths.charge(seen, who, piece.length)
    left = allowance.left(seen, who, penalised=piece.penalised) - charged
    cost = -(-charged // _PER_HUNDREDTH)
    rest = 0 if piece.ended else max(0, int(left) // _PER_HUNDREDTH)
    label = texts.say("preview.stopped") if piece.ended else texts.say("preview.halved") if piece.penalised else ""
    way = PreviewWay(
        combatant=who,
        steps=tuple(Place(point=point) for point in piece.points[1:]),
        cost=cost,
        left=rest,
        unit=texts.say("preview.unit"),
        cost_label=texts.say("preview.inches", inches=texts.inches(cost)),
        left_label=texts.say("preview.inches", inches=texts.inches(rest)),
        label=label,
    )
    onward = SceneArea(disc=SceneDisc(centre=piece.points[-1], radius=rest)) if rest else SceneArea()
    return Foreseen(
        ways=(way,),
        next=(PreviewNext(area=onward),),
        tests=tuple(_struck_at(seen, texts, who, piece)),
        unfinished=unfinished,
    )


def _struck_at(seen: MinisFight, texts: SceneTexts, who: str, piece: Piece) -> Iterator[PreviewTest]:
    """The opportunity attacks that enemies may make on the way, each once.  [MN-GAP-08, MN-GAP-38]"""
    done: set[str] = set()
    for point, other in pairwise(piece.points):
        for stop in sorted(opportunity.stops(seen, who, point, other), key=lambda stop: (stop.step, stop.rank)):
            striker = stop.rank[3]
            if striker not in done:
                done.add(striker)
                yield _may_strike(seen, texts, striker, who)


def _may_strike(seen: MinisFight, texts: SceneTexts, striker: str, who: str) -> PreviewTest:
    """An opportunity attack that its owner is asked about."""
    provided = texts.say("provided.strikes", who=texts.who(striker))
    return _test(texts, "opportunity", striker, who, chances.opportunity(seen, striker), "MN-AOO-01", provided=provided)


def _under_threat(seen: MinisFight, texts: SceneTexts, who: str, foreseen: Foreseen | None) -> Foreseen | None:
    """A shot or a spell, with the opportunity attacks that it provokes where it is agreed so.  [MN-GAP-08]"""
    strikes = tuple(_may_strike(seen, texts, striker, who) for striker in opportunity.threats(seen, who))
    if not strikes:
        return foreseen
    foreseen = foreseen or Foreseen()
    return structs.replace(foreseen, tests=(*foreseen.tests, *strikes))


# -- attacks
def _attacking(seen: MinisFight, texts: SceneTexts, order: Attack) -> Foreseen | None:
    """The kind of an attack, its chance, and what a hit does.  [MN-CBT-01]"""
    who, target = order.combatant, order.target
    attacks.check(seen, order)
    found = attacks.aimed(seen, who, target, order.weapon)
    flank = positions.from_flank(seen, who, target)
    match found.manner:
        case Manner.OPEN:
            test = _exchange(seen, texts, who, target)
        case Manner.FLANK:
            test = _test(texts, "flank", who, target, chances.flank_attack(seen, who), strikes.RULES[Manner.FLANK])
        case Manner.OPPORTUNITY:
            chance = chances.opportunity(seen, who)
            test = _test(texts, "opportunity", who, target, chance, strikes.RULES[Manner.OPPORTUNITY])
        case _:
            assert found.band is not None
            chance = chances.shot(seen, who, target, found.band, flank=flank)
            test = _test(texts, "range", who, target, chance, strikes.RULES[Manner.RANGE])
    hit = damage.with_weapon(found.weapon, flank=flank and found.manner is not Manner.OPEN)
    told = Foreseen(tests=(test,), affected=(_harmed(seen, texts, target, hit),))
    return _under_threat(seen, texts, who, told) if found.manner is Manner.RANGE else told


def _exchange(seen: MinisFight, texts: SceneTexts, who: str, target: str) -> PreviewTest:
    """Open combat: by dice the chance of a hit is known, else only that of the same option.  [MN-OPEN-07, MN-GAP-06]"""
    if seen.own.battle.open_combat is OpenCombat.DIE:
        return PreviewTest(
            label=texts.say("preview.open"),
            combatant=who,
            target=target,
            dice="1d6",
            chance=chance_of(*_DIE_CHANCE),
            rule="MN-GAP-06",
        )
    return PreviewTest(
        label=texts.say("preview.open"),
        combatant=who,
        target=target,
        dice="1d100",
        chance=chance_of(*_SAME_CHANCE),
        provided=texts.say("provided.same"),
        rule="MN-OPEN-07",
    )


def _striking(seen: MinisFight, texts: SceneTexts, answer: Struck) -> Foreseen | None:
    """An opportunity attack that may be made now."""
    leaving, shooting = _question(seen, StrikeAtLeaving), _question(seen, StrikeAtShooting)
    if answer.weapon is None or (leaving is None and shooting is None):
        return None
    question = leaving or shooting or {}
    who, mover = question["combatant"], question["mover" if leaving else "target"]
    if who not in seen.fight.combatants or mover not in seen.fight.combatants:
        return None
    weapon = weapons.melee(seen, who).get(answer.weapon)
    if weapon is None:
        return None
    test = _test(texts, "opportunity", who, mover, chances.opportunity(seen, who), "MN-AOO-01")
    hit = damage.with_weapon(weapon, flank=positions.from_flank(seen, who, mover))
    return Foreseen(tests=(test,), affected=(_harmed(seen, texts, mover, hit),))


def _harmed(seen: MinisFight, texts: SceneTexts, target: str, hit: Hit) -> PreviewTarget:
    """What a hit would do to somebody, after resistances and armour.  [MN-GAP-16]"""
    done = damage.damage(seen, target, hit).total
    told = texts.say("preview.harm", damage=texts.counted("damage", done)) if done else texts.say("preview.noharm")
    return PreviewTarget(combatant=target, label=told)


# -- magic
def _casting(seen: MinisFight, texts: SceneTexts, order: Cast) -> Foreseen | None:
    """The roll of a spell; of a fireball everybody in its path with the chance to hit.  [MN-MAG-01, DW-11]"""
    who, spell = order.combatant, SPELLS.get(order.spell)
    if spell is None:
        return None
    if spell.aim is Aim.PATH and order.place is not None and order.place.point is not None:
        return _burning(seen, texts, who, order.place.point)
    if spell.aim is Aim.SELF:
        lasting = _lasting(seen, texts, who, who, order.spell)
        return Foreseen(affected=lasting) if lasting else None
    if spell.aim is Aim.MINI:
        if order.target is None or not lookup.in_play(seen, order.target):
            return None
        band = magic.band_at_mini(seen, who, order.spell, order.target)
        test = _test(texts, "spell", who, order.target, magic.chance(seen, who, band, order.target), magic.ROLLED)
        if spell.damage is None:
            return Foreseen(tests=(test,), affected=_lasting(seen, texts, who, order.target, order.spell))
        hit = spells.hit(seen, who, order.target, order.spell)
        return Foreseen(tests=(test,), affected=(_harmed(seen, texts, order.target, hit),))
    if order.place is None or order.place.point is None:
        return None
    band = magic.band(seen, who, order.spell, order.place.point, familiar=order.spell != effects.FAMILIAR)
    rule = "MN-TEL-02" if order.spell == "teleport" else magic.ROLLED
    test = _test(texts, "spell", who, None, magic.chance(seen, who, band, None), rule)
    return Foreseen(tests=(test,), affected=_lasting(seen, texts, who, who, order.spell))


def _lasting(seen: MinisFight, texts: SceneTexts, who: str, target: str, spell: str) -> tuple[PreviewTarget, ...]:
    """For how many turns a spell would last on somebody, or that it would last none; () of what is over at once.

    Of a summoned mini it is told of its caster, who has it for so long.  [MN-MAG-03, MN-MAG-04, MN-GAP-09, MN-GAP-39]
    """
    if SPELLS[spell].lasting is Lasting.IMMEDIATE:
        return ()
    if effects.in_vain(seen, who, target, spell):
        return (PreviewTarget(combatant=target, label=texts.say("preview.vain")),)
    turns = texts.counted("turns", effects.turns(seen, who, target, spell).total)
    return (PreviewTarget(combatant=target, label=texts.say("preview.lasts", turns=turns)),)


def _burning(seen: MinisFight, texts: SceneTexts, who: str, aim: Point) -> Foreseen:
    """The path of a fireball: friends and foes in it, the nearest first.  [MN-GAP-26]"""
    end = fireball.path_end(seen, who, aim)
    line = (lookup.at(seen, who), end)
    area = SceneArea(strip=SceneStrip(line=line, width=2 * fireball.WIDTH))
    victims = fireball.victims(seen, who, aim)
    tests = tuple(
        _test(texts, "spell", who, other, magic.chance(seen, who, band, other), fireball.RULE)
        for other, band in victims
    )
    harmed = tuple(_harmed(seen, texts, other, spells.hit(seen, who, other, fireball.SPELL)) for other, _ in victims)
    return Foreseen(areas=(area,) if end != line[0] else (), affected=harmed, tests=tests)


def _confirming(seen: MinisFight, texts: SceneTexts, answer: Confirmed) -> Foreseen | None:
    """A fireball that waits to be confirmed."""
    question = _question(seen, ConfirmFireball)
    if question is None or not answer.confirmed or question["combatant"] not in seen.fight.combatants:
        return None
    point = question["place"].get("point")
    if point is None:
        return None
    who = question["combatant"]
    return _under_threat(seen, texts, who, _burning(seen, texts, who, Point(point["x"], point["y"])))


def _ordering(seen: MinisFight, texts: SceneTexts, order: GiveOrder) -> Foreseen | None:
    """The roll of an order to a controlled mini.  [MN-CMD-03, MN-GOL-04]"""
    if not lookup.in_play(seen, order.target):
        return None
    commanded = control.bond_of(seen, order.target, effects.COMMAND) is not None
    spell = effects.COMMAND if commanded else effects.GOLEM
    band = magic.band_at_mini(seen, order.combatant, spell, order.target, familiar=not commanded)
    chance = magic.chance(seen, order.combatant, band, order.target)
    rule = "MN-CMD-03" if commanded else "MN-GOL-04"
    return Foreseen(tests=(_test(texts, "spell", order.combatant, order.target, chance, rule),))


# -- chances
def _test(
    texts: SceneTexts, kind: str, who: str, target: str | None, chance: Sum, rule: str, *, provided: str = ""
) -> PreviewTest:
    """A d100 against a chance in percent, with the terms that it is made of.  [MN-CBT-03]"""
    against = chance.total
    return PreviewTest(
        label=texts.say(f"preview.{kind}"),
        combatant=who,
        target=target,
        dice="1d100",
        against=against,
        chance=chance_of(max(0, min(PERCENT, against)), PERCENT),
        provided=provided,
        terms=_against(chance.terms),
        rule=rule,
    )


def _against(terms: Sequence[Term]) -> tuple[Term, ...]:
    return tuple(
        Term(source=t.source, of="against", amount=t.amount, times=t.times, rule=t.rule, combatant=t.combatant)
        for t in terms
    )
