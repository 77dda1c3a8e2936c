"""How much input the generated tests send to the service: SKALD_HOSTILE=20 multiplies it by twenty."""

from __future__ import annotations

from tests.support.amounts import amount

TIMES = amount("SKALD_HOSTILE", 1, 5)
