"""How long is waited before something is tried again."""

from __future__ import annotations

from itertools import islice

from engine.store.redis.retry_pauses import RetryPauses


def test_pauses_double_up_to_the_longest() -> None:
    """Each between a half and the whole, so that not all come back in one moment."""
    for wanted, pauses in (
        ((0.1, 0.2, 0.4, 0.5, 0.5), RetryPauses(0.1, 0.5)),
        ((0.2, 0.2), RetryPauses(3.0, 0.2)),
    ):
        found = [tuple(islice(pauses, len(wanted))) for _ in range(50)]
        for number, most in enumerate(wanted):
            drawn = {one[number] for one in found}
            assert most / 2 <= min(drawn) < max(drawn) <= most
