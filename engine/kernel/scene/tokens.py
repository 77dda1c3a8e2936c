"""Combatants and sides as a scene shows them, with their figures and what holds for them."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from engine.kernel.scene.play import SceneBar, Tone, TurnState
from engine.kernel.state.combatant import Place, Point
from engine.kernel.state.ground.areas import SceneArea
from engine.kernel.state.looks import PLAIN_LOOKS, Looks
from engine.kernel.structs.faces import ANYBODY, Face
from engine.kernel.structs.icons import Icon

SceneEmblem = Literal["CIRCLE", "SQUARE", "DIAMOND", "TRIANGLE", "HEXAGON", "STAR"]


class SceneBadge(Struct, frozen=True, kw_only=True, rename="camel"):
    """Something to know of a combatant, a side or the field: a condition, cover, a mount, the weather.

    label: its name; short: at most 4 characters. level: its strength or number. until: its end, in words; "": none.
    text: what it means, in a line; rule: its id. source: who caused it, by key; null: nobody you know of.
    icon: what it is drawn as; null: its short name is.
    """

    key: str
    label: str
    short: str = ""
    tone: Tone = "PLAIN"
    level: int | None = None
    until: str = ""
    text: str = ""
    rule: str | None = None
    source: str | None = None
    icon: Icon | None = None


class SceneToken(Struct, frozen=True, kw_only=True, rename="camel"):
    """A combatant; there is one for each that this seat sees.

    place: null: none, and `whereabouts` says why, in words. footprint: what it covers; null: a place is enough.
    towards: the direction it looks in, as a vector; null: it does not matter. percent: its size beside the usual one.
    hidden: some seats do not see it. down: out of the fight, or unable to act where it lies. turn: of its turn.
    yours: you give its orders. face: what it is drawn as, where its looks have no picture.
    """

    combatant: str
    side: str
    label: str
    caption: str
    kind_label: str = ""
    place: Place | None = None
    whereabouts: str = ""
    footprint: SceneArea | None = None
    towards: Point | None = None
    percent: int = 100
    hidden: bool = False
    down: bool = False
    turn: TurnState = "NONE"
    yours: bool = False
    bars: tuple[SceneBar, ...] = ()
    badges: tuple[SceneBadge, ...] = ()
    looks: Looks = PLAIN_LOOKS
    face: Face = ANYBODY


class SceneSide(Struct, frozen=True, kw_only=True, rename="camel"):
    """A side. emblem: the shape that tells it apart, beside its colour. enemies: sides, by key.

    Each emblem has a colour of its own; a side whose key is the word of a colour (`red`) has that one.
    """

    key: str
    label: str
    emblem: SceneEmblem
    enemies: tuple[str, ...] = ()
    bars: tuple[SceneBar, ...] = ()
    badges: tuple[SceneBadge, ...] = ()
    looks: Looks = PLAIN_LOOKS
