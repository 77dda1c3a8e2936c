"""Pictures of a fight's moments, in a folder that whoever looks at them names."""

from __future__ import annotations

import os
from pathlib import Path

from tests.support.browsers.browser import Tab

FOLDER = os.environ.get("SKALD_ALBUM", "")
"""Where they go; "": none are taken."""


class Album:
    """The pictures of one fight, numbered as they are taken."""

    def __init__(self, name: str) -> None:
        self._name, self._count = name, 0
        self._taken: set[str] = set()

    def take(self, page: Tab, moment: str) -> None:
        """A picture of a page, the first time that something of its kind is seen."""
        if not FOLDER or moment in self._taken:
            return
        self._taken.add(moment)
        self._count += 1
        folder = Path(FOLDER) / self._name
        folder.mkdir(parents=True, exist_ok=True)
        page.picture(folder / f"{self._count:02d}-{moment}.png")
