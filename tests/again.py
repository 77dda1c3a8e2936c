"""A second run of the few tests that failed in the first: `make check` passes if they pass now, without neighbours.

Many tests start servers and browsers, and wait for them beside others on machines of any speed. A test that is right
and fails there once must not keep a change out; one that is wrong fails again. Both runs are printed.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

FEW = 3
"""More failures than this are no accident: nothing is run again."""
RECORD = Path(".pytest_cache/v/cache/lastfailed")
"""Where pytest notes what failed, in the folder that it ran in."""


def failed() -> list[str]:
    """The tests that failed in the last run of the present folder."""
    return sorted(json.loads(RECORD.read_text(encoding="utf-8"))) if RECORD.exists() else []


def main() -> int:
    """The exit code of the second run; 1 where there is none."""
    tests = failed()
    if not tests or len(tests) > FEW:
        print(f"{len(tests)} tests failed: none is run again", flush=True)
        return 1
    print("\nfailed beside others, run again alone:", *tests, sep="\n    ", flush=True)
    return subprocess.run([sys.executable, "-m", "pytest", *tests]).returncode


if __name__ == "__main__":
    sys.exit(main())
