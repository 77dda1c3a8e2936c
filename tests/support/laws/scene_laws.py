"""What every scene keeps, whatever the game: `lawful(book, state, seat, locale)` checks one, and returns it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from msgspec import Struct

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.scene.compose import scene_of
from engine.kernel.scene.places import lies_in
from engine.kernel.scene.play import SceneBar
from engine.kernel.scene.scene import Scene
from engine.kernel.scene.space import SceneGrid, SceneRanks, SceneSpace, SceneZones
from engine.kernel.scene.threats import threats_of
from engine.kernel.scene.tokens import SceneBadge
from engine.kernel.scene.wording import Wording, named_in
from engine.kernel.state.combatant import Cell, Place, Point
from engine.kernel.state.decisions import Offer
from engine.kernel.state.fight import State
from engine.kernel.state.ground.areas import SceneArea

ID = re.compile(r"\w_\w|\b[a-z]+[A-Z]|\b[A-Z]{4,}\b")
"""What stands in ids, names of fields and values of enums, and never in words: war_band, kindLabel, WAITING."""

WORDS = frozenset(
    {
        "label",
        "caption",
        "kind_label",
        "whereabouts",
        "until",
        "text",
        "phase",
        "band",
        "cover",
        "why",
        "short",
        "bands",
    }
)
"""The fields of a scene that are meant for people."""


def lawful(book: Rulebook[Any], state: State[Any], seat: str | None, locale: str = "en") -> Scene:
    """The scene that a seat sees of a fight; AssertionError names the law that it breaks."""
    seen = book.seen(state, seat)
    scene = scene_of(book.system, seen, seat, locale)
    stays_the_same(book, state, seat, locale, scene)
    tokens_are_the_combatants(scene, seen, Wording(book.system, seen, locale))
    keys_are_unique(scene)
    references_resolve(scene)
    legend_is_what_is_used(scene)
    for token in scene.tokens:
        if token.place is not None:
            assert lies_in(scene.space, token.place), f"{token.combatant} stands outside: {token.place}"
    for place, last in offered_places(book, seen, seat):
        leaves = last and lies_beside(scene.space, place)
        assert leaves or lies_in(scene.space, place), f"offered, but outside: {place}"
    for where, words in words_of(scene, "scene"):
        assert not ID.search(_without_names(words, scene)), f"{where}: {words!r} holds an id"
    for one in badges_of(scene):
        assert one.level is None or str(one.level) not in one.label, f"{one.label!r} says its number twice"
    bars_are_honest(scene)
    threats_are_told_when_asked_for(book, seen, scene, locale)
    assert scene.play.round == seen.fight.round
    for token in scene.tokens:
        assert token.label in scene.text
    return scene


def stays_the_same(book: Rulebook[Any], state: State[Any], seat: str | None, locale: str, scene: Scene) -> None:
    """The same bytes from a fight that nobody has looked at before, and through its JSON."""
    made = msgspec.json.encode(scene)
    assert msgspec.json.decode(made, type=Scene) == scene
    fresh = msgspec.json.decode(msgspec.json.encode(state), type=book.state_type)
    again = scene_of(book.system, book.seen(fresh, seat), seat, locale)
    assert msgspec.json.encode(again) == made


def tokens_are_the_combatants(scene: Scene, seen: State[Any], words: Wording) -> None:
    """Exactly those that the seat sees, by the names that people or the rules gave; those without a place say why."""
    assert sorted(token.combatant for token in scene.tokens) == sorted(seen.fight.combatants)
    for token in scene.tokens:
        who = seen.fight.combatants[token.combatant]
        named = named_in(words.system, who.kind, who.name, words.locale)
        assert (token.label, token.side, token.hidden) == (named, who.side, who.seen_by is not None)
        gone = who.out is not None or isinstance(scene.space, (SceneZones, SceneRanks))  # or in a zone nobody knows
        assert token.place == who.place or (token.place is None and gone), f"{token.combatant} is shown elsewhere"
        assert (token.place is None) == bool(token.whereabouts), f"{token.combatant}: a place, or why it has none"
        assert len(token.caption) <= 12
        assert token.down or who.out is None
        assert not token.down or token.whereabouts or token.badges, f"{token.combatant} is down, and nothing says why"


def keys_are_unique(scene: Scene) -> None:
    """Each kind of part among its own."""
    ground = scene.ground
    lists: list[Iterable[Any]] = [
        scene.marks, scene.sides, scene.badges, ground.patches, ground.edges, ground.legend,
        scene.play.slots, scene.play.left, *(slot.left for slot in scene.play.slots),
        *(part for token in scene.tokens for part in (token.bars, token.badges)),
        *(part for side in scene.sides for part in (side.bars, side.badges)),
    ]  # fmt: skip
    if isinstance(scene.space, SceneZones):
        lists += [scene.space.zones, scene.space.links]
    for parts in lists:
        keys = Counter(part.key for part in parts)
        assert all(keys), "an empty key"
        assert not [key for key, count in keys.items() if count > 1], keys
    signs = Counter(entry.sign for entry in ground.legend if entry.sign is not None)
    assert max(signs.values(), default=1) == 1, "a sign with two meanings"


def references_resolve(scene: Scene) -> None:
    """Every key that a part names is there."""
    people = {token.combatant for token in scene.tokens}
    sides = {side.key for side in scene.sides}
    entries = {entry.key for entry in scene.ground.legend}
    assert {token.side for token in scene.tokens} <= sides
    assert {enemy for side in scene.sides for enemy in side.enemies} <= sides
    for mark in scene.marks:
        assert {who for who in (mark.from_, mark.to, *mark.members) if who is not None} <= people, mark
        assert mark.area is not None or mark.from_ or mark.to or mark.members, f"{mark.key} is nowhere"
    badges = [badge for token in scene.tokens for badge in token.badges]
    badges += [badge for side in scene.sides for badge in side.badges]
    assert {badge.source for badge in badges if badge.source is not None} <= people
    assert {part.entry for part in (*scene.ground.patches, *scene.ground.edges)} <= entries
    for slot in scene.play.slots:
        assert slot.combatant is None or slot.combatant in people
        assert slot.side is None or slot.side in sides
        assert slot.combatant or slot.side or slot.seat, f"{slot.key} is nobody's"
    space = scene.space
    if isinstance(space, SceneZones):
        zones = {zone.key for zone in space.zones}
        assert {end for link in space.links for end in (link.from_, link.to)} <= zones
        assert {one for part in (*space.zones, *space.links) for one in part.entries} <= entries  # type: ignore[attr-defined]
    if isinstance(space, SceneRanks):
        assert {position.side for position in space.positions} <= sides
        assert {one for position in space.positions for one in position.entries} <= entries
        assert not space.bands or 0 <= space.farthest < len(space.bands)


def legend_is_what_is_used(scene: Scene) -> None:
    """Every sign has an entry, and every entry is used."""
    ground, space = scene.ground, scene.space
    signs = set("".join(ground.rows))
    assert signs <= {entry.sign for entry in ground.legend}, "a sign without an entry"
    used = {part.entry for part in (*ground.patches, *ground.edges)}
    if isinstance(space, SceneZones):
        used |= {one for zone in space.zones for one in zone.entries}
        used |= {one for link in space.links for one in link.entries}
    if isinstance(space, SceneRanks):
        used |= {one for position in space.positions for one in position.entries}
    for entry in ground.legend:
        assert entry.key in used or entry.sign in signs, f"{entry.key} is not used"
    if ground.rows and isinstance(space, SceneGrid):
        assert len(ground.rows) == space.height, "as many rows as the grid is high"
        assert {len(row) for row in ground.rows} == {space.width}, "rows as long as the grid is wide"


def bars_are_honest(scene: Scene) -> None:
    """A bar is figures, or a loss, or a band; a figure does not pass its maximum."""
    for bar in _bars(scene):
        assert sum(one is not None for one in (bar.now, bar.lost, bar.band)) <= 1, bar
        assert bar.max is None or bar.now is not None, bar


def _bars(scene: Scene) -> Iterator[SceneBar]:
    for token in scene.tokens:
        yield from token.bars
    for side in scene.sides:
        yield from side.bars
    yield from scene.play.left
    for slot in scene.play.slots:
        yield from slot.left


def threats_are_told_when_asked_for(book: Rulebook[Any], seen: State[Any], scene: Scene, locale: str) -> None:
    """What each combatant threatens: in the places of the scene and in words, of whom it shows."""
    people = {token.combatant for token in scene.tokens}
    assert not [mark for mark in scene.marks if mark.kind == "THREATENS"]
    for who in people:
        marks = threats_of(book.system, seen, who, locale)
        assert len({mark.key for mark in (*scene.marks, *marks)}) == len(scene.marks) + len(marks)
        for mark in marks:
            assert (mark.kind, mark.from_) == ("THREATENS", who)
            assert (mark.to is None) == (mark.area is not None), f"{mark.key} is nowhere, or twice"
            assert mark.to in people - {who} or mark.to is None
            for place, _ in _places(mark.area):
                assert lies_in(scene.space, place), f"{who} threatens what is outside: {place}"
            for where, words in words_of(mark, mark.key):
                assert not ID.search(_without_names(words, scene)), f"{where}: {words!r} holds an id"
            assert mark.label
    assert threats_of(book.system, seen, "nobody", locale) == ()


# -- places
def lies_beside(space: SceneSpace, place: Place) -> bool:
    """Whether a cell lies next to the edge of a grid, outside: the last step of a way that leaves the field."""
    cell = place.cell
    return (
        isinstance(space, SceneGrid)
        and cell is not None
        and -1 <= cell.x <= space.width
        and -1 <= cell.y <= space.height
    )


def offered_places(book: Rulebook[Any], seen: State[Any], seat: str | None) -> Iterator[tuple[Place, bool]]:
    """Every place in the orders and answers that a seat is offered, and whether it is the last of a way."""
    fight = seen.fight
    if seat is None:
        return
    offers: list[Offer[Any]] = []
    for who in (*fight.combatants, *([None] if fight.is_gm(seat) else [])):
        if who is None or seat in fight.holders(who) or fight.is_gm(seat):
            offers += book.system.offers(seen, who)
    for asked in fight.window.asked if fight.window else ():
        offers += asked.offers
    for offer in offers:
        yield from _places(offer.body)
        for field in offer.fields:
            for choice in field.among if field.kind != "facing" else ():  # a direction is no place
                yield from _places(choice)
            yield from _places(getattr(field, "reach", None))


def _places(value: Any) -> Iterator[tuple[Place, bool]]:
    match value:
        case Place():
            if (value.zone, value.cell, value.point, value.rank) != (None,) * 4:
                yield value, False
        case Cell():
            yield Place(cell=value), False
        case SceneArea():
            for run in value.runs:
                yield from ((Place(cell=Cell(run.x + n, run.y)), False) for n in range(run.length))
            yield from ((place, False) for place in value.places)
        case Point():
            return  # a direction, or a part of something larger
        case Struct():
            for name in value.__struct_fields__:
                yield from _places(getattr(value, name))
        case {"x": int(x), "y": int(y)} if len(value) == 2:
            yield Place(cell=Cell(x, y)), False
        case {"cell": {}} | {"zone": str()} | {"rank": int()} | {"point": {}}:
            yield from _places(msgspec.convert(value, Place))
        case dict():
            for name, one in value.items():
                yield from () if name == "facing" else _places(one)  # a direction is no place
        case tuple() | list():
            for number, one in enumerate(value, 1):
                yield from ((place, number == len(value)) for place, _ in _places(one))


# -- words
def words_of(value: Any, where: str) -> Iterator[tuple[str, str]]:
    """Everything in a scene that is meant for people, and where it stands."""
    match value:
        case Struct():
            for name in value.__struct_fields__:
                inner = getattr(value, name)
                if name in WORDS:
                    texts = inner if isinstance(inner, tuple) else (inner,)
                    yield from ((f"{where}.{name}", text) for text in texts if isinstance(text, str))
                else:
                    yield from words_of(inner, f"{where}.{name}")
        case tuple():
            for number, one in enumerate(value):
                yield from words_of(one, f"{where}[{number}]")


def _without_names(words: str, scene: Scene) -> str:
    """Words without the names that people gave: those may be anything."""
    names = sorted({one for token in scene.tokens for one in (token.label, token.caption)}, key=len, reverse=True)
    for name in names:
        words = words.replace(name, "")
    return words


def badges_of(scene: Scene) -> Iterator[SceneBadge]:
    """All badges of a scene."""
    yield from scene.badges
    for token in scene.tokens:
        yield from token.badges
    for side in scene.sides:
        yield from side.badges
