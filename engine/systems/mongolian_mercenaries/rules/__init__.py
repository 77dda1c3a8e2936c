"""The rules, a module for each noun. `actions` says which rule plays which order, `hook_order` what hooks call."""

from __future__ import annotations

from typing import ClassVar

from engine.systems.mongolian_mercenaries import state
from engine.systems.mongolian_mercenaries.rules.hook_order import HOOKS


class MercenariesState(state.MercenariesState, frozen=True, kw_only=True, rename="camel"):
    __doc__ = state.MercenariesState.__doc__
    hooks: ClassVar = HOOKS
