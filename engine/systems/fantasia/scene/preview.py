"""What an order would do, as far as its seat sees: ways, whom an area holds, and rolls with their chances.

A chance is told where the seat may know all figures in it: those of the own side, and of others where figures are open.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct, structs

from engine.kit import Cell, Place, Term
from engine.kit.ground import SceneArea, SceneDisc, area_of
from engine.kit.scene import Foreseen, PreviewNext, PreviewTarget, PreviewTest, PreviewWay, chance_of
from engine.systems.fantasia.content.kinds import Figure, Spell, Spread
from engine.systems.fantasia.ground import Facing
from engine.systems.fantasia.orders import (
    Attack,
    BreakFree,
    Cast,
    CheckAttribute,
    Grapple,
    Jump,
    Manner,
    Move,
    UseTechnique,
)
from engine.systems.fantasia.questions import CheckTerms, Chosen, Opposing, UseReaction
from engine.systems.fantasia.rules.attacks import power, strike
from engine.systems.fantasia.rules.attacks.hit_roll import Aim
from engine.systems.fantasia.rules.basics import chances, lookup, totals
from engine.systems.fantasia.rules.basics.figures import figure, terms_of, total
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.rules.board import aim, board, distances, grid, route
from engine.systems.fantasia.rules.board.grid import Block
from engine.systems.fantasia.rules.magic import consent, magic, spells, technique
from engine.systems.fantasia.rules.movement import jump, movement
from engine.systems.fantasia.scene import checks
from engine.systems.fantasia.scene.checks import knows, terms_for
from engine.systems.fantasia.scene.texts import SceneTexts


def foreseen(seen: FantasiaFight, seat: str, thing: Struct, locale: str) -> Foreseen | None:
    """What an order would do; None where there is nothing to tell."""
    texts = SceneTexts(seen, locale)
    match thing:
        case Move():
            return _moving(seen, texts, thing)
        case Jump():
            return _jumping(seen, seat, texts, thing)
        case Attack():
            return _attacking(seen, seat, texts, thing)
        case UseTechnique():
            return _technique(seen, seat, texts, thing)
        case Cast():
            return _casting(seen, seat, texts, thing)
        case UseReaction(weapon=str(weapon)):
            back = Attack(
                attacker=thing.combatant,
                target=thing.target,
                weapon=weapon,
                thrown=thing.thrown,
                attribute=thing.attribute,
            )
            return _attacking(seen, seat, texts, back)
    test = _checked(seen, seat, texts, thing)
    return Foreseen(tests=(test,)) if test is not None else None


def _checked(seen: FantasiaFight, seat: str, texts: SceneTexts, thing: Struct) -> PreviewTest | None:
    """The check that an order or an answer brings, beside attacks and jumps; None where it brings none."""
    match thing:
        case Grapple():
            return checks.seizing(seen, seat, texts, thing)
        case BreakFree():
            return checks.breaking_free(seen, seat, texts, thing)
        case CheckAttribute():
            return checks.asked_for(seen, seat, texts, thing)
        case CheckTerms():
            return checks.granted(seen, seat, texts, thing)
        case Chosen():
            return checks.jumped_with(seen, seat, texts, thing)
        case Opposing():
            return checks.resisting(seen, seat, texts, thing)
        case UseReaction():
            return checks.avoiding(seen, seat, texts, thing)
    return None


# -- ways
def _moving(seen: FantasiaFight, texts: SceneTexts, order: Move) -> Foreseen | None:
    who, manner = order.combatant, order.manner
    most = movement.cells_away(seen, who, manner) if board.cell_of(seen, who) else movement.limit(seen, who, manner)
    if board.cell_of(seen, who) is None:
        here = movement.point_of(seen, who)
        if here is None or order.to is None or order.to.point is None:
            return None
        metres = distances.metres_between(here, order.to.point)
        return Foreseen(ways=(_way(texts, who, (order.to,), metres, most),))
    if order.to is not None and not order.path:
        cells = route.route(seen, who, manner, most, order.to.cell) if order.to.cell is not None else None
        if cells is None:
            return None
        return Foreseen(ways=(_over(seen, texts, order, cells, route.length(seen, who, manner, cells) or 0, most),))
    return _drawn(seen, texts, order, most)


def _drawn(seen: FantasiaFight, texts: SceneTexts, order: Move, most: int) -> Foreseen | None:
    """A way drawn cell by cell, which may still go on; None where a step is not possible."""
    walk = route.Walk(seen, order.combatant, order.manner)
    at, metres = walk.here.corner, 0
    for cell in order.cells:
        step = walk.cost(at, cell) if cell in [stepped for stepped, _ in _beside(at)] else None
        if step is None or metres + step > most:
            return None
        at, metres = cell, metres + step
    onward = [
        Place(cell=cell)
        for cell, _ in _beside(at)
        if (step := walk.cost(at, cell)) is not None and metres + step <= most
    ]
    way = _over(seen, texts, order, order.cells, metres, most)
    unfinished = "to" if not order.cells else "" if walk.may_end(at) else "path"
    return Foreseen(ways=(way,), next=(PreviewNext(area=area_of(onward, floors=True)),), unfinished=unfinished)


def _beside(cell: Cell) -> Iterator[tuple[Cell, Facing]]:
    for facing in Facing:
        yield grid.stepped(cell, facing), facing


def _over(
    seen: FantasiaFight, texts: SceneTexts, order: Move, cells: Sequence[Cell], metres: int, most: int
) -> PreviewWay:
    """A way over the board; at its end the mover looks where the order or the last step says."""
    who = order.combatant
    looks = route.looks_after(seen, who, cells, order.facing)
    steps = tuple(
        board.placed_at(seen, who, cell, looks if n == len(cells) else None) for n, cell in enumerate(cells, 1)
    )
    return _way(texts, who, steps, metres, most)


def _way(texts: SceneTexts, who: str, steps: tuple[Place, ...], metres: int, most: int) -> PreviewWay:
    left = max(0, most - metres)
    return PreviewWay(combatant=who, steps=steps, cost=metres, left=left, unit=texts.say("preview.unit"))


def _jumping(seen: FantasiaFight, seat: str, texts: SceneTexts, order: Jump) -> Foreseen | None:
    """The run and the check; on a board also the run alone, and where a jump may end after it."""
    who, run = order.combatant, jump.run_up(seen, order)
    if run is None:
        return None
    onward = jump.onward(seen, order)
    ends = board.cell_of(seen, who) is None or order.to in onward
    leap = jump.measured(seen, order)
    end = () if order.to is None or order.high or not ends else (order.to,)
    steps = (*(Place(cell=cell) for cell in run[0]), *end)
    metres = run[1] + (leap.metres if ends else 0)
    return Foreseen(
        ways=(_way(texts, who, steps, metres, _most(seen, who)),) if steps else (),
        next=() if not onward else (PreviewNext(label=texts.say("preview.jump"), area=area_of(onward, floors=True)),),
        tests=(checks.jumping(seen, seat, texts, who, leap, None),) if ends else (),
        unfinished="" if ends else "to",
    )


def _most(seen: FantasiaFight, who: str) -> int:
    return movement.limit(seen, who, Manner.WALK)


# -- attacks
def _rolls(
    seen: FantasiaFight,
    seat: str,
    texts: SceneTexts,
    attacker: str,
    how: Aim,
    targets: Sequence[str],
    *,
    plain: bool = False,
) -> tuple[PreviewTest, ...]:
    """The roll against each target, except those that are hit without one.  [FF-ATK-01, FF-KO-07]"""
    here = seen.fight.combatants
    return tuple(
        _roll(seen, seat, texts, attacker, how, target, plain=plain)
        for target in targets
        if target in here and not lookup.helpless(here[target])
    )


def _roll(
    seen: FantasiaFight, seat: str, texts: SceneTexts, attacker: str, how: Aim, target: str, *, plain: bool
) -> PreviewTest:
    mine: tuple[Term, ...] = ()
    theirs: tuple[Term, ...] = ()
    against = chance = None
    if knows(seen, seat, attacker):
        terms = how.terms(seen, target)
        mine = terms_for(totals.of_modifiers(terms, attacker), "faces")
        if knows(seen, seat, target):
            against = figure(seen, target, how.defense, facing=attacker)
            defense = terms_of(seen, target, how.defense, facing=attacker)
            theirs = terms_for(totals.of_modifiers(defense, target, against), "against")
            twice = how.defense is Figure.DEFENSE and lookup.blurred(seen.fight.combatants[target])
            chance = chance_of(*chances.hit(total(terms), against, plain=plain, twice=twice))
    return PreviewTest(
        label=texts.say(f"preview.{how.why}"),
        combatant=attacker,
        target=target,
        dice="2d6",
        against=against,
        chance=chance,
        terms=(*mine, *theirs),
        rule=how.rule,
    )


def _attacking(seen: FantasiaFight, seat: str, texts: SceneTexts, order: Attack) -> Foreseen | None:
    if order.target not in seen.fight.combatants or not knows(seen, seat, order.attacker):
        return None
    use = aim.use_of(seen, order)
    weapon = lookup.fighter(seen, order.attacker).weapons[order.weapon].weapon
    how = strike.aim_of(order.attacker, weapon, use, "FF-ATK-01")
    return Foreseen(tests=_rolls(seen, seat, texts, order.attacker, how, (order.target,)))


def _technique(seen: FantasiaFight, seat: str, texts: SceneTexts, order: UseTechnique) -> Foreseen | None:
    who = order.attacker
    if not knows(seen, seat, who) or any(target not in seen.fight.combatants for target in order.targets):
        return None
    used = technique.technique_of(seen, who, order.technique)
    if power.is_power(used) or order.weapon is None:
        return None
    weapon = aim.held(seen, who, order.weapon).weapon
    around = technique.around(seen, used, who)
    targets = technique.targets_of(seen, who, used, weapon) if around else order.targets
    if not targets:
        return None
    use = aim.use_of(seen, Attack(attacker=who, target=targets[0], weapon=weapon.id))
    how = strike.aim_of(who, weapon, use, "FF-ATK-01", doubles=used.damage)
    area = used.spread is Spread.AREA
    return Foreseen(
        areas=_around(seen, who, used.radius_metres) if around else (),
        affected=_held(texts, targets) if area else (),
        tests=_rolls(seen, seat, texts, who, how, targets, plain=area and len(targets) > 1),
    )


def _casting(seen: FantasiaFight, seat: str, texts: SceneTexts, order: Cast) -> Foreseen | None:
    caster = order.caster
    if not knows(seen, seat, caster) or any(target not in seen.fight.combatants for target in order.targets):
        return None
    if not order.targets:
        return None
    spell = spells.spell_of(seen, caster, order.spell)
    targets = spells.affected(seen, caster, spell, order.targets)
    area = spell.spread is Spread.AREA
    met = tuple(target for target in targets if _resists(seen, caster, spell, target))
    rolls = _rolls(seen, seat, texts, caster, magic.aim_of(caster, spell), met, plain=area and len(targets) > 1)
    if spell.beneficial or {*met} & {caster, *lookup.allies(seen, caster)}:
        rolls = tuple(_unwilling(seen, texts, caster, spell, test) for test in rolls)
    return Foreseen(
        areas=_around(seen, order.targets[0], spell.radius_metres) if area else (),
        affected=_held(texts, targets),
        tests=rolls,
    )


def _resists(seen: FantasiaFight, caster: str, spell: Spell, target: str) -> bool:
    """Whether there is a roll against a target unless it says otherwise.  [FF-MAG-05]"""
    if not spell.beneficial or consent.harmed(seen, target, spell):
        return True
    return _has_a_say(seen, caster, spell, target) and target not in (caster, *lookup.allies(seen, caster))


def _has_a_say(seen: FantasiaFight, caster: str, spell: Spell, target: str) -> bool:
    """Whether a target is asked if it accepts the spell: then there is no roll."""
    bearer = seen.fight.combatants[target]
    own = target in (caster, *lookup.allies(seen, caster))
    visible = bearer.seen_by is None or seen.fight.combatants[caster].seen_by is not None
    return (spell.beneficial or own) and visible and lookup.standing(bearer) and not lookup.helpless(bearer)


def _unwilling(seen: FantasiaFight, texts: SceneTexts, caster: str, spell: Spell, test: PreviewTest) -> PreviewTest:
    target = test.target or ""
    if test.chance is None or consent.harmed(seen, target, spell) or not _has_a_say(seen, caster, spell, target):
        return test
    return structs.replace(test, provided=texts.say("provided.unwilling", who=texts.who(target)))


def _held(texts: SceneTexts, targets: Sequence[str]) -> tuple[PreviewTarget, ...]:
    return tuple(PreviewTarget(combatant=who, label=texts.say("preview.concerned")) for who in targets)


def _around(seen: FantasiaFight, who: str, metres: int) -> tuple[SceneArea, ...]:
    """The area within so many metres of a combatant, as far as the board goes; none in a fight without places."""
    stands = board.block(seen, who)
    if stands is None:
        here = movement.point_of(seen, who)
        return () if here is None else (SceneArea(disc=SceneDisc(centre=here, radius=metres * distances.HUNDREDTHS)),)
    corner, size = stands.corner, stands.size
    cells = (
        Cell(x, y)
        for y in range(corner.y - metres, corner.y + size + metres)
        for x in range(corner.x - metres, corner.x + size + metres)
    )
    near = (cell for cell in cells if grid.squared(stands, Block(cell)) <= metres * metres)
    return (area_of((Place(cell=cell) for cell in near if board.on_board(seen, cell)), floors=True),)
