"""What is drawn is told apart from what it lies on, in light and in dark."""

from __future__ import annotations

import pytest

from api.drawing import colours as c


def test_the_contrast_of_wcag_is_computed() -> None:
    """Black on white is 21 to 1; a colour on itself 1 to 1."""
    assert round(c.contrast("#000000", "#ffffff"), 2) == 21
    assert c.contrast("#446622", "#446622") == 1
    assert round(c.contrast("#777777", "#ffffff"), 2) == 4.48


@pytest.mark.parametrize("dark", [0, 1])
def test_contrast_is_three_to_one_and_text_four_and_a_half(dark: bool) -> None:
    """Outlines and textures of the ground against the floor and their own fill; tokens, tones and text on the paper."""
    paper, floor = c.PAPER[dark], c.FLOOR[dark]
    poor = [
        (what, round(found, 2))
        for what, one, other, least in [
            *(
                (f"{look} on its fill", c.STROKES[look][dark], fill[dark], 3.0)
                for look, fill in c.FILLS.items()
                if look != "WALL"
            ),
            *(
                (f"{look} on the floor", c.STROKES[look][dark], floor, 3.0)
                for look in c.FILLS
                if look not in ("PIT", "DARK", "WALL")
            ),
            # These stand out by what fills them.
            ("WALL", c.FILLS["WALL"][dark], floor, 3.0),
            *(
                (f"side {shape}", colour[dark], ground, 3.0)
                for shape, colour in c.SIDES.items()
                for ground in (paper, floor)
            ),
            *((f"text on {shape}", c.ON_SIDES[dark], colour[dark], 4.5) for shape, colour in c.SIDES.items()),
            *(
                (f"tone {tone}", colour[dark], ground, 3.0)
                for tone, colour in c.TONES.items()
                for ground in (paper, floor)
            ),
            ("ink", c.INK[dark], floor, 4.5),
            ("quiet text", c.QUIET[dark], paper, 4.5),
            ("quiet text on the floor", c.QUIET[dark], floor, 4.5),
            ("whose turn it is", c.ACTING[dark], floor, 3.0),
            ("rim", c.STROKES["FLOOR"][dark], paper, 3.0),
            # A token has a dark and a light line around it: one of them is seen on whatever it stands on.
            *(
                (
                    f"a token on {look}",
                    max((c.INK[dark], paper), key=lambda line, on=fill[dark]: c.contrast(line, on)),
                    fill[dark],
                    3.0,
                )
                for look, fill in c.FILLS.items()
            ),
        ]
        if (found := c.contrast(one, other)) < least
    ]
    assert poor == []


@pytest.mark.parametrize("colour", ["#000000", "#ffffff", "#777777", "#ff0000", "#00ff00", "#0000ff", "#bc7d2e"])
def test_text_on_any_colour_is_read(colour: str) -> None:
    """A table may choose any colour."""
    assert c.contrast(c.text_on(colour), colour) >= 4.5
