"""What holds between combatants, and what lies about: grapples, charms, aims, dropped weapons.

Keys are made from what is seen: a mark that names somebody hidden is none.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import Combatant, Condition, Place, Point
from engine.kit.ground import SceneArea, SceneDisc, SceneRun
from engine.kit.scene import MarkKind, SceneMark
from engine.systems.fantasia.content.catalogue import CONDITIONS
from engine.systems.fantasia.content.kinds import Spread
from engine.systems.fantasia.content.statuses import ConditionKind, Master
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.rules.board import board
from engine.systems.fantasia.scene.texts import SceneTexts
from engine.systems.fantasia.state import Fighter, Where

METRE = 100
"""Hundredths of the unit of length."""
LYING = 25
"""The radius of something that lies on a point, in hundredths of a metre."""


def marks_of(seen: FantasiaFight, texts: SceneTexts) -> tuple[SceneMark, ...]:
    """All marks of a scene."""
    return tuple(_marks(seen, texts))


def _marks(seen: FantasiaFight, texts: SceneTexts) -> Iterator[SceneMark]:
    for who, bearer in seen.fight.combatants.items():
        fighter = seen.own.fighters[who]
        for condition in bearer.conditions:
            yield from _of_condition(seen, bearer, condition, texts)
        yield from _aims(seen, who, fighter, texts)
        yield from _things(who, fighter, texts)


# -- between two
def _link(condition: Condition, kind: ConditionKind) -> tuple[MarkKind, str] | None:
    """What a condition ties its bearer to its source by, if it does."""
    if kind.held:
        return "HOLDS", "hold"
    return ("CONTROLS", "control") if kind.master is Master.CAUSE else None


def _of_condition(
    seen: FantasiaFight, bearer: Combatant, condition: Condition, texts: SceneTexts
) -> Iterator[SceneMark]:
    """Who holds whom, and who commands whom by a charm.  [FF-GRAP-03, FF-ST-11]"""
    kind, source = CONDITIONS.get(condition.kind), condition.source
    link = _link(condition, kind) if kind is not None else None
    if kind is None or link is None or source is None or source not in seen.fight.combatants:
        return
    yield SceneMark(
        key=f"{link[1]}-{source}-{bearer.id}",
        kind=link[0],
        label=texts.say(f"mark.{link[1]}"),
        tone="BAD",
        from_=source,
        to=bearer.id,
        until=texts.counted("left", condition.left) if condition.left is not None else "",
        text=texts.rule(kind.carries),
        rule=kind.carries,
    )


def _aims(seen: FantasiaFight, who: str, fighter: Fighter, texts: SceneTexts) -> Iterator[SceneMark]:
    """At whom an ability in the making is aimed, and its area; whom somebody of the own side waits for."""
    made = fighter.activation
    if made is not None:
        what = texts.ability(made.ability)
        for target in made.targets:
            if target in seen.fight.combatants and target != who:
                label = texts.say("mark.aim", what=what)
                yield SceneMark(
                    key=f"aim-{who}-{target}",
                    kind="AIMS",
                    label=label,
                    tone="WARNING",
                    from_=who,
                    to=target,
                    text=texts.rule("FF-CONC-01"),
                    rule="FF-CONC-01",
                )
        area = _area(seen, who, fighter)
        if area is not None:
            label = texts.say("mark.area", what=what)
            yield SceneMark(key=f"area-{who}", kind="EFFECT", label=label, tone="WARNING", area=area, rule="FF-MAG-09")
    waits = fighter.waiting
    if waits is not None and waits.watched in seen.fight.combatants:
        label = texts.say("mark.watch")
        yield SceneMark(
            key=f"watch-{who}-{waits.watched}",
            kind="AIMS",
            label=label,
            from_=who,
            to=waits.watched,
            rule="FF-READY-01",
        )


def _area(seen: FantasiaFight, who: str, fighter: Fighter) -> SceneArea | None:
    """The area of an ability in the making: around the target of a spell, around the user of a technique.

    None where it has none, or its reader does not know the sheet it stands on.
    """
    made, sheet = fighter.activation, fighter.figures
    if made is None or sheet is None:
        return None
    spell, technique = sheet.spells.get(made.ability), sheet.techniques.get(made.ability)
    if spell is not None and spell.spell.spread is Spread.AREA and made.targets:
        middle, metres = made.targets[0], spell.spell.radius_metres
    elif technique is not None and technique.technique.spread is Spread.AREA:
        middle, metres = who, technique.technique.radius_metres
    else:
        return None
    centre = _middle(seen, middle) if middle in seen.fight.combatants else None
    return None if centre is None else SceneArea(disc=SceneDisc(centre=centre, radius=metres * METRE))


def _middle(seen: FantasiaFight, who: str) -> Point | None:
    """The middle of a combatant, in hundredths of a metre; None where it has no place."""
    stands = board.block(seen, who)
    if stands is not None:
        half = stands.size * METRE // 2
        return Point(stands.corner.x * METRE + half, stands.corner.y * METRE + half)
    place = seen.fight.combatants[who].place
    return place.point if place is not None else None


# -- things
def _things(who: str, fighter: Fighter, texts: SceneTexts) -> Iterator[SceneMark]:
    """Weapons on the ground.  [FF-FUM-03]"""
    for name, held in fighter.weapons.items():
        if held.where is Where.ON_GROUND:
            what = texts.weapon(name)
            yield SceneMark(
                key=f"thing-{who}-{name}",
                kind="THING",
                label=texts.say("mark.thing", what=what),
                members=() if held.lies is not None else (who,),
                area=_lying(held.lies),
                text=texts.say("mark.owner", who=texts.who(who)),
                rule="FF-FUM-03",
            )


def _lying(place: Place | None) -> SceneArea | None:
    """Where something lies; None: at nobody knows which place."""
    if place is not None and place.cell is not None:
        return SceneArea(runs=(SceneRun(x=place.cell.x, y=place.cell.y),))
    if place is not None and place.point is not None:
        return SceneArea(disc=SceneDisc(centre=place.point, radius=LYING))
    return None
