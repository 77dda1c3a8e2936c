"""Tokens: one group each, within the place that its combatant covers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import hypot
from typing import Protocol

from api.drawing.board import Board
from api.drawing.colours import text_on
from api.drawing.emblems import emblem
from api.drawing.frame import Box
from api.drawing.labels import Room, around, in_two, lined_up
from api.drawing.lettering import LEAST, width_of
from api.drawing.markup import Value, element, id_part, number, text, titled
from api.drawing.signs import face_of, icon_known, icon_of, shown_badges
from engine.kernel.scene.play import BarShare, SceneBar
from engine.kernel.scene.scene import Scene
from engine.kernel.scene.space import SceneRanks
from engine.kernel.scene.tokens import SceneBadge, SceneEmblem, SceneSide, SceneToken
from engine.kernel.words.sentences import format_hundredths

SHARES: dict[BarShare, float] = {"FULL": 1.0, "MOST": 0.75, "HALF": 0.5, "FEW": 0.25, "NONE": 0.0}
FACE_FROM, BARS_FROM, HEIGHT_FROM, BADGES_FROM = 16.0, 22.0, 26.0, 30.0
"""The least size of a token that has a face, bars, its height, badges, in pixels; a smaller one has a letter."""
PLACE_OF_TOKEN = 1.6
"""How many times as wide as its token a card is."""

Sides = Mapping[str, SceneSide]


def emblem_of(side: str, sides: Sides) -> SceneEmblem:
    """The shape of a side."""
    return sides[side].emblem if side in sides else "STAR"


def coloured(token_colour: str | None, side: str, sides: Sides) -> tuple[dict[str, Value], dict[str, Value]]:
    """The attributes that fill a token, and those of text on it: its own colour, its side's, or that of its shape."""
    colour = token_colour or (sides[side].looks.colour if side in sides else None)
    if colour is None:
        return {"class_": f"side-{emblem_of(side, sides)}"}, {"kind": "on-side"}
    return {"fill": colour}, {"fill": text_on(colour)}


def figure_of(bar: SceneBar) -> str:
    """A bar in figures, as much as is known: `3/5`, `2.5/4 inch`, `-4`, a word; "": nothing."""
    unit = f" {bar.unit}" if bar.unit else ""
    if bar.now is not None:
        now = _number(bar, bar.now)
        return f"{now}/{_number(bar, bar.max)}{unit}" if bar.max is not None else f"{now}{unit}"
    if bar.lost is not None:
        return f"−{_number(bar, bar.lost)}{unit}" if bar.lost else ""
    return bar.band or ""


def _number(bar: SceneBar, figure: int) -> str:
    return format_hundredths(figure) if bar.unit else str(figure)


def said_bar(bar: SceneBar) -> str:
    """A bar in words."""
    figure = figure_of(bar)
    return f"{bar.label} {figure}" if figure else ""


def said_badge(badge: SceneBadge) -> str:
    """A badge in words."""
    level = f" {badge.level}" if badge.level is not None else ""
    return f"{badge.label}{level}{f' ({badge.until})' if badge.until else ''}"


def said_token(token: SceneToken, sides: Sides) -> str:
    """A token in a line, for screen readers and the pointer."""
    side = sides[token.side].label if token.side in sides else ""
    who = ", ".join(part for part in (token.label, token.kind_label, side) if part)
    more = [said_bar(bar) for bar in token.bars] + [said_badge(badge) for badge in token.badges] + [token.whereabouts]
    return "; ".join(part for part in (who, *more) if part)


def facts_of_token(token: SceneToken) -> dict[str, Value]:
    """What scripts and style sheets find a token by."""
    place = token.place
    spot = (place.cell or place.point) if place is not None else None
    return {
        "data_combatant": token.combatant,
        "data_side": token.side,
        "data_turn": token.turn,
        "data_x": spot.x if spot is not None else None,
        "data_y": spot.y if spot is not None else None,
        "data_zone": place.zone if place is not None else None,
        "data_rank": place.rank if place is not None else None,
        "data_height": place.height if place is not None else None,
        "data_towards": f"{token.towards.x} {token.towards.y}" if token.towards is not None else None,
        "data_vital": token.bars[0].key if token.bars else None,
        "data_percent": token.percent if token.percent != 100 else None,
        "data_hidden": token.hidden,
        "data_down": token.down,
        "data_yours": token.yours,
    }


class Drawn(Protocol):
    """Draws a token: `token_markup`, or who keeps what it has drawn."""

    def __call__(self, token: SceneToken, box: Box, base: str, sides: Sides, name: str) -> str: ...


def tokens_markup(scene: Scene, board: Board, sides: Sides, name: str, drawn: Drawn) -> Iterator[str]:
    """All tokens that have a place; the larger ones first, so that nobody is covered by a giant."""
    here = [token for token in scene.tokens if token.combatant in board.spots]
    for token in sorted(here, key=lambda candidate: -board.spots[candidate.combatant].least):
        yield drawn(token, board.spots[token.combatant], board.bases.get(token.combatant, ""), sides, name)


def token_markup(token: SceneToken, box: Box, base: str, sides: Sides, name: str) -> str:
    """A token. base: the path of all that it covers, where that is more than its box."""
    said = said_token(token, sides)
    shape = emblem_of(token.side, sides)
    fill, on = coloured(token.looks.colour, token.side, sides)
    x, y = box.middle
    size = size_of(token, box)
    path = emblem(shape, x, y, size)
    rind = max(1.0, min(7.0 if token.turn == "ACTING" else 3.5, box.least - size))
    parts = [titled(said)]
    if base:
        parts.append(element("path", d=base, fill_opacity=0.22, **fill))
        parts.append(element("path", d=base, class_="thin inked", stroke_dasharray="2 2"))
    parts.append(
        element("path", d=path, class_="open acting" if token.turn == "ACTING" else "open rind", stroke_width=rind)
    )
    hollow = token.down
    dashes = "2 1.500" if token.hidden else None
    face: dict[str, Value] = {"class_": "paper"} if hollow else dict(fill)
    face["class_"] = f"{face.get('class_', '')} inked".strip()
    parts.append(element("path", d=path, stroke_width=1.0 if size < 24 else 1.4, stroke_dasharray=dashes, **face))
    faced = box.least >= FACE_FROM and not token.looks.caption  # what a table writes on a token is meant to be read
    if faced:
        parts.append(face_of(token, shape, (x, y), size, name, fill))
    if hollow:
        arm = size * 0.24
        across = f"M{number(x - arm)} {number(y - arm)}l{number(2 * arm)} {number(2 * arm)}"
        cross = f"{across}m0 {number(-2 * arm)}l{number(-2 * arm)} {number(2 * arm)}"
        parts.append(element("path", d=cross, class_="open inked", stroke_width=max(1.2, size / 14)))
    parts += _facing(token, box)
    if not hollow and not faced:
        parts.append(_caption(token, shape, x, y, size, fill, on))
    if box.least >= BARS_FROM:
        parts += _bars(token.bars[:2], box)
    if box.least >= HEIGHT_FROM and token.place is not None and token.place.height:
        parts.append(text(box.x + 1, box.y + LEAST, f"{token.place.height:+d}", LEAST, "strong halo"))
    if box.least >= BADGES_FROM:
        parts += _badges(token, box, name)
    return element(
        "g",
        parts,
        id=f"{name}-token-{id_part(token.combatant)}",
        data_part="token",
        role="img",
        aria_label=said,
        data_size=box.least,
        **facts_of_token(token),
    )


def face_markup(token: SceneToken, size: float, sides: Sides, name: str) -> str:
    """The face of a token by itself, as it stands in lists, in the shape of its side. name: of the drawing there."""
    shape, middle, width = emblem_of(token.side, sides), size / 2, size * 0.98
    fill, _ = coloured(token.looks.colour, token.side, sides)
    face: dict[str, Value] = {"class_": "paper"} if token.down else dict(fill)
    face["class_"] = f"{face.get('class_', '')} inked".strip()
    drawn = element("path", d=emblem(shape, middle, middle, width), stroke_width=1, **face)
    return drawn + face_of(token, shape, (middle, middle), width, name, fill)


def _facing(token: SceneToken, box: Box) -> Iterator[str]:
    """A notch at the rim of the box, on the side that the token looks to."""
    if token.towards is None or not (token.towards.x or token.towards.y):
        return
    length = hypot(token.towards.x, token.towards.y)
    ux, uy = token.towards.x / length, token.towards.y / length
    x, y = box.middle
    # A box is reached later in its corners: the notch stays in the circle within the box.
    tip, deep = box.least / 2 - 0.8, max(3.0, box.least * 0.17)
    wide = deep * 0.8
    bx, by = x + ux * (tip - deep), y + uy * (tip - deep)
    path = (
        f"M{number(x + ux * tip)} {number(y + uy * tip)}L{number(bx - uy * wide)} {number(by + ux * wide)}"
        f"L{number(bx + uy * wide)} {number(by - ux * wide)}Z"
    )
    yield element("path", d=path, class_="ink rind", stroke_width=0.8, data_part="facing")


def _caption(
    token: SceneToken, shape: SceneEmblem, x: float, y: float, size: float, fill: dict[str, Value], on: dict[str, Value]
) -> str:
    """The caption, or what has room of it: never smaller than text may be."""
    shown, letters = caption_of(token, shape, size)
    if not shown:
        return ""
    down = {"TRIANGLE": 0.14, "STAR": 0.03}.get(shape, 0.0) * size
    kind = f"mid strong cap {on.pop('kind', '')}".strip()
    # Around the letters lies the token's colour, so that they are read where they reach beyond its shape.
    rim = {"stroke": fill["fill"]} if "fill" in fill else {}
    kind += f" edge-{shape}" if not rim else ""
    return text(x, y + down + letters * 0.36, shown, letters, kind, **on, **rim)


def caption_of(token: SceneToken, shape: SceneEmblem, size: float) -> tuple[str, float]:
    """What stands on a token of this size, and the size of its letters; "": there is no room."""
    return _fitted(token.looks.caption or token.caption or token.label, shape, size)


@lru_cache(maxsize=1024)
def _fitted(words: str, shape: SceneEmblem, size: float) -> tuple[str, float]:
    room = size * {"TRIANGLE": 0.72, "STAR": 0.7, "DIAMOND": 0.8}.get(shape, 1.0)
    letters = max(LEAST, min(size * 0.42, 15.0))
    shown = next((name for name in _shorter(words) if width_of(name, letters) <= room), "")
    if not shown and width_of(words[:1], LEAST) <= size:
        return words[:1], LEAST
    return shown, letters


def size_of(token: SceneToken, box: Box) -> float:
    """The size of a token's shape in its box."""
    # Room for the ring of whoever has the turn, and for the notch of whoever looks somewhere.
    part = 0.8 if token.turn == "ACTING" or token.towards is not None else 0.9
    return max(min(box.least * part, box.least - 3.5), box.least * 0.6)


def _shorter(words: str) -> Iterator[str]:
    """A caption, or its first letter with what tells two of the same kind apart: `Orc 12`, `O12`. No name is cut."""
    yield words
    letters = words.rstrip("0123456789").strip()
    figures = words[len(words.rstrip("0123456789")) :]
    if figures and letters:
        yield letters[:1] + figures
    if figures:
        yield figures
    yield words[:1]


def share_of(bar: SceneBar) -> float | None:
    """How full a bar is, from 0 to 1; None: that is not known."""
    if bar.now is not None and bar.max:
        return min(1.0, max(0.0, bar.now / bar.max))
    return SHARES[bar.share] if bar.share is not None else None


def _bars(bars: tuple[SceneBar, ...], box: Box) -> Iterator[str]:
    known = [(bar, share) for bar in bars if (share := share_of(bar)) is not None]
    high = max(3.0, min(5.0, box.least * 0.09))
    for n, (bar, share) in enumerate(reversed(known)):
        x, y, width = box.x + box.width * 0.12, box.y + box.height - 1.5 - (n + 1) * (high + 0.5), box.width * 0.76
        where = {"x": x, "y": y, "height": high, "rx": 1.0}
        inside = titled(said_bar(bar)) + element("rect", width=width, class_="paper inked", stroke_width=0.8, **where)
        inside += element("rect", width=width * share, class_=f"tone-{bar.tone}", **where) if share else ""
        facts = {"data_now": bar.now, "data_max": bar.max, "data_share": bar.share}
        yield element("g", inside, data_part="bar", data_key=bar.key, **facts)


def _badges(token: SceneToken, box: Box, name: str) -> Iterator[str]:
    """What holds for a token along its upper rim, from the right: icons; without one its short word, or a dot.

    Where there is no room for all, the last sign says how many more there are.
    """
    badges = [*shown_badges(token)]
    size = min(22.0, max(12.0, box.least * 0.32))
    right, left = box.x + box.width, box.x + (14.0 if token.place is not None and token.place.height else 0.0)
    for n, badge in enumerate(badges):
        room, more = right - left, len(badges) - n
        facts = {"data_part": "badge", "data_key": badge.key, "data_tone": badge.tone, "data_level": badge.level}
        wide = _badge_width(badge, size, box)
        if more > 1 and room < wide + size and room >= size:
            rest = ", ".join(said_badge(candidate) for candidate in badges[n:] if candidate.label)
            yield element("g", titled(rest) + _chip(right - size, box.y, size, size, "PLAIN", f"+{more}"))
            return
        if room < wide:
            return
        inside = titled(said_badge(badge) if badge.label else "")
        if icon_known(badge.icon):
            level = str(badge.level) if badge.level is not None else ""
            inside += _chip(right - wide, box.y, wide, size, badge.tone, level, size * 0.86 if level else 0)
            inside += icon_of(badge.icon or "", right - wide + size / 2, box.y + size / 2, size * 0.7, name, badge.tone)
        elif box.least >= 44:
            inside += _chip(right - wide, box.y, wide, size, badge.tone, badge.short or badge.label[:3])
        else:
            inside += dot(badge.tone, right - size / 2, box.y + size / 2, 6.5)
        yield element("g", inside, data_icon=badge.icon, **facts)
        right -= wide + 1


def _badge_width(badge: SceneBadge, size: float, box: Box) -> float:
    if icon_known(badge.icon):
        return size + (width_of(str(badge.level), LEAST) if badge.level is not None else 0.0)
    return max(size, width_of(badge.short or badge.label[:3], LEAST) + 6) if box.least >= 44 else size


def _chip(x: float, y: float, wide: float, high: float, tone: str, words: str, lead: float = 0.0) -> str:
    """The ground of a badge, with words after what takes `lead` of its width."""
    shape = {"x": x + 0.5, "y": y + 0.5, "width": wide - 1, "height": high - 1, "rx": (high - 1) / 2}
    drawn = element("rect", class_=f"paper line-{tone}", stroke_width=1.2, **shape)
    if not words:
        return drawn
    return drawn + text(x + (lead + wide) / 2 - (1 if lead else 0), y + high / 2 + LEAST * 0.36, words, LEAST, "mid")


def dot(tone: str, x: float, y: float, size: float) -> str:
    """A small sign of a tone, told apart by its shape as well."""
    shape: SceneEmblem = {"GOOD": "CIRCLE", "BAD": "TRIANGLE", "WARNING": "DIAMOND"}.get(tone, "SQUARE")  # type: ignore[assignment]
    return element("path", d=emblem(shape, x, y, size), class_=f"tone-{tone} rind", stroke_width=0.8)


def names_markup(scene: Scene, board: Board, sides: Sides, room: Room, name: str) -> Iterator[str]:
    """Names where there is room, each whole; who has the turn first, then your own."""
    here = [token for token in scene.tokens if token.combatant in board.spots]
    for token in sorted(here, key=lambda candidate: (candidate.turn != "ACTING", not candidate.yours, candidate.down)):
        box = board.spots[token.combatant]
        small = box.least < FACE_FROM and not token.down
        if small and caption_of(token, emblem_of(token.side, sides), size_of(token, box))[0] == token.label:
            continue  # the name stands on the token
        size = min(12.0, max(LEAST, box.least * 0.28))
        # Where everybody has a card of his own, a name that is wider than it would stand on the neighbour's.
        wide = isinstance(scene.space, SceneRanks) and width_of(token.label, size) > box.width * PLACE_OF_TOKEN
        spot, lines = _free_spot(token, box, size, board, room, wide=wide)
        if spot is None and not small:
            spot, words = _on_token(token, box)
            lines, size = (words,), LEAST
        if spot is None:
            continue
        x, y = spot.middle[0], spot.y + size
        yield element(
            "text",
            lined_up(lines, x, y, size),
            x=x,
            y=y,
            font_size=size,
            class_="label halo mid ink strong" if token.yours else "label halo mid ink",
            id=f"{name}-name-{id_part(token.combatant)}",
            data_part="name",
            data_combatant=token.combatant,
        )


def _named(token: SceneToken) -> Iterator[str]:
    """What a token may be called, none of it cut: its name, what people want on it, its letter with its number."""
    for words in (token.label, token.looks.caption, token.caption):
        if words and not words.endswith("…"):
            yield words


def _free_spot(
    token: SceneToken, box: Box, size: float, board: Board, room: Room, *, wide: bool
) -> tuple[Box | None, tuple[str, ...]]:
    """Where a name stands, and its lines. wide: it stands in two if it can; else only where one has no room."""
    for words in dict.fromkeys(_named(token)):
        for lines in dict.fromkeys((in_two(words), (words,)) if wide else ((words,), in_two(words))):
            spot = room.first(around(box, lines, size, beside=board.beside))
            if spot is not None:
                return spot, lines
    return None, ()


def _on_token(token: SceneToken, box: Box) -> tuple[Box | None, str]:
    """On its lower rim, where nothing else has room beside it: what of its name tells it apart."""
    numbered = token.label[:1] + token.label[len(token.label.rstrip("0123456789")) :]
    for words in (*_named(token), *((numbered,) if len(numbered) > 1 else ())):
        wide = width_of(words, LEAST)
        if wide <= box.width:
            lift = 5.0 * min(2, len(token.bars)) if box.least >= BARS_FROM else 0.0
            return Box(box.middle[0] - wide / 2, box.y + box.height - lift - LEAST - 3, wide, LEAST + 2), words
    return None, ""
