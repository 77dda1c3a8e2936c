"""QR codes, as rows of light and dark modules: how they are drawn is the page's."""

from __future__ import annotations

import segno


def qr_rows(text: str) -> tuple[str, ...]:
    """The QR code of a text, without its quiet zone: of each row a "0" for a light module, a "1" for a dark one."""
    made = segno.make_qr(text, error="m")
    return tuple("".join("1" if module & 1 else "0" for module in row) for row in made.matrix)
