"""What every command of `skald` imports, imported: the processes of `forked` start from here."""

from __future__ import annotations

import gc

from engine.service.registry import Registry

Registry.installed()
gc.freeze()
