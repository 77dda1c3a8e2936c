"""Faces and icons: what figures and their conditions are drawn as, defined once in each drawing that uses them.

The faces are drawings of this project; the icons are those of the pages, whose licence stands beside them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from api.drawing.emblems import emblem
from api.drawing.markup import Value, element, number
from engine.kernel.scene.scene import Scene
from engine.kernel.scene.tokens import SceneBadge, SceneEmblem, SceneToken
from engine.kernel.structs.faces import ANYBODY

CREDIT = "Icons: game-icons.net, CC BY 3.0; Lucide, ISC"
_FACES = Path(__file__).parent / "faces"
_ICONS = Path(__file__).parents[1] / "pages" / "own" / "table" / "icons.svg"
ALSO = {"end": "u-skip-forward", "flag": "u-flag", "hidden": "u-eye-off", "undo": "u-undo-2", "wait": "u-hourglass"}
"""Icons of things that have one among those of buttons; the pages have the same table."""
_WHOLE: tuple[SceneEmblem, ...] = ("CIRCLE", "SQUARE", "HEXAGON")
"""Shapes that a face fills; in the others it lies in a circle."""
_WITHIN: dict[SceneEmblem, tuple[float, float]] = {
    "CIRCLE": (0.82, 0.0), "SQUARE": (0.75, 0.0), "HEXAGON": (0.8, 0.0),
    "DIAMOND": (0.64, 0.0), "TRIANGLE": (0.52, 0.14), "STAR": (0.62, 0.025),
}  # fmt: skip
"""How much of the shape of a side its face takes, and how far below the middle it lies; what is left is the ring."""
SIDE = 64
"""Of a face or an icon as it is defined."""


@cache
def _face(name: str) -> str:
    """The inside of a face; of one that is not here, of anybody's."""
    file = _FACES / f"{name}.svg"
    whole = (file if file.is_file() else _FACES / f"{ANYBODY}.svg").read_text(encoding="utf-8")
    return whole[whole.index(">") + 1 : whole.rindex("</svg>")]


@cache
def _icons() -> dict[str, tuple[str, str]]:
    """Icon -> its view box and its inside."""
    found = re.findall(r"<symbol ([^>]*)>(.*?)</symbol>", _ICONS.read_text(encoding="utf-8"), re.DOTALL)
    named = {re.search(r'id="([^"]+)"', head)[1]: (head, inside) for head, inside in found}  # type: ignore[index]
    return {name: (re.search(r'viewBox="([^"]+)"', head)[1], inside) for name, (head, inside) in named.items()}  # type: ignore[index]


def icon_known(name: str | None) -> bool:
    """Whether there is a picture of an icon."""
    return name is not None and ALSO.get(name, name) in _icons()


def definitions(scene: Scene, name: str) -> str:
    """What faces and icons of this scene refer to."""
    faces = sorted({token.face for token in scene.tokens})
    drawn = [element("symbol", _face(face), id=f"{name}-face-{face}", viewBox=f"0 0 {SIDE} {SIDE}") for face in faces]
    clips: list[SceneEmblem] = sorted({"CIRCLE", *(emblem_shape(side.emblem) for side in scene.sides)})
    drawn += [element("clipPath", element("path", d=_rim(clip)), id=f"{name}-rim-{clip}") for clip in clips]
    return "".join(drawn) + _icon_definitions(scene, name)


def _icon_definitions(scene: Scene, name: str) -> str:
    badges = [badge for token in scene.tokens for badge in token.badges]
    wanted = {badge.icon for badge in badges if icon_known(badge.icon)}
    if any(token.hidden for token in scene.tokens):
        wanted.add("hidden")
    drawn = []
    for icon in sorted(filter(None, wanted)):
        box, inside = _icons()[ALSO.get(icon, icon)]
        drawn.append(
            element("symbol", inside.replace(' stroke="currentColor"', ""), id=f"{name}-icon-{icon}", viewBox=box)
        )
    return "".join(drawn) + (element("metadata", CREDIT) if drawn else "")


def emblem_shape(shape: SceneEmblem) -> SceneEmblem:
    """The rim of faces in the shape of a side."""
    return shape if shape in _WHOLE else "CIRCLE"


def _rim(shape: SceneEmblem) -> str:
    size = SIDE / {"CIRCLE": 0.96, "SQUARE": 0.86}.get(shape, 1.0)
    return emblem(shape, SIDE / 2, SIDE / 2, size)


def face_of(
    token: SceneToken, shape: SceneEmblem, middle: tuple[float, float], size: float, name: str, fill: dict[str, Value]
) -> str:
    """The face of a token within the shape of its side, of `size`: pale of who is out of the fight, or hides."""
    part, down = _WITHIN[shape]
    side = size * part
    x, y = middle[0] - side / 2, middle[1] + down * size - side / 2
    pale = 0.4 if token.down else 0.5 if token.hidden else None
    whole = {"width": SIDE, "height": SIDE}
    inside = element("rect", class_="paper", **whole) + element("rect", **whole, **{**fill, "fill_opacity": 0.16})
    inside += element("use", href=f"#{name}-face-{token.face}", opacity=pale, **whole)
    return element(
        "g",
        inside,
        data_part="face",
        data_face=token.face,
        transform=f"translate({number(x)} {number(y)}) scale({side / SIDE:.4f})",
        clip_path=f"url(#{name}-rim-{emblem_shape(shape)})",
    )


def icon_of(icon: str, x: float, y: float, size: float, name: str, tone: str) -> str:
    """An icon around a spot, in the colour of a tone."""
    # Those of buttons are lines.
    kind = f"line-{tone}" if icon in ALSO else f"tone-{tone}"
    where = {"x": x - size / 2, "y": y - size / 2, "width": size, "height": size}
    return element("use", href=f"#{name}-icon-{icon}", class_=kind, **where)


def shown_badges(token: SceneToken) -> Iterable[SceneBadge]:
    """The badges of a token on the board: that it hides first; that it is out is seen by itself."""
    if token.hidden:
        yield SceneBadge(key="hidden", label="", icon="hidden")
    for badge in token.badges:
        if badge.key != "out":
            yield badge


def signed_badges(scene: Scene) -> list[SceneBadge]:
    """What icons at figures mean, each meaning once."""
    found = {
        (badge.icon, badge.label): badge for token in scene.tokens for badge in token.badges if icon_known(badge.icon)
    }
    return [*found.values()]
