"""Pictures drawn anew: what is taken, what is left of it, and what is refused in words."""

from __future__ import annotations

import hashlib
import io
import struct
import zlib
from typing import Any, cast

import pytest
from PIL import Image, PngImagePlugin

from api.pictures.recoding import MOST_PIXELS, Recoded, recode
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.structs.errors import RuleRefusal
from tests.api.pictures.files import BOM, SECRET, drawn, map_file

ANY = cast(Rulebook[Any], None)
ROOMY = 1_000_000


def made(data: bytes, longest: int = 4096, most: int = ROOMY) -> tuple[Recoded, Image.Image]:
    """What is kept of a file, and as what it opens."""
    found = recode(ANY, data, longest, most)
    picture = Image.open(io.BytesIO(found.content))
    picture.load()
    return found, picture


def chunks(webp: bytes) -> list[bytes]:
    """The kinds of parts of a WebP file."""
    found, at = [], 12
    while at < len(webp):
        found.append(webp[at : at + 4])
        at += 8 + int.from_bytes(webp[at + 4 : at + 8], "little") + 1 & ~1
    return found


@pytest.mark.parametrize("form", ["PNG", "JPEG", "WEBP"])
def test_a_picture_is_kept_as_webp_under_the_digest_of_its_bytes(form: str) -> None:
    found, picture = made(drawn(form))
    assert (picture.format, picture.size, picture.mode) == ("WEBP", (40, 20), "RGB")
    assert found.picture.id == hashlib.sha256(found.content).hexdigest()
    assert (found.picture.media, found.picture.width, found.picture.height) == ("image/webp", 40, 20)
    assert found.picture.size == len(found.content)
    assert recode(ANY, drawn(form), 4096, ROOMY) == found, "the same file is the same picture"
    red, green, _ = cast(tuple[int, int, int], picture.getpixel((20, 10)))
    assert red > 150 > 100 > green


def test_nothing_but_pixels_is_left() -> None:
    """No text, place, profile, thumbnail or second frame, and nothing that stands behind the file's end."""
    text = PngImagePlugin.PngInfo()
    text.add_text("Comment", SECRET.decode())
    exif = Image.Exif()
    exif[0x010E] = SECRET.decode()
    frames = [Image.new("RGB", (9, 9), colour) for colour in ("red", "blue")]
    moving = io.BytesIO()
    frames[0].save(moving, "WEBP", save_all=True, append_images=frames[1:], duration=100, xmp=SECRET)
    files = [
        drawn("PNG", pnginfo=text),
        drawn("JPEG", exif=exif, comment=SECRET, icc_profile=SECRET),
        drawn("WEBP", exif=exif, xmp=SECRET, icc_profile=SECRET),
        drawn("PNG") + b"<script>" + SECRET,
        moving.getvalue(),
    ]
    for data in files:
        found, picture = made(data)
        assert SECRET not in found.content
        assert set(chunks(found.content)) <= {b"VP8 ", b"VP8L"}
        assert (getattr(picture, "n_frames", 1), dict(picture.getexif())) == (1, {})


def test_a_turned_photograph_stands_upright() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    _, picture = made(drawn("JPEG", exif=exif))
    assert picture.size == (20, 40)


def test_what_shows_through_still_does() -> None:
    _, picture = made(drawn("PNG", mode="RGBA", colour=(200, 0, 0, 0)))
    assert picture.mode == "RGBA"
    assert cast(tuple[int, ...], picture.getpixel((5, 5)))[3] == 0


@pytest.mark.parametrize(
    ("mode", "colour", "grey"), [("I;16", 40_000, 156), ("L", 156, 156), ("1", 1, 255), ("CMYK", (0, 0, 0, 99), 156)]
)
def test_colours_of_other_kinds_are_drawn(mode: str, colour: Any, grey: int) -> None:
    """Sixteen bits are not cut off at eight."""
    _, picture = made(drawn("JPEG" if mode == "CMYK" else "PNG", mode=mode, colour=colour))
    assert abs(cast(tuple[int, int, int], picture.getpixel((5, 5)))[0] - grey) < 6


def test_a_picture_is_as_long_as_is_wanted_at_most() -> None:
    assert made(drawn("JPEG", (900, 300)), 300)[1].size == (300, 100)
    assert made(drawn("PNG", (9000, 1)), 4096)[1].size == (4096, 1)
    assert made(drawn("PNG", (40, 20)), 300)[1].size == (40, 20), "a small one stays small"


def test_a_picture_has_no_more_bytes_than_it_may_have() -> None:
    """By lower quality, then by fewer pixels."""
    noise = Image.effect_noise((600, 400), 200)
    file = io.BytesIO()
    noise.save(file, "PNG")
    sizes = [made(file.getvalue(), most=most)[1].size for most in (1_000_000, 16_384)]
    assert sizes[0] == (600, 400) > sizes[1]
    assert len(made(file.getvalue(), most=16_384)[0].content) <= 16_384


def test_the_picture_inside_a_map_is_taken() -> None:
    """Also where a mark of byte order stands before the file's text."""
    plain = recode(ANY, drawn("WEBP"), 4096, ROOMY)
    for data in (map_file(drawn("WEBP")), BOM + map_file(drawn("WEBP")), b" \n" + map_file(drawn("WEBP"))):
        assert recode(ANY, data, 4096, ROOMY) == plain


def bomb(width: int, height: int) -> bytes:
    """A small PNG that says that it is so large."""
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    parts = [(b"IHDR", head), (b"IDAT", zlib.compress(b"\0" * 100_000)), (b"IEND", b"")]
    body = b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in parts
    )
    return b"\x89PNG\r\n\x1a\n" + body


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "no picture that is taken"),
        (b"%PDF-1.7", "no picture that is taken"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>", "no picture that is taken"),
        (drawn("GIF"), "no picture that is taken"),
        (drawn("TIFF"), "no picture that is taken"),
        (drawn("BMP"), "no picture that is taken"),
        (drawn("PNG", (400, 400))[:-60], "broken"),
        (drawn("JPEG", (400, 400))[:300], "broken"),
        (drawn("WEBP", (400, 400))[:-9], "broken"),
        (bomb(60_000, 60_000), f"more than {MOST_PIXELS} pixels"),
        (bomb(8000, 8000), f"more than {MOST_PIXELS} pixels"),
        (bomb(2000, 2000), "broken"),
        (b"{}", "no picture that can be read"),
        (b'{"image": "####"}', "no picture that can be read"),
        (b'{"image": "AAAA"', "no picture that can be read"),
        (map_file(drawn("PNG", (400, 400))[:-60]), "broken"),
    ],
)
def test_what_is_no_picture_is_refused_in_words(data: bytes, words: str) -> None:
    """Hostile ones before much is worked on them."""
    with pytest.raises(RuleRefusal, match=words) as refused:
        recode(ANY, data, 4096, ROOMY)
    assert refused.value.field == "picture"
