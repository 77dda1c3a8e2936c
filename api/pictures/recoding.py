"""A picture's file made anew: of bounded size, of one kind, still, and without metadata.

The file may be hostile. It is read in a process of the pool, by the decoders of three formats only, after its head has
told a size that is bearable. What is kept is drawn from its pixels: nothing of the file itself is.
"""

from __future__ import annotations

import hashlib
import io
import warnings
from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from PIL import Image, ImageOps, UnidentifiedImageError

from api.maps.picture_inside import looks_like_json, picture_inside
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.structs.errors import RuleRefusal
from engine.store.picture import KeptPicture

FORMATS = ("PNG", "JPEG", "WEBP")
MEDIA = "image/webp"
LARGEST_FILE = 20_000_000
"""Bytes of a file that is sent, a map's file included."""
MOST_PIXELS = 50_000_000
"""Pixels of a picture that is sent: 7000 by 7000 of them are 200 MB while they are drawn anew."""
MOST_SIDE, LEAST_SIDE = 4096, 16
"""Pixels of the longest side of what is kept, at most; a caller may want fewer, but not fewer than the least."""
QUALITIES = (84, 70, 50)
"""Of WebP: the next where the picture has too many bytes, and after the last one with fewer pixels."""
SMALLER = 0.7
"""How much shorter the sides get where no quality is low enough."""


class Recoded(Struct, frozen=True):
    """A picture that may be kept, and its bytes."""

    picture: KeptPicture
    content: bytes


def recode(book: Rulebook[Any], data: bytes, longest: int, most: int) -> Recoded:
    """The picture in a file: a PNG, a JPEG, a WebP, or the one inside a Universal VTT map. A job of the pool.

    longest: pixels of its longest side; a smaller one is not made larger. most: its bytes. RuleRefusal for what is no
    such file, or is broken, or has too many pixels.
    """
    if looks_like_json(data):
        inside = picture_inside(data)
        if inside is None:
            raise RuleRefusal("this map has no picture that can be read", field="picture")
        data = inside[1]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a strange file is refused or drawn; nobody reads a log of its oddities
        return next(made for made in _attempts(_drawn(data, longest)) if len(made.content) <= most)


def _drawn(data: bytes, longest: int) -> Image.Image:
    """The first frame of a picture, upright, in plain colours, at most so long."""
    try:
        with Image.open(io.BytesIO(data), formats=FORMATS) as file:
            width, height = file.size
            if width * height > MOST_PIXELS:
                raise Image.DecompressionBombError
            file.draft("RGB", (longest, longest))  # of a JPEG no more is decoded than is wanted
            file.load()
            upright = ImageOps.exif_transpose(file)
    except Image.DecompressionBombError:
        reason = f"this picture has more than {MOST_PIXELS} pixels: send a smaller one"
        raise RuleRefusal(reason, field="picture") from None
    except UnidentifiedImageError:
        raise RuleRefusal("this is no picture that is taken: send a PNG, a JPEG or a WebP", field="picture") from None
    except Exception:  # decoders raise whatever comes to them where a file is broken
        raise RuleRefusal("this picture is broken: it cannot be read to its end", field="picture") from None
    plain = _plain(upright)
    plain.thumbnail((longest, longest), Image.Resampling.LANCZOS, reducing_gap=2.0)
    return plain


def _plain(picture: Image.Image) -> Image.Image:
    """In eight bits a colour, with transparency only where there is some."""
    if picture.mode.startswith(("I", "F")):
        # Grey in 16 bits; a plain conversion would cut off all that is brighter than 255.
        picture = picture.convert("I").point(lambda value: value / 256).convert("L")
    see_through = "A" in picture.getbands() or "transparency" in picture.info
    return picture.convert("RGBA" if see_through else "RGB")


def _attempts(drawn: Image.Image) -> Iterator[Recoded]:
    """The picture with fewer and fewer bytes."""
    while True:
        for quality in QUALITIES:
            yield _written(drawn, quality)
        width, height = (max(1, round(side * SMALLER)) for side in drawn.size)
        drawn = drawn.resize((width, height), Image.Resampling.LANCZOS)


def _written(drawn: Image.Image, quality: int) -> Recoded:
    file = io.BytesIO()
    drawn.save(file, "WEBP", quality=quality, method=2, exif=b"", xmp=b"", icc_profile=b"")
    content = file.getvalue()
    id = hashlib.sha256(content).hexdigest()
    return Recoded(KeptPicture(id, MEDIA, *drawn.size, len(content)), content)
