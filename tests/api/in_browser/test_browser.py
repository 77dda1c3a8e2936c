"""The browser of these tests: nothing of it is left behind."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

import pytest

from tests.support.browsers.browser import browser, chromium


def test_a_browser_that_a_script_starts_is_ended_with_it(tmp_path: Path) -> None:
    """As some systems install it: the script is not the browser, and does not pass signals on."""
    program = chromium()
    if program is None:
        pytest.skip("there is no Chromium on the PATH: install it to try the pages in a browser")
    script, seen = tmp_path / "starts.sh", tmp_path / "group"
    script.write_text(f'#!/bin/sh\necho $$ > {shlex.quote(str(seen))}\n{shlex.quote(program)} "$@"\n')
    script.chmod(0o755)
    with browser(str(script), tmp_path):
        group = int(seen.read_text())
        os.killpg(group, 0)
    with pytest.raises(ProcessLookupError):
        os.killpg(group, 0)
