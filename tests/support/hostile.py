"""How much input the generated tests send to the service: SKALD_HOSTILE=20 multiplies it by twenty."""

from __future__ import annotations

import os

TIMES = int(os.environ.get("SKALD_HOSTILE", "1"))
