"""The ten positions, what is on them, and the light over them.  [MM-POS-01, MM-FIELD-01, MM-FIELD-06]"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from engine.kit.ground import Ground, GroundPosition, SceneLook, ScenePasses
from engine.kit.scene import SceneBadge, SceneEntry, SceneGround, SceneRanks, Wording, ranks, short
from engine.systems.mongolian_mercenaries.content.kinds import Cover, Distance, Lighting, Obstacle, Position
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.basics.positions import RANKS
from engine.systems.mongolian_mercenaries.rules.field import light
from engine.systems.mongolian_mercenaries.rules.field.cover import DICE, RULE
from engine.systems.mongolian_mercenaries.scene.badges import forces_of
from engine.systems.mongolian_mercenaries.scene.texts import SceneTexts
from engine.systems.mongolian_mercenaries.sides import SIDES

OBSTACLE_RULE = {Obstacle.ORDINARY: "MM-COV-05", Obstacle.LARGE: "MM-COV-06"}


def space_of(seen: MercenariesFight, texts: SceneTexts) -> SceneRanks:
    """Five on each side; the words for the distances, the nearest first, up to the farthest of the field."""
    laid = Ground(positions=tuple(GroundPosition(side=side, rank=rank) for side in SIDES for rank in RANKS))
    bands = tuple(texts.say(f"distance.{distance.value.lower()}") for distance in Distance)
    farthest = Distance.FAR if seen.own.field is None else seen.own.field.farthest
    bare = ranks(laid, bands=bands, farthest=farthest.level)
    positions = []
    for position in bare.positions:
        here = _at(seen, position.side, position.rank)
        standable = here.obstacle is Obstacle.NONE
        positions.append(structs.replace(position, open=standable, entries=tuple(keys_of(here))))
    return structs.replace(bare, positions=tuple(positions))


def _at(seen: MercenariesFight, side: str, rank: int) -> Position:
    return Position(side=side, rank=rank) if seen.own.field is None else seen.own.field.at(side, rank)


def keys_of(here: Position) -> Iterator[str]:
    """The entries of the legend for what is on a position."""
    if here.cover is not Cover.NONE:
        yield f"cover-{here.cover.value.lower()}"
    if here.obstacle is not Obstacle.NONE:
        yield f"obstacle-{here.obstacle.value.lower()}"
    if here.trap is not None:
        yield f"trap-{here.trap}"
    if here.special is not None:
        yield f"special-{here.special}"


def ground_of(seen: MercenariesFight, words: Wording, texts: SceneTexts) -> SceneGround:
    """The legend of what is on the positions; the kernel fills in the digest."""
    found: dict[str, SceneEntry] = {}
    for side in SIDES:
        for rank in RANKS:
            here = _at(seen, side, rank)
            for key in keys_of(here):
                if key not in found:
                    found[key] = _entry(key, here, words, texts)
    return SceneGround(digest="", legend=tuple(found.values()))


def _entry(key: str, here: Position, words: Wording, texts: SceneTexts) -> SceneEntry:
    kind = key.partition("-")[0]
    if kind == "cover":
        rule, dice = RULE[here.cover], -DICE[here.cover]
        told = texts.counted("cover.dice", dice)
        return SceneEntry(
            key=key,
            look="COVER",
            label=texts.say(f"ground.{key}"),
            sight="SOME",
            cover=told,
            cover_figure=dice,
            text=texts.rule(rule),
            rule=rule,
        )
    if kind == "obstacle":
        rule = OBSTACLE_RULE[here.obstacle]
        # Nobody stands on one; a step may go past an ordinary one.
        label = texts.say(f"ground.{key}")
        sight: ScenePasses = "SOME" if here.obstacle is Obstacle.LARGE else "FREE"
        return SceneEntry(
            key=key, look="OBSTACLE", label=label, step="NEVER", sight=sight, text=texts.rule(rule), rule=rule
        )
    rule, named = "MM-FIELD-07", words.word((here.trap if kind == "trap" else here.special) or "")
    label = texts.say(f"ground.{kind}", name=named)
    look: SceneLook = "HAZARD" if kind == "trap" else "OTHER"
    return SceneEntry(key=key, look=look, label=label, text=texts.rule(rule), rule=rule)


def badges_of(seen: MercenariesFight, words: Wording, texts: SceneTexts) -> tuple[SceneBadge, ...]:
    """Of the whole field: its light as it is now, whether it is open, its landscape.  [MM-FIELD-02, MM-FIELD-05]"""
    field = seen.own.field
    if field is None:
        return ()
    now = light.now(seen)
    told = texts.say(f"light.{now.value.lower()}")
    text = texts.rule("MM-FIELD-05") if now is Lighting.FULL else texts.say(f"light.{now.value.lower()}.text")
    lit = SceneBadge(
        key="light",
        label=told,
        short=short(told),
        tone="PLAIN" if now is Lighting.FULL else "BAD",
        text=text,
        rule="MM-FIELD-05",
    )
    kind = texts.say(f"field.{field.type.value.lower()}")
    open_ = SceneBadge(key="field", label=kind, short=short(kind), text=texts.rule("MM-FIELD-02"), rule="MM-FIELD-02")
    scape = texts.say("field.landscape", name=texts.landscape(field.landscape))
    land = SceneBadge(
        key="landscape", label=scape, short=short(scape), text=texts.rule("MM-FIELD-03"), rule="MM-FIELD-03"
    )
    return (lit, open_, land, *forces_of(seen, "", words, texts))
