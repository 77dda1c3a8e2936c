"""What an order or an answer would do, as far as its seat sees: ways, and dice with their chances.

The figures of all that a seat sees are open to it, so every chance is known but for what others may choose: reactions.
Where the game master still says how hard something is, or a target picks how it resists, the chance says what it holds
for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct, structs

from engine.kit import Place, Question
from engine.kit.ground import area_of
from engine.kit.scene import Foreseen, PreviewNext, PreviewTarget, PreviewTest, PreviewWay, chance_of
from engine.systems.dozen_die.board.footprint import Footprint
from engine.systems.dozen_die.board.steps import ground_at
from engine.systems.dozen_die.board.ways import Walker, Wanted, Way
from engine.systems.dozen_die.content.catalogue import GRADES
from engine.systems.dozen_die.content.kinds import Ability, Effect, Grade, Passive, Skill
from engine.systems.dozen_die.orders import Act, Charge, March, Move, Shoot, Step, StepBy
from engine.systems.dozen_die.questions import (
    GoOnHow,
    Graded,
    HowHard,
    React,
    ReactToAction,
    ReactToCharge,
    ReactToMove,
    ResistHow,
    Resisting,
    Turn,
)
from engine.systems.dozen_die.rules.actions import charges, skills
from engine.systems.dozen_die.rules.basics import chances, lookup, values
from engine.systems.dozen_die.rules.basics.dice import Value, half
from engine.systems.dozen_die.rules.basics.lookup import DozenDieFight
from engine.systems.dozen_die.rules.board import jumping, reach, route, terrain
from engine.systems.dozen_die.rules.conflict import conflicts, melee, shots
from engine.systems.dozen_die.scene.texts import SceneTexts

_ROLLS = ("attack", "shooting", "wading", "climbing", "jump", "resistance")
"""What is rolled for, other than a skill."""


def foreseen(seen: DozenDieFight, thing: Struct, locale: str) -> Foreseen | None:
    """What an order, or the body of an answer, would do; None where there is nothing to tell.

    RuleRefusal where the rules refuse a way for a reason that they would give.
    """
    texts = SceneTexts(seen, locale)
    match thing:
        case Move() | March():
            return _going(seen, texts, thing)
        case Charge():
            return _charging(seen, texts, thing)
        case Shoot():
            return Foreseen(tests=(_shot(seen, texts, thing),)) if thing.target in seen.fight.combatants else None
        case Act():
            return _acting(seen, texts, thing)
        case Turn():
            return _turning(seen, texts, thing)
        case React():
            return _reacting(seen, texts, thing)
        case Graded() | Resisting():
            return _answered(seen, texts, thing)
    return None


# -- ways
def _going(seen: DozenDieFight, texts: SceneTexts, order: Move | March) -> Foreseen | None:
    who = order.combatant
    walker = route.walker(seen, who, lookup.figure(seen, who).mv)
    if order.to is not None and not order.path:
        return _way(seen, texts, who, walker, route.ended(walker, order.to))
    if order.off:
        return _way(seen, texts, who, walker, route.followed(walker, route.off_board(walker, order.path)))
    return _drawn(seen, texts, who, walker, order.path)


def _turning(seen: DozenDieFight, texts: SceneTexts, answer: Turn) -> Foreseen | None:
    """Another way in the middle of an order: with the squares that are left of it."""
    question = _question(seen, GoOnHow)
    if question is None:
        return None
    who = question["combatant"]
    walker = route.walker(seen, who, max(0, question["allowance"] - question["walked"]))
    if answer.to is not None:
        return _way(seen, texts, who, walker, route.ended(walker, answer.to))
    return _drawn(seen, texts, who, walker, answer.path)


def _question(seen: DozenDieFight, *kinds: type[Question[Any]]) -> dict[str, Any] | None:
    """The figures of the open question of one of these kinds."""
    names = [kind.__name__ for kind in kinds]
    asked = seen.fight.window.asked if seen.fight.window is not None else ()
    return next((question.question for question in asked if question.kind in names and not question.answered), None)


def _drawn(seen: DozenDieFight, texts: SceneTexts, who: str, walker: Walker, path: Sequence[Step]) -> Foreseen | None:
    """A way drawn step by step, which may still go on; None where a step is not possible."""
    way = _begun(walker, path)
    if way is None:
        return None
    told = _way(seen, texts, who, walker, way)
    unfinished = "path" if not way.steps or walker.cannot_end(way) is not None else ""
    return structs.replace(told, next=() if way.over else _onward(texts, walker, way), unfinished=unfinished)


def _begun(walker: Walker, path: Sequence[Step]) -> Way | None:
    """The way of these steps, wherever it ends."""
    way = Way(held=walker.held)
    for wanted in route.wanted(path):
        if way.over:
            return None
        longer = walker.further(way, wanted)
        if not isinstance(longer, Way):
            return None
        way = longer
    return way


def _onward(texts: SceneTexts, walker: Walker, way: Way) -> tuple[PreviewNext, ...]:
    """Every place of a next step, and of a next jump."""
    here = way.steps[-1].to if way.steps else walker.start
    left = walker.most - way.cost
    jumps = (
        Wanted(x, y, None, jump=True)
        for y in range(here.y - left, here.y + left + 1)
        for x in range(here.x - left, here.x + left + 1)
    )
    return (
        PreviewNext(area=area_of(_ends(walker, way, _beside(walker, here)))),
        PreviewNext(
            by=StepBy.JUMP.value,
            label=texts.say("preview.jump"),
            area=area_of(_ends(walker, way, jumps)),
        ),
    )


def _beside(walker: Walker, here: Footprint) -> Iterator[Wanted]:
    """Steps to the next squares, on their floors or on a face beside the present height, and up and down a face."""
    for y in range(here.y - 1, here.y + 2):
        for x in range(here.x - 1, here.x + 2):
            if (x, y) != (here.x, here.y):
                yield Wanted(x, y)
                yield Wanted(x, y, here.height)
    yield Wanted(here.x, here.y, here.height + 1)
    yield Wanted(here.x, here.y, here.height - 1)


def _ends(walker: Walker, way: Way, steps: Iterable[Wanted]) -> Iterator[Place]:
    """Where those of these steps end that a way may take, if it may end there or go on."""
    for wanted in steps:
        longer = walker.further(way, wanted)
        if not isinstance(longer, Way) or longer.steps[-1].leaves:
            continue
        if not longer.over or walker.cannot_end(longer) is None:
            yield longer.steps[-1].to.place


def _way(seen: DozenDieFight, texts: SceneTexts, who: str, walker: Walker, way: Way) -> Foreseen:
    """A way with its cost, the tests on it, and the melee that it leads into."""
    leaves = bool(way.steps) and way.steps[-1].leaves
    label = texts.say("preview.leaves") if leaves else ""
    if way.touches:
        label = texts.say("preview.contact", who=texts.all_named(way.touches))
    left = max(0, walker.most - way.cost)
    gone = PreviewWay(
        combatant=who,
        steps=tuple(taken.to.place for taken in way.steps if not taken.leaves),
        cost=way.cost,
        left=left,
        unit=texts.say("preview.unit"),
        cost_label=texts.counted("squares", way.cost),
        left_label=texts.counted("squares", left),
        label=label,
    )
    fights = tuple(_melee(seen, texts, who, target) for target in way.touches[:1])
    return Foreseen(ways=(gone,), tests=(*_on_the_way(seen, texts, who, walker, way), *fights))


def _on_the_way(seen: DozenDieFight, texts: SceneTexts, who: str, walker: Walker, way: Way) -> Iterator[PreviewTest]:
    """The tests of ground and jumps, in the order in which they come up if all of them succeed."""
    figure, tried = lookup.figure(seen, who), list[terrain.Trial]()
    here = walker.start
    for taken in way.steps:
        into = () if taken.jump or taken.leaves else taken.into
        for due in (*ground_at(walker.land, here), *into, *(taken.into if taken.jump else ())):
            for footing in terrain.untested(tried, (due,)):
                value = terrain.value(seen, who, footing.grade)
                rule = GRADES[footing.grade].movement
                yield _test(texts, footing.mode.value.lower(), who, value, 1, rule)
                tried.append(terrain.Trial(footing, figure.mv))
        if taken.jump and taken.cost > half(figure.mv):
            yield _test(texts, "jump", who, jumping.value(seen, who), 1, "DD-JUMP-02")
        here = taken.to


# -- dice
def _test(
    texts: SceneTexts, why: str, who: str, value: Value, count: int, rule: str, target: str | None = None
) -> PreviewTest:
    """So many dice against a value, of which one success is enough."""
    return PreviewTest(
        label=texts.say(f"preview.{why}") if why in _ROLLS else texts.thing(why, "preview.skill"),
        combatant=who,
        target=target,
        dice=f"{count}d12",
        against=value.total,
        chance=chance_of(*chances.success(value.total, count)),
        terms=tuple(structs.replace(term, of="against") for term in value.terms),
        rule=rule,
    )


def _melee(seen: DozenDieFight, texts: SceneTexts, who: str, target: str) -> PreviewTest:
    """The chance that the charger wins the melee."""
    test = _test(texts, "attack", who, *melee.pool(seen, who), "DD-MEL-02", target)
    return structs.replace(test, chance=chance_of(*melee.won(seen, who, target)))


def _charging(seen: DozenDieFight, texts: SceneTexts, order: Charge) -> Foreseen | None:
    who, target = order.combatant, order.target
    if target not in lookup.foes(seen, who):
        return None
    walker = route.walker(seen, who, lookup.figure(seen, who).mv)
    if order.path:
        way = _begun(walker, order.path)
        if way is None:
            return None
        if target not in way.touches:
            drawn = None if way.over else _drawn(seen, texts, who, walker, order.path)
            return None if drawn is None else structs.replace(drawn, unfinished="path")
    else:
        way = charges.declared(seen, order)
    told = _way(seen, texts, who, walker, way)
    skill = charges.contact_skill(seen, who, order.skill) if order.skill is not None else None
    on_the_way = tuple(_on_the_way(seen, texts, who, walker, way))
    fought = (
        _melee(seen, texts, who, target)
        if skill is None
        else _used(seen, texts, Act(combatant=who, skill=skill.id, targets=(target,)))
    )
    return structs.replace(told, tests=(*on_the_way, *((fought,) if fought is not None else ())))


def _shot(seen: DozenDieFight, texts: SceneTexts, order: Shoot) -> PreviewTest:
    """The chance of at least one hit; what protects the target comes after it."""
    weapon = lookup.figure(seen, order.combatant).arms[order.weapon]
    value = values.shooting(seen, order.combatant, weapon)
    count = values.dice(seen, order.combatant, values.level(seen, order.combatant, Passive.SHOOTING))
    return _test(texts, "shooting", order.combatant, value, count, shots.RULE, order.target)


def _reacting(seen: DozenDieFight, texts: SceneTexts, answer: React) -> Foreseen | None:
    """The roll of a reaction, against whoever is interrupted.  [DD-REA-07, DD-REA-16]"""
    question, who = _question(seen, ReactToMove, ReactToAction, ReactToCharge), answer.reactor
    target = (question or {}).get("attacker") or (question or {}).get("combatant")
    if target not in seen.fight.combatants or who not in seen.fight.combatants:
        return None
    if answer.weapon is not None:
        return Foreseen(tests=(_shot(seen, texts, Shoot(combatant=who, target=target, weapon=answer.weapon)),))
    test = _used(seen, texts, Act(combatant=who, skill=answer.skill or "", targets=(target,)))
    return Foreseen(tests=(test,) if test is not None else ())


def _acting(seen: DozenDieFight, texts: SceneTexts, order: Act) -> Foreseen | None:
    skill = skills.to_act_with(seen, order.combatant, order.skill)
    if skill is None or any(target not in seen.fight.combatants for target in order.targets):
        return None
    test = _used(seen, texts, order)
    driven = reach.targets(seen, order.combatant, skill) if skill.effect is Effect.TURN else ()
    affected = tuple(PreviewTarget(combatant=who, label=texts.say("preview.driven")) for who in driven)
    return Foreseen(tests=(test,) if test is not None else (), affected=affected)


def _used(seen: DozenDieFight, texts: SceneTexts, order: Act) -> PreviewTest | None:
    """The roll of a skill; None where it succeeds without one.  [DD-CON-03 to DD-CON-06]"""
    who, skill = order.combatant, lookup.figure(seen, order.combatant).skills[order.skill]
    count = conflicts.dice(seen, who, skill)
    if skill.opposed and order.targets:
        target = order.targets[0]
        mine = values.ability(seen, who, skill.ability or Ability.DX)
        test = _test(texts, skill.id, who, mine, count, conflicts.OPPOSED, target)
        return _resisted(seen, texts, test, (mine.total, count), skill)
    grade = skill.grade or skills.mapped(seen, who, skill, order.place, order.door)
    if grade is None:
        # The game master says how hard it is, and is asked when it comes to the roll.
        usual = _graded(seen, texts, who, skill, conflicts.USUAL)
        return usual and structs.replace(usual, provided=texts.say("provided.usual"))
    return _graded(seen, texts, who, skill, grade)


def _graded(seen: DozenDieFight, texts: SceneTexts, who: str, skill: Skill, grade: Grade) -> PreviewTest | None:
    """The roll of a skill against a grade; None where it needs none.  [DD-CON-04, DD-CON-06]"""
    if GRADES[grade].bonus is None:
        return None
    count, rule = conflicts.dice(seen, who, skill), GRADES[grade].conflict
    return _test(texts, skill.id, who, values.conflict(seen, who, skill, grade), count, rule)


def _resisted(
    seen: DozenDieFight, texts: SceneTexts, test: PreviewTest, mine: tuple[int, int], skill: Skill
) -> PreviewTest:
    """The chance against a target; where it has a choice, against what is best for it.  [DD-CON-03, DD-W15]"""
    target = test.target or ""
    choices = conflicts.resistances(seen, target, skill)
    odds = []
    for choice in choices:
        value, dice = conflicts.resisting(seen, target, choice)
        odds.append(chances.clash_won(mine, (value.total, dice)))
    good, of = min(odds, key=lambda cell: Fraction(*cell))
    differ = len({Fraction(*cell) for cell in odds}) > 1
    provided = texts.say("provided.best", who=texts.who(target)) if differ else ""
    return structs.replace(test, chance=chance_of(good, of), provided=provided)


def _answered(seen: DozenDieFight, texts: SceneTexts, answer: Graded | Resisting) -> Foreseen | None:
    """The roll that follows the game master's word on how hard it is, or a target's on how it resists.

    A reaction may have changed the actor's value, and is over: then the chance is not known any more.  [DD-REA-16]
    """
    if isinstance(answer, Graded):
        question = _question(seen, HowHard)
        if question is None or question["combatant"] not in seen.fight.combatants:
            return None
        who = question["combatant"]
        test = _graded(seen, texts, who, lookup.figure(seen, who).skills[question["skill"]], answer.grade)
        if test is not None and seen.own.reacted:
            test = structs.replace(test, against=None, chance=None)
        return Foreseen(tests=(test,) if test is not None else ())
    question = _question(seen, ResistHow)
    if question is None or not {question["combatant"], question["opponent"]} <= set(seen.fight.combatants):
        return None
    target, who = question["combatant"], question["opponent"]
    skill = lookup.figure(seen, who).skills[question["skill"]]
    mine, count = values.ability(seen, who, skill.ability or Ability.DX), conflicts.dice(seen, who, skill)
    value, dice = conflicts.resisting(seen, target, answer)
    won, of = chances.clash_won((mine.total, count), (value.total, dice))
    test = _test(texts, "resistance", target, value, dice, conflicts.OPPOSED, who)
    chance = None if seen.own.reacted else chance_of(of - won, of)
    return Foreseen(tests=(structs.replace(test, chance=chance),))
