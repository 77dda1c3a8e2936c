"""What holds between combatants, and what lies about: engagements, riders, linked allies, things on the ground.

Keys are made from what is seen.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import Place
from engine.kit.ground import SceneArea
from engine.kit.scene import SceneMark, Tone
from engine.systems.saari.content.kinds import Kind
from engine.systems.saari.rules.basics import companions, superiority
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.scene.texts import SceneTexts
from engine.systems.saari.state import Engagement


def marks_of(seen: SaariFight, texts: SceneTexts) -> tuple[SceneMark, ...]:
    """All marks of a scene."""
    return (*_engaged(seen, texts), *_riders(seen, texts), *_linked(seen, texts), *_lying(seen, texts))


def _engaged(seen: SaariFight, texts: SceneTexts) -> Iterator[SceneMark]:
    """Each engagement with the weight of its sides, and who has superiority.  [SA-ENG-02, SA-SUP-01]"""
    for engagement in seen.own.engagements.values():
        if engagement.members:
            yield SceneMark(
                key=f"engaged-{min(engagement.members)}",
                kind="ENGAGED",
                label=_balance(seen, engagement, texts),
                tone=_tone(seen, engagement),
                members=engagement.members,
                area=_at(engagement.zone),
                text=texts.rule("SA-SUP-01"),
                rule="SA-SUP-01",
            )


def _balance(seen: SaariFight, engagement: Engagement, texts: SceneTexts) -> str:
    """`Engaged: the company 1, the enemies 2½; the enemies have superiority`."""
    weights: dict[str, int] = {}
    for who in engagement.members:
        side = seen.fight.combatants[who].side
        weights[side] = weights.get(side, 0) + superiority.weight_halves(seen, who)
    strong = next((seen.fight.combatants[who].side for who in engagement.members if superiority.has(seen, who)), None)
    told = texts.all_of([f"{texts.side(side)} {_halves(weight)}" for side, weight in weights.items()])
    return texts.say("mark.engaged", sides=told, strong="" if strong is None else texts.side(strong))


def _halves(weight: int) -> str:
    whole, rest = divmod(weight, 2)
    return f"{whole or ''}½" if rest else str(whole)


def _tone(seen: SaariFight, engagement: Engagement) -> Tone:
    return "BAD" if any(superiority.has(seen, who) for who in engagement.members) else "WARNING"


def _riders(seen: SaariFight, texts: SceneTexts) -> Iterator[SceneMark]:
    """Who rides what.  [SA-MOUNT-01]"""
    for who in seen.fight.combatants:
        mount = companions.mount_of(seen, who)
        if mount is not None and mount in seen.fight.combatants:
            yield SceneMark(
                key=f"rides-{who}",
                kind="RIDES",
                label=texts.say("mark.rides"),
                from_=who,
                to=mount,
                text=texts.rule("SA-MOUNT-01"),
                rule="SA-MOUNT-01",
            )


def _linked(seen: SaariFight, texts: SceneTexts) -> Iterator[SceneMark]:
    """Whose linked ally somebody is.  [G-40]"""
    for who, fighter in seen.own.fighters.items():
        sheet = fighter.figures
        if fighter.kind is Kind.ALLY and sheet is not None and sheet.linked and sheet.patron in seen.fight.combatants:
            yield SceneMark(
                key=f"linked-{who}",
                kind="GROUP",
                label=texts.say("mark.linked"),
                members=(sheet.patron or "", who),
                text=texts.rule("SA-ALLY-08"),
                rule="SA-ALLY-08",
            )


def _lying(seen: SaariFight, texts: SceneTexts) -> Iterator[SceneMark]:
    """What lies in a zone that the reader knows, of equal things so many.  [G-24]"""
    known = {zone.key for zone in seen.fight.ground.zones} if seen.fight.ground is not None else None
    there: dict[tuple[str, str], int] = {}
    for lying in seen.own.lying:
        if known is None or lying.zone in known:
            there[lying.zone, lying.item] = there.get((lying.zone, lying.item), 0) + 1
    for (zone, item), number in there.items():
        yield SceneMark(key=f"lying-{zone}-{item}", kind="THING", label=texts.thing(item), area=_at(zone), level=number)


def _at(zone: str) -> SceneArea:
    return SceneArea(places=(Place(zone=zone),))
