"""How much the tests that are generated throw at the service: SKALD_HOSTILE=20 makes it twenty times as much."""

from __future__ import annotations

import os

TIMES = int(os.environ.get("SKALD_HOSTILE", "1"))
