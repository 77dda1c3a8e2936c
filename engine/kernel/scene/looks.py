"""How people want a fight shown, put into its scene: the same for the scenes of all rule systems."""

from __future__ import annotations

from msgspec import structs

from engine.kernel.scene.scene import Scene
from engine.kernel.scene.tokens import SceneSide, SceneToken
from engine.kernel.state.fight import Fight
from engine.kernel.state.looks import PLAIN_LOOKS


def with_looks(scene: Scene, fight: Fight) -> Scene:
    """The scene with the looks of a fight as its reader sees it. Names and captions that people gave count first."""
    tokens, sides = scene.tokens, scene.sides
    if any(who.looks is not None for who in fight.combatants.values()):
        tokens = tuple([_token(token, fight) for token in tokens])
    if fight.sides:
        sides = tuple([_side(side, fight) for side in sides])
    if tokens is scene.tokens and sides is scene.sides and fight.looks is None and fight.backdrop is None:
        return scene
    looks = fight.looks or PLAIN_LOOKS
    return structs.replace(scene, tokens=tokens, sides=sides, looks=looks, backdrop=fight.backdrop)


def _token(token: SceneToken, fight: Fight) -> SceneToken:
    who = fight.combatants.get(token.combatant)
    if who is None or who.looks is None:
        return token
    return structs.replace(token, looks=who.looks, caption=who.looks.caption or token.caption)


def _side(side: SceneSide, fight: Fight) -> SceneSide:
    entry = fight.sides.get(side.key)
    if entry is None:
        return side
    return structs.replace(side, label=entry.label or side.label, looks=entry.looks or side.looks)
