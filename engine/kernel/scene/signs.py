"""What figures and their badges are drawn as, put into any scene: as the game says, by the content that they are of."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, get_args

from msgspec import structs

from engine.kernel.authoring.rule_system import RuleSystem
from engine.kernel.authoring.tiles import icon_of
from engine.kernel.scene.scene import Scene
from engine.kernel.scene.tokens import SceneBadge, SceneToken
from engine.kernel.state.combatant import Combatant
from engine.kernel.state.fight import State
from engine.kernel.structs.faces import ANYBODY, Face
from engine.kernel.structs.icons import Icon

_WORDS = re.compile(r"[a-z]+")
_KNOWN = frozenset(get_args(Face))
OUT: Icon = "fallen"
"""The icon of whoever is out of the fight, where the game has none."""


def with_signs(system: RuleSystem[Any], seen: State[Any], scene: Scene) -> Scene:
    """The scene with a face for each figure, and an icon for each badge that the game knows one of."""
    tokens = tuple([_token(system, seen, token) for token in scene.tokens])
    return structs.replace(scene, tokens=tokens, badges=_signed(system, (), scene.badges))


def _token(system: RuleSystem[Any], seen: State[Any], token: SceneToken) -> SceneToken:
    who = seen.fight.combatants.get(token.combatant)
    if who is None:
        return token
    face = _face(system, seen, who)
    badges = _signed(system, (who,), token.badges)
    if face == token.face and badges is token.badges:
        return token
    return structs.replace(token, face=face, badges=badges)


def _face(system: RuleSystem[Any], seen: State[Any], who: Combatant) -> Face:
    """As the game says; where its reader may not know what it is, as it is called: `wolf_2`, *Second wolf*."""
    words = _WORDS.findall(who.name.lower())
    called = (bare(who.id), "_".join(words), *reversed(words))
    named = (system.faces.get(word) or system.faces.get(word.removesuffix("s")) for word in called)
    found = system.face(seen, who.id) or next((face for face in named if face is not None), None)
    return found if found is not None and found in _KNOWN else ANYBODY


def bare(id: str) -> str:
    """An id without its number: of `wolf_2` and `wolf2` it is `wolf`."""
    return id.rstrip("0123456789").rstrip("_-")


def _signed(
    system: RuleSystem[Any], bearer: Iterable[Combatant], badges: tuple[SceneBadge, ...]
) -> tuple[SceneBadge, ...]:
    if all(badge.icon is not None for badge in badges):
        return badges
    kinds = {condition.key: condition.kind for who in bearer for condition in who.conditions}
    return tuple(
        [badge if badge.icon else structs.replace(badge, icon=_icon(system, badge, kinds)) for badge in badges]
    )


def _icon(system: RuleSystem[Any], badge: SceneBadge, kinds: dict[str, str]) -> Icon | None:
    """By the condition that it tells of, by its own key (`badge.cover`), or by the thing that its key ends with."""
    first, _, rest = badge.key.partition("-")
    kind = kinds.get(badge.key) or kinds.get(rest)
    words = [*([kind] if kind else ()), f"badge.{badge.key}", f"badge.{first}", badge.key, *([rest] if rest else ())]
    return icon_of(system, *words) or (OUT if badge.key == "out" else None)
