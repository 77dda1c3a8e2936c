"""The style sheet of a drawing: its colours in light and dark, without variables, which not every viewer knows.

A colour that a table gives is an attribute, as pages may allow no inline style; no rule for colours names an element.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from api.drawing import colours as c
from api.drawing.choices import Theme

FONT = "system-ui,'Segoe UI',Roboto,'Helvetica Neue',Arial,'Noto Sans','DejaVu Sans',sans-serif"

_ALWAYS = (
    f"text{{font-family:{FONT};unicode-bidi:plaintext}}"
    "text,.grid,.label,.mark text{pointer-events:none}"
    ".grid{stroke-opacity:.14}"
    ".strong{font-weight:650}.mid{text-anchor:middle}.end{text-anchor:end}"
    ".halo{paint-order:stroke;stroke-width:3;stroke-linejoin:round}"
    ".cap{paint-order:stroke;stroke-width:2.4;stroke-linejoin:round}"
    ".thin{fill:none;stroke-width:1}.open{fill:none}"
)


def _rules() -> Iterator[tuple[str, str, c.Pair]]:
    """(selector, property, colour)."""
    yield ".paper", "fill", c.PAPER
    yield ".floor", "fill", c.FLOOR
    yield ".land", "fill", c.LAND
    yield ".trail", "stroke", c.TRAIL
    yield ".grid", "stroke", c.INK
    yield ".rim", "stroke", c.STROKES["FLOOR"]
    yield ".ink", "fill", c.INK
    yield ".inked", "stroke", c.INK
    yield ".quiet", "fill", c.QUIET
    yield ".quieted", "stroke", c.QUIET
    yield ".halo,.rind", "stroke", c.PAPER
    yield ".acting", "stroke", c.ACTING
    yield ".acting-fill", "fill", c.ACTING
    yield ".on-side", "fill", c.ON_SIDES
    for look, fill in c.FILLS.items():
        yield f".f-{look}", "fill", fill
        yield f".s-{look}", "stroke", c.STROKES[look]
        yield f".t-{look}", "fill", c.STROKES[look]
        yield f".k-{look}", "stroke", fill
    for shape, colour in c.SIDES.items():
        yield f".side-{shape}", "fill", colour
        yield f".edge-{shape}", "stroke", colour
    for tone, colour in c.TONES.items():
        yield f".tone-{tone}", "fill", colour
        yield f".line-{tone}", "stroke", colour


@cache
def sheet(scope: str, theme: Theme) -> str:
    """The style sheet of drawings within the class `scope`."""
    before = f".{scope} "

    def scoped(selectors: str) -> str:
        return ",".join(before + key for key in selectors.split(","))

    def colours(which: int) -> str:
        return "".join(f"{scoped(key)}{{{name}:{pair[which]}}}" for key, name, pair in _rules())

    always = "".join(
        f"{scoped(key)}{{{rest}}}" for key, rest in (rule.split("{") for rule in _ALWAYS.split("}") if rule)
    )
    if theme != "auto":
        return always + colours(theme == "dark")
    return f"{always}{colours(0)}@media (prefers-color-scheme:dark){{{colours(1)}}}"
