"""A scene as a text, for readers and screen readers: the field, the sides with their combatants, and the turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from engine.kernel.scene.ground import SceneGround
from engine.kernel.scene.marks import SceneMark
from engine.kernel.scene.play import SceneBar
from engine.kernel.scene.scene import Scene
from engine.kernel.scene.space import SceneGrid, SceneNowhere, ScenePlane, SceneSpace, SceneZones
from engine.kernel.scene.tokens import SceneBadge, SceneToken
from engine.kernel.scene.wording import PHRASES, Wording
from engine.kernel.state.combatant import Place
from engine.kernel.words.sentences import format_hundredths, format_place

AGAIN = 24
"""How many lines are kept for each combatant: its readers' languages, and its turns."""

_Kept = dict[tuple[object, ...], tuple[SceneToken | SceneGround, str]]
"""Lines of parts that tell of nothing but themselves, for the next scene that has the same parts."""


def text(words: Wording, scene: Scene) -> str:
    """The scene in lines of whole sentences."""
    return "\n".join([line for line in _lines(words, scene) if line])


def _lines(words: Wording, scene: Scene) -> Iterator[str]:
    kept = _kept(words)
    turn = [scene.play.label, words.say("round", round=scene.play.round) if scene.play.round else "", scene.play.phase]
    yield ". ".join(part.rstrip(".") for part in turn if part) + "."
    yield _grid(words.locale, scene.space) if isinstance(scene.space, SceneGrid) else _space(words, scene.space)
    if isinstance(scene.space, SceneZones):
        zones = {zone.key: zone.label for zone in scene.space.zones}
        for link in scene.space.links:
            ends = {"from": zones.get(link.from_, ""), "to": zones.get(link.to, "")}
            yield words.say("link", **ends, label=link.label)
    if scene.ground.legend:
        yield _ground(words, scene, kept)
    if scene.badges:
        yield words.say("holds", names=words.list(badge_text(words, badge) for badge in scene.badges))
    people: dict[str, list[SceneToken]] = {}
    for token in scene.tokens:
        people.setdefault(token.side, []).append(token)
    for side in scene.sides:
        figures = [*[bar_text(words, bar) for bar in side.bars], *[badge_text(words, badge) for badge in side.badges]]
        yield words.say("side", label=side.label, figures=", ".join(figure for figure in figures if figure))
        for token in people.get(side.key, ()):
            yield _token(words, scene, token, kept)
    for mark in scene.marks:
        yield _mark(words, mark)


def _kept(words: Wording) -> _Kept:
    """What is kept with the ground of a fight; nothing is without one."""
    ground = words.seen.fight.ground
    found: _Kept = {} if ground is None else ground.kept.setdefault("lines", {})
    if len(found) > AGAIN * len(words.seen.fight.combatants):
        found.clear()
    return found


def _ground(words: Wording, scene: Scene, kept: _Kept) -> str:
    known = kept.get((words.locale,))
    if known is None or known[0] is not scene.ground:
        labels = dict.fromkeys(entry.label for entry in scene.ground.legend)
        line = words.say("lies", names=words.list([*labels, *_doors(words, scene)]))
        known = kept[words.locale,] = (scene.ground, line)
    return known[1]


def _doors(words: Wording, scene: Scene) -> Iterator[str]:
    """Edges that are open or shut, by what they are: `2 × Door (shut)`."""
    labels = {entry.key: entry.label for entry in scene.ground.legend}
    found: Counter[str] = Counter()
    for edge in scene.ground.edges:
        if edge.state != "NONE":
            name = edge.label or labels.get(edge.entry, "")
            found[words.say("edge", label=name, state=words.say(f"state_{edge.state}"))] += 1
    for edge_words, count in found.items():
        yield edge_words if count == 1 else words.say("edges", count=count, edge=edge_words)


@lru_cache(maxsize=256)
def _grid(locale: str, space: SceneGrid) -> str:
    cell = format_hundredths(space.cell, PHRASES.text("point", locale))
    width, height = (str(n or "") for n in (space.width, space.height))
    return PHRASES.text("GRID", locale, width=width, height=height, cell=cell, unit=space.unit)


def _space(words: Wording, space: SceneSpace) -> str:
    if isinstance(space, ScenePlane):
        point = words.say("point")
        width, height = (format_hundredths(n, point) if n else None for n in (space.width, space.height))
        return words.say("PLANE", width=width, height=height, unit=space.unit)
    if isinstance(space, SceneZones):
        return words.say("ZONES", count=len(space.zones), names=words.list(zone.label for zone in space.zones))
    if isinstance(space, SceneNowhere):
        return space.why
    return words.say("RANKS")


def _token(words: Wording, scene: Scene, token: SceneToken, kept: _Kept) -> str:
    key = (token.combatant, token.turn, token.yours, len(token.badges), words.locale)
    known = kept.get(key)
    if known is None or known[0] is not token:
        known = (token, _told(words, scene, token))
        if _lasts(token):
            kept[key] = known
    return known[1]


def _lasts(token: SceneToken) -> bool:
    """Whether its line tells of nothing but the token itself: not of the scene's zones, sides or other combatants."""
    place = token.place
    here = place is None or (place.cell is not None and place.zone is None and place.rank is None)
    return here and all(badge.source is None for badge in token.badges)


def _told(words: Wording, scene: Scene, token: SceneToken) -> str:
    # Put together here, as all languages do it alike: there may be hundreds of them.
    figures = [words.say("acts")] if token.turn == "ACTING" else []
    figures += [bar_text(words, bar) for bar in token.bars]
    figures += [badge_text(words, badge) for badge in token.badges]
    kind = "" if token.kind_label == token.label else token.kind_label
    place = place_text(words, scene, token.place) if token.place is not None else token.whereabouts
    told = ", ".join([figure for figure in figures if figure])
    return f"{', '.join([name for name in (token.label, kind, place) if name])}{': ' if told else ''}{told}."


def place_text(words: Wording, scene: Scene, place: Place) -> str:
    """A place of this scene in words."""
    space = scene.space
    if place.cell is not None and place.zone is None and place.rank is None:
        found = format_place(place)
    elif place.zone is not None and isinstance(space, SceneZones):
        found = next((zone.label for zone in space.zones if zone.key == place.zone), "")
    elif place.rank is not None:
        sides = {side.key: side.label for side in scene.sides}
        found = words.say("rank", side=sides.get(place.side or "", ""), rank=place.rank)
    else:
        unit = space.unit if isinstance(space, (SceneGrid, ScenePlane)) else "m"
        found = format_place(place, unit, words.say("point"))
    return found + (words.say("at_height", height=place.height) if place.height else "")


def bar_text(words: Wording, bar: SceneBar) -> str:
    """A bar in words; "" where nothing of it is known."""
    if bar.now is not None and bar.max is not None:
        now = format_hundredths(bar.now, words.say("point")) if bar.unit else bar.now
        return words.say("figure_max", label=bar.label, now=now, max=_figure(words, bar, bar.max))
    if bar.now is not None:
        return words.say("figure", label=bar.label, now=_figure(words, bar, bar.now))
    if bar.lost is not None:
        return words.say("figure_lost", label=bar.label, lost=_figure(words, bar, bar.lost))
    return words.say("figure_band", label=bar.label, band=bar.band) if bar.band else ""


def _figure(words: Wording, bar: SceneBar, figure: int) -> int | str:
    """A figure with its unit: `2.5 inch`."""
    return f"{format_hundredths(figure, words.say('point'))} {bar.unit}" if bar.unit else figure


def badge_text(words: Wording, badge: SceneBadge) -> str:
    """A badge in words."""
    told = badge.label if badge.level is None else f"{badge.label} {badge.level}"
    if badge.source is not None:
        told = f"{told} ({words.name(badge.source)})"
    return f"{told}, {badge.until}" if badge.until else told


def _mark(words: Wording, mark: SceneMark) -> str:
    if mark.from_ is not None and mark.to is not None:
        ends = {"from": words.name(mark.from_), "to": words.name(mark.to)}
        return words.say("mark_to", label=mark.label, **ends, until=mark.until)
    people = [words.name(who) for who in (mark.from_, mark.to, *mark.members) if who is not None]
    return words.say("mark", label=mark.label, names=words.list(people), until=mark.until)
